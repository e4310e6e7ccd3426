"""Comparisons on the screen: what was declared first, family by family, then what was not.

Only the tables of declared families have p values, so that nobody can search a column of them for a
small one. All other comparisons are headed exploratory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dsl.expand import ORIGINAL
from dsl.words import counted
from renderers.fields.ages import age_columns
from renderers.fields.comparisons import comparison_columns
from renderers.fields.even import even_difference_columns
from renderers.fields.familiar import effect_columns, familiar_columns
from renderers.fields.recognition import (
    RECOGNITION_NOTE,
    SOURCES_NOTE,
    recognition_columns,
    reply_source_columns,
)
from renderers.rows.comparisons import (
    Comparison,
    ComparisonKind,
    Comparisons,
    ComparisonScope,
    FamiliarEffect,
    Family,
    PValue,
)
from renderers.tables.fitted import one_table, split_tables
from renderers.tables.page import Page
from renderers.tables.variance import print_variance, variance_method
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
    titles = {row.experiment for row in found.comparisons if row.experiment}
    only = next(iter(titles)) if len(titles) == 1 else ""
    shown = [_family(page, found, only, family, kinds) for family in found.families]
    shown += [_exploratory(page, found, only, kind) for kind in kinds]
    if ComparisonKind.WORDINGS in kinds:
        shown.append(_familiar(page, found))
    if ComparisonKind.AGES in kinds:
        shown.append(_ages(page, found))
    if ComparisonKind.EVEN in kinds:
        shown.append(_even(page, found))
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
    for family in found.families:
        rows = _of_family(found, family, tuple(ComparisonKind))
        columns = comparison_columns(rows, tested=True, titled=bool(only), record=True)
        title = _title(f"declared, family {visible(family.name)}", only, "")
        page.leading(rows, columns, _whose, title, declared(family))
        shown += rows
    for kind in ON_SCREEN:
        rows, without = _on_screen(_undeclared(found, kind), kind, ALL_ROWS if only else MOST_ROWS)
        fewer += without
        columns = comparison_columns(rows, tested=False, titled=bool(only), record=True)
        page.leading(rows, columns, _whose, _title(f"exploratory, {kind.value}", only, ""))
        shown += rows
    effects = [one for one in found.familiar_effects if one.test is not None]
    if effects:
        _familiar_effects(page, effects)
    ages = _ages(page, found)
    if not (shown or effects or ages):
        page.print("no condition has a second level, and there is one participant", "")
    page.heading("method")
    page.print(*short_method(found, shown), *untested(found))
    rest = [
        *fewer,
        *(["guessing (`--kind guessing`)"] if _undeclared(found, ComparisonKind.GUESSING) else []),
        *(["familiar words (`--kind wordings`)"] if found.familiar else []),
        *(["even questions (`--kind even`)"] if found.even else []),
        *(
            ["recognition (`--kind recognition`)"]
            if found.recognition or found.asks_recognition
            else []
        ),
        "variance by source (`--kind variance`)",
    ]
    page.left_out(*rest, "method in full", command="devrun compare")
    return page.text


def _on_screen(
    rows: list[Comparison], kind: ComparisonKind, most: int
) -> tuple[list[Comparison], list[str]]:
    """At most so many comparisons of a kind, and what is left out: cells first, then the original
    wording, single experiments, and domains.
    """
    broader = (
        (f"{kind.value} by cell", lambda row: row.scope is not ComparisonScope.CELL),
        (f"{kind.value} in original wording", lambda row: row.wording != ORIGINAL),
        (f"{kind.value} by experiment", lambda row: row.scope is not ComparisonScope.EXPERIMENT),
        (f"{kind.value} by domain", lambda row: row.scope is ComparisonScope.BATTERY),
    )
    without = []
    for what, kept in broader:
        if len(rows) <= most and max(Counter(map(_whose, rows)).values(), default=0) <= MOST_ROWS:
            break
        some = [row for row in rows if kept(row)]
        if some and len(some) < len(rows):
            rows = some
            without.append(what)
    if len(rows) > most:
        return [], [f"{kind.value} (`--kind {kind.value}`)"]
    return rows, without


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
    return bool(rows)


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
    page.tables(
        cells,
        familiar_columns(cells),
        lambda cell: cell.model,
        lambda model: f"familiar words, {visible(model)}",
    )
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
        page.table(
            "LRS and age of the task",
            one_table(age_columns(found.ages), page.width),
            simulated=False,
        )
    return bool(found.ages)


def _even(page: Page, found: Comparisons) -> bool:
    """Print compared shares of even questions, if there are any."""
    page.tables(
        found.even,
        even_difference_columns(found.even),
        lambda row: (row.experiment, row.model),
        lambda whose: ", ".join(("even questions", *(visible(one) for one in whose if one))),
    )
    return bool(found.even)


def _recognition(page: Page, found: Comparisons) -> bool:
    """Print success by recognition, and cells in which some reply holds a source, if any."""
    page.tables(
        found.recognition,
        recognition_columns(found.recognition),
        lambda row: row.model,
        lambda model: f"recognition, {visible(model)}",
    )
    cells = [one for one in found.reply_sources if one.any]
    page.tables(
        cells,
        reply_source_columns(cells),
        lambda cell: cell.model,
        lambda model: f"replies with links, citations or original words, {visible(model)}",
    )
    return bool(found.recognition)


def _whose(row: Comparison) -> str:
    """The participant, or the two that are compared."""
    return row.model or f"{row.first.label} and {row.second.label}"


def method(found: Comparisons, kinds: tuple[ComparisonKind, ...]) -> list[str]:
    """A line each; `kinds` are those whose tables are shown."""
    lines = []
    if found.provisional:
        lines.append("provisional: automatic scores; have the replies coded before you report them")
    tested = [one.test for one in found.comparisons if one.test is not None]
    tested += [one.test for one in found.familiar_effects if one.test is not None]
    if found.comparisons or found.familiar:
        lines += [
            "difference: first minus second; pairs: draws with the same words on both "
            "sides; in parentheses the draws of unpaired sides (the original wording is one "
            "text)",
            "95%: interval of the difference from both sides' intervals (MOVER), using the "
            "correlation of shared draws if paired; not given below five draws; pp: "
            "percentage points",
        ]
        lines += equivalence_method(found.comparisons)
    if any(row.changed is not None for row in found.comparisons):
        lines.append(
            "different questions: proportion correct in the scored questions that do not read the "
            "same in both conditions, controls ignored; where conditions share questions "
            "(same words), this is the comparison of record, and p is its"
        )
    if any(row.own_difference is not None for row in found.comparisons):
        lines.append("own: proportion correct in the paper's own stories, controls ignored")
    if any(0 < row.pairs != row.first.n or 0 < row.pairs != row.second.n for row in _cells(found)):
        lines.append(
            "if a draw has no LRS on one side, the difference uses only draws scored on "
            "both sides, so it is not the difference of the two means"
        )
    lines += _of_tests(found, tested)
    if found.comparisons or found.familiar_effects:
        lines.append(
            "exploratory: not declared (by `compare` in the script's design, or in a "
            "preregistration), so an interval but no p; about one in twenty 95% intervals "
            "misses the true value"
        )
    if any(row.kind is ComparisonKind.DOMAINS for row in found.comparisons):
        lines.append(
            "domains: means over the paper's cells of each, not paired; 95% holds for these "
            "experiments only; of LaMDA no interval is known"
        )
    if any(row.scope is not ComparisonScope.CELL for row in found.comparisons):
        lines.append(
            "over several cells: those that both sides have, without additions; each cell "
            "has equal weight; 95% holds for these experiments only; t over exp. treats "
            "them as a sample, truncated at -5 and 5"
        )
    if found.familiar and ComparisonKind.WORDINGS in kinds:
        lines.append(
            "familiar words: original minus permuted, at the same counterbalance levels; "
            "rank: position of the original among the permuted draws, from the top; least p "
            "= 1/(draws + 1). This is not a test, since one text is not a sample. A "
            "difference does not show that a model has seen the study, and its absence does "
            "not show that it has not"
        )
    if found.ages and ComparisonKind.AGES in kinds:
        lines.append(
            "rho: Spearman's correlation of the mean LRS of an experiment with the midpoint of the "
            "age range of its children; 95%: Fisher z (Bonett and Wright); negative: higher LRS in "
            "tasks of younger children. The experiments were chosen and not sampled, and differ in "
            "much else than age"
        )
    if found.even and ComparisonKind.EVEN in kinds:
        lines.append(
            "even questions: of the draws that chose one of two answers, the share of the first, "
            "first side minus second; not paired; 95%: MOVER from both exact intervals"
        )
    if ComparisonKind.RECOGNITION in kinds:
        lines += recognition_method(found)
    if found.variance and ComparisonKind.VARIANCE in kinds:
        lines += variance_method(found.variance, found.d_study)
    return [*lines, *map(visible, found.notes)]


def recognition_method(found: Comparisons) -> list[str]:
    """What the tables of recognition show, and what they cannot."""
    lines = [RECOGNITION_NOTE] if found.recognition else []
    if any(one.any for one in found.reply_sources):
        lines.append(SOURCES_NOTE)
    elif found.reply_sources:
        replies = sum(one.replies for one in found.reply_sources)
        lines.append(
            f"none of {replies:,} replies holds a link, a citation or, in permuted wording, a "
            "word of the original that the participant was not sent"
        )
    return lines


def short_method(found: Comparisons, shown: Sequence[Comparison]) -> list[str]:
    """The same for the screen, of the comparisons that are `shown`."""
    lines = []
    if found.provisional:
        lines.append("provisional: automatic scores; have the replies coded before you report them")
    lines.append("difference: first minus second, with its 95% interval; pp: percentage points")
    if any(row.changed is not None for row in shown):
        lines.append(
            "of record: where conditions share questions, the proportion correct in the others, in "
            "pp; else the LRS"
        )
    if any(row.own_difference is not None for row in shown):
        lines.append("own: proportion correct in the paper's own stories")
    if any(row.within for row in shown):
        lines += equivalence_method(shown)
    lines += _of_tests(found, [row.test for row in shown if row.test is not None])
    if any(row.exploratory for row in shown):
        lines.append(
            "exploratory: not declared, so no p; about one in twenty intervals misses the true "
            "value"
        )
    return [*lines, *map(visible, found.notes)]


def equivalence_method(rows: Sequence[Comparison]) -> list[str]:
    """What a difference that was not detected shows, and what bounds of equivalence do."""
    if not any(row.within for row in rows):
        return [
            "a 95% interval that holds 0 does not show that two are equal: that needs bounds "
            "(`equivalent_within` in a preregistration, or `--equivalent-within 0.5`)"
        ]
    chosen = any(row.within and not row.within_declared for row in rows)
    return [
        "equivalent: the whole 95% interval of the difference (of record) lies within the bounds, "
        "that is, two one-sided tests at 2.5% each; one LRS point is 25% of the questions"
        + ("; bounds that were not declared before the run are exploratory" if chosen else "")
    ]


def _of_tests(found: Comparisons, tests: Sequence[PValue]) -> list[str]:
    if not tests:
        return []
    methods = dict.fromkeys(one.method for one in tests)
    return [
        f"p: {'; '.join(methods)}; least p: the smallest possible with this n",
        f"Holm: p adjusted within its family, to be compared with {found.alpha:g}; "
        "simulated participants form a separate family",
    ]


def _cells(found: Comparisons) -> list[Comparison]:
    return [row for row in found.comparisons if row.scope is ComparisonScope.CELL]


def untested(found: Comparisons) -> list[str]:
    """Why declared comparisons have no p value, a line for each reason."""
    reasons: dict[str, int] = {}
    rows: list[Comparison | FamiliarEffect] = [*found.comparisons, *found.familiar_effects]
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
