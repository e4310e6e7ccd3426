"""The best that a rule without understanding gets in a cell."""

from __future__ import annotations

from fractions import Fraction

from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.loading import check_text
from runners.check.best_player import MOST, BestPlayer, best_player

SCRIPT = """\
experiment The jar

design
    runs 4
    wording original

procedure
    say: There is a red jar and a blue jar. Otto puts a coin into the blue jar.
    separately
        test first
            ask: Where is the coin?
            choices:
                in the red jar
                in the blue jar
            answer: in the blue jar
            wrong: in the red jar
        test second
            ask: Where is no coin?
            choices:
                in the red jar
                in the blue jar
            answer: in the red jar
            wrong: in the blue jar
        test third
            ask: Where does Otto look?
            choices:
                in the red jar
                in the blue jar
            answer: in the blue jar
            wrong: in the red jar
        test fourth
            ask: Where was the coin put?
            choices:
                in the red jar
                in the blue jar
            answer: in the blue jar
            wrong: in the red jar
"""


def experiment(text: str) -> Experiment:
    loaded = check_text(text, "jar.dev")
    assert loaded.experiment is not None, loaded.faults
    return loaded.experiment


def test_the_rule_with_the_highest_lrs_is_named_with_what_it_gets() -> None:
    script = experiment(SCRIPT)
    (cell,) = cells(script)
    # The blue jar, named last, is right three times in four, which is the band of 4.
    assert best_player(Expander(script), cell, (1, 2, 3)) == BestPlayer(
        "last mentioned", Fraction(4), Fraction(3, 4), 3
    )


def test_no_more_draws_are_played_than_say_anything_new() -> None:
    script = experiment(SCRIPT)
    (cell,) = cells(script)
    found = best_player(Expander(script), cell, range(1, 1000))
    assert found is not None
    assert found.draws == MOST


def test_without_a_draw_no_rule_is_best() -> None:
    script = experiment(SCRIPT)
    (cell,) = cells(script)
    assert best_player(Expander(script), cell, ()) is None
