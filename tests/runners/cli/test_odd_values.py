"""What nobody means to write after an option, or as a name: it is refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from runners.cli.options import SamplingOptions
from tests.here import here
from tests.shell import Shell

LONG = "a" * 300
"""Longer than the name of a file may be."""

FIGURES = "9" * 5_000
"""More than Python reads as a number."""


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return here(tmp_path)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((LONG,), "cannot be a path: file name too long"),
        (("show", "blicket", "--framing", LONG), "there is no framing"),
        (("new", "coglm", "--from", LONG), "cannot be a path: file name too long"),
        (("new", "cogbench", "--from", LONG), "cannot be a path: file name too long"),
        (("new", "corecognition", "--from", LONG), "cannot be a path: file name too long"),
        (("batch", "in", LONG), "cannot be a path: file name too long"),
        (("batch", "send", LONG), "cannot be a path: file name too long"),
        (("show", "blicket", "--draw", FIGURES), "is not a draw"),
        (
            ("new", "cogbench", "--from", ".", "--topics", FIGURES),
            "`.` has no `profile.json`, `cogbench_a.json` and `cogbench_v.json`",
        ),
        (
            ("packets", "--coder", "Ada", "--share", "1e99999999"),
            "`--share 1e99999999` is not a percentage from 0% to 100%",
        ),
        (("run", "blicket", "--temperature", "inf"), "`--temperature inf` is not a number"),
        (
            ("new", "x", "--template", "corecognition", "--frames-per-second", "nan"),
            "`--frames-per-second nan` is not a number from 0.01 to 30",
        ),
        (("new", ""), "`` is no name for a script"),
        (("new", "."), "`.` is no name for a script"),
        (("new", "folder/.dev"), "`folder/.dev` is no name for a script"),
        (
            ("norms", "fti"),
            "`devrun norms` does not know `fti`\nhelp: did you mean `devrun norms fit`",
        ),
        (
            ("donor", "read"),
            "`devrun donor` does not know `read`\nhelp: write one of write, copied",
        ),
        (("norms", "fit", "people.csv", "--minutes", "nan"), "`--minutes nan` is not a number"),
        (("norms", "fit", "people.csv", "--seed", "-5"), "`--seed -5` is not a whole number of"),
    ],
)
def test_an_odd_value_is_refused(words: tuple[str, ...], told: str, shell: Shell) -> None:
    done = shell.run(*words, code=2)
    assert told in done.stderr
    assert list(shell.folder.iterdir()) == []


def test_a_packet_cannot_have_a_name_that_is_too_long(shell: Shell) -> None:
    assert "cannot be read: file name too long" in shell.run("code", LONG, code=5).stderr


@pytest.mark.parametrize("number", ["many", "\u00b2", "-3", "1/0", FIGURES])
def test_duplicates_are_a_share_or_a_number(number: str, shell: Shell) -> None:
    done = shell.run("packets", "--coder", "Ada", "--duplicates", number, code=2)
    assert f"`--duplicates {number}` is not a percentage from 0% to 100%" in done.stderr


def test_a_parameter_that_json_has_no_number_for_is_sent_as_words() -> None:
    given = ("a=1", "b=0.5", "c=true", "d=nan", "e=inf", "f=1e999")
    found = SamplingOptions(None, None, given, False, None, None).settings().params
    assert dict(found) == {"a": 1, "b": 0.5, "c": True, "d": "nan", "e": "inf", "f": "1e999"}
