"""One participant at two dates: a later sample, another seed, and another store."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from fractions import Fraction
from typing import Any

import pytest

from tests.runners.analysis.scoring_rooms import HAT
from tests.shell import ROOT, VENDORS, Shell

MODEL = "sim/child?p=0.5"
NEW = "sim/child?p=0.5 of September"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A study asked twice in one store, then with another seed; and half of it in another store.

    What came the second time bears another name, as when a provider has changed the model.
    """
    folder = tmp_path_factory.mktemp("dates")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(VENDORS)}
    shell = Shell(folder, {**kept, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}, plain=True)
    (folder / "hat.dev").write_text(HAT, encoding="utf-8")
    shell.run("hat.dev", "-m", MODEL)
    shell.run("hat.dev", "-m", MODEL, "--samples", "2")
    shell.run("hat.dev", "-m", MODEL, "--seed", "9")
    shell.run("hat.dev", "-m", MODEL, "--runs", "3", "--store", "sqlite:///march.sqlite")
    with closing(sqlite3.connect(folder / "devrun.sqlite")) as store, store:
        store.execute("update calls set model_returned = ? where sample = 2", (NEW,))
    return shell


@pytest.fixture(scope="module")
def begun(room: Shell) -> str:
    """When the first reply of the second samples came."""
    with closing(sqlite3.connect(room.folder / "devrun.sqlite")) as store:
        ((at,),) = store.execute("select min(at) from calls where sample = 2").fetchall()
    return str(at)


@pytest.fixture(scope="module")
def studies(room: Shell) -> tuple[str, str]:
    """The ids of the study that was asked twice, and of that with another seed."""
    newest, first = room.json("studies")
    return first["study"], newest["study"]


def samples(scores: Any, number: int) -> dict[tuple[str, int], Fraction]:
    return {
        (one["levels"]["seen"], one["draw"]): Fraction(one["lrs"])
        for one in scores["trials"]
        if one["sample"] == number
    }


def test_what_was_answered_since_a_date_stands_beside_what_was_before(
    room: Shell, begun: str, studies: tuple[str, str]
) -> None:
    """The same words at both dates: paired draw by draw, and nothing is tested."""
    found = room.json("compare", "--before", begun, "--study", studies[0])
    scores = room.json("score", "--study", studies[0])
    old, new = samples(scores, 1), samples(scores, 2)
    labels = f"since {begun}", f"before {begun}"
    assert [(one["label"], one["trials"], one["returned"]) for one in found["dates"]] == [
        (labels[0], 12, [{"model": NEW, "replies": 36}]),
        (labels[1], 12, [{"model": MODEL, "replies": 36}]),
    ]
    since, before = found["dates"]
    assert before["first"] <= before["last"] < begun == since["first"]
    cells = [one for one in found["comparisons"] if one["scope"] == "cell"]
    assert [one["condition"] for one in cells] == ["unseen", "seen"]
    for one in cells:
        differences = [new[at] - old[at] for at in old if at[0] == one["condition"]]
        assert (one["first"]["label"], one["second"]["label"]) == labels
        assert (one["kind"], one["model"], one["n_pairs"]) == ("dates", MODEL, 6)
        assert one["difference"] == pytest.approx(float(sum(differences) / 6))
        assert one["ci95"] is not None
    rows = found["comparisons"]
    assert {one["p"] for one in rows} == {None}
    assert {one["exploratory"] for one in rows} == {True}
    assert found["families"] == []


def test_another_seed_has_other_words_and_is_not_paired(
    room: Shell, studies: tuple[str, str]
) -> None:
    found = room.json("compare", "--study", studies[0], "--with", studies[1])
    assert [one["trials"] for one in found["dates"]] == [24, 12]
    assert {one["n_pairs"] for one in found["comparisons"]} == {0}
    assert found["notes"] == [
        "the two sides were not told in the same words (another seed, or a changed script), so "
        "nothing is paired"
    ]


def test_another_store_is_paired_in_the_draws_that_both_have(
    room: Shell, studies: tuple[str, str]
) -> None:
    """Three draws of six, so no interval."""
    found = room.json("compare", "--study", studies[0], "--with", "march.sqlite")
    assert [one["label"] for one in found["dates"]] == ["devrun.sqlite", "march.sqlite"]
    assert {one["n_pairs"] for one in found["comparisons"] if one["scope"] == "cell"} == {3}
    assert {one["ci95"] for one in found["comparisons"] if one["scope"] == "cell"} == {None}


