"""The battery is the source paper's: twelve experiments, twenty-one conditions, nothing missing."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from coders.lrs import asked_in
from dsl.expand import Expander, cells
from dsl.expanding.guards import holds
from dsl.experiment import Experiment
from dsl.tree import QuestionKind
from dsl.trial import Cell, Trial, turns
from runners.analysis.experiment_facts import is_addition
from tests.expanded import shipped
from tests.shell import EXPERIMENTS, ROOT, SCORED_ADDITIONS

# Tables 3 to 6 of Kosoy et al. (2023): experiment, condition, LRS of LaMDA.
PAPER = """
1 | Original | 3.92
2 | Original | 1.64
3 | Rational | 4.2
4 | Standard | 1.98
5 | Original | 3.74
6 | Transparent | 2.68
6 | Relationship Change | 2.78
6 | Trusted Communication | 2.1
6 | Additional Actor | 2.4
7 | Smarties/Pencils | 3.66
8 | Successful Helper/Hinderer | 5.0
9 | Out of Reach | 4.28
9 | Physical Obstacle | 3.62
10 | A Pushes B | 3.42
10 | A and B symbiotic | 2.02
11 | Categorization | 0.98
11 | Induction | 1.06
12 | Given hypothesis, Conjunctive | 0.76
12 | Given hypothesis, Disjunctive | 0.92
12 | Not Given hypothesis, Conjunctive | 1.12
12 | Not Given hypothesis, Disjunctive | 0.44
"""
DOMAINS = {
    "Perception": 4,
    "Theory of Mind": 6,
    "Social and Moral Understanding": 3,
    "Causal Reasoning": 8,
}
SCRIPTS = sorted(EXPERIMENTS.glob("*.dev"))
ADDITIONS = sorted((ROOT / "additions").glob("*.dev"))


@cache
def first_draw(path: Path, cell: Cell) -> Trial:
    """The first draw of a cell; words are spread over draws once for all cells."""
    return expander(path).trial(cell, draw=1)


@cache
def expander(path: Path) -> Expander:
    return Expander(shipped(path))


def documented() -> list[list[str]]:
    """The rows of the table of cells in docs/battery.md."""
    text = (ROOT / "docs" / "battery.md").read_text(encoding="utf-8")
    return [
        [part.strip() for part in line.strip("|").split("|")]
        for line in text.splitlines()
        if re.match(r"\| \d+(\.\d)? \|", line)
    ]


def plain(condition: str) -> str:
    """A condition as the paper and our spelling have it in common."""
    words = condition.casefold().replace("categoris", "categoriz")
    return words.replace(" hypothesis", "").replace("a and b symbiotic", "symbiotic")


def lamda(one: Experiment, cell: Cell) -> list[str | None]:
    return [
        reference.value
        for reference in one.references
        if reference.who == "LaMDA" and holds(reference.guard, dict(cell.levels))
    ]


def test_every_condition_of_the_papers_tables_is_a_cell_under_its_name() -> None:
    rows = documented()
    paper = [[part.strip() for part in line.split("|")] for line in PAPER.strip().splitlines()]
    assert [[row[0].split(".")[0], row[1], row[4]] for row in rows] == paper
    for row in rows:
        assert plain(row[1]) == plain(row[3]), row
    assert [(row[2], row[3]) for row in sorted(rows, key=lambda row: row[2])] == [
        (path.stem, cell.condition)
        for path in SCRIPTS
        for cell in cells(shipped(path), wordings=("original",))
    ]
    assert len(SCRIPTS) == 12


def test_every_cell_is_next_to_its_own_published_score() -> None:
    published = {(row[2], row[3]): row[4] for row in documented()}
    for path in SCRIPTS:
        one = shipped(path)
        for cell in cells(one, wordings=("original",)):
            assert lamda(one, cell) == [published[path.stem, cell.condition]], (path, cell)


def test_every_domain_has_the_papers_number_of_conditions() -> None:
    found = Counter(
        dict(shipped(path).meta)["domain"]
        for path in SCRIPTS
        for _ in cells(shipped(path), wordings=("original",))
    )
    assert found == DOMAINS


def scored(trial: Trial) -> tuple[int, int]:
    """How many scored questions of a trial the paper asked, and how many it did not; all of them
    weigh the same.
    """
    units = [unit for _, unit in asked_in(trial).units]
    assert len({unit.weight for unit in units}) == 1
    own = sum(unit.own_story for unit in units)
    return own, len(units) - own


def test_every_cell_has_four_equal_units_in_the_stories_that_are_documented() -> None:
    """Or more than four in an addition."""
    documented_units = {(row[2], row[3]): (int(row[5]), int(row[6])) for row in documented()}
    for path in [*SCRIPTS, *SCORED_ADDITIONS]:
        one = shipped(path)
        for cell in cells(one):
            own, matched = scored(first_draw(path, cell))
            assert own + matched >= 4, (path, cell)
            if path in SCRIPTS:
                assert own + matched == 4, (path, cell)
                assert documented_units[path.stem, cell.condition] == (own, matched), path


@pytest.mark.parametrize("path", [*SCRIPTS, *SCORED_ADDITIONS], ids=lambda path: path.stem)
def test_every_story_of_an_experiment_has_the_same_number_of_controls(path: Path) -> None:
    one = shipped(path)
    counts = {
        sum(
            turn.question is not None and turn.question.kind is QuestionKind.CONTROL
            for turn in turns(session.nodes)
        )
        for cell in cells(one)
        for session in first_draw(path, cell).sessions
    }
    assert len(counts) == 1
    assert counts != {0}


@pytest.mark.parametrize("path", [*SCRIPTS, *SCORED_ADDITIONS], ids=lambda path: path.stem)
def test_a_script_gives_readers_and_coders_what_they_need(path: Path) -> None:
    """Both wordings, examples of every LRS, a contrast or a measure, and recognition asked last."""
    one = shipped(path)
    meta = dict(one.meta)
    assert one.design.wordings == ("original", "permuted")
    assert one.design.runs >= 10
    assert sorted(level for level, _ in one.guide) == [0, 1, 2, 3, 4, 5]
    assert one.design.contrasts or one.measures
    assert {"paper", "domain"} <= meta.keys()
    assert any(reference.who == "children" for reference in one.references)
    for told in ("Kept:", "Dropped:", "Described in words:", "scored questions", "andidates"):
        assert any(told in note for note in one.notes), told
    last = [
        [turn.question for turn in turns(session.nodes) if turn.question is not None][-1]
        for cell in cells(one)
        for session in first_draw(path, cell).sessions
    ]
    assert {(question.kind, question.name) for question in last} == {
        (QuestionKind.RECORD, "recognition")
    }


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_coders_have_guidance_that_is_the_same_in_every_cell(path: Path) -> None:
    """Notes, and examples of what is right, half and wrong, for every scored question."""
    one = shipped(path)
    for wording in one.design.wordings:
        found: dict[tuple[str, int], set[object]] = {}
        for cell in cells(one, wordings=(wording,)):
            for place, session in enumerate(first_draw(path, cell).sessions):
                for turn in turns(session.nodes):
                    if turn.question is None or turn.question.kind is not QuestionKind.TEST:
                        continue
                    key = turn.question.key
                    assert {mark for mark, _ in key.examples} == {"right", "half", "wrong"}
                    assert key.coders
                    said = found.setdefault((turn.question.title, place), set())
                    said.add((key.coders, key.examples))
        assert all(len(said) == 1 for said in found.values()), found


def test_additions_are_marked_and_nothing_else_is() -> None:
    for path in [*SCRIPTS, *ADDITIONS]:
        one = shipped(path)
        marks = {is_addition(one, cell.levels) for cell in cells(one)}
        assert marks == {path in ADDITIONS}, path


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_every_experiment_has_a_page_with_the_same_parts(path: Path) -> None:
    page = (ROOT / "docs" / "battery" / f"{path.stem}.md").read_text(encoding="utf-8")
    parts = [line for line in page.splitlines() if line.startswith("## ")]
    # A section on an addition may stand anywhere among them.
    assert [part for part in parts if not part.startswith("## The addition: ")] == [
        "## The original",
        "## Our text version",
        "## Reasons for the design",
        "## What a failure means, and what it does not",
        "## Criticism, and how the script responds",
        "## What children did",
        "## Comparison with the paper",
    ]
