"""Coding in plain lines, as it reads; the whole talk is in tests/coders/plain/golden."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coders.desk.desk import Desk
from coders.desk.log import Log
from coders.packets.shape import Gold, GoldMark, Line, LineKind, Packet, View
from dsl.record import replace
from tests.coders.desk.rooms import ALWAYS, opened, packet, reply, ticking, trial
from tests.coders.plain.talks import talk
from tests.property import examples

GOLDEN = Path(__file__).parent / "golden"

TRAINED = packet(
    [trial("one", tests=2), trial("two", tests=1, lost=[1]), trial("three", tests=1)],
    training=[trial("t", tests=1)],
    gate_a=[trial("a", tests=1)],
    gold=[
        Gold("t", (GoldMark(1, "half", ("hedged",), reason="It leaves the box open."),), 3),
        Gold("a", (GoldMark(1, "right"), GoldMark(2, "right"))),
    ],
    masking=Fraction(1, 2),
)
CONTENT = packet(
    [reply("one"), reply("two"), reply("free", candidates=[])],
    view=View.CONTENT,
    stories={"one": (Line(LineKind.TOLD, "Sally puts the marble into the basket."),)},
    masking=ALWAYS,
)
TYPED = {
    "rubric": (
        TRAINED,
        ["", "1", "1", "", "1", "", "", "1", "1", "", "", "r3", "z", "1", "n odd", "h2", "hello",
         "1", "", "4 the hedge is a manner of speaking", "2 1", "s cannot read it", "3", "1",
         "", "g 1.2", "3", "", "", "1", "0", "0", "no idea", "hand in", "no", "hand in", "yes"],
    ),
    "content": (
        CONTENT,
        ["", "c", "t", "h1", "0 0", "1+2", "1", "2", "?", "2", "0 3", "0 1",
         "q and a about beliefs", "/garden", "/two", "q"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", list(TYPED))
def test_a_whole_talk(name: str, tmp_path: Path) -> None:
    of, lines = TYPED[name]
    with Log(tmp_path / "Ada.log.jsonl", of, clock=ticking(), tool_version="0.0") as log:
        told = talk(Desk(of, log), lines)
    golden = GOLDEN / f"{name}.txt"
    assert told == golden.read_text(encoding="utf-8")


def test_the_lines_end_and_everything_is_kept(tmp_path: Path) -> None:
    """Each talk ends in the middle; the next continue, without the welcome."""
    of = packet([trial("one", tests=2)])
    with opened(tmp_path, of) as desk:
        assert "Kept: passed." in talk(desk, ["1"])
        assert desk.step.question is not None
        assert desk.step.question.number == 1
    with opened(tmp_path, of) as desk:
        told = talk(desk, ["1"])
    assert told.startswith("\nItem 1 of 1.\n")
    assert "To judge, question 1: Where will Sally look, 1?" in told


def test_of_several_stories_the_question_names_its_own(tmp_path: Path) -> None:
    first, second, control = trial("one", tests=2).questions
    item = replace(trial("one", tests=2), questions=(first, replace(second, story=2), control))
    with opened(tmp_path, packet([item])) as desk:
        told = talk(desk, ["1", "1"])
    heads = [line for line in told.splitlines() if line.startswith("To judge")]
    assert heads == [
        "To judge, control question 3 in story 1: Where is the marble now?",
        "To judge, question 1 in story 1: Where will Sally look, 1?",
        "To judge, question 2 in story 2: Where will Sally look, 2?",
    ]


def test_a_number_of_any_length_is_no_lrs(tmp_path: Path) -> None:
    with opened(tmp_path, packet([trial("one", tests=1)])) as desk:
        told = talk(desk, ["1", "1", "9" * 5_000, "6", "5"])
    assert told.count("write an LRS from 0 to 5") == 2
    assert "Saved: LRS 5." in told


def test_every_line_fits_its_width_at_any_width(tmp_path: Path) -> None:
    of, lines = TYPED["rubric"]
    for width in (40, 60, 78):
        with Log(tmp_path / str(width), of, clock=ticking(), tool_version="0.0") as log:
            told = talk(Desk(of, log), lines, width=width)
        said = [line for line in told.splitlines() if not line.startswith("> ")]
        assert max(map(len, said)) <= 78
        from_packet = [line for line in said if "basket" in line]
        assert max(map(len, from_packet)) <= width


HOSTILE = (
    "\x1b]0;title\x07 \x1b]52;c;aGFja2Vk\x1b\\ \x1b[2J \x9b2J \x90q\x9c \u202eabc\u202c \u200b "
    "[red]x[/oops] [@click=app.quit]y[/] \r over \x08 \x7f \u2028 \ud800 \x85 \ufeff"
)
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def everywhere(text: str, view: View) -> Packet:
    """A packet with this text wherever somebody else may have put one."""
    if view is View.RUBRIC:
        item = trial("one", tests=1)
    else:
        item = reply("one", candidates=(text, "the box"))
    asked = tuple(
        replace(one, text=text, guidance=(text,), examples=((text, text),), accepted=(text,),
                lures=(text,))
        for one in item.questions
    )  # fmt: skip
    lines = tuple(replace(line, text=text) for line in item.lines)
    item = replace(item, lines=lines, questions=asked, guide=((3, text),), card=(text,))
    marks = tuple(GoldMark(one.number, "half", reason=text) for one in asked)
    gold = [Gold("t", marks, 3, text)]
    of = packet([item], view=view, training=[replace(item, id="t")], gold=gold, masking=ALWAYS,
                stories={"one": lines, "t": lines})  # fmt: skip
    header = replace(of.header, statement=text, gold_note=text, coder="Ada")
    return replace(of, header=header, models=(text, "beta/two"))


def everything(of: Packet, path: Path, text: str) -> str:
    """All that can be shown of an item, in one talk."""
    with Log(path, of, clock=ticking(), tool_version="0.0") as log:
        looks = ["?", "c", "t", "n " + text.replace("\n", " "), "z"]
        once = [*looks, "1", *looks, "1", "", ""]
        return talk(Desk(of, log), ["", *once, *once, "?", "1 1", "z", text.replace("\n", " ")])


@pytest.mark.parametrize("view", list(View))
def test_hostile_text_is_shown_and_acts_on_nothing(view: View, tmp_path: Path) -> None:
    told = everything(everywhere(HOSTILE, view), tmp_path / "log", "typed \x1b[2J too")
    said = "\n".join(line for line in told.splitlines() if not line.startswith("> "))
    assert UNSEEN.findall(said) == []
    assert said.count("\u241b]52;c;aGFja2Vk\u241b\\") > 8
    assert "[red]x[/oops]" in said
    said.encode("utf-8")


@examples(40, thorough=1000)
@given(st.text(max_size=40), st.sampled_from(list(View)))
def test_no_text_reaches_the_terminal_as_it_came(text: str, view: View) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        told = everything(everywhere(text or "x", view), Path(folder) / "log", "n")
    assert UNSEEN.findall(told) == []


def test_a_very_long_reply_is_shown_whole(tmp_path: Path) -> None:
    item = trial("one", tests=1)
    long = Line(LineKind.REPLY, "".join(f"{number:06}" for number in range(33_334)), 1)
    of = packet([replace(item, lines=(*item.lines, long))])
    with opened(tmp_path, of) as desk:
        told = talk(desk, [])
    assert long.text in told.replace("\n  ", "")
    assert max(map(len, told.splitlines())) <= 78
