"""The typed keys of the causal scripts are what their evidence singles out, and nothing else is.

A key that follows from how a machine truly works, and not from what was told of it, asks the
participant to guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from dsl.expand import Expander, cells
from dsl.expanding.machines import Hypothesis, Standing, evidence, fitting, outcome_of, what_works
from dsl.experiment import Experiment, MachineRule
from dsl.loading import load
from dsl.trial import Question, Session, Trial, turns
from tests.expanded import experiment_in
from tests.shell import EXPERIMENTS, ROOT

BLOCKS = ("green", "brown", "grey")
SCRIPTS = {
    "blicket_hypothesis": EXPERIMENTS / "blicket_hypothesis.dev",
    "causal_training": ROOT / "additions" / "causal_training.dev",
}
DRAWS = 12

Told = tuple[Mapping[str, str], Trial, Session]


def script(name: str) -> Experiment:
    return experiment_in(load(SCRIPTS[name]))


def stories(experiment: Experiment) -> Iterator[Told]:
    """Every story of every cell in every draw, with its levels."""
    expander = Expander(experiment)
    for cell in cells(experiment, wordings=("original",)):
        for draw in range(1, DRAWS + 1):
            trial = expander.trial(cell, draw=draw)
            for session in trial.sessions:
                yield dict((*cell.levels, *session.levels)), trial, session


def fits(experiment: Experiment, machine: str, levels: Mapping[str, str]) -> tuple[Hypothesis, ...]:
    """The ways of working that agree with all evidence about the machine."""
    (found,) = (one for one in experiment.machines if one.name == machine)
    return fitting(found, levels)


def key(session: Session, name: str) -> str | None:
    """The one accepted answer to the question of this name; None where it is not asked."""
    found = [
        turn.question
        for turn in turns(session.nodes)
        if isinstance(turn.question, Question) and turn.question.name == name
    ]
    if not found:
        return None
    (clause,) = found[0].key.answer
    (phrase,) = clause.phrases
    return phrase.text


def named(trial: Trial, text: str | None) -> frozenset[str]:
    """The parts (by slot) whose words of this draw stand in a key."""
    assert text is not None
    words = dict(trial.words)
    return frozenset(part for part in BLOCKS if words[part] in text.casefold().split())


def conjunctive(one: Hypothesis) -> bool:
    """Whether the machine needs more than one thing, in all that it speaks of."""
    return one.rule is not MachineRule.ANY and len(one.things) > 1


def test_where_all_is_shown_one_way_of_working_is_left_and_the_keys_follow() -> None:
    experiment = script("blicket_hypothesis")
    for levels, trial, session in stories(experiment):
        if levels["tries"] != "all told":
            continue
        (only,) = fits(experiment, "third", levels)
        assert conjunctive(only) == (levels["evidence"] == "conjunctive")
        assert named(trial, key(session, "which")) == set(only.things)
        fewest = what_works((only,), BLOCKS)
        assert tuple(sorted(named(trial, key(session, "fewest")))) in {
            tuple(sorted(things)) for things in fewest
        }


def test_no_other_choice_for_the_fewest_blocks_is_right_too() -> None:
    """Either block of the disjunctive machine is enough; one of them only is among the choices."""
    experiment = script("blicket_hypothesis")
    for levels, trial, session in stories(experiment):
        for turn in turns(session.nodes):
            if turn.question is not None and turn.question.name == "fewest":
                offered = [named(trial, option) for option in turn.question.options]
                smallest = {
                    frozenset(t) for t in what_works(fits(experiment, "third", levels), BLOCKS)
                }
                assert len([one for one in offered if one in smallest]) == 1


def test_likeness_can_be_told_just_where_one_demonstration_alone_agrees() -> None:
    experiment = script("blicket_hypothesis")
    for levels, trial, session in stories(experiment):
        if levels["tries"] != "all told":
            continue
        (third,) = fits(experiment, "third", levels)
        patterns = {
            "conjunctive demonstration": dict(trial.words)["striped"],
            "disjunctive demonstration": dict(trial.words)["dotted"],
        }
        agree = [
            f"Like the {pattern} machine"
            for machine, pattern in patterns.items()
            if any(
                conjunctive(one) == conjunctive(third) for one in fits(experiment, machine, levels)
            )
        ]
        expected = agree[0] if len(agree) == 1 else "I cannot tell"
        assert key(session, "likeness") == expected
        assert (expected == "I cannot tell") == (levels["hypothesis"] == "not given")


def test_one_of_the_choices_would_show_something_new_where_some_is_shown() -> None:
    """What is open differs: which way of working it is, or whether a second block does anything."""
    experiment = script("blicket_hypothesis")
    for levels, trial, session in stories(experiment):
        if levels["tries"] != "some told":
            continue
        left = fits(experiment, "third", levels)
        forms = {"conjunctive": {True, False}, "disjunctive": {False}}
        assert {conjunctive(one) for one in left} == forms[levels["evidence"]]
        assert len({frozenset(one.things) for one in left}) == 2
        (asked,) = (
            turn.question
            for turn in turns(session.nodes)
            if turn.question is not None and turn.question.name == "try"
        )
        offered = {option: named(trial, option) for option in asked.options}
        assert sorted(map(len, offered.values())) == [0, 1, 1, 2]
        open_ = [
            option
            for option, blocks in offered.items()
            if blocks and outcome_of(left, tuple(blocks)) is Standing.CANNOT_TELL
        ]
        assert open_ == [key(session, "try")]


def test_of_the_choices_for_the_last_try_two_have_not_been_shown() -> None:
    """So to choose what is new without thinking is right half of the time."""
    experiment = script("blicket_hypothesis")
    (third,) = (one for one in experiment.machines if one.name == "third")
    for levels, trial, session in stories(experiment):
        if levels["tries"] != "some told":
            continue
        shown = {frozenset(things) for things in evidence(third, levels).shown}
        (asked,) = (
            turn.question
            for turn in turns(session.nodes)
            if turn.question is not None and turn.question.name == "try"
        )
        new = {blocks for option in asked.options if (blocks := named(trial, option))} - shown
        assert len(new) == 2


def test_after_training_the_keys_follow_from_both_sets_of_tries() -> None:
    experiment = script("causal_training")
    for levels, trial, session in stories(experiment):
        left = fits(experiment, "second", levels)
        if levels["machine"] == "same machine":
            assert len(left) == 2, "the new tries alone leave it open"
            (learned,) = fits(experiment, "first", levels)
            left = tuple(one for one in left if conjunctive(one) == conjunctive(learned))
        (only,) = left
        trained = levels["training"] == "conjunctive training"
        assert conjunctive(only) == (trained == (levels["machine"] == "same machine"))
        assert named(trial, key(session, "which")) == set(only.things)
        comes_on = only.works(("brown", "grey"))
        assert key(session, "pair") == f"The light {'comes on' if comes_on else 'stays off'}"


def asks_of_darkness(session: Session) -> bool:
    """Whether the controls ask whether the light stayed off, as they do in some runs."""
    (off, on) = (
        turn.question.text
        for turn in turns(session.nodes)
        if turn.question is not None and turn.question.name.startswith("recall")
    )
    assert ("stay off" in off) == ("stay off" in on)
    return "stay off" in off


@pytest.mark.parametrize(
    ("name", "machine"), [("blicket_hypothesis", "third"), ("causal_training", "second")]
)
def test_the_recalled_tries_were_told_and_came_out_as_the_controls_say(
    name: str, machine: str
) -> None:
    experiment = script(name)
    off, on = {
        "blicket_hypothesis": (("grey",), ("green", "brown")),
        "causal_training": (("brown",), ("green", "grey")),
    }[name]
    (found,) = (one for one in experiment.machines if one.name == machine)
    for levels, _, session in stories(experiment):
        assert {off, on} <= set(evidence(found, levels).shown)
        left = fitting(found, levels)
        assert (outcome_of(left, off), outcome_of(left, on)) == (Standing.NO, Standing.YES)
        keys = key(session, "recall off"), key(session, "recall on")
        assert keys == (("yes", "no") if asks_of_darkness(session) else ("no", "yes"))
