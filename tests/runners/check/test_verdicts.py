"""What the table of simulated participants comes to, on a script that rewards a shortcut."""

from __future__ import annotations

from pathlib import Path

from dsl.loading import load
from runners.check.validity import HALF, results, shortcomings
from tests.shell import ROOT, Shell

SCRIPT = """experiment Demo

people
    Sally (she): Rose, Mia

places
    basket: drawer, crate
    box: jar, chest

versions story
    moved
    stays

design
    runs 20
    wording permuted
    contrast follows the story
        place across story

procedure
    say: {Sally} puts a cup into the {basket}. The {box} is shut.
    when moved
        say: Somebody takes the cup out, and brings it back at once.
    otherwise
        say: Nobody touches the cup.
    separately
        test place
            ask: Where is the cup?
            answer: {basket}
            wrong: {box}
        control reality
            ask: Where is the cup now?
            answer: {basket}
            wrong: {box}
"""

PROOF = (
    "none of these shortcuts gets more than half of the marks, or passes a contrast more often "
    "than guessing"
)


def test_shortcuts_that_a_script_rewards_are_named_below_the_table(shell: Shell) -> None:
    (shell.folder / "demo.dev").write_text(SCRIPT, encoding="utf-8")
    lines = shell.run("check", "demo.dev", "--players").stdout.splitlines()
    assert "sim/reality earns 100% of the marks without understanding" in lines
    assert "sim/reality passes `follows the story` in 20 of 20 draws (permuted)" in lines
    assert "sim/first-mentioned earns 100% of the marks without understanding" in lines
    assert PROOF not in lines


def test_a_script_that_is_proof_against_them_is_said_to_be(shell: Shell) -> None:
    table = shell.run("check", "helper_hinderer", "--players", "--runs", "4", "--seed", "3").stdout
    assert table.splitlines()[0].endswith(": 4 draws, 2 wordings, seed 3")
    assert PROOF in table.splitlines()


def test_the_document_has_the_shortcuts_in_the_words_as_well(shell: Shell) -> None:
    rows = shell.json("check", "helper_hinderer", "--players", "--runs", "2")
    last = rows[-1]
    assert last["participant"] == "two cue words"
    assert (last["told_the_key"], last["trials"]) == (False, 4)


def test_draws_and_seed_are_for_players_only(shell: Shell) -> None:
    assert shell.run("check", "blicket", "--seed", "3", code=2).stderr == (
        "devrun: --seed is for --players\nhelp: write: devrun check PATH --players --runs 100\n"
    )


def test_a_warning_of_one_condition_stands_below_the_table(shell: Shell) -> None:
    """No simulated participant follows this rule, and the table alone would not show it."""
    path = ROOT / "tests" / "dsl" / "scripts" / "paradigms" / "false_photograph.dev"
    lines = shell.run("check", str(path), "--players", "--runs", "2").stdout.splitlines()
    assert "W651: the shortcut `most often mentioned` earns 75% of the marks" in lines
    assert PROOF not in lines


COIN = """experiment Coin

things
    cup: scarf, torch, spoon, shell
    plate: book, lamp, sock, comb

versions story
    first
    second

design
    runs 10
    wording permuted

procedure
    say: There is {a cup}, and there is {a plate}.
    say by story
        first: One of them is hers.
        second: One of them is his.
    test which
        ask: Which one?
        choices:
            The {cup}
            The {plate}
        answer by story
            first: The {cup}
            second: The {plate}
"""


def test_a_shortcut_that_breaks_ties_by_lot_is_not_reported_by_chance(tmp_path: Path) -> None:
    script = tmp_path / "coin.dev"
    script.write_text(COIN, encoding="utf-8")
    experiment = load(script).experiment
    assert experiment is not None
    found = [
        one
        for seed in range(8, 13)
        for one in results(experiment, names=("most-frequent-noun",), seed=seed)
    ]
    assert any(one.share is not None and one.share > HALF for one in found)
    assert shortcomings(found) == ()
