"""A table of codes is read as spreadsheets write it, and every fault is named with its line."""

from __future__ import annotations

import pytest

from runners.coding.code_tables import CodeRow, Read, read_table


def row(line: int, item: str, question: str, mark: str, **more: object) -> CodeRow:
    given = {
        "trial": "",
        "story": "",
        "flags": (),
        "lrs": None,
        "note": "",
        "coder": "Anna",
        **more,
    }
    return CodeRow(line, item, given.pop("trial"), question, given.pop("story"), mark, **given)  # type: ignore[arg-type]


ROWS = (
    row(2, "i1", "1", "right"),
    row(3, "i1", "2", "half", flags=("hedged", "false detail"), lrs=3, note="=1+1"),
)


@pytest.mark.parametrize(
    "text",
    [
        "item,question,mark,flags,lrs,note\ni1,1,right,,,\ni1,2,half,hedged; false detail,3,=1+1\n",
        "\ufeffItem;Question;MARK;Flags;LRS;Note\r\ni1;1;1;;;\r\n"
        "i1;2;0,5;Hedged,false detail;3;=1+1",
        "item\tquestion\tmark\tflags\tlrs\tnote\ni1\t1\t1.0\t\t\t\n"
        '"i1"\t2\t1/2\thedged|false detail\t3.0\t=1+1\n',
        "item;question;mark;flags;lrs;note\ri1;1;1,00;;;\ri1;2;,50;hedged,false detail;3,00;=1+1\r",
    ],
)
def test_commas_semicolons_and_tabs_say_the_same(text: str) -> None:
    assert read_table(text, coder="Anna") == Read(ROWS, ())


def test_rows_that_were_not_filled_in_are_not_coded() -> None:
    text = "item,question,mark,note,group\ni1,1,,,x\n,,,,\ni2,1,,odd reply,x\n"
    assert read_table(text, coder="Anna") == Read(
        (row(4, "i2", "1", "", note="odd reply"),), (), ("group",)
    )


def test_a_field_over_several_lines_does_not_move_the_numbers_of_lines() -> None:
    text = 'item,question,mark,note\ni1,1,right,"two\nlines"\ni1,2,fine,\n'
    found = read_table(text, coder="Anna")
    assert [one.note for one in found.rows] == ["two\nlines"]
    assert [(one.line, one.message) for one in found.faults] == [(4, "there is no mark `fine`")]


def test_a_first_line_that_states_the_delimiter_is_passed_over() -> None:
    text = "sep=;\r\nitem;question;mark\r\ni1;1;right\r\ni1;2;0,25\r\n"
    found = read_table(text, coder="Anna")
    assert found.rows == (row(3, "i1", "1", "right"),)
    assert [(one.line, one.message) for one in found.faults] == [(4, "there is no mark `0,25`")]


def test_every_fault_is_named_with_its_line() -> None:
    text = (
        "item,question,mark,flags,lrs,coder\n"
        "i1,1,Right,,,Anna\n"
        ",1,right,,,\n"
        "i1,2,maybe,,,\n"
        "i1,2,right,fine,,\n"
        "i1,2,right,refusal,,\n"
        "i1,2,right,,6,\n"
        "i1,2,=right,,2.5,Ben\n"
        "i1,2,right,,,,extra\n"
    )
    found = read_table(text, coder="Anna")
    assert [(one.line, one.message) for one in found.faults] == [
        (3, "the item is missing"),
        (4, "there is no mark `maybe`"),
        (5, "there is no flag `fine`"),
        (6, "`refusal` goes with wrong only: remove the flag, or mark it wrong"),
        (7, "an LRS is a whole number from 0 to 5, not `6`"),
        (8, "this row belongs to `Ben`, not `Anna`"),
        (8, "there is no mark `=right`"),
        (8, "an LRS is a whole number from 0 to 5, not `2.5`"),
        (9, "the row has 7 fields, and the header has 6"),
    ]


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("", ["the table is empty"]),
        ("\n\n", ["the table is empty"]),
        ("item,mark\n", ["the table has no rows"]),
        ("item,mark\ni1,\n", ["the table has no codes"]),
        ("item,mark\x00\n", ["line 1: the row contains a NUL character"]),
        ("a,b\n1,2\n", [
            "line 1: the header must name either `item` or `trial`, to say what is judged",
            "line 1: there is no column `mark`",
        ]),
        ("item,trial,mark\n", [
            "line 1: the header must name either `item` or `trial`, to say what is judged"
        ]),
        ("trial,mark\n", ["line 1: with `trial` a column `question` is needed"]),
        ("item,mark,Mark\n", ["line 1: there are two columns `mark`"]),
        ('item,mark\n"i1,right\n', ["line 2: a quote is opened and never closed"]),
    ],
)  # fmt: skip
def test_what_is_no_table_of_codes_is_reported(text: str, messages: list[str]) -> None:
    assert [str(one) for one in read_table(text, coder="Anna").faults] == messages
