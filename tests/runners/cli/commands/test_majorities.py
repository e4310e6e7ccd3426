"""Self-consistency: the majority over samples of a bank, from the run to the export."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path
from statistics import fmean

import pytest

from coders.choices import read_choice
from coders.collected import collected_question
from coders.matcher import match
from coders.votes import majority, vote_of
from runners.analysis.matcher_cache import packed, unpacked
from runners.analysis.questions.majorities import greedy_of
from runners.store.records import ParticipantRecord
from tests.here import Here, here

SCRIPT = """\
experiment Votes
bank items from items.csv
    question from question
    choices from a, b, c
    answer from key, as letter
    group from group
design
    runs 1
    scoring accuracy
procedure
    separately
        do items
"""
N, SAMPLES = 12, 5


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Here:
    """A shell in a folder in which a bank was asked five times."""
    folder = tmp_path_factory.mktemp("votes")
    lines = ["question,a,b,c,key,group"] + [
        f"Which is the item {at}?,red {at},blue {at},green {at},{'ABC'[at % 3]},"
        f"{'one' if at < N // 2 else 'two'}"
        for at in range(N)
    ]
    (folder / "items.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "votes.dev").write_text(SCRIPT, encoding="utf-8")
    found = here(folder)
    found.run("run", "votes.dev", "-m", "sim/child?p=0.5", "-m", "sim/oracle", "--samples", "5")
    found.run("export", "--output", "out")
    return found


def exported(shell: Here, name: str) -> list[dict[str, str]]:
    """The rows of a table of the export."""
    (file,) = Path(shell.folder).glob(f"out/data/*description-{name}_data.csv")
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def by_hand(shell: Here) -> dict[str, list[tuple[Fraction, Fraction]]]:
    """(majority, mean of single replies) of each item, by group, from the exported replies."""
    rows = [row for row in exported(shell, "questions") if row["model"] == "sim/child?p=0.5"]
    found: dict[str, list[tuple[Fraction, Fraction]]] = {}
    for item in dict.fromkeys(row["question"] for row in rows):
        mine = [row for row in rows if row["question"] == item]
        assert len(mine) == SAMPLES
        votes: dict[str, int] = {}
        for row in mine:
            said = read_choice(row["reply"], row["options"].split(" | "))
            vote = "" if row["mark"] == "1" else said.text
            votes[vote] = votes.get(vote, 0) + 1
        won = majority(votes)
        assert won is not None
        single = Fraction(votes.get("", 0), SAMPLES)
        found.setdefault(mine[0]["group"], []).append((won.mark, single))
    return found


def test_the_majority_of_each_item_counts_beside_the_mean_of_samples(shell: Here) -> None:
    """As worked out by hand from the exported replies, over all items and in each group."""
    rows = json.loads(shell.run("score", "--json").stdout)["majorities"]
    mine = [row for row in rows if row["model"] == "sim/child?p=0.5"]
    groups = by_hand(shell)
    every = [one for some in groups.values() for one in some]
    told = {row["group"]: (row["n_items"], row["majority"], row["single"]) for row in mine}
    assert told == {
        None: (N, *(pytest.approx(fmean(map(float, part))) for part in zip(*every, strict=True))),
        **{
            name: (
                len(some),
                *(pytest.approx(fmean(map(float, part))) for part in zip(*some, strict=True)),
            )
            for name, some in groups.items()
        },
    }
    whole = mine[0]
    assert whole["votes"] == whole["replies"] == N * SAMPLES
    assert whole["gain"] == pytest.approx(whole["majority"] - whole["single"])
    assert whole["gain_ci95"][0] <= whole["gain"] <= whole["gain_ci95"][1]
    assert (whole["greedy"], whole["over_greedy"]) == (None, None)


def test_the_matcher_s_cache_keeps_what_replies_vote_for() -> None:
    """A wrong reply to an item of a bank votes for the same after it was kept."""
    question = collected_question("Which?", ["a cat", "a dog", "a cow"], ["a dog"])
    replies = ("B", "A", "C", "A or C", "no idea", "It may be a dog.")
    verdicts = {(0, reply): match(reply, question) for reply in replies}
    voted = [at for at in verdicts if at[1] != "C"]
    kept = unpacked(packed(verdicts, voted))
    assert kept is not None
    assert [vote_of(one) for one in kept.values()] == [
        None if reply == "C" else vote_of(verdicts[0, reply]) for reply in replies
    ]
    assert [(one.mark, one.flags) for one in kept.values()] == [
        (one.mark, one.flags) for one in verdicts.values()
    ]


def test_who_is_always_right_wins_every_vote(shell: Here) -> None:
    rows = json.loads(shell.run("score", "--json").stdout)["majorities"]
    (whole,) = [r for r in rows if r["model"] == "sim/oracle" and r["group"] is None]
    assert (whole["majority"], whole["strict"], whole["ties"], whole["gain"]) == (1, 1, 0, 0)


def test_the_table_and_the_export_have_them(shell: Here) -> None:
    told = shell.run("score").stdout
    assert "majority over samples" in told
    assert "a tie counts as the share" in " ".join(told.split())
    rows = exported(shell, "majorities")
    assert [(row["model"], row["group"], row["samples"]) for row in rows] == [
        (model, group, "5")
        for model in ("sim/child?p=0.5", "sim/oracle")
        for group in ("", "one", "two")
    ]


def test_a_greedy_run_is_one_of_the_same_name_at_temperature_0() -> None:
    def record(key: str, name: str, **parameters: float) -> ParticipantRecord:
        identity = json.dumps({"model": name, "parameters": json.dumps(parameters)})
        return ParticipantRecord(key, name, False, identity)

    some = [
        record("a", "openai/x", temperature=0.7),
        record("b", "openai/x", temperature=0),
        record("c", "openai/y", temperature=0.7),
        record("d", "openai/z"),
    ]
    labels = {"a": "x #a", "b": "x #b", "c": "openai/y", "d": "openai/z"}
    assert greedy_of(some, labels) == {"x #a": "x #b"}


def test_the_report_has_them_in_its_section_on_banks(shell: Here) -> None:
    shell.run("report", "--output", "page.html")
    page = Path(shell.folder, "page.html").read_text(encoding="utf-8")
    table = page[page.index("Majority over samples") :]
    assert "a tie counts as the share" in table
    assert table.index("all items") < table.index("sim/oracle")


def test_compare_has_them_as_a_kind(shell: Here) -> None:
    """The same figures as `score`, whole where they are asked for."""
    told = shell.run("compare", "--kind", "majorities").stdout
    assert "majority over samples" in told
    assert "differences are paired by item" in " ".join(told.split())
    rows = json.loads(shell.run("score", "--json").stdout)["majorities"]
    assert json.loads(shell.run("compare", "--json").stdout)["majorities"] == rows
