"""Logs of people who rate: what becomes a row, and what nobody can have written."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from coders.desk.log import Event, read_log
from coders.desk.steps import Refused
from coders.packets.shape import Packet, PacketUnusable
from dsl.record import replace
from runners.coding.log_files import LogFile
from runners.coding.rating_logs import RatingLog, rating_log
from tests.coders.desk.rooms import opened
from tests.coders.waves import people_packet
from tests.here import Here
from tests.packet_text import packet_text

NOW = "2026-01-02T00:00:00.000Z"
Events = Sequence[Event]


def rated(folder: Path, packet: Packet, ratings: str, *, hand_in: bool = True) -> Path:
    """The log of somebody who gives these ratings, and notes after each reading."""
    folder.mkdir(exist_ok=True)
    (folder / f"{packet.header.coder}.packet.jsonl").write_text(packet_text(packet))
    with opened(folder, packet) as desk:
        for rating in ratings:
            if desk.step.kind == "change":
                desk.change("=it is cheap")
            desk.mark(rating)
        if hand_in:
            desk.lock()
        return desk.log_path


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Events:
    """All that a rater did, who rated everything and handed in."""
    log = rated(tmp_path_factory.mktemp("whole"), people_packet(), "442233")
    return read_log(log.read_text(), "Ada.log.jsonl")


def of(events: Events) -> RatingLog:
    packet = people_packet()
    return rating_log(LogFile("Ada.log.jsonl", tuple(events)), packet, packet.rows, now=NOW)


def test_ratings_of_waves_that_are_done_become_rows(whole: Events) -> None:
    assert [(row["wave"], row["item"], row["rating"], row["change"]) for row in of(whole).rows] == [
        ("0", "rest", "4", ""),
        ("0", "cost", "4", ""),
        ("1", "rest", "2", "=it is cheap"),
        ("1", "cost", "2", "=it is cheap"),
        ("2", "rest", "3", "=it is cheap"),
        ("2", "cost", "3", "=it is cheap"),
    ]
    unfinished = of(whole[:-1])
    assert ([row["wave"] for row in unfinished.rows], unfinished.handed_in) == (list("0011"), False)


def without(events: Events, kind: str, at: int) -> Events:
    """Without the line of this kind that is the `at`-th."""
    gone = [one for one in events if one.kind == kind][at]
    return [one for one in events if one is not gone]


def changed(events: Events, kind: str, at: int, **data: object) -> Events:
    there = [one for one in events if one.kind == kind][at]
    return [replace(one, data={**one.data, **data}) if one is there else one for one in events]


def moved(events: Events, kind: str, at: int, to: int) -> Events:
    """With the `at`-th line of this kind at another place."""
    there = [one for one in events if one.kind == kind][at]
    rest = [one for one in events if one is not there]
    return [*rest[:to], there, *rest[to:]]


def undoing(events: Events, at: int) -> Events:
    first = next(one for one in events if one.kind == "mark")
    line = replace(first, kind="undo", data={"undoes": first.seq, "item": "", "question": 0})
    return [*events[:at], line, *events[at:]]


@pytest.mark.parametrize(
    ("forge", "message"),
    [
        (lambda log: without(log, "mark", 1), "the desk did not ask for a `shown` there"),
        (lambda log: without(log, "mark", 5), "the desk did not ask for a `lock` there"),
        (lambda log: without(log, "note", 0), "the desk did not ask for a `mark` there"),
        (lambda log: moved(log, "mark", 0, -1), "the desk did not ask for a `mark` there"),
        (lambda log: undoing(log, -1), "the desk did not ask for a `undo` there"),
        (lambda log: moved(log, "lock", 0, 4), "the desk did not ask for a `lock` there"),
        (lambda log: without(log, "shown", 1), "no line before says that it was shown"),
        (lambda log: changed(log, "mark", 2, mark="7"), "`7` is no rating of question 1"),
        (lambda log: changed(log, "mark", 2, question=9), "`2` is no rating of question 9"),
        (lambda log: changed(log, "mark", 2, item="x"), "the item x is not in the packet"),
        (lambda log: changed(log, "shown", 1, content="x"), "showed another text than was packed"),
        (lambda log: changed(log, "opened", 0, checksum="x"), "is not the file that Ada.log.jsonl"),
        (lambda log: changed(log, "mark", 2, ms=10**7), "the judgement took 10,000 s"),
        (lambda log: [replace(one, at="2026-02-01T00:00:00Z") for one in log], "in the future"),
    ],
)
def test_a_log_that_nobody_can_have_written_is_refused(
    whole: Events, forge: Callable[[Events], Events], message: str
) -> None:
    with pytest.raises(PacketUnusable, match=message):
        of(forge(whole))


@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_rater_does_at_the_desk_is_taken(tmp_path: Path, seed: int) -> None:
    lot, packet = random.Random(seed), people_packet()
    (tmp_path / "Ada.packet.jsonl").write_text(packet_text(packet))
    with opened(tmp_path, packet) as desk:
        acts: list[Callable[[], object]] = [
            *[lambda: desk.mark(str(lot.randint(1, 5)))] * 6, desk.undo, desk.keep, desk.keep_rest,
            lambda: desk.note("why", lot.randint(0, 2)), lambda: desk.change(""),
            lambda: desk.go_to(lot.randint(1, 3), lot.randint(0, 2)), desk.lock,
        ]  # fmt: skip
        for _ in range(40):
            with contextlib.suppress(Refused):
                lot.choice(acts)()
        log = desk.log_path.read_text()
    assert of(read_log(log, "Ada.log.jsonl")).lost == 0


def test_collect_writes_one_table_and_says_who_is_missing(shell: Here) -> None:
    home = shell.folder
    rated(home / "packets", people_packet(), "442233")
    rated(home / "packets", people_packet("Ben", "p2"), "441", hand_in=False)
    (home / "packets" / "Cy.packet.jsonl").write_text(packet_text(people_packet("Cy", "p3")))
    done = shell.run("collect", "packets")
    assert done.stdout == (
        "Cy: 0 ratings; 0 of 1 packet handed in\n"
        "Ada: 6 ratings; 1 of 1 packet handed in\n"
        "Ben: 2 ratings; 0 of 1 packet handed in, 1 under way\n"
        "ratings.csv: 8 ratings of 6 items in their waves, each by 1 to 2; 0 ties\n"
    )
    assert done.stderr == (
        "nothing has come from Cy\n"
        "next: write `people from ratings.csv` below the items in the script; `devrun waves` "
        "compares\n"
    )
    table = (home / "ratings.csv").read_text()
    assert table.splitlines()[:4] == [
        "topic,profile,wave,item,rater,rating,change,note",
        "night trains,Odile,0,cost,Ada,4,,",
        "night trains,Odile,0,cost,Ben,4,,",
        "night trains,Odile,0,rest,Ada,4,,",
    ]
    assert "night trains,Odile,1,cost,Ada,2,'=it is cheap," in table
    # Once more adds nothing; a later log adds what is new, and none changes what is there.
    shell.run("collect", "packets/Ada.log.jsonl")
    assert (home / "ratings.csv").read_text() == table
    (home / "packets" / "Ada.log.jsonl").unlink()
    rated(home / "packets", people_packet(), "542233")
    again = shell.json("collect", "packets/Ada.log.jsonl", code=5)
    assert again["refused"][0]["message"] == (
        "packets/Ada.log.jsonl contradicts ratings.csv: night trains, Odile, 0, rest, Ada: the log "
        "has 5, and the table 4"
    )
    assert (home / "ratings.csv").read_text() == table
