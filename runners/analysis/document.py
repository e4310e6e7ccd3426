"""A run as one JSON document, for whoever scripts it.

The order of a run: experiments and participants as it was started, cells as it took them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from operator import attrgetter
from typing import Any

from dsl.expand import chosen_cells
from dsl.experiment import Experiment
from dsl.record import replace
from dsl.trial import Cell
from renderers.fields.cell_tables import OF_A_RUN
from renderers.fields.design import MODEL, PLACE, SIMULATED, STORE, STUDY
from renderers.fields.field import (
    Field,
    Kind,
    Scale,
    each,
    field,
    nested,
    of,
    pick,
)
from renderers.fields.means import CONTRAST, DOMAIN, EXPERIMENT
from renderers.fields.scales import DOLLARS, KEY, TEXT, TEXTS, TRUTH, WHOLE
from renderers.fields.scores import SCORES, by_role
from renderers.fields.script_measures import MEASURE_SCORE
from renderers.rows.scores import StudyScores
from renderers.rows.trials import TrialRow
from runners.analysis.score_table import Order
from runners.engine.outcome import Calls, Cost, Down, Failure, RunOutcome, Trials
from runners.prices.document import PRICE as OF_PRICES
from runners.prices.table import Price
from runners.store.store import Store
from runners.studies.participant_labels import labels_of
from runners.studies.study import OpenStudy

Json = dict[str, object]

MORE_OR_LESS = Scale[Decimal](Kind.NUMBER, plain=float, unit=DOLLARS.unit)


@dataclass(frozen=True, slots=True)
class Run:
    """A run that ended. `summary` has its scores in the order in which they are reported; `store`
    is where the study is, `replayed`: it was an earlier one.
    """

    outcome: RunOutcome
    scores: StudyScores
    summary: StudyScores
    store: str
    simulated: bool
    replayed: bool = False
    role: str = "matcher (provisional)"
    """Whose marks a run is scored by."""


TRIALS: tuple[Field[Trials], ...] = (
    field(WHOLE, "planned", "trials of the design"),
    field(WHOLE, "completed", "finished in this run, with at least one call"),
    field(WHOLE, "replayed", "finished without a call: every reply was stored"),
    field(WHOLE, "failed", "trials with a call that got no reply"),
    field(WHOLE, "left", "not finished, since the run stopped before"),
)
CALLS: tuple[Field[Calls], ...] = (
    field(WHOLE, "made", "replies that came in this run"),
    field(WHOLE, "replayed", "replies taken from the store"),
    field(WHOLE, "retried", "tries beyond the first, of any call"),
    field(WHOLE, "failed", "calls that got no reply"),
)
PRICE: tuple[Field[Price], ...] = (
    field(TEXT, "model", "the model that the price is of", "name"),
    field(DOLLARS, "input_usd", "price of a million tokens read", "input"),
    field(DOLLARS, "output_usd", "price of a million tokens written", "output"),
    *(one.but(heading="") for one in pick(OF_PRICES, "date", "source")),
)
COST: tuple[Field[Cost], ...] = (
    field(DOLLARS, "now_usd", "cost of this run", "now"),
    field(DOLLARS, "earlier_usd", "cost of the study before it", "earlier"),
    field(DOLLARS, "elsewhere_usd", "cost of other processes meanwhile", "elsewhere"),
    field(DOLLARS, "ceiling_usd", "most that it may cost", "ceiling", missing="nobody set one"),
    field(TRUTH, "ceiling_reached", "whether the run stopped for that", "reached"),
    field(WHOLE, "input_tokens", "tokens read in this run"),
    field(WHOLE, "output_tokens", "tokens written in this run"),
    field(
        WHOLE,
        "cache_read_tokens",
        "of the tokens read, those in the provider's cache",
        "cache_read",
    ),
    field(
        MORE_OR_LESS,
        "cache_saving_usd",
        "how much less the bill is for the provider's cache; below 0 where it costs more",
        "cache_saving",
    ),
    field(WHOLE, "replies_without_tokens", "replies whose tokens are not known", "unmeasured"),
    field(TEXTS, "without_price", "participants whose price is not known", "unpriced"),
    each("prices", "the prices", PRICE),
)
COSTS: tuple[Field[Any], ...] = (
    field(
        DOLLARS, "cost_usd", "cost of this run",
        lambda run: None if run.cost is None or run.cost.unpriced else run.cost.now,
        missing="a price is not known, or nobody counted",
    ),
    nested("cost", "what that is made of", COST, missing="nobody counted"),
)  # fmt: skip
"""What something with a `cost` cost."""

WHY: tuple[Field[Any], ...] = (
    field(TEXT, "message", "what happened"),
    field(TEXT, "help", "what to do"),
)
FAILURE: tuple[Field[Failure], ...] = (
    field(KEY, "trial", "the trial of the call"),
    PLACE,
    MODEL.read_by(lambda failure: failure.participant),
    field(TEXT, "kind", "what kind of failure it was"),
    *WHY,
)
DOWN: tuple[Field[Down], ...] = (
    MODEL.read_by(lambda down: down.participant),
    field(TEXT, "kind", "what kind of failure the last one was"),
    *WHY,
)
_CONTRAST = pick(
    CONTRAST, "experiment", "contrast", "condition", "model", "simulated", "wording", "n",
    "passed", "undecided", "chance",
)  # fmt: skip

RUN: tuple[Field[Run], ...] = (
    STUDY.read_by(attrgetter("outcome.study")),
    SIMULATED,
    field(TRUTH, "replayed", "whether it is an earlier run, of which nothing was asked again"),
    STORE,
    nested("trials", "how many trials", TRIALS, "outcome.trials"),
    nested("calls", "how many calls", CALLS, "outcome.calls"),
    *of(attrgetter("outcome"), COSTS),
    each("cells", "cells of the design", OF_A_RUN, "scores.cells"),
    by_role("experiments", "means over cells", lambda run: run.summary.experiments, EXPERIMENT),
    by_role("domains", "means over experiments", lambda run: run.summary.domains, DOMAIN),
    each("contrasts", "how often each was passed", _CONTRAST, "scores.contrasts"),
    each(
        "script_measures", "measures that scripts declare, and values of questionnaires",
        MEASURE_SCORE, "scores.measure_scores",
    ),
    *of(attrgetter("summary"), pick(SCORES, "telling_apart")),
    each("failures", "calls that got no reply", FAILURE, "outcome.failures"),
    each("down", "participants that were not asked again", DOWN, "outcome.down"),
)  # fmt: skip
"""What `devrun run --json` prints. Keys may be added, none renamed; null where unknown."""


def as_last_started(store: Store, opened: OpenStudy) -> OpenStudy:
    """The study with experiments and participants in the order of its newest start."""
    models, files = store.asked_last(opened.study.id)
    names = labels_of(opened.participants)
    file_of = {one.procedure: one.file for one in store.scripts_of(opened.study.id)}
    return replace(
        opened,
        chapters=tuple(sorted(opened.chapters, key=lambda one: _at(files, file_of[one.procedure]))),
        participants=tuple(
            sorted(opened.participants, key=lambda one: (_at(models, one.name), names[one.key]))
        ),
    )


def as_run(opened: OpenStudy, cells: Mapping[str, Sequence[Cell]] | None = None) -> Order:
    """The order of a run: by experiment, participant and cell. `cells` are those of each experiment
    (by title), as the run took them; else all, as a run takes them.
    """
    names = labels_of(opened.participants).values()
    models = {name: at for at, name in enumerate(names)}
    experiments = {one.experiment.title: at for at, one in enumerate(opened.chapters)}
    if cells is None:
        cells = {one.experiment.title: _cells(one.experiment) for one in opened.chapters}
    places = {
        (title, cell.levels, cell.wording): at
        for title, some in cells.items()
        for at, cell in enumerate(some)
    }

    def place(row: TrialRow) -> tuple[object, ...]:
        return (
            experiments[row.experiment],
            models[row.model],
            places[row.experiment, row.levels, row.wording],
            row.draw,
            row.sample,
        )

    return place


def _at(order: tuple[str, ...], name: str) -> int:
    """The place of a name in an order; what is not in it comes last."""
    return order.index(name) if name in order else len(order)


def _cells(experiment: Experiment) -> tuple[Cell, ...]:
    """Every cell, in whichever wording, as a run takes them."""
    wordings = tuple(dict.fromkeys((*experiment.design.wordings, "original", "permuted")))
    return chosen_cells(experiment, wordings=wordings)
