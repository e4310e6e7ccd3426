"""Facts only in reports: participants, dates, parameters, simple rules and costs.

They are `report` in the document of `devrun report --json`, so that the page needs nothing
but that document. Everything that `devrun score`, `agree` or `compare` say stays under their names.

The calls of judges are in their own logs, not among the study's. `disagreements` are where to look
first: a trial represents all of its questions here, since a reader goes on to its transcript, where
every mark is next to the reply. Which transcripts a page carries does not depend on them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter

import numpy as np

from coders.desk.log import Event, read_log
from dsl import __devrun__
from dsl.trial import Cell, Levels
from renderers.fields.bills import JUDGE_COST
from renderers.fields.cells import CHANCE
from renderers.fields.field import (
    Document,
    Field,
    document,
    field,
    nested,
)
from renderers.fields.scales import LRS, RATIO, SHARE, TEXT, TEXTS, TIME, WHOLE
from renderers.fields.studies import SCRIPT, STUDY, WHOLES
from renderers.rows.bills import StudyBill
from renderers.rows.scores import CellScore, DomainScore, ExperimentScore, StudyScores
from renderers.rows.trials import CoderRow, TrialRow
from runners.analysis.document import Json
from runners.analysis.score_table import ScoreTable
from runners.check.best_player import BestPlayer, best_player
from runners.coding.judges.judge_log import JUDGE, JUDGING, identity_in
from runners.coding.packet_record import JUDGES
from runners.prices.table import Price, is_free, price_name
from runners.report.people import billed, costs_document, of_the_study, participants_document
from runners.report.replies import StudyReplies
from runners.report.scripts import ran
from runners.store.store import Store
from runners.studies.participant_labels import labels_of
from runners.studies.study import OpenStudy
from runners.studies.unsupported_parameters import omissions

_Mean = ExperimentScore | DomainScore
MADE: tuple[Field[str], ...] = (
    field(TEXT, "tool_version", "version of devrun that made it", lambda _: __devrun__),
    field(TIME, "made", "when it was made", lambda at: at),
)
ASKED_WITHOUT: tuple[Field[tuple[str, ...]], ...] = (
    field(
        TEXTS, "asked_without", "which participants were asked without which parameters",
        lambda sentences: sentences,
    ),
)  # fmt: skip
NOT_CODED: tuple[Field[str | None], ...] = (
    field(
        TEXT, "not_coded", "why no coders are compared", lambda why: why,
        missing="some are: see `agree`",
    ),
)  # fmt: skip
MEAN_CHANCE: tuple[Field[tuple[_Mean, StudyScores]], ...] = (
    CHANCE.but(
        what="LRS expected from guessing, controls passed, over the cells of a mean",
        missing="that of some cell is unknown",
    ).read_by(lambda one: _chance(*one)),
)  # fmt: skip

_At = tuple[str, Levels, str]
"""An experiment, levels and a wording."""


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
        **document(MADE, at),
        "study": document(STUDY, (opened, replies.starts)),
        "participants": participants_document(opened, found, labels),
        **document(ASKED_WITHOUT, omissions(opened.participants, labels)),
        "scripts": [document(SCRIPT, ran(one, opened)) for one in opened.chapters],
        "cells": _beside_cells(opened, scores.cells),
        "experiments": [document(MEAN_CHANCE, (one, scores)) for one in scores.experiments],
        "domains": [document(MEAN_CHANCE, (one, scores)) for one in scores.domains],
        "disagreements": document(DISAGREEMENTS, disagreements(scores.trials)),
        "costs": costs_document(opened, found, labels, prices),
        "judges": judges_document(store, opened.study.id, prices),
    }


def _chance(mean: _Mean, scores: StudyScores) -> Fraction | None:
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
    return sum(known, Fraction(0)) / len(known)


_HEURISTIC: tuple[Field[BestPlayer], ...] = (
    field(TEXT, "rule", "what it does"),
    field(LRS, "lrs", "its mean LRS, controls passed"),
    field(SHARE, "share", "its proportion correct"),
    field(WHOLE, "n_draws", "draws in these", "draws"),
)
RULE_IN_CELL: tuple[Field[BestPlayer | None], ...] = (
    nested(
        "heuristic", "the best of some rules that need no understanding", _HEURISTIC,
        lambda best: best, missing="none can be played",
    ),
)  # fmt: skip


def _beside_cells(opened: OpenStudy, cells: Sequence[CellScore]) -> list[Json]:
    """For each cell of the scores, in their order, the best of the mindless rules on its draws."""
    draws: dict[_At, set[int]] = {}
    seeds: dict[_At, int] = {}
    for group, some in opened.rows.draws_of_groups.items():
        at = (group.experiment, group.levels, group.wording)
        draws.setdefault(at, set()).update(some)
        seeds.setdefault(at, group.seed)
    chapters = {one.experiment.title: one for one in opened.chapters}
    known: dict[_At, Document] = {}
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
        known[place] = document(RULE_IN_CELL, best)
    return [known[cell.experiment, cell.levels, cell.wording] for cell in cells]


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
    bill = StudyBill(
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


SHOWN = 100
"""So many are listed at most."""


@dataclass(frozen=True, slots=True)
class Disagreements:
    """How many trials two or more counted coders `judged`, on how many they `differ`, and the
    places in the list of trials of the widest of these.
    """

    judged: int
    differ: int
    widest: Sequence[int]


DISAGREEMENTS: tuple[Field[Disagreements], ...] = (
    field(WHOLE, "judged", "trials that two or more counted coders judged"),
    field(WHOLE, "differ", "those on which they differ"),
    field(
        RATIO, "share", "the second as a share of the first",
        lambda found: found.differ / found.judged if found.judged else None,
        missing="there are none",
    ),
    field(WHOLES, "widest", f"places in `score.trials` of the {SHOWN} on which they differ most"),
)  # fmt: skip


def disagreements(trials: Sequence[TrialRow]) -> Disagreements:
    """Where the counted coders differ."""
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
    return Disagreements(judged, differ, widest.tolist())


def _width(coders: list[CoderRow]) -> float:
    """How far apart they are: in LRS, a disputed gate before everything, shares after."""
    gates = len({one.gate for one in coders}) > 1
    scores = [one.lrs for one in coders if one.lrs is not None]
    shares = [one.share for one in coders if one.share is not None]
    apart = max(scores) - min(scores) if scores else 0
    return 10 * gates + apart + (float(max(shares) - min(shares)) if shares else 0)
