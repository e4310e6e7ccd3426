"""Sentences on a narrow terminal are broken between words, and drawn lines not at all."""

from __future__ import annotations

from contextlib import redirect_stderr
from io import StringIO

import click
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from runners.cli.output import StatusLine, fitted


def test_a_sentence_is_broken_between_words_and_goes_on_further_in() -> None:
    text = (
        "  help: is the server running? it is http://127.0.0.1:8000/v1; a login page may stand "
        "between\nshort"
    )
    assert fitted(text, 50) == (
        "  help: is the server running? it is\n"
        "    http://127.0.0.1:8000/v1; a login page may\n"
        "    stand between\n"
        "short"
    )


def test_lines_of_a_script_are_left_as_they_are_drawn() -> None:
    line = "12 |     say: " + "word " * 30
    caret = "   |     " + "^" * 100
    place = " --> " + "folder/" * 20 + "x.dev:1:1"
    assert fitted("\n".join((line, caret, place)), 60) == "\n".join((line, caret, place))


def test_colours_take_no_room() -> None:
    coloured = click.style("warning[W611]", fg="yellow", bold=True) + ": " + "word " * 12 + "end"
    plain = fitted(click.unstyle(coloured), 60)
    assert click.unstyle(fitted(coloured, 60)) == plain
    assert max(map(len, plain.split("\n"))) <= 60
    number = click.style("12 |", fg="blue") + "     say: " + "word " * 30
    assert fitted(number, 60) == number


def test_a_character_of_two_columns_takes_two() -> None:
    assert fitted("the marble " + "箱の中身" * 4 + " is moved to the other box", 48) == (
        "the marble 箱の中身箱の中身箱の中身箱の中身 is\n  moved to the other box"
    )
    long = "箱の中身は何ですか" * 5
    lines = fitted(f"asked: {long} by Otto", 40).split("\n")
    assert max(map(cell_len, lines)) <= 40
    assert "".join(line.strip() for line in lines).replace("by", "").startswith(f"asked:{long}")


@given(st.text(alphabet="ab -\n", max_size=300), st.integers(40, 120))
def test_no_word_is_lost(text: str, width: int) -> None:
    assert fitted(text, width).split() == text.split()


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_line_of_progress_is_put_in_place_of_the_one_before_and_gone_at_the_end() -> None:
    with redirect_stderr(_Terminal()) as screen, StatusLine() as status:
        status.update("1 of 2")
        status.update("2 of 2")
    assert screen.getvalue().split("\r\x1b[2K") == ["", "1 of 2", "2 of 2", ""]


def test_a_last_line_of_progress_can_stay() -> None:
    with redirect_stderr(_Terminal()) as screen:
        status = StatusLine()
        status.update("2 of 2")
        status.keep()
    assert screen.getvalue() == "\r\x1b[2K2 of 2\n"


def test_no_progress_is_written_to_a_file_or_where_none_is_wanted() -> None:
    for stream, quiet in ((StringIO(), False), (_Terminal(), True)):
        with redirect_stderr(stream), StatusLine(quiet=quiet) as status:
            status.begin("counting")
        assert not stream.getvalue()
