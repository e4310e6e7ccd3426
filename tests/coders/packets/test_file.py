"""A packet's file: everything comes back as it was, and each kind of damage has its own error."""

from __future__ import annotations

import base64
import hashlib
import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coders.desk.welcome import welcome
from coders.packets.codebook import codebook_check
from coders.packets.file import packet_at, read_packet
from coders.packets.shape import (
    CoderKind,
    Gold,
    GoldMark,
    Header,
    Item,
    Line,
    LineKind,
    Packet,
    PacketQuestion,
    PacketUnusable,
    View,
)
from dsl import __devrun__
from dsl.record import replace
from tests.packet_text import packet_text

HEADER = Header(
    packet="k7",
    batch="b1",
    coder="Ada",
    kind=CoderKind.BLIND,
    view=View.RUBRIC,
    keyed=False,
    codebook_version="c1",
    tool_version="0.1",
    made="2026-03-01T09:30:00.250Z",
    items=1,
    blind_to=("which model answered",),
    not_blind_to=("condition",),
    statement="You are blind to which model answered.",
)
ASKED = PacketQuestion(
    2,
    "control",
    "Where is it really?",
    story=2,
    guidance=("the last word counts",),
    examples=(("right", "In the box."),),
    worth=Fraction(1, 3),
    own_story=False,
    guards=(1,),
)
ITEM = Item(
    "x1",
    "h1",
    (Line(LineKind.TOLD, "Sally has a marble.", 2), Line(LineKind.REPLY, "In the box.", 2)),
    (ASKED, PacketQuestion(1, "test", "Why?", candidates=("box", "basket"))),
    guide=((5, "all right"),),
    card=("box",),
    lost=(1,),
)
PACKET = Packet(
    HEADER,
    (replace(ITEM, id="t1"),),
    (replace(ITEM, id="a1"),),
    (),
    (ITEM, replace(ITEM, id="x2")),
    {
        "t1": Gold(
            "t1",
            (GoldMark(2, "right", ("unclear",), ("box",), False, "says so", (("chest",),)),),
            4,
            "ok",
        )
    },
    {"x1": ITEM.lines, "x2": ITEM.lines},
    ("openai/gpt-4o", "sim/child"),
)


def back(packet: Packet) -> Packet:
    return replace(read_packet(packet_text(packet), "here"), checksum="", where="")


def fault(text: str) -> tuple[str, str]:
    with pytest.raises(PacketUnusable) as caught:
        read_packet(text, "A.packet.jsonl")
    return caught.value.message, caught.value.help


def forgery(whole: str, written: str, forged: str) -> str:
    """A packet in which something was changed, with a checksum that fits."""
    assert written in whole
    body = "".join(f"{line}\n" for line in whole.replace(written, forged).splitlines()[:-1])
    total = hashlib.sha256(body.encode()).hexdigest()
    return body + json.dumps({"end": body.count("\n"), "checksum": total})


def test_every_part_of_a_packet_comes_back_as_it_was_written() -> None:
    assert back(PACKET) == PACKET


@given(
    st.lists(
        st.text(st.characters(exclude_categories=()))
        | st.sampled_from(["\ud83d\ude00", "\x10d83d"])
    )
)
def test_a_reply_of_any_characters_comes_back_character_for_character(words: list[str]) -> None:
    lines = tuple(Line(LineKind.REPLY, word) for word in words)
    packet = replace(PACKET, main=(replace(ITEM, lines=lines),), stories={"x1": lines})
    assert back(packet) == packet
    assert packet_text(packet).isascii()


def test_a_very_long_reply_with_nul_and_escapes_comes_back() -> None:
    text = "\x00\x1b]52;c;AAAA\x1b\\\u202e[/oops]\r\n" * 10_000
    packet = replace(PACKET, main=(replace(ITEM, lines=(Line(LineKind.REPLY, text),)),))
    assert back(packet) == packet


def test_what_is_sealed_cannot_be_read_at_a_glance_and_has_one_length() -> None:
    text = packet_text(PACKET)
    boxes = [json.loads(line)["box"] for line in text.splitlines() if '"sealed"' in line]
    assert len(boxes) == 3
    assert len({len(base64.b64decode(box)) for box in boxes}) == 1
    assert "gpt-4o" not in text


def test_windows_line_ends_and_a_byte_order_mark_are_no_damage(tmp_path: Path) -> None:
    path = tmp_path / "A.packet.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + packet_text(PACKET).replace("\n", "\r\n").encode())
    assert replace(packet_at(path), checksum="", where="") == PACKET


def test_the_packet_knows_its_file_and_checksum() -> None:
    text = packet_text(PACKET)
    read = read_packet(text, "A.packet.jsonl")
    assert read.where == "A.packet.jsonl"
    assert read.checksum == json.loads(text.splitlines()[-1])["checksum"]


def test_a_packet_that_was_cut_off_says_so() -> None:
    text = packet_text(PACKET)
    lines = text.splitlines(keepends=True)
    wanted = (
        "A.packet.jsonl is cut off: its last line is missing",
        "ask the study's owner for the packet again, and save it without opening it",
    )
    assert fault("".join(lines[:-1])) == wanted
    assert fault("".join(lines[:-1]) + lines[-1][:20]) == wanted
    assert fault(lines[0]) == wanted


