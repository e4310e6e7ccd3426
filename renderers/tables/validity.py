"""Scores of simulated participants on a script, below chance: one row for each participant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from renderers.number_words import decimal, percent
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import plain_lines


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """Scores of one participant in one condition, over both wordings.

    `share`: proportion correct, ignoring control questions; a reply that needs a human counts as
    wrong. `lrs`: mean of the trials that have one. `undecided`: trials that need a human, of
    `trials`. `even`: for each even question how often the first of its two answers is chosen, where
    one of them is. `measured`: the mean of each measure, where nothing is scored.
    """

    player: str
    kind: str
    condition: str
    share: Fraction | None
    lrs: Fraction | None
    undecided: int
    trials: int
    even: tuple[tuple[str, Fraction | None], ...] = ()
    measured: tuple[tuple[str, Fraction | None], ...] = ()


def render_players(
    title: str, figures: Sequence[PlayerFigures], note: str, *, width: int = 100
) -> str:
    """The table as text: proportion correct and LRS of every participant in every condition."""
    players = list(dict.fromkeys((one.player, one.kind) for one in figures))
    columns = [
        Column("participant", tuple(name for name, _ in players), right=False, label=True),
        Column("sees the key", tuple(kind for _, kind in players), right=False, label=True),
        *_by_condition(figures, [name for name, _ in players]),
    ]
    if not any(one.measured for one in figures):
        undecided = tuple(_undecided(figures, name) for name, _ in players)
        columns.append(Column("needs\na human", undecided))
    return "\n".join([title, *plain_lines(one_table(columns, width), width=width), note])


def render_shortcuts(
    title: str, figures: Sequence[PlayerFigures], note: str, *, width: int = 100
) -> str:
    """The table of rules that go by the words alone: proportion correct and LRS of each."""
    names = list(dict.fromkeys(one.player for one in figures))
    columns = [
        Column("shortcut", tuple(names), right=False, label=True),
        *_by_condition(figures, names),
    ]
    return "\n".join([title, *plain_lines(one_table(columns, width), width=width), note])


def _by_condition(figures: Sequence[PlayerFigures], names: Sequence[str]) -> list[Column]:
    columns = []
    for condition in dict.fromkeys(one.condition for one in figures):
        by_player = {one.player: one for one in figures if one.condition == condition}
        means = {name: dict(by_player[name].measured) for name in names}
        for measure in dict.fromkeys(one for each in means.values() for one in each):
            written = tuple(decimal(means[name].get(measure)) for name in names)
            columns.append(Column(f"{condition}\n{measure}".lstrip("\n"), written))
        if any(means.values()):
            continue
        # The two figures are one column, so that they are together below the condition's name.
        told = tuple(
            f"{percent(one.share):>4}  {decimal(one.lrs):>4}"
            for one in (by_player[name] for name in names)
        )
        columns.append(Column(f"{condition}\nright   LRS".lstrip("\n"), told))
        shares = {name: dict(by_player[name].even) for name in names}
        for question in dict.fromkeys(one for each in shares.values() for one in each):
            chosen = tuple(
                percent(shares[name].get(question)) if shares[name] else "" for name in names
            )
            columns.append(Column(f"first of\n{question}", chosen))
    return columns


def _undecided(figures: Sequence[PlayerFigures], player: str) -> str:
    here = [one for one in figures if one.player == player]
    trials = sum(one.trials for one in here)
    return f"{sum(one.undecided for one in here)} of {trials}" if trials else ""
