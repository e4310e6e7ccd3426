"""A trial with an agent: the same walk for a run, a resumed run, a replay and a transcript."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from scenes import PROCEDURE, question, study

from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Cell, Fork, Question, Session, Trial, Turn
from runners.agents.identity import agent_in
from runners.agents.named import agent_named
from runners.engine.agent_size import agent_size, planned_waves
from runners.engine.outcome import RunOutcome, Trials
from runners.engine.plan import ParticipantPlan, planned
from runners.engine.run import run_study
from runners.engine.run_limits import RunLimits
from runners.engine.session import NextCall
from runners.engine.stretches import stretch_of, words_of
from runners.engine.transcripts import (
    Transcript,
    answers_of,
    lost_places,
    transcribe,
    transcribe_with,
)
from runners.participants.base import Call, Participant, Reply, Settings
from runners.participants.failures import FailureKind, NoReply
from runners.participants.registry import participant
from runners.participants.with_agent import WithAgent
from runners.participants.wrapped import Wrapped
from runners.store.keys import participant_key, sitting_of
from runners.store.records import StoredReply
from runners.store.store import Store

QUICK = RunLimits(first_wait=0.001, longest_wait=0.002, silence=0.0, outage=0.0, poll=0.001)
ITEMS = ("Dogs are loud.", "Cats are quiet.", "Fish are dull.")
TEXTS = ("", "Dogs bark at night. They wake us.", "Cats purr. They sleep all day.")


def item(words: str, people: tuple[int | None, ...]) -> Question:
    return replace(
        question("views", words),
        kind=QuestionKind.RECORD, form=words[:4], options=(), rating=(1, 5), worth=Fraction(0),
        answer_line="Rating", people=people,
    )  # fmt: skip


def wave(number: int) -> Session:
    """A wave: something is said, from wave 1 on, and three items are rated."""
    people = (2, 3, None)[: number + 1]
    turns = [Turn(f"{number}/record views {one[:4]}", (), item(one, people)) for one in ITEMS]
    if number:
        turns[0] = replace(turns[0], says=(TEXTS[number],))
    return Session(
        (("reading", str(number)),), True, Fraction(1), ("Name: Ada",), tuple(turns), wave=number
    )


TRIAL = Trial("Views", Cell((("topic", "pets"),), "original"), 1, 1, 1, (), (),
              tuple(map(wave, range(3))))  # fmt: skip


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(tmp_path / "store.sqlite")) as opened:
        yield opened


def told(store: Store, one: Participant) -> RunOutcome:
    plans = [ParticipantPlan(one, [planned(TRIAL, PROCEDURE)])]
    return run_study(store, study(one), plans, run_limits=QUICK)


def read(store: Store, one: Participant) -> Transcript:
    identity = one.identity()
    sitting = sitting_of(participant_key(identity), "Views", TRIAL.cell, draw=1, sample=1)
    replies = store.of_sittings([sitting.key])[sitting.key]
    return transcribe(TRIAL, sitting, replies, None, agent_in(identity))


def places(transcript: Transcript) -> list[str]:
    return [one.place for one in transcript.exchanges]


@pytest.mark.parametrize(
    ("agent", "steps"),
    [
        ("plain", 0),
        ("react", 0),
        ("reflexion_untold", 0),
        ("coggpt", 4),
        ("coggpt_code", 4),
        ("coggpt&recall=embeddings", 5),
    ],
)
def test_what_is_noted_of_a_run_is_what_a_transcript_says(
    store: Store, agent: str, steps: int
) -> None:
    one = participant(f"sim/oracle?agent={agent}", Settings())
    outcome = told(store, one)
    assert outcome.trials == Trials(completed=1)
    assert outcome.calls.made == 9 + steps
    transcript = read(store, one)
    (noted,) = store.transcripts(list(store.finished(_keys(store, outcome.study))))
    assert noted.hash == transcript.hash
    assert noted.calls == tuple((one.place, one.key) for one in transcript.exchanges)
    asked = [one for one in transcript.exchanges if not one.step]
    assert [one.place for one in asked] == [place for _, place in TRIAL.turns]
    assert all(len(one.messages) == 1 for one in transcript.exchanges)
    assert set(answers_of(transcript)) == set(TRIAL.turns)
    assert told(store, one).calls.made == 0
    calls = list(store.calls_of(outcome.study))
    assert all("agent_hash" in call.requested for call in calls)
    assert not any("prompt" in call.requested for call in calls)


def _keys(store: Store, study: str) -> list[str]:
    return list(store.trials_of(study).keys)


def test_steps_come_before_the_questions_and_have_places_of_their_own(store: Store) -> None:
    one = participant("sim/garbled?unread=2&agent=coggpt", Settings())
    told(store, one)
    transcript = read(store, one)
    wave_1 = [place for place in places(transcript) if place.startswith("1/")]
    assert wave_1 == [
        *(f"1/agent {step}{tried}" for step in ("update", "distil")
          for tried in ("", ", try 2", ", try 3")),
        *(f"1/record views {one[:4]}" for one in ITEMS),
    ]  # fmt: skip
    account = transcript.account
    assert account is not None
    assert [one.unread for one in account.waves[1].tries] == [
        *["has no line that begins with `New profile:`"] * 2, "", *["has no JSON list"] * 2, "",
    ]  # fmt: skip
    assert {one.text for one in account.waves[2].remembered} <= {
        "Dogs bark at night.", "They wake us.", "Cats purr.", "They sleep all day.",
    }  # fmt: skip
    # Two statements a wave, of which 1.2, that is one, is kept.
    assert len(account.waves[2].remembered) == 2
    recalled = account.answers[2, "2/record views Dogs"].recalled
    assert len(recalled) == 2
    assert account.waves[0].tries == ()
    # A reply that cannot be read is no lost answer.
    assert lost_places(answers_of(transcript)) == frozenset()


class Strange(Wrapped):
    """Gives no reply to the calls that a function names."""

    def __init__(self, inner: Participant, refused: list[str]) -> None:
        object.__setattr__(self, "inner", inner)
        object.__setattr__(self, "refused", refused)

    async def ask(self, call: Call) -> Reply:
        if any(words in call.messages[0].text for words in self.refused):
            raise NoReply(FailureKind.BAD_REQUEST, "not understood")
        return await self.inner.ask(call)


@pytest.mark.parametrize("agent", ["react", "coggpt", "coggpt&recall=embeddings"])
def test_a_run_that_broke_off_repeats_no_finished_call(store: Store, agent: str) -> None:
    whole = participant(f"sim/oracle?agent={agent}", Settings())
    assert isinstance(whole, WithAgent)
    refused = ["Cats are quiet.\n"]
    broken = WithAgent(Strange(whole.inner, refused), whole.agent)
    first = told(store, broken)
    assert first.trials == Trials(failed=1)
    # One that goes by its answers does not go on to the next wave without them.
    compared = 1 if "embeddings" in agent else 0
    assert first.calls.made == (2 if agent == "react" else 4 + compared + 6)
    rest = told(store, whole)
    assert rest.trials == Trials(completed=1)
    in_all = 9 if agent == "react" else 13 + compared
    assert first.calls.made + rest.calls.made == in_all
    assert len(list(store.calls_of(rest.study))) == in_all


def test_an_agent_is_told_people_s_rating_of_the_wave_before_and_its_own_as_it_was_read(
    store: Store,
) -> None:
    one = participant("sim/oracle?agent=react", Settings())
    told(store, one)
    transcript = read(store, one)
    asked = {one.place: one for one in transcript.exchanges}
    for number in (1, 2):
        before = asked[f"{number - 1}/record views Dogs"].reply
        assert before is not None
        assert before.outcome in "12345"
        words = asked[f"{number}/record views Dogs"].messages[0].text
        assert f"you rated {before.outcome}" in words
        assert f"then rated {(2, 3)[number - 1]}." in words
        assert TEXTS[number] in words
    untold = transcribe(
        TRIAL, transcript.sitting, {}, None,
        agent_in(participant("sim/oracle?agent=react_untold", Settings()).identity()),
    )  # fmt: skip
    assert "people" not in untold.exchanges[0].messages[0].text


def test_without_a_reply_the_walk_ends_where_the_agent_needs_it() -> None:
    def walked(agent: str, lost: str) -> list[str]:
        sitting = sitting_of("p", "Views", TRIAL.cell, draw=1, sample=1)
        identity = participant(f"sim/oracle?agent={agent}", Settings()).identity()
        full: dict[str, StoredReply] = {}
        for _ in range(20):
            found = transcribe(TRIAL, sitting, full, None, agent_in(identity))
            missing = [
                one for one in found.exchanges if one.reply is None and lost not in one.place
            ]
            for one in missing:
                text = (
                    '[{"statement": "A", "score": 3}]' if one.step == "distil" else "New profile: B"
                )
                text = text if one.step else "Rating: 3"
                full[one.key] = StoredReply(one.key, text, "stop")
            if not missing:
                return places(found)
        raise AssertionError("it never ends")

    assert walked("react", "0/record views Cats")[-1] == "0/record views Fish"
    assert len(walked("coggpt", "0/record views Cats")) == 13
    assert walked("coggpt", "1/agent distil")[-1] == "1/agent distil"


@pytest.mark.parametrize(
    ("agent", "calls", "digest"),
    [
        ("plain", 9, "fc92c3f060808b5b"),
        ("react", 9, "63b6c8eec0815f6c"),
        ("coggpt", 13, "8b1a5bbaf41773f9"),
        ("coggpt_code", 13, "4af55cd1e176ea81"),
    ],
)
def test_waves_that_wait_for_no_reply_are_asked_as_stored_studies_were(
    agent: str, calls: int, digest: str
) -> None:
    """With another digest every study with agents would be asked again."""
    said = {"distil": '[{"statement": "Cats purr.", "score": 3}, {"statement": "Dogs bark.", '
                      '"score": 2}]', "update": "New profile:\nName: Ada"}  # fmt: skip

    def reply(step: NextCall) -> StoredReply:
        text = said.get(step.step, "Rating: 4")
        return StoredReply(step.key, text, "stop", "" if step.step else "4")

    sitting = sitting_of("p", "Views", TRIAL.cell, draw=1, sample=1)
    transcript = transcribe_with(TRIAL, sitting, reply, None, agent_named(agent))
    assert (len(transcript.exchanges), transcript.hash[:16]) == (calls, digest)


def test_what_is_said_in_every_wave_is_an_instruction_and_nothing_shown() -> None:
    told = "Say how far you agree."
    sessions = [
        replace(
            one,
            system=("Be brief.", "Name: Ada"),
            profile="Name: Ada",
            nodes=tuple(replace(turn, says=(*turn.says, told)) for turn in one.nodes),
        )
        for one in TRIAL.sessions
    ]
    words = words_of(sessions)
    assert words.profile == "Name: Ada"
    assert [words.shown(stretch_of(one.nodes).told) for one in sessions] == list(TEXTS)
    (turn, *_) = sessions[1].nodes
    assert isinstance(turn, Turn)
    assert words.asked(turn).startswith(f"Be brief.\n\n{told}\n\nDogs are loud.\n\n1\n2")
    assert words_of(TRIAL.sessions).instructions == ""


def test_a_participant_with_an_agent_takes_words_alone_and_is_another_one() -> None:
    one = participant("sim/oracle?agent=coggpt&forget=0.5", Settings())
    assert one.name == "sim/oracle?agent=coggpt&forget=0.5"
    assert not one.scores_options
    assert not one.sees_pictures
    assert one.simulated
    plain = participant("sim/oracle", Settings()).identity()
    assert plain.items() < one.identity().items()
    assert "sees_feedback" not in one.identity()
    assert participant("sim/oracle?agent=react", Settings()).identity()["sees_feedback"] == "yes"


def test_what_was_compared_by_embeddings_is_a_stored_call(store: Store) -> None:
    one = participant("sim/oracle?agent=coggpt&recall=embeddings", Settings())
    told(store, one)
    account = read(store, one).account
    assert account is not None
    compared = account.waves[2].tries[-1]
    assert (compared.step, compared.place) == ("recall", "2/agent recall")
    assert json.loads(compared.prompt)["questions"] == list(ITEMS)
    recalled = account.answers[2, "2/record views Dogs"].recalled
    near = dict(zip((one.text for one in account.waves[2].remembered),
                    json.loads(compared.reply)[0], strict=True))  # fmt: skip
    assert {one.text: one.likeness for one in recalled} == near
    assert [one.likeness for one in recalled] == sorted(near.values(), reverse=True)
    planned_size = agent_size(planned_waves(TRIAL), agent_in(one.identity()))
    assert (planned_size.fewest, planned_size.calls, planned_size.comparisons) == (13, 15, 2)


@pytest.mark.parametrize(
    ("agent", "calls", "most"),
    [("cot", 9, 9), ("coggpt", 13, 21), ("coggpt&digest=at-capacity&capacity=10", 11, 15)],
)
def test_what_is_planned_is_what_is_asked(store: Store, agent: str, calls: int, most: int) -> None:
    one = participant(f"sim/oracle?agent={agent}", Settings())
    assert isinstance(one, WithAgent)
    planned_size = agent_size(planned_waves(TRIAL), one.agent)
    assert (planned_size.calls, planned_size.most) == (calls, most)
    assert told(store, one).calls.made == calls
    sent = sum(len(each.messages[0].text) for each in read(store, one).exchanges)
    assert planned_size.input_tokens == pytest.approx(sent / 4, rel=0.5)


def test_what_copies_of_a_conversation_begin_with_is_shown_once() -> None:
    """Each copy has words of its own after it, which are all shown."""
    session = wave(1)
    _, second, *_ = asked = [node for node in session.nodes if isinstance(node, Turn)]
    copies = [(replace(one, says=(TEXTS[1],)),) for one in asked]
    copies[1] = (replace(second, says=(TEXTS[1], "Do you?")),)
    forked = replace(session, nodes=(Fork(tuple(copies)),))
    told = stretch_of(forked.nodes).told
    assert words_of([wave(0), forked]).shown(told) == f"{TEXTS[1]}\n\nDo you?"
