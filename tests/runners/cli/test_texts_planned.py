"""`devrun plan` counts how many texts its draws are: of many draws a part, and says so."""

from __future__ import annotations

import re

from runners.run_size import MOST_DRAWS
from tests.runners.analysis.scoring_rooms import HAT
from tests.shell import Shell

SCRIPT = HAT.replace("wording permuted", "wording original and permuted")
"""Two cells in two wordings; each cell has one text in original words, and 32 in permuted ones."""

REPEATS = "draws with the same text are repeats, and are reported as such"


def told(shell: Shell, script: str, runs: int) -> list[str]:
    (shell.folder / "hat.dev").write_text(script, encoding="utf-8")
    lines = shell.run("plan", "hat.dev", "--runs", str(runs)).stdout.splitlines()
    return [line.strip() for line in lines if " wording: " in line]


def test_every_draw_is_counted_where_there_are_few(shell: Shell) -> None:
    assert told(shell, SCRIPT, 3) == [f"original wording: 6 draws, but 2 distinct texts: {REPEATS}"]
    original, permuted = told(shell, SCRIPT, MOST_DRAWS)
    assert original == f"original wording: 1,000 draws, but 2 distinct texts: {REPEATS}"
    assert permuted.startswith("permuted wording: 1,000 draws, but ")


def test_of_many_draws_the_first_are_counted_and_no_more_is_said(shell: Shell) -> None:
    looked = "counted in the first 500 of each cell"
    original, permuted = told(shell, SCRIPT, 100_000)
    assert original == (
        f"original wording: 200,000 draws, and at least 2 distinct texts, {looked}: {REPEATS}"
    )
    assert permuted.startswith("permuted wording: 200,000 draws, and at least ")
    assert permuted.endswith(f" distinct texts, {looked}: {REPEATS}")


def test_where_no_text_came_twice_among_those_counted_the_rest_is_left_open(shell: Shell) -> None:
    slots = [f"filler{letter}" for letter in "qvwxyzjk"]
    words = "".join(f"    {slot}: {pool(slot)}\n" for slot in slots)
    held = ", ".join(f"{{a {slot}}}" for slot in slots)
    script = HAT.replace("things\n", f"things\n{words}")
    script = script.replace("and leaves.", f"and leaves. It holds {held}.")
    assert told(shell, script, MOST_DRAWS) == []
    assert told(shell, script, MOST_DRAWS + 1) == [
        "permuted wording: 1,002 draws, and at least 1,000 distinct texts, counted in the "
        "first 500 of each cell; later ones may repeat them"
    ]


def test_permuted_draws_that_repeat_a_set_of_words_are_counted(shell: Shell) -> None:
    def sets(runs: int, *options: str) -> list[str]:
        planned = shell.run("plan", "hat.dev", "--runs", str(runs), *options).stdout.splitlines()
        return [line.strip() for line in planned if line.startswith("  sets of words: ")]

    (shell.folder / "hat.dev").write_text(SCRIPT, encoding="utf-8")
    again = "a set that comes again adds to n and nothing to the words"
    assert sets(2) == []
    (line,) = sets(100)
    assert re.fullmatch(rf"sets of words: \d\d? in 100 permuted runs of a cell; {again}", line)
    (line,) = sets(MOST_DRAWS + 100)
    assert " in the first 500 of 600 permuted runs of a cell" in line
    assert sets(100, "--wording", "original") == []


def pool(slot: str) -> str:
    """Words that no other pool has."""
    return ", ".join(
        f"{slot[-1]}o{one}" for one in ("na", "ka", "ta", "ra", "la", "pa", "ba", "ga")
    )
