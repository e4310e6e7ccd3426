"""Every kind of table is read in one way, and its faults name their lines."""

from __future__ import annotations

import io

import pytest

from coders.tables.ratings import read_table
from dsl.files.csv_reader import (
    CsvRow,
    CsvTable,
    TableFault,
    TableKind,
    TableUnusable,
    encoding,
)

ANY = TableKind((), "name,value", "value")
KNOWN = TableKind(("name", "value"), "name,value", "value", exact=False)


def read(text: str, kind: TableKind = ANY) -> tuple[CsvTable, list[CsvRow | TableFault]]:
    table = CsvTable(io.StringIO(text, newline=""), kind)
    return table, list(table)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("sign", [",", ";", "\t"])
@pytest.mark.parametrize(
    "begin", ["", "\ufeff", "{end}", "sep={sign}{end}", "\ufeffsep={sign}{end}"]
)
@pytest.mark.parametrize("kind", [ANY, KNOWN])
def test_what_programs_do_to_a_file_changes_nothing(
    begin: str, sign: str, end: str, kind: TableKind
) -> None:
    """Nor does a field in quotes over two lines; the lines are counted all the same."""
    before = begin.format(end=end, sign=sign)
    rows = f'name{sign}value{end}{end}a{sign}"two{end}lines"{end}b{sign}2{end}'
    table, found = read(before + rows, kind)
    skipped = before.count(end)
    assert (table.delimiter, table.header) == (sign, CsvRow(1 + skipped, ("name", "value")))
    assert found == [
        CsvRow(3 + skipped, ("a", f"two{end}lines")),
        CsvRow(5 + skipped, ("b", "2")),
    ]


def test_a_row_of_another_width_is_a_fault_and_the_next_ones_are_read() -> None:
    text = "name,value\na\nb,1,2\nc,3,\nd,4\n"
    _, exact = read(text)
    assert [str(one) for one in exact if isinstance(one, TableFault)] == [
        "line 2: the row has 1 field, and the header has 2",
        "line 3: the row has 3 fields, and the header has 2",
        "line 4: the row has 3 fields, and the header has 2",
    ]
    _, loose = read(text, KNOWN)
    assert loose[0] == CsvRow(2, ("a",))
    assert isinstance(loose[1], TableFault)
    assert loose[2:] == [CsvRow(4, ("c", "3", "")), CsvRow(5, ("d", "4"))]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("", "the table is empty"),
        ("name,value\n", "the table has no rows"),
        ('name,value\na,"1\nb,2\n', "line 2: a quote is opened and never closed"),
        ('name,value\na,"1"x\n', "line 2: something follows the quote that ends a field"),
        ('"name,value\n', "line 1: a quote is opened and never closed"),
        ("name,value\na,\0\n", "line 2: the row contains a NUL character"),
    ],
)
def test_where_nothing_more_can_be_read_a_fault_is_the_last(text: str, last: str) -> None:
    _, found = read(text)
    assert isinstance(found[-1], TableFault)
    assert (str(found[-1]), bool(found[-1].help)) == (last, True)


def test_all_faults_of_a_table_are_reported_together() -> None:
    """The first ten of them, and each help once."""
    with pytest.raises(TableUnusable) as stopped:
        read_table("item,A,B\n" + "1,x\n" * 12, "ratings.csv")
    assert stopped.value.message == (
        "ratings.csv has 12 rows that cannot be used:\n  "
        + "\n  ".join(f"line {n}: the row has 2 fields, and the header has 3" for n in range(2, 12))
        + "\n  and 2 more"
    )
    assert stopped.value.help.count("leave an empty field") == 1


def test_utf_16_is_known_by_its_mark() -> None:
    assert encoding("item".encode("utf-16")) == "utf-16"
    assert encoding("\ufeffitem".encode()) == encoding(b"item") == "utf-8-sig"