def test_a_packet_in_which_anything_was_changed_says_so() -> None:
    text = packet_text(PACKET)
    lines = text.splitlines(keepends=True)
    wanted = (
        "A.packet.jsonl was changed after it was made",
        "ask the study's owner for the packet again, and save it without opening it; "
        "a packet cannot be edited",
    )
    assert fault(text.replace("In the box.", "In the bin.")) == wanted
    assert fault("".join([*lines[:2], *lines[3:]])) == wanted
    assert fault("".join([lines[0], lines[2], lines[1], *lines[3:]])) == wanted


@pytest.mark.parametrize("text", ["", "\n", "hello", "[]", "{}", '{"seq": 1}', "[" * 100_000])
def test_another_kind_of_file_is_refused(text: str) -> None:
    assert fault(text) == (
        "A.packet.jsonl is not a packet: its first line is not that of a packet",
        "name the file that ends in `.packet.jsonl`",
    )


def test_a_packet_of_a_newer_tool_is_refused_before_its_checksum_is_looked_at() -> None:
    text = packet_text(replace(PACKET, header=replace(HEADER, format=2, tool_version="9.0")))
    assert fault(text) == (
        "A.packet.jsonl was made by a newer devrun (9.0)",
        "install that version, or ask the study's owner which one to install",
    )


@pytest.mark.parametrize(
    ("written", "forged", "line"),
    [
        ('"section": "main"', '"section": "side"', 4),
        ('"keyed": false', '"keyed": 0', 1),
        ('"lrs_first_share": "1/5"', '"lrs_first_share": "1/0"', 1),
        ('"masking_share": "1/10"', '"masking_share": "1e999999999"', 1),
        ('"own_story": true', '"own_story": [[[]]]', 2),
    ],
)
def test_a_line_that_is_none_is_named_though_the_checksum_fits(
    written: str, forged: str, line: int
) -> None:
    assert fault(forgery(packet_text(PACKET), written, forged)) == (
        f"A.packet.jsonl, line {line}: this is no line of a packet",
        "it was made by another tool: ask the study's owner for one made by devrun",
    )


def test_a_file_that_is_not_utf8_or_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "A.packet.jsonl"
    with pytest.raises(PacketUnusable) as missing:
        packet_at(path)
    assert missing.value.message == f"{path} cannot be read: no such file or directory"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PacketUnusable) as other:
        packet_at(path)
    assert other.value.message == f"{path} is not a packet: it is not UTF-8"


@pytest.mark.parametrize(
    ("written", "forged", "message"),
    [
        ('"marks_version": 1', '"marks_version": 2',
         "A.packet.jsonl was made for version 2 of the table of marks, and this devrun "
         f"({__devrun__}) knows version 1"),
        ('"view": "rubric"', '"view": "video"',
         f"A.packet.jsonl has view `video`, which this devrun ({__devrun__}) does not know: it "
         "knows rubric, content, rating, people and reasons"),
        ('"question_order": "controls"', '"question_order": "odd"',
         f"A.packet.jsonl has question order `odd`, which this devrun ({__devrun__}) does not "
         "know: it knows controls, story, question and asked"),
        ('"kind": "control"', '"kind": "rank"',
         "A.packet.jsonl, line 2: a question of kind `rank`, which this devrun "
         f"({__devrun__}) does not know"),
        ('"kind": "reply"', '"kind": "sound"',
         "A.packet.jsonl, line 2: a speech of kind `sound`, which this devrun "
         f"({__devrun__}) does not know"),
    ],
)  # fmt: skip
def test_what_a_newer_devrun_put_into_a_packet_is_named(
    written: str, forged: str, message: str
) -> None:
    newer = replace(PACKET, header=replace(HEADER, tool_version="9.9"))
    assert fault(forgery(packet_text(newer), written, forged)) == (
        message,
        "it was made by devrun 9.9: install that version, or ask the study's owner for another "
        "packet",
    )


def test_a_codebook_that_does_not_go_with_the_packet_is_refused() -> None:
    made = replace(PACKET, header=replace(HEADER, codebook_check=codebook_check(HEADER)))
    assert back(made) == made
    for written, forged in (('"c1"', '"c2"'), ('"keyed": false', '"keyed": true')):
        message, remedy = fault(forgery(packet_text(made), written, forged))
        assert message.endswith("which is not the one that it was made with")
        assert remedy == "its first line was changed: ask the study's owner for the packet again"


def test_a_packet_of_another_version_says_so_before_coding() -> None:
    whole = packet_text(PACKET)
    assert read_packet(whole, "here").notices == ()
    older = whole.replace(', "masking_last": false, "fixed_order": false', "")
    (said,) = read_packet(forgery(older, '"c1"', '"c1"'), "here").notices
    assert said == (
        "This packet was made by an older devrun (0.1) and is coded by its rules: you can choose "
        "which item comes next; the question about model and wording comes right after its item."
    )
    newer = forgery(
        whole.replace('"number": 2', '"sound": "", "number": 2'), '"items": 1', '"items": 1, "x": 2'
    )
    (said,) = read_packet(newer, "here").notices
    assert said == (
        f"This packet has settings that this devrun ({__devrun__}) does not know: `x` and `sound`. "
        "They have no effect here: before you code, ask the study's owner whether to install "
        "devrun 0.1."
    )
    packet = read_packet(newer, "here")
    assert said in [one.text for one in welcome(packet)]
