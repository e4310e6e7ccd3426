"""The table of shortcuts that go by the words of a script alone: `devrun check FILE --players`.

Some are plain rules. Those with cue words, and the one rule for each control question, are learned
in as many other draws of the same cell.

What a reader of single words earns: an answer that depends on whether a word is in the text.

The reader is shown some draws with their keys, and finds the word, or the two words in a row,
whose presence tells most about which plain rule is right: "if the text has `looks`, the thing named
last, else the thing named first". It is then tried on other draws. In a script whose stories are
told apart by a word it is right in all of them, although it understands nothing: the key and the
cue have to come apart.

`learned` finds one word, or a list of two: if the first is there one answer, else if the second is
there another, else a third. Without a cue word it is one rule for each question, as somebody would
have it who passes all controls with "yes" to the first and "no" to the second. The rules it chooses
between are those that need only the words, and every answer that is the same in most draws, such as
"yes".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dsl.expand import Expander, cells
from dsl.record import record
from dsl.scoring import rule
from dsl.tree import QuestionKind
from dsl.trial import Cell
from dsl.words import and_list
from renderers.number_words import percent
from renderers.tables.validity import PlayerFigures, render_shortcuts
from runners.analysis.means import mean
from runners.check.marking import Marking, Shares
from runners.check.players import RULES, Rule, constant
from runners.check.shortcuts import more_than_half
from runners.check.units import PlayedQuestion, PlayedTrial, keyed, played

if TYPE_CHECKING:
    from dsl.experiment import Experiment


SHOWN = (
    *("last mentioned before a departure", "same sentence as the example"),
    *("named in the question", "never mentioned"),
)
"""The rules that are no simulated participant, and so not in the table of these."""

CUES = {"one cue word": 1, "two cue words": 2}
"""Learned rules, and how many cue words each has."""


@record
class WordShortcuts:
    """What rules earn that go by the words alone, by condition; which cue words were learned, by
    rule, and the conditions in which such a rule earns more than half of the marks; and the mean
    share of control questions that one rule for each of them passes, with the share of trials in
    which it passes all, both None without control questions.
    """

    figures: tuple[PlayerFigures, ...]
    cues: tuple[tuple[str, tuple[str, ...]], ...]
    cued: tuple[str, ...]
    controls: Fraction | None
    all_controls: Fraction | None


def word_shortcuts(
    experiment: Experiment, *, runs: int | None = None, seed: int | None = None
) -> WordShortcuts:
    """Every such rule in every condition, both wordings together."""
    expander = Expander(experiment, seed=seed)
    draws = experiment.design.runs if runs is None else runs
    marking, unaided = Marking(), Marking(controls_passed=False)
    earned: dict[tuple[str, str], list[Fraction]] = {}
    found: dict[str, dict[str, None]] = {}
    passed: list[Fraction] = []
    for cell in cells(experiment):
        fresh, seen = _looks(expander, cell, draws, QuestionKind.TEST)
        for name, shares, words in _played(marking, fresh, seen) if fresh[0].units else ():
            earned.setdefault((name, cell.condition), []).extend(shares)
            found.setdefault(name, {}).update(dict.fromkeys(words))
        fresh, seen = _looks(expander, cell, draws, QuestionKind.CONTROL)
        if fresh[0].units:
            passed.extend(_shares(unaided, learned(unaided, seen, cues=0), fresh))
    return WordShortcuts(
        tuple(
            PlayerFigures(
                name,
                "no",
                condition,
                mean(shares),
                mean(Fraction(rule(share)) for share in shares),
                0,
                len(shares),
            )
            for (name, condition), shares in earned.items()
        ),
        tuple((name, tuple(words)) for name, words in found.items() if name in CUES),
        tuple(
            dict.fromkeys(
                condition
                for (name, condition), shares in earned.items()
                if name in CUES and more_than_half(shares, errors=3)
            )
        ),
        mean(passed),
        mean(Fraction(share == 1) for share in passed),
    )


def _looks(
    expander: Expander, cell: Cell, draws: int, kind: QuestionKind
) -> tuple[list[PlayedTrial], list[PlayedTrial]]:
    """The draws in which rules are tried, and as many others in which they are learned."""
    trials = [played(expander.trial(cell, draw=draw), kind) for draw in range(1, 2 * draws + 1)]
    return trials[:draws], trials[draws:]


def _played(
    marking: Marking, fresh: list[PlayedTrial], seen: list[PlayedTrial]
) -> Iterator[tuple[str, Shares, tuple[str, ...]]]:
    """Each rule with its shares in the fresh draws and its cue words."""
    for name in SHOWN:
        yield name, marking.shares(RULES[name], fresh), ()
    for name, cues in CUES.items():
        found = learned(marking, seen, cues=cues)
        words = dict.fromkeys(word for one in found.values() for word in one.words)
        yield name, _shares(marking, found, fresh), tuple(words)


def laid_out(found: WordShortcuts, *, draws: int, width: int = 100) -> str:
    """The table, the cue words that were found, and what the control questions ask for."""
    told = [
        f"{name}: {', '.join(f'`{word}`' for word in words) or 'none helps'}"
        for name, words in found.cues
    ]
    if found.cued:
        where = f" in {and_list(found.cued)}" if all(found.cued) else ""
        told.append(
            f"cue words earn more than half of the marks{where}: use the same words in all "
            "stories, in another order"
        )
    if found.controls is not None:
        told.append(
            f"control questions: one rule for each passes {percent(found.controls)} of them, and "
            f"all of a trial in {percent(found.all_controls)}"
        )
    title = f"shortcuts in the words (cue words and rules for controls from {draws} other draws)"
    return render_shortcuts(title, found.figures, "\n".join(told), width=width)


Matrix = npt.NDArray[np.float64]

WORD_RULES = (
    *("first mentioned", "last mentioned", "most often mentioned", "never mentioned"),
    "named in the question",
    "last mentioned before a departure",
    *("same sentence as the example", "longest choice", "first choice shown", "last choice shown"),
)
"""The plain rules between which a cue word decides."""

_SAME = 1e-9
"""Marks that differ by less are the same."""

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")


@record
class CueRule:
    """If the text of a question has the first word, the first answer, and so on; else the last of
    `answers`, which are one more than `words`.
    """

    words: tuple[str, ...]
    answers: tuple[str, ...]

    def answer(self, cues: frozenset[str]) -> str:
        """The name of the plain rule to follow, or the words to say."""
        found = (
            answer for word, answer in zip(self.words, self.answers, strict=False) if word in cues
        )
        return next(found, self.answers[-1])


def _shares(
    marking: Marking, rules: Mapping[str, CueRule], trials: Sequence[PlayedTrial]
) -> Shares:
    """The share of marks in each trial, by the rule of each question."""
    found = []
    for trial in trials:
        names = _names(trial.units)
        earned = sum(
            worth * marking.mark(_rule(rules[name].answer(cues_of(unit))), unit)
            for name, (unit, worth) in zip(names, trial.weighed(), strict=True)
            if name in rules
        )
        found.append(Fraction(earned) / trial.worth if trial.worth else Fraction(0))
    return tuple(found)


def cues_of(unit: PlayedQuestion) -> frozenset[str]:
    """The words of the story and of the question, and every two words in a row, in lower case.

    The description of a picture has none: it is sent to no model, and what it says is the evidence.
    """
    words = _WORD.findall(f"{unit.worded} {unit.question.text.casefold()}")
    return frozenset((*words, *map(" ".join, pairwise(words))))


def learned(marking: Marking, trials: Sequence[PlayedTrial], *, cues: int) -> dict[str, CueRule]:
    """The rules of at most so many cue words that earn most in these trials of one cell, by the
    name of the question.

    A control, and a question asked several times in a trial, has a rule of its own; all others
    share one, since whoever knows a right answer for each of several questions does understand
    something.
    """
    groups: dict[str, list[PlayedQuestion]] = {}
    for trial in trials:
        for name, unit in zip(_names(trial.units), trial.units, strict=True):
            groups.setdefault(name, []).append(unit)
    return {name: _best(marking, units, cues=cues) for name, units in groups.items()}


def _names(units: Sequence[PlayedQuestion]) -> list[str]:
    counts = Counter(unit.question.name for unit in units)
    return [
        name if counts[name] > 1 or unit.question.kind is QuestionKind.CONTROL else ""
        for unit in units
        for name in (unit.question.name,)
    ]


def _rule(answer: str) -> Rule:
    return RULES[answer] if answer in WORD_RULES else constant(answer)


@record
class _UnitMarks:
    """What is known of the units from which a rule is learned.

    `present` has a row for each word, `marks` one for each answer, both a column for each unit: 1
    where the word is in its text, and what the answer earns.
    """

    words: tuple[str, ...]
    present: Matrix
    answers: tuple[str, ...]
    marks: Matrix

    def best(self, left: Matrix, cues: int) -> tuple[float, CueRule]:
        """What is earned by the best list of at most so many words on the units that are left (1,
        others 0), and that list; of several the one whose words are shortest and come first.
        """
        without = self.marks @ left
        if not cues:
            return float(without.max()), CueRule((), (self.answers[int(without.argmax())],))
        found = self.best(left, cues - 1)
        with_word = (self.present * left) @ self.marks.T
        first = with_word.max(1)
        if cues == 1 and self.words:
            tried = [int((first + (without - with_word).max(1)).argmax())]
        else:
            tried = list(range(len(self.words)))
        for at in tried:
            later_marks, later = self.best(left * (1 - self.present[at]), cues - 1)
            if first[at] + later_marks > found[0] + _SAME:
                answer = self.answers[int(with_word[at].argmax())]
                rule = CueRule((self.words[at], *later.words), (answer, *later.answers))
                found = (float(first[at] + later_marks), rule)
        return found


def _best(marking: Marking, units: Sequence[PlayedQuestion], *, cues: int) -> CueRule:
    answers = (*WORD_RULES, *_constants(units))
    marks = np.array(
        [[float(marking.mark(_rule(answer), unit)) for unit in units] for answer in answers]
    )
    words, present = _patterns(units)
    _, found = _UnitMarks(words, present, answers, marks).best(np.ones(len(units)), cues)
    return found


def _patterns(units: Sequence[PlayedQuestion]) -> tuple[tuple[str, ...], Matrix]:
    """The words that are in some units and not in all, and where each is; of words that are always
    there together the alphabetically first."""
    where: dict[str, list[int]] = {}
    for at, unit in enumerate(units):
        for word in cues_of(unit):
            where.setdefault(word, []).append(at)
    fewest = max(2, len(units) // 10)
    found: dict[tuple[int, ...], str] = {}
    for word in sorted(where, key=lambda each: (" " in each, each)):
        if fewest <= len(where[word]) < len(units):
            found.setdefault(tuple(where[word]), word)
    present = np.zeros((len(found), len(units)))
    for row, columns in enumerate(found):
        present[row, list(columns)] = 1
    return tuple(found.values()), present


def _constants(units: Sequence[PlayedQuestion]) -> tuple[str, ...]:
    """The answers that are among those of more than half of the units; of a question without
    lures, which is a control, those that are right in some."""
    answers = (unit.candidates or keyed(unit.question.key) for unit in units)
    known = [{one.folded: one.words for one in each} for each in answers]
    counts = Counter(folded for one in known for folded in one)
    lures = any(unit.candidates for unit in units)
    words = {folded: said for one in known for folded, said in one.items()}
    return tuple(
        words[folded] for folded in sorted(counts) if not lures or 2 * counts[folded] > len(units)
    )
