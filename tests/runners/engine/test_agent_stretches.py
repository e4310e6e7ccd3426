"""A wave whose words depend on replies is shown to an agent stretch by stretch."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from dsl.expand import Expander, cells
from dsl.loading import load
from dsl.trial import turns
from runners.agents.agent import Agent
from runners.agents.named import apart
from runners.engine.session import NextCall, read
from runners.engine.transcripts import Transcript, transcribe, transcribe_with
from runners.run_size import run_size
from runners.store.keys import sitting_of
from runners.store.records import Sitting, StoredReply

SCRIPT = """\
experiment Replies in waves

things
    dog: hound, poodle
    cat: tabby, manx

waves reading from texts.csv

questionnaire opinions
    rate 1 to 5
    item noise: Pets are loud.
    item peace: Pets are calm.

design
    runs 1
    wording original

procedure
    profile: Name: Ada.
    say: You are at home.
    say: {text}
    say: What do you make of it?
    listen
    train names until 2 right in a row, at most 4 questions
        practice name
            ask: What is a barking pet called?
            answer: {dog}
            then
                right: Yes, {dog}.
                otherwise: No, {dog}.
        if failed count anyway
    say: It is evening.
    separately
        scene asleep
            say: The {cat} is asleep.
            record calm
                ask: Is it calm?
                choices:
                    yes
                    no
                then
                    unclear: Say yes or no.
                        ask again at most 1 time
                    otherwise: All right.
            test sleeper
                ask: Who is asleep?
                answer: {cat}
        control place
            ask: Where are you?
            answer: at home
    say: Now rate.
    do opinions
"""
SAID = {
    "listen": "Hm.", "practice": "dog", "calm": "Answer: yes\nReason: so", "sleeper": "cat",
    "place": "at home", "opinions": "Rating: 4", "update": "New profile:\nName: Ada, calm.",
    "distil": '[{"statement": "Pets are calm.", "score": 3}]',
}  # fmt: skip
"""A right reply to each kind of call."""
STRANGE = ("No.", "Answer: cat", "yes and no", "", "Rating: 2", "dog", "[]")


@cache
def named(agent: str) -> Agent:
    """An agent as it is written after `agent=`."""
    found = apart(f"sim/oracle?agent={agent}")[1]
    assert found is not None
    return found


class Opened:
    """The script's only trial, and the agents that take it."""

    def __init__(self, folder: Path) -> None:
        (folder / "texts.csv").write_text("wave,text\n1,Dogs bark.\n", "utf-8")
        (folder / "x.dev").write_text(SCRIPT, "utf-8")
        experiment = load(folder / "x.dev").experiment
        assert experiment is not None
        self.experiment, self.expander = experiment, Expander(experiment)
        (self.cell,) = cells(experiment)
        self.trial, self.after = (
            self.expander.trial(self.cell, draw=1),
            self.expander.after(self.cell, 1),
        )
        self.sitting: Sitting = sitting_of("p", "x", self.cell, draw=1, sample=1)

    def told(self, agent: str, reply: Callable[[NextCall], StoredReply | None]) -> Transcript:
        """The transcript of these replies."""
        return transcribe_with(self.trial, self.sitting, reply, self.after, named(agent))


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    return Opened(tmp_path_factory.mktemp("waves"))


def stored(step: NextCall, text: str) -> StoredReply:
    return StoredReply(step.key, text, "stop", read(step, text))


def right(step: NextCall) -> StoredReply:
    place = step.step or step.place
    return stored(step, next(text for named, text in SAID.items() if named in place))


def prompts(told: Transcript, wave: int) -> dict[str, str]:
    """What was sent in a wave, by place without the wave."""
    return {
        one.place.partition("/")[2]: one.messages[0].text
        for one in told.exchanges
        if one.number == wave
    }


def between(prompt: str, *ends: str) -> list[str]:
    """The paragraphs of a prompt between these."""
    first, last = ends
    return prompt.partition(first)[2].partition(last)[0].split("\n\n")[1:-1]


def test_what_is_said_next_is_shown_with_the_question_and_the_own_answer(opened: Opened) -> None:
    told = opened.told("plain", right)
    assert told.complete
    sent = prompts(told, 1)
    assert list(sent) == [
        "listen", "practice name", "practice name #2", "record calm (copy 1.1)",
        "test sleeper (copy 1.1)", "control place (copy 1.2)", "record opinions, noise",
        "record opinions, peace",
    ]  # fmt: skip
    shown = {
        place: between(prompt, "just read:", "You are at home.") for place, prompt in sent.items()
    }
    text, asked = "Dogs bark.", "What is a barking pet called?"
    listened = [text, "What do you make of it?", "You answered: Hm."]
    assert shown["listen"] == [text]
    assert "You are at home.\n\nWhat do you make of it?\n\nReply in" in sent["listen"]
    assert shown["practice name"] == listened
    trained = [*listened, *[asked, "You answered: dog", "Yes, dog."] * 2]
    assert shown["practice name #2"] == trained[:6]
    evening = [*trained, "It is evening."]
    assert shown["record calm (copy 1.1)"] == [*evening, "The cat is asleep."]
    calm = ["Is it calm?", "A) yes\nB) no", "You answered: yes", "All right."]
    assert shown["test sleeper (copy 1.1)"] == [*evening, "The cat is asleep.", *calm]
    assert shown["control place (copy 1.2)"] == evening
    # What a copy was shown is not known after it.
    assert shown["record opinions, noise"] == [*evening, "Now rate."]
    assert between(prompts(told, 0)["practice name"], "just read:", "You are at home.") == [
        "What do you make of it?", "You answered: Hm.",
    ]  # fmt: skip


