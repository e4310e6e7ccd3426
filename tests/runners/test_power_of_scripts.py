"""What `devrun plan --power` simulates: kinds of scoring, families, and the rows it gives."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from click.testing import CliRunner

from coders.statistics.power import SimulatedScale, Truth, bands, difference_found
from dsl.experiment import OWN_STORIES, Experiment
from dsl.loading import check_text
from renderers.rows.comparisons import ComparisonKind
from renderers.tables.power import Against, PowerMethod, power_lines
from runners.cli.commands.plan import command
from runners.comparison.families import DeclaredComparison
from runners.power import (
    ACCURACIES,
    CORRELATIONS,
    DIFFERENCES,
    RUNS,
    ScoringGroup,
    family_size,
    own_scorings,
    power,
    scorings,
)

TWO_WAY = """\
experiment The {name}

things
    cup: scarf, torch

conditions end
    moved
    left

conditions light
    bright
    dark

procedure
    say: {{A cup}} is in the box.
    separately
{tests}
"""
TEST = """\
        test now{n}
            ask: Where is the {{cup}} now?
            choices:
                The box
                The bag
            answer: The box
"""


def script(name: str, questions: int, *, told: str = TWO_WAY) -> Experiment:
    tests = "".join(TEST.format(n=f" {number}") for number in range(1, questions + 1))
    found = check_text(told.format(name=name, tests=tests), f"{name}.dev").experiment
    assert found is not None
    return found


def versions(name: str, *, own: int) -> Experiment:
    """A script with so many questions in the paper's own story, and in a matched one."""
    told = TWO_WAY.replace(
        "conditions light\n    bright\n    dark", "versions story\n    one\n    two"
    )
    return script(name, own, told=told)


def test_scripts_that_are_scored_alike_are_one_kind() -> None:
    cup, hat, ball = script("cup", 2), script("hat", 2), script("ball", 4)
    assert scorings([cup, ball, hat]) == (
        ScoringGroup(("The cup", "The hat"), 2, (0.25, 0.5, 0.25)),
        ScoringGroup(("The ball",), 4, (0.0625, 0.25, 0.375, 0.25, 0.0625)),
    )


def test_where_a_guess_may_earn_half_nothing_is_simulated_against_guessing() -> None:
    half = TEST.replace("answer: The box\n", "answer: The box\n            half: The bag\n")
    text = TWO_WAY.format(name="cup", tests=half.format(n=""))
    found = check_text(text, "cup.dev").experiment
    assert found is not None
    assert scorings([found]) == (ScoringGroup(("The cup",), 1, ()),)


def test_a_family_counts_a_p_value_for_each_participant_and_cell_held_equal() -> None:
    cup, hat = script("cup", 2), script("hat", 2)
    moved = DeclaredComparison(
        "primary", ComparisonKind.CONDITIONS, "The cup", first="moved", second="left"
    )
    guess = DeclaredComparison("chance", ComparisonKind.GUESSING)
    both = [moved, guess]
    assert family_size(both, [cup, hat], {ComparisonKind.CONDITIONS}, 3) == 6
    # Two scripts of four cells.
    assert family_size(both, [cup, hat], {ComparisonKind.GUESSING}, 3) == 24
    assert family_size([guess], [cup], {ComparisonKind.CONDITIONS}, 1) == 0
    own = replace(moved, on=OWN_STORIES)
    assert family_size([moved, own], [cup], {ComparisonKind.CONDITIONS}, 3, on=OWN_STORIES) == 12
    assert family_size([moved], [cup], {ComparisonKind.CONDITIONS}, 3, on=OWN_STORIES) == 0


def test_a_declared_test_of_own_stories_has_power_of_its_own() -> None:
    told = TWO_WAY.replace(
        "conditions light\n    bright\n    dark", "versions story\n    one\n    two"
    ).replace("procedure\n", "design\n    compare moved with left, on own stories\n\nprocedure\n")
    rows = power([script("cup", 2, told=told)], runs=(10,), studies=50)
    own = [row for row in rows if row.own == (0.9, 0.1) and (row.rho, row.n) == (0.3, 10)]
    sides = (Truth(mean, 2, 0.3, SimulatedScale.ACCURACY) for mean in (0.9, 0.1))
    wanted = difference_found(*sides, 10, family=1, studies=50)
    assert {row.method: row.found for row in own} == {
        PowerMethod.INTERVAL: wanted.interval,
        PowerMethod.SIGN_FLIP: wanted.test,
        PowerMethod.HOLM: wanted.corrected,
    }
    assert {row.family for row in own} == {1}
    assert not any(row.family for row in rows if row.own is None)


