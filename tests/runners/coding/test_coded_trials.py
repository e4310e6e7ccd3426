"""Whose packets are waited for, counted and shown: packets given again, and judges' marks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from homes import LOCK, coded, items, made_store, packet, write_log

from coders.packets.shape import CoderKind, Item, Packet
from dsl.record import replace
from runners.coding.coded_packets import coded_packets, visible_packets
from runners.coding.log_files import read_log_files
from runners.coding.log_import import import_logs

STUDY = "5tudy5tudy12"
MAIN = items(3)
MARKS = [("right", "right")] * 3


def edition(
    number: int,
    coder: str = "Anna",
    main: Sequence[Item] = MAIN,
    kind: CoderKind = CoderKind.BLIND,
) -> Packet:
    """A packet of a coder who may have several, made at the time of its number."""
    made = packet(coder, main, kind=kind)
    own = replace(made.header, packet=f"{coder}-{number}", made=f"2026-01-01T0{number}:00:00Z")
    return replace(made, header=own)


def standing(tmp_path: Path, *packets: tuple[Packet, str], visible: bool = False) -> list[str]:
    """Which of these packets stand, of which nothing came home, or which are begun or handed in."""
    with made_store(tmp_path / "store.sqlite", [made for made, _ in packets]) as store:
        for number, (made, state) in enumerate(packets):
            acts = {
                "": [],
                "begun": coded(made.main[:1], MARKS),
                "handed in": [*coded(made.main, MARKS), LOCK],
            }[state]
            if acts:
                log = write_log(tmp_path / str(number), made, acts)
                assert not import_logs(store, read_log_files([log])).rejected
        found = coded_packets(store, STUDY)
        shown = visible_packets(found) if visible else found
        return [one.packet.packet for one in shown]


@pytest.mark.parametrize(
    ("states", "stand"),
    [
        # Nothing came home: given anew is enough.
        (("", ""), ["Anna-2"]),
        (("", "begun"), ["Anna-2"]),
        (("", "handed in"), ["Anna-2"]),
        # Begun: it is waited for until what was given anew is handed in.
        (("begun", ""), ["Anna-1", "Anna-2"]),
        (("begun", "begun"), ["Anna-1", "Anna-2"]),
        (("begun", "handed in"), ["Anna-2"]),
        # Handed in: what was coded stays.
        (("handed in", ""), ["Anna-1", "Anna-2"]),
        (("handed in", "handed in"), ["Anna-1", "Anna-2"]),
        # An earlier packet never stands for a later one.
        (("handed in", "begun"), ["Anna-1", "Anna-2"]),
    ],
)
def test_a_packet_that_was_given_anew_is_waited_for_by_nobody(
    tmp_path: Path, states: tuple[str, str], stand: list[str]
) -> None:
    first, second = states
    assert standing(tmp_path, (edition(1), first), (edition(2), second)) == stand


def test_several_later_packets_may_hold_the_trials_together(tmp_path: Path) -> None:
    later = [(edition(2, main=MAIN[:2]), "handed in"), (edition(3, main=MAIN[2:]), "handed in")]
    assert standing(tmp_path, (edition(1), "begun"), *later) == ["Anna-2", "Anna-3"]


def test_one_trial_that_was_not_given_anew_is_waited_for(tmp_path: Path) -> None:
    later = edition(2, main=MAIN[:2])
    assert standing(tmp_path, (edition(1), ""), (later, "handed in")) == ["Anna-1", "Anna-2"]


def test_nobody_codes_in_place_of_another(tmp_path: Path) -> None:
    others = [
        (edition(2, "Ben"), "handed in"),
        (edition(3, "Anna", kind=CoderKind.AUTHOR), "handed in"),
    ]
    assert standing(tmp_path, (edition(1), ""), *others) == ["Anna-1", "Ben-2", "Anna-3"]


JUDGE = edition(4, "judge m", kind=CoderKind.AUTOMATIC)


@pytest.mark.parametrize(
    ("people", "shown"),
    [
        ([(edition(1), ""), (edition(2, "Ben"), "handed in")], ["Anna-1", "Ben-2"]),
        ([(edition(1), "begun")], ["Anna-1"]),
        ([(edition(1, kind=CoderKind.AUTHOR), "begun")], ["Anna-1"]),
        ([(edition(1), "handed in")], ["Anna-1", "judge m-4"]),
        # An adjudicator reads what others coded, and keeps nothing hidden.
        ([(edition(1, kind=CoderKind.ADJUDICATOR), "begun")], ["Anna-1", "judge m-4"]),
        # Of trials that the judge did not see.
        ([(edition(1, main=items(5)[3:]), "begun")], ["Anna-1", "judge m-4"]),
        # Given anew and handed in: the first packet keeps nothing hidden.
        ([(edition(1), "begun"), (edition(2), "handed in")], ["Anna-2", "judge m-4"]),
    ],
)
def test_a_judge_is_hidden_until_every_person_on_its_trials_has_handed_in(
    tmp_path: Path, people: list[tuple[Packet, str]], shown: list[str]
) -> None:
    assert standing(tmp_path, *people, (JUDGE, "handed in"), visible=True) == shown
