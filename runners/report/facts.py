"""Facts only in reports: participants, dates, parameters, simple rules and costs.

They are `report` in the document of `devrun report --json`, so that the page needs nothing
but that document. Everything that `devrun score`, `agree` or `compare` say stays under their names.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING

from dsl import __devrun__
from dsl.trial import Cell, Levels
from renderers.fields.cells import CHANCE
from runners.analysis.document import Json, number
from runners.check.best_player import best_player
from runners.report.disagreements import disagreements_document
from runners.report.judges import judges_document
from runners.report.people import (
    costs_document,
    of_the_study,
    participants_document,
)
from runners.report.scripts import script_document
from runners.store.call_queries import ModelReplies
from runners.store.study_queries import StartRecord
from runners.studies.participant_labels import labels_of
from runners.studies.unsupported_parameters import omissions

if TYPE_CHECKING:
    from renderers.rows.scores import CellScore, DomainScore, ExperimentScore, StudyScores
    from runners.prices.table import Price
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

_TOLD = (
    "runs", "samples", "seed", "wording", "only", "framing", "models", "temperature", "max_tokens",
    "param",
)  # fmt: skip
"""Settings of a start that a report repeats."""

_At = tuple[str, Levels, str]
"""An experiment, levels and a wording."""


@dataclass(frozen=True, slots=True)
class StudyReplies:
    """What the database says of a study's replies, cell by cell, and of its starts."""

    answered: tuple[ModelReplies, ...]
    starts: tuple[StartRecord, ...]


@contextmanager
def replies_aside(store: Store, study: str) -> Iterator[Callable[[], StudyReplies]]:
    """What gives the replies of a study; they are summed in a thread meanwhile. The database reads
    every reply for that, some seconds for a hundred thousand trials, and needs no Python.
    """

    def summed() -> StudyReplies:
        return StudyReplies(store.model_replies(study), store.starts_of(study))

    with ThreadPoolExecutor(1) as aside:
        found = aside.submit(summed)
        yield found.result


def facts(
    store: Store,
    opened: OpenStudy,
    scores: StudyScores,
    replies: StudyReplies,
    *,
    prices: Mapping[str, Price],
    at: str,
) -> Json:
    """The facts about what was opened of a study; `at` is the time of the report, UTC."""
    labels = labels_of(opened.participants)
    found = of_the_study(replies.answered, opened)
    return {
        "tool_version": __devrun__,
        "made": at,
        "study": _study(opened, replies.starts),
        "participants": participants_document(opened, found, labels),
        "asked_without": list(omissions(opened.participants, labels)),
        "scripts": [script_document(one, opened) for one in opened.chapters],
        "cells": _beside_cells(opened, scores.cells),
        "experiments": [{CHANCE.name: _chance(one, scores)} for one in scores.experiments],
        "domains": [{CHANCE.name: _chance(one, scores)} for one in scores.domains],
        "disagreements": disagreements_document(scores.trials),
        "costs": costs_document(opened, found, labels, prices),
        "judges": judges_document(store, opened.study.id, prices),
    }


def _study(opened: OpenStudy, starts: Sequence[StartRecord]) -> Json:
    rows = opened.rows
    return {
        "id": opened.study.id,
        "first_started": opened.study.first_started,
        "last_started": opened.study.last_started,
        "starts": [
            {"at": one.at, "tool_version": one.tool_version, "settings": _settings(one.settings)}
            for one in starts
        ],
        "wordings": sorted({one.wording for one in rows.used}),
        "draws": len(set(rows.draws)),
        "samples": len(set(rows.samples)),
        "seeds": sorted({one.seed for one in rows.used}),
        "trials": len(rows),
    }


def _settings(kept: str) -> Json:
    """What was asked for at a start, without the places of files on somebody's computer."""
    found = json.loads(kept)
    return {name: found[name] for name in _TOLD if found.get(name) not in (None, [], "")}


def _chance(mean: ExperimentScore | DomainScore, scores: StudyScores) -> float | None:
    """What guessing gets over the cells whose mean represents an experiment or a domain (all of its
    cells, as long as none has a mean); None where that is not known for one of them.
    """
    of = "experiment" if hasattr(mean, "experiment") else "domain"
    whose = attrgetter(of, "wording", "model")
    every = [cell for cell in scores.cells if whose(cell) == whose(mean) and not cell.addition]
    mine = [cell.chance for cell in every if cell.lrs.mean is not None] or [
        cell.chance for cell in every
    ]
    known = [one for one in mine if one is not None]
    if not known or len(known) < len(mine):
        return None
    return float(sum(known, Fraction(0)) / len(known))


def _beside_cells(opened: OpenStudy, cells: Sequence[CellScore]) -> list[Json]:
    """For each cell of the scores, in their order, the best of the mindless rules on its draws."""
    draws: dict[_At, set[int]] = {}
    seeds: dict[_At, int] = {}
    for group, some in opened.rows.draws_of_groups.items():
        at = (group.experiment, group.levels, group.wording)
        draws.setdefault(at, set()).update(some)
        seeds.setdefault(at, group.seed)
    chapters = {one.experiment.title: one for one in opened.chapters}
    known: dict[_At, Json | None] = {}
    for cell in cells:
        place = (cell.experiment, cell.levels, cell.wording)
        if place in known:
            continue
        chapter = chapters[cell.experiment]
        best = best_player(
            opened.expander(chapter, seeds[place]),
            Cell(cell.levels, cell.wording, chapter.experiment.only_condition),
            sorted(draws[place]),
        )
        known[place] = (
            None
            if best is None
            else {
                "rule": best.rule,
                "lrs": number(best.lrs),
                "share": number(best.share),
                "n_draws": best.draws,
            }
        )
    return [{"heuristic": known[cell.experiment, cell.levels, cell.wording]} for cell in cells]
