"""Replies that the next words depended on: the program's reading beside coders', by hand."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from coders.desk.log import Log, log_path
from coders.desk.state import Judgement
from coders.marks import Flag, marked, unkeyed
from coders.packets.file import packet_at
from coders.packets.shape import ContentWord
from coders.reply_outcomes import coded_outcome
from dsl.expand import Expander, cells
from dsl.loading import load
from dsl.trial import Question
from runners.store.records import now
from tests.here import here
from tests.shell import Shell
from tests.steered_scripts import SNACKS_HEAD

SCRIPT = (
    SNACKS_HEAD.format(runs=6)
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
                refusal: Never mind.
                otherwise: That is not the one.
        record own
            ask: Which would you like?
            choices:
                the {carrot}
                the {cookie}
            then
                unclear, ask again at most 1 time: Please name one of the two.
                otherwise: Good.
        control story
            ask: Who was the story about?
            answer: {Ida}
"""
)


def asked(folder: Path) -> dict[str, Question]:
    (folder / "snacks.dev").write_text(SCRIPT, "utf-8")
    experiment = load(folder / "snacks.dev").experiment
    trial = Expander(experiment).trial(cells(experiment)[0], draw=1)
    return {question.name: question for _, _, question in trial.asked()}


def judged(
    mark: str = "", *flags: str, said: tuple[str, ...] = (), plain: bool = True
) -> Judgement:
    return Judgement(1, mark, flags, said, plain, 0, "", None)


@pytest.mark.parametrize(
    ("mark", "flags", "outcome"),
    [
        ("right", (), "right"),
        ("right", ("unclear",), "right"),
        ("half", ("hedged",), "unclear"),
        ("wrong", (), "wrong"),
        ("wrong", ("refusal",), "refusal"),
        ("wrong", ("irrelevant",), "unclear"),
        ("wrong", ("hallucination",), "unclear"),
        ("wrong", ("hedged",), "unclear"),
    ],
)
def test_a_mark_is_an_outcome_by_one_rule(
    tmp_path: Path, mark: str, flags: tuple[str, ...], outcome: str
) -> None:
    question = asked(tmp_path)["take"]
    assert coded_outcome(marked(mark, flags), question, judged(mark, *flags)) == outcome


def test_what_was_said_is_the_choice_where_there_is_no_key(tmp_path: Path) -> None:
    own, take = asked(tmp_path)["own"], asked(tmp_path)["take"]
    (first, option), (second, other) = own.outcomes[:2]
    assert coded_outcome(unkeyed(option), own, judged(said=(option,))) == first
    assert coded_outcome(unkeyed(other), own, judged(said=(other,))) == second
    assert coded_outcome(unkeyed(None), own, judged(said=(option, other))) == "unclear"
    assert coded_outcome(unkeyed(option), own, judged(said=(option,), plain=False)) == "unclear"
    refuses = judged(said=(ContentWord.REFUSES.value,))
    assert coded_outcome(marked("wrong", (Flag.REFUSAL,)), own, refuses) == "unclear"
    both = judged(said=(ContentWord.BOTH.value,))
    assert coded_outcome(marked("wrong", ()), take, both) == "unclear"


def code(shell: Shell) -> None:
    """A study in which two coders mark two of three replies right, and pass every control."""
    (shell.folder / "snacks.dev").write_text(SCRIPT, "utf-8")
    shell.run("snacks.dev", "-m", "sim/random", "-m", "sim/lure", "-m", "sim/refuser")
    shell.run("packets", "--coder", "ann", "--coder", "ben", "--duplicates", "0")
    turn = 0
    for path in sorted((shell.folder / "packets").glob("*.packet.jsonl")):
        packet = packet_at(path)
        with Log(log_path(path), packet, clock=now, tool_version="0") as log:
            for item in packet.main:
                log.append("shown", {"item": item.id, "content": item.content, "question": 0})
                for one in item.questions:
                    turn += 1
                    mark = "right" if one.is_control or turn % 3 else "wrong"
                    given: dict[str, Any] = {"item": item.id, "question": one.number, "flags": []}
                    if one.candidates:
                        log.append("said", {**given, "said": [one.candidates[0]], "plain": True})
                    else:
                        log.append("mark", {**given, "mark": mark})
                log.append("lrs", {"item": item.id, "lrs": 3, "reason": ""})
            log.append("lock", {})
    shell.run("collect", "packets")


def test_readings_equal_a_count_by_hand(tmp_path: Path) -> None:
    """Cohen's kappa from the table of the reader's outcomes and the coders' marks."""
    shell = here(tmp_path)
    code(shell)
    trials = json.loads(shell.run("transcript", "--json").stdout)["trials"]
    pairs = [
        (trial["key"], reply["read_as"], mark["mark"])
        for trial in trials
        for reply in trial["conversation"]
        if "read_as" in reply and reply["question"] == "take"
        for mark in reply["marks"]
        if mark["kind"] == "blind"
    ]
    assert len(pairs) == 2 * len(trials) == 36
    same = sum(read == mark for _, read, mark in pairs)
    reader, coders = Counter(read for _, read, _ in pairs), Counter(mark for *_, mark in pairs)
    chance = sum(reader[word] * coders[word] for word in reader) / len(pairs) ** 2
    kappa = (same / len(pairs) - chance) / (1 - chance)

    every, found, own = json.loads(shell.run("agree", "--json").stdout)["readings"]
    assert (found["experiment"], found["question"]) == ("Snacks", "take")
    assert (found["replies"], found["judgements"]) == (18, 36)
    assert found["otherwise"] == 36 - same
    assert found["share"] == pytest.approx(1 - same / 36)
    assert found["paths"] == 18
    assert found["paths_otherwise"] == len({key for key, *both in pairs if both[0] != both[1]})
    assert found["coefficients"]["cohen_kappa"]["value"] == pytest.approx(kappa)

    # Both coders say each time that the first choice was taken.
    chosen = [
        reply["read_as"]
        for trial in trials
        for reply in trial["conversation"]
        if "read_as" in reply and reply["question"] == "own"
    ]
    assert own["replies"] == len(chosen) > 18, "some were asked again"
    assert own["otherwise"] == 2 * sum(read != "the carrot" for read in chosen)
    assert every["judgements"] == found["judgements"] + own["judgements"]
    assert every["otherwise"] == found["otherwise"] + own["otherwise"]
    page = shell.run("agree", "--all").stdout
    assert "Replies that the next words depended on" in page
    said = f"{every['otherwise']} of {every['judgements']} judgements"
    assert said in " ".join(page.split())
    assert "; read as: wrong" in shell.run("transcript").stdout


def test_a_mark_settled_later_changes_no_reading_and_no_path(tmp_path: Path) -> None:
    shell = here(tmp_path)
    code(shell)
    before = json.loads(shell.run("agree", "--json").stdout)["readings"]
    said = shell.run("transcript", "--json").stdout.count("Never mind.")
    shell.run("adjudicate", "--method", "median", "--coder", "Eve")
    assert json.loads(shell.run("agree", "--json").stdout)["readings"] == before
    assert shell.run("transcript", "--json").stdout.count("Never mind.") == said
