"""Declarations count that some of the study came after; others are named, and get no p value."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from forms import block, source, whole_form
from msgspec.structs import replace

from renderers.rows.comparisons import ComparisonKind
from runners.analysis.codings import RaterSelection
from runners.analysis.scores import study_scores
from runners.comparison.comparisons import compared
from runners.preregistration.checks import deviations
from runners.preregistration.lookup import Preregistration, find_preregistration, valid_declarations
from runners.preregistration.plan import PlannedComparison
from runners.preregistration.sealing import sealed
from runners.store.store import Store
from tests.here import here
from tests.runners.agreement.coded_studies import SHELF, CodedStudy, at_hand, ran

MODELS = ("sim/random", "sim/child")
BEFORE, AFTER = "2020-01-01T00:00:00.000Z", "2999-01-01T00:00:00.000Z"
WORDS = "sim/random with sim/child, over the battery"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ran(here(tmp_path_factory.mktemp("run")), *(w for m in MODELS for w in ("-m", m)))


@pytest.fixture
def study(run: Path, tmp_path: Path) -> Iterator[CodedStudy]:
    found = at_hand(run, tmp_path / "study")
    with found.store:
        yield found


def text_of(study: CodedStudy) -> str:
    """A form that declares the two participants over the battery."""
    plan = block([source(text=SHELF, file="shelf.dev")], MODELS)
    one = PlannedComparison(ComparisonKind.MODELS, "models", first=MODELS[0], second=MODELS[1])
    return whole_form(replace(plan, compare=(one,)))


def planned(study: CodedStudy, at: str) -> Preregistration:
    """The plan of the study, sealed at this time."""
    study.store.add_seal(sealed(text_of(study), block().seen, at=at))
    found = find_preregistration(study.store, study.reopened())
    assert found is not None
    return found


def p_values(
    study: CodedStudy, plan: Preregistration
) -> tuple[list[str], list[str], tuple[str, ...]]:
    """The kinds that have a p value, what families are from, and the notes."""
    opened = study.reopened()
    counts = valid_declarations(study.store, opened.study.id, plan)
    found = compared(
        opened,
        study_scores(study.store, opened, RaterSelection()),
        counts.declared,
        late=counts.late,
        why=counts.why,
    )
    kinds = [one.kind.value for one in found.comparisons if one.test is not None]
    return kinds, [one.source for one in found.families], found.notes


def test_what_was_sealed_before_the_first_reply_counts(study: CodedStudy) -> None:
    assert p_values(study, planned(study, BEFORE)) == (["models"], ["preregistration"], ())


def test_what_was_sealed_after_the_last_reply_is_reported_and_has_no_p(study: CodedStudy) -> None:
    note = (
        f"declared in a preregistration that was sealed after the last reply, so without p: {WORDS}"
    )
    assert p_values(study, planned(study, AFTER)) == ([], [], (note,))


def test_what_was_never_sealed_has_no_p(study: CodedStudy, tmp_path: Path) -> None:
    file = tmp_path / "form.md"
    file.write_text(text_of(study), encoding="utf-8")
    plan = find_preregistration(study.store, study.reopened(), str(file))
    assert plan is not None
    kinds, families, (note,) = p_values(study, plan)
    assert (kinds, families) == ([], [])
    assert note.startswith("declared in a preregistration that was never sealed in this store, so")


def test_where_some_replies_came_before_the_seal_the_family_says_so(study: CodedStudy) -> None:
    with closing(sqlite3.connect(study.folder / "devrun.sqlite")) as database:
        times = [at for (at,) in database.execute("SELECT at FROM calls ORDER BY at")]
    middle = times[len(times) // 2]
    early = sum(one < middle for one in times)
    assert 0 < early < len(times)
    kinds, families, notes = p_values(study, planned(study, middle))
    assert (kinds, notes) == (["models"], ())
    assert families == [f"preregistration, sealed after {early} of {len(times)} replies"]


@pytest.mark.parametrize(
    "change", ["at = '2019-01-01T00:00:00.000Z'", "content = replace(content, 'As it', 'Or it')"]
)
def test_a_seal_that_was_changed_in_the_store_is_reported_and_declares_nothing(
    study: CodedStudy, change: str
) -> None:
    planned(study, BEFORE)
    file = study.folder / "devrun.sqlite"
    study.store.close()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(f"UPDATE preregistrations SET {change}")
    with Store.open(f"sqlite:///{file}") as store:
        again = dataclasses.replace(study, store=store)
        plan = find_preregistration(store, again.reopened())
        assert plan is not None
        told = deviations(store, again.reopened(), plan)
        (seal,) = [one for one in told.things if one.name == "seal"]
        assert [one.done for one in seal.found] == [
            "changed in the store after the seal, not by devrun"
        ]
        kinds, _, (note,) = p_values(again, plan)
        assert kinds == []
        assert "a preregistration that was changed after it was sealed, so without p" in note
