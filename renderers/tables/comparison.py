"""Comparisons on the screen: what was declared first, family by family, then what was not.

Only the tables of declared families have p values, so that nobody can search a column of them for a
small one. All other comparisons are headed exploratory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dsl.expand import ORIGINAL
from dsl.words import counted
from renderers.fields.banks.size_and_pairs import PAIR_NOTE
from renderers.fields.comparison.ages import AGES_TITLE, age_columns
from renderers.fields.comparison.comparisons import COMPARISON, comparison_columns, own_alone
from renderers.fields.comparison.familiar import FAMILIAR_TABLE, effect_columns
from renderers.fields.comparison.measure_differences import measure_difference_columns
from renderers.fields.comparison.recognition import (
    REPLY_SOURCE_TABLE,
    SOURCES_TITLE,
    recognition_columns,
)
from renderers.fields.even import EVEN_DIFFERENCE_TABLE, EVEN_QUESTIONS
from renderers.fields.field import columns as table_columns
from renderers.fields.field import headed, pick
from renderers.rows.comparisons import (
    Comparison,
    ComparisonKind,
    Comparisons,
    ComparisonScope,
    FamiliarEffect,
    Family,
)
from renderers.tables.banks.erasures import print_erasures
from renderers.tables.banks.groups import print_majorities
from renderers.tables.banks.size_and_pairs import print_pairs, print_wholes
from renderers.tables.comparison_methods import method, short_method
from renderers.tables.fitted import one_table, split_tables
from renderers.tables.page import Page
from renderers.tables.variance import print_variance
from renderers.terminal import visible


def render_comparisons(
    found: Comparisons,
    *,
    whom: str,
    kinds: tuple[ComparisonKind, ...] = tuple(ComparisonKind),
    width: int = 100,
    colour: bool = False,
) -> str:
    """The tables as text, no line wider than `width`. `whom` says who scored, in words; only these
    `kinds` are shown.
    """
    page = Page(width=width, colour=colour)
    page.top(
        f"Comparisons in study {visible(found.study)}, scored {whom}", simulated=found.simulated
    )
    titles = {row.experiment for row in (*found.comparisons, *found.measured) if row.experiment}
    only = next(iter(titles)) if len(titles) == 1 else ""
    shown = [_family(page, found, only, family, kinds) for family in found.families]
    shown += [_exploratory(page, found, only, kind) for kind in kinds]
    if ComparisonKind.WORDINGS in kinds:
        shown.append(_familiar(page, found))
    if ComparisonKind.AGES in kinds:
        shown.append(_ages(page, found))
    if ComparisonKind.EVEN in kinds:
        shown.append(_even(page, found))
    if ComparisonKind.BANKS in kinds:
        shown.append(print_pairs(page, found.pairs))
    if ComparisonKind.ERASURES in kinds:
        shown.append(print_erasures(page, found))
    if ComparisonKind.MAJORITIES in kinds:
        print_majorities(page, found.majorities)
        shown.append(bool(found.majorities))
    if ComparisonKind.RECOGNITION in kinds:
        shown.append(_recognition(page, found))
    if ComparisonKind.VARIANCE in kinds:
        shown.append(print_variance(page, found.variance, found.d_study))
    if not any(shown):
        page.print(
            "nothing to compare: there is one condition, one participant and one wording", ""
        )
    page.heading("method")
    page.print(*method(found, kinds), *untested(found))
    return page.text


ON_SCREEN = (ComparisonKind.CONDITIONS, ComparisonKind.MODELS, ComparisonKind.DOMAINS)
"""Kinds of comparison that nobody declared and that are shown without being asked for."""

PAIRS, OWN_DIFFERENCE = map(headed, pick(COMPARISON, "n_pairs", "own_difference"))
"""The headings of the draws that are compared, and of differences in the paper's own stories."""

OWN_ALONE = "told apart by the paper's own stories alone (proportion correct)"
"""The heading of comparisons for whose columns of own stories a screen has no room."""

MOST_ROWS = 8
"""With more comparisons of one participant than this, some are left to other pages."""

ALL_ROWS = 16
"""The most comparisons of one kind on a screen, of all participants, where there is one experiment;
of several experiments it is as many as of one participant.
"""


