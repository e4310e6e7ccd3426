"""The page of a study that is coded in part: what is not scored yet is said before any figure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.here import here
from tests.runners.agreement.coded_studies import at_hand, ran


@pytest.fixture(scope="module")
def overview(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two participants in two conditions, ten draws; two coders have judged one cell of these, and
    differ about the control question of three draws.
    """
    folder = tmp_path_factory.mktemp("desk")
    shell = here(folder)
    study = at_hand(ran(shell, "-m", "sim/oracle", "-m", "sim/random"), folder / "study")
    with study.store:
        keys = {one.key for one in study.opened.study.participants if one.name == "sim/oracle"}
        mine = [
            told
            for told in study.told
            if told.row.sitting.participant in keys
            and told.row.sitting.levels == (("end", "left"),)
        ]
        assert len(mine) == 10
        strict = {told.key for told in mine[:3]}
        study.coded("A", lambda told, question: "right", trials=mine)
        study.coded(
            "B",
            lambda told, question: (
                "wrong" if question.name == "before" and told.key in strict else "right"
            ),
            trials=mine,
        )
    store = f"sqlite:///{Path(study.folder) / 'devrun.sqlite'}"
    shell.run("report", "--store", store, "-o", "page.html")
    page = (folder / "page.html").read_text(encoding="utf-8")
    found = re.search(r'<section id="overview".*?</section>', page, re.DOTALL)
    assert found
    # Notes have their commands as code.
    assert "until <code>devrun adjudicate</code> resolves it" in page
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


def test_what_is_not_scored_yet_is_held_against_the_study(overview: str) -> None:
    assert "Not scored yet: 30 of 40 finished trials ( 30 without valid codes)." in overview


def test_one_score_is_not_taken_for_that_of_all_cells(overview: str) -> None:
    """Of three draws the mean of 5 and 0 counts, since one coder saw the control failed."""
    assert "4 cells, not all of them with an LRS; mean LRS (LLM Response Score, 0 to 5) 4.25" in (
        overview
    )


def test_a_share_of_controls_passed_is_of_those_that_are_settled(overview: str) -> None:
    assert "in 100% of decided trials" in overview


def test_chance_is_known_before_anything_is_coded(overview: str) -> None:
    assert overview.count("chance 3.00") == 2
    assert "chance unknown" not in overview
