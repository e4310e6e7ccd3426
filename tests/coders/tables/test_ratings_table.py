"""A table of ratings made anywhere is read as it was meant, or refused with its line."""

from __future__ import annotations

import pytest

from coders.statistics.ratings import MeasurementLevel, Ratings
from coders.tables.ratings import number, ratings_from, read_table
from dsl.files.csv_reader import TableUnusable


def rated(
    text: str, level: MeasurementLevel | None = None, categories: list[str] | None = None
) -> Ratings:
    return ratings_from(read_table(text, "table.csv"), level=level, categories=categories)


def fault(
    text: str, level: MeasurementLevel | None = None, categories: list[str] | None = None
) -> tuple[int, str, str]:
    with pytest.raises(TableUnusable) as found:
        rated(text, level, categories)
    (first,) = found.value.faults
    return first.line, first.message, first.help


def test_a_plain_table_of_numbers_is_ordinal() -> None:
    found = rated("item,Ann,Bob\ni1,0,1\ni2,,10\ni3,2,2\n")
    assert found.codes.tolist() == [[0, 1], [-1, 3], [2, 2]]
    assert found.coders == ("Ann", "Bob")
    # By value, not by the alphabet.
    assert (found.labels, found.values) == (("0", "1", "2", "10"), (0.0, 1.0, 2.0, 10.0))
    assert (found.level, found.missing) == (MeasurementLevel.ORDINAL, 1)


def test_words_are_nominal_unless_their_order_is_declared() -> None:
    text = "item,A,B\n1,low,high\n2,middle,high\n"
    plain = rated(text)
    assert (plain.level, plain.labels) == (MeasurementLevel.NOMINAL, ("high", "low", "middle"))
    ordered = rated(text, MeasurementLevel.ORDINAL, ["low", "middle", "high"])
    assert (ordered.labels, ordered.values) == (("low", "middle", "high"), (0.0, 1.0, 2.0))
    assert ordered.codes.tolist() == [[0, 2], [1, 2]]


def test_declared_categories_count_whether_used_or_not_in_any_order() -> None:
    found = rated("item,A,B\n1,5,4\n2,0,0.0\n", categories=["5", "4", "3", "2", "1", "0"])
    assert found.labels == ("0", "1", "2", "3", "4", "5")
    assert found.codes.tolist() == [[5, 4], [0, 0]]


def test_numbers_that_are_names_stay_as_they_are_written() -> None:
    found = rated("item,A,B\n1,01,1\n2,1,1\n", MeasurementLevel.NOMINAL)
    assert (found.labels, found.values) == (("01", "1"), None)
    assert found.codes.tolist() == [[0, 1], [1, 1]]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffitem,A,B\r\n1,0,1\r\n2,1,1\r\n",
        "item,A,B\r1,0,1\r2,1,1",
        "item;A;B\n1;0;1\n2;1;1\n",
        "item\tA\tB\n1\t0\t1\n2\t1\t1\n",
        '"item","A","B"\n"1","0","1"\n"2","1"," 1 "\n\n\n',
        " item , A , B \n1, 0,1\n 2 ,1,1\n,,\n",
    ],
    ids=["mark and CRLF", "CR alone", "semicolons", "tabs", "quotes", "blanks"],
)
def test_what_spreadsheets_do_to_a_file_changes_nothing(text: str) -> None:
    found = rated(text)
    assert (found.coders, found.codes.tolist()) == (("A", "B"), [[0, 1], [1, 1]])


def test_a_quoted_field_may_hold_anything_and_lines_are_still_counted() -> None:
    text = 'item,"A, the first",B\n"one\nitem, really",x,"a ""b"" c"\ntwo,x\n'
    assert fault(text) == (
        4,
        "the row has 2 fields, and the header has 3",
        "leave an empty field where nothing is to be said, and put quotes around a field that "
        "contains the delimiter or a line break",
    )
    found = read_table(text.replace("two,x", "two,x,x"), "table.csv")
    assert found.coders == ("A, the first", "B")
    assert found.items == ("one\nitem, really", "two")
    assert found.fields[0] == ("x", 'a "b" c')


