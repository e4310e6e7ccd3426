"""From packets to adjudicated scores: what was settled is what is scored, also under masks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from coders.adjudication.disagreements import DisagreementSource, Opinion
from coders.desk.log import Log, log_path
from coders.packets.file import packet_at
from coders.packets.shape import Line, LineKind, PacketQuestion
from runners.coding.adjudication import Adjudication
from runners.coding.coded_packets import coded_packets
from runners.coding.disputes import find_disputes
from runners.coding.packet_items import PacketItemFinder
from runners.store.records import now
from runners.store.store import Store
from tests.shell import Shell

SHELF = """\
experiment The shelf

people
    Otto (he): Karim, Lena (she)

places
    shelf: drawer, crate, stool
    table: bench, ledge, chest

design
    runs 6
    wording permuted
    different shelf, table

procedure
    say: {Otto} puts a cup on the {shelf} and turns from the {table}.
    separately
        control before
            ask: Where did {Otto} put the cup?
            choices:
                The {shelf}
                The {table}
            answer: The {shelf}
        test next
            ask: Where will {Otto} look for the cup?
            choices:
                The {shelf}
                The {table}
            answer: The {shelf}
"""


def places(story: Sequence[Line], asked: PacketQuestion) -> tuple[str, str]:
    """The candidates for the shelf and the table, by which the story names first."""
    told = next(line.text for line in story if line.kind is LineKind.TOLD).casefold()
    shelf, table = sorted(
        asked.candidates, key=lambda one: told.index(one.removeprefix("The ").casefold())
    )
    return shelf, table


def code(path: Path, slips: int) -> None:
    """Says the shelf of every reply, and the table of the first so many of each kind."""
    packet = packet_at(path)
    left = {True: slips, False: slips}
    said: dict[str, str] = {}
    for item in sorted(packet.main, key=lambda one: one.content):
        (asked,) = item.questions
        shelf, table = places(packet.stories[item.id], asked)
        said[item.id] = table if left[asked.is_control] > 0 else shelf
        left[asked.is_control] -= 1
    with Log(log_path(path), packet, clock=now, tool_version="0.1.0") as log:
        for item in packet.main:
            given = {"item": item.id, "question": 1, "said": [said[item.id]], "flags": []}
            log.append("shown", {"item": item.id, "content": item.content, "question": 0})
            log.append("said", given)
        log.append("lock", {})


@pytest.mark.parametrize("masked", [True, False])
def test_settled_contents_are_scored_by_the_key(shell: Shell, masked: bool) -> None:
    """Without masks every draw has the same words here, so that the test knows the shelf."""
    script = (
        SHELF
        if masked
        else SHELF.replace(": drawer, crate, stool", "")
        .replace(": bench, ledge, chest", "")
        .replace("    different shelf, table\n", "")
    )
    (shell.folder / "shelf.dev").write_text(script, encoding="utf-8")
    shell.run("shelf.dev", "-m", "sim/oracle")
    options = ["--view", "content", "--duplicates", "0", *(["--neutral-words"] if masked else [])]
    shell.run("packets", "--coder", "Anna", "--coder", "Ben", *options)
    folder = shell.folder / "packets"
    code(folder / "Anna.packet.jsonl", 0)
    code(folder / "Ben.packet.jsonl", 1)
    shell.run("collect", "packets")

    def lrs(*words: str) -> list[float | None]:
        trials = shell.json("score", "--by", "trial", *words)["trials"]
        return [one["lrs"] for one in trials]

    before = lrs("--adjudicated")
    assert before != [5] * 6
    with Store.open(str(shell.folder / "devrun.sqlite")) as store:
        study = store.study().id
        packets = coded_packets(store, study)
        items = PacketItemFinder(store, [one.packet for one in packets], folder)
        found = find_disputes(packets, items.find)
        assert sorted(one.case.control for one in found.disputes) == [False, True]
        table = Adjudication(
            store, study, found.disputes, adjudicator="Eve", method="third", folder=folder,
            clock=now,
        )  # fmt: skip
        with table:
            for dispute in table.left:
                shelf = min(dispute.item.question(dispute.case.question).candidates)
                given = Opinion("", said=(shelf,))
                table.settle(dispute, given, reason="it says so", fault=DisagreementSource.SLIP)
            assert table.finish()
    assert lrs("--adjudicated") == [5] * 6
    assert [one for one in lrs() if one != 5]
    assert [one["settled"]["by"] for one in shell.json("adjudicate")["disagreements"]] == [
        "Eve", "Eve",
    ]  # fmt: skip
