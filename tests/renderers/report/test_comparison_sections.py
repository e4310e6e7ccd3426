"""Comparisons on the page: p values only where they were declared, every number with its place."""

from __future__ import annotations

import re
from fractions import Fraction

from dsl.record import replace
from renderers.fields.comparison.comparisons import comparison_document
from renderers.report.comparisons import (
    declared_section,
    exploratory_section,
    familiar_section,
)
from renderers.report.values import Value
from renderers.rows.comparisons import (
    Comparison,
    ComparisonKind,
    Comparisons,
    ComparisonScope,
    EffectScale,
    FamiliarCell,
    FamiliarEffect,
    Family,
    PValue,
    Side,
)
from tests.renderers.figures.figure_rows import cell, draws
from tests.renderers.report.full_places import in_full

HOSTILE = "</td><script>alert(1)</script>"
OPEN = Comparison(
    kind=ComparisonKind.CONDITIONS,
    scope=ComparisonScope.CELL,
    experiment="Hat",
    domain="",
    levels=(),
    condition="",
    wording="permuted",
    model="lab/one",
    simulated=False,
    first=Side(HOSTILE, 10, Fraction(7, 2), Fraction(3, 5)),
    second=Side("seen", 10, Fraction(3), Fraction(1, 2)),
    pairs=10,
    difference=Fraction(1, 2),
    ci95=(-0.25, 1.25),
    ci_method="MOVER",
    share_difference=Fraction(1, 10),
    share_ci95=(-0.1, 0.3),
    factor="seen",
)
P = PValue("primary", 1 / 512, 1 / 512, 1 / 256, 10, 0, "two-sided sign-flip test over draws")
DECLARED = replace(OPEN, family="primary", expected="less", test=P)
UNTESTED = replace(DECLARED, wording="original", test=None, untested="one text")
SIM = replace(OPEN, model="sim/child", simulated=True)
EFFECT = FamiliarEffect(
    "lab/one", False, EffectScale.LRS, {"Hat": 0.5, "Cup": 0.1}, 0.3, (-2, 2.6, 1)
)
CELL = FamiliarCell(
    cell("Hat", "", "lab/one", draws(4), wording="original"), Fraction(4), Fraction(7, 2),
    {1: Fraction(3), 2: Fraction(4)}, 0, 1, 1, Fraction(1, 2), Fraction(1, 10), 0.4,
)  # fmt: skip


def page_of(*rows: Comparison, families: tuple[Family, ...] = (), simulated: bool = False) -> Value:
    notes = ("declared in the script, and not in this study: a with b",)
    found = Comparisons(
        "abc", simulated, "blind", False, 0.05, families, rows, (CELL,), (EFFECT,), notes
    )
    return Value({"compare": comparison_document(found)})["compare"]


PRIMARY = Family("primary", ("unseen with seen, Hat",), "script", False, 1)


def numbers(html: str, document: Value) -> list[tuple[str, str]]:
    """(place, what is shown) of every number, each held against the document."""
    found = re.findall(r'<data value="([^"]*)" data-from="([^"]*)">([^<]*)</data>', in_full(html))
    for value, place, shown in found:
        at: object = {"compare": document.value}
        for key in place.split("/")[1:]:
            at = at[int(key)] if isinstance(at, list) else at[key]  # type: ignore[index]
        if shown == "&lt;0.001":
            assert isinstance(at, float)
            assert at < 0.0005
        elif value != "null" and isinstance(at, int | float):
            assert float(value) == at, place
            assert shown.endswith(("%", " pp")) or float(shown) == round(
                at, len(shown.partition(".")[2])
            )
    return [(place, shown) for _, place, shown in found]


def test_a_declared_family_has_p_values_and_says_why_one_is_missing() -> None:
    document = page_of(DECLARED, UNTESTED, families=(PRIMARY,))
    section = declared_section(document)
    assert section is not None
    told = dict(numbers(section.body, document))
    ps = [told[f"/compare/comparisons/0/{key}"] for key in ("p", "p_holm", "p_smallest")]
    assert ps == ["0.002", "0.004", "0.002"]
    assert told["/compare/comparisons/1/p"] == "none"
    assert "No p: " in section.body
    assert "more in <bdi>seen</bdi>: no" in section.body
    assert exploratory_section(document) is None


def test_a_p_value_too_small_for_three_decimals_says_so_and_keeps_its_value() -> None:
    small = replace(DECLARED, test=replace(P, p=3.4e-6))
    section = declared_section(page_of(small, families=(PRIMARY,)))
    assert section is not None
    told = '<data value="3.4e-06" data-from="/compare/comparisons/0/p">&lt;0.001</data>'
    assert told in in_full(section.body)


def test_exploratory_comparisons_have_no_p_and_mark_who_is_simulated() -> None:
    document = page_of(OPEN, SIM)
    section = exploratory_section(document)
    assert section is not None
    assert not [place for place, _ in numbers(section.body, document) if "/p" in place]
    assert "These were not declared beforehand" in section.body
    assert section.body.count('class="simulated"') == 1
    alone = exploratory_section(page_of(SIM, simulated=True))
    assert alone is not None
    assert alone.body.count('class="simulated"') == 1
    assert declared_section(document) is None


def test_what_was_declared_and_not_run_is_reported_once() -> None:
    with_family = page_of(DECLARED, SIM, families=(PRIMARY,))
    for document, told in ((with_family, [1, 0]), (page_of(OPEN), [0, 1])):
        sections = declared_section(document), exploratory_section(document)
        found = [one.body.count("a with b") if one is not None else 0 for one in sections]
        assert [min(count, 1) for count in found] == told


def test_models_have_no_column_of_dashes_for_the_one_model_of_a_row() -> None:
    between = replace(DECLARED, kind=ComparisonKind.MODELS, model=None)
    heads = [
        re.findall(r'<th scope="col"[^>]*>(Over|Model)</th>', str(section.body))
        for row in (DECLARED, between)
        if (section := declared_section(page_of(row, families=(PRIMARY,))))
    ]
    assert heads == [["Over", "Model"], ["Over"]]


def test_a_section_of_exploratory_comparisons_is_there_only_where_it_holds_some() -> None:
    repeats = replace(
        OPEN, kind=ComparisonKind.MODELS, scope=ComparisonScope.DOMAIN, model=None, n_experiments=1
    )
    document = page_of(repeats, families=(PRIMARY,))
    assert exploratory_section(document) is None
    # What was declared and not run is said in any case.
    alone = exploratory_section(page_of(repeats))
    assert alone is not None
    assert "a with b" in alone.body
    assert "not declared beforehand" not in alone.body


def test_names_stay_text() -> None:
    section = exploratory_section(page_of(OPEN))
    assert section is not None
    assert "<script" not in section.body


def test_familiar_words_have_an_interval_over_experiments_and_ranks_without_a_test() -> None:
    document = page_of()
    section = familiar_section(document)
    assert section is not None
    told = dict(numbers(section.body, document))
    at = "/compare/familiar_words_over_experiments/0"
    assert [told[f"{at}/{key}"] for key in ("n_experiments", "mean", "ci95/0", "ci95/1")] == [
        "2", "0.30", "-2.00", "2.60",
    ]  # fmt: skip
    at = "/compare/familiar_words/0"
    assert (told[f"{at}/rank"], told[f"{at}/least_p"]) == ("1.5", "0.333")
