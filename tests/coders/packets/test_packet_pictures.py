"""Pictures in a packet: each once by its hash, in sizes that can be sent, and seen by a key."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from coders.desk.pages import item_page
from coders.packets import pictures as limits
from coders.packets.file import read_packet
from coders.packets.pictures import (
    BadPicture,
    line_of,
    pictures_of,
    read_picture,
)
from coders.packets.shape import Line, LineKind, Packet, PacketUnusable, View
from dsl.files.pictures import LARGEST, digest_of
from dsl.record import replace
from tests.coders.plain.talks import talk
from tests.coders.screen.packets import packet_of, said, trial
from tests.coders.screen.sitting import desk_of, sit
from tests.packet_text import packet_text

PNG = b"\x89PNG\r\n\x1a\n a bridge"
GIF = b"GIF89a a bridge"
SEEN = {digest_of(one): one for one in (PNG, GIF)}
FIRST, SECOND = SEEN


def with_pictures(*shown: tuple[str, ...]) -> Packet:
    """A packet of one trial, whose stories are told with these pictures in turn."""
    item = trial(1)
    told = iter(shown)
    lines = tuple(
        replace(line, pictures=next(told, ())) if line.kind is LineKind.TOLD else line
        for line in item.lines
    )
    return replace(packet_of((replace(item, lines=lines),)), pictures=dict(SEEN))


def test_pictures_come_back_once_each_and_a_packet_without_any_is_as_it_always_was() -> None:
    packet = with_pictures((FIRST,), (FIRST, SECOND))
    text = packet_text(packet)
    again = read_packet(text, "here")
    assert (again.pictures, again.main) == (SEEN, packet.main)
    assert [text.count(base64.b64encode(one).decode()) for one in SEEN.values()] == [1, 1]
    assert "picture" not in packet_text(packet_of((trial(1),)))


@pytest.mark.parametrize(
    ("data", "digest", "said"),
    [
        (b"<svg onload=alert(1)>", "", "a picture that is no PNG, JPEG, GIF or WEBP"),
        (b"#!/bin/sh\nrm -r ~", "", "a picture that is no PNG, JPEG, GIF or WEBP"),
        (PNG, FIRST[::-1], "a picture with another hash than the line says"),
        (PNG + bytes(LARGEST), "", "a picture of more than 3.75 MB"),
    ],
)
def test_what_is_no_picture_is_refused_when_a_packet_is_read(
    data: bytes, digest: str, said: str
) -> None:
    packet = replace(with_pictures(), pictures={digest or digest_of(data): data})
    with pytest.raises(PacketUnusable) as fault:
        read_packet(packet_text(packet), "Ada.packet.jsonl")
    assert fault.value.message == f"Ada.packet.jsonl, line 3: {said}"


def test_pictures_are_limited_together() -> None:
    packet = with_pictures((FIRST, SECOND))
    assert pictures_of(packet, SEEN) == dict(sorted(SEEN.items()))
    large = {**SEEN, FIRST: bytes(limits.MOST_IN_PACKET)}
    with pytest.raises(PacketUnusable) as fault:
        pictures_of(packet, large)
    assert fault.value.message == (
        "the pictures of Ada's packet have 100 MB together, and a packet holds at most 100"
    )
    assert "--without-pictures" in fault.value.help
    with pytest.raises(BadPicture, match="more than 100 MB of pictures"):
        read_picture(json.loads(json.dumps(line_of(FIRST, PNG))), [large[FIRST]])


def test_a_key_opens_the_picture_and_asks_which_where_there_are_several(tmp_path: Path) -> None:
    opened: list[bytes] = []

    def view(data: bytes) -> str:
        opened.append(data)
        return f"opened {len(data)} bytes"

    sat = sit(with_pictures((FIRST,)), tmp_path / "a", "enter", "v", size=(80, 40), view=view)
    assert "opened 17 bytes" in sat.text
    assert "(picture 1: v to view)" in sat.text
    assert "v view a picture" in sat.text
    keys = ("enter", "v", "enter", "v", "backspace", '"3', "enter")
    both = sit(with_pictures((FIRST, SECOND)), tmp_path / "b", *keys, size=(80, 40), view=view)
    assert "(pictures 1 and 2: v to view)" in both.text
    assert "pictures are numbered 1 to 2: `3` is none of them" in both.text
    assert opened == [PNG, GIF]


def test_without_pictures_nothing_speaks_of_them(tmp_path: Path) -> None:
    sat = sit(packet_of((trial(1),)), tmp_path / "a", "enter", "v", size=(80, 40))
    assert "view a picture" not in sat.text
    assert "`v` does nothing here" in sat.text


def test_in_lines_a_command_opens_it(tmp_path: Path) -> None:
    opened: list[bytes] = []

    def view(data: bytes) -> str:
        opened.append(data)
        return "opened a file"

    with desk_of(with_pictures((FIRST,), (SECOND,)), tmp_path / "log") as desk:
        told = talk(desk, ["", "v 2", "v", "1", "v 7"], view=view)
    assert told.count("Opened a file.") == 2
    assert "v 2 the one that is called picture 2" in told
    assert "pictures are numbered 1 to 2: `7` is none of them" in told
    assert opened == [GIF, PNG]


def test_in_content_view_a_picture_is_of_the_story_and_opening_it_is_noted(tmp_path: Path) -> None:
    story = {"reply-1": (Line(LineKind.TOLD, "Look.", pictures=(FIRST,)),)}
    packet = packet_of((said(1),), view=View.CONTENT, stories=story)
    with desk_of(replace(packet, pictures=dict(SEEN)), tmp_path / "log") as desk:
        desk.begin()
        assert desk.pictures == (FIRST,)
        assert desk.picture("1") == PNG
        log = desk.log_path.read_text("utf-8").splitlines()
    assert [json.loads(line).get("what") for line in log[-2:]] == [None, "story"]


def test_a_picture_that_is_still_to_come_cannot_be_opened(tmp_path: Path) -> None:
    """Of an item shown in parts a coder sees the pictures of the part that is shown."""
    whole = with_pictures((FIRST,), (), (SECOND,))
    [item] = whole.main
    packet = replace(whole, stories={item.id: item.lines})
    with desk_of(packet, tmp_path / "log") as desk:
        desk.begin()
        assert desk.pictures == (FIRST,)


def test_only_who_can_see_pictures_is_told_of_a_key() -> None:
    [item] = with_pictures((FIRST,)).main
    assert any("v to view" in one.text for one in item_page(item, {}))
    assert not any("v to view" in one.text for one in item_page(trial(1), {}))
