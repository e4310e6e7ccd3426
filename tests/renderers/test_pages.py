"""Pages that people read, whole: conversations, run tables, player tables and faults.

The expected pages are files that anybody can read. To see a changed page, delete its file and run
the tests twice: the first run writes it and fails.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from dsl.diagnostic import Span
from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.loading import load
from dsl.record import replace
from dsl.words import and_list, counted
from renderers.design_words import design_sentence
from renderers.diagnostics import render
from renderers.rows.scores import ContrastScore, PublishedLRS
from renderers.show import ShowPage, show_trials
from renderers.show_machines import machine_lines
from renderers.tables.run import render_run
from renderers.tables.validity import PlayerFigures, render_players
from tests.expanded import experiment_in
from tests.renderers import score_cells
from tests.renderers.score_cells import of
from tests.shell import ROOT

GOLDEN = Path(__file__).parent / "golden"
STORY = ROOT / "runners" / "templates" / "story.dev"


def holds(name: str, page: str) -> None:
    """Compare a page with its file."""
    path = GOLDEN / f"{name}.txt"
    if not path.exists():
        path.write_text(page + "\n", encoding="utf-8")
        raise AssertionError(f"{path.name} was not there and is written now: read it")
    assert page + "\n" == path.read_text(encoding="utf-8")


def experiment(path: Path) -> Experiment:
    return experiment_in(load(path))


def shown(one: Experiment, width: int) -> str:
    expander = Expander(one)
    trials = tuple(expander.trial(cell, draw=1) for cell in cells(one))
    return "\n".join(show_trials(trials, page=ShowPage(width)))


def test_two_wordings_stand_side_by_side_where_there_is_room() -> None:
    page = shown(experiment(STORY), 120)
    assert max(map(len, page.split("\n"))) <= 120
    holds("story_wide", page)


def test_two_wordings_stand_in_turn_where_there_is_not() -> None:
    page = shown(experiment(STORY), 78)
    assert max(map(len, page.split("\n"))) <= 80
    holds("story_narrow", page)


@pytest.mark.parametrize("name", ["rational_action", "blicket_hypothesis"])
def test_no_line_of_a_shown_script_is_wider_than_the_page(name: str) -> None:
    page = shown(experiment(ROOT / "experiments" / f"{name}.dev"), 78)
    assert max(map(len, page.split("\n"))) <= 80


def test_a_machine_says_which_rules_fit_its_evidence() -> None:
    path = ROOT / "tests" / "dsl" / "scripts" / "blicket_hypothesis.dev"
    holds("machines", "\n".join(machine_lines(experiment(path), 100)))


def test_a_design_is_said_in_one_sentence() -> None:
    assert design_sentence(experiment(ROOT / "experiments" / "gears.dev")) == (
        "2 conditions of structure (one LRS each) x 3 versions of evidence (all in every run, each "
        "in a fresh conversation) x 2 levels of colour, 2 levels of first try and 2 levels of "
        "mention (counterbalanced); 10 runs of each cell in original and permuted wording."
    )
    # What was asked for counts, where it is not what the script has.
    assert design_sentence(
        experiment(ROOT / "experiments" / "gears.dev"),
        runs=3,
        samples=2,
        wordings=("permuted",),
        run_in={(("structure", "symbiotic"),)},
    ) == (
        "1 of 2 conditions of structure (one LRS each) x 3 versions of evidence (all in every run, "
        "each in a fresh conversation) x 2 levels of colour, 2 levels of first try and 2 levels of "
        "mention (counterbalanced); 3 runs of each cell in permuted wording, every text "
        "sent 2 times."
    )
    assert (counted(1, "cell"), counted(2000, "cell")) == ("1 cell", "2,000 cells")
    assert and_list(["a", "b", "c"], "or") == "a, b or c"


CELL = replace(
    score_cells.CELL,
    experiment="Gear \x1b[2Jtoy",
    levels=(("structure", "A pushes B"),),
    wording="permuted",
    model="sim/child",
    simulated=True,
    draws=10,
    trials=10,
    n_texts=9,
    statuses={"gate_failed": 1, "no_answer": 2},
    zeros={"gate_failed": Fraction(1, 10)},
    technical=1,
    lost={"unknown": 2, "length": 1},
    lrs=of(Fraction(33, 10)),
    linear=of(Fraction(13, 4)),
    share=of(Fraction(5, 8)),
    undecided=3,
    reference=PublishedLRS("LaMDA", "3.42", Fraction("3.42")),
    told_again=True,
    own_share=of(Fraction(1, 2)),
    twin_share=of(Fraction(2, 3)),
)
CONTRAST = ContrastScore(
    experiment="Gear toy",
    contrast="knows when it is known",
    condition="A pushes B",
    model="sim/child",
    simulated=True,
    wording="permuted",
    n=8,
    passed=Fraction(3),
    split=0,
    undecided=2,
    ci95=None,
    chance=Fraction(1, 125),
)


def test_a_run_is_a_table_that_calls_itself_provisional_and_simulated() -> None:
    telling = ["sim/child, 10 draws a cell: a sentence on what they can tell apart"]
    page = render_run([CELL], [CONTRAST], telling=telling, width=100)
    assert max(map(len, page.split("\n"))) <= 100
    assert "\x1b" not in page
    holds("run", page)


def test_a_real_model_next_to_a_simulated_one_is_not_called_simulated() -> None:
    real = replace(
        CELL,
        model="openai/\x1b[31many",
        simulated=False,
        lrs=of(None),
        share=of(None),
        told_again=False,
        twin_share=of(None),
        undecided=10,
        statuses={},
        scored=0,
        technical=0,
    )
    undecided = replace(
        CONTRAST, model=real.model, simulated=False, n=0, passed=Fraction(0), undecided=1
    )
    page = render_run([real, CELL], [undecided, CONTRAST], width=100)
    assert "\x1b" not in page
    holds("run_in_part_simulated", page)


def test_players_are_next_to_guessing() -> None:
    rows = [
        PlayerFigures("guessing, computed", "", "A pushes B", Fraction(1, 4), Fraction(2), 0, 0),
        PlayerFigures("sim/oracle", "yes", "A pushes B", Fraction(1), Fraction(5), 0, 20),
        PlayerFigures("sim/hedger", "no", "A pushes B", Fraction(0), None, 20, 20),
    ]
    holds("players", render_players("Gear toy: 10 draws", rows, "simulated, not data"))


def test_a_fault_points_at_the_very_words(tmp_path: Path) -> None:
    path = tmp_path / "x.dev"
    path.write_text(
        "experiment X\n\npeople\n    Sally (she): Runa\n\nprocedure\n"
        "    say: 你好, {Saly} sits.\n    test a\n        ask: Where is {Sally}?\n"
        "        answer: here\n",
        encoding="utf-8",
    )
    loaded = load(path)
    name = loaded.faults[0].span.file
    sources = {name: loaded.sources[name]}
    holds("fault", "\n\n".join(render(f, sources) for f in loaded.faults).replace(name, "x.dev"))


def test_a_long_line_is_cut_around_its_fault() -> None:
    from dsl.faults.players import ShortcutPasses

    span = Span("x.dev", 1, 301, 1, 305)
    fault = ShortcutPasses(span=span, player="longest", contrast="c", passed=8, draws=8)
    page = render(fault, {"x.dev": "a " * 150 + "here" + " b" * 500})
    assert max(map(len, page.split("\n")[:5])) <= 130
    assert "…" in page
    line, caret = page.split("\n")[3:5]
    assert line[caret.index("^") : caret.rindex("^") + 1] == "here"


def test_a_table_says_what_is_not_in_it() -> None:
    page = render_run([CELL], [], missing=30, width=80)
    assert page.split("\n")[1] == "INCOMPLETE: 30 of 40 planned trials are missing"
