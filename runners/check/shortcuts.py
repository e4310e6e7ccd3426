"""Players without understanding, tried on every cell of a script: W651 and W652."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from coders.contrasts import chance, group
from dsl.diagnostic import Fault
from dsl.expand import Expander, cells
from dsl.experiment import Contrast, ContrastLine, Question
from dsl.span import Span
from dsl.tree import QuestionKind
from dsl.trial import Cell, Levels
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
    # A draw has the same words and orders in every condition, so that what comes about in one comes
    # about in all: each combination of the levels that are not compared is looked at by itself, as
    # scores report it, and has every draw once.
    tables: dict[Levels, dict[int, list[Played]]] = {}
    for one in trials:
        _, draw, _, rest = group(one.trial, contrast)
        tables.setdefault(rest, {}).setdefault(draw, []).append(one)
    for name, player in PLAYERS.items():
        found = [
            (Fraction(passed, draws), passed, draws, rest)
            for rest, table in tables.items()
            if (told := _too_often(player, contrast, tuple(table.values()))) is not None
            for passed, draws in (told,)
        ]
        if found:
            from dsl.faults.players import ShortcutPasses

            _, passed, draws, rest = max(found, key=lambda one: one[0])
            where = f" in {', '.join(level for _, level in rest)}" if len(tables) > 1 else ""
            yield ShortcutPasses(
                span=span,
                player=name,
                contrast=contrast.name,
                passed=passed,
                draws=draws,
                where=where,
            )


def _too_often(
    player: Callable[[Unit], Choice], contrast: Contrast, draws: Sequence[list[Played]]
) -> tuple[int, int] | None:
    """In how many of these draws a player passes the contrast, and how many have all of it; None if
    guessing explains that.
    """
    told = [
        (passed, each) for each in draws if (passed := _passed(player, contrast, each)) is not None
    ]
    passes = sum(passed for passed, _ in told)
    if not passes:
        return None
    # A guesser's odds may differ from draw to draw: what is expected of him is their sum.
    odds = [chance([one.trial for one in each], contrast) for _, each in told]
    known = [one for one in odds if one is not None]
    expected = sum(known, Fraction(0))
    # Twice what a guesser is expected to pass, and more than one pass by accident.
    if len(known) == len(odds) and passes <= 1 + 2 * expected:
        return None
    return passes, len(told)


def _passed(
    player: Callable[[Unit], Choice], contrast: Contrast, trials: Sequence[Played]
) -> bool | None:
    """Whether every question of a contrast is right; None where one of its levels is not there."""
    right = True
    for line in contrast.lines:
        for level in line.levels:
            met = list(_compared(trials, line, level))
            if not met:
                return None
            right = right and all(is_right(player(unit), unit.question.key) for unit in met)
    return right if contrast.lines else None


def _compared(trials: Sequence[Played], line: ContrastLine, level: str) -> Iterator[Unit]:
    """The questions of a line where they are asked at one of its levels."""
    at = (line.factor, level)
    for one in trials:
        trial = one.trial
        outside = at in (*trial.cell.levels, *trial.balance)
        for unit in one.units:
            asked = unit.question.name == line.question
            if asked and (outside or at in trial.sessions[unit.session].levels):
                yield unit
