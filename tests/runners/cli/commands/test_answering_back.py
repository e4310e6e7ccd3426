"""Coders never see how a reply was read before they judge it."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from coders.desk.desk import Desk
from coders.desk.log import Log, log_path
from coders.desk.pages import page_of
from coders.desk.steps import Refused, StepKind
from coders.packets.file import packet_at
from coders.packets.parts import LEFT_OUT
from coders.packets.shape import Packet, QuestionOrder
from runners.store.records import now
from tests.coders.screen.sitting import sit
from tests.here import here
from tests.shell import Shell
from tests.steered_scripts import SNACKS_HEAD

SCRIPT = (
    SNACKS_HEAD.format(runs=4)
    + """\
        test take
            ask: {Ida} likes the {cookie}, not the {carrot}. Which one does {Ida} take?
            choices rotated:
                the {carrot}
                the {cookie}
            answer: the {cookie}
            wrong: the {carrot}
            then
                right: Well done.
                unclear, ask again at most 1 time: Please name one of the two.
                otherwise: That is not the one.
        when take was wrong
            record why
                ask: Why do you think so?
        control story
            ask: Who was the story about?
            answer: {Ida}
"""
)


WORDS_AFTER = (
    "Well done.",
    "That is not the one.",
    "Why do you think so?",
    "Please name one of the two.",
)


def packet_of_one(shell: Shell) -> Packet:
    """A packet of one coder in rubric view."""
    shell.run("snacks.dev", "-m", "sim/random", "-m", "sim/refuser")
    shell.run("packets", "--coder", "ann", "--duplicates", "0")
    (path,) = (shell.folder / "packets").glob("*.packet.jsonl")
    assert not any(said in path.read_text("utf-8") for said in WORDS_AFTER)
    return packet_at(path)


def words_seen(desk: Desk) -> str:
    return json.dumps([one.text for one in page_of(desk.packet, desk.step)])


def test_coders_read_on_as_they_judge_and_a_code_stands_then(tmp_path: Path) -> None:
    """A mark comes before every word that shows how the reply was read, and nobody rates the whole
    first.
    """
    shell = here(tmp_path)
    (shell.folder / "snacks.dev").write_text(SCRIPT, "utf-8")
    packet = packet_of_one(shell)
    where = log_path(Path(packet.where))
    with Log(where, packet, clock=now, tool_version="0") as log:
        desk = Desk(packet, log)
        desk.begin()
        assert desk.packet.header.question_order is QuestionOrder.ASKED
        steps = []
        for _ in desk.packet.main:
            while desk.step.kind is StepKind.JUDGE:
                assert desk.step.question is not None
                first = not desk.step.judged
                if first:
                    assert not any(said in words_seen(desk) for said in WORDS_AFTER)
                    assert desk.stands_at_once
                desk.mark("right")
                if first:
                    assert any(said in words_seen(desk) for said in WORDS_AFTER)
                    with pytest.raises(Refused, match="its code stands"):
                        desk.undo()
            steps.append(desk.step.kind)
            assert desk.step.proposed is not None
            desk.lrs(desk.step.proposed)
        assert set(steps) == {StepKind.LRS}
        desk.go_to(1)
        with pytest.raises(Refused, match="its code stands"):
            desk.mark("wrong")


def test_the_screen_waits_for_enter_before_a_code_stands(tmp_path: Path) -> None:
    shell = here(tmp_path)
    (shell.folder / "snacks.dev").write_text(SCRIPT, "utf-8")
    packet = packet_of_one(shell)
    waiting = sit(packet, tmp_path / "a.log.jsonl", "enter", "3")
    assert "wrong: Enter gives it, shows what comes next, and it stands" in waiting.text
    assert waiting.kinds() == ["opened"]
    given = sit(packet, tmp_path / "b.log.jsonl", "enter", "3", "1", "h", "2", "enter")
    (mark,) = (event for event in given.events if event.kind == "mark")
    assert (mark.text("mark"), mark.words("flags")) == ("half", ("hedged",))
    assert "judged    half right, hedged" in given.text
    assert any(said in given.text for said in WORDS_AFTER)


def test_a_rating_of_the_whole_and_a_model_as_judge_are_refused(tmp_path: Path) -> None:
    shell = here(tmp_path)
    (shell.folder / "snacks.dev").write_text(SCRIPT, "utf-8")
    packet = packet_of_one(shell)
    refused = shell.run("code", packet.where, "--judge", "sim/judge", code=None)
    assert "a model as judge reads an item whole" in refused.stderr
    shell.run("snacks.dev", "-m", "sim/random", "--protocol", "paper")
    refused = shell.run("packets", "--coder", "ann", "--to", "second", code=2)
    assert "what is said depends on replies" in refused.stderr


def test_a_story_in_content_view_ends_before_words_that_show_a_reading(tmp_path: Path) -> None:
    shell = here(tmp_path)
    (shell.folder / "snacks.dev").write_text(SCRIPT, "utf-8")
    shell.run("snacks.dev", "-m", "sim/random", "-m", "sim/refuser")
    shell.run("packets", "--coder", "ann", "--view", "content")
    (path,) = (shell.folder / "packets").glob("*.packet.jsonl")
    packet = packet_at(path)
    every = json.dumps([line.text for story in packet.stories.values() for line in story])
    for said in WORDS_AFTER:
        assert said not in path.read_text("utf-8")
        assert said not in every
    assert LEFT_OUT in every


def test_show_prints_what_a_simulated_participant_reads_and_every_way(tmp_path: Path) -> None:
    shell = here(tmp_path)
    (shell.folder / "snacks.dev").write_text(SCRIPT, "utf-8")
    right = shell.run("show", "snacks.dev", "--wording", "permuted").stdout
    assert "Well done." in right
    refused = shell.run("show", "snacks.dev", "--wording", "permuted", "--as", "sim/refuser").stdout
    assert "Please name one of the two." in refused
    assert "Well done." not in refused
    lure = shell.run("show", "snacks.dev", "--wording", "permuted", "--as", "sim/lure").stdout
    assert "Why do you think so?" in lure
    tree = shell.run("show", "snacks.dev", "--paths").stdout
    both = shell.run("show", "snacks.dev", "--paths", "--json", code=2).stdout
    assert "--paths has no --json" in both
    assert "record why" in tree
    unknown = shell.run("show", "snacks.dev", "--as", "sim/nobody", code=2)
    assert "there is no simulated participant" in unknown.stderr


def test_plan_prints_the_fewest_and_the_most_calls(tmp_path: Path) -> None:
    shell = here(tmp_path)
    (shell.folder / "snacks.dev").write_text(SCRIPT, "utf-8")
    told = shell.json("plan", "snacks.dev")
    assert (told["fewest_calls"], told["most_calls"]) == (4 * 2, 4 * 4)
    assert "8 to 16 calls" in shell.run("plan", "snacks.dev").stdout


def test_the_papers_protocol_asks_own_stories_only_and_nothing_twice(tmp_path: Path) -> None:
    """The other story is left out, and replies are found again where they were kept."""
    shell = here(tmp_path)
    versions = "versions story\n    plain\n    told\n        own\ndesign\n"
    (shell.folder / "snacks.dev").write_text(SCRIPT.replace("design\n", versions), "utf-8")
    asked = ("snacks.dev", "--protocol", "paper", "-m", "sim/lure", "-m", "sim/oracle")
    first, again = shell.json(*asked), shell.json(*asked)
    assert first["trials"]["completed"] == again["trials"]["replayed"] == 20
    assert again["calls"]["made"] == 0
    refused = shell.run("packets", "--coder", "ann", code=2)
    assert "without --protocol" in refused.stderr


def test_every_command_reads_such_a_study(tmp_path: Path) -> None:
    shell = here(tmp_path)
    (shell.folder / "snacks.dev").write_text(SCRIPT, "utf-8")
    shell.run("snacks.dev", "-m", "sim/lure", "-m", "sim/oracle", "-m", "sim/refuser")
    assert "Why do you think so?" in shell.run("transcript", "-m", "sim/lure").stdout
    assert "Why do you think so?" not in shell.run("transcript", "-m", "sim/oracle").stdout
    scores = shell.json("score")
    assert {one["model"]: one["lrs_mean"] for one in scores["cells"]}["sim/oracle"] == 5
    assert shell.json("replay")["calls"]["made"] == 0
    shell.run("compare")
    shell.run("report", "-o", "page.html")
    for form in ("psych-ds", "inspect", "jsonl"):
        shell.run("export", "--to", form, "-o", f"out-{form}")
    (calls,) = (shell.folder / "out-psych-ds").rglob("*calls*data.csv")
    rows = list(csv.DictReader(calls.read_text("utf-8").splitlines()))
    assert {row["outcome"] for row in rows} >= {"right", "wrong", "unclear", ""}
    shell.run("store", "check")


def say_what_stands_there(path: Path) -> None:
    """Says of every reply the candidate whose last word is in it."""
    packet = packet_at(path)
    with Log(log_path(path), packet, clock=now, tool_version="0.1.0") as log:
        for item in packet.main:
            (asked,) = item.questions
            reply = item.lines[-1].text.casefold()
            said = [one for one in asked.candidates if one.casefold().split()[-1] in reply]
            given = {"item": item.id, "question": 1, "said": said[:1], "flags": []}
            log.append("shown", {"item": item.id, "content": item.content, "question": 0})
            log.append("said", given)
        log.append("lock", {})


def test_such_a_study_is_coded_and_scored(tmp_path: Path) -> None:
    shell = here(tmp_path)
    (shell.folder / "snacks.dev").write_text(SCRIPT, "utf-8")
    shell.run("snacks.dev", "-m", "sim/lure", "-m", "sim/oracle")
    coders = ("--coder", "ann", "--coder", "ben", "--duplicates", "0")
    shell.run("packets", "--view", "content", *coders)
    for packet in (shell.folder / "packets").glob("*.packet.jsonl"):
        say_what_stands_there(packet)
    shell.run("collect", "packets")
    means = {one["model"]: one["lrs_mean"] for one in shell.json("score")["cells"]}
    assert means["sim/oracle"] == 5
    assert means["sim/lure"] < 5
    assert "kappa" in shell.run("agree").stdout
    shell.run("report", "-o", "page.html")
    assert "ann" in shell.run("transcript", "-m", "sim/lure").stdout
