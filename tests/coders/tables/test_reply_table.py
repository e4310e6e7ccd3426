"""Tables of replies: what is read of a good one, and what is said of a bad one."""

from __future__ import annotations

import json
from io import StringIO

import pytest

from coders.matcher import match
from coders.tables.replies import ReplyTable, TableReply
from dsl.files.csv_reader import TableFault

HEADER = "id,question,choices,answer,also,wrong,reply"


def rows(text: str, *, json_lines: bool = False) -> list[TableReply | TableFault]:
    return list(ReplyTable(StringIO(text, newline=""), json_lines=json_lines))


def one(text: str, *, json_lines: bool = False) -> TableReply:
    (row,) = rows(text, json_lines=json_lines)
    assert isinstance(row, TableReply), row
    return row


def accepted(row: TableReply) -> list[tuple[str, ...]]:
    (clause,) = row.question.key.answer
    return [phrase.accepted for phrase in clause.phrases]


@pytest.mark.parametrize(
    ("cells", "choices", "right", "lures"),
    [
        ("a | b|  c d ,a,,b", ("a", "b", "c d"), [("a",)], ["b"]),
        ('"A) yes, it is | B) no",A,,B', ("yes, it is", "no"), [("yes, it is",)], ["no"]),
        ('"(a) one | (b) two",b) two,,one', ("one", "two"), [("two",)], ["one"]),
        ("A. x | B. y,Y,,", ("x", "y"), [("y",)], []),
        ("A) x | C) y,A) x,,", ("A) x", "C) y"), [("A) x",)], []),
        (",cat | dog,,", (), [("cat",), ("dog",)], []),
        (",sweets,Smarties | candy,pencil", (), [("sweets", "Smarties", "candy")], ["pencil"]),
        (",cat | dog,dog = hound,bird", (), [("cat",), ("dog", "hound")], ["bird"]),
    ],
)
def test_a_list_in_a_cell_has_bars_between_its_items(
    cells: str, choices: tuple[str, ...], right: list[tuple[str, ...]], lures: list[str]
) -> None:
    """Letters of choices are no part of them, and an answer may be such a letter."""
    row = one(f"{HEADER}\n1,What?,{cells},reply\n")
    assert row.question.options == choices
    assert accepted(row) == right
    assert [phrase.text for phrase in row.question.key.wrong] == lures


@pytest.mark.parametrize(
    "cell",
    [
        "a cat | a dog",
        "A) a cat | B) a dog",
        '"[""a cat"", ""a dog""]"',
        "\"['a cat', 'a dog']\"",
        '"a cat\na dog"',
        "A. a cat B. a dog",
        "(A) a cat (B) a dog",
    ],
)
def test_choices_need_no_question_id_or_key(cell: str) -> None:
    """They are written as data sets have them; a row is known by its line."""
    row = one(f"options,reply\n{cell},A dog.\n")
    assert (row.id, row.question.text, row.question.options) == ("2", "", ("a cat", "a dog"))
    assert row.question.key.answer == ()
    keyed = one(f"choices,key,reply\n{cell},b,A dog.\n")
    assert accepted(keyed) == [("a dog",)]
    assert match(keyed.reply, keyed.question).right


def test_a_choice_that_is_called_none_is_told_from_no_choice_by_its_letters() -> None:
    table = "choices,takes,judges,reply\nNone | kel,None,none | None | Kel,x\n"
    row = one(table)
    assert (row.takes, row.judges) == ("None", ("", "None", "kel"))
    assert one(table.replace("None | kel,None", "none | kel,none")).judges[0] == "none"


def test_the_questions_of_an_export_are_such_a_table() -> None:
    """There `question` is a name, and `asked` the text."""
    row = one("question,asked,options,answer,reply\nitem 7,What barks?,a cat | a dog,a dog,B\n")
    assert (row.question.text, row.question.options) == ("What barks?", ("a cat", "a dog"))
    told = {"question": "item 7", "asked": "What barks?", "options": ["a", "b"], "reply": "B"}
    assert one(json.dumps(told), json_lines=True).question.text == "What barks?"


def test_json_lines_have_real_lists() -> None:
    row = one(
        json.dumps(
            {
                "id": 7,
                "question": "What?",
                "choices": ["the cat | the dog", "a bird"],
                "answer": ["a bird"],
                "also": {"a bird": ["an owl"]},
                "reply": "An owl.",
            }
        ),
        json_lines=True,
    )
    assert (row.line, row.id) == (1, "7")
    assert row.question.options == ("the cat | the dog", "a bird")
    assert accepted(row) == [("a bird", "an owl")]
    assert match(row.reply, row.question).right


