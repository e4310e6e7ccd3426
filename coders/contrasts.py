"""Whether a contrast was passed in one draw, and how often a guesser would pass it.

A contrast is the design's own safeguard: the same question must be right on both sides of what
was varied, so that an answer that is always the same can pass nothing. It looks at marks alone and
never at gates. It is three-valued: with a mark missing or undecided it is neither passed nor
failed, even where a wrong answer elsewhere has settled it. Such a draw could only ever count as
failed, and the share passed would be the lower the more replies were lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from coders.marks import Verdict
from dsl.experiment import Contrast, ContrastLine
from dsl.guessing import probability
from dsl.record import record
from dsl.trial import Question, Trial

if TYPE_CHECKING:
    from dsl.trial import Place


@record
class ComparedInTrial:
    """What a contrast compares in one trial: the levels of its lines that occur in it, as (number
    of the line, level), and the places of the questions that must be right.
    """

    levels: frozenset[tuple[int, str]]
    places: frozenset[Place]


Group = tuple[str, int, int, tuple[tuple[str, str], ...]]
"""(wording, draw, sample, levels of the conditions that the contrast does not compare)."""


def group(trial: Trial, contrast: Contrast) -> Group:
    """What trials have in common that are compared: those of one participant with one group."""
    compared = {line.factor for line in contrast.lines}
    rest = tuple(pair for pair in trial.cell.levels if pair[0] not in compared)
    return trial.cell.wording, trial.draw, trial.sample, rest


def compared(trial: Trial, contrast: Contrast) -> ComparedInTrial:
    """What a contrast compares in a trial."""
    found = [
        ((number, level), place)
        for number, line in enumerate(contrast.lines)
        for level in line.levels
        for place, _ in _questions_of(trial, line, level)
    ]
    return ComparedInTrial(
        frozenset(level for level, _ in found), frozenset(place for _, place in found)
    )


def complete(parts: Sequence[ComparedInTrial], contrast: Contrast) -> bool:
    """Whether every level of every line occurs in trials of which these parts are compared."""
    wanted = {
        (number, level) for number, line in enumerate(contrast.lines) for level in line.levels
    }
    return bool(wanted) and wanted <= frozenset[tuple[int, str]]().union(
        *(part.levels for part in parts)
    )


def passed_in(part: ComparedInTrial, verdicts: Mapping[Place, Verdict]) -> bool | None:
    """Whether all that is compared in a trial is right; None where a mark is missing."""
    found = [verdicts.get(place) for place in part.places]
    if any(one is None or one.mark is None for one in found):
        return None
    return all(one is not None and one.right for one in found)


def chance(trials: Sequence[Trial], contrast: Contrast) -> Fraction | None:
    """How often a guesser passes: the product over the questions; None where one is unknown."""
    total = Fraction(1)
    seen: set[tuple[int, Place]] = set()
    for line in contrast.lines:
        for level in line.levels:
            met = False
            for number, trial in enumerate(trials):
                for place, question in _questions_of(trial, line, level):
                    met = True
                    # A question that is in two lines is answered once.
                    if (number, place) in seen:
                        continue
                    seen.add((number, place))
                    p = probability(question)
                    if p is None:
                        return None
                    total *= p
            if not met:
                return None
    return total


def _questions_of(trial: Trial, line: ContrastLine, level: str) -> Iterable[tuple[Place, Question]]:
    outside = (line.factor, level) in (*trial.cell.levels, *trial.balance)
    for place, session, question in trial.asked():
        here = outside or (line.factor, level) in session.levels
        if here and question.name == line.question:
            yield place, question
