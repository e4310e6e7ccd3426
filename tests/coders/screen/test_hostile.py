"""Whatever a participant, a script or a coder writes is shown as text, and does nothing."""

from __future__ import annotations

import asyncio
import unicodedata
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.segment import Segment
from textual.events import Paste

from coders.desk.paragraphs import Paragraph, TextStyle
from coders.packets.shape import Gold, Item, Line, LineKind, Packet, View
from coders.screen.app import CodingApp
from coders.screen.page import ScreenRow, lay_out
from coders.screen.text import one_line, strip
from dsl.record import replace
from tests.coders.screen.packets import HOSTILE, packet_of, said, trial
from tests.coders.screen.sitting import desk_of, press, settled, sit, strips_of
from tests.property import examples

ACTED_ON = {"Cc", "Cf", "Cs", "Zl", "Zp"}
NASTY = st.text(
    st.sampled_from("\x1b\x9b\x9d\x07\x08\r\x0e\x7f\x85\u202e\u2066\u200b\u2028\ud800[]/=@;()\\ am")
    | st.characters(codec=None),
    min_size=1,
    max_size=60,
) | st.sampled_from([HOSTILE, "\x1b]52;c;aGk=\x1b\\", "[/]", "[@click=app.exit]x[/]", "\x1b[2J"])
BOTH = st.sampled_from([View.RUBRIC, View.CONTENT])
RUBRIC_KEYS = (
    "enter", "1", "1", "1", "enter", "enter", "?", "q", "1", "h", "2", "3", "enter", "0", "1",
)  # fmt: skip
CONTENT_KEYS = (
    "enter", "1", "enter", "c", "q", "t", "q", "?", "q", "h", "+", "1", "2", "1", "1", "0",
)  # fmt: skip


def hostile_item(item: Item, text: str) -> Item:
    """The item with the text in every place that a script or a participant can fill."""
    return replace(
        item,
        lines=tuple(replace(line, text=f"{text} {line.text} {text}") for line in item.lines),
        questions=tuple(
            replace(
                asked,
                text=f"{text} {asked.text}",
                guidance=(text,),
                examples=(("right", text), ("half", text)),
                accepted=(text,),
                lures=(text,),
                candidates=tuple(f"{text} {one}" for one in asked.candidates),
            )
            for asked in item.questions
        ),
        guide=((5, text),),
        card=(text,),
    )


def hostile_packet(view: View, text: str) -> Packet:
    make = trial if view is View.RUBRIC else said
    items = tuple(hostile_item(make(number), text) for number in (1, 2))
    packet = packet_of(
        items[1:],
        view=view,
        training=items[:1],
        masking=Fraction(1),
        models=(text, f"{text}2"),
        stories={item.id: (Line(LineKind.TOLD, text),) for item in items},
    )
    gold = {
        name: Gold(one.item, tuple(replace(mark, reason=text) for mark in one.marks), one.lrs, text)
        for name, one in packet.gold.items()
    }
    told = replace(
        packet.header, coder=text, statement=text, blind_to=(text,), not_blind_to=(text,)
    )
    return replace(packet, header=told, gold=gold)


@settings(
    examples(8), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(text=NASTY, view=BOTH, size=st.sampled_from([(80, 24), (150, 60)]))
def test_nothing_that_a_terminal_acts_on_reaches_a_row_of_any_screen(
    text: str, view: View, size: tuple[int, int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    keys = RUBRIC_KEYS if view is View.RUBRIC else CONTENT_KEYS
    path = tmp_path_factory.mktemp("log") / "a.log.jsonl"
    with desk_of(hostile_packet(view, text), path) as desk:
        drawn = asyncio.run(everything(CodingApp(desk), keys, size))
    assert [segment for segment in drawn if not harmless(segment)] == []


async def everything(app: CodingApp, keys: tuple[str, ...], size: tuple[int, int]) -> set[Segment]:
    """Every segment drawn on the way through these keys."""
    drawn: set[Segment] = set()
    async with app.run_test(size=size):
        for key in ("shift", *keys):
            press(app, key)
            await settled(app, rounds=1)
            drawn |= {one for row in strips_of(app) for one in row}
    return drawn


def harmless(segment: Segment) -> bool:
    """Whether a segment is text without effect: no control, no link, no action, no odd sign."""
    style = segment.style
    quiet = style is None or (not style.link and not {k for k in style.meta if k[0] == "@"})
    signs = {unicodedata.category(sign) for sign in segment.text}
    return quiet and not segment.control and not signs & ACTED_ON


def test_markup_is_shown_as_it_was_written(tmp_path: Path) -> None:
    reply = "[red]x[/oops] [@click=app.quit]y[/] [bold]z [/"
    sat = sit(packet_of((said(1, reply=reply),), view=View.CONTENT), tmp_path / "a.log", "enter")
    assert reply in sat.text


def test_escape_sequences_are_shown_as_signs(tmp_path: Path) -> None:
    reply = "\x1b]52;c;aGk=\x1b\\ \x9b2J \u202eab"
    sat = sit(packet_of((said(1, reply=reply),), view=View.CONTENT), tmp_path / "a.log", "enter")
    assert "> reply     \u241b]52;c;aGk=\u241b\\ <U+009B>2J <U+202E>ab" in sat.text


@pytest.mark.parametrize(
    "part",
    ["x", "the box ", "\u4f60", "\n", HOSTILE],
    ids=["one word", "words", "wide", "empty rows", "hostile"],
)
def test_a_very_long_reply_is_paged_through_and_judged(
    part: str, tmp_path: Path, thorough: bool
) -> None:
    reply = part * ((200_000 if thorough else 40_000) // len(part))
    packet = packet_of((said(1, reply=f"{reply}\nthe last row"),), view=View.CONTENT)
    path = tmp_path / "a.log.jsonl"
    sat = sit(packet, path, "enter", "pagedown", "end")
    assert "the last row" in sat.text
    assert sit(packet, path, "1").kinds() == ["opened", "said"]


def test_what_is_pasted_into_a_line_is_made_visible(tmp_path: Path) -> None:
    with desk_of(packet_of((trial(1),)), tmp_path / "a.log.jsonl") as desk:
        drawn = asyncio.run(pasted(CodingApp(desk), f"a{HOSTILE}b"))
        note = desk.state.codes("item-1").notes[1]
    assert [segment for segment in drawn if not harmless(segment)] == []
    assert note.startswith("a[red]x[/oops]")
    assert "\x1b" not in note


async def pasted(app: CodingApp, text: str) -> set[Segment]:
    async with app.run_test(size=(80, 24)):
        press(app, "enter")
        press(app, "n")
        app.post_message(Paste(text))
        press(app, "home")
        await settled(app)
        drawn = {one for row in strips_of(app) for one in row}
        press(app, "enter")
        await settled(app)
    return drawn


@given(NASTY, NASTY, st.sampled_from(TextStyle), st.integers(1, 100), st.booleans())
def test_a_row_fills_its_width_and_holds_no_sign_that_acts(
    text: str, label: str, look: TextStyle, width: int, here: bool
) -> None:
    for row in (*lay_out((Paragraph(text, look, label, 1),), width), ScreenRow(text, look, label)):
        drawn = strip(row, width, here=here)
        assert drawn.cell_length == width
        assert all(harmless(segment) for segment in drawn)
    assert not {unicodedata.category(sign) for sign in one_line(text)} & ACTED_ON
