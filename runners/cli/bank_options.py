"""Options about banks: norms that give ages, a table of models to compare, what items show."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

import click

from runners.cli.errors import Stop, UsageError

if TYPE_CHECKING:
    from coders.tables.models import ModelRow
    from renderers.rows.comparisons import Comparisons
    from renderers.rows.scores import StudyScores

norms_option: Callable[[Any], Any] = click.option(
    "--norms",
    "norms_file",
    metavar="FILE",
    help="Ages of a bank by this file, which `devrun norms fit` writes.",
)

models_table_option: Callable[[Any], Any] = click.option(
    "--models",
    "models_file",
    metavar="FILE",
    help="Models as CSV, to compare by size and in pairs: participant, parameters, series, "
    "counterpart; for a row `people` also control and manipulated.",
)

shown_option: Callable[[Any], Any] = click.option(
    "--shown",
    metavar="FORMATS",
    help="What items of a bank may show besides words: one picture, several pictures or video, "
    "separated by commas, or `text` for words alone. Items that show anything else are not asked, "
    "and count as neither right nor wrong (default: all that the model can be shown).",
)


def formats_named(words: str) -> frozenset[str]:
    """The formats of items that are named.

    Raises:
        UsageError: a word is none.
    """
    from dsl.experiment import ItemFormat

    named = [" ".join(one.split()).casefold() for one in words.split(",")]
    odd = next((one for one in named if one not in list(ItemFormat)), None)
    if odd is not None:
        raise UsageError(f"`{odd}` is no format of items", f"formats are: {', '.join(ItemFormat)}")
    return frozenset(named)


def models_in(file: str) -> Mapping[str, ModelRow]:
    """The models of a table."""
    from coders.tables.models import read_models
    from runners.cli.table_input import open_table

    with open_table(file, "participant, parameters, series, counterpart") as source:
        return read_models(source.lines.read(), source.name)


def models_of(file: str, there: Collection[str]) -> Mapping[str, ModelRow]:
    """The models of a table, of which some are `there`: those who answered banks of a study. A
    table with people needs none.

    Raises:
        Stop: none of them is, and no row is of people.
    """
    models = models_in(file)
    people = any(one.control is not None for one in models.values())
    if not people and not models.keys() & there:
        named = ", ".join(sorted(there)) or "none that answered a bank"
        raise Stop(
            "other-models",
            f"no participant of `{file}` has answered a bank in this study",
            f"name participants as the study does: {named}",
        )
    return models


def with_models(found: Comparisons, scores: StudyScores, file: str | None) -> Comparisons:
    """The same with the models of a table compared by size and in pairs, if there is a table.

    Raises:
        Stop: as `models_of`.
    """
    if file is None:
        return found
    from dsl.record import replace
    from runners.comparison.bank_pairs import sizes, with_counterparts

    models = models_of(file, {row.model for row in scores.kind_scores})
    people = {
        name: (one.control, one.manipulated)
        for name, one in models.items()
        if one.control is not None and one.manipulated is not None
    }
    return replace(
        found,
        sizes=sizes(scores, models),
        parameters={name: one.parameters for name, one in models.items() if one.parameters},
        people=people,
        pairs=with_counterparts(found.pairs, scores, models),
    )