def render_comparison_screen(
    found: Comparisons, *, whom: str, width: int = 100, colour: bool = False
) -> str:
    """What was declared, and the comparisons of conditions and of models, with the columns that
    matter most: what fits one screen for an experiment and two participants.
    """
    page = Page(width=width, colour=colour)
    page.top(
        f"Comparisons in study {visible(found.study)}, scored {whom}", simulated=found.simulated
    )
    titles = {row.experiment for row in found.comparisons if row.experiment}
    only = next(iter(titles)) if len(titles) == 1 else ""
    shown: list[Comparison] = []
    fewer: list[str] = []
    kinds: list[str] = []
    tables: list[tuple[list[Comparison], tuple[str, ...]]] = []
    for family in found.families:
        rows = _of_family(found, family, tuple(ComparisonKind))
        columns = comparison_columns(rows, tested=True, titled=bool(only), record=True)
        title = _title(f"declared, family {visible(family.name)}", only, "")
        tables.append((rows, page.leading(title, rows, columns, declared(family), whose=_whose)))
        measured = _on_measures(found, family)
        on = _title(f"declared on measures, family {visible(family.name)}", only, "")
        said = () if rows else (declared(family),)
        page.leading(on, measured, measure_difference_columns(measured), *said, whose=_whose)
        shown += [*rows, *measured]
    for kind in ON_SCREEN:
        every = _undeclared(found, kind)
        rows, scopes = _on_screen(every, ALL_ROWS if only else MOST_ROWS)
        if rows and scopes:
            fewer.append(f"{kind.value} {', '.join(scopes)}")
        elif every and not rows:
            kinds.append(kind.value)
        columns = comparison_columns(rows, tested=False, titled=bool(only), record=True)
        title = _title(f"exploratory, {kind.value}", only, "")
        tables.append((rows, page.leading(title, rows, columns, whose=_whose)))
        shown += rows
    own = _print_own_alone(page, tables, titled=bool(only))
    effects = [one for one in found.familiar_effects if one.test is not None]
    if effects:
        _familiar_effects(page, effects)
    permuted = [one for one in found.ages if one.wording != ORIGINAL]
    ages = permuted if any(one.wording for one in permuted) else found.ages
    if ages:
        page.table(AGES_TITLE, one_table(age_columns(ages, cells=False), page.width))
    banks = print_wholes(page, found.pairs)
    if not (shown or effects or ages or banks):
        page.print("no condition has a second level, and there is one participant", "")
    page.heading("method")
    page.print(
        *short_method(found, shown, own=own, unpaired=_unpaired(tables)),
        *([PAIR_NOTE] if banks else []),
        *untested(found),
    )
    whole = {
        ComparisonKind.GUESSING: _undeclared(found, ComparisonKind.GUESSING),
        ComparisonKind.WORDINGS: found.familiar,
        ComparisonKind.AGES: found.ages,
        ComparisonKind.EVEN: found.even,
        ComparisonKind.BANKS: found.pairs,
        ComparisonKind.ERASURES: found.erasures,
        ComparisonKind.MAJORITIES: found.majorities,
        ComparisonKind.RECOGNITION: found.recognition or found.asks_recognition,
        ComparisonKind.VARIANCE: True,
    }
    kinds += [kind.value for kind, rows in whole.items() if rows]
    page.left_out(
        *fewer, f"`--kind` {', '.join(kinds)}", "method in full", command="devrun compare"
    )
    return page.text


def _on_screen(rows: list[Comparison], most: int) -> tuple[list[Comparison], list[str]]:
    """At most so many comparisons of a kind, none where these are too many, and what is left out:
    cells first, then the original wording, single experiments, and domains.
    """
    broader = (
        ("by cell", lambda row: row.scope is not ComparisonScope.CELL),
        ("in original wording", lambda row: row.wording != ORIGINAL),
        ("by experiment", lambda row: row.scope is not ComparisonScope.EXPERIMENT),
        ("by domain", lambda row: row.scope is ComparisonScope.BATTERY),
    )
    without = []
    for what, kept in broader:
        if len(rows) <= most and max(Counter(map(_whose, rows)).values(), default=0) <= MOST_ROWS:
            break
        some = [row for row in rows if kept(row)]
        if some and len(some) < len(rows):
            rows = some
            without.append(what)
    return ([] if len(rows) > most else rows), without


def _print_own_alone(
    page: Page, tables: Sequence[tuple[list[Comparison], tuple[str, ...]]], *, titled: bool
) -> bool:
    """Print what own stories tell apart in tables (rows, columns left out) without a column of
    them, and return whether another table has that column.
    """
    hidden = [row for rows, without in tables if OWN_DIFFERENCE in without for row in rows]
    alone = [own_alone(row, titled=titled) for row in hidden if row.differs_in_own_alone]
    page.section(OWN_ALONE, alone)
    shown = (row for rows, without in tables if OWN_DIFFERENCE not in without for row in rows)
    return any(row.own_difference is not None for row in shown)


def _unpaired(tables: Sequence[tuple[list[Comparison], tuple[str, ...]]]) -> bool:
    """Whether a table (rows, columns left out) counts the draws of sides that are not paired."""
    counting = (row for rows, without in tables if PAIRS not in without for row in rows)
    return any(not row.pairs for row in counting)


def _title(what: str, only: str, who: str) -> str:
    """The title of a table; it names an experiment that is the only one."""
    return ", ".join(part for part in (what, visible(only), visible(who)) if part)


