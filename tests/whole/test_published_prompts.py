"""No sentence and no nine words in a row that a participant reads stand in a published set.

The published sets are kept as digests only; which they are, and how much of each, stands at the
head of each set in `published_nine_grams.txt`. The comparison itself is the command that others
add sets with, so that what is tested is what they run.
"""

from __future__ import annotations

from math import prod
from pathlib import Path

import pytest

from benchmarks.published_prompts import (
    DRAWS,
    KEPT,
    SCRIPTS,
    PublishedSet,
    Shared,
    balances,
    digest,
    published_in,
    read_sets,
    said_by,
    shared,
    told,
    words_of,
    write_sets,
)
from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.tree import FactorKind
from tests.expanded import shipped

# Made up for this test: nobody has published them.
PLANTED = "Wilma lays eleven turnips beside the harbour clock. Then she whistles twice."


@pytest.fixture(scope="module")
def published() -> tuple[PublishedSet, ...]:
    return read_sets(KEPT)


def kept_as(name: str, text: str) -> PublishedSet:
    """A published set that holds one run of nine words only."""
    return PublishedSet(name, "here", "", frozenset([digest(words_of(text))]), frozenset())


def said_once(experiment: Experiment) -> frozenset[str]:
    """The messages of one draw of each cell, of the balanced ones another for each."""
    expander, draws = Expander(experiment), balances(experiment)
    every = cells(experiment, wordings=("original", "permuted"))
    return frozenset(
        text
        for at, cell in enumerate(every)
        for text in told(expander.trial(cell, draw=1 + at % draws))
    )


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_nothing_that_is_said_is_published(
    path: Path, published: tuple[PublishedSet, ...], thorough: bool
) -> None:
    said = said_by(shipped(path), draws=DRAWS) if thorough else said_once(shipped(path))
    assert shared(path.stem, said, published) == ()


@pytest.mark.thorough
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_the_draws_compared_have_every_balance(path: Path) -> None:
    read = shipped(path)
    expander, cell = Expander(read), cells(read)[0]
    trials = [expander.trial(cell, draw=draw) for draw in range(1, balances(read) + 1)]
    levels = [len(factor.levels) for factor in read.of_kind(FactorKind.COUNTERBALANCE)]
    assert len({trial.balance for trial in trials}) == prod(levels)


def test_published_words_are_found_in_what_is_said() -> None:
    """Whatever their capitals, commas and line breaks, and across the end of a sentence."""
    said = "It is late.\n\nwilma lays ELEVEN turnips, beside the\nharbour clock! Then she is off."
    sets = (
        kept_as("a run", "Wilma lays eleven turnips beside the harbour clock then"),
        kept_as("another", "Wilma lays eleven turnips beside the harbour clock now"),
    )
    assert shared("market", [said], sets) == (
        Shared("market", "wilma lays eleven turnips beside the harbour clock then", "a run"),
    )


def test_a_short_sentence_is_found_whole_and_not_in_part(tmp_path: Path) -> None:
    (tmp_path / "set.txt").write_text("Who rang the harbour bell? Nobody.", encoding="utf-8")
    sets = (published_in(tmp_path, name="bells", source="here"),)
    assert shared("s", ["Nobody knows who rang the harbour bell."], sets) == ()
    assert shared("s", ["It is noon. Who rang the harbour bell?"], sets) == (
        Shared("s", "who rang the harbour bell", "bells"),
    )


def test_a_sentence_of_a_shipped_script_would_be_found() -> None:
    """The comparison reads what a participant reads: a line of a script, published, is noticed."""
    path = next(path for path in SCRIPTS if path.stem == "sally_anne")
    run = "then sally goes out for a walk and anne"
    found = shared(path.stem, said_by(shipped(path)), (kept_as("planted", run),))
    assert found == (Shared("sally_anne", run, "planted"),)


def test_choices_are_compared_without_their_letters() -> None:
    path = next(path for path in SCRIPTS if path.stem == "gears")
    read = shipped(path)
    trial = Expander(read).trial(cells(read)[0], draw=1)
    assert "The switch turns each of the gears by itself" in set(told(trial))


def test_the_words_of_every_kind_of_file_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / "a.json").write_text(f'{{"items": [{{"q": "{PLANTED}"}}]}}', encoding="utf-8")
    (folder / "b.jsonl").write_text(f'{{"q": "{PLANTED}"}}\n\n', encoding="utf-8")
    (folder / "c.csv").write_text(f'1;"{PLANTED}";x\n', encoding="utf-8")
    (folder / "d.md").write_text(PLANTED, encoding="utf-8")
    each = {
        path.name: published_in(path, name="turnips", source="here")
        for path in sorted(folder.iterdir())
    }
    # Twelve words have four runs of nine; of the two sentences one is short, of eight words.
    assert {
        name: (len(one.runs), len(one.sentences)) for name, one in each.items()
    } == dict.fromkeys(["a.json", "b.jsonl", "c.csv", "d.md"], (4, 1))
    assert len({one.runs for one in each.values()}) == 1


def test_what_is_written_is_read_again_and_holds_no_words(tmp_path: Path) -> None:
    (tmp_path / "set.txt").write_text(PLANTED, encoding="utf-8")
    sets = (
        published_in(tmp_path, name="Apples", source="a shelf, one file"),
        published_in(tmp_path, name="turnips", source="a stall", note="a sample: one story"),
    )
    kept = tmp_path / "kept" / "sets.txt"
    kept.parent.mkdir()
    write_sets(kept, reversed(sets))
    assert read_sets(kept) == sets
    assert "harbour" not in kept.read_text(encoding="utf-8")


def test_a_file_that_lost_a_line_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "set.txt").write_text(PLANTED, encoding="utf-8")
    kept = tmp_path / "sets.txt"
    write_sets(kept, [published_in(tmp_path, name="turnips", source="a stall")])
    lines = kept.read_text(encoding="utf-8").split("\n")
    del lines[lines.index("runs: 4") + 1]
    kept.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(ValueError, match="turnips: 4 runs are announced, 0 are there"):
        read_sets(kept)
