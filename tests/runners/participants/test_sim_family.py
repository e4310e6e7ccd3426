"""The simulated family as a whole: marked, seeded, and given no more than they may know."""

from __future__ import annotations

from collections import Counter

import pytest
from voices import ask, asked, call_for

from dsl.trial import Question
from runners.participants.base import Call, Finish, Hints
from runners.participants.sim import FAMILY, NAMES, simulated
from runners.participants.sim.chance import Chance

KEYED = (
    "oracle", "lure", "reality", "inattentive", "child", "likert", "learner", "erased",
    "garbled", "unmoved", "follower", "forgetful",
    "information-gain", "random-explorer", "wrong-rule",
)  # fmt: skip
PLACES = asked(right=("drawer",), wrong=("jar",))
CHOICES = asked(
    "Which one?", right=("The jar",), wrong=("The drawer",), options=("The drawer", "The jar")
)


def test_the_family_is_complete() -> None:
    complete = (
        *KEYED,
        "random",
        "first-mentioned",
        "last-mentioned",
        "most-frequent-noun",
        "longest",
        "perceptual-match",
        "always-yes",
        "always-both",
        "always-helps",
        "cannot-tell",
        "no-preference",
        "hedger",
        "rambling",
        "refuser",
        "silent",
    )
    assert complete == NAMES
    assert tuple(member.name for member in FAMILY if member.sees_key) == KEYED


@pytest.mark.parametrize("name", NAMES)
def test_each_is_marked_as_simulated_and_has_an_identity_of_its_own(name: str) -> None:
    player = simulated(name)
    assert (player.name, player.simulated, player.notes) == (f"sim/{name}", True, ())
    identity = player.identity()
    assert (identity["provider"], identity["model"]) == ("sim", name)
    assert identity["version"].isdecimal()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("question", [PLACES, CHOICES, None], ids=["open", "choices", "listen"])
def test_the_same_call_gets_the_same_reply(name: str, question: Question | None) -> None:
    call = call_for(question)
    assert ask(simulated(name), call) == ask(simulated(name), call)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in KEYED])
@pytest.mark.parametrize("question", [PLACES, CHOICES], ids=["open", "choices"])
def test_a_reader_is_not_helped_by_a_key_that_is_handed_over_by_mistake(
    name: str, question: Question
) -> None:
    full = call_for(question, hints=Hints(reality=PLACES))
    bare = Call(full.key, full.messages)
    assert ask(simulated(name), full) == ask(simulated(name), bare)


def test_silence_is_an_empty_reply_and_everything_else_a_whole_one() -> None:
    finishes = {name: ask(simulated(name), call_for(PLACES)).finish for name in NAMES}
    assert finishes.pop("silent") is Finish.EMPTY
    assert set(finishes.values()) == {Finish.STOP}


def test_usual_probabilities_are_no_part_of_a_name_and_unusual_ones_are_another_identity() -> None:
    usual, spelt, unusual = (
        simulated(name) for name in ("child", "child?gate=0.95&p=.7", "child?p=0.50")
    )
    assert (usual.name, spelt.name, unusual.name) == ("sim/child", "sim/child", "sim/child?p=0.5")
    assert usual.identity() == spelt.identity()
    assert usual.identity() | {"parameters": '{"gate":0.95,"p":0.5}'} == unusual.identity()


def test_chance_is_the_same_everywhere() -> None:
    """Written down once: another machine or Python that differs here would differ in replies."""
    chance = Chance("sim/random", "key")
    assert [chance.below(100) for _ in range(5)] == [8, 90, 94, 35, 14]


def test_chance_is_even_and_two_things_are_never_one() -> None:
    chance = Chance("even")
    counts = Counter(chance.choice("abcd") for _ in range(4000))
    assert all(900 < count < 1100 for count in counts.values())
    assert all(one != other for one, other in (chance.two("abc") for _ in range(200)))
    happened = sum(chance.happens(0.7) for _ in range(4000))
    assert 2680 < happened < 2920
    assert not chance.happens(0.0)
    assert chance.happens(1.0)


def test_seeds_of_joined_words_do_not_run_together() -> None:
    assert Chance("ab", "c").fraction() != Chance("a", "bc").fraction()
