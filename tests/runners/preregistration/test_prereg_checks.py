"""A study compared with a plan: every kind of deviation is found, and none where there is none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from forms import block, source, whole_form
from markupsafe import Markup
from msgspec.structs import replace

from dsl.trial import Question
from renderers.report.sections import deviations_line, deviations_section
from renderers.report.values import Value
from renderers.rows.comparisons import ComparisonKind
from runners.preregistration.adherence import Adherence, Deviation, PlanCheck
from runners.preregistration.autofill import Sizes
from runners.preregistration.checks import deviations
from runners.preregistration.lookup import Preregistration, find_preregistration
from runners.preregistration.plan import (
    FormUnusable,
    PlanBlock,
    PlannedComparison,
    PlannedModel,
)
from runners.preregistration.sealing import sealed
from runners.store.preregistrations import Seal
from runners.studies.study import FinishedTrial
from tests.here import here
from tests.runners.agreement.coded_studies import SHELF, CodedStudy, at_hand, lot, ran
from tests.shell import Shell

MODELS = ("sim/random", "sim/child")
BEFORE, AFTER = "2020-01-01T00:00:00.000Z", "2999-01-01T00:00:00.000Z"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ran(here(tmp_path_factory.mktemp("run")), *(w for m in MODELS for w in ("-m", m)))


@pytest.fixture
def study(run: Path, tmp_path: Path) -> Iterator[CodedStudy]:
    found = at_hand(run, tmp_path / "study")
    with found.store:
        yield found


@pytest.fixture
def plan() -> PlanBlock:
    """What was done, as a plan."""
    return block([source(text=SHELF, file="shelf.dev")], MODELS)


def held(study: CodedStudy, plan: PlanBlock, *, at: str = BEFORE) -> Adherence:
    seal = sealed(whole_form(plan), plan.seen, at=at)
    kept = Preregistration(seal, plan, "the plan of the test")
    return deviations(study.store, study.reopened(), kept)


def found(study: CodedStudy, plan: PlanBlock, *, at: str = BEFORE) -> dict[str, list[Deviation]]:
    told = held(study, plan, at=at)
    return {one.name: list(one.found) for one in told.things if one.found}


def script(plan: PlanBlock, **changes: object) -> PlanBlock:
    (one,) = plan.scripts
    return replace(plan, scripts=(replace(one, **changes),))


def coded(told: FinishedTrial, question: Question) -> str:
    drawn = lot(told.key, question.name)
    return "right" if drawn < 0.6 or question.kind == "control" else "wrong"


def careless(told: FinishedTrial, question: Question) -> str:
    if question.kind != "control" and lot("slip", told.key, question.name) < 0.5:
        return "wrong" if coded(told, question) == "right" else "right"
    return coded(told, question)


def test_a_study_that_was_run_as_planned_has_no_deviation_among_what_was_compared(
    study: CodedStudy, plan: PlanBlock
) -> None:
    told = held(study, plan)
    assert [(one.name, bool(one.reason)) for one in told.things] == [
        ("seal", False), ("scripts", False), ("protocol", False), ("procedure", False),
        ("rubric", False), ("cells", False), ("runs", False), ("samples", False), ("seed", False),
        ("models", False), ("parameters", False), ("again", False), ("technical", False),
        ("comparisons", False), ("score", True), ("coders", True), ("view", True),
        ("gold", True), ("duplicates", True), ("overlap", True), ("agreement", True),
        ("prose", True), ("looked", True), ("people", True),
    ]  # fmt: skip
    assert told.deviations == 0
    assert told.in_a_line == (
        f"no deviation from the preregistration {told.hash[:12]} found in 14 checks"
    )


def test_as_many_cells_as_planned_and_other_ones_are_found(shell: Shell, tmp_path: Path) -> None:
    file = ran(shell, "-m", MODELS[0], "--only", "left")
    only = Sizes(only=("moved",))
    with (study := at_hand(file, tmp_path / "study")).store:
        plan = block([source(text=SHELF, file="shelf.dev")], MODELS[:1], only)
        assert found(study, plan) == {
            "cells": [Deviation("The shelf", "(moved, permuted)", "(left, permuted)")]
        }


def test_what_was_sent_and_asked_otherwise_is_found(study: CodedStudy, plan: PlanBlock) -> None:
    (planned,) = plan.scripts
    other = replace(planned, title="The hat")
    cases = {
        "procedure": script(plan, procedure="0" * 64),
        "rubric": script(plan, rubric="0" * 64),
        "seed": script(plan, seed=7),
        "samples": script(plan, samples=2),
        "cells": script(plan, cells=4, wordings=("original", "permuted")),
        "scripts": replace(plan, scripts=(planned, other)),
        "models": replace(plan, models=plan.models[:1]),
    }
    assert {name: list(found(study, one)) for name, one in cases.items()} == {
        name: [name] for name in cases
    }
    assert found(study, cases["seed"]) == {"seed": [Deviation("The shelf", "seed 7", "seed 1")]}
    assert found(study, cases["cells"]) == {
        "cells": [
            Deviation("The shelf", "original and permuted wording", "permuted wording"),
            Deviation("The shelf", "4 cells", "2 cells asked"),
        ]
    }
    assert found(study, cases["models"]) == {
        "models": [Deviation("sim/child", "not planned", "asked")]
    }
    assert found(study, cases["scripts"]) == {
        "scripts": [Deviation("The hat", "run", "not run in this study")]
    }


def test_more_draws_than_planned_and_fewer_are_reported_by_model(
    study: CodedStudy, plan: PlanBlock
) -> None:
    more = found(study, script(plan, runs=8))["runs"]
    assert more == [
        Deviation(f"The shelf, {name}", "8 runs per cell", "up to 10") for name in sorted(MODELS)
    ]
    fewer = found(study, script(plan, runs=12))["runs"]
    assert fewer == [
        Deviation(f"The shelf, {name}", "12 runs per cell",
                  "only 10 finished in some cells")
        for name in sorted(MODELS)
    ]  # fmt: skip


def test_other_parameters_are_named_one_by_one(study: CodedStudy, plan: PlanBlock) -> None:
    child = next(one for one in plan.models if one.name == "sim/child")
    identity = {**child.identity, "parameters": '{"p":0.1}', "endpoint": "here"}
    other = PlannedModel(child.name, True, dict(sorted(identity.items())))
    models = tuple(other if one is child else one for one in plan.models)
    (deviation,) = found(study, replace(plan, models=models))["parameters"]
    assert deviation == Deviation(
        "sim/child",
        'endpoint here; parameters {"p":0.1}',
        'endpoint none; parameters {"gate":0.95,"p":0.7}',
    )


def test_replies_before_the_seal_are_counted_with_the_time_of_the_first(
    study: CodedStudy, plan: PlanBlock
) -> None:
    times = sorted(one.at for one in study.store.calls_of(study.opened.study.id))
    (deviation,) = found(study, plan, at=AFTER)["seal"]
    assert deviation == Deviation(
        "",
        f"sealed before the first reply (sealed at {AFTER})",
        f"{len(times)} of {len(times)} replies came earlier, the first at {times[0]}",
    )
    (never,) = found(study, plan, at="")["seal"]
    assert never.done == "never sealed in the store of this study"


def test_a_comparison_that_only_the_script_of_now_declares_is_reported(
    study: CodedStudy, plan: PlanBlock
) -> None:
    mended = SHELF.replace(
        "    wording permuted\n", "    wording permuted\n    compare moved with left\n"
    )
    path = study.folder / "shelf.dev"
    path.write_text(mended, encoding="utf-8")
    from runners.studies.study import opened_study

    opened = opened_study(study.store, paths=(path,))
    seal = sealed(whole_form(plan), plan.seen, at=BEFORE)
    kept = Preregistration(seal, plan, "")
    told = deviations(study.store, opened, kept)
    assert {one.name: one.found for one in told.things if one.found}["comparisons"] == (
        Deviation(
            "The shelf",
            "not declared",
            "declared in the current script: moved with left, The shelf (family primary)",
        ),
    )
    declared = PlannedComparison(
        ComparisonKind.CONDITIONS, "primary", "The shelf", "", "moved", "left"
    )
    same = Preregistration(seal, replace(plan, compare=(declared,)), "")
    assert "comparisons" not in {
        one.name for one in deviations(study.store, opened, same).things if one.found
    }


def test_coding_is_held_against_the_plan_once_something_came_home(
    study: CodedStudy, plan: PlanBlock
) -> None:
    study.coded("A", coded)
    study.coded("B", careless, trials=study.told[:30])
    told = found(study, replace(plan, coding=replace(plan.coding, blind_coders=3)))
    assert told["coders"] == [Deviation("", "3 blind coders", "2 blind coders (A and B)")]
    assert told["overlap"] == [Deviation("", "100% coded by two or more", "30 of 40: 75.0%")]
    assert [one.about for one in told["gold"]] == ["A", "B"]
    assert told["gold"][0].done == "coded without passing calibration"
    (below,) = told["agreement"]
    assert below.planned == "alpha of the LRS within cells at least 0.667"
    assert float(below.done) < 0.667
    assert set(told) == {"coders", "overlap", "gold", "agreement"}
    lenient = replace(
        plan.coding, gold=False, overlap_percent=70, agreement_threshold=-1.0, view="content"
    )
    other = found(study, replace(plan, coding=lenient))
    assert other == {
        "view": [Deviation(name, "content view", "rubric view") for name in ("A", "B")]
    }


def test_two_coders_who_agree_are_within_the_threshold(study: CodedStudy, plan: PlanBlock) -> None:
    study.coded("A", coded)
    study.coded("B", coded)
    told = held(study, replace(plan, coding=replace(plan.coding, gold=False)))
    assert told.deviations == 0
    assert {one.name for one in told.not_compared} == {"prose", "looked", "people"}


def test_the_newest_seal_that_names_all_scripts_belongs_to_a_study(
    study: CodedStudy, plan: PlanBlock
) -> None:
    store, opened = study.store, study.opened
    assert find_preregistration(store, opened) is None
    none = deviations(store, opened, None)
    assert none.in_a_line == (
        "not preregistered: no sealed preregistration here names all of its scripts"
    )
    first = sealed(whole_form(plan), plan.seen, at="2026-01-01T00:00:00.000Z")
    later = sealed(whole_form(script(plan, runs=20)), plan.seen, at="2026-02-01T00:00:00.000Z")
    strange = sealed(whole_form(block()), plan.seen, at="2026-03-01T00:00:00.000Z")
    foreign = Seal("f" * 64, "no form at all\n", "{}", "devrun 9", "2026-04-01T00:00:00.000Z")
    for seal in (first, later, strange, foreign):
        store.add_seal(seal)
    chosen = find_preregistration(store, opened)
    assert chosen is not None
    assert chosen.seal == later
    assert chosen.why == (
        "the newest of 2 sealed preregistrations that name all scripts of the study; earlier: "
        f"{first.hash[:12]} of 2026-01-01"
    )
    named = find_preregistration(store, opened, first.hash[:10])
    assert named is not None
    assert named.seal == first
    path = study.folder / "plan.md"
    path.write_bytes(first.text.replace("\n", "\r\n").encode())
    read = find_preregistration(store, opened, str(path))
    assert read is not None
    assert read.seal == first
    path.write_text(first.text + "\nand more\n", encoding="utf-8")
    read = find_preregistration(store, opened, str(path))
    assert read is not None
    assert (read.seal.hash == first.hash, read.seal.at) == (False, "")
    with pytest.raises(FormUnusable, match="`nowhere` is not a file"):
        find_preregistration(store, opened, "nowhere")
    with pytest.raises(FormUnusable, match="aaa cannot be read: file name too long"):
        find_preregistration(store, opened, "a" * 300)


def test_the_document_and_the_page_say_the_same_and_escape_what_others_wrote() -> None:
    odd = "<script>alert(1)</script>\x1b"
    seal = Seal("a" * 64, "", "", "", "2026-01-01T00:00:00.000Z")
    told = Adherence(
        "abc", True, Preregistration(seal, block(), odd),
        (
            PlanCheck("runs", "the number of runs", (Deviation(odd, "8", "10"),)),
            PlanCheck("seed", "the seed"),
            PlanCheck("prose", "prose", (), "nobody can"),
        ),
    )  # fmt: skip
    document = {"report": {"preregistration": told.document}}
    assert json.loads(json.dumps(document)) == document
    found = Value(document)["report"]["preregistration"]
    section = deviations_section(found)
    page = str(section.body)
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert "simulated, not data" in page
    assert 'data-from="/report/preregistration/n_deviations"' in str(deviations_line(found))
    assert page.count("<tr") == 2
    words = str(section.body.striptags())
    assert "the seed: as planned" in words
    assert "prose: nobody can" in words
    assert str(Markup(deviations_line(found)).striptags()) == (
        "1 deviation from the preregistration aaaaaaaaaaaa found in 2 checks"
    )


def test_the_page_says_that_nothing_was_preregistered() -> None:
    none = Adherence("abc", False, None, ())
    found = Value({"p": none.document})["p"]
    why = "no sealed preregistration in this store names all scripts of the study"
    assert str(deviations_line(found).striptags()) == f"not preregistered: {why}"
    assert str(deviations_section(found).body.striptags()) == (
        f"This study was not preregistered: {why}."
    )
