"""Cells and versions that a participant cannot tell apart, because they read the same.

This is looked at in expanded trials, and not in the steps: two levels may name different lets that
come to the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dsl import tree
from dsl.checking.findings import Findings
from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.faults.method import CellsAlike, UnusedFactor
from dsl.tree import FactorKind
from dsl.trial import Fork, Levels, Node, ScriptedTurn, Session, Turn

MOST_SESSIONS = 128
"""So many sessions of one draw are compared; beyond, expanding them would take long."""

DRAWS = (1, 2)
"""Cells may differ under one level of a counterbalance only; two draws show more than one."""


def check_alike(experiment: Experiment, places: Mapping[str, tree.Factor], found: Findings) -> None:
    """Warn of the first two cells, and of the first two versions, that send the same words."""
    wording = experiment.design.wordings[-1]
    all_cells = cells(experiment, wordings=(wording,))
    versions = 1
    for factor in experiment.of_kind(FactorKind.VERSIONS):
        versions *= len(factor.levels)
    if len(all_cells) * versions > MOST_SESSIONS or len(all_cells) * versions == 1:
        return
    expander = Expander(experiment)
    told: dict[Levels, tuple[tuple[object, ...], ...]] = {}
    for cell in all_cells:
        trials = [expander.trial(cell, draw=draw) for draw in DRAWS]
        told[cell.levels] = tuple(tuple(map(_words, trial.sessions)) for trial in trials)
        if cell is all_cells[0]:
            by_version = {
                session.levels: tuple(_words(trial.sessions[n]) for trial in trials)
                for n, session in enumerate(trials[0].sessions)
            }
            _first_alike(by_version, FactorKind.VERSIONS, places, found)
    _first_alike(told, FactorKind.CONDITIONS, places, found)


def _first_alike(
    told: Mapping[Levels, object],
    kind: FactorKind,
    places: Mapping[str, tree.Factor],
    found: Findings,
) -> None:
    seen: dict[object, Levels] = {}
    for levels, words in told.items():
        if words in seen:
            changed = next(
                factor
                for (factor, level), (_, before) in zip(levels, seen[words], strict=True)
                if level != before
            )
            span = places[changed].name.span
            if found.has(UnusedFactor, span):
                return
            found.add(
                CellsAlike(
                    span=span, first=_named(seen[words]),
                    second=_named(levels),
                )
            )  # fmt: skip
            return
        seen[words] = levels


def _named(levels: Levels) -> str:
    return " and ".join(level for _, level in levels)


def _words(session: Session) -> tuple[object, ...]:
    """Everything of a session that is sent."""
    return (session.system, tuple(_sent(session.nodes)))


def _sent(nodes: Iterable[Node]) -> Iterable[object]:
    for node in nodes:
        match node:
            case Turn():
                asked = node.question
                yield node.says
                if asked is not None:
                    yield (asked.text, asked.options, asked.rating, asked.labels)
            case ScriptedTurn():
                yield (node.says, node.reply)
            case Fork():
                yield tuple(tuple(_sent(branch)) for branch in node.branches)
