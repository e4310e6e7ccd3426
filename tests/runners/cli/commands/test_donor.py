"""Replies of one participant put before the items of a bank for another: from the store of the one
to what the other copies.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from coders.statistics.item_means import item_interval
from dsl.expand import Expander, cells
from dsl.identity import procedure_hash
from dsl.loading import load
from dsl.trial import turns
from tests.here import Here, here

SCRIPT = """\
experiment {title}
bank words from items.json
    question from question
    choices from options, rotated
    answer from key, counted from 0
{line}design
    runs 3
    scoring accuracy
procedure
    separately
        do words
"""
ITEMS = 12


@pytest.fixture
def shell(tmp_path: Path) -> Here:
    """A bank, the same with a donor, and a study of its own in which the donor is always wrong."""
    items = [
        {
            "question": f"Which of the words is number {n}?",
            "options": [f"{word}{n}" for word in ("kel", "tasp", "mov", "rin")[: 2 + n % 3]],
            "key": n % 2,
        }
        for n in range(ITEMS)
    ]
    (tmp_path / "items.json").write_text(json.dumps(items))
    (tmp_path / "words.dev").write_text(SCRIPT.format(title="Words", line=""))
    chain = SCRIPT.format(title="Chain of words", line="    donor from reasons.jsonl\n")
    (tmp_path / "chain.dev").write_text(chain)
    shell = here(tmp_path)
    shell.run_once("run", "words.dev", "-m", "sim/lure", "-m", "sim/oracle")
    return shell


def rows(shell: Here) -> list[dict[str, str]]:
    text = (shell.folder / "reasons.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_each_item_is_asked_in_four_arms_with_the_words_of_the_donor(shell: Here) -> None:
    told = shell.run("donor", "write", "words.dev", "-m", "sim/lure", "-o", "reasons.jsonl").stdout
    assert told.startswith("12 items: 0 without a readable answer, ")
    said = {row["item"]: row for row in rows(shell)}
    assert len(said) == ITEMS
    experiment = load(shell.folder / "chain.dev").experiment
    assert experiment is not None
    (factor,) = experiment.factors
    assert factor.name == "donor sim/lure"
    assert [one.name for one in factor.levels] == [
        "none", "whole reply", "reasons only", "answer only",
    ]  # fmt: skip
    opening = "Somebody else was asked the next question, with the same choices. "
    for cell in cells(experiment):
        trial = Expander(experiment).trial(cell, draw=2)
        for turn in turns(trial.sessions[0].nodes):
            assert turn.question is not None
            row = said[turn.question.name]
            assert turn.question.options == tuple(row["choices"])
            letter = "ABCD"[row["choices"].index(row["answer"])]
            assert (
                turn.says
                == {
                    "none": (),
                    "whole reply": (f"{opening}They wrote:\n\n{row['reply']}",),
                    "reasons only": (
                        f"{opening}These are their reasons:\n\n"
                        f"{row['reasons'] or '(They gave no reasons.)'}",
                    ),
                    "answer only": (f"{opening}Their answer was:\n\n{letter}) {row['answer']}",),
                }[cell.condition]
            )


def test_a_donor_that_is_always_wrong_is_copied_by_one_who_takes_what_was_said_last(
    shell: Here,
) -> None:
    shell.run("donor", "write", "words.dev", "-m", "sim/lure", "-o", "reasons.jsonl")
    keys = ("-m", "sim/last-mentioned", "-m", "sim/oracle")
    shell.run("run", "chain.dev", *keys)
    document = json.loads(shell.run("donor", "copied", "chain.dev", "--json").stdout)
    found = {(one["model"], one["condition"]): one for one in document["rows"]}
    copier = found["sim/last-mentioned", "answer only"]
    assert (copier["donor"], copier["items"], copier["replies"]) == ("sim/lure", ITEMS, 3 * ITEMS)
    assert (copier["copied"], copier["unread"]) == (1.0, 0)
    interval = item_interval([1.0] * ITEMS, low=0.0)
    assert interval is not None
    assert copier["ci95"] == pytest.approx([interval.low, interval.high])
    without = found["sim/last-mentioned", "none"]
    assert without["copied"] < 0.7
    assert (without["above_none"], without["above_none_ci95"]) == (None, None)
    assert copier["above_none"] == pytest.approx(1 - without["copied"])
    assert 0 < copier["above_none_ci95"][0] < copier["above_none"]
    for condition in ("none", "whole reply", "reasons only", "answer only"):
        assert found["sim/oracle", condition]["copied"] == 0
        assert found["sim/oracle", condition]["above_none"] in (None, 0)
    screen = shell.run("donor", "copied", "chain.dev").stdout
    assert "Chain of words, sim/last-mentioned, where sim/lure is wrong: SIMULATED" in screen
    assert "+" in screen.split("answer only")[1].splitlines()[0]


def test_nobody_copies_a_donor_that_is_never_wrong(shell: Here) -> None:
    shell.run("donor", "write", "words.dev", "-m", "sim/oracle", "-o", "reasons.jsonl")
    shell.run("run", "chain.dev", "-m", "sim/random")
    refused = shell.run("donor", "copied", "chain.dev", code=1)
    assert "the donor gives no wrong answer to an item of this study" in refused.stderr
    shell.run("run", "words.dev", "-m", "sim/random")
    refused = shell.run("donor", "copied", "words.dev", code=1)
    assert "no script of this study has a donor\n" in refused.stderr


def test_another_donor_and_another_word_are_another_procedure(shell: Here) -> None:
    hashes = set()
    for model in ("sim/lure", "sim/oracle"):
        (shell.folder / "reasons.jsonl").unlink(missing_ok=True)
        shell.run("donor", "write", "words.dev", "-m", model, "-o", "reasons.jsonl")
        experiment = load(shell.folder / "chain.dev").experiment
        assert experiment is not None
        hashes.add(procedure_hash(experiment))
    named = [{**row, "donor": "sim/other"} for row in rows(shell)]
    (shell.folder / "reasons.jsonl").write_text("\n".join(map(json.dumps, named)))
    experiment = load(shell.folder / "chain.dev").experiment
    assert experiment is not None
    assert len({*hashes, procedure_hash(experiment)}) == 3


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"reply": "Another one."}, "is not the one that was stored"),
        ({"answer": "nothing"}, "is none of its choices"),
        ({"donor": "sim/other"}, "are in one file"),
        ({"reply": None}, "this row is not a donor's reply"),
        ({"item": "other"}, "the donor has no reply to `item "),
    ],
)
def test_replies_that_do_not_fit_are_refused(
    shell: Here, change: dict[str, str | None], words: str
) -> None:
    shell.run("donor", "write", "words.dev", "-m", "sim/lure", "-o", "reasons.jsonl")
    changed = [*rows(shell)[:-1], {**rows(shell)[-1], **change}]
    (shell.folder / "reasons.jsonl").write_text("\n".join(map(json.dumps, changed)))
    (fault,) = load(shell.folder / "chain.dev").faults
    assert fault.code == "E790"
    assert words in fault.message()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "-o FILE is missing"),
        (("-o", "reasons.jsonl"), "2 participants are in this study: sim/lure, sim/oracle"),
        (("-m", "sim/lure", "-o", "reasons.csv"), "`reasons.csv` does not end in .jsonl"),
    ],
)
def test_one_donor_and_one_file_have_to_be_named(
    shell: Here, arguments: tuple[str, ...], words: str
) -> None:
    assert words in shell.run("donor", "write", "words.dev", *arguments, code=2).stderr


def test_characters_that_cannot_be_seen_are_left_out_and_counted(shell: Here) -> None:
    """A reply is hostile text, and the file that it goes into must be readable."""
    (store,) = shell.folder.glob("*.sqlite")
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE calls SET text = 'A' || char(7) || char(13, 10) || 'Yes {it}.'")
    told = shell.run("donor", "write", "words.dev", "-m", "sim/lure", "-o", "reasons.jsonl").stdout
    assert "characters that cannot be seen were left out of 12 replies" in told
    assert {row["reply"] for row in rows(shell)} == {"A\nYes {it}."}
    assert load(shell.folder / "chain.dev").faults == ()
