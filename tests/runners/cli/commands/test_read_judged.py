"""`devrun read`: replies that need a human in a packet, and what judges and people read in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from coders.desk.log import Log, judgement
from coders.packets.file import packet_at
from dsl.record import replace
from runners.coding.judges.judge_log import JUDGING
from tests.here import Here, here

TABLE = """\
id,question,choices,key,reply
r1,Which one?,Ball | Box,B,B
r2,Which one?,Ball | Box,B,It must be the thing that is not round.
r3,Which one?,Ball | Box,B,Who knows what is in there
r4,Which one?,Box | Ball,Ball,It must be the thing that is not round.
r5,Which one?,Ball | Box,B,It must be the thing that is not round.
r6,How many?,,2,Some.
"""
TO_JUDGE = "replies.packet.jsonl"


@pytest.fixture
def shell(tmp_path: Path) -> Here:
    """A table, and the packet of its replies that need a human."""
    (tmp_path / "replies.csv").write_text(TABLE)
    made = here(tmp_path)
    assert made.run("read", "--table", "replies.csv", "--packet", TO_JUDGE).stdout == (
        f"{TO_JUDGE}: 4 replies, 3 items\n"
    )
    return made


def log(shell: Here, coder: str, said: Sequence[str], *, judge: bool = True) -> str:
    """The log of a coder who reads these choices, item by item; without one it declines."""
    packet = packet_at(shell.folder / TO_JUDGE)
    own = replace(packet, header=replace(packet.header, coder=coder, packet=f"of {coder}"))
    name = f"{coder.replace('/', '-')}.log.jsonl"
    times = iter(f"2026-01-01T00:00:{second:02}.000Z" for second in range(60))
    with Log(shell.folder / name, own, clock=lambda: next(times), tool_version="1") as opened:
        if judge:
            opened.append(JUDGING, {"simulated": False})
        for item, choice in zip(packet.main, said, strict=True):
            words = [choice] if choice else ["it declines to answer"]
            kind, data = judgement(item.id, 1, (), said=words, plain=True)
            opened.append(kind, data)
    return name


def given(names: Sequence[str]) -> list[str]:
    return [part for name in names for part in ("--log", name)]


def test_a_packet_has_single_replies_without_key(shell: Here) -> None:
    packet = packet_at(shell.folder / TO_JUDGE)
    assert [item.lines[1].text for item in packet.main] == [
        "It must be the thing that is not round.",
        "Who knows what is in there",
        "It must be the thing that is not round.",
    ]
    first = packet.main[0].questions[0]
    assert first.text == "Which one?\n\nA) Ball\nB) Box"
    assert sorted(first.candidates) == ["Ball", "Box"]
    assert (first.accepted, first.lures, packet.header.keyed) == ((), (), False)
    shell.run("read", "--table", "replies.csv", "--packet", "all.packet.jsonl", "--every")
    assert len(packet_at(shell.folder / "all.packet.jsonl").main) == 4


def test_what_takes_the_log_is_said(shell: Here) -> None:
    """A store does not know such a packet, so `devrun collect` is not what takes its log."""
    step = "devrun read --table TABLE --log replies.judge-sim-random.log.jsonl"
    assert f"next: `{step}`" in shell.run("code", TO_JUDGE, "--judge", "sim/random").stderr


def test_three_of_four_judges_decide_where_the_matcher_does_not(shell: Here) -> None:
    """Identical replies are judged once; what models read has a flag, and a share of its own."""
    logs = [
        log(shell, f"judge one/{name}", said)
        for name, said in zip(
            "abcd",
            (
                ("Box", "", "Box"),
                ("Box", "Ball", "Ball"),
                ("Box", "Box", "Box"),
                ("Ball", "", "Ball"),
            ),
            strict=True,
        )
    ]
    done = shell.run("read", "--table", "replies.csv", *given(logs), "--json")
    found = {row["id"]: row for row in json.loads(done.stdout)}
    assert found["r1"]["flags"] == []
    for row in ("r2", "r5"):
        assert (found[row]["letter"], found[row]["mark"], found[row]["flags"]) == (
            "B", "right", ["judges"],
        )  # fmt: skip
        assert found[row]["reason"] == "3 of 4 judges read Box"
    assert [found[row]["decided"] for row in ("r3", "r4", "r6")] == [False] * 3
    assert found["r3"]["reason"].endswith("; the judges do not agree")
    lines = " ".join(shell.run("read", "--table", "replies.csv", *given(logs)).stdout.split())
    assert "right: 100.0% of 1 decided with a key" in lines
    assert "judges (models, no people): one/a, one/b, one/c and one/d; of 5 replies" in lines
    assert "read the same choice in 2 right with those that judges read: 100.0% of 3" in lines


def test_judges_are_compared_with_what_people_read(shell: Here) -> None:
    people = log(shell, "Ada", ("Box", "", "Ball"), judge=False)
    logs = [log(shell, f"judge one/{name}", ("Box", "Box", "Ball")) for name in "ab"]
    done = shell.run(
        "read", "--table", "replies.csv", "--methods", *given([people, *logs]), "--json"
    )
    told = {row["method"]: row for row in json.loads(done.stdout)}
    assert [name for name in told if name.startswith("judge")] == ["judge one/a", "judge one/b"]
    counts = ("replies", "told_read", "false", "missed")
    assert [told["judge one/a"][key] for key in counts] == [4, 4, 1, 0]
    assert [told["hybrid"][key] for key in counts] == [5, 4, 1, 0]
    assert [told["matcher"][key] for key in counts] == [5, 0, 0, 3]


def test_logs_that_do_not_fit_are_refused(shell: Here) -> None:
    name = log(shell, "judge one/a", ("Box", "Box", "Ball"))
    (shell.folder / "other.csv").write_text("choices,reply\nRed | Blue,Well\n")
    for arguments, told in (
        (("--table", "other.csv", "--log", name), "no reply that judge one/a read is in the table"),
        (("--table", "replies.csv", "--log", "replies.csv"), "replies.csv"),
        (("--table", "replies.csv", *given([name, name])), "two logs are of `judge one/a`"),
        (("--table", "replies.csv", "--every"), "--every belongs to --packet"),
        (("--table", "replies.csv", "--packet", TO_JUDGE), "already exists"),
        (("--table", "replies.csv", "--packet", "x.csv"), "`x.csv` is no name for a packet"),
        (("--table", "replies.csv", "--packet", "x", "--csv"), "--packet only writes a packet"),
    ):
        assert told in shell.run("read", *arguments, code=None).stderr
