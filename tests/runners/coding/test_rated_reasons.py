"""Reasons as items for blind raters: what is left of a reply, which are drawn, and the table."""

from __future__ import annotations

import json
import random
from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import pytest

from coders.packets.file import packet_at
from coders.packets.masking import NameMask
from coders.packets.shape import Item, LineKind, PacketUnusable
from dsl.record import replace
from dsl.tree import QuestionKind
from renderers.judge_prompt import PROMPT_HASH
from renderers.rows.agent_waves import AgentAccount, WaveAccount
from runners.coding.coded_packets import coded_packets
from runners.coding.judges.judge_prompt_io import UnusableReply
from runners.coding.judges.judge_prompts import prompts_for
from runners.coding.log_files import LogFile, read_log_files
from runners.coding.rating_logs import rating_log
from runners.coding.reasons import RatedReason, for_rater, reason_in, reasons_of, sampled
from runners.engine.transcripts import Exchange, Transcript
from runners.store.records import StoredReply, now
from runners.store.store import Store
from runners.studies.study import FinishedTrial
from tests.coders.building import question
from tests.coders.waves import PROFILE, waves_trial
from tests.here import Here

WHY = "I like trains. I sleep well in them."
ASKED = replace(question("opinions", kind=QuestionKind.RECORD), rating=(1, 5))


@pytest.mark.parametrize(
    "reply",
    [
        f"Thought: {WHY}\nRating: 4",
        f"Rating: 4\nReason: {WHY}",
        "Thought: I like trains.\nAction: I sleep well in them.\nRating: 4",
        "**Reflection 2:** I like trains.\n\n**Thought:** I sleep well in them.\n\n**Rating: 4**",
        f"# Answer\n\nAnswer: {WHY}\n\n4",
        f"{WHY}\nMy answer is 4.",
        f"4. {WHY}",
        f"**4** - {WHY}",
    ],
)
def test_no_layout_tells_one_agent_from_another(reply: str) -> None:
    assert reason_in(reply, ASKED) in (WHY, f"Answer {WHY}")


def test_what_is_no_label_stays() -> None:
    assert reason_in("I agree: it is late.\nNo: it is not.\nRating: 4", ASKED) == (
        "I agree: it is late. No: it is not."
    )


@pytest.mark.parametrize("reply", ["4", "Rating: 4", "The answer is 4.", "**4**", ""])
def test_a_rating_alone_is_no_reason(reply: str) -> None:
    assert reason_in(reply, ASKED) == ""


def reason(name: str, wave: int, key: str) -> RatedReason:
    return RatedReason(
        (name, wave), (key,), Item("", f"{name} {key}", (), ()), (), (("item", key),)
    )


def test_participants_are_compared_on_the_same_statements_in_an_order_over_all() -> None:
    every = [reason(name, wave, f"q{at}") for name in "ab" for wave in (0, 1) for at in range(20)]
    found = sampled(every, 5, 1)
    of = {(name, wave): {one.key for one in found if one.of == (name, wave)}
          for name in "ab" for wave in (0, 1)}  # fmt: skip
    assert [len(keys) for keys in of.values()] == [5, 5, 5, 5]
    assert of["a", 0] == of["b", 0] != of["a", 1] == of["b", 1]
    assert sampled(every[:40], 5, 1) == [one for one in found if one.of[0] == "a"]
    ids = iter(range(100))
    names = [
        one.item.content[0] for one in for_rater(found, random.Random(1), lambda: str(next(ids)))
    ]
    assert names not in (sorted(names), sorted(names, reverse=True))


def test_the_profile_is_as_it_was_then_and_names_no_model() -> None:
    trial = waves_trial()
    exchanges = tuple(
        Exchange("", trial.sessions[number], (), turn, (), StoredReply("", "I like it.\nRating: 4",
                 "stop"), number)
        for (number, _), turn in trial.turns.items()
    )  # fmt: skip
    account = AgentAccount({at: WaveAccount(0, f"As GPT-4 I am {at}.") for at in (0, 1)})
    told = FinishedTrial(
        cast("Any", SimpleNamespace(experiment=SimpleNamespace(
            design=SimpleNamespace(wordings=("original",)), questionnaires=()))),
        cast("Any", None), cast("Any", None),
        Transcript(trial, cast("Any", None), exchanges, account),
    )  # fmt: skip
    found = list(reasons_of(told, "m", NameMask(["openai/gpt-4"])))
    # The sessions of the trial are in the order of waves 2, 1, 0.
    assert {(one.of[1], one.item.lines[0].text) for one in found} == {
        (2, "As [A NAME] I am 0."), (1, "As [A NAME] I am 1."), (0, PROFILE),
    }  # fmt: skip
    assert [len(one.read) for one in found] == [4, 4, 2, 2, 0, 0]