def test_every_row_is_the_figure_of_its_truth() -> None:
    rows = power([script("cup", 4)], runs=(7,), studies=50)
    cells = [row for row in rows if row.against is Against.CELL]
    guessed = [row for row in rows if row.against is Against.GUESSING]
    # Four differences, three correlations, six numbers of runs, two methods.
    assert len(cells) == 4 * 3 * 6 * 2
    assert len(guessed) == 5 * 3 * 6
    assert {row.n for row in rows} == {*RUNS, 7}
    assert {row.lrs for row in guessed} == {(3.0, 3.0 + apart) for apart in (0.0, *DIFFERENCES)}
    one = difference_found(Truth(4.0, 4, 0.3), Truth(3.0, 4, 0.3), 10, studies=50)
    found = {
        row.method: row.found for row in cells if (row.lrs, row.rho, row.n) == ((3.0, 4.0), 0.3, 10)
    }
    assert found == {PowerMethod.INTERVAL: one.interval, PowerMethod.SIGN_FLIP: one.test}
    for row in rows:
        assert row.found is not None
        assert row.ci95 is not None
        assert row.ci95[0] <= row.found <= row.ci95[1]


def test_own_stories_have_rows_of_their_own() -> None:
    cup, hat, ball = versions("cup", own=1), versions("hat", own=1), versions("ball", own=2)
    assert own_scorings([cup, ball, hat]) == (
        ScoringGroup(("The cup", "The hat"), 1, ()),
        ScoringGroup(("The ball",), 2, ()),
    )
    rows = [row for row in power([cup, ball], runs=(10,), studies=50) if row.own is not None]
    assert [row.lrs for row in rows] == [None] * len(rows)
    assert {row.method for row in rows} == {PowerMethod.INTERVAL}
    one, two = ([row for row in rows if row.questions == own] for own in (1, 2))
    # The answer to one question has no other of its trial to go with.
    assert len(one) == len(ACCURACIES) * len(RUNS)
    assert len(two) == len(ACCURACIES) * len(CORRELATIONS) * len(RUNS)
    sides = (Truth(mean, 2, 0.3, SimulatedScale.ACCURACY) for mean in (0.9, 0.1))
    wanted = difference_found(*sides, 10, studies=50).interval
    assert [r.found for r in two if (r.own, r.rho, r.n) == ((0.9, 0.1), 0.3, 10)] == [wanted]
    lines = power_lines(rows, studies=50, seed=1)
    assert "The cup: own stories of two cells, 1 own question per trial" in lines
    assert [line.split("  ")[0] for line in lines if "%  " in line][:2] == [
        "90% and 10%",
        "90% and 30%",
    ]


def test_where_all_questions_are_own_there_are_no_rows_for_them() -> None:
    assert own_scorings([script("cup", 2)]) == ()


def test_scripts_whose_conditions_share_questions_are_named() -> None:
    rows = power([script("cup", 4)], runs=(10,), studies=20)
    told = power_lines(rows, studies=20, seed=1, sharing=["The cup"])[1]
    assert told.startswith("Not so in The cup: conditions share questions (W634)")


def test_plan_names_the_scripts_whose_conditions_share_questions(tmp_path: Path) -> None:
    path = tmp_path / "cup.dev"
    path.write_text(TWO_WAY.format(name="cup", tests=TEST.format(n="")), encoding="utf-8")
    done = CliRunner().invoke(command, [str(path), "--power", "--runs", "5"])
    assert "Not so in The cup: conditions share questions (W634)" in done.stdout


def test_guessing_is_held_against_the_mean_of_its_own_bands() -> None:
    (kind,) = scorings([script("cup", 3)])
    mean = sum(lrs * p for lrs, p in zip(bands(3), kind.guessing, strict=True))
    rows = power([script("cup", 3)], runs=(5,), studies=10)
    assert {row.lrs[0] for row in rows if row.against is Against.GUESSING} == {mean}


def test_a_table_has_a_line_for_each_difference_and_says_what_stands_in_it() -> None:
    rows = power([script("cup", 4)], runs=(10,), studies=20)
    lines = power_lines(rows, studies=20, seed=1)
    assert lines[0].startswith("Power in simulated studies, in percent: 20 studies per figure")
    assert lines[2] == "The cup: two cells, 4 scored questions per trial"
    assert lines[4].split("  ")[0] == "LRS"
    assert len([line for line in lines if line.startswith("3.00 and 4.00")]) == 6
    assert all("/" in line for line in lines[6:18])


def test_the_document_has_the_rows() -> None:
    done = CliRunner().invoke(command, ["sally_anne", "--power", "--runs", "10", "--json"])
    told = json.loads(done.stdout)["power"]
    assert (told["studies"], told["seed"], told["alpha"]) == (4000, 1, 0.05)
    assert told["rows"][0] == {
        "experiments": ["Sally-Anne"],
        "questions": 4,
        "against": "cell",
        "lrs": [3.0, 3.5],
        "rho": 0.1,
        "n": 5,
        "method": "interval",
        "family": 0,
        "found": told["rows"][0]["found"],
        "ci95": told["rows"][0]["ci95"],
        "own": None,
    }
    assert told["sharing_questions"] == []
    own = [row for row in told["rows"] if row["own"] is not None]
    assert (own[0]["lrs"], own[0]["own"], own[0]["questions"]) == (None, [0.9, 0.1], 1)
    assert 0 <= told["rows"][0]["found"] < 0.05
