"""Whether a difference is known to lie within bounds of equivalence."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from dsl.record import replace
from renderers.rows.comparisons import (
    ChangedQuestions,
    Comparison,
    ComparisonKind,
    ComparisonScope,
    Equivalence,
    Side,
)
from tests.runners.agreement.coded_studies import SHELF
from tests.shell import Shell

SIDE = Side("a", 10, Fraction(3), Fraction(1, 2))
ROW = Comparison(
    kind=ComparisonKind.CONDITIONS,
    scope=ComparisonScope.CELL,
    experiment="The shelf",
    domain="",
    levels=(),
    condition="",
    wording="permuted",
    model="m",
    simulated=False,
    first=SIDE,
    second=SIDE,
    pairs=10,
    difference=Fraction(0),
    ci95=(-0.4, 0.3),
    ci_method="",
    share_difference=None,
    share_ci95=None,
)


@pytest.mark.parametrize(
    ("ends", "within", "expected"),
    [
        ((-0.4, 0.3), 0.5, Equivalence.EQUIVALENT),
        ((0.1, 0.4), 0.5, Equivalence.EQUIVALENT),
        ((-0.5, 0.3), 0.5, Equivalence.UNDECIDED),
        ((-0.4, 0.6), 0.5, Equivalence.UNDECIDED),
        ((0.6, 1.2), 0.5, Equivalence.NOT_EQUIVALENT),
        ((-2.0, -0.6), 0.5, Equivalence.NOT_EQUIVALENT),
        ((-0.4, 0.3), 0.0, None),
        (None, 0.5, None),
    ],
)
def test_the_whole_interval_must_lie_within_the_bounds(
    ends: tuple[float, float] | None, within: float, expected: Equivalence | None
) -> None:
    assert replace(ROW, ci95=ends, within=within).equivalence is expected


def test_where_conditions_share_questions_the_others_are_of_record() -> None:
    changed = ChangedQuestions(
        Fraction(1, 2), 10, Fraction(1, 2), Fraction(1, 2), Fraction(0), (-0.12, 0.2), ""
    )
    row = replace(ROW, within=0.5, changed=changed)
    assert row.equivalence is Equivalence.UNDECIDED
    narrow = replace(changed, ci95=(-0.12, 0.12))
    assert replace(row, changed=narrow).equivalence is Equivalence.EQUIVALENT


def test_bounds_are_given_and_their_answer_printed(shell: Shell) -> None:
    (shell.folder / "shelf.dev").write_text(SHELF, encoding="utf-8")
    shell.run_once("shelf.dev", "-m", "sim/oracle", "-m", "sim/random")
    document = shell.json("compare", "--equivalent-within", "1.5", "--kind", "conditions")
    rows = {row["model"]: row for row in document["comparisons"]}
    assert rows["sim/oracle"]["equivalence"] == "equivalent"
    assert rows["sim/oracle"]["equivalent_within"] == 1.5
    assert rows["sim/oracle"]["equivalent_declared"] is False
    assert rows["sim/random"]["equivalence"] in ("undecided", "not equivalent")
    page = " ".join(shell.run("compare", "--equivalent-within", "1.5").stdout.split())
    assert "yes (±1.50)" in page
    assert "two one-sided tests at 2.5% each" in page
    assert "not declared before the run are exploratory" in page
    without = shell.json("compare", "--kind", "conditions")["comparisons"]
    assert {row["equivalence"] for row in without} == {None}
    said = " ".join(shell.run("compare", "--kind", "conditions").stdout.split())
    assert "a 95% interval that holds 0 does not show that two are equal" in said
    for odd in ("0", "nan", "inf", "words"):
        wrong = shell.run("compare", "--equivalent-within", odd, code=2)
        assert "is not a number from 0 to 5" in wrong.stderr


def test_bounds_that_a_preregistration_declares_are_declared(shell: Shell) -> None:
    (shell.folder / "shelf.dev").write_text(SHELF, encoding="utf-8")
    shell.run("preregister", "shelf.dev", "-m", "sim/oracle", "-o", "form.md")
    form = shell.folder / "form.md"
    text = form.read_text(encoding="utf-8")
    declared = (
        '[[compare]]\nkind = "conditions"\nexperiment = "The shelf"\nfirst = "moved"\n'
        'second = "left"\nequivalent_within = 1.5\n\n'
    )
    form.write_text(text.replace("[seen]", f"{declared}[seen]", 1), encoding="utf-8")
    shell.run("preregister", "--renew", "form.md")
    renewed = form.read_text(encoding="utf-8")
    assert "equivalent_within = 1.5" in renewed
    assert "moved with left, The shelf, within ±1.5 LRS" in renewed
    sealed = re.sub(r"\[to be written:[^\]]*\]", "As we said.", renewed)
    form.write_text(sealed, encoding="utf-8")
    shell.run("preregister", "--seal", "form.md")
    shell.run("shelf.dev", "-m", "sim/oracle")

    found = shell.json("compare")
    (row,) = (one for one in found["comparisons"] if one["kind"] == "conditions")
    assert (row["equivalent_within"], row["equivalent_declared"]) == (1.5, True)
    assert found["notes"] == []
    assert shell.json("compare", "--equivalent-within", "1.5")["notes"] == []
    other = shell.json("compare", "--equivalent-within", "2.5")
    (row,) = (one for one in other["comparisons"] if one["kind"] == "conditions")
    assert (row["equivalent_within"], row["equivalent_declared"]) == (1.5, True)
    assert other["notes"] == [
        "deviation: bounds of ±2.5 LRS were asked for, but ±1.5 were declared in the "
        "preregistration; these are used for the comparisons that it declares"
    ]
    page = " ".join(shell.run("compare", "--equivalent-within", "2.5").stdout.split())
    assert "deviation: bounds of ±2.5 LRS were asked for" in page
