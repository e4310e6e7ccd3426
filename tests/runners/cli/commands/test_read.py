"""`devrun read --table`: replies from anywhere, each with its mark."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dsl.errors import DevrunError
from runners.cli.commands.read import command
from runners.cli.errors import Exit
from tests.shell import Shell

TABLE = """\
id,question,choices,answer,also,wrong,reply,model
r1,Where will Sally look first?,A) the basket | B) the box,the basket,,,In the basket.,m
r2,Where will Sally look first?,A) the basket | B) the box,the basket,,,B,m
r3,What is in the tube?,,sweets,candy,pencils,"Candy, probably.",m
\x1b[31mr4,Where is it?,,basket,,box,It is where it is.,m
"""
MARKS = [
    {
        "id": "r1",
        "reading": "the basket",
        "letter": "A",
        "mark": "right",
        "decided": True,
        "flags": [],
        "reason": "it says the basket",
    },
    {
        "id": "r2",
        "reading": "the box",
        "letter": "B",
        "mark": "wrong",
        "decided": True,
        "flags": [],
        "reason": "it says the box",
    },
    {
        "id": "r3",
        "reading": "sweets",
        "letter": None,
        "mark": "half",
        "decided": True,
        "flags": ["hedged"],
        "reason": "it leans to sweets",
    },
]
CHOICES = """\
choices,key,reply
Red | Blue,B,A: The answer is \\boxed{B}
"['Red', 'Blue']",,I would choose option A) Red
A. Red B. Blue,A,Colours are a matter of taste.
"""


def read(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(command, arguments, input=stdin)


def stopped(*arguments: str, stdin: bytes = b"") -> DevrunError:
    done = read(*arguments, stdin=stdin)
    assert isinstance(done.exception, DevrunError), done.output
    assert done.stdout == ""
    return done.exception


def test_every_reply_gets_its_mark_in_a_table(tmp_path: Path) -> None:
    """Escapes are shown and not sent to the terminal; counts stand below."""
    file = tmp_path / "replies.csv"
    file.write_text(TABLE, encoding="utf-8")
    done = read("--table", str(file))
    assert done.stdout == (
        "id       reading        mark           flags   reason\n"
        "───────────────────────────────────────────────────────────────────────\n"
        "r1       A) the basket  right                  it says the basket\n"
        "r2       B) the box     wrong                  it says the box\n"
        "r3       sweets         half           hedged  it leans to sweets\n"
        "␛[31mr4                 needs a human          no answer was recognised\n"
        "\n"
        "4 replies: 1 right, 1 half, 1 wrong, 1 needs a human\n"
        "right: 33.3% of 3 decided with a key (95% interval 6.1% to 79.2%, Wilson)\n"
    )
    assert done.stderr == f"{file}: ignored columns: model\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_json_is_a_list_with_an_object_for_each_reply(encoding: str) -> None:
    """Null stands where a human is needed; standard input is read as a file is."""
    found = json.loads(read("--table", "-", "--json", stdin=TABLE.encode(encoding)).stdout)
    assert found[:3] == MARKS
    assert (found[3]["id"], found[3]["mark"]) == ("\x1b[31mr4", None)


def test_json_lines_are_known_by_what_is_in_them() -> None:
    row = {"id": "a", "question": "How many?", "answer": "2", "reply": "Two."}
    (found,) = json.loads(
        read("--table", "-", "--json", stdin=f"\n{json.dumps(row)}\n".encode()).stdout
    )
    assert (found["id"], found["reading"], found["mark"]) == ("a", "2", "right")


def test_all_rows_that_cannot_be_used_are_named_together() -> None:
    """Nothing is printed of the others: half a table would be taken for the whole."""
    fault = stopped("--table", "-", stdin=f"{TABLE}r1,a,,b,,,c,m\nr5,a,,,,,c,m\n".encode())
    assert fault.exit_code is Exit.SCRIPT
    assert fault.message == (
        "standard input has 2 rows that cannot be used:\n"
        "  line 6: the id `r1` stands on line 2, too\n"
        "  line 7: the answer is empty"
    )


def test_choices_are_read_with_and_without_a_key() -> None:
    """Choices may be written in several ways; what has no key is read, and not marked."""
    done = read("--table", "-", stdin=CHOICES.encode())
    assert done.stdout == (
        "id  reading  mark           reason\n"
        "────────────────────────────────────────────────────\n"
        "2   B) Blue  right          it says Blue\n"
        "3   A) Red   read           it says Red\n"
        "4            needs a human  no answer was recognised\n"
        "\n"
        "3 replies: 1 right, 0 half, 0 wrong, 1 read, 1 needs a human\n"
        "right: 100.0% of 1 decided with a key (95% interval 20.7% to 100.0%, Wilson)\n"
    )


def test_the_same_as_csv() -> None:
    assert read("--table", "-", "--csv", stdin=CHOICES.encode()).stdout.splitlines() == [
        "id,reading,letter,mark,decided,flags,reason",
        "2,Blue,B,right,TRUE,,it says Blue",
        "3,Red,A,,TRUE,,it says Red",
        "4,,,,FALSE,,no answer was recognised",
    ]
    assert stopped("--table", "-", "--csv", "--json").message == (
        "--csv and --json ask for two formats"
    )


def test_a_file_that_is_not_text_is_named() -> None:
    fault = stopped("--table", "-", stdin=TABLE.encode() + "Café".encode("latin-1"))
    assert fault.exit_code == Exit.SCRIPT
    assert fault.message == "standard input is not saved as UTF-8; save it again as UTF-8"


def test_a_file_that_is_not_there(shell: Shell) -> None:
    assert shell.run("read", "--table", "none.csv", code=2).stderr == (
        "devrun: the table `none.csv` cannot be read: no such file or directory\n"
        "help: name a file with the columns choices and reply, or question, answer and reply, as "
        "CSV or JSON lines\n"
    )


def test_a_table_has_to_be_named(shell: Shell) -> None:
    assert shell.run("read", code=2).stderr == (
        "devrun: no table was named\n"
        "help: write it as: devrun read --table FILE.csv; `devrun read --help` says what is in it\n"
    )


JUDGED = """\
choices,key,takes,judges,reply
Ball | Box,B,B,B|B|A|B,"A ball is hidden, so the answer is option B."
Ball | Box,B,B,B|B|B|B,B
Ball | Box,B,none,A|B|A|B,Who knows what is in there
Ball | Box,B,A,none|A|A|A,(A)
Ball | Box,B,B,A|B|B|B,It must be the thing that is not round.
"""


def test_methods_are_compared_on_the_same_replies() -> None:
    """With what a person and four judges read. Where the matcher decides, judges change nothing."""
    rows = json.loads(read("--table", "-", "--methods", "--json", stdin=JUDGED.encode()).stdout)
    keys = ("replies", "fail", "told_read", "false", "missed", "right")
    assert {row["method"]: tuple(row[key] for key in keys) for row in rows} == {
        "exact": (5, 4, 1, 0, 3, 1),
        "in": (5, 3, 2, 0, 2, 1),
        "template": (5, 3, 2, 1, 2, 1),
        "matcher": (5, 2, 3, 0, 1, 2),
        "judge 1": (5, 1, 4, 2, 1, 2),
        "judge 2": (5, 0, 5, 1, 0, 4),
        "judge 3": (5, 0, 5, 2, 0, 2),
        "judge 4": (5, 0, 5, 1, 0, 4),
        "hybrid": (5, 1, 4, 0, 0, 3),
    }
    assert [row["false_rate"] for row in rows[:3]] == [0, 0, 0.5]


def test_of_methods_a_table_says_what_its_columns_are() -> None:
    """Without readings by a person there are no false ones, and what differs is counted."""
    table = "question,choices,answer,reply\n,Ball | Box,B,A ball is not it: B\nWhat?,,box,Box\n"
    done = read("--table", "-", "--methods", stdin=table.encode())
    lines = done.stdout.splitlines()
    assert lines[1].split() == ["method", "replies", "FAIL", "rate", "95%", "matcher", "right"]
    (template,) = (line for line in lines if line.startswith("template"))
    assert template.split()[-4:] == ["1", "of", "1", "0.0%"]
    assert "1 reply without choices: left out" in lines
    assert stopped(
        "--table", "-", "--methods", stdin=b"question,answer,reply\nq,a,a\n"
    ).message == ("no reply in the table has choices")
    assert stopped("--table", "-", "--methods", "--csv").message == "--methods has no CSV"


def test_readings_are_of_the_choices() -> None:
    wrong = "choices,takes,judges,reply\nBall | Box,A | B,,B\nBall | Box,,A | C,B\n"
    assert stopped("--table", "-", stdin=wrong.encode()).message == (
        "standard input has 2 rows that cannot be used:\n"
        "  line 2: `takes` has several choices\n"
        "  line 3: `C` under `judges` is none of the choices"
    )
