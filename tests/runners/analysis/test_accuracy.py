"""Accuracy, its chance and what calibrating makes of it, where a script is scored so."""

from __future__ import annotations

import pytest

from runners.store.store import Store
from tests.runners.analysis.weighing_rooms import ITEMS, Weighing, loaded, weigh
from tests.shell import Shell

COUNTED = {
    "experiment": "Cups and hats",
    "condition": "",
    "levels": {},
    "wording": "original",
    "model": "test/weighing",
    "simulated": False,
    "n": 3,
    "undecided": 0,
    "accuracy": pytest.approx(1 / 3),
    "chance": pytest.approx(4 / 9),
    "calibrated_accuracy": pytest.approx((-0.5 - 1 + 1) / 3),
}
"""Red for white, a bark for a ring, and one right: by chance 1 of 3, 1 of 2 and 1 of 2."""


def study(shell: Shell, scoring: str, *, worded: bool = False, items: str = ITEMS) -> None:
    with Store.open(str(shell.folder / "devrun.sqlite")) as store:
        text = items.replace("calibrated accuracy", scoring)
        weigh(store, loaded(shell.folder, text), Weighing(worded=lambda _: worded))


@pytest.mark.parametrize("scoring", ["accuracy", "calibrated accuracy"])
def test_replies_are_counted_and_guessing_is_taken_off_question_by_question(
    shell: Shell, scoring: str
) -> None:
    study(shell, scoring)
    assert shell.json("score")["accuracies"] == [COUNTED]
    table = shell.run("score").stdout.split("accuracy, test/weighing\n")[1].splitlines()[:3]
    expected = {
        "accuracy": ["wording", "replies", "accuracy", "chance"],
        "calibrated accuracy": ["wording", "replies", "accuracy", "chance", "calibrated"],
    }
    assert table[0].split() == expected[scoring]
    assert table[2].split() == ["original", "3", "33%", "44%", "-0.17"][: len(expected[scoring])]


def test_a_choice_that_earns_half_counts_half_for_a_guesser_as_well(shell: Shell) -> None:
    """Red, which was said of snow, earns half; a guesser then has a half of three on the mean."""
    items = ITEMS.replace("answer: White\n", "answer: White\n            half: Red\n")
    study(shell, "calibrated accuracy", items=items)
    (found,) = shell.json("score")["accuracies"]
    assert (found["accuracy"], found["chance"], found["calibrated_accuracy"]) == (0.5, 0.5, 0.0)


def test_a_reply_without_a_mark_is_counted_apart(shell: Shell) -> None:
    """In words "It is White." is right of snow, and no answer to what a bell does."""
    study(shell, "accuracy", worded=True)
    (found,) = shell.json("score")["accuracies"]
    assert (found["n"], found["undecided"], found["accuracy"]) == (1, 2, 1.0)
    assert found["calibrated_accuracy"] == 1.0


def test_a_script_scored_by_lrs_has_none(shell: Shell) -> None:
    study(shell, "lrs")
    assert shell.json("score")["accuracies"] == []
    assert "accuracy" not in shell.run("score").stdout