SCRIPT = """\
experiment Views

conditions topic from topics.csv

waves reading from articles.csv

questionnaire opinions
    rate 1 to 5
    items from questions.csv
    people from people.csv

design
    runs 1
    wording original

procedure
    profile: Odile, a retired midwife.
    say: {text}
    do opinions
"""
FILES = {
    "views.dev": SCRIPT,
    "topics.csv": "topic\ntrains\nbees\n",
    "articles.csv": "topic,wave,text\ntrains,1,A train was late.\nbees,1,A bee came.\n",
    "questions.csv": "topic,item,words\ntrains,q1,Trains matter.\nbees,q1,Bees matter.\n",
    "people.csv": "topic,wave,item,rating\n"
    + "".join(f"{at},{wave},q1,{wave + 2}\n" for at in ("trains", "bees") for wave in (0, 1)),
}


def test_raters_of_reasons_do_not_see_whose_they_are_and_the_table_says_it(shell: Here) -> None:
    for name, text in FILES.items():
        (shell.folder / name).write_text(text)
    shell.run("views.dev", "-m", "sim/unmoved", "--agent", "cot", "--agent", "coggpt")
    unmarked = shell.run("packets", "--coder", "Ada", code=1).stderr
    assert "asks nothing that coders mark\nhelp: `devrun packets --rationality` makes" in unmarked
    asked = shell.run("agree", code=1).stderr
    assert "help: devrun waves --rationality rationality.csv   of reasons that people" in asked
    made = shell.json("packets", "--rationality", "--coder", "Ada", "--each-wave", "1")
    text = (shell.folder / "packets" / "Ada.packet.jsonl").read_text()
    assert made["reasons"] == text.count('"section": "main"') == 4
    assert not [
        name for name in ("sim/", "unmoved", "agent=", "coggpt", "was late") if name in text
    ]
    refused = shell.run("packets", "--rationality", "--coder", "Ada", code=5)
    assert "already exists" in refused.stderr
    later = shell.json("packets", "--rationality", "--coder", "Ben", "--to", "later")
    ben = packet_at(shell.folder / "later" / "Ben.packet.jsonl")
    ada = packet_at(shell.folder / "packets" / "Ada.packet.jsonl")
    assert later["reasons"] == 4
    assert {one.content for one in ben.main} == {one.content for one in ada.main}
    # Whoever answers alike as two agents gives the same items as both.
    shown = Counter((one.content, ada.stories[one.id]) for one in ada.main)
    assert [*shown.values()] == [2, 2]
    lines = ["", "4", "4", "4", "s no idea", "s no idea", "hand in", "yes"]
    shell.run("code", "packets/Ada.packet.jsonl", "--plain", typed="\n".join(lines) + "\n")
    log = shell.folder / "packets" / "Ada.log.jsonl"
    (log.parent / "Ada.log (1).jsonl").write_bytes(log.read_bytes())
    done = shell.run("collect", "packets")
    assert "Ada: 3 ratings; 1 of 1 packet handed in\n" in done.stdout
    (read,) = read_log_files([log])
    assert isinstance(read, LogFile)
    fewer = replace(read, events=tuple(one for one in read.events if one.kind != "skip"))
    with pytest.raises(PacketUnusable, match="the desk did not ask for a `lock` there"):
        rating_log(fewer, packet_at(log.parent / "Ada.packet.jsonl"), {}, now=now())
    header, *rows = (shell.folder / "rationality.csv").read_text().splitlines()
    assert header == "topic,draw,sample,participant,wave,item,rater,rating,note"
    assert sorted(row.split("q1,")[1] for row in rows) == ["Ada,,no idea", *["Ada,4,"] * 3]
    assert sorted({tuple(row.split(",")[1:5]) for row in rows}) == [
        ("1", "1", f"sim/unmoved?agent={name}", at) for name in ("coggpt", "cot") for at in "01"
    ]
    # No score or agreement takes these packets for coders' own.
    with Store.open(f"sqlite:///{shell.folder}/devrun.sqlite", reading=True) as store:
        assert coded_packets(store, made["study"]) == ()
    before = shell.json("waves", "--rationality", "rationality.csv")
    assert before["judged"] == []
    shell.run("code", "packets/Ada.packet.jsonl", "--judge", "sim/random")
    judge = shell.folder / "packets" / "Ada.judge-sim-random.log.jsonl"
    assert json.loads(judge.read_text().splitlines()[0])["prompt_version"] == "rationality-1"
    assert "judge sim/random: 4 ratings\n" in shell.run("collect", "packets").stdout
    after = shell.json("waves", "--rationality", "rationality.csv")
    assert {one["judge"] for one in after.pop("judged")} == {"judge sim/random"}
    assert after == {name: value for name, value in before.items() if name != "judged"}
    asked = prompts_for(ada)
    assert asked.hash != PROMPT_HASH
    for item in ada.main:
        system, told = asked.messages(item, item.questions)
        assert '{"rating": 3}' in system.text
        assert "Odile, a retired midwife." in told.text
        assert "unmoved" not in told.text + system.text
        assert all(line.text[1:] in told.text for line in ada.stories[item.id])
    for reply in ('{"rating": 6}', '{"rating": true}', "4", '{"rating": 4, "why": ""}'):
        with pytest.raises(UnusableReply):
            asked.read(reply, ada.main[0].questions)
    (given,) = asked.read('{"rating": 4}', ada.main[0].questions)
    assert given.mark == "4"


