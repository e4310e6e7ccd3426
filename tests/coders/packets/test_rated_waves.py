"""Packets in which people rate wave after wave: what is in the file, and what the desk lets do."""

from __future__ import annotations

from pathlib import Path

import pytest

from coders.desk.pages import page_of
from coders.desk.steps import Refused, StepKind
from coders.packets.ratings import people_items
from coders.packets.shape import PacketUnusable, row_of
from coders.screen.panels import Pressed, panel_of
from tests.coders.desk.rooms import opened
from tests.coders.plain.talks import talk
from tests.coders.waves import ARTICLES, people_packet, waves_trial
from tests.packet_text import packet_text


def test_the_file_shows_no_wave_and_says_where_each_rating_goes() -> None:
    packet = people_packet()
    text = packet_text(packet)
    assert not any(words in text for words in ("midwife", *filter(None, ARTICLES)))
    assert [packet.rows[row_of(item.id, 2)] for item in packet.main] == [
        {"topic": "night trains", "profile": "Odile", "wave": str(wave), "item": "cost"}
        for wave in range(3)
    ]
    assert [at for at, _ in packet.main[0].questions[0].scale] == [1, 2, 3, 4, 5]


def test_waves_come_one_after_the_other_and_stand(tmp_path: Path) -> None:
    packet = people_packet()
    with opened(tmp_path, packet) as desk:
        assert desk.step.kind is StepKind.JUDGE, "nothing was read that could change anything"
        assert "night train" not in str(page_of(packet, desk.step))
        desk.mark("4")
        assert desk.stands_at_once
        assert desk.undo() == "undid `rating 4` for statement 1"
        for mark in ("3", "2"):
            desk.mark(mark)
        assert desk.step.kind is StepKind.CHANGE
        assert "cheap" in str(page_of(packet, desk.step))
        assert "late" not in str(page_of(packet, desk.step))
        for act, why in (
            (desk.undo, "the next wave has been shown, so the ratings of the one before stand"),
            (lambda: desk.go_to(1), "the waves come in order: you can only go to questions of"),
            (lambda: desk.go_to(3), "the waves come in order: you can only go to questions of"),
            (lambda: desk.skip("why not"), "nothing is skipped here"),
            (lambda: desk.mark("3"), "there is no reply to judge here"),
        ):
            with pytest.raises(Refused, match=why):
                act()
        desk.change("")
        for mark, why in (("0", "give 1 to 5"), ("right", "give 1 to 5")):
            with pytest.raises(Refused, match=why):
                desk.mark(mark)
        desk.mark("5")
        assert desk.find("cheap") == (2,)
        assert desk.find("late") == ()
    with opened(tmp_path, packet) as desk:
        # Opened again in the middle of a wave.
        desk.mark("5")
        desk.change("she would take the plane")
        desk.mark("1")
        assert not desk.stands_at_once
        desk.mark("1")
        assert desk.step.kind is StepKind.READY
        desk.undo()
        desk.mark("2")
        desk.lock()


def test_a_statement_is_shown_whole_with_its_scale(tmp_path: Path) -> None:
    with opened(tmp_path, people_packet()) as desk:
        desk.mark("4")
        panel = panel_of(desk.step, desk.state.codes(""), Pressed(), 24)
    assert [one.text for one in panel] == [
        "statement 2: A bed is worth its money.",
        "so far: 4",
        "1 strong disagreement",
        "2 disagreement",
        "3 neutral",
        "4 agreement",
        "5 strong agreement",
    ]


def test_a_rater_in_plain_lines(tmp_path: Path) -> None:
    with opened(tmp_path, people_packet()) as desk:
        told = talk(desk, ["4", "4", "n is a note, too", "2", "z", "3", "3", "0", "1", "1", "7"])
    after = told.split("> 4\n")[2]
    assert after.startswith(
        "Kept: rating 4.\n"
        "\n"
        "Item 2 of 3.\n"
        "\n"
        "The person.\n"
        "Profile: Name: Odile\n"
        "  Work: retired midwife\n"
        "\n"
        "What this person reads in wave 1.\n"
        "Read: A night train is cheap.\n"
        "What in this would change the person? One line; empty or 0 for nothing.\n"
        "> n is a note, too\n"
        "Kept.\n"
        "\n"
        "To judge, statement 1: One can sleep well in a train.\n"
        "1 strong disagreement\n"
    )
    assert "n is a note, too" in desk.state.items[desk.packet.main[1].id].notes[0]
    assert not desk.state.items[desk.packet.main[2].id].notes.get(0)
    assert "Write `hand in` to hand in.\n> 7\nwrite `hand in`, or `z` to take back rat" in told


@pytest.mark.parametrize(
    ("trial", "message"),
    [
        (waves_trial(rating=(0, 10)), "`opinions, rest` is rated from 0 to 10"),
        (waves_trial(labels=("no", "yes"), rating=(1, 2)), ""),
    ],
)
def test_scales(trial, message: str) -> None:  # type: ignore[no-untyped-def]
    if not message:
        assert next(people_items(trial)).item.questions[0].scale == ((1, "no"), (2, "yes"))
        return
    with pytest.raises(PacketUnusable, match=message):
        tuple(people_items(trial))
