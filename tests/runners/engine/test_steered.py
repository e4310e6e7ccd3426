"""Conversations in which words depend on replies: the same replies give the same bytes."""

from __future__ import annotations

import random
from functools import cache

import pytest

from dsl.expand import Expander, cells
from dsl.loading import check_text
from dsl.trial import Cell, turns
from dsl.ways.call_bounds import call_bounds
from renderers.prompt import Role, user_message
from runners.engine.session import NextCall, read
from runners.engine.transcripts import Transcript, transcribe, transcribe_with
from runners.store.keys import design_hash, prompt_hash, sitting_of
from runners.store.records import StoredReply
from tests.steered_scripts import steered_script

SEEDS = [
    seed if seed < 10 else pytest.param(seed, marks=pytest.mark.thorough) for seed in range(120)
]
"""A script made up at random for each; `benchmarks.steered` makes ten thousand."""

SAID = ("The {carrot}.", "The {cookie}.", "I cannot say.", "Both of them.", "A", "B", "", "done")


@cache
def opened(seed: int) -> tuple[Expander, Cell]:
    loaded = check_text(steered_script(seed), "made_up.dev")
    assert loaded.experiment is not None, [one.message() for one in loaded.faults]
    every = cells(loaded.experiment)
    return Expander(loaded.experiment), every[seed % len(every)]


def held(
    expander: Expander, cell: Cell, seed: int, *, lost: float = 0.0, missing: float = 0.0
) -> tuple[Transcript, dict[str, StoredReply]]:
    """A conversation with random replies, and the replies as a store has them."""
    draw = random.Random(seed)
    kept: dict[str, StoredReply] = {}
    trial = expander.trial(cell, draw=1)
    words = dict(trial.words)

    def reply_to(step: NextCall) -> StoredReply | None:
        if draw.random() < missing:
            return None
        text = draw.choice(SAID).format(**words)
        finish = "length" if draw.random() < lost else "stop"
        outcome = read(step, text) if finish == "stop" else ""
        return kept.setdefault(step.key, StoredReply(step.key, text, finish, outcome))

    sitting = sitting_of("p", trial.experiment, cell, draw=1, sample=1)
    return transcribe_with(trial, sitting, reply_to, expander.after(cell, 1)), kept


def bare(transcript: Transcript) -> list[tuple[str, str, str]]:
    return [
        (one.place, one.key, one.reply.text if one.reply else "?") for one in transcript.exchanges
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_trial_of_a_path_is_what_was_sent(seed: int) -> None:
    expander, cell = opened(seed)
    told, _ = held(expander, cell, seed)
    sent = {(one.number, one.place): one.messages[-1] for one in told.exchanges}
    places = [
        ((number, turn.place), user_message(turn))
        for number, session in enumerate(told.trial.sessions)
        for turn in turns(session.nodes)
    ]
    assert dict(places) == sent
    assert len(places) == len(told.exchanges)
    again = expander.trial(cell, draw=1, path=told.trial.path)
    assert again == told.trial
    assert told.complete


@pytest.mark.parametrize("seed", SEEDS)
def test_stored_replies_give_the_same_conversation(seed: int) -> None:
    """Also where the outcome was not stored, and is read again."""
    expander, cell = opened(seed)
    told, kept = held(expander, cell, seed, lost=0.05)
    after = expander.after(cell, 1)
    for stored in (kept, {k: StoredReply(k, v.text, v.finish) for k, v in kept.items()}):
        found = transcribe(expander.trial(cell, draw=1), told.sitting, stored, after)
        assert bare(found) == bare(told)
        assert found.trial == told.trial
        assert prompt_hash(found.trial) == prompt_hash(told.trial)
        assert design_hash(found.trial) == design_hash(told.trial)


@pytest.mark.parametrize("seed", SEEDS[:60])
def test_a_conversation_that_broke_off_goes_on_where_it_was(seed: int) -> None:
    """Whatever replies there are, the calls that are left have the same keys."""
    expander, cell = opened(seed)
    told, kept = held(expander, cell, seed)
    whole = {one.key for one in told.exchanges}
    draw = random.Random(seed)
    after = expander.after(cell, 1)
    for share in (0.2, 0.5, 0.8):
        some = {key: reply for key, reply in kept.items() if draw.random() < share}
        found = transcribe(expander.trial(cell, draw=1), told.sitting, some, after)
        assert {one.key for one in found.exchanges} <= whole
        assert all(
            {(m.role, m.text) for m in one.messages if m.role is Role.USER}
            for one in found.exchanges
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_the_bounds_of_calls_hold(seed: int) -> None:
    expander, cell = opened(seed)
    bounds = call_bounds(expander, cell)
    for number in range(3):
        told, _ = held(expander, cell, 1000 * seed + number)
        assert bounds.fewest <= len(told.exchanges) <= bounds.most


def test_an_outcome_that_was_stored_is_not_read_again() -> None:
    """A matcher that reads more later changes no conversation that was held."""
    expander, cell = opened(3)
    told, kept = held(expander, cell, 3)
    steered = [
        one for one in told.exchanges if one.turn.question and one.reply and one.reply.outcome
    ]
    first = steered[0]
    assert first.turn.question is not None
    other = next(
        name
        for name, _ in first.turn.question.outcomes
        if first.reply and name != first.reply.outcome
    )
    changed = {
        **kept,
        first.key: StoredReply(first.key, first.reply.text, "stop", other) if first.reply else None,
    }
    found = transcribe(expander.trial(cell, draw=1), told.sitting, changed, expander.after(cell, 1))
    assert ((first.number, first.place), other) in found.trial.path
