"""The table of simulated participants on one script: `devrun check FILE --players`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from coders.guessing import chance
from dsl.expand import Expander, cells
from dsl.expanding.steps_within import asks_tests
from dsl.experiment import wave_level
from dsl.record import record, replace
from dsl.words import counted
from renderers.number_words import NOT_DATA
from renderers.rows.replies import HUMAN
from renderers.tables.validity import PlayerFigures, render_players
from runners.analysis.means import mean
from runners.analysis.trial_scores import UNDECIDED
from runners.check import word_shortcuts
from runners.check.shortcuts import shortcut_faults
from runners.check.validity import PlayerResult, results, shortcomings

if TYPE_CHECKING:
    from dsl.experiment import Experiment

NOTE = (
    f"{NOT_DATA.lower()}; right: proportion correct, controls ignored, `{HUMAN}` counts as "
    "wrong\nLRS: mean of the trials that have one; controls count as passed for participants "
    "without the key"
)
MEASURED = (
    f"{NOT_DATA.lower()}; the script asks no test question: means of what it measures,\n"
    "both wordings together"
)
PROOF = (
    "none of these shortcuts gets more than half of the marks, or passes a contrast more often "
    "than guessing"
)


@record
class Played:
    """What simulated participants got on one script, and what speaks against the script."""

    figures: tuple[PlayerFigures, ...]
    shortcomings: tuple[str, ...]


def played(experiment: Experiment, *, runs: int | None = None, seed: int | None = None) -> Played:
    """Every simulated participant in every condition, both wordings together, below chance."""
    found = summed(experiment, tuple(results(experiment, runs=runs, seed=seed)))
    # The warnings look at each condition, and know rules that are no simulated participant.
    warned = (
        f"{one.code}: {one.message()}" for one in shortcut_faults(Expander(experiment, dealt=True))
    )
    return replace(found, shortcomings=(*found.shortcomings, *warned))


def summed(experiment: Experiment, found: Sequence[PlayerResult]) -> Played:
    """The figures of results that were made before."""
    told = (one for result in found for one in _figures(result))
    return Played((*_chance(experiment), *told), shortcomings(found))


def players_table(
    experiment: Experiment, *, runs: int | None = None, seed: int | None = None, width: int = 100
) -> str:
    """What `played` gives as plain text, its table no wider than `width`, with a sentence on what
    it comes to.
    """
    draws = experiment.design.runs if runs is None else runs
    wordings = counted(len(experiment.design.wordings), "wording")
    title = f"{experiment.title}: {counted(draws, 'draw')}, {wordings}"
    if seed is not None:
        title += f", seed {seed}"
    parts = [laid_out(title, played(experiment, runs=runs, seed=seed), width=width)]
    in_words = word_shortcuts.word_shortcuts(experiment, runs=runs, seed=seed)
    if in_words.figures:
        parts.append(word_shortcuts.laid_out(in_words, draws=draws, width=width))
    return "\n\n".join(parts)


def laid_out(title: str, found: Played, *, width: int = 100) -> str:
    """The table under a title, and a sentence on what it comes to."""
    if any(one.measured for one in found.figures):
        return render_players(title, found.figures, MEASURED, width=width)
    note = "\n".join([NOTE, *(found.shortcomings or [PROOF])])
    return render_players(title, found.figures, note, width=width)


def _chance(experiment: Experiment) -> list[PlayerFigures]:
    expander = Expander(experiment)
    found: list[PlayerFigures] = []
    if not asks_tests(experiment):
        return found
    for cell in cells(experiment, wordings=("original",)):
        guess = chance(expander.trial(cell, draw=1))
        share, lrs = (guess.share, guess.lrs) if guess is not None else (None, None)
        found.append(PlayerFigures("guessing, computed", "", cell.condition, share, lrs, 0, 0))
    return found


def _figures(result: PlayerResult) -> list[PlayerFigures]:
    conditions = dict.fromkeys(row.condition for row in result.trials)
    found = []
    for condition in conditions:
        here = [row for row in result.trials if row.condition == condition]
        found.append(
            PlayerFigures(
                result.player,
                "yes" if result.sees_key else "no",
                condition,
                mean(row.sure_share for row in here),
                mean(row.lrs for row in here),
                sum(row.status == UNDECIDED for row in here),
                len(here),
                tuple(
                    (
                        one,
                        mean(
                            row.share
                            for row in result.even
                            if (row.condition, row.question) == (condition, one)
                        ),
                    )
                    for one in dict.fromkeys(row.question for row in result.even)
                ),
                () if result.share is not None else _measured(result, condition),
            )
        )
    return found


def _measured(result: PlayerResult, condition: str) -> tuple[tuple[str, Fraction | None], ...]:
    """The mean of each measure in a condition, that of wave 0 apart; of questionnaires without
    those of subscales.
    """
    found: dict[str, list[Fraction | None]] = {}
    for row in result.measured:
        if row.condition == condition and not row.of_subscale:
            before = wave_level(0) if row.within == wave_level(0) else ""
            name = f"{row.measure.name}\n{before}".rstrip("\n")
            found.setdefault(name, []).append(row.figure.mean)
    return tuple((name, mean(means)) for name, means in found.items())
