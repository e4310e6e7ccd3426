"""How documents, columns and CSV rows are made from declared figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import pytest

from renderers.fields.cell_reader import CellReader
from renderers.fields.field import (
    Field,
    Row,
    columns,
    columns_by_coder,
    document,
    each,
    field,
    group,
    keyed,
    nested,
    of,
    pick,
    through,
)
from renderers.fields.scales import LRS, SHARE, TEXT, TEXTS, WHOLE


@dataclass(frozen=True)
class Cup:
    name: str
    lrs: Fraction | None = None
    lost: int = 0
    inner: Cup | None = None


NAME: Field[Cup] = field(TEXT, "name", "its name", lambda c: c.name, heading="cup", label=True)
CUP: tuple[Field[Cup], ...] = (
    NAME,
    field(LRS, "lrs", "mean LRS", lambda cup: cup.lrs, heading="LRS", priority=2),
    field(WHOLE, "lost", "lost trials", lambda cup: cup.lost, heading="lost", rare=True),
    nested("inner", "the cup inside", [NAME]),
    group("more", "more of it", field(SHARE, "share", "a share", lambda cup: cup.lrs)),
    each("parts", "cups inside", [NAME], lambda cup: [cup.inner] if cup.inner else []),
    keyed("by_name", "the same", [NAME], lambda c: c.name, lambda c: [c.inner] if c.inner else []),
)


def cells(fields: Sequence[Field[Row]], row: Row) -> list[object]:
    return CellReader(fields, lambda value: value).cells(row)


RED, BLUE = Cup("red", Fraction(7, 2), inner=Cup("small")), Cup("\x1b[2Jblue")


def test_a_document_has_the_keys_in_the_order_of_the_fields_and_plain_numbers() -> None:
    assert document(CUP, RED) == {
        "name": "red", "lrs": 3.5, "lost": 0, "inner": {"name": "small"}, "more": {"share": 3.5},
        "parts": [{"name": "small"}], "by_name": {"small": {"name": "small"}},
    }  # fmt: skip
    assert document(CUP, BLUE)["lrs"] is None
    assert document(CUP, BLUE)["inner"] is None


def test_a_column_says_what_is_unknown_and_shows_no_control_character() -> None:
    name, lrs = columns(pick(CUP, "name", "lrs", "lost"), [RED, BLUE])
    assert name.cells[0] == "red"
    assert "\x1b" not in name.cells[1]
    assert name.label
    assert not name.right
    assert lrs.cells == ("3.50", "unknown")
    assert (lrs.priority, lrs.right) == (2, True)


def test_a_rare_figure_has_a_column_where_one_row_has_some() -> None:
    assert [one.heading for one in columns(CUP[2:3], [RED])] == []
    (lost,) = columns(CUP[2:3], [RED, Cup("torn", lost=2)])
    assert lost.cells == ("0", "2")


def test_the_same_figure_in_another_place() -> None:
    other = CUP[1].but("mean", heading="mean\nLRS", priority=0, none="-")
    assert document([other], RED) == {"mean": 3.5}
    (column,) = columns([other], [BLUE])
    assert (column.heading, column.cells, column.priority) == ("mean\nLRS", ("-",), 0)


def test_a_figure_is_read_from_something_that_has_the_row() -> None:
    outer: Field[list[Cup]] = CUP[1].of(lambda cups: cups[0])
    assert cells([outer], [RED]) == [Fraction(7, 2)]
    assert document([outer], [RED]) == {"lrs": 3.5}
    inside = (CUP[0], *of(lambda cup: cup.inner, CUP[:2]), CUP[2])
    reader = CellReader(inside, repr)
    for _ in range(2):
        assert reader.cells(RED) == ["'red'", "'small'", "None", "0"]
    assert reader.cells(BLUE) == ["'\\x1b[2Jblue'", "None", "None", "0"]
    assert columns([outer], [[RED]])[0].cells == ("3.50",)


def test_a_csv_row_holds_single_values_alone() -> None:
    assert cells(CUP[:3], BLUE) == ["\x1b[2Jblue", None, 0]
    listed: Field[Cup] = field(TEXTS, "names", "several", lambda cup: (cup.name,))
    with pytest.raises(TypeError, match="tuple is no field"):
        cells([listed], RED)


def test_columns_by_coder_need_two_coders() -> None:
    given = {"red": [("A", "blind", "4"), ("B", "judge", "5")], "small": [("A", "blind", "1")]}
    both = columns_by_coder([RED, Cup("small")], lambda cup: given[cup.name], priority=9)
    assert [(one.heading, one.cells) for one in both] == [
        ("by\nA", ("4", "1")), ("by\nB", ("5", "-")),
    ]  # fmt: skip
    assert columns_by_coder([Cup("small")], lambda cup: given[cup.name], priority=9) == []


def test_a_name_that_no_field_has_is_a_fault() -> None:
    with pytest.raises(KeyError):
        pick(CUP, "lsr")


def test_figures_of_a_part_stand_among_those_of_the_whole() -> None:
    fields = (*pick(CUP, "lost"), *through(Cup, "inner", pick(CUP, "name")))
    assert document(fields, Cup("A", inner=Cup("B"))) == {"lost": 0, "name": "B"}
