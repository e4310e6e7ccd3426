"""Scores on the screen: what fits is shown whole, what is unknown is said, simulated is marked."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dsl.record import replace
from renderers.rows.measures import SHARES, Figure, measures
from renderers.rows.scores import (
    CellScore,
    CoderMean,
    ContrastScore,
    DomainScore,
    ExperimentScore,
    FirstGiven,
    Overrides,
    PublishedLRS,
    StudyScores,
)
from renderers.rows.trials import CoderRow, TrialRow
from renderers.tables.score import render_scores

LRS = Figure(Fraction(7, 2), 10, 1.5, (2.1, 4.4), dict.fromkeys(range(10), Fraction(7, 2)))
SHARE = Figure(Fraction(3, 4), 10, 0.2, (0.5, 0.9))
NONE = Figure()

CELL = CellScore(
    "The hat", "Theory of Mind", (("seen", "unseen"),), "permuted", "lab/one", False, False, 10, 10,
    0, 0, 0, 0, 10, {"gate_failed": Fraction(1, 5)}, Fraction(1, 5), Fraction(0), None,
    Fraction(4, 5), Fraction(4), Fraction(3), Fraction(3, 2), Overrides(), FirstGiven(), (),
    PublishedLRS("LaMDA", "3.74", Fraction("3.74")),
    **measures(lambda name: SHARE if name in SHARES else LRS)
    | {"twin_share": NONE, "exclude": Figure(Fraction(4), 8)},
)  # fmt: skip
EMPTY = replace(
    CELL, levels=(("seen", "seen"),), scored=0, uncoded=10, lrs=NONE, linear=NONE, share=NONE,
    own_share=NONE, strict=NONE, lenient=NONE, exclude=NONE, zeros={}, chance=None,
    attainable=None, reference=None,
)  # fmt: skip
TRIAL = TrialRow(
    "The hat", (("seen", "unseen"),), "permuted", "lab/one", False, 1, 1, "k", 1, "scored", "",
    "passed",
    **measures(lambda name: None) | {"share": Fraction(3, 4), "lrs": Fraction(7, 2)},
    coders=(CoderRow("A", "blind", True, "scored", "passed", Fraction(1), 4),
            CoderRow("B", "blind", True, "scored", "passed", Fraction(1, 2), 3)),
)  # fmt: skip
SCORES = StudyScores(
    "abc", False, "blind", False, ("A", "B"), 20, (TRIAL,) * 20, (CELL, EMPTY),
    (ExperimentScore("The hat", "Theory of Mind", "permuted", "lab/one", False, 1, 1, 0, LRS, LRS,
                     SHARE),),
    (DomainScore("Theory of Mind", "permuted", "lab/one", False, 1, 1, 0, ("The hat",),
                 Fraction(7, 2), Fraction(7, 2), LRS.mean, LRS.mean, (2.1, 4.4), (2.1, 4.4),
                 None),),
    (ContrastScore("The hat", "follows", "", "permuted", "lab/one", False, 9, Fraction(6), 1, 0,
                   (0.35, 0.88), Fraction(1, 16)),),
    (CoderMean("A", "blind", True, LRS, 20), CoderMean("B", "blind", True, LRS, 20)),
    (), ("10 of 20 finished trials have no valid codes and are left out",),
)  # fmt: skip


PAGE = """\
Study abc, scored by 2 blind coders: A and B

The hat, lab/one
                                                                  control    not
condition  wording    n      LRS           95%   chance  correct   failed  coded
────────────────────────────────────────────────────────────────────────────────
unseen     permuted  10     3.50  2.10 to 4.40     3.00      75%      20%   0/10
seen       permuted   0  unknown             -  unknown  unknown  unknown  10/10

                                                    LaMDA
condition  wording   texts   linear  ceiling    sd    LRS
─────────────────────────────────────────────────────────
unseen     permuted     10     3.50     4.00  1.50   3.74
seen       permuted     10  unknown  unknown     -      -

contrasts, lab/one
                                                coders
contrast  wording   passed         95%  chance  differ
──────────────────────────────────────────────────────
follows   permuted  6 of 9  35% to 88%    6.2%       1

domains, lab/one
domain          wording    cells  experiments   LRS           95%
─────────────────────────────────────────────────────────────────
Theory of Mind  permuted  1 of 2            1  3.50  2.10 to 4.40

                                 over      95% over
