"""The matrix of erasures on the screen: as many groups beside each other as there is room for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from renderers.rows.comparisons import Comparisons
from renderers.tables.banks.erasures import print_erasures
from renderers.tables.page import Page
from tests.renderers.figures.test_erasure_figures import drop


@pytest.mark.parametrize(("groups", "parts"), [(10, 1), (11, 2), (25, 3)])
def test_more_groups_than_a_line_has_room_for_go_on_below(groups: int, parts: int) -> None:
    names = [f"g{number}" for number in range(groups)]
    erasures = tuple(
        drop(erased, tested, Fraction(1, 10)) for erased in names[:3] for tested in names
    )
    page = Page(width=80)
    found = Comparisons("s", True, "blind", False, 0.05, (), (), (), (), erasures=erasures)
    assert print_erasures(page, found)
    assert max(map(len, page.lines)) <= 80
    heads = [line for line in page.lines if line.startswith("erased  ")]
    assert [name for line in heads for name in line.split()[1:]] == names
    rows = [line.split()[1:] for line in page.lines if line.startswith("g1 ")]
    assert len(heads) == len(rows) == parts
    assert [len(row) for row in rows] == [len(line.split()) - 1 for line in heads]