@pytest.mark.parametrize("sign", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_spreadsheet_may_write_it_its_own_way(sign: str, end: str) -> None:
    """Separators, line ends, a byte order mark, columns in another order, cells of two lines."""
    header = sign.join(["Reply", " ID ", "answer", "question", "model"])
    cells = sign.join([f'"two{end}lines"', "x", "a", "What?", "m"])
    table = ReplyTable(StringIO(f"\ufeff{header}{end}{cells}{end}", newline=""), json_lines=False)
    (row,) = table
    assert isinstance(row, TableReply)
    assert (row.line, row.id, row.reply) == (2, "x", f"two{end}lines")
    assert table.unused == ("model",)


def test_answers_that_are_numbers_are_compared_as_numbers() -> None:
    """`2` is `two`; with choices the answer is a choice."""
    row = one(f"{HEADER}\n1,How many?,,2,,3,There are two.\n")
    assert match(row.reply, row.question).right


BAD = [
    ("", "the table is empty", 0),
    ("\n\n", "the table is empty", 0),
    (HEADER + "\n", "the table has no rows", 0),
    ("id,question,reply\n1,a,b\n", "the column `answer` is missing", 1),
    ("question,text\n", "the columns `answer` and `reply` are missing", 1),
    ("choices,text\n", "the column `reply` is missing", 1),
    ("choices,key,reply\nonly one,,x\n", "there is only one choice", 2),
    ("choices,key,answer,reply\n", "there are two columns `answer`", 1),
    (f"{HEADER},id\n", "there are two columns `id`", 1),
    (f"\n{HEADER}\n1,What?,,a,,,x,y\n", "the row has 8 fields, and the header has 7", 3),
    (f'{HEADER}\n1,What?,,a,,,"x\n', "a quote is opened and never closed", 2),
    (f"{HEADER}\n1,What?,,,,,x\n", "the answer is empty", 2),
    (f"{HEADER}\n1,,,a,,,x\n", "the question is empty", 2),
    (f"{HEADER}\n,What?,,a,,,x\n", "the id is empty", 2),
    (f"{HEADER}\n1,What?,,a,,a,x\n", "`a` is both the answer and wrong", 2),
    (f"{HEADER}\n1,What?,a | b,c,,,x\n", "`c` under `answer` is none of the choices", 2),
    (f"{HEADER}\n1,What?,a | b,a,,C,x\n", "`C` under `wrong` is none of the choices", 2),
    (f"{HEADER}\n1,What?,,a,c = d,,x\n", "`c` under `also` is neither an answer nor wrong", 2),
    (f"{HEADER}\n1,What?,,a | b,d,,x\n", "`d` under `also` may stand for any of 2 answers", 2),
]


@pytest.mark.parametrize(("text", "message", "line"), BAD)
def test_a_table_that_cannot_be_used_says_where_and_why(text: str, message: str, line: int) -> None:
    (fault,) = rows(text)
    assert isinstance(fault, TableFault)
    assert fault.message.startswith(message)
    assert fault.line == line
    assert fault.help


def test_an_id_stands_once() -> None:
    """Marks are found again by it."""
    _, fault = rows(f"{HEADER}\n1,What?,,a,,,x\n1,What?,,a,,,y\n")
    assert str(fault) == "line 3: the id `1` stands on line 2, too"


GOOD = '{"id": 1, "question": "What?", "answer": "a", "reply": ""}'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": 2,', "this is no JSON (column 10)"),
        ("[" * 5000, "this is no JSON"),
        ("[1]", "this is no JSON object"),
        ('{"id": 2}', "`question`, `answer` and `reply` are missing"),
        ('{"id": 2, "question": "What?", "answer": "a", "reply": ["b"]}', "`reply` is no text"),
        ('{"id": 2, "question": "What?", "answer": {"a": 1}, "reply": ""}', "`answer` is no text"),
    ],
)
def test_a_broken_line_of_json_is_named_and_the_others_are_read(line: str, message: str) -> None:
    first, fault, last = rows(f"{GOOD}\n{line}\n{GOOD.replace('1', '3')}\n", json_lines=True)
    assert isinstance(first, TableReply)
    assert isinstance(last, TableReply)
    assert isinstance(fault, TableFault)
    assert (fault.line, fault.message[: len(message)]) == (2, message)


def test_a_row_of_json_has_one_answer() -> None:
    """`key` is another word for `answer`, and both at once are refused."""
    line = json.dumps({"choices": ["a", "b"], "key": "a", "answer": "b", "reply": "A"})
    fault, _ = rows(line, json_lines=True)
    assert str(fault) == "line 1: there are two columns `answer`"


def test_one_json_list_is_no_json_lines() -> None:
    (fault,) = rows(f"[{GOOD}]", json_lines=True)
    assert str(fault) == "line 1: this is one JSON list, and not JSON lines"
