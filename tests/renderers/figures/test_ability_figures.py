"""Profiles of groups of a bank: rows by stage, every participant, baselines, and words for them."""

from __future__ import annotations

from fractions import Fraction

from dsl.scoring import ACCURACY, AGGREGATE, CALIBRATED, ScoreLevel
from renderers.figures.abilities import MOST_BESIDE, ability_figures
from renderers.rows.measures import Figure
from renderers.rows.questions import Baseline, Blind, KindFigure, KindScore

HOSTILE = 'a<b>"&\u202e'


def rows(
    *models: str, condition: str = "", simulated: bool = False, stages: bool = True
) -> tuple[KindScore, ...]:
    """Two groups in a stage and one without, for each model."""
    found = []
    for number, model in enumerate(models):
        levels = [
            (ScoreLevel.CELL, "", ()),
            *((ScoreLevel.GROUP, name, ()) for name in ("shape", HOSTILE, "number")),
            *([(ScoreLevel.STAGE, "early", ("shape", HOSTILE))] if stages else []),
            (ScoreLevel.MACRO, "", ()),
        ]
        for level, group, groups in levels:
            figure = Figure(Fraction(1 + number, 10), 8, 0.2, (-0.31, 0.52), ci_method="t")
            blind = tuple(
                Baseline(rule, "" if rule is Blind.LONGEST else "B", Fraction(at, 5))
                for at, rule in enumerate(Blind)
            )
            found.append(
                KindScore(
                    "Bank", condition, (), "original", model, simulated, level, 16, 0,
                    tuple(
                        KindFigure(kind, True, figure, Fraction(1, 4), blind)
                        for kind in (ACCURACY, CALIBRATED, AGGREGATE)
                    ),
                    group=group, items=8, draws=2, groups=groups,
                )
            )  # fmt: skip
    return tuple(found)


def test_one_figure_has_all_groups_stages_and_participants() -> None:
    (figure,) = ability_figures(rows("test/one", HOSTILE))
    for svg in (figure.wide, figure.narrow):
        words = [svg.find(f">{one}<") for one in ("early", "shape", "mean of the stage", "number")]
        assert -1 not in words
        assert words == sorted(words)
        assert "<b>" not in svg
        assert ">0, chance<" in svg
        assert ">the best letter in the order shown<" in svg
    assert "SIMULATED" not in figure.wide
    assert "test/one, stage early: 10 (-31 to 52), 8 items." in figure.alt
    table = str(figure.table)
    assert table.count("<tr") == 1 + 2 * 5
    assert "<b>" not in table
    assert "(B)" in table
    # The aggregate accuracy of `shape` is the third kind of the second row.
    assert 'data-from="5/mean"' in table


def test_simulated_participants_are_plain_and_many_have_drawings_of_their_own() -> None:
    many = ability_figures(rows(*(f"m/{n}" for n in range(MOST_BESIDE + 1)), simulated=True))
    assert [figure.title.count("part") for figure in many] == [1, 1]
    assert all("SIMULATED" in figure.wide for figure in many)
    assert len({figure.name for figure in many}) == 2


def test_of_many_conditions_the_first_is_drawn() -> None:
    four = [one for c in "abcd" for one in rows("m", condition=c)]
    assert len(ability_figures(four)) == 4
    (figure,) = ability_figures([*four, *rows("m", condition="e")])
    assert figure.title.startswith("Profile by group, Bank, a:")


def test_without_groups_there_is_no_profile() -> None:
    assert ability_figures([one for one in rows("m") if one.level is ScoreLevel.CELL]) == ()