domain          wording   experiments   experiments
───────────────────────────────────────────────────
Theory of Mind  permuted         3.50  2.10 to 4.40

mean LRS by coder
coder  kind   in the mean  trials  draws   LRS
──────────────────────────────────────────────
A      blind  yes              20     10  3.50
B      blind  yes              20     10  3.50

method
LRS (0 to 5): computed from the marks of each trial; a failed control is treated
as the script says; averaged over coders, then samples, then draws
n: draws; texts: distinct texts in their trials; with one text, n counts replies
to it
95%: t interval of the draw means, with one pseudo-draw split between the ends
of the scale; not given below five draws
chance: LRS expected from guessing, controls passed; correct: proportion
correct, ignoring controls; linear: 1 + 4 x proportion correct, the score
without bands
control failed, no answer, off task: trials scored 0 for that reason; ceiling: 5
x the proportion of trials that passed the controls
not coded: trials without valid codes
unknown: no trial in the row has an LRS; -: there is no such figure
domain: mean of the paper's cells, and mean of the experiments; both 95%
intervals hold for these experiments only; t (df): interval that treats the
experiments as a sample of the domain, truncated at 0 and 5
a draw passes a contrast when all its questions are right; 95%: Wilson interval;
chance: probability of passing by guessing
10 of 20 finished trials have no valid codes and are left out"""


def test_a_page_of_eighty_columns() -> None:
    assert render_scores(SCORES, width=80) == PAGE


def test_a_simulated_participant_is_marked_in_every_table() -> None:
    simulated = replace(
        SCORES,
        simulated=True,
        trials=tuple(replace(one, simulated=True) for one in SCORES.trials),
        cells=tuple(replace(one, simulated=True) for one in SCORES.cells),
        experiments=tuple(replace(one, simulated=True) for one in SCORES.experiments),
        domains=tuple(replace(one, simulated=True) for one in SCORES.domains),
        contrasts=tuple(replace(one, simulated=True) for one in SCORES.contrasts),
    )
    levels = ("trial", "cell", "experiment", "domain")
    page = render_scores(simulated, levels=levels, width=200)
    titles = [
        line
        for line in page.splitlines()
        if "lab/one" in line or line.startswith("mean LRS by coder")
    ]
    assert titles == [
        "The hat, trials of lab/one: SIMULATED",
        "The hat, lab/one: SIMULATED",
        "contrasts, lab/one: SIMULATED",
        "experiments, lab/one: SIMULATED",
        "domains, lab/one: SIMULATED",
        "mean LRS by coder: SIMULATED",
    ]
    assert page.splitlines()[1] == (
        "SIMULATED, not data: rows with this label were answered by a program"
    )
    assert "SIMULATED" not in render_scores(SCORES, levels=levels, width=200)


def test_every_table_of_cells_has_the_same_columns_in_the_same_places() -> None:
    """What is worth a column for one experiment has it for all; only conditions may be missing."""
    half = replace(CELL, experiment="The cup", lenient=Figure(Fraction(4), 10), zeros={})
    flat = replace(CELL, experiment="The box", levels=(), disputed=2)
    cells = (CELL, half, flat)
    for width in (80, 140, 200):
        page = render_scores(
            replace(SCORES, cells=cells, contrasts=()), levels=("cell",), width=width
        )
        lines = page.splitlines()
        heads = [lines[lines.index(f"The {what}, lab/one") + 2] for what in ("hat", "cup", "box")]
        assert heads[0] == heads[1]
        assert heads[0].startswith("condition  wording")
        assert heads[2].strip() == heads[0].removeprefix("condition").strip()
    assert "lenient" in heads[0]
    plain = render_scores(replace(SCORES, cells=(CELL,)), levels=("cell",), width=200)
    assert "lenient" not in plain


def test_no_line_is_wider_than_the_screen() -> None:
    for width in (80, 100, 132):
        page = render_scores(SCORES, levels=("trial", "cell", "experiment", "domain"), width=width)
        assert max(map(len, page.splitlines())) <= width


def test_a_wide_screen_shows_more_figures() -> None:
    made = replace(SCORES, cells=(replace(CELL, lenient=Figure(Fraction(4), 10)), EMPTY))
    page = render_scores(made, width=200)
    heading = " ".join(page.splitlines()[3:5])
    for word in ("control", "linear", "strict", "lenient", "ceiling", "LaMDA"):
        assert word in heading, page


def test_another_treatment_of_failed_controls_is_next_to_the_score() -> None:
    page = render_scores(SCORES, gate="exclude", width=100)
    row = next(line for line in page.splitlines() if line.startswith("unseen"))
    assert row.split()[:9] == [
        "unseen", "permuted", "10", "3.50", "2.10", "to", "4.40", "3.00", "75%",
    ]  # fmt: skip
    assert "4.00" in row.split()
    assert "which trials drop out may differ" in page.replace("\n", " ")


def test_what_coders_made_of_the_rule_is_one_table_below_the_cells() -> None:
    odd = replace(
        CELL,
        overrides=Overrides(20, 3, Fraction(-1, 10)),
        first=FirstGiven(4, Fraction(3), Fraction(13, 4)),
    )
    more = replace(odd, levels=(("seen", "seen"),), first=FirstGiven())
    made = replace(SCORES, cells=(odd, more, EMPTY), contrasts=())
    page = render_scores(made, levels=("cell",), width=120)
    title = "LRS changed by coders, and LRS given before any mark, lab/one"
    below = page.splitlines()[page.splitlines().index(title) :]
    assert below[:6] == [
        title,
        "                           rule  coders  given  coders'  rule",
        "condition  wording   overridden  - rule  first      LRS   LRS",
        "─────────────────────────────────────────────────────────────",
        "unseen     permuted     3 of 20   -0.10      4     3.00  3.25",
        "seen       permuted     3 of 20   -0.10      0        -     -",
    ]
    assert "rule overridden: how often" in page


def test_lost_trials_are_next_to_the_mean_that_they_could_have_changed() -> None:
    odd = replace(
        CELL,
        technical=1,
        technical_share=Fraction(1, 10),
        bounds=(Fraction(3), Fraction(7, 2)),
        addition=True,
    )
    made = replace(SCORES, cells=(odd, EMPTY), contrasts=())
    page = render_scores(made, levels=("cell",), width=140)
    row = next(line for line in page.splitlines() if line.startswith("unseen"))
    assert "1/10  3.00 to 3.50" in row
    assert "LRS bounds: the mean if every lost trial" in page
    assert "additions to the paper's cells, not in any mean of a domain: The hat, unseen" in page


@pytest.mark.parametrize(
    ("role", "coders", "provisional", "words"),
    [
        ("blind", ("A",), False, "by 1 blind coder: A"),
        (
            "blind+author",
            ("A", "C"),
            False,
            "by 2 coders, including authors who are not blind: A and C",
        ),
        ("adjudicated", ("A", "B"), False, "by 2 blind coders, adjudicated: A and B"),
        ("judge openai/x", ("judge openai/x",), False, "by the judge openai/x alone"),
        ("blind", (), False, "by nobody yet: no valid codes have been collected"),
        (
            "matcher (provisional)",
            ("matcher",),
            True,
            "automatically (provisional: nobody",
        ),
    ],
)
def test_who_the_scores_are_by_is_said(
    role: str, coders: tuple[str, ...], provisional: bool, words: str
) -> None:
    made = replace(SCORES, role=role, coders=coders, provisional=provisional)
    assert words in render_scores(made, width=200)


def test_names_are_made_visible() -> None:
    """An escape sequence in a title or a model's name reaches nobody's terminal."""
    evil = "\x1b[2J\u202ehat"
    cell = replace(CELL, experiment=evil, model=evil, levels=(("seen", evil),))
    made = replace(
        SCORES,
        cells=(cell,),
        trials=(replace(TRIAL, experiment=evil, model=evil, status=evil),),
        coders=(evil,),
        coder_means=(CoderMean(evil, "blind", True, LRS, 1),),
        notes=(evil,),
        mended=(evil,),
        domains=(replace(SCORES.domains[0], domain=evil, model=evil),),
        experiments=(replace(SCORES.experiments[0], experiment=evil, model=evil),),
        contrasts=(replace(SCORES.contrasts[0], contrast=evil, experiment=evil, model=evil),),
    )
    page = render_scores(made, levels=("trial", "cell", "experiment", "domain"), width=120)
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert "␛[2J<U+202E>hat" in page
