"""Scores of simulated participants on a script, below chance: one row for each participant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter

from renderers.fields.design import CONDITION, EXPERIMENT_TITLE
from renderers.fields.field import Field, columns, field, of
from renderers.fields.scales import LRS, SCORES_BY_KIND, SHARE, TEXT, TRUTH, WHOLE
from renderers.fields.trials import NEEDS_HUMAN, SHARE_RIGHT
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


_NAME: Field[PlayerFigures] = field(
    TEXT, "participant", "the participant, or a rule that is none", "player",
    heading="participant", label=True,
)  # fmt: skip
_SHORTCUT = _NAME.but(what="the rule, which goes by the words alone", heading="shortcut")
_TOLD: Field[PlayerFigures] = field(
    TRUTH, "told_the_key", "whether it sees the key",
    lambda one: one.kind == "yes" if one.kind else None,
    missing="its figures are computed", heading="sees the key", label=True, none="",
)  # fmt: skip
_NEEDS_HUMAN: Field[PlayerFigures] = field(
    WHOLE, "needs_human", "trials that need a human", "undecided", heading=NEEDS_HUMAN
)
_RIGHT: Field[PlayerFigures] = field(
    SHARE, "share", f"{SHARE_RIGHT}: mean of all trials", missing="nothing is scored",
    heading="right",
)  # fmt: skip
_LRS: Field[PlayerFigures] = field(
    LRS, "provisional_lrs", "mean of the LRS computed without coders", "lrs",
    missing="no trial has one", heading="LRS",
)  # fmt: skip
PLAYER: tuple[Field[tuple[str, PlayerFigures]], ...] = (
    EXPERIMENT_TITLE.read_by(itemgetter(0)),
    *of(itemgetter(1), (
        _NAME,
        _TOLD,
        CONDITION,
        _RIGHT,
        _LRS,
        _NEEDS_HUMAN,
        field(WHOLE, "trials", "trials that were simulated"),
        field(
            SCORES_BY_KIND, "even", "for each even question how often its first answer is chosen",
            lambda one: dict(one.even),
        ),
    )),
)  # fmt: skip
"""Of a participant in a condition of a script, whose title comes first."""


def render_players(
    title: str, figures: Sequence[PlayerFigures], note: str, *, width: int = 100
) -> str:
    """The table as text: proportion correct and LRS of every participant in every condition."""
    table = _table((_NAME, _TOLD), figures)
    if not any(one.measured for one in figures):
        undecided = tuple(_undecided(figures, name) for name in table[0].cells)
        table.append(Column(_NEEDS_HUMAN.heading, undecided))
    return "\n".join([title, *plain_lines(one_table(table, width), width=width), note])


def render_shortcuts(
    title: str, figures: Sequence[PlayerFigures], note: str, *, width: int = 100
) -> str:
    """The table of rules that go by the words alone: proportion correct and LRS of each."""
    table = _table((_SHORTCUT,), figures)
    return "\n".join([title, *plain_lines(one_table(table, width), width=width), note])


def _table(named: Iterable[Field[PlayerFigures]], figures: Sequence[PlayerFigures]) -> list[Column]:
    """A row for each participant, with these columns first."""
    players = {one.player: one for one in reversed(figures)}
    names = dict.fromkeys(one.player for one in figures)
    return [*columns(named, [players[name] for name in names]), *_by_condition(figures, names)]


def _by_condition(figures: Sequence[PlayerFigures], names: Iterable[str]) -> list[Column]:
    found = []
    for condition in dict.fromkeys(one.condition for one in figures):
        by_player = {one.player: one for one in figures if one.condition == condition}
        means = {name: dict(by_player[name].measured) for name in names}
        for measure in dict.fromkeys(one for each in means.values() for one in each):
            written = tuple(decimal(means[name].get(measure)) for name in names)
            found.append(Column(f"{condition}\n{measure}".lstrip("\n"), written))
        if any(means.values()):
            continue
        # The two figures are one column, so that they are together below the condition's name.
        told = tuple(
            f"{percent(one.share):>4}  {decimal(one.lrs):>4}"
            for one in (by_player[name] for name in names)
        )
        found.append(Column(f"{condition}\n{_RIGHT.heading}   {_LRS.heading}".lstrip("\n"), told))
        shares = {name: dict(by_player[name].even) for name in names}
        for question in dict.fromkeys(one for each in shares.values() for one in each):
            chosen = tuple(
                percent(shares[name].get(question)) if shares[name] else "" for name in names
            )
            found.append(Column(f"first of\n{question}", chosen))
    return found


def _undecided(figures: Sequence[PlayerFigures], player: str) -> str:
    here = [one for one in figures if one.player == player]
    trials = sum(one.trials for one in here)
    return f"{sum(one.undecided for one in here)} of {trials}" if trials else ""
