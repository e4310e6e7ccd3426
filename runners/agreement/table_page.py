"""Agreement in a table of ratings as sections of a page, grouped by the items under the figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coders.statistics.agreement import Agreement
from coders.statistics.coefficient import DEFINITIONS, Base, Coefficient
from dsl.words import counted
from renderers.agreement_page import AgreementRow, AgreementSection, Between, Cell, FigureText

PAIR_COLUMNS = {
    "percent_agreement": "percent agreement",
    "cohen_kappa": "Cohen's kappa",
    "cohen_kappa_linear": "linear weights",
    "cohen_kappa_quadratic": "quadratic weights",
    "spearman_mean": "Spearman's rho",
}
"""Of what is known of a pair, what a line of 80 columns has room for."""

MOST_SHOWN = 12
"""Categories up to which tables by category and of two coders are printed; all are in --json."""


def table_sections(found: Agreement) -> Iterator[AgreementSection]:
    """The page of some ratings, section by section."""
    coders = tuple(coder for coder in found.coders if coder not in found.idle)
    yield AgreementSection("", _summary(found))
    for heading, group in _groups(found, len(coders)):
        # What a level has no use for is said once, in a note.
        useful = [one for one in group if not (_nominal(found) and DEFINITIONS[one.name].ordered)]
        if useful:
            rows = tuple(map(_row, useful))
            columns = ("value", "95% interval", "interval by")
            yield AgreementSection(heading, (), "coefficient", columns, rows, last_in_words=True)
    if len(coders) > 2:
        names = [one for one in PAIR_COLUMNS if not (_nominal(found) and DEFINITIONS[one].ordered)]
        headings = ("items", *(PAIR_COLUMNS[name] for name in names))
        pairs = tuple(
            AgreementRow(
                ", ".join(pair.coders), (pair.n, *_by_name(pair.coefficients, names).values())
            )
            for pair in found.pairs
        )
        yield AgreementSection("each pair of coders", (), "coders", headings, pairs)
    if 0 < len(found.categories) <= MOST_SHOWN:
        categories = tuple(
            AgreementRow(one.label, (one.n, _value(one.specific), _value(one.against_rest)))
            for one in found.categories
        )
        columns = ("ratings", "specific agreement", "kappa against the rest")
        yield AgreementSection("each category", (), "category", columns, categories)
        if found.confusion is not None:
            labels = tuple(one.label for one in found.categories)
            counts = zip(labels, found.confusion, strict=True)
            both = tuple(AgreementRow(label, row) for label, row in counts)
            heading = f"items by both ratings: rows {coders[0]}, columns {coders[1]}"
            yield AgreementSection(heading, (), "", labels, both)
    yield AgreementSection("", notes=tuple(_notes(found)))


def _nominal(found: Agreement) -> bool:
    return found.level.value == "nominal"


def _summary(found: Agreement) -> tuple[str, ...]:
    cells = len(found.coders) * found.items
    rated = f"{found.missing} of {cells} ratings missing" if found.missing else "no rating missing"
    labels = ", ".join(found.labels[:20]) + (", ..." if len(found.labels) > 20 else "")
    verb = "has" if len(found.idle) == 1 else "have"
    left_out = f"{', '.join(found.idle)} {verb} no ratings and {verb} been left out"
    return (
        f"{counted(found.items, 'item')}, {counted(len(found.coders), 'coder')}, {rated}",
        f"{found.level.value} level, {counted(len(found.labels), 'category', 'categories')}: "
        f"{labels}",
        *([left_out] if found.idle else ()),
    )


def _groups(found: Agreement, coders: int) -> Iterator[tuple[str, Sequence[Coefficient]]]:
    if coders < 3:
        # Two coders: every figure rests on the items that both rated.
        yield f"on {counted(found.complete, 'item')} rated by both coders", found.coefficients
        return
    pairs = counted(sum(1 for pair in found.pairs if pair.n), "pair")
    for base, heading in (
        (Base.TWO, f"on {counted(found.pairable, 'item')} with two or more ratings"),
        (Base.PAIRS, f"means over {pairs} of coders, each on the items that both rated"),
        (Base.ALL, f"on {counted(found.complete, 'item')} that all {coders} coders rated"),
    ):
        yield heading, [one for one in found.coefficients if DEFINITIONS[one.name].base is base]


def _row(one: Coefficient) -> AgreementRow:
    """One coefficient: its value, its interval and how that was made, or why there is none."""
    interval: Cell = "" if one.value is None else Between(None, reason=one.ci_reason or "")
    method = ""
    if one.ci95 is not None:
        interval = " to ".join(map(decimals, one.ci95))
        method = "bootstrap" if "bootstrap" in (one.ci_method or "") else one.ci_method or ""
        if one.undefined_replicates:
            method += f", {one.undefined_replicates} replicates undefined"
    return AgreementRow(DEFINITIONS[one.name].title, (_value(one), interval, method))


def _by_name(found: Sequence[Coefficient], names: Sequence[str]) -> dict[str, Cell]:
    known = {one.name: one for one in found}
    return {name: _value(known[name]) for name in names if name in known}


def _value(one: Coefficient) -> Cell:
    if one.value is None:
        return FigureText(None, one.reason or "undefined")
    return decimals(one.value)


def decimals(value: float) -> str:
    """A coefficient in three decimals."""
    # -0.0004 rounds to a zero that should not look negative.
    return f"{round(value, 3) + 0.0:.3f}"


def _notes(found: Agreement) -> Iterator[str]:
    if found.replicates:
        yield (
            f"bootstrap: {found.replicates:,} replicates of {found.clusters:,} items, seed "
            f"{found.seed}, expanded percentiles"
        )
    if _nominal(found):
        yield (
            "nominal level: weighted kappa, ordinal, interval and ratio alpha, ICC and rank "
            "correlations need ordered categories"
        )
    elif found.level.value == "ordinal":
        yield (
            "weights come from the category values; interval and ratio alpha and ICC assume "
            "equal distances, which this level does not guarantee"
        )
    else:
        yield "weights come from the category values"
    plain = found.coefficient("percent_agreement").expected
    near = found.coefficient("percent_within_1").expected
    if plain is not None:
        within = f", within 1 {near:.3f}" if near is not None else ""
        yield f"chance agreement, from the pooled use of categories: {plain:.3f}{within}"
    if found.prevalence is not None and found.bias is not None:
        yield f"prevalence index {found.prevalence:.3f}, bias index {found.bias:.3f}"
