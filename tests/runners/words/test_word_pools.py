"""Pools of novel words: repeatable, apart from one another, and good enough by their own judge."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from click.testing import CliRunner

from dsl.loading import check_text
from runners.cli.commands.words import command
from runners.words.judging import APART, distance, judged
from runners.words.pools import MOST, novel_words, pool
from tests.shell import ROOT, Shell


def said(*words: str) -> str:
    """What the command prints. Called in this process, which reads the lists of words once."""
    done = CliRunner().invoke(command, words, catch_exceptions=False, standalone_mode=False)
    assert done.return_value == 0
    return done.stdout


@pytest.mark.parametrize("seed", [1, 2, 31, -5])
def test_words_of_a_pool_are_accepted_and_apart(seed: int) -> None:
    words = pool(MOST, seed=seed)
    assert len(words) == MOST
    assert len({word[0] for word in words}) == MOST
    for word in words:
        assert judged(word).accepted
        assert 5 <= len(word) <= 7
    assert all(distance(one, other) >= APART for one, other in combinations(words, 2))


def test_a_seed_gives_the_same_words_and_another_seed_others() -> None:
    assert pool(8, seed=7) == pool(8, seed=7)
    assert pool(4, seed=7) == pool(8, seed=7)[:4]
    assert set(pool(8, seed=7)).isdisjoint(pool(8, seed=8))


def test_words_to_be_left_out_are_left_out() -> None:
    first = pool(3, seed=7)[0]
    assert first not in pool(8, seed=7, without={first})


def test_only_what_takes_an_originals_place_is_judged() -> None:
    script = check_text(
        "experiment Demo\n\nwords\n    blicket: kruvop, dompiv\n\nthings\n    cup: spoon\n\n"
        "procedure\n    say: This is {a blicket} in {a cup}.\n    test power\n"
        "        ask: Is it {a blicket}?\n        answer: yes\n",
        "demo.dev",
    ).experiment
    assert script is not None
    assert novel_words(script) == ("kruvop", "dompiv")


def test_the_shipped_pools_are_accepted() -> None:
    folders = [str(ROOT / name) for name in ("experiments", "additions")]
    rows = json.loads(said(*folders, "--json"))
    assert len(rows) == 12
    assert [row for row in rows if not row["accepted"]] == []


def test_the_command_makes_a_pool_that_a_script_can_take() -> None:
    note, head, line = said("3", "--seed", "31", "--for", "zav").splitlines()
    assert (note, head) == ("# Made by: devrun words 3 --seed 31", "words")
    assert line == f"    zav: {', '.join(pool(3, seed=31))}"
    words = line.removeprefix("    zav: ").split(", ")
    assert said(*words) == "".join(f"{word}: accepted\n" for word in words)


def test_without_a_seed_the_words_are_new_each_time() -> None:
    one, other = (json.loads(said("5", "--json")) for _ in range(2))
    assert one["words"] != other["words"]
    assert pool(5, seed=one["seed"]) == tuple(one["words"])


def test_a_refused_word_ends_in_exit_one_and_says_why(shell: Shell) -> None:
    done = shell.run("words", "blicket", "kruvop", code=1)
    assert done.stdout == "blicket: is a word of published studies\nkruvop: accepted\n"


@pytest.mark.parametrize("count", ["0", "15"])
def test_a_pool_of_impossible_size_is_an_error(shell: Shell, count: str) -> None:
    assert shell.run("words", count, code=2).stderr == (
        f"devrun: a pool of {count} words cannot be made\n"
        "help: ask for 1 to 14: each begins with a letter of its own; for more, use two seeds\n"
    )