@pytest.fixture(scope="module")
def caps(room: Shell) -> Shell:
    """In stores of their own: the hat with another script, the hat with that one changed, and that
    one alone.
    """
    cap = HAT.replace("The hat", "The cap")
    (room.folder / "cap.dev").write_text(cap, encoding="utf-8")
    room.run("hat.dev", "cap.dev", "-m", MODEL, "--store", "may.sqlite")
    room.run("cap.dev", "-m", MODEL, "--store", "cap alone")
    (room.folder / "cap.dev").write_text(cap.replace("leaves.", "goes."), encoding="utf-8")
    room.run("hat.dev", "cap.dev", "-m", MODEL, "--store", "june.sqlite")
    return room


def pairs(found: Any) -> dict[str, set[int]]:
    """The numbers of pairs of the comparisons, by experiment; "" is over experiments."""
    numbers: dict[str, set[int]] = {}
    for one in found["comparisons"]:
        numbers.setdefault(one["experiment"] or "", set()).add(one["n_pairs"])
    return numbers


def test_a_script_with_the_same_words_is_paired_whatever_the_others_are(
    caps: Shell, studies: tuple[str, str]
) -> None:
    """Here the one beside it was changed, so that the hat is paired and the cap is not."""
    found = caps.json("compare", "--store", "june.sqlite", "--with", "may.sqlite")
    assert pairs(found) == {"The cap": {0}, "The hat": {6}, "": {6}}
    assert found["notes"] == [
        "not told in the same words on both sides (another seed, or a changed script), and so not "
        "paired: The cap"
    ]


def test_a_script_that_only_one_side_has_keeps_no_other_from_being_paired(
    caps: Shell, studies: tuple[str, str]
) -> None:
    """The other store has a name that is not like a store's, and is found as a file."""
    found = caps.json("compare", "--store", "may.sqlite", "--with", "cap alone")
    assert pairs(found) == {"The cap": {6}, "": {6}}
    assert found["notes"] == ["scripts only in may.sqlite: The hat"]


def test_sides_without_a_script_in_common_are_told_apart(
    caps: Shell, studies: tuple[str, str]
) -> None:
    done = caps.run("compare", "--study", studies[0], "--with", "cap alone", code=1)
    assert (
        "no participant answered the same cell on both sides (devrun.sqlite, cap alone)"
        in done.stderr
    )


def test_both_transcripts_of_a_draw_stand_side_by_side(
    room: Shell, begun: str, studies: tuple[str, str]
) -> None:
    dated = ("compare", "--before", begun, "--study", studies[0], "--only", "unseen")
    page = room.run(*dated, "--transcripts", "2").stdout
    lines = page.splitlines()
    assert lines[0] == f"== The hat / unseen / permuted / draw 2 / {MODEL} =="
    assert lines[1] == "SIMULATED, not data"
    assert lines[2].split(" | ") == [f"{f'since {begun}':<48}", f"before {begun}"]
    assert lines[3].startswith("sample 2, LRS ")
    # What both were told stands once.
    assert sum("into the" in line and "leaves." in line for line in lines) == 1
    assert sum(line.count("matcher: ") for line in lines) == 6
    assert "exploratory, dates" in page


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--before", "last spring"], 2, "`--before last spring` is no date"),
        (["--before", "9999-12-31T23:59-14:00"], 2, "`--before 9999-12-31T23:59-14:00` is no date"),
        (["--before", "0001-01-01T00:00+14:00"], 2, "is no date"),
        (["--before", "2030-01-01"], 1, "has no trial answered since 2030-01-01"),
        (["--before", "2001-01-01"], 1, "has no trial answered before 2001-01-01"),
        (["--with", "no.sqlite"], 5, "no.sqlite"),
        (["--with", "ffffff"], 5, "there is no study ffffff"),
        (["--before", "2030-01-01", "--with", "a"], 2, "--before splits one study"),
        (["--transcripts", "1"], 2, "--transcripts shows two dates, and none are named"),
        (["--before", "2030-01-01", "--kind", "models"], 2, "--kind chooses among comparisons"),
        (["--before", "2030-01-01", "--transcripts", "1", "--json"], 2, "is for reading"),
    ],
)
def test_what_cannot_be_compared_is_said_in_a_sentence(
    room: Shell, arguments: list[str], code: int, said: str
) -> None:
    done = room.run("compare", *arguments, code=code)
    assert said in done.stdout + done.stderr


def test_a_study_is_not_held_beside_itself(room: Shell, studies: tuple[str, str]) -> None:
    done = room.run("compare", "--study", studies[1], "--with", studies[1], code=2)
    assert f"study {studies[1]} would be compared with itself" in done.stderr


def test_nobody_in_common_is_said_so(room: Shell, studies: tuple[str, str]) -> None:
    room.run("hat.dev", "-m", "sim/lure", "--runs", "1", "--store", "sqlite:///lure.sqlite")
    done = room.run("compare", "--study", studies[0], "--with", "lure.sqlite", code=1)
    assert "no participant answered on both sides (devrun.sqlite, lure.sqlite)" in done.stderr
