"""The screen in windows of every size, and while they change."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from coders.packets.shape import LineKind, Packet, View
from coders.screen.app import CodingApp
from dsl.record import replace
from tests.coders.screen.packets import packet_of, said, trial
from tests.coders.screen.sitting import desk_of, press, rows_of, settled, sit


def test_in_a_wide_window_the_rubric_is_next_to_the_transcript(tmp_path: Path) -> None:
    path = tmp_path / "a.log.jsonl"
    wide = sit(packet_of((trial(1),)), path, "enter", size=(200, 50))
    assert "Any word for the basket passes." in wide.text
    assert max(len(row.partition("\u2502")[0].rstrip()) for row in wide.rows[:-3]) <= 92
    usual = sit(packet_of((trial(1),)), path, size=(109, 50))
    assert "Any word for the basket passes." not in usual.text


def test_in_a_wide_window_what_is_asked_is_next_to_the_story_and_whole(tmp_path: Path) -> None:
    item = trial(1)
    long = "Where was the marble in the beginning, before anybody moved it or took a walk?"
    asked = replace(item.questions[0], text=long)
    packet = packet_of((replace(item, questions=(asked, *item.questions[1:])),))
    sat = sit(packet, tmp_path / "a.log.jsonl", "enter", size=(110, 30))
    beside = [row.partition("\u2502")[2].strip() for row in sat.rows[1:]]
    assert beside[:5] == [
        "control question 1: Where was the marble in",
        "the beginning, before anybody moved it or",
        "took a walk?",
        "1 passed   3 failed",
        "flags first:   h hedged   i incomplete",
    ]
    assert "Rubric" in beside
    noted = sit(packet, tmp_path / "a.log.jsonl", "n", '"a doubt', size=(110, 30))
    assert "note on control question 1" in noted.rows[1].partition("\u2502")[2]


def test_brackets_scroll_by_story(tmp_path: Path) -> None:
    item = trial(1, tests=4)
    lines = [
        replace(line, text=f"story {3 * at}") if line.kind is LineKind.COPY else line
        for at, line in enumerate(item.lines)
    ]
    lines = [
        replace(line, kind=LineKind.STORY) if line.kind is LineKind.COPY else line for line in lines
    ]
    packet, path = packet_of((replace(item, lines=tuple(lines)),)), tmp_path / "a.log.jsonl"
    tops = [
        sit(packet, path, "enter", *keys).rows[1].strip()
        for keys in ((), ("]",), ("]", "]"), ("]", "]", "["), ("[",))
    ]
    assert tops == ["story 1", "story 18", "story 27", "story 18", "story 1"]


def test_a_story_is_shown_from_its_beginning_and_then_the_question(tmp_path: Path) -> None:
    """In a window that is too low for both."""
    item = trial(1)
    told = replace(item.lines[2], text="Sally walks on. " * 80)
    packet = packet_of((replace(item, lines=(*item.lines[:2], told, *item.lines[3:])),))
    path = tmp_path / "a.log.jsonl"
    first = sit(packet, path, "enter")
    assert first.rows[1].strip() == "story 1"
    assert "PageDown for more" in first.text
    assert "> reply 1" in sit(packet, path, "space", "space").text
    assert "> reply 2" in sit(packet, path, "1").text


@pytest.mark.parametrize("size", [(1, 1), (10, 3), (20, 8), (40, 12), (60, 20), (300, 100)])
def test_no_window_is_too_small_or_too_large_to_go_on(
    size: tuple[int, int], tmp_path: Path
) -> None:
    sat = sit(packet_of((trial(1),)), tmp_path / "a.log.jsonl", "enter", "1", "?", "q", size=size)
    assert sat.kinds() == ["opened", "mark"]
    assert all(len(row) <= size[0] for row in sat.rows)


def test_a_window_made_smaller_and_larger_again_shows_the_same(tmp_path: Path) -> None:
    packet = packet_of((trial(1, reply="the basket " * 400),))
    with desk_of(packet, tmp_path / "a.log.jsonl") as desk:
        before, narrow, after = asyncio.run(resized(CodingApp(desk), packet))
    assert before == after
    assert max(map(len, narrow)) <= 50
    assert any(row.startswith("> reply 2") for row in narrow)


async def resized(app: CodingApp, packet: Packet) -> tuple[tuple[str, ...], ...]:
    async with app.run_test(size=(100, 40)) as pilot:
        press(app, "enter")
        press(app, "1")
        await settled(app)
        before = rows_of(app)
        await pilot.resize_terminal(50, 20)
        await settled(app)
        narrow = rows_of(app)
        await pilot.resize_terminal(100, 40)
        await settled(app)
        return before, narrow, rows_of(app)


def test_the_paragraph_a_coder_scrolled_to_stays_when_the_window_changes(tmp_path: Path) -> None:
    with desk_of(packet_of((trial(1, tests=6),)), tmp_path / "a.log.jsonl") as desk:
        looks = asyncio.run(scrolled(CodingApp(desk), "pagedown"))
    tops = [next(row for row in rows[1:] if row.strip()) for rows in looks]
    assert tops[0] == tops[1] == tops[2] != "  story 1"


def test_the_end_stays_in_view_when_the_window_changes(tmp_path: Path) -> None:
    with desk_of(packet_of((trial(1, tests=6),)), tmp_path / "a.log.jsonl") as desk:
        looks = asyncio.run(scrolled(CodingApp(desk), "end"))
    assert ["reply 7" in "\n".join(rows) for rows in looks] == [True, True, True]


async def scrolled(app: CodingApp, key: str) -> list[tuple[str, ...]]:
    looks = []
    async with app.run_test(size=(100, 24)) as pilot:
        press(app, "enter")
        press(app, key)
        await settled(app)
        for size in ((100, 24), (50, 20), (100, 30)):
            await pilot.resize_terminal(*size)
            await settled(app)
            looks.append(rows_of(app))
    return looks


def test_the_reply_is_in_view_where_a_long_question_and_it_do_not_fit(tmp_path: Path) -> None:
    question = "Which one?\n" + "\n".join(f"option {number}" for number in range(30))
    item = said(1, reply="That one.")
    lines = (replace(item.lines[0], text=question), item.lines[1])
    packet = packet_of((replace(item, lines=lines),), view=View.CONTENT)
    sat = sit(packet, tmp_path / "a.log.jsonl", "enter")
    assert "> reply     That one." in sat.text
    assert "option 29" in sat.text
