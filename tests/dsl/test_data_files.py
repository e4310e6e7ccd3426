"""Rows of data files: what is read, what is refused and where, and which files may be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dsl.expand import cells
from dsl.files.data_rows import Broken, Nested, read_rows
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import Loaded, check_text, load
from dsl.trial import turns
from tests.expanded import expand

TABLE = """\
experiment Words
table lesson from {path}
design
    scoring accuracy
procedure
    in order
        for each row of lesson
            test name
                ask: You see {{sight}}. What is it called?
                answer: {{name}}
                wrong: {{other}}
"""


def rows(text: str, ending: str) -> list[dict[str, object]]:
    """The cells of each row."""
    return [dict(row.cells) for row in read_rows(text, ending).rows]


def refused(text: str, ending: str) -> tuple[int, str]:
    """The line and the sentence with which a file is refused."""
    with pytest.raises(Broken) as problem:
        read_rows(text, ending)
    assert problem.value.instead
    return problem.value.line, problem.value.what


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_the_sign_between_cells_is_seen_in_the_first_row(sign: str) -> None:
    text = f'a{sign}"b, c"\n1{sign}"two\nlines; ""quoted"""\n\n{sign}\n x {sign} \n'
    expected: list[dict[str, object]] = [
        {"a": "1", "b, c": 'two\nlines; "quoted"'},
        {"a": " x ", "b, c": " "},
    ]
    for ending in (".csv", ".tsv"):
        assert rows(text, ending) == expected
        assert [row.line for row in read_rows(text, ending).rows] == [2, 6]


def test_what_a_spreadsheet_writes_is_read() -> None:
    """Its line about the separator, a field longer than Python's own limit, commas in a header of
    semicolons.
    """
    text = f'sep=;\na;"b, c, d";e\n{"x" * 200_000};y;z\n'
    assert rows(text, ".csv") == [{"a": "x" * 200_000, "b, c, d": "y", "e": "z"}]


def test_json_keeps_numbers_as_they_are_written_and_lists_as_lists() -> None:
    text = '[\n {"a": 1.50, "b": ["x", 2], "c": true, "d": null},\n\n {"a": "é"}]'
    found = read_rows(text, ".json")
    assert found.columns == ("a", "b", "c", "d")
    assert [dict(row.cells) for row in found.rows] == [
        {"a": "1.50", "b": ("x", "2"), "c": "true", "d": None}, {"a": "é"},
    ]  # fmt: skip
    assert [row.line for row in found.rows] == [2, 4]
    assert rows('{"a": 1}\n\n{"a": 2}\n', ".jsonl") == [{"a": "1"}, {"a": "2"}]
    (nested,) = rows('[{"a": {"b": 1}, "c": [[1]]}]', ".json")
    assert all(isinstance(cell, Nested) for cell in nested.values())