def test_people_rate_every_cell_of_a_script(shell: Here) -> None:
    for name, text in FILES.items():
        (shell.folder / name).write_text(text)
    carrying = SCRIPT.replace("articles.csv\n", "articles.csv\n    carry view: Nothing yet.\n")
    carrying = carrying.replace("say: {text}", 'say: You wrote: "{view}"\n    say: {text}')
    (shell.folder / "views.dev").write_text(
        carrying + "    record view\n        ask: What do you think?\n"
    )
    made = shell.json("packets", "views.dev", "--people", "--raters", "2")
    read = [
        line.text
        for lines in packet_at(shell.folder / made["packets"][0]).stories.values()
        for line in lines
        if line.kind is LineKind.READ
    ]
    assert read == ["A train was late."]
    (shell.folder / "people.csv").unlink()
    assert [made["packets"][at] for at in (0, 3)] == [
        "packets/R1/1 trains.packet.jsonl",
        "packets/R2/2 bees.packet.jsonl",
    ]
    lines = ["", "4", "it is late", "2", "hand in", "yes"]
    left = shell.run("code", "packets/R1", "--plain", typed="\n4\nq\n").stderr
    assert left.endswith(
        "1 of 2 questionnaires filled in; judgements are saved in packets/R1/1 trains.log.jsonl\n"
        "next: devrun code 'packets/R1/1 trains.packet.jsonl'   continue\n"
    )
    send = "send the logs in packets/R1 to the study's owner"
    for packet, typed, after in (
        ("1 trains", lines[2:], "devrun code packets/R1   the next packet"),
        ("2 bees", lines, send),
        ("2 bees", lines, send),
    ):
        # A folder is the first packet in it that was not handed in, or the last.
        said = shell.run("code", "packets/R1", "--plain", typed="\n".join(typed) + "\n").stderr
        assert f"packets/R1/{packet}.log.jsonl\nnext: {after}\n" in said
    refused = shell.run("collect", "packets", "--to", "nowhere/people.csv", code=2).stderr
    assert refused.endswith("or name another file with --to\n")
    shell.run("collect", "packets", "--to", "people.csv")
    assert (shell.folder / "people.csv").read_text() == (
        "topic,wave,item,rater,rating,change,note\n"
        "bees,0,q1,R1,4,,\n"
        "bees,1,q1,R1,2,it is late,\n"
        "trains,0,q1,R1,4,,\n"
        "trains,1,q1,R1,2,it is late,\n"
    )
    shell.run("check", "views.dev")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--people",), "--people needs a script: what people rate is in no study"),
        (("views.dev", "--people", "--share", "3%"), "--share is for packets of coders"),
        (("--coder", "Ada", "--raters", "3"), "--raters and --each-wave are for packets of raters"),
        (("--people", "--coder", "Ada", "--raters", "3"), "--raters and --coder both say who"),
        (("views.dev", "--people", "--rationality"), "--rationality is for packets of coders"),
    ],
)
def test_what_does_not_go_together_is_refused(
    shell: Here, arguments: tuple[str, ...], message: str
) -> None:
    assert message in shell.run("packets", *arguments, code=2).stderr
