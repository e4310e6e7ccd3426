"""Self-consistency: the majority over samples of a bank, from the run to the export."""

from __future__ import annotations

import csv
import json
from collections import Counter
from fractions import Fraction
from itertools import chain
from pathlib import Path
from statistics import fmean
from threading import Lock

import pytest

from coders.choices import read_choice
from coders.collected import collected_question
from coders.matcher import match
from coders.votes import majority, vote_of
from runners.analysis.matcher_cache import packed, unpacked
from runners.analysis.questions.majorities import greedy_of
from runners.participants.double import Double, Request
from runners.store.records import ParticipantRecord
from tests.here import Here, here

SCRIPT = """\
experiment Votes
bank items from items.csv
    question from question
    choices from a, b, c
    answer from key, as letter
    group from group
    stage both of one, two
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
    told = {
        row["group"]: (row["n_items"], row["majority"], row["single"])
        for row in mine
        if row["level"] in ("cell", "group")
    }
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
    for level, group in (("stage", "both"), ("macro", None)):
        (row,) = [row for row in mine if (row["level"], row["group"]) == (level, group)]
        assert row["n_items"] == N
        for figure in ("majority", "single", "gain", "strict"):
            parts = [one[figure] for one in mine if one["level"] == "group"]
            assert row[figure] == pytest.approx(fmean(parts)), figure
        assert row["gain_ci95"][0] <= row["gain"] <= row["gain_ci95"][1]
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
    (whole,) = [r for r in rows if r["model"] == "sim/oracle" and r["level"] == "cell"]
    assert (whole["majority"], whole["strict"], whole["ties"], whole["gain"]) == (1, 1, 0, 0)


def test_the_table_and_the_export_have_them(shell: Here) -> None:
    told = shell.run("score").stdout
    assert "`devrun score --all` shows the rest (majorities of groups;" in " ".join(told.split())
    assert "majority of 5 samples" in told
    assert "a tie counts as the share" in " ".join(told.split())
    rows = exported(shell, "majorities")
    assert [(row["model"], row["group"], row["samples"]) for row in rows] == [
        (model, group, "5")
        for model in ("sim/child?p=0.5", "sim/oracle")
        for group in ("", "one", "two", "both", "")
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
    """A table for each participant."""
    shell.run("report", "--output", "page.html")
    page = Path(shell.folder, "page.html").read_text(encoding="utf-8")
    tables = page.split("<caption><span>Majority of 5 samples, ")[1:]
    assert ["sim/child?p=0.5" in tables[0][:30], "sim/oracle" in tables[1][:30]] == [True, True]
    assert "a tie counts as the share" in tables[1]
    assert tables[0].index("all items") < tables[0].index("mean of groups")


def test_compare_has_them_as_a_kind(shell: Here) -> None:
    """The same figures as `score`, whole where they are asked for."""
    told = shell.run("compare", "--kind", "majorities").stdout
    assert "majority of 5 samples, sim/oracle: SIMULATED" in told
    assert "stage both" in told
    assert "differences paired by item" in " ".join(told.split())
    rows = json.loads(shell.run("score", "--json").stdout)["majorities"]
    assert json.loads(shell.run("compare", "--json").stdout)["majorities"] == rows


def test_samples_at_two_temperatures_stand_beside_the_greedy_run_of_the_same_model(
    tmp_path: Path,
) -> None:
    """The model is never right on half of the items. On the others its samples at one temperature
    end in a tie, and at both temperatures one of five needs a human.
    """
    shell = here(tmp_path)
    items = [f"Which is the item {at}?,red {at},blue {at},green {at},A,x" for at in range(8)]
    text = "\n".join(["question,a,b,c,key,group", *items])
    (tmp_path / "items.csv").write_text(text + "\n", encoding="utf-8")
    (tmp_path / "votes.dev").write_text(SCRIPT.replace("    stage both of one, two\n", ""))
    seen: Counter[tuple[float, int]] = Counter()
    turn = Lock()

    def says(request: Request) -> str:
        (_, text) = request.messages[-1]
        at, temperature = int(text.split("item ")[1].split("?")[0]), request.json["temperature"]
        with turn:
            seen[temperature, at] += 1
            number = seen[temperature, at]
        if at >= 4 or temperature == 0:
            said = "blue" if at >= 4 else "red"
        else:
            votes = ("red", "red", "blue", "blue" if temperature == 0.3 else "red", "")
            said = votes[number - 1]
        return f"{said} {at}" if said else "It depends."

    with Double(then=says) as double:
        for more in (("0.3", "--samples", "5"), ("0.7", "--samples", "5"), ("0",)):
            model = ("-m", "openai/any", "--temperature")
            shell.run("run", "votes.dev", *model, *more, more=double.environment)
    rows = json.loads(shell.run("score", "--json").stdout)["majorities"]
    rows.sort(key=lambda row: str(row["model"]))
    asked = ["openai/any (temperature 0.3)", "openai/any (temperature 0.7)"]
    assert [row["model"] for row in rows] == asked
    assert {row["greedy"] for row in rows} == {"openai/any (temperature 0)"}
    figures = ("majority", "strict", "ties", "votes", "replies", "greedy_score", "over_greedy")
    assert [tuple(row[name] for name in figures) for row in rows] == [
        (0.25, 0.0, 4, 36, 40, 0.5, -0.25),
        (0.5, 0.5, 0, 36, 40, 0.5, 0.0),
    ]
    for row in rows:
        assert row["over_greedy_ci95"][0] < row["over_greedy"] < row["over_greedy_ci95"][1]
    screen = shell.run("score").stdout
    unmarked = [line.split()[2:] for line in screen.splitlines() if line.startswith("no mark ")]
    assert sorted(chain.from_iterable(unmarked)) == ["-", "4", "4"]
    replies = shell.run(
        "run",
        "votes.dev",
        "-m",
        "openai/any",
        "--temperature",
        "0.3",
        "--samples",
        "5",
        more=double.environment,
    )
    assert "majority of 5 samples, openai/any" in replies.stdout
    assert "age: " not in replies.stdout
