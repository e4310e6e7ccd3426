"""Several experiments on one screen: a column for each participant, and what compares with it."""

from __future__ import annotations

from fractions import Fraction

from dsl.record import replace
from renderers.rows.measures import Figure
from renderers.rows.scores import (
    CellScore,
    DomainScore,
    ExperimentScore,
    Published,
    PublishedLRS,
    StudyScores,
)
from renderers.tables.battery import has_means, render_battery
from tests.renderers.score_cells import CELL

ENDS = (1.5, 3.25)
MODELS = ("lab/one", "laboratory/instruct-2026")
EXPERIMENTS = (
    ("Gears", "Causal Reasoning", "3.42"), ("Hats", "Theory of Mind", "3.74"),
    ("Cups", "Theory of Mind", "unknown"),
)  # fmt: skip


def cell(title: str, domain: str, published: str, model: str, wording: str) -> CellScore:
    return replace(
        CELL, experiment=title, domain=domain, model=model, wording=wording,
        reference=None
        if published == "unknown" else PublishedLRS("LaMDA", published, Fraction(published)),
        chance=Fraction(5, 2),
    )  # fmt: skip


def scores() -> StudyScores:
    every = [(e, m, w) for m in MODELS for e in EXPERIMENTS for w in ("original", "permuted")]
    return StudyScores(
        "S1", False, "the matcher", True, (), 0, (),
        tuple(cell(*e, m, w) for e, m, w in every),
        tuple(
            ExperimentScore(
                e[0], e[1], w, m, False, 1, 0, 0,
                Figure(Fraction(5, 2), 10, None, ENDS) if m == MODELS[0] else Figure(),
                Figure(), Figure(),
            )
            for e, m, w in every
        ),
        tuple(
            DomainScore(
                "Theory of Mind", w, MODELS[0], False, 2, 0, 0, ("Hats", "Cups"), Fraction(2),
                None, None, None, ENDS, None, None, Published("LaMDA"),
            )
            for w in ("original", "permuted")
        ),
        (), (), (), (),
    )  # fmt: skip


def test_domains_come_first_and_below_each_its_experiments() -> None:
    assert (
        render_battery(scores(), width=100)
        == """\
Study S1, scored automatically (provisional: nobody has coded it)

domains and experiments, permuted wording: mean LRS and 95% interval
                                         laboratory/
domain, experiment            lab/one  instruct-2026  chance  LaMDA
───────────────────────────────────────────────────────────────────
THEORY OF MIND      2.00 1.50 to 3.25              -    2.50      -
  Hats              2.50 1.50 to 3.25        unknown    2.50   3.74
  Cups              2.50 1.50 to 3.25        unknown    2.50      -
CAUSAL REASONING                    -              -    2.50   3.42
  Gears             2.50 1.50 to 3.25        unknown    2.50   3.42

method
provisional: automatic scores; have the replies coded before you report them
LRS: 0 to 5, mean over the paper's cells, with 95% interval for these experiments; chance: LRS of
guessing
LaMDA: published, the mean of the same cells
`devrun score --all` shows the rest (original wording; cells; contrasts; means over experiments;
precision; method in full); `--json` has every figure"""
    )


def test_a_program_among_models_is_marked_above_its_column() -> None:
    made = scores()
    marked = replace(
        made,
        experiments=tuple(
            replace(one, simulated=one.model == MODELS[0]) for one in made.experiments
        ),
        domains=tuple(replace(one, simulated=True) for one in made.domains),
    )
    lines = render_battery(marked, width=100).splitlines()
    (above,) = [line for line in lines if "SIMULATED" in line and "instruct-2026" in line]
    assert above.index("SIMULATED") < above.index("instruct-2026")


def test_of_additions_alone_there_is_no_mean() -> None:
    made = scores()
    added = replace(made, cells=tuple(replace(one, addition=True) for one in made.cells))
    assert has_means(made)
    assert not has_means(added)
