"""Figures of agreement put into the rows of a page: grouped by the items that they rest on."""

from __future__ import annotations

from coders.statistics.agreement import Agreement
from coders.statistics.coefficient import DEFINITIONS, Base, Coefficient
from renderers.agreement_table import (
    AgreementPage,
    CategoryRow,
    FigureGroup,
    FigureRow,
    PairRow,
)
from renderers.design_words import counted

PAIR_COLUMNS = {
    "percent_agreement": "percent agreement",
    "cohen_kappa": "Cohen's kappa",
    "cohen_kappa_linear": "linear weights",
    "cohen_kappa_quadratic": "quadratic weights",
    "spearman_mean": "Spearman's rho",
}
"""Of what is known of a pair, what a line of 80 columns has room for."""


def page(found: Agreement, name: str) -> AgreementPage:
    """The page of some ratings that are called `name`."""
    cells = len(found.coders) * found.items
    rated = f"{found.missing} of {cells} ratings missing" if found.missing else "no rating missing"
    lines = [
        f"{counted(found.items, 'item')}, {counted(len(found.coders), 'coder')}, {rated}",
        f"{found.level.value} level, {counted(len(found.labels), 'category', 'categories')}: "
        + ", ".join(found.labels[:20])
        + (", ..." if len(found.labels) > 20 else ""),
    ]
    if found.idle:
        verb = "has" if len(found.idle) == 1 else "have"
        lines.append(f"{', '.join(found.idle)} {verb} rated nothing and {verb} been left out")
    coders = tuple(coder for coder in found.coders if coder not in found.idle)
    ordered = found.level.value != "nominal"
    columns = [name for name in PAIR_COLUMNS if ordered or not DEFINITIONS[name].ordered]
    return AgreementPage(
        title=f"agreement in {name}",
        lines=tuple(lines),
        groups=tuple(_groups(found, coders)),
        coders=coders,
        categories=tuple(
            CategoryRow(one.label, one.n, one.specific.value, one.against_rest.value)
            for one in found.categories
        ),
        pair_columns=tuple(PAIR_COLUMNS[name] for name in columns),
        pairs=tuple(
            PairRow(
                pair.coders,
                pair.n,
                tuple(
                    one.value for name in columns for one in pair.coefficients if one.name == name
                ),
            )
            for pair in found.pairs
        ),
        confusion=found.confusion,
        notes=tuple(_notes(found)),
    )


def figure_row(found: Coefficient) -> FigureRow:
    """One coefficient as a row, with its reason or with what its interval is by."""
    title = DEFINITIONS[found.name].title
    if found.value is None:
        return FigureRow(title, None, None, found.reason or "undefined")
    if found.ci95 is None:
        return FigureRow(title, found.value, None, f"no interval: {found.ci_reason}")
    bootstrap = "bootstrap" in (found.ci_method or "")
    note = "bootstrap" if bootstrap else found.ci_method or ""
    if found.undefined_replicates:
        note += f", {found.undefined_replicates} replicates undefined"
    return FigureRow(title, found.value, found.ci95, note)


def _groups(found: Agreement, coders: tuple[str, ...]) -> list[FigureGroup]:
    m = len(coders)
    nominal = found.level.value == "nominal"
    two = [one for one in found.coefficients if DEFINITIONS[one.name].base is not Base.ALL]
    groups = []
    if m < 3:
        # Two coders: every figure rests on the items that both rated.
        shared = list(found.coefficients)
        groups.append((f"on {counted(found.complete, 'item')} that both coders rated", shared))
    else:
        of_two = [one for one in two if DEFINITIONS[one.name].base is Base.TWO]
        of_pairs = [one for one in two if DEFINITIONS[one.name].base is Base.PAIRS]
        met = sum(1 for pair in found.pairs if pair.n)
        groups += [
            (f"on {counted(found.pairable, 'item')} with two or more ratings", of_two),
            (
                f"means over {counted(met, 'pair')} of coders, each on the items that both rated",
                of_pairs,
            ),
            (
                f"on {counted(found.complete, 'item')} that all {m} coders rated",
                [one for one in found.coefficients if DEFINITIONS[one.name].base is Base.ALL],
            ),
        ]
    return [
        FigureGroup(
            heading,
            tuple(
                figure_row(one)
                for one in rows
                # What a level has no use for is said once, in a note.
                if not (nominal and DEFINITIONS[one.name].ordered)
            ),
        )
        for heading, rows in groups
        if rows and not (nominal and all(DEFINITIONS[one.name].ordered for one in rows))
    ]


def _notes(found: Agreement) -> list[str]:
    notes = []
    if found.replicates:
        notes.append(
            f"bootstrap: {found.replicates:,} replicates of {found.clusters:,} items, seed "
            f"{found.seed}, expanded percentiles"
        )
    if found.level.value == "nominal":
        notes.append(
            "nominal level: weighted kappas, ordinal, interval and ratio alpha, ICC and ranks need "
            "categories in an order"
        )
    else:
        notes.append(
            "weights come from the values of the categories; interval and ratio alpha and ICC take "
            "their distances for equal, which the level does not promise"
            if found.level.value == "ordinal"
            else "weights come from the values of the categories"
        )
    by_name = {one.name: one for one in found.coefficients}
    plain, near = by_name["percent_agreement"].expected, by_name["percent_within_1"].expected
    if plain is not None:
        within = f", within 1 {near:.3f}" if near is not None else ""
        notes.append(
            f"agreement by chance, from the common use of the categories: {plain:.3f}{within}"
        )
    if found.prevalence is not None and found.bias is not None:
        notes.append(f"prevalence index {found.prevalence:.3f}, bias index {found.bias:.3f}")
    return notes
