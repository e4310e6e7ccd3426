"""What `devrun plan --json` counts, each figure with what it means."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from operator import itemgetter
from typing import Any

from coders.statistics.differences import POWER
from coders.statistics.intervals import FEWEST
from coders.statistics.item_means import planned_margin
from coders.statistics.power import STUDIES, monte_carlo_error
from dsl.errors import DevrunError
from renderers.fields.design import EXPERIMENT_TITLE
from renderers.fields.field import (
    Document,
    Field,
    Kind,
    Scale,
    by_name,
    document,
    each,
    field,
    group,
    of,
)
from renderers.fields.scales import (
    DOLLARS,
    NUMBER,
    OPTIONAL,
    RATIO,
    TEXT,
    TEXTS,
    WHOLE,
)
from renderers.tables.power import POWER_ROW, PowerRow
from runners.cli.batches.planning import batch_cost, batch_rounds
from runners.cli.planning.planned_scores import call_bounds, sharing
from runners.cli.planning.planned_sizes import PlannedStudy
from runners.comparison.families import of_scripts
from runners.engine.agent_size import AgentSize
from runners.power import SEED
from runners.prices.document import PRICE
from runners.prices.table import Price

Planned = tuple[PlannedStudy, Sequence[tuple[str, DevrunError]], Sequence[PowerRow]]
"""A plan, who cannot be asked so, and power, where it was simulated."""
Row = tuple[Any, ...]
_FLOATS = Scale[Sequence[float]](Kind.LIST, plain=list)
_BOUNDS = Scale[tuple[Fraction, Fraction]](
    Kind.NUMBER, plain=lambda ends: [float(end) for end in ends], unit="low and high"
)
_OF: Field[Any] = EXPERIMENT_TITLE.read_by(itemgetter(0))
_NO_PRICE = "its price is not known"
_UNKNOWN_CHANCE = "that of some cell is not known"

_AGENT: tuple[Field[AgentSize], ...] = (
    field(TEXT, "agent", "the agent"),
    field(WHOLE, "calls", "calls if every reply can be read at once"),
    field(WHOLE, "most_calls", "most calls, where replies are asked for again", "most"),
    field(WHOLE, "input_tokens", "tokens read, estimated"),
    field(WHOLE, "output_tokens", "tokens written, estimated"),
    field(WHOLE, "embedding_calls", "most calls for embeddings", "comparisons"),
    field(WHOLE, "embedding_tokens", "tokens of these, estimated", "compared_tokens"),
)

_PRICE = by_name([one.but(heading="") for one in PRICE])
_COST: tuple[Field[tuple[str, Price | None, Decimal]], ...] = (
    _PRICE["model"].read_by(itemgetter(0)),
    field(
        DOLLARS, "cost_usd", "what it would cost", lambda row: row[2] if row[1] else None,
        missing=_NO_PRICE,
    ),
    *(_PRICE[name].of(itemgetter(1)).but(missing=_NO_PRICE) for name in ("date", "source")),
)  # fmt: skip

_RESOLUTION: tuple[Field[Row], ...] = (
    field(NUMBER, "runs", "draws of each cell", itemgetter(0)),
    field(
        _FLOATS, "half_width",
        "margin of error of a mean, where answers within a run are independent, and where all of "
        "them are right or all wrong", lambda row: [one.half_width for one in row[1]],
    ),
    field(
        _FLOATS, "difference", "the smallest difference of two cells that is detected, of these "
        "two; null for none", lambda row: [one.difference for one in row[1]],
    ),
    field(RATIO, "power", "how often it is detected", lambda _: POWER),
)  # fmt: skip


def _telling(name: str, of_what: str, attribute: str) -> Field[PlannedStudy]:
    return each(
        name, f"what so many draws can tell of {of_what}; none under {FEWEST} draws", _RESOLUTION,
        lambda plan: [one for one in getattr(plan, attribute) if one[1]],
    )  # fmt: skip


def _sum(name: str, what: str) -> Field[PlannedStudy]:
    return field(WHOLE, name, what, lambda plan: sum(getattr(one, name) for one in plan.sizes))


def _chances(name: str, what: str, *figures: Field[Row]) -> Field[PlannedStudy]:
    """What guessing gives in each of `chances` or `measures` of the scripts."""
    chance: Field[Row] = field(
        _BOUNDS, "chance", "what guessing gives, in the lowest and the highest cell",
        itemgetter(2), missing=_UNKNOWN_CHANCE,
    )  # fmt: skip
    attribute = "chances" if name == "scoring" else name
    return each(
        name, what, (_OF, *figures, chance),
        lambda plan: [(one.experiment, *o) for one in plan.sizes for o in getattr(one, attribute)],
    )  # fmt: skip


_STUDY: tuple[Field[PlannedStudy], ...] = (
    _sum("cells", "cells of all scripts"),
    _sum("trials", "trials of all participants"),
    _sum("calls", "calls if every reply is right"),
    field(WHOLE, "fewest_calls", "fewest calls", lambda plan: call_bounds(plan.sizes)[0]),
    field(WHOLE, "most_calls", "most calls", lambda plan: call_bounds(plan.sizes)[1]),
    _sum("input_tokens", "tokens read, estimated"),
    _sum("output_tokens", "tokens written, estimated"),
    field(
        DOLLARS, "cost_usd", "what it would cost", "cost",
        missing="no model is named, or a price is not known",
    ),
    field(
        DOLLARS, "longest_cost_usd", "what it would cost if every reply were as long as it may be",
        "longest_cost", missing="no --max-tokens is given, or a price is not known",
    ),
    each(
        "agents", "what each agent is asked", (_OF, *of(itemgetter(1), _AGENT)),
        lambda plan: [(one.experiment, agent) for one in plan.sizes for agent in one.agents],
    ),
    each("costs", "the cost of each model", _COST, "estimate"),
    each(
        "declared", "comparisons that scripts declare",
        (
            field(OPTIONAL, "experiment", "title of the script", missing="it is of several"),
            field(TEXT, "family", "the family that its p value is corrected in"),
            field(TEXT, "words", "what is compared"),
        ),
        lambda plan: of_scripts(plan.experiments),
    ),
    _chances(
        "scoring", "kinds of score beside the LRS",
        field(TEXT, "criterion", "what is scored how", lambda row: row[1].criterion),
    ),
    each(
        "items", "items of banks in a trial",
        (
            _OF,
            field(OPTIONAL, "group", "the group", itemgetter(1), missing="the bank has none"),
            field(NUMBER, "items", "its items", itemgetter(2)),
            field(
                RATIO, "half_width", "margin of error of an accuracy of 50%, over items",
                lambda row: planned_margin(row[2]), missing=f"there are fewer than {FEWEST}",
            ),
        ),
        lambda plan: [(one.experiment, *some) for one in plan.sizes for some in one.groups],
    ),
    each(
        "banks", "banks of items",
        (
            _OF,
            field(TEXT, "bank", "the bank", lambda row: row[1].name),
            field(NUMBER, "items", "items that it has", lambda row: row[1].items),
            field(NUMBER, "asked", "items that are asked", lambda row: row[1].asked),
            each(
                "allowed", "defects that the script allows",
                (
                    field(TEXT, "defect", "which one", "kind"),
                    field(WHOLE, "count", "items that have it"),
                    field(TEXT, "where", "the first of these"),
                ),
                lambda row: row[1].allowed,
            ),
        ),
        lambda plan: [(one.title, bank) for one in plan.experiments for bank in one.banks],
    ),
    _chances(
        "measures", "passes and totals that scripts declare",
        field(TEXT, "measure", "its name", lambda row: row[1].name),
        field(TEXT, "criterion", "what it counts", lambda row: row[1].words),
    ),
    group(
        "batches", "the same by batches",
        field(_FLOATS, "rounds", "calls in each round", lambda plan: batch_rounds(plan.by_batches)),
        field(
            DOLLARS, "cost_usd", "what it would cost", lambda plan: batch_cost(plan.estimate),
            missing="no model is named, or a batch price is not known",
        ),
    ),
    _telling("telling_apart", "mean LRS", "resolutions"),
    _telling("telling_apart_own", "the proportion correct in own stories", "own_resolutions"),
)  # fmt: skip
PLAN: tuple[Field[Planned], ...] = (
    *of(itemgetter(0), _STUDY),
    each(
        "unmet", "models that cannot be asked what the scripts ask",
        (
            field(TEXT, "model", "the model", itemgetter(0)),
            field(TEXT, "message", "why", lambda row: row[1].message),
            field(TEXT, "help", "what to do", lambda row: row[1].help),
        ),
        itemgetter(1),
    ),
    group(
        "power", "with --power: how often simulated studies find a difference",
        field(NUMBER, "studies", "simulated studies behind each figure", lambda _: STUDIES),
        field(WHOLE, "seed", "their seed", lambda _: SEED),
        field(RATIO, "alpha", "level of the tests", lambda _: 0.05),
        field(
            RATIO, "monte_carlo_se", "largest standard error of a share over so many studies",
            lambda _: monte_carlo_error(STUDIES),
        ),
        field(
            TEXTS, "sharing_questions", "scripts whose conditions share questions",
            lambda row: tuple(sharing(row[0].experiments)),
        ),
        each("rows", "each comparison", POWER_ROW, itemgetter(2)),
    ),
)  # fmt: skip


def plan_document(
    plan: PlannedStudy, unmet: Sequence[tuple[str, DevrunError]], power: Sequence[PowerRow]
) -> Document:
    """What `devrun plan --json` prints."""
    return document(PLAN if power else PLAN[:-1], (plan, unmet, power))
