"""Players without understanding, tried on every cell of a script: W651 and W652."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from coders.contrasts import chance, group
from dsl.diagnostic import Fault
from dsl.expand import Expander, cells
from dsl.experiment import Contrast, Question
from dsl.span import Span
from dsl.tree import QuestionKind
from dsl.trial import Cell
from runners.check.players import (
    PLAYERS,
    Choice,
    Played,
    Unit,
    is_right,
    played,
    same_answer_share,
    share,
)

GLANCE = 4
"""So many draws are played on a script that gives no cause for suspicion."""

LOOK = 24
"""So many are played before anything is said: where orders turn by chance, a few draws prove
nothing, and every level of the usual counterbalances comes up equally often in 24."""

SAME = "always the same answer to a question"


def shortcut_faults(expander: Expander) -> Iterator[Fault]:
    """A warning for the best player of each cell that gets more than half of the marks, and for
    each contrast that a player passes more often than guessing explains."""
    asked = first_question(expander.experiment.steps)
    if asked is None:
        return
    if list(_found(expander, asked.span, GLANCE)):
        yield from _found(expander, asked.span, LOOK)


def _found(expander: Expander, span: Span, draws: int) -> Iterator[Fault]:
    told: dict[Cell, tuple[Played, ...]] = {
        cell: tuple(played(expander.trial(cell, draw=draw)) for draw in range(1, draws + 1))
        for cell in cells(expander.experiment, wordings=("original",))
    }
    for cell, trials in told.items():
        yield from _scores(span, cell, trials)
    everything = tuple(one for trials in told.values() for one in trials)
    for contrast in expander.experiment.design.contrasts:
        yield from _passes(span, contrast, everything)


def first_question(steps: Sequence[object]) -> Question | None:
    """The first scored question, whose place stands for the script's questions."""
    from dsl.expand import steps_within

    for step in steps_within(steps):  # type: ignore[arg-type]
        if isinstance(step, Question) and step.kind is QuestionKind.TEST:
            return step
    return None


def _scores(span: Span, cell: Cell, trials: tuple[Played, ...]) -> Iterator[Fault]:
    best = (same_answer_share(trials), SAME)
    for name, player in PLAYERS.items():
        best = max(best, (share(player, trials), name))
    if best[0] > Fraction(1, 2):
        from dsl.faults.players import ShortcutScores

        where = f" in {cell.condition}" if cell.condition else ""
        percent = round(float(best[0]) * 100)
        yield ShortcutScores(span=span, player=best[1], percent=percent, where=where)


def _passes(span: Span, contrast: Contrast, trials: tuple[Played, ...]) -> Iterator[Fault]:
    groups: dict[object, list[Played]] = {}
    for one in trials:
        groups.setdefault(group(one.trial, contrast), []).append(one)
    for name, player in PLAYERS.items():
        passed = sum(_passed(player, contrast, together) for together in groups.values())
        if not passed:
            continue
        guess = chance([one.trial for one in next(iter(groups.values()))], contrast)
        # Twice what a guesser is expected to pass, and more than one pass by accident.
        if guess is None or passed > 1 + 2 * guess * len(groups):
            from dsl.faults.players import ShortcutPasses

            yield ShortcutPasses(
                span=span, player=name, contrast=contrast.name, passed=passed, draws=len(groups)
            )


def _passed(player: Callable[[Unit], Choice], contrast: Contrast, trials: list[Played]) -> bool:
    met = False
    for line in contrast.lines:
        for level in line.levels:
            for one in trials:
                trial = one.trial
                outside = (line.factor, level) in (*trial.cell.levels, *trial.balance)
                for unit in one.units:
                    inside = (line.factor, level) in trial.sessions[unit.session].levels
                    if unit.question.name != line.question or not (outside or inside):
                        continue
                    met = True
                    if not is_right(player(unit), unit.question.key):
                        return False
    return met
