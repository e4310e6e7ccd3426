"""Training with feedback, the calibration forms, and then the items of the study."""

from __future__ import annotations

from pathlib import Path

from coders.packets.shape import Packet
from tests.coders.screen.packets import packet_of, trial
from tests.coders.screen.sitting import sit

RIGHT = ("1", "1", "1", "enter")
POOR = ("3", "3", "3", "enter")


def packet() -> Packet:
    return packet_of(
        (trial(1),), training=(trial(81),), gate_a=(trial(91), trial(92)), gate_b=(trial(95),)
    )


def test_a_training_item_is_followed_by_the_experts_codes_and_the_coders_next_to_them(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.log.jsonl"
    judging = sit(packet(), path, "enter")
    assert "training 1 of 1" in judging.rows[0]
    sat = sit(packet(), path, "1", "3", "1", "enter")
    assert [row.strip() for row in sat.rows[1:13]] == [
        "How the experts coded it",
        "You differ on 2 of 4.",
        "",
        "Question 2, Where will Sally look, at try 2?: you differ",
        "you       wrong",
        "experts   right",
        "because   It names the basket.",
        "",
        "LRS: you differ",
        "you       3",
        "experts   5",
        "because   All of it is right.",
    ]


def test_a_passed_form_leads_to_the_study(tmp_path: Path) -> None:
    path = tmp_path / "a.log.jsonl"
    sat = sit(packet(), path, "enter", *RIGHT, "enter", *RIGHT)
    assert "calibration A 2 of 2" in sat.rows[0]
    done = sit(packet(), path, *RIGHT)
    assert "4 of 4 marks agree with the experts (90% needed)" in done.text
    study = sit(packet(), path, "enter")
    assert "coding 1 of 1" in study.rows[0]
    assert study.kinds()[-2:] == ["lrs", "gate"]


def test_two_failed_forms_end_it_and_nothing_of_the_study_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.log.jsonl"
    first = sit(packet(), path, "enter", *RIGHT, "enter", *POOR, *POOR)
    assert "A second form with other items" in first.text
    second = sit(packet(), path, "enter", *POOR, "enter")
    assert "The calibration ends here" in second.text
    for key in ("1", "g", "enter", "z", "?", "s", "n"):
        after = sit(packet(), path, key)
        assert "marble 1 " not in after.text, key
        assert after.events == second.events


def test_nothing_tells_a_coder_how_they_do_while_they_are_calibrated(tmp_path: Path) -> None:
    path = tmp_path / "a.log.jsonl"
    wrong = sit(packet(), path, "enter", *RIGHT, "enter", *POOR).rows
    right = sit(packet(), tmp_path / "b.log.jsonl", "enter", *RIGHT, "enter", *RIGHT).rows
    assert wrong == right


def test_items_of_training_are_not_skipped(tmp_path: Path) -> None:
    sat = sit(packet(), tmp_path / "a.log.jsonl", "enter", "s")
    assert "training and calibration items cannot be skipped" in sat.text
