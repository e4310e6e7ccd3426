"""Players that explore a machine: what they say is read as what they meant."""

from __future__ import annotations

from itertools import combinations
from random import Random

from coders.reply_outcomes import reply_outcome
from dsl.expand import Expander, cells
from dsl.loading import check_text
from dsl.trial import Question, turns
from runners.check.taking import TakenTrial
from runners.participants.sim import simulated
from runners.participants.sim.keys import Saying
from runners.participants.sim.wording import ways

BLOCKS = ("pink", "navy", "olive", "amber", "coral", "ivory")
TEXT = """experiment Six blocks
colours
    rose: pink
    blue: navy
    green: olive
    brown: amber
    red: coral
    white: ivory
machine lamp
    offers: {rose}, {blue}, {green}, {brown}, {red}, {white}
    outcomes: It is on. | It is off.
    needs RULE
procedure
    say: Here are the blocks: {rose}, {blue}, {green}, {brown}, {red} and {white}.
    explore lamp, at most 30 tries
        ask: Which do you put on the lamp? Or say "{done}".
        then
            tried: On it: {things}. {outcome}
            done: Good.
            unclear, ask again at most 2 times: Please name blocks.
    separately
        test blue
            ask: Is the {blue} block needed?
            answer part of lamp: {blue}
        test brown
            ask: Is the {brown} block needed?
            answer part of lamp: {brown}
"""


def expander(rule: str = "two of: {blue}, {brown}") -> Expander:
    loaded = check_text(TEXT.replace("RULE", rule), "six.dev")
    assert loaded.experiment is not None, [fault.message() for fault in loaded.faults]
    return Expander(loaded.experiment)


def first(one: Expander) -> Question:
    question = turns(one.trial(cells(one.experiment)[0], draw=1).sessions[0].nodes)[0].question
    assert question is not None
    return question


def test_in_whatever_words_a_set_is_named_it_is_read_as_that_set() -> None:
    """Or, in few of the ways, as unclear; never as another set, and never as the end."""
    question = first(expander())
    assert question.attempt is not None
    offers = question.attempt.offers
    sets = [c for n in (1, 2, 3, 4, 6) for c in combinations(offers, n)]
    said = unclear = 0
    for chosen in Random(3).sample(sets, 25):
        named = {slot for slot, _ in chosen}
        unsaid = tuple(phrase.text for slot, phrase in offers if slot not in named)
        saying = Saying(tuple(phrase for _, phrase in chosen), (*unsaid, "done"))
        for reply in ways(saying, question, ()):
            outcome = reply_outcome(reply, question)
            said += 1
            unclear += outcome == "unclear"
            meant = f"tried {', '.join(slot for slot, _ in chosen)}"
            assert outcome in (meant, "unclear"), reply
    assert said > 250
    assert unclear <= 0.02 * said


def test_explorers_learn_as_their_ways_let_them() -> None:
    """The best one all there is; one at random less of it for each try; one with a wrong rule does
    not find the right one.
    """
    bits = {}
    for name in ("information-gain", "random-explorer", "wrong-rule"):
        gained, tries, settled = 0, 0, 0
        for rule in (
            "two of: {blue}, {brown}",
            "any of: {rose}, {red}",
            "all of: {rose}, {blue}, {white}",
        ):
            one = expander(rule)
            (cell,) = cells(one.experiment, wordings=("permuted",))
            taken = TakenTrial(one, cell, 1).taken_by(simulated(name), whole=True)
            (came,) = taken.trial.sessions[0].explorations
            gained += came.left[0].bit_length() - came.left[-1].bit_length()
            tries += len(came.tries)
            settled += came.left[-1] == 1
        bits[name] = gained / tries
        assert (settled == 3) is (name == "information-gain")
    assert bits["information-gain"] > bits["random-explorer"]
    assert bits["information-gain"] > bits["wrong-rule"]
