"""The table of shortcuts that go by the words of a script alone: `devrun check FILE --players`.

Some are plain rules. Those with cue words, and the one rule for each control question, are learned
in as many other draws of the same cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from dsl.expand import Expander, cells
from dsl.record import record
from dsl.scoring import rule
from dsl.tree import QuestionKind
from dsl.trial import Cell
from dsl.words import and_list
from renderers.number_words import percent
from renderers.tables.validity import PlayerFigures, render_shortcuts
from runners.analysis.means import mean
from runners.check.cue_words import CueWords, learned
from runners.check.marking import Marking, Shares
from runners.check.players import RULES
from runners.check.shortcuts import more_than_half
from runners.check.units import PlayedTrial, played

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
            passed.extend(learned(unaided, seen, cues=0).shares(unaided, fresh))
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
        one: CueWords = learned(marking, seen, cues=cues)
        yield name, one.shares(marking, fresh), one.words


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