def test_semicolons_go_with_decimal_commas() -> None:
    found = rated("item;A;B\n1;0,5;1\n2;1;1,5\n")
    assert found.values == (0.5, 1.0, 1.5)
    assert read_table("item;A;B\n1;0,5;1\n", "table.csv").delimiter == ";"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 0, "the table is empty"),
        ("\n\n", 0, "the table is empty"),
        ("item\n1\n", 1, "there is no coder: the header has one column"),
        ("item,A,\n1,0,0\n", 1, "column 3 has no name"),
        ("item,A,A\n1,0,0\n", 1, "there are two columns `A`"),
        ("item,A,B\n", 0, "the table has no rows"),
        ("item,A,B\n1,,\n2,,\n", 0, "no item is rated"),
        ("item,A,B\n1,0,0\n2,0\n", 3, "the row has 2 fields, and the header has 3"),
        ("item,A,B\n1,0,0\n2,0,1,1\n", 3, "the row has 4 fields, and the header has 3"),
        ("item,A,B\n1,0,0\n\n1,1,1\n", 4, "the item `1` appears twice, first on line 2"),
        ("item,A,B\n1,0,0\n ,1,1\n", 3, "the item has no name"),
        ('item,A,B\n1,"0,0\n2,1,1\n', 2, "a quote is opened and never closed"),
        ('item,A,B\n1,"0"0,0\n', 2, "something follows the quote that ends a field"),
    ],
)
def test_a_table_that_can_be_read_in_two_ways_is_refused(
    text: str, line: int, message: str
) -> None:
    assert fault(text)[:2] == (line, message)


def test_a_rating_that_was_not_declared_is_refused_where_it_stands() -> None:
    assert fault("item,A,B\n1,0,1\n2,1,7\n", categories=["0", "1", "2"]) == (
        3,
        "the rating `7` is none of the categories 0, 1, 2",
        "correct it, or name all the categories that there are: --categories 0,1,2",
    )


def test_words_where_numbers_are_needed_are_refused_where_they_stand() -> None:
    text = "item,A,B\n1,0,1\n2,1,n/a\n"
    assert fault(text, MeasurementLevel.INTERVAL) == (
        3,
        "`n/a` is not a number, and the level is interval",
        "write a number, or take --level ordinal or nominal",
    )
    assert fault(text, MeasurementLevel.ORDINAL) == (
        3,
        "`n/a` is not a number, and the level is ordinal",
        "name the categories in their order: --categories low,middle,high",
    )
    assert fault(text, MeasurementLevel.RATIO, ["0", "1", "n/a"]) == (
        0,
        "the category `n/a` is not a number, and the level is ratio",
        "write a number, or take --level ordinal or nominal",
    )


def test_declaring_a_category_twice_or_none_is_refused() -> None:
    text = "item,A,B\n1,0,1\n"
    assert fault(text, categories=["0", "1", "1.0"])[1] == "the category `1.0` is declared twice"
    assert fault(text, categories=["0", "0"])[1] == "the category `0` is declared twice"
    assert fault(text, categories=["0", ""])[1] == "the declared category 2 has no name"
    assert fault(text, categories=[])[1] == "no category is declared"


def test_what_is_a_number() -> None:
    read = {one: number(one) for one in ("1", "-2.5", "1,5", "1e3", "+4", "-0")}
    assert read == {"1": 1, "-2.5": -2.5, "1,5": 1.5, "1e3": 1000, "+4": 4, "-0": 0}
    for odd in ("nan", "inf", "-infinity", "1_000", "1,000,000", "one", "", "1 2"):
        assert number(odd) is None, odd


@pytest.mark.parametrize("last", ["lrs", "LRS", "rating", "score"])
def test_a_row_for_each_rating_says_the_same(last: str) -> None:
    wide = read_table("item,Ada,Ben\nr1,5,4\nr2,,0\nr3,3,\n", "t.csv")
    long = read_table(f"item,coder,{last}\nr1,Ada,5\nr2,Ben,0\nr1,Ben,4\nr3,Ada,3\n", "t.csv")
    assert (long.coders, long.items, long.fields) == (wide.coders, wide.items, wide.fields)
    assert long.lines == (2, 3, 5)


def test_a_rating_that_is_given_twice_is_refused_with_its_line() -> None:
    with pytest.raises(TableUnusable) as refused:
        read_table("item,coder,lrs\nr1,Ada,5\nr1,Ada,4\n,Ben,3\n", "t.csv")
    assert "line 3: `Ada` rates the item `r1` twice, first on line 2" in refused.value.message
    assert "line 4: the item has no name" in refused.value.message
