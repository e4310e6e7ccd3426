"""Two sorting games: on which side a card goes follows from the rule told last."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from dsl.trial import Question, Trial, turns
from runners.check.validity import results
from tests.experiments.told import expander, trials
from tests.shell import ROOT

SCRIPT = ROOT / "additions" / "card_sort.dev"
RULE = r"Cards (?:that are|with an?) ([\w ]+) go left, and cards (?:that are|with an?) ([\w ]+) go"
CARD = r"This card shows an? ([\w ]+)\."


@dataclass
class Game:
    """A game of a trial: what goes left and right, and each card with its key."""

    left: str
    right: str
    cards: list[tuple[str, str]]

    def side(self, card: str) -> str:
        """The side of a card, which has a word of one of the two."""
        goes_left, goes_right = (word in card.split() for word in (self.left, self.right))
        assert goes_left is not goes_right
        return "Left" if goes_left else "Right"


def key(question: Question) -> str:
    """The only right answer."""
    ((right,),) = (clause.phrases for clause in question.key.answer)
    return right.text


def games(trial: Trial) -> Iterator[Game]:
    """Both games, as they are told."""
    (session,) = trial.sessions
    for turn in turns(session.nodes):
        told = " ".join(map(str, turn.says))
        if rules := re.findall(RULE, told):
            ((left, right),) = rules
            game = Game(left, right, [])
        if turn.question is not None and turn.question.name in ("first", "second"):
            (card,) = re.findall(CARD, turn.question.text)
            game.cards.append((card, key(turn.question)))
            if len(game.cards) == 6:
                yield game


def test_a_card_goes_where_the_rule_of_the_game_that_is_played_sends_it() -> None:
    for trial in trials(SCRIPT):
        first, second = games(trial)
        for game in (first, second):
            assert all(game.side(card) == right for card, right in game.cards)
            assert Counter(right for _, right in game.cards) == {"Left": 3, "Right": 3}
        rules_differ = {first.left, first.right}.isdisjoint({second.left, second.right})
        assert rules_differ is (trial.cell.condition == "switch")


def test_who_goes_on_with_the_first_game_is_right_in_all_cards_or_none() -> None:
    for trial in trials(SCRIPT):
        first, second = games(trial)
        right = sum(first.side(card) == side for card, side in second.cards)
        assert right == (0 if trial.cell.condition == "switch" else 6)


def test_each_card_has_the_colour_of_one_tray_and_the_shape_of_the_other() -> None:
    for trial in trials(SCRIPT):
        (session,) = trial.sessions
        told = str(turns(session.nodes)[0].says[0])
        ((left, right),) = re.findall(r"picture of an? (\w+ \w+), .* that of an? (\w+ \w+)\.", told)
        (colour, shape), (other_colour, other_shape) = left.split(), right.split()
        for game in games(trial):
            cards = Counter(card for card, _ in game.cards)
            assert cards == {f"{colour} {other_shape}": 3, f"{other_colour} {shape}": 3}


def test_the_rule_asked_for_at_the_end_is_that_of_the_second_game() -> None:
    for trial in trials(SCRIPT):
        _, second = games(trial)
        asked = [turn.question for turn in turns(trial.sessions[0].nodes)]
        (rule,) = (one for one in asked if one is not None and one.name == "rule")
        assert key(rule).split()[-1] == second.left


def test_five_of_six_pass_the_second_game() -> None:
    one = expander(SCRIPT).experiment
    passed = {
        found.player: {one.value for row in found.trials for one in row.measured}
        for found in results(one, runs=2, names=["oracle", "lure"])
    }
    assert passed == {"sim/oracle": {1}, "sim/lure": {0}}
