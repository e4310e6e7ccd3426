"""A study of choices scored by the matcher and a quorum of models as judges."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from coders.desk.log import Log, judgement
from coders.packets.file import packet_at
from dsl.record import replace
from renderers.judge_prompt import PROMPT_HASH
from runners.coding.judges.judge_log import JUDGING, judge_header, judge_log_path, judge_name
from runners.participants.double import Double
from runners.store.records import now
from tests.here import Here, here

SCRIPT = """\
experiment Quorum

bank shown from items.csv
    question from question
    choices from A, B, C, fixed
    answer from answer, as letter
    group from group

design
    runs 1
    scoring accuracy

procedure
    separately
        do shown
"""
VAGUE = "It must be the one that goes with the rest, as one sees."
REPLIES = ("A", VAGUE, VAGUE, VAGUE, VAGUE, "As a language model I cannot answer this question.")
"""By item; `a kel` is right in all."""
READ = (("kel", "kel", "kel", "tup"), ("mov",) * 4, ("kel", "kel", "mov", "mov"), ("",) * 4)
"""What each judge reads in the second to fifth."""


def number_in(asked: str) -> int:
    found = re.search(r"number (\d)", asked)
    assert found is not None
    return int(found[1])


def replies(request: Any) -> str:
    return REPLIES[number_in(request.json["messages"][-1]["content"])]


def judge(shell: Here, at: int) -> None:
    """The log of a judge who has judged the whole packet."""
    path = shell.folder / "packets/judges.packet.jsonl"
    packet = packet_at(path)
    model = f"one/{'abcd'[at]}"
    identity = {"provider": "one", "model": model}
    name = judge_name(model, identity)
    own = replace(packet, header=judge_header(packet.header, identity, PROMPT_HASH, name))
    with Log(judge_log_path(path, name), own, clock=now, tool_version="1") as log:
        told = {"of": packet.header.packet, "model": model, "identity": json.dumps(identity)}
        log.append(JUDGING, {**told, "prompt": PROMPT_HASH, "simulated": False})
        for item in packet.main:
            read = READ[number_in(item.questions[0].text) - 1][at]
            said = (f"a {read}",) if read else ("it does not answer",)
            kind, data = judgement(item.id, 1, (), said=said, plain=True)
            log.append(kind, data)
        log.append("lock", {})


@pytest.fixture
def shell(tmp_path: Path) -> Here:
    """A study of six items, of which four judges have read what the matcher does not."""
    rows = (f'"Which, number {at}?",a kel,a mov,a tup,A,{at % 2}' for at in range(len(REPLIES)))
    (tmp_path / "items.csv").write_text("\n".join(["question,A,B,C,answer,group", *rows, ""]))
    (tmp_path / "bank.dev").write_text(SCRIPT)
    made = here(tmp_path)
    with Double(then=replies) as double:
        made.run("bank.dev", "-m", "openai/any", more=double.environment)
    return made


def whole(document: Any) -> Any:
    """The accuracy of all items."""
    return next(row for row in document["measures"] if row["level"] == "cell")


def test_judges_decide_where_the_matcher_does_not_and_the_rest_is_fail(shell: Here) -> None:
    """People are compared with them, and enter no mark."""
    refused = shell.run("score", "--coder", "quorum", code=2).stderr
    assert "a quorum needs 2 judges or more" in refused
    shell.run("packets", "--judges")
    refused = shell.run("code", "packets/judges.packet.jsonl", "--plain", code=2).stderr
    assert "is for models as judges" in refused
    both = shell.run("packets", "--judges", "--coder", "Ada", code=2).stderr
    assert "--coder is for packets of coders" in both
    for at in range(4):
        judge(shell, at)
    assert "devrun score --coder quorum" in shell.run("collect", "packets").stderr
    plain, found = shell.json("score"), shell.json("score", "--coder", "quorum")
    assert any("4 models have judged replies" in note for note in plain["notes"])
    before, after = whole(plain), whole(found)
    assert (before["n_replies"], before["undecided"], before["mean"]) == (2, 4, 0.5)
    assert (after["n_replies"], after["undecided"]) == (6, 0)
    assert after["mean"] == pytest.approx(2 / 6)
    assert found["role"] == "matcher and a quorum of 4 models (provisional)"
    assert found["provisional"] is True
    shell.run("export", "-o", "out")
    (table,) = shell.folder.glob("out/data/*-questions_data.csv")
    done = shell.run("read", "--table", str(table), "--methods", "--json").stdout
    methods = {row["method"]: row for row in json.loads(done)}
    counts = {name: (row["replies"], row["fail"]) for name, row in methods.items()}
    assert counts["matcher"] == (6, 5)
    assert [counts[f"judge {at}"] for at in range(1, 5)] == [(4, 1)] * 4
    assert counts["hybrid"] == (6, 3)
    marks = ("right", "right", "wrong", "right", "wrong", "wrong")
    rows = (f"{found['trials'][0]['trial']},{at},{mark}" for at, mark in enumerate(marks, 1))
    (shell.folder / "ada.csv").write_text("\n".join(["trial,question,mark", *rows, ""]))
    shell.run("collect", "ada.csv", "--csv", "--coder", "Ada")
    told = " ".join(shell.run("score", "--coder", "quorum").stdout.split())
    for words in (
        "of 6 replies to choices the matcher reads 2; in 2 at least three quarters",
        "2 are FAIL, and wrong",
        "left out of means over participants: Quorum, original, openai/any: 50.0% FAIL (3 of 6",
        "people (Ada) read the same as the matcher in 2 of 2 (95%",
        "the quorum in 2 of 2 (95%",
        "FAIL in 1 of 2 (95%",
        "all items 6 33",
    ):
        assert words in told
