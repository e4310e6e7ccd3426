"""Facts only in reports: participants, dates, parameters, simple rules and costs.

They are `report` in the document of `devrun report --json`, so that the page needs nothing
but that document. Everything that `devrun score`, `agree` or `compare` say stays under their names.

The cost of judges: their calls are in their own logs, not among the study's.

The scripts of a study as a report says them: hashes, design, published figures.

On which trials the coders that count differ: where to look first, and how many there are.

A trial represents all of its questions here, since a reader goes on to its transcript, where every
mark is next to the reply. The widest differences come first; which transcripts a page carries
does not depend on them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter

import numpy as np

from coders.desk.log import Event, read_log
from dsl import __devrun__
from dsl.experiment import Guard
from dsl.trial import Cell, Levels
from dsl.words import and_list
from renderers.design_words import design_sentence
from renderers.fields.bills import JUDGE_COST
from renderers.fields.cells import CHANCE
from renderers.fields.field import document
from renderers.rows.bills import Bill
from renderers.rows.scores import CellScore, DomainScore, ExperimentScore, StudyScores
from renderers.rows.trials import CoderRow, TrialRow
from runners.analysis.document import Json, number
from runners.analysis.score_table import ScoreTable
from runners.check.best_player import best_player
from runners.coding.judges.judge_log import JUDGE, JUDGING, identity_in
from runners.coding.packet_record import JUDGES
from runners.prices.table import Price, is_free, price_name
from runners.report.people import billed, costs_document, of_the_study, participants_document
from runners.store.call_queries import ModelReplies
from runners.store.store import Store
from runners.store.study_queries import StartRecord
from runners.studies.participant_labels import labels_of
from runners.studies.study import OpenStudy, StudyExperiment
from runners.studies.unsupported_parameters import omissions

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


def judges_document(store: Store, study: str, prices: Mapping[str, Price]) -> list[Json]:
    """Every model that judged replies of a study, packet by packet, and what its replies took.

    Raises PacketUnusable where a log cannot be read.
    """
    judges = store.judges_of(study)
    return [_judge(store, packet, name, prices) for packet, name in judges if name != JUDGES]


def _judge(store: Store, packet: str, name: str, prices: Mapping[str, Price]) -> Json:
    text = "".join(f"{code.line}\n" for code in store.codes_of(packet))
    events = read_log(text, f"the log of {name} in {store.where}") if text else ()
    identity = next((identity_in(one) for one in events if one.kind == JUDGING), {})
    model = next((one.text("model") for one in events if one.kind == JUDGING), "")
    replies = [one for one in events if one.kind == JUDGE]
    bill = Bill(
        name,
        identity.get("provider") == "sim",
        len(replies),
        sum(one.number("input_tokens") or 0 for one in replies),
        sum(one.number("output_tokens") or 0 for one in replies),
        sum(map(_missing, replies)),
        None,
        None,
        packet=packet,
    )
    price = prices.get(price_name(model, identity)) if model else None
    return document(JUDGE_COST, billed(bill, price, free=bool(model) and is_free(model)))


def _missing(event: Event) -> bool:
    return event.number("input_tokens") is None or event.number("output_tokens") is None


def script_document(chapter: StudyExperiment, opened: OpenStudy) -> Json:
    """One script: its hashes, its design in words, and the figures that it says were published."""
    experiment = chapter.experiment
    groups = opened.rows.groups
    mine = opened.rows.of_groups(one for one in groups if one.procedure == chapter.procedure)
    meta = dict(experiment.meta)
    return {
        "experiment": experiment.title,
        "file": experiment.file.replace("\\", "/").rpartition("/")[2],
        "domain": meta.get("domain") or None,
        "source": meta.get("source") or None,
        "procedure": chapter.procedure,
        "rubric": chapter.rubric,
        "mended": chapter.mended,
        "errors": list(chapter.errors),
        "draws": len(set(mine.draws)),
        "samples": len(set(mine.samples)),
        # What was run, which may be less than the script has, or more.
        "design": design_sentence(
            experiment,
            runs=len(set(mine.draws)),
            samples=len(set(mine.samples)),
            wordings=sorted({one.wording for one in mine.used}),
            run_in={one.levels for one in mine.used},
        ),
        "references": [
            {
                "who": one.who,
                "value": one.value,
                "unit": one.unit or None,
                "for": _words(one.guard),
                "question": one.question or None,
                "n": one.n,
                "source": one.source or None,
            }
            for one in experiment.references
        ],
    }


def _words(guard: Guard) -> str | None:
    """For which cells a figure was published, by the names of levels; None for all."""
    needed = ", ".join(and_list(list(levels), "or") for _, levels in guard.needs)
    without = and_list([words for one in guard.excludes if (words := _words(one))], "or")
    return ", ".join(part for part in (needed, without and f"not {without}") if part) or None


SHOWN = 100
"""So many are listed at most."""


def disagreements_document(trials: Sequence[TrialRow]) -> Json:
    """How many trials two or more counted coders `judged`, on how many they `differ`, and the
    places in the list of trials of the widest of these.
    """
    table = ScoreTable.of(trials)
    counted = [[one for one in row.coders if one.counted] for row in table.patterns]
    several = np.array([len(mine) > 1 for mine in counted], dtype=np.bool_)
    apart = [
        len({(one.gate, one.status, one.share, one.lrs) for one in mine}) > 1 for mine in counted
    ]
    widths = [_width(mine) if differ else -1.0 for mine, differ in zip(counted, apart, strict=True)]
    found = np.array(widths, dtype=np.float64)[table.like]
    judged, differ = int(several[table.like].sum()), int((found >= 0).sum())
    widest = np.argsort(-found, kind="stable")[: min(differ, SHOWN)]
    return {
        "judged": judged,
        "differ": differ,
        "share": differ / judged if judged else None,
        "widest": widest.tolist(),
    }


def _width(coders: list[CoderRow]) -> float:
    """How far apart they are: in LRS, a disputed gate before everything, shares after."""
    gates = len({one.gate for one in coders}) > 1
    scores = [one.lrs for one in coders if one.lrs is not None]
    shares = [one.share for one in coders if one.share is not None]
    apart = max(scores) - min(scores) if scores else 0
    return 10 * gates + apart + (float(max(shares) - min(shares)) if shares else 0)
