"""A table of a whole battery is folded, so that what follows it can be reached."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from renderers.fields.bills import COST
from renderers.fields.scores import score_document
from renderers.figures.cost import bill_columns
from renderers.report.section_facts import contrasts_facts, experiment_means
from renderers.report.sections import cells_section, section
from renderers.report.templating import rendered
from renderers.report.values import Value
from tests.renderers.figures.figure_rows import cells, costs, study
from tests.renderers.report.full_places import in_full


def document(models: int, contrasts: int = 0) -> Value:
    """The document of a study of two experiments with so many models."""
    rows = cells(models=[f"lab/{number}" for number in range(models)])
    score = score_document(study(rows))
    score["contrasts"] = [
        {
            "contrast": "follows what was seen", "experiment": "Sally-Anne", "condition": "",
            "wording": "permuted", "model": f"lab/{number}", "passed": 3, "n": 5, "split": 0,
            "undecided": 0, "ci95": [0.2, 0.9], "chance": 0.0625,
        }
        for number in range(contrasts)
    ]  # fmt: skip
    beside = {
        "cells": [{"heuristic": None} for _ in rows],
        "experiments": [{"chance_lrs": None} for _ in score["experiments"]],
        "warnings": {name: {"cells": []} for name in ("holds_guessing", "technical")},
        "costs": costs(),
        "judges": [],
    }
    return Value({"score": score, "report": beside})


def laid_open(markup: Markup) -> int:
    """How many tables of it can be read without opening anything."""
    return markup.count("<table") - markup.count("<details")


@pytest.mark.parametrize(("models", "open_tables"), [(33, 2), (34, 0)])
def test_cells_of_many_models_are_folded_by_experiment(models: int, open_tables: int) -> None:
    rows = cells(models=[f"lab/{number}" for number in range(models)])
    body = cells_section(document(models), rows).body
    assert body.count("<table") == 2
    assert laid_open(body) == open_tables
    assert ("<summary>The cells of <bdi>Number</bdi></summary>" in body) == (not open_tables)


@pytest.mark.parametrize(("models", "open_tables"), [(6, 1), (12, 1), (13, 0)])
def test_means_of_experiments_are_folded_where_they_would_fill_the_first_screen(
    models: int, open_tables: int
) -> None:
    study_document = document(models)
    table = rendered("experiments", document=study_document, **experiment_means(study_document))
    assert laid_open(table) == open_tables
    if not open_tables:
        assert (
            '<summary>All <data value="26" data-from="/score/experiments">26</data> means by '
            "experiment, model and wording</summary>"
        ) in table


@pytest.mark.parametrize(("rows", "open_tables"), [(40, 1), (41, 0)])
def test_many_contrasts_are_folded(rows: int, open_tables: int) -> None:
    shown = document(1, rows)
    found = section("contrasts", "Contrasts", document=shown, **contrasts_facts(shown))
    assert found is not None
    assert laid_open(found.body) == open_tables


def test_what_cost_less_than_a_cent_does_not_look_free() -> None:
    columns = bill_columns(COST)
    found = section("cost", "Cost", document=document(1), figures="", columns=columns)
    assert found is not None
    assert '<data value="0.004" data-from="/report/costs/0/usd">0.0040</data>' in in_full(
        found.body
    )


@pytest.mark.parametrize(("differ", "tables"), [(12, 1), (13, 2)])
def test_the_widest_differences_are_laid_open_and_the_others_folded(
    differ: int, tables: int
) -> None:
    trials = [
        {
            "trial": f"{number:064x}", "experiment": "Sally-Anne", "condition": "", "levels": {},
            "wording": "permuted", "model": "lab/0", "draw": number, "by_coder": {
                name: {"counted": True, "lrs": lrs, "share": 0.5, "gate": "none"}
                for name, lrs in (("Ada", 3), ("Ben", 4))
            },
        }
        for number in range(30)
    ]  # fmt: skip
    found = {
        "judged": 30, "differ": differ, "share": differ / 30, "widest": list(range(differ)),
    }  # fmt: skip
    document = Value(
        {"score": {"trials": trials, "simulated": False}, "report": {"disagreements": found}}
    )
    shown = section("disagreements", "Differ", document=document, link=lambda _: None)
    assert shown is not None
    assert shown.body.count("<table") == tables
    assert laid_open(shown.body) == 1
    assert shown.body.count('<th scope="row">') == differ
