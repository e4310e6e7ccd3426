"""Banks by the size of models, and in pairs, on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from renderers.fields.banks.size_and_pairs import (
    PAIR_NOTE,
    PAIR_TITLE,
    SIZE_NOTE,
    SIZE_TITLE,
    pair_columns,
    size_columns,
    whole_columns,
)
from renderers.rows.banks import PairDifference, SizeSlope
from renderers.tables.fitted import one_table
from renderers.tables.page import Page
from renderers.terminal import visible


def render_size_and_pairs(
    study: str,
    sizes: Sequence[SizeSlope],
    pairs: Sequence[PairDifference],
    *,
    whom: str,
    notes: Sequence[str] = (),
    width: int,
    colour: bool = False,
) -> str:
    """Both as text, no line wider than `width`. `whom` says who scored, in words, and `notes` who
    is left out.
    """
    page = Page(width=width, colour=colour)
    simulated = any(row.simulated for row in sizes) or any(row.simulated for row in pairs)
    page.top(f"Models of study {visible(study)}, scored {whom}", simulated=simulated)
    for title in dict.fromkeys(row.experiment for row in sizes):
        rows = [row for row in sizes if row.experiment == title]
        named = f"{visible(title)}, {SIZE_TITLE}"
        table = one_table(size_columns(rows), width)
        page.table(named, table, simulated=any(row.simulated for row in rows))
    print_pairs(page, pairs)
    if not sizes and not pairs:
        page.print("no model of the table has answered a bank with groups in this study", "")
    page.heading("method")
    page.print(
        *([SIZE_NOTE] if sizes else []), *([PAIR_NOTE] if pairs else []), *map(visible, notes)
    )
    return page.text


def print_pairs(page: Page, pairs: Sequence[PairDifference]) -> bool:
    """Print every group of every pair, a table for each, if there are any."""
    by_pair: dict[tuple[str, ...], list[PairDifference]] = {}
    for pair in pairs:
        key = pair.experiment, pair.model, pair.first, pair.second
        by_pair.setdefault(key, []).append(pair)
    if by_pair:
        page.heading(PAIR_TITLE)
        page.print("")
    for (title, model, first, second), found in by_pair.items():
        named = f"{visible(title)}: {visible(first)} - {visible(second)}"
        named = f"{named}, {visible(model)}" if model else named
        table = one_table(pair_columns(found), page.width)
        page.table(named, table, simulated=any(row.simulated for row in found))
    return bool(by_pair)


def print_wholes(page: Page, pairs: Sequence[PairDifference]) -> bool:
    """Print the whole bank of every pair, a table for each experiment, if there are any."""
    wholes = [one for one in pairs if one.whole]
    for title in dict.fromkeys(one.experiment for one in wholes):
        rows = [one for one in wholes if one.experiment == title]
        table = one_table(whole_columns(rows), page.width)
        named = f"{visible(title)}: {PAIR_TITLE}"
        page.table(named, table, simulated=any(row.simulated for row in rows))
    return bool(wholes)
