"""A study of many experiments on one screen: nothing is drowned, and additions stay apart."""

from __future__ import annotations

from fractions import Fraction

from dsl.record import replace
from renderers.rows.measures import Figure
from renderers.rows.scores import (
    ContrastScore,
    DomainScore,
    Published,
    PublishedLRS,
    StudyScores,
    TellingApart,
)
from renderers.tables.summary import render_summary
from tests.renderers.score_cells import CELL, of

LRS = Figure(Fraction(7, 2), 10, 1.5, (2.1, 4.4))
SHARE = Figure(Fraction(3, 4), 10, 0.2, (0.5, 0.9))

HAT = replace(
    CELL, domain="Theory of Mind", levels=(("seen", "unseen"),), lrs=LRS, linear=LRS, share=SHARE,
    told_again=True, own_share=of(Fraction(1, 2)), twin_share=of(Fraction(5, 6)),
    chance=Fraction(3), zeros={"gate_failed": Fraction(1, 10)}, undecided=2,
    reference=PublishedLRS("LaMDA", "3.74", Fraction("3.74")),
)  # fmt: skip
PERMUTED = replace(HAT, wording="permuted", n_texts=10, zeros={}, undecided=0)
CUP = replace(CELL, experiment="The cup", scored=0, undecided=10)
BOX = replace(PERMUTED, experiment="The box", addition=True, levels=(), reference=None)
FOLLOWS = ContrastScore(
    "The hat", "follows what was seen", "unseen", "original", "lab/one", False, 8, Fraction(6), 1,
    1, (0.4, 0.9), Fraction(1, 16),
)  # fmt: skip
SUMMARY = StudyScores(
    "abc", False, "matcher", True, (), 40, (), (HAT, PERMUTED, CUP, BOX), (),
    (DomainScore("Theory of Mind", "original", "lab/one", False, 1, 0, 0, ("The hat",), LRS.mean,
                 LRS.mean, LRS.mean, LRS.mean, (2.1, 4.4), (2.1, 4.4), None,
                 Published("LaMDA", Fraction("3.74"), Fraction("3.74"))),
     DomainScore("Perception", "permuted", "lab/one", False, 0, 0, 1, (), None, None, None, None,
                 None, None, None)),
    (FOLLOWS, replace(FOLLOWS, wording="permuted", n=10, split=0, undecided=0),
     replace(FOLLOWS, experiment="The box", condition="")),
    (), (), (), (TellingApart("lab/one", 10, 10, 10, 1.4, 1.06, 2.21),),
)  # fmt: skip

PAGE = """\
3 experiments, provisional scores

cells, lab/one
                                                           own  matched  control    needs  LaMDA
wording      n      LRS           95%   chance  correct  story  stories   failed  a human    LRS
────────────────────────────────────────────────────────────────────────────────────────────────
THEORY OF MIND
The hat: unseen
  original  10     3.50  2.10 to 4.40     3.00      75%    50%      83%      10%     2/10   3.74
  permuted  10     3.50  2.10 to 4.40     3.00      75%    50%      83%       0%     0/10   3.74
NO DOMAIN
The cup
  original   0  unknown             -  unknown  unknown      -        -  unknown    10/10      -
ADDITIONS TO THE PAPER'S CELLS, NOT IN ANY MEAN
+ The box
  permuted  10     3.50  2.10 to 4.40     3.00      75%    50%      83%       0%     0/10      -

wording     texts
─────────────────
THEORY OF MIND
The hat: unseen
  original      1
  permuted     10
NO DOMAIN
The cup
  original      1
ADDITIONS TO THE PAPER'S CELLS, NOT IN ANY MEAN
+ The box
  permuted     10

domains, lab/one
                                                                                over      95% over
domain          wording   cells  experiments   LRS           95%  LaMDA  experiments   experiments
──────────────────────────────────────────────────────────────────────────────────────────────────
Theory of Mind  original      1            1  3.50  2.10 to 4.40   3.74         3.50  2.10 to 4.40

                          LaMDA, over
domain          wording   experiments
─────────────────────────────────────
Theory of Mind  original         3.74

contrasts, lab/one
                                     passed,   passed,      not
contrast                 condition  original  permuted  decided  chance
───────────────────────────────────────────────────────────────────────
The hat
  follows what was seen  unseen       6 of 8   6 of 10        2    6.2%
+ The box
  follows what was seen               6 of 8         -        2    6.2%

precision
lab/one, 10 draws per cell (sd 1.40): the margin of error of an LRS in mid-scale is about ±1.1;
differences of 2.2 are detected with 80% power

notes
LRS (0 to 5) is provisional: scored automatically; undecided trials are left out
n: draws; 95%: t interval of the draw means, with one pseudo-draw split between the ends of the
scale; not given below five draws
correct: proportion correct, ignoring control questions; own story, matched stories: the same for
the paper's story and its variants (- without versions)
chance: LRS expected from guessing, controls passed; control failed: trials scored 0 because a
control question was failed
unknown: no trial in the row has an LRS; -: there is no such figure
domain: mean of the paper's cells, and mean of the experiments; both 95% intervals (MOVER) hold for
these experiments only; t (df): interval that treats the experiments as a sample of the domain,
truncated at 0 and 5
LaMDA: published value for the cell; for domains the mean of the same cells, - if any has no
published value; no interval is available
a draw passes a contrast when all its questions are right; intervals and further columns: `devrun
score --by cell`"""


def test_the_whole_page() -> None:
    assert render_summary(SUMMARY, width=100) == PAGE


def test_no_line_is_wider_than_the_screen_and_the_own_story_stays_next_to_the_lrs() -> None:
    for width in (80, 100, 160):
        page = render_summary(SUMMARY, width=width)
        assert max(map(len, page.splitlines())) <= width
        row = next(line for line in page.splitlines() if line.startswith("  original"))
        assert {"3.50", "75%", "50%", "83%", "2/10"} <= set(row.split())


def test_what_is_not_there_is_said() -> None:
    page = render_summary(SUMMARY, missing=4, width=100)
    assert page.splitlines()[1] == "INCOMPLETE: 4 of 44 planned trials are missing"


def test_simulated_participants_are_marked_in_every_table() -> None:
    other = replace(HAT, model="sim/child", simulated=True)
    made = replace(SUMMARY, cells=(HAT, other))
    page = render_summary(made, width=100)
    assert page.splitlines()[0].endswith(": in part SIMULATED, not data (sim/child)")
    assert "cells, sim/child: SIMULATED" in page
    assert "cells, lab/one: SIMULATED" not in page


def test_lost_trials_have_a_column_where_there_are_some() -> None:
    page = render_summary(replace(SUMMARY, cells=(replace(HAT, technical=1),)), width=100)
    head = page.splitlines()[4]
    assert "lost" in head
    assert "lost" not in render_summary(SUMMARY, width=100).splitlines()[4]


def test_names_reach_no_terminal_as_they_are() -> None:
    evil = "\x1b[2J\u202ehat"
    cell = replace(
        HAT,
        experiment=evil,
        levels=((evil, evil),),
        domain=evil,
        model=evil,
        reference=PublishedLRS(evil, evil, Fraction(3)),
    )
    contrast = replace(FOLLOWS, experiment=evil, contrast=evil, condition=evil, model=evil)
    domain = replace(SUMMARY.domains[0], domain=evil, model=evil)
    made = replace(
        SUMMARY, cells=(cell,), domains=(domain,), contrasts=(contrast,), telling_apart=()
    )
    page = render_summary(made, width=160)
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert "␛[2J<U+202E>hat: ␛[2J<U+202E>hat" in page