def test_the_steps_of_a_wave_are_taken_in_each_of_its_stretches(opened: Opened) -> None:
    told = opened.told("coggpt", right)
    steps = [place for place in prompts(told, 1) if place.endswith("agent distil")]
    assert steps == [
        "agent distil", "stretch 2/agent distil", "stretch 3/agent distil",
        "stretch 4/agent distil", "stretch 4/copy 1/agent distil",
        "stretch 4/copy 1/stretch 2/agent distil", "stretch 5/agent distil",
    ]  # fmt: skip
    sent = prompts(told, 1)
    read = {place: between(sent[f"{place}agent distil"], "just read:", "Write down") for place in
            ("", "stretch 2/", "stretch 4/", "stretch 4/copy 1/", "stretch 5/")}  # fmt: skip
    assert read == {
        "": ["Dogs bark."],
        "stretch 2/": ["What do you make of it?", "You answered: Hm."],
        "stretch 4/": ["What is a barking pet called?", "You answered: dog", "Yes, dog.",
                       "It is evening."],
        "stretch 4/copy 1/": ["The cat is asleep."],
        "stretch 5/": ["Now rate."],
    }  # fmt: skip
    assert not any(place.startswith("agent") for place in prompts(told, 0))
    account = told.account
    assert account is not None
    # One statement is noted and kept in each stretch; those of a copy are known in it alone.
    assert (len(account.waves[1].noted), len(account.waves[1].remembered)) == (7, 9)
    assert len(account.answers[1, "wave 1/test sleeper (copy 1.1)"].recalled) == 3
    last = prompts(opened.told("reflexion_untold", right), 1)
    assert "you replied:\n\nHm." in last["listen"]


def test_answers_are_read_on_a_line_of_their_own(opened: Opened) -> None:
    lines = {one.name: one.answer_line for _, _, one in opened.trial.asked()}
    keyed = dict.fromkeys(("name", "calm", "sleeper", "place"), "Answer")
    assert lines == {**keyed, "opinions": "Rating"}


@pytest.mark.parametrize("agent", ["coggpt&recall=embeddings", "react"])
def test_the_state_follows_from_the_replies_and_the_plan_bounds_the_calls(
    opened: Opened, agent: str
) -> None:
    asking = named(agent)
    (size,) = run_size(opened.experiment, agents=(asking,)).agents
    for seed in range(2):
        dice, kept = random.Random(seed), dict[str, StoredReply]()

        def answered(step: NextCall, seed: int = seed, kept: dict[str, StoredReply] = kept):
            if step.key not in kept:
                own = random.Random(f"{seed} {step.place}")
                kept[step.key] = (
                    right(step)
                    if own.random() < 0.6 and step.step != "recall"
                    else (stored(step, own.choice(STRANGE)))
                )
            return kept[step.key]

        whole = opened.told(agent, answered)
        assert whole.complete
        assert size.fewest <= len(whole.exchanges) <= size.most
        assert transcribe(opened.trial, opened.sitting, kept, opened.after, asking) == whole
        asked = {turn.place for one in whole.trial.sessions for turn in turns(one.nodes)}
        assert asked == {one.place for one in whole.exchanges if not one.step}
        # Broken off somewhere, every call that there is was one of the whole.
        left = {key: one for key, one in kept.items() if dice.random() < 0.8}
        broken = transcribe(opened.trial, opened.sitting, left, opened.after, asking)
        assert {one.key for one in broken.exchanges} <= {one.key for one in whole.exchanges}


@pytest.mark.parametrize("agent", ["coggpt_no_memory", "react"])
def test_the_rounds_of_a_plan_are_those_in_which_calls_can_be_asked(
    opened: Opened, agent: str
) -> None:
    planned = run_size(opened.experiment, agents=(named(agent),))
    kept: dict[str, StoredReply] = {}
    rounds = []
    for _ in count():
        waiting: list[NextCall] = []

        def reply(step: NextCall, waiting: list[NextCall] = waiting) -> StoredReply | None:
            if step.key not in kept:
                waiting.append(step)
            return kept.get(step.key)

        opened.told(agent, reply)
        if not waiting:
            break
        rounds.append(len(waiting))
        kept.update({one.key: right(one) for one in waiting})
    assert planned.rounds == tuple(rounds)
    assert planned.calls == sum(rounds) == planned.agents[0].calls
