"""A study of a script with a training: how many questions it took, in the scores and the report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.here import here

SCRIPT = """\
experiment Two words
words
    plimmer: snogav, kruvop, trosp, galbin
    dontil: wespar, fendrick, jubet, mosp
table lesson (sight, name, other):
    long handle | {plimmer} | {dontil}
    curled edge | {dontil} | {plimmer}
design
    runs 8
    scoring accuracy
    different plimmer, dontil
procedure
    say: Two things lie on a table. One is {a plimmer}, the other {a dontil}.
    in order
        train names until 5 right in a row, at most 12 questions
            for each shuffled row of lesson
                practice name
                    ask: What is the thing with the {sight} called?
                    answer: {name}
                    wrong: {other}
                    then
                        right: Yes, it is {a name}.
                        otherwise: No, it is {a name}.
            if failed exclude
        test plimmer
            ask: Which is {a plimmer}?
            choices rotated:
                the one with the long handle
                the one with the curled edge
            answer: the one with the long handle
"""


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A folder in which one who learns and one who does not were run."""
    made = here(tmp_path_factory.mktemp("training"))
    (made.folder / "words.dev").write_text(SCRIPT, "utf-8")
    made.run("words.dev", "-m", "sim/learner", "-m", "sim/lure")
    return made


def test_score_has_the_median_with_its_interval_and_the_curve(shell: Any) -> None:
    found = {(row["model"], row["measure"]): row for row in shell.json("score")["script_measures"]}
    learner, lure = (found[f"sim/{name}", "names questions"] for name in ("learner", "lure"))
    assert (learner["n_draws"], learner["met"], learner["median"]) == (8, 8, 9)
    assert learner["median_ci95"] == [9, 9]
    assert [step[:2] for step in learner["curve"]] == [[9, 0.0], [12, 0.0]]
    assert (lure["met"], lure["median"], lure["median_ci95"]) == (0, None, [None, None])
    assert [step[:2] for step in lure["curve"]] == [[12, 1.0]]
    assert found["sim/lure", "names trained"]["curve"] is None


@pytest.mark.parametrize("arguments", [(), ("--all",)])
def test_a_median_beyond_the_bound_is_not_reached(shell: Any, arguments: tuple[str, ...]) -> None:
    printed = shell.run("score", *arguments).stdout
    rows = [line.split() for line in printed.partition("questions to criterion")[2].splitlines()]
    assert ["names", "questions", "permuted", "8", "8", "9", "9", "to", "9", "12.00"] in rows
    assert [
        "names", "questions", "permuted", "8", "0", "not", "reached", ">12", "to", ">12", "12.00",
    ] in rows  # fmt: skip


def test_the_report_draws_a_curve_for_each_participant(shell: Any, tmp_path: Path) -> None:
    shell.run("report", "-o", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Questions to criterion: draws that have not met the criterion yet." in page
    assert "0 of 8 draws met the criterion; median not reached of at most 12 questions" in page
    assert "8 of 8 draws met the criterion; median 9 of at most 12 questions" in page
    assert "more than <" in page


LAMP = """experiment Lamp
colours
    green: teal, plum, lime, gold, pink, jade
    grey: sand, olive, cream, coral, amber, rust
conditions control
    active
    told
machine lamp
    offers: {green}, {grey}
    outcomes: It lights up. | It stays dark.
    needs any of: {green}
design
    runs 6
    scoring accuracy
procedure
    say: Here are {a green} and {a grey} block.
    when active
        explore lamp, at most 5 tries
            ask: Which do you put on the lamp? Or say "{done}".
            then
                tried: On it: {things}. {outcome}
                otherwise: Good.
    when told
        retell lamp in full
            say: Tried: {things}. {outcome}
    test green
        ask: Is the {green} block needed?
        answer part of lamp: {green}
"""


def test_tries_until_one_rule_is_left_have_a_median_too(tmp_path: Path) -> None:
    """Of the best explorer all draws get there, of one that says nothing none."""
    made = here(tmp_path)
    (made.folder / "lamp.dev").write_text(LAMP, encoding="utf-8")
    made.run("lamp.dev", "-m", "sim/information-gain", "-m", "sim/cannot-tell")
    rows = [one for one in made.json("score")["script_measures"] if one["curve"]]
    found = {one["model"]: one for one in rows}
    assert {one["measure"] for one in rows} == {"lamp tries"}
    best, none = found["sim/information-gain"], found["sim/cannot-tell"]
    assert (best["met"], best["median"]) == (6, best["curve"][0][0])
    assert (none["met"], none["median"]) == (0, None)
    assert none["curve"] == [[5, 1.0, none["curve"][0][2], 1.0]]
