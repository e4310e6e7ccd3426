"""The variance of scores by source, and what more of each would buy, on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.words import counted
from renderers.fields.comparison.variance import (
    COMPONENT,
    d_study_columns,
    variance_by_experiment,
)
from renderers.fields.field import columns
from renderers.rows.variance import DStudy, Variance
from renderers.tables.fitted import one_table
from renderers.tables.page import Page
from renderers.terminal import visible


def print_variance(page: Page, variances: Sequence[Variance], planned: Sequence[DStudy]) -> bool:
    """Print a table for each measure and wording, and of several experiments a line for each; then
    the D-study, of the mean over experiments where there are several.
    """
    several = any(not row.experiment for row in variances)
    for measure, wording in dict.fromkeys((row.measure, row.wording) for row in variances):
        rows = [row for row in variances if (row.measure, row.wording) == (measure, wording)]
        first = rows[0]
        table = one_table(columns(COMPONENT, first.components), page.width)
        page.table(_title(first), table, simulated=first.simulated)
        if len(rows) > 1:
            each = one_table(variance_by_experiment(rows[1:]), page.width)
            page.table(
                f"SD of {first.what} by experiment, {wording}", each, simulated=first.simulated
            )
    whole = [row for row in planned if several is not bool(row.experiment)]
    for wording in dict.fromkeys(row.wording for row in whole):
        some = [row for row in whole if row.wording == wording]
        page.table(
            f"half the 95% interval of a cell's mean LRS, {wording}",
            one_table(d_study_columns(some), page.width),
            simulated=some[0].simulated,
        )
    return bool(variances)


def _title(row: Variance) -> str:
    """The title of the table of one decomposition."""
    over = visible(row.experiment) or f"mean over {row.n_experiments} experiments"
    n = f"{row.n:,} scores, {counted(row.n_words, 'set')} of words"
    return f"variance of {row.what}, {row.wording}, {over}: {n}"


def variance_method(rows: Sequence[Variance], planned: Sequence[DStudy]) -> list[str]:
    """A line each: what the tables say, and how to learn what they cannot."""
    lines = [
        "SD: standard deviation that a source adds, by Henderson's first method; share: of the "
        "variance of all these sources; 95%: by the jackknife over sets of words, or over runs if "
        "there is one set (of shares by Fieller's theorem). Participants, conditions, questions "
        "and coders are those that took part, and no interval is about others; part of: cannot be "
        "separated from that source",
    ]
    if planned:
        lines.append(
            "±: about half the width of the interval that a cell's mean would have, with the same "
            "coders, if these components are right; 95%: from which to which it may be, since "
            "they are estimates"
        )
        more = []
        if len({row.samples for row in planned}) == 1:
            more.append("`--samples 2` would show what samples add")
        if len({row.coders for row in planned}) == 1:
            more.append("a second coder of the same trials would show what coders add")
        lines += ["; ".join(more)] if more else []
    elif rows:
        lines.append(
            "with several sets of words, more draws, samples and coders could be weighed up"
        )
    return lines
