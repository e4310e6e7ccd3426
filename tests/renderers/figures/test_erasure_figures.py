"""Erasures as matrices: every drop in its square, what is erased and tested framed."""

from __future__ import annotations

from fractions import Fraction

from renderers.figures.erasures import erasure_figures
from renderers.rows.banks import ErasureDrop

GROUPS = ("empathy", "planning")


def drop(erased: str, tested: str, lost: Fraction, *, age_alone: bool = False) -> ErasureDrop:
    return ErasureDrop(
        experiment="Two abilities", condition="", levels=(), wording="original", model="sim/erased",
        simulated=True, age_alone=age_alone, framing=f"without {erased}", erased=erased,
        reference="age 4" if age_alone else "none", tested=tested, n=20, calibrated=True,
        before=Fraction(9, 10), after=Fraction(9, 10) - lost, drop=lost, ci95=(-0.1, 0.4),
        ci_method="paired t over items",
    )  # fmt: skip


def test_a_figure_for_each_reference_with_every_drop_and_n() -> None:
    lost = {
        ("empathy", "empathy"): Fraction(3, 4), ("empathy", "planning"): Fraction(1, 20),
        ("planning", "empathy"): Fraction(-1, 25), ("planning", "planning"): Fraction(3, 5),
    }  # fmt: skip
    rows = [drop(*place, one) for place, one in lost.items()]
    rows += [drop(*place, one, age_alone=True) for place, one in lost.items()]
    figures = erasure_figures(rows)
    assert [str(one.title) for one in figures] == [
        f"Two abilities, sim/erased: what is lost under each erasure, against {against}"
        for against in ("no framing", "the age alone")
    ]
    (first, _) = figures
    assert first.simulated
    for page in (first.wide, first.narrow):
        for words in (">75<", ">5<", ">-4<", ">60<", "n = 20 items in each square"):
            assert words in page, words
    assert "1 empathy" in first.narrow
    assert "Erased and tested empathy: 75 points, n = 20." in first.alt
    assert "planning under without empathy, 5 points" in first.alt
    assert str(first.table).count("<tr>") + str(first.table).count("<tr ") == 5
    assert "/compare/erasures/0" in str(first.table)
