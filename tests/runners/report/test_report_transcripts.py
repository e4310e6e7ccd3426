"""Which transcripts are on a report page: as many of every cell as can be, whatever was said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderers.fields.field import document
from renderers.report.embedding import Embedded, TranscriptCounts
from runners.analysis.codings import RaterSelection
from runners.analysis.marks import MarkSets
from runners.analysis.scores import CodedStudy
from runners.analysis.trials import finished_trials
from runners.coding.coded_trials import study_codes
from runners.report.transcripts import ON_PAGE, Picked, embedded, picked, shared_out
from runners.store.store import Store
from runners.studies.study import opened_study
from tests.here import here

there = st.dictionaries(st.tuples(st.integers(0, 99)), st.integers(1, 60), max_size=9)


@given(there=there, at_most=st.integers(0, 300))
def test_shares_are_as_equal_as_the_cells_allow(
    there: dict[tuple[object, ...], int], at_most: int
) -> None:
    shares = shared_out(there, at_most)
    assert sum(shares.values()) == min(at_most, sum(there.values()))
    assert all(shares[cell] <= there[cell] for cell in there)
    # A cell that has more to give is at most one short of any other.
    short = [shares[cell] for cell, number in there.items() if shares[cell] < number]
    assert min(short, default=0) >= (max(shares.values()) - 1 if short else 0)


def test_the_rest_goes_to_the_first_cells_that_have_more() -> None:
    assert shared_out({(1,): 3, (2,): 50, (3,): 50}, 20) == {(1,): 3, (2,): 9, (3,): 8}
    assert shared_out({(1,): 3, (2,): 50}, 1) == {(1,): 1, (2,): 0}
    assert shared_out({}, 9) == {}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Two conditions, two wordings, two models, three draws, of one model two samples each."""
    folder = tmp_path_factory.mktemp("desk")
    shell = here(folder)
    (folder / "cup.dev").write_text(CUP, encoding="utf-8")
    shell.run("cup.dev", "-m", "sim/random", "-m", "sim/lure", "--store", url(folder))
    with Store.open(url(folder), reading=True) as opened:
        yield opened


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'store.sqlite'}"


CUP = """\
experiment The cup

people
    Otto (he): Karim, Milo, Emil

places
    shelf: drawer, crate, stool

conditions end
    told
    asked

design
    runs 3
    samples 2
    wording original and permuted

procedure
    when told
        say: {Otto} put the cup on the {shelf}.
    when asked
        say: Where does {Otto} put the cup? On the {shelf}.
    test where
        ask: Where is the cup?
        choices:
            The {shelf}
            On the moon
        answer: The {shelf}
"""


def test_every_cell_has_its_first_draws_and_their_first_samples(store: Store) -> None:
    opened = opened_study(store)
    some = picked(opened, opened.rows, at_most=20)
    assert some.counts == TranscriptCounts(here=20, of=48, cells=8, fewest=2, most=3)
    cells = Counter((row.sitting.levels, row.sitting.wording, row.sitting.participant)
                    for row in some.opened.rows)  # fmt: skip
    assert sorted(cells.values()) == [2, 2, 2, 2, 3, 3, 3, 3]
    assert {(row.sitting.sample, row.sitting.draw) for row in some.opened.rows} == {
        (1, 1), (1, 2), (1, 3),
    }  # fmt: skip
    again = picked(opened_study(store), opened.rows, at_most=20)
    assert [row.key for row in again.opened.rows] == [row.key for row in some.opened.rows]


def _embedded(store: Store, some: Picked) -> Embedded:
    """The transcripts of a study that nobody has coded."""
    read = CodedStudy(finished_trials(store, opened_study(store)), study_codes(()), MarkSets())
    return embedded(store, some, RaterSelection(), scored=(), read=read)


def test_where_all_fit_all_are_there_with_their_words_and_marks(store: Store) -> None:
    opened = opened_study(store)
    found = _embedded(store, picked(opened, opened.rows))
    assert found.counts == TranscriptCounts(here=48, of=48, cells=8, fewest=6, most=6)
    assert found.keys == {row.key for row in opened.rows}
    assert found.simulated
    assert all(one.replies and one.marks for one in found.trials)
    assert document(ON_PAGE, found.counts) == {
        "on_page": 48,
        "finished": 48,
        "cells": 8,
        "fewest_of_a_cell": 6,
        "most_of_a_cell": 6,
    }


def test_none_are_read_where_none_are_asked_for(store: Store) -> None:
    opened = opened_study(store)
    some = picked(opened, opened.rows, at_most=0)
    assert _embedded(store, some).trials == ()
    assert some.counts == TranscriptCounts(here=0, of=48, cells=8, fewest=0, most=0)