def _family(
    page: Page, found: Comparisons, only: str, family: Family, kinds: tuple[ComparisonKind, ...]
) -> bool:
    """Print the declared comparisons of one family with their p values, if there are any."""
    rows = _of_family(found, family, kinds)
    columns = comparison_columns(rows, tested=True, titled=bool(only))
    tables = split_tables(columns, [_whose(row) for row in rows], page.width)
    for number, (who, table) in enumerate(tables.items(), 1):
        below = (declared(family),) if number == len(tables) else ()
        title = _title(f"declared, family {visible(family.name)}", only, who)
        page.table(title, table, *below, simulated=family.simulated)
    measured = _on_measures(found, family) if ComparisonKind.CONDITIONS in kinds else []
    page.tables(
        measured,
        measure_difference_columns(measured),
        _whose,
        lambda who: _title(f"declared on measures, family {visible(family.name)}", only, who),
    )
    if measured and not rows:
        page.print(declared(family), "")
    return bool(rows or measured)


def _on_measures(found: Comparisons, family: Family) -> list[Comparison]:
    """The comparisons of a family that are on a measure of the script."""
    return [
        row
        for row in found.measured
        if row.family == family.name and row.simulated is family.simulated
    ]


def _of_family(
    found: Comparisons, family: Family, kinds: tuple[ComparisonKind, ...]
) -> list[Comparison]:
    return [
        row
        for row in found.comparisons
        if row.family == family.name and row.simulated is family.simulated and row.kind in kinds
    ]


def _exploratory(page: Page, found: Comparisons, only: str, kind: ComparisonKind) -> bool:
    """Print the comparisons of one kind that nobody declared, if any, without p values."""
    rows = _undeclared(found, kind)
    columns = comparison_columns(rows, tested=False, titled=bool(only))
    page.tables(rows, columns, _whose, lambda who: _title(f"exploratory, {kind.value}", only, who))
    return bool(rows)


def _undeclared(found: Comparisons, kind: ComparisonKind) -> list[Comparison]:
    # A domain, or a battery, of one experiment would repeat that experiment.
    single = (ComparisonScope.CELL, ComparisonScope.EXPERIMENT)
    return [
        row
        for row in found.comparisons
        if row.exploratory and row.kind is kind and (row.scope in single or row.n_experiments > 1)
    ]


def _familiar(page: Page, found: Comparisons) -> bool:
    """Print the original among the permuted draws, cell by cell, and the effect over experiments,
    if there are any cells.
    """
    cells, effects = found.familiar, found.familiar_effects
    page.by_participant("familiar words", cells, table_columns(FAMILIAR_TABLE, cells))
    if cells and effects:
        _familiar_effects(page, effects)
    return bool(cells)


def _familiar_effects(page: Page, effects: Sequence[FamiliarEffect]) -> None:
    page.table(
        "familiar words over experiments, original minus permuted",
        one_table(effect_columns(effects), page.width),
        simulated=all(one.simulated for one in effects),
    )


def _ages(page: Page, found: Comparisons) -> bool:
    """Print the correlations of LRS and the age of the task, if there are any."""
    if found.ages:
        page.table(AGES_TITLE, one_table(age_columns(found.ages), page.width))
    return bool(found.ages)


def _even(page: Page, found: Comparisons) -> bool:
    """Print compared shares of even questions, if there are any."""
    page.tables(
        found.even,
        table_columns(EVEN_DIFFERENCE_TABLE, found.even),
        lambda row: (row.experiment, row.model, f"{row.first} and {row.second}"),
        lambda whose: ", ".join((EVEN_QUESTIONS, *(visible(one) for one in whose if one))),
    )
    return bool(found.even)


def _recognition(page: Page, found: Comparisons) -> bool:
    """Print success by recognition, and cells in which some reply holds a source, if any."""
    page.by_participant("recognition", found.recognition, recognition_columns(found.recognition))
    cells = [one for one in found.reply_sources if one.any]
    page.by_participant(SOURCES_TITLE, cells, table_columns(REPLY_SOURCE_TABLE, cells))
    return bool(found.recognition)


def _whose(row: Comparison) -> str:
    """The participant, or the two that are compared."""
    return row.model or f"{row.first.label} and {row.second.label}"


def untested(found: Comparisons) -> list[str]:
    """Why declared comparisons have no p value, a line for each reason."""
    reasons: dict[str, int] = {}
    rows: list[Comparison | FamiliarEffect] = [
        *found.comparisons,
        *found.measured,
        *found.familiar_effects,
    ]
    for row in rows:
        told = row.untested in found.notes
        if row.family and row.test is None and row.untested and not told:
            reasons[row.untested] = reasons.get(row.untested, 0) + 1
    return [
        f"{counted(count, 'declared comparison')} without p: {reason}"
        for reason, count in reasons.items()
    ]


def declared(family: Family) -> str:
    """What was declared in a family, and where."""
    return f"declared in the {family.source}: {'; '.join(map(visible, family.declared))}"