@pytest.mark.parametrize(
    ("ending", "text", "line", "what"),
    [
        (".csv", "a,b\n1,2\n1\n", 3, "the row has 1 field, and the header has 2"),
        (".csv", "a,b\n1,2,3\n", 2, "the row has 3 fields, and the header has 2"),
        (".csv", "a,,b\n", 1, "column 2 has no name"),
        (".csv", "a,a\n", 1, "there are two columns `a`"),
        (".csv", 'a\n"x\ny\n', 2, "a quote is opened and never closed"),
        (".csv", 'a\n"x"y\n', 2, "something follows the quote that ends a field"),
        (".csv", "a,b\n", 1, "the table has no rows"),
        (".csv", "", 1, "the table is empty"),
        (".csv", "a\nx\x00\n", 2, "there is a control character (U+0000)"),
        (".csv", "a\nx\x93\n", 2, "there is a control character (U+0093)"),
        (".json", '{"a": 1}', 1, "this file is not a list of objects"),
        (".json", "[1]", 1, "this is not an object"),
        (".json", "[\n{},\n{}]", 2, "no row of this file has a column"),
        (".json", '[\n{"a": NaN}]', 2, "`NaN` is not valid JSON"),
        (".json", '[\n{"a": 1,\n"a": 2}]', 2, "`a` is given twice in one object"),
        (".json", '[\n{"a": 1}\n{"a": 2}]', 3, "a comma is missing between two objects"),
        (".json", '[{"a": 1}', 1, "a comma is missing between two objects"),
        (".json", '[{"a": 1},\n]', 2, "this is not JSON (column 1: expecting value)"),
        (".json", '[{"a": 1}]\nx', 2, "there is text after the list"),
        (".json", "[\n{'a': 1}]", 2, "this is not JSON (column 2: expecting property name"),
        (".json", '[{"a": "\\ud800"}]', 1, "`a` has a control character, or half of a character"),
        (".json", "[" * 100_000, 1, "lists are nested too deeply"),
        (".json", '[{"a": ' + "[" * 100_000, 1, "lists are nested too deeply"),
        (".jsonl", '{"a": 1}\n[1]', 2, "this is not an object"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_with_its_line(
    ending: str, text: str, line: int, what: str
) -> None:
    found = refused(text, ending)
    assert found[0] == line
    assert what in found[1]


def read(folder: Path, path: str = "lesson.csv", script: str = TABLE) -> Loaded:
    """A script in a folder that names a file."""
    (folder / "words.dev").write_text(script.format(path=path), encoding="utf-8")
    return load(folder / "words.dev")


def codes(loaded: Loaded) -> list[str]:
    return [fault.code for fault in loaded.faults]


def said(loaded: Loaded) -> list[str]:
    assert loaded.experiment is not None, [fault.message() for fault in loaded.faults]
    trial = expand(loaded.experiment, cells(loaded.experiment)[0], draw=1)
    return [
        turn.question.text for turn in turns(trial.sessions[0].nodes) if turn.question is not None
    ]


def test_a_table_from_a_file_is_a_table_of_literal_cells(tmp_path: Path) -> None:
    """Braces are braces, an apostrophe is one, and a byte order mark is none of the words."""
    text = "\ufeffsight;name;other\r\na {thing};kel'bim;tasp, vomund\r\n"
    (tmp_path / "lesson.csv").write_bytes(text.encode())
    loaded = read(tmp_path)
    assert codes(loaded) == []
    assert said(loaded) == ["You see a {thing}. What is it called?"]
    written = TABLE.replace(
        "from {path}", "(sight, name, other):\n    a {{{{thing}}}} | kel'bim | tasp, vomund"
    )
    other = check_text(written.format(), "words.dev")
    assert loaded.experiment is not None
    assert other.experiment is not None
    for digest in (procedure_hash, rubric_hash):
        assert digest(loaded.experiment) == digest(other.experiment)


def test_what_is_sent_makes_the_procedure_and_not_how_the_file_is_saved(tmp_path: Path) -> None:
    """Line ends, separators and columns that nobody reads are no other procedure."""
    hashes = set()
    for name, text in {
        "one.csv": "sight,name,other\na cup,kel,tasp\n",
        "two.csv": "sight;name;other\r\na cup;kel;tasp\r\n",
        "three.json": '[{"sight": "a cup", "name": "kel", "other": "tasp"}]',
    }.items():
        (tmp_path / name).write_bytes(text.encode())
        experiment = read(tmp_path, name).experiment
        assert experiment is not None
        hashes.add(procedure_hash(experiment))
    assert len(hashes) == 1
    (tmp_path / "one.csv").write_text("sight,name,other\na jug,kel,tasp\n")
    changed = read(tmp_path, "one.csv").experiment
    assert changed is not None
    assert procedure_hash(changed) not in hashes


@pytest.mark.parametrize(
    "path",
    [
        "../lesson.csv", "/etc/passwd.csv", "a/../../lesson.csv", "..\\lesson.csv", "out.csv",
        "zero.csv", "loop.csv", "up/lesson.csv",
    ],
)  # fmt: skip
def test_no_file_outside_the_folder_is_read(tmp_path: Path, path: str) -> None:
    """Not by its path, and by no link either."""
    own = tmp_path / "own"
    own.mkdir()
    (tmp_path / "lesson.csv").write_text("sight,name,other\nx,y,z\n")
    for name, place in (("out", "../lesson.csv"), ("zero", "/dev/zero"), ("loop", "loop.csv")):
        (own / f"{name}.csv").symlink_to(place)
    (own / "up").symlink_to(tmp_path)
    assert codes(read(own, path)) == ["E731"]
    for glob in ("../*.csv", "/etc/*.csv", "up/*.csv"):
        assert codes(read(own, glob, BANK)) == ["E731"]


def test_a_script_without_a_folder_reads_no_file() -> None:
    loaded = check_text(TABLE.format(path="lesson.csv"), "words.dev")
    assert codes(loaded) == ["E731"]


def test_a_star_stands_for_files_of_the_folder_and_for_no_link_out_of_it(tmp_path: Path) -> None:
    own = tmp_path / "own"
    (own / "stages").mkdir(parents=True)
    row = "question,key\nIs {0} a number?,yes\n"
    for name in ("2", "10", "1", ".hidden"):
        (own / "stages" / f"{name}.csv").write_text(row.format(name))
    assert said(read(own, "stages/*.csv", BANK)) == [f"Is {n} a number?" for n in (1, 2, 10)]
    (tmp_path / "out.csv").write_text(row.format("out"))
    (own / "stages" / "out.csv").symlink_to(tmp_path / "out.csv")
    assert codes(read(own, "stages/*.csv", BANK)) == ["E731"]
    (tmp_path / "elsewhere").mkdir()
    (own / "linked").symlink_to(tmp_path / "elsewhere")
    assert codes(read(own, "linked/*.csv", BANK)) == ["E731"]
    assert codes(read(own, "*/a.csv", BANK)) == ["E731"]
    (own / "linked").unlink()
    (own / "stages" / "out.csv").unlink()
    assert said(read(own, "st*/*.csv", BANK)) == [f"Is {n} a number?" for n in (1, 2, 10)]
    assert said(read(own, "*/10.csv", BANK)) == ["Is 10 a number?"]
    several = read(own, "stages/10.csv, stages/1.csv,  st*/2.csv", BANK)
    assert said(several) == [f"Is {n} a number?" for n in (10, 1, 2)]
    (missing,) = read(own, "stages/1.csv, stages/3.csv", BANK).faults
    assert (missing.code, missing.span.column) == ("E732", 31)
    for path in (
        "*/a.csv",
        "stages/*/*.csv",
        "stages/**.csv",
        "none/*.csv",
        "stages/*.json",
        "*/*/1.csv",
        "s*e*/1.csv",
    ):
        assert codes(read(own, path, BANK)) == ["E732"]


def test_a_folder_that_the_system_does_not_list_is_refused(tmp_path: Path) -> None:
    assert codes(read(tmp_path, f"{'a' * 300}/*.csv", BANK)) == ["E220", "E732"]


BANK = """\
experiment Words
bank items from {path}
    question from question
    answer from key
design
    scoring accuracy
procedure
    separately
        do items
"""


def test_what_is_no_plain_file_is_refused_at_once(tmp_path: Path) -> None:
    """A folder, a pipe, a device, and a file too large are not waited for, nor read to the end."""
    (tmp_path / "folder.csv").mkdir()
    os.mkfifo(tmp_path / "pipe.csv")
    with (tmp_path / "large.csv").open("wb") as large:
        large.truncate(30_000_000)
    (tmp_path / "wide.csv").write_bytes("a,b\n".encode("utf-16"))
    (tmp_path / "latin.csv").write_bytes("sight,name\ncafé,b\n".encode("latin-1"))
    (tmp_path / "sheet.csv").write_bytes(b"PK\x03\x04 and so on")
    said_of = {
        "folder.csv": "folder.csv is a folder, not a data file",
        "pipe.csv": "pipe.csv is a pipe or a device, not a file",
        "large.csv": "large.csv is too large for a data file (over 20 MB)",
        "wide.csv": "wide.csv is saved as UTF-16; save it again as UTF-8",
        "latin.csv": "latin.csv is not saved as UTF-8 (the first byte that is not stands in line "
        "2); save it again as UTF-8",
        "sheet.csv": "sheet.csv is a document of an office program, not text",
        "none.csv": "there is no file none.csv",
        "words.dev": "`words.dev` is not a supported kind of file",
    }
    for name, words in said_of.items():
        loaded = read(tmp_path, name)
        assert [(fault.code, fault.message()) for fault in loaded.faults] == [("E732", words)]
    assert codes(read(tmp_path, "pi*.csv", BANK)) == ["E732"]


def test_columns_that_were_not_told_apart_are_said_to_be_one(tmp_path: Path) -> None:
    """To write that one would not help, as it does for a column under another name."""
    for header, said in {
        "question|choices|key": "its first row was read as one column, `question|choices|key`; "
        "separate columns by commas, semicolons or tabs",
        "frage": "write `frage`",
    }.items():
        (tmp_path / "items.csv").write_text(f"{header}\nA|B|C\n", encoding="utf-8")
        (tmp_path / "bank.dev").write_text(
            "experiment Bank\n\nbank items from items.csv\n    question from question\n"
            "    answer from key\n\nprocedure\n    separately\n        do items\n",
            encoding="utf-8",
        )
        faults = load(tmp_path / "bank.dev").faults
        assert next(fault.help() for fault in faults if fault.code == "E734") == said


def test_a_table_wants_one_text_in_each_cell(tmp_path: Path) -> None:
    (tmp_path / "lesson.json").write_text(
        '[{"sight": "a", "name": "b", "other": "c"},\n {"sight": "a", "name": ["b"], "other": "c"}]'
    )
    (fault,) = read(tmp_path, "lesson.json").faults
    assert (fault.code, fault.span.line) == ("E733", 2)
    assert fault.message() == "`name` is not text in this row"
    (tmp_path / "lesson.json").write_text('[{"sight": "a", "name": "b"}, {"sight": "a"}]')
    (fault,) = read(tmp_path, "lesson.json").faults
    assert fault.message() == "`name` is missing in this row"


CHOICES = """\
experiment Words
table lesson from {path}
conditions who from people.csv
design
    scoring accuracy
procedure
    say: Somebody likes {{likes}}.
    for each row of lesson
        separately
            test name
                ask: {{likes}}
                choices rotated:
                    {{name}}
                    none
                answer: {{name}}
"""


def faults_of_choices(folder: Path, names: list[str], likes: str) -> list[tuple[str, str]]:
    """What is said of a script whose key is in a table, and its question in a file of levels."""
    (folder / "lesson.csv").write_text("\n".join(["name", *names]) + "\n", encoding="utf-8")
    (folder / "people.csv").write_text(f"who,likes\nAda,tea\nBen,{likes}\n", encoding="utf-8")
    found = read(folder, script=CHOICES).faults
    return [(one.code, one.message()) for one in found if one.code < "W"]


def test_an_empty_cell_is_neither_asked_nor_offered_nor_right(tmp_path: Path) -> None:
    assert faults_of_choices(tmp_path, ["a torch", '"  "'], "tea") == []  # an empty row is none
    assert faults_of_choices(tmp_path, ["a torch", "a spoon"], "") == [
        ("E429", "`ask` of `name` has no words in `Ben`")
    ]


REPLIES = """\
experiment Words
table lesson from {path}
design
    scoring accuracy
procedure
    for each row of lesson
        separately
            scene one
                say: What is this?
                participant: {{reply}}
                test name
                    ask: Is it {{name}}?
                    answer: Yes
"""


def test_an_empty_cell_is_no_scripted_reply(tmp_path: Path) -> None:
    """No provider takes a message without words."""
    rows = ["name,reply", "a torch,I see a torch.", "a spoon,"]
    (tmp_path / "lesson.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    found = read(tmp_path, script=REPLIES).faults
    assert [(one.code, one.message()) for one in found if one.code < "W"] == [
        ("E429", "`participant` has no words in `row 2 of lesson`")
    ]


def test_every_row_is_looked_at(tmp_path: Path) -> None:
    assert faults_of_choices(tmp_path, [f"word {n}" for n in range(99)], "tea") == []
    assert faults_of_choices(tmp_path, [*(f"word {n}" for n in range(99)), "none"], "tea") == [
        ("E548", "two choices read `none`")
    ]
