"""W652: how often a player passes a contrast, where conditions share their draws."""

from __future__ import annotations

from fractions import Fraction

import pytest

from coders.contrasts import chance
from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.faults.players import ShortcutPasses
from dsl.loading import check_text
from runners.check.marking import Marking
from runners.check.players import RULES
from runners.check.shortcuts import LOOK, PassRate, passing, shortcut_faults
from runners.check.units import played

ORDERS = """experiment Four places

conditions weather
    sun
    rain
    snow
    fog

versions story
    stays
    moved

design
    seed SEED
    contrast follows the coin
        place across story

procedure
    say by weather
        sun: The sun shines.
        rain: It rains.
        snow: It snows.
        fog: It is foggy.
    say by story
        stays: The coin is put into the jar, and stays there.
        moved: The coin is put into the jar, and then into the tin.
    test place
        ask: Where is the coin?
        choices shuffled:
            in the jar
            in the tin
            in the box
            in the bag
        answer by story
            stays: in the jar
            moved: in the tin
"""
"""The right answer is shown first in both stories by chance alone, and then in all weathers."""

ONE = """experiment One of three

conditions weather
    sun
    rain
    snow

versions story
    stays
    moved

design
    contrast knows where it is
        there across story

procedure
    say by weather
        sun: The sun shines.
        rain: It rains.
        snow: It snows.
    say by story
        stays: The cup stays on the shelf.
        moved: The cup was on the shelf and is on the table now.
    test there
        ask by weather
            sun: Has the cup been on the shelf?
            rain or snow: Is the cup on the shelf?
        answer by weather, story
            sun: yes
            rain or snow and stays: yes
            rain or snow and moved: no
        wrong:
            yes
            no
"""

LATER = """experiment Only some weathers

conditions weather
    sun
    rain
    snow

versions story
    stays
    moved

design
    seed SEED
    contrast knows where it is
        place across story

procedure
    say: The coin is put into the jar.
    when moved
        say: Then it is put into the tin.
    separately
        when rain or snow
            test place
                ask: Where is the coin?
                choices shuffled:
                    in the jar
                    in the tin
                    in the box
                    in the bag
                answer by story
                    stays: in the jar
                    moved: in the tin
        test weather
            ask: What is the weather like?
            choices shuffled:
                sunny
                rainy
                snowy
            answer by weather
                sun: sunny
                rain: rainy
                snow: snowy
"""


def experiment(text: str) -> Experiment:
    found = check_text(text, "c.dev")
    assert found.experiment is not None, [fault.message() for fault in found.faults]
    return found.experiment


def found(text: str) -> list[PassRate]:
    """Every player that passes the contrast too often in so many draws as `check` plays."""
    expander = Expander(experiment(text))
    trials = [
        played(expander.trial(cell, draw=draw))
        for cell in cells(expander.experiment, wordings=("original",))
        for draw in range(1, LOOK + 1)
    ]
    (contrast,) = expander.experiment.design.contrasts
    return list(passing(contrast, trials, Marking()))


def passes(text: str, player: str, *, within: str = "") -> dict[str, set[int]]:
    """The draws in which a player gets every question of the contrast right, by condition (or
    `within` one alone): counted from the trials alone.
    """
    expander = Expander(experiment(text))
    told: dict[str, set[int]] = {}
    marking = Marking()
    for cell in cells(expander.experiment, wordings=("original",)):
        if within and cell.condition != within:
            continue
        for draw in range(1, LOOK + 1):
            units = [
                unit
                for unit in played(expander.trial(cell, draw=draw)).units
                if unit.question.name in {"place", "there"}
            ]
            if units and marking.all_right(RULES[player], units):
                told.setdefault(cell.condition, set()).add(draw)
    return told


def at_seed(text: str, player: str, many: int, *, first: int = 1) -> str:
    """The script with the first seed, from `first` on, at which a player is right so often."""
    for seed in range(first, 400):
        seeded = text.replace("SEED", str(seed))
        told = passes(seeded, player, within="snow")
        if len(told.get("snow", ())) == many:
            return seeded
    raise AssertionError("no such seed")


def test_what_comes_about_in_one_draw_counts_once_though_all_conditions_have_it() -> None:
    """A guesser passes 1 of 16: of 24 draws 1.5. Four are not more than twice that and one; the
    same four, counted in four conditions, would be 16 of 96, of which he passes 6.
    """
    text = at_seed(ORDERS, "first choice shown", 4)
    told = passes(text, "first choice shown")
    assert list(told) == ["sun", "rain", "snow", "fog"]
    assert len({frozenset(draws) for draws in told.values()}) == 1, "conditions share their draws"
    assert 1 + 2 * Fraction(96, 16) < 16
    assert [one.player for one in found(text) if one.player == "first choice shown"] == []


def test_a_fifth_draw_is_more_than_guessing_explains() -> None:
    text = at_seed(ORDERS, "first choice shown", 5, first=137)
    (one,) = (one for one in found(text) if one.player == "first choice shown")
    assert (one.passed, one.draws, one.where) == (5, LOOK, " in sun")


def test_a_shortcut_through_one_condition_is_not_hidden_by_the_others() -> None:
    """In all 24 draws of one condition of three: of 72 a guesser of two answers passes 18."""
    text = ONE
    assert {name: len(draws) for name, draws in passes(text, "always yes").items()} == {"sun": LOOK}
    assert 1 + 2 * Fraction(3 * LOOK, 4) > LOOK
    assert ("always yes", LOOK, LOOK, " in sun") in [
        (one.player, one.passed, one.draws, one.where) for one in found(text)
    ]
    (fault,) = (
        one
        for one in shortcut_faults(Expander(experiment(text), dealt=True))
        if isinstance(one, ShortcutPasses)
    )
    assert fault.message() == (
        "the shortcut `sim/always-yes` passes the contrast "
        "`knows where it is` in 24 of 24 draws in sun"
    )


@pytest.mark.parametrize("many", [1, 2, 4])
def test_a_condition_without_the_question_does_not_make_chance_unknown(many: int) -> None:
    """In the first condition nothing is compared; in the others a few passes are guessing."""
    text = at_seed(LATER, "first choice shown", many)
    expander = Expander(experiment(text))
    (contrast,) = expander.experiment.design.contrasts
    odds = [
        chance([expander.trial(cell, draw=1)], contrast)
        for cell in cells(expander.experiment, wordings=("original",))
    ]
    assert odds == [None, Fraction(1, 16), Fraction(1, 16)]
    assert [one for one in found(text) if one.player == "first choice shown"] == []
