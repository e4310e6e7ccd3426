"""What an agent is asked: the steps of waves and questions, what is read, kept and forgotten."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from dsl.record import replace
from renderers.rows.agent_waves import MemoryStatement
from runners.agents.agent import Agent, agent_of_text
from runners.agents.agent_file import AgentStep, Memory, Reads
from runners.agents.named import agent_named, apart
from runners.agents.recall import recalled
from runners.agents.replies import UnreadableReply, read_reply
from runners.agents.state import AgentState, LastAnswer, sifted
from runners.agents.steps import (
    AskedQuestion,
    ShownWave,
    StepReply,
    StepRequest,
    question_steps,
    wave_steps,
    with_answers,
)

START = AgentState("Name: Ada")
BATCH = json.dumps([{"statement": f"Fact {n}", "score": n} for n in (3, 1, 5, 3, 2)])
PROFILE = "Judgement: fine\n**New profile:**\nName: Ada\nMood: calm"
QUESTION = AskedQuestion("dogs", "Dogs are loud.\n\n1\n2", "Dogs are loud.", "Rating")


def shown(number: int, text: str) -> ShownWave:
    """A wave of one stretch."""
    return ShownWave(number, text, new=text if number else "")


def led(asking: Generator[StepRequest, StepReply, Any], replies: Iterable[str | None]) -> Any:
    """The requests of a generator, and what it ends with."""
    asked = [next(asking)]
    for reply in replies:
        try:
            asked.append(asking.send(StepReply(reply or "", reply is None)))
        except StopIteration as ended:
            return asked, ended.value
    raise AssertionError(f"still asks: {asked[-1].prompt}")


def names(asked: list[StepRequest]) -> list[tuple[str, int]]:
    return [(one.step.name if one.step else "", one.attempt) for one in asked]


def own(steps: str, answer: str) -> Agent:
    text = 'about = "a"\n[answer]\nprompt = "{{ question }}{{ answer_line }}' + answer + '"\n'
    return agent_of_text(text + steps, "own.toml", "own.toml")


def test_coggpt_updates_then_distils_and_forgets_two_fifths_of_the_new() -> None:
    wave = shown(1, "Dogs bark at night.")
    asked, (state, account) = led(wave_steps(agent_named("coggpt"), START, wave), [PROFILE, BATCH])
    assert names(asked) == [("update", 1), ("distil", 1)]
    assert "Name: Ada" in asked[0].prompt
    assert "Mood: calm" not in asked[0].prompt
    assert "Mood: calm" in asked[1].prompt
    assert state.profile == "Name: Ada\nMood: calm"
    assert [one.text for one in state.remembered] == ["Fact 5", "Fact 3", "Fact 3"]
    assert [one.text for one in account.forgotten] == ["Fact 2", "Fact 1"]
    later = shown(2, "Cats purr.")
    _, (after, _) = led(wave_steps(agent_named("coggpt"), state, later), [PROFILE, BATCH])
    # What was kept once is never forgotten.
    assert after.remembered[:3] == state.remembered
    assert len(after.remembered) == 6


def test_coggpt_as_its_code_distils_with_the_old_profile() -> None:
    wave = shown(1, "Dogs bark.")
    asked, _ = led(wave_steps(agent_named("coggpt_code"), START, wave), [BATCH, PROFILE])
    assert names(asked) == [("distil", 1), ("update", 1)]
    assert "Mood: calm" not in asked[0].prompt


def test_nothing_is_worked_through_in_wave_0() -> None:
    asking = wave_steps(agent_named("coggpt"), START, shown(0, "Rate each sentence."))
    with pytest.raises(StopIteration) as ended:
        next(asking)
    assert ended.value.value[0] == START


def test_a_step_that_cannot_be_read_is_asked_again_a_bounded_number_of_times() -> None:
    wave = shown(1, "Dogs bark.")
    replies = ["I would rather not.", None, "", BATCH]
    asked, (state, account) = led(wave_steps(agent_named("coggpt"), START, wave), replies)
    assert names(asked) == [("update", 1), ("update", 2), ("update", 3), ("distil", 1)]
    assert asked[1].prompt.startswith(asked[0].prompt)
    assert "no line that begins with" in asked[1].prompt
    assert account.skipped == ("update",)
    assert [one.step for one in account.tries if one.unread] == ["update"] * 3
    assert state.profile == "Name: Ada"
    assert len(state.remembered) == 3


def test_with_a_capacity_waves_are_worked_through_together() -> None:
    _, agent = apart("x/y?agent=coggpt&digest=at-capacity&capacity=5")
    assert agent is not None
    waiting = wave_steps(agent, START, shown(1, "Dogs bark at night."))
    with pytest.raises(StopIteration) as ended:
        next(waiting)
    state, account = ended.value.value
    assert account.waits
    answer = next(question_steps(agent, state, shown(1, "Dogs bark at night."), QUESTION))
    assert "Dogs bark at night." in answer.prompt
    asked, (state, account) = led(
        wave_steps(agent, state, shown(2, "Cats purr.")), [PROFILE, BATCH]
    )
    assert "Dogs bark at night.\n\nCats purr." in asked[0].prompt
    assert not account.waits
    assert state.unread == ()


@pytest.mark.parametrize(
    ("share", "many", "kept"),
    [(0.4, 1, 1), (0.4, 2, 1), (0.4, 5, 3), (0.4, 8, 5), (0.5, 1, 0), (0.5, 3, 2), (0, 4, 4)],
)
def test_shares_are_rounded_half_to_even(share: float, many: int, kept: int) -> None:
    batch = tuple(MemoryStatement(str(at), Fraction(3), 1) for at in range(many))
    found, forgotten = sifted(batch, Memory(forget=share))
    assert found == batch[:kept]
    assert forgotten == batch[kept:]


FACTS = tuple(
    MemoryStatement(text, Fraction(3), 1)
    for text in (
        "Parrots can talk.",
        "Dogs are loud at night.",
        "Dogs need walks.",
        "Fish are quiet.",
        "Loud dogs wake people.",
    )
)


def test_recalled_are_those_with_most_words_in_common_and_the_latest_of_equal_ones() -> None:
    texts = [one.text for one in recalled(FACTS, "Dogs are loud.", Memory(recalled=4))]
    assert texts == [
        "Dogs are loud at night.",
        "Loud dogs wake people.",
        "Fish are quiet.",
        "Dogs need walks.",
    ]
    skipping = Memory(recalled=3, skip_nearest=True)
    assert [one.text for one in recalled(FACTS, "Dogs are loud.", skipping)] == texts[:0:-1]
    assert recalled(FACTS[:2], "Dogs", skipping) == (FACTS[0], FACTS[1])
    assert recalled(FACTS, "?", Memory(recalled=2)) == (FACTS[4], FACTS[3])
    assert recalled((), "Dogs", Memory()) == ()
    chinese = tuple(MemoryStatement(text, Fraction(3), 1) for text in ("狗叫", "猫很安静", "鱼"))
    assert recalled(chinese, "狗很吵", Memory(recalled=1))[0].text == "狗叫"


def step(reads: str, after: str = "") -> AgentStep:
    return AgentStep(name="x", reads=Reads(reads), prompt="a", after=after)


@pytest.mark.parametrize(
    ("reply", "reads", "why"),
    [
        (None, "note", "was cut off"),
        ("  ", "note", "says nothing"),
        ("x" * 20_001, "profile", "longer"),
        ("no list", "statements", "no JSON list"),
        ("[" * 3_000, "statements", "no JSON list"),
        ('["a"]', "statements", "no JSON list"),
        ('[{"statement": "a"}]', "statements", '"score" from 1 to 5 in entry 1'),
        ('[{"statement": "a", "score": 6}]', "statements", "entry 1"),
        ('[{"statement": "a", "score": NaN}]', "statements", "entry 1"),
        ('[{"statement": "a", "score": true}]', "statements", "entry 1"),
        ('[{"statement": " ", "score": 3}]', "statements", "no words"),
        (json.dumps([{"statement": "a", "score": 1}] * 201), "statements", "200"),
    ],
)
def test_what_cannot_be_read_says_why(reply: str | None, reads: str, why: str) -> None:
    found = read_reply(reply, step(reads), 1)
    assert isinstance(found, UnreadableReply)
    assert why in found.why


@pytest.mark.parametrize("endless", ["\n", "\n ", "*\n", "```\n"])
def test_a_reply_that_goes_on_and_on_is_read_at_once(endless: str) -> None:
    found = read_reply(endless * 300_000, step("note", "Notes"), 1)
    assert found == UnreadableReply("has no line that begins with `Notes:`")


def test_replies_are_read_out_of_what_stands_around_them() -> None:
    fenced = 'Here [1] it is:\n```json\n[{"statement": "A  b", "score": "4", "why": "x"}]\n```'
    assert read_reply(fenced, step("statements"), 2) == (MemoryStatement("A b", Fraction(4), 2),)
    assert read_reply("[]", step("statements"), 2) == ()
    told = "Profile: old\n## Profile\n**New profile**: \n```\nName: A\n```"
    assert read_reply(told, step("profile", "New profile"), 1) == "Name: A"
    odd = read_reply('[{"statement": "\\ud800", "score": 1}]', step("statements"), 1)
    assert isinstance(odd, tuple)
    odd[0].text.encode("utf-8")


PLAN = '[[step]]\nname = "plan"\nreads = "note"\nprompt = "Plan for wave {{ wave }}"\n'
DOUBT = (
    '[[step]]\nname = "doubt"\nreads = "note"\nwhen = "each question"\n'
    'prompt = "Doubt {{ question }}"\n'
)


@pytest.mark.parametrize("keep", ["wave", "always"])
def test_notes_are_kept_for_the_wave_or_always(keep: str) -> None:
    agent = own(
        PLAN + f'keep = "{keep}"\n' + DOUBT + f'keep = "{keep}"\n', " {{ plan }} {{ doubt }}"
    )
    assert agent.needs_answers == (keep == "always")
    wave = shown(1, "Dogs bark.")
    _, (state, account) = led(wave_steps(agent, START, wave), ["be kind"])
    assert account.notes == (("plan", "be kind"),)
    asked, told = led(question_steps(agent, state, wave, QUESTION), ["really?", "Rating: 4"])
    assert asked[0].prompt.startswith("Doubt Dogs")
    assert asked[1].prompt.endswith("be kind really?")
    state = with_answers(agent, state, {QUESTION.key: (LastAnswer("Rating: 4", "4"), told)})
    _, (state, account) = led(wave_steps(agent, state, shown(2, "Cats purr.")), ["", "", ""])
    asked, _ = led(
        question_steps(agent, state, shown(2, ""), QUESTION), [None, None, None, "Rating: 4"]
    )
    end = "be kind really?" if keep == "always" else "Rating"
    assert asked[-1].prompt.endswith(end)


def test_feedback_is_people_s_rating_of_the_last_wave() -> None:
    react, untold = agent_named("react"), agent_named("react_untold")
    for agent, told in ((react, True), (untold, False)):
        first = next(question_steps(agent, START, shown(0, ""), QUESTION))
        assert "Observation" not in first.prompt.replace("observation", "")
        state = with_answers(agent, START, {QUESTION.key: (LastAnswer("Rating: 4", "4", "2"), _N)})
        second = next(question_steps(agent, state, shown(1, "x"), QUESTION))
        assert "you rated 4" in second.prompt
        assert ("then rated 2" in second.prompt) == told
    unknown = with_answers(react, START, {QUESTION.key: (LastAnswer("?", ""), _N)})
    third = next(question_steps(react, unknown, shown(1, "x"), QUESTION))
    assert "nothing that could be read" in third.prompt
    assert "people" not in third.prompt.lower().split("thought:")[0].split("observation", 1)[1]


_N = led(question_steps(agent_named("plain"), START, shown(0, ""), QUESTION), ["Rating: 4"])[1]


def test_a_share_that_is_changed_counts() -> None:
    _, agent = apart("x/y?agent=coggpt&forget=0.8")
    assert agent is not None
    assert msgspec.structs.asdict(agent.memory)["forget"] == 0.8
    _, (state, _) = led(wave_steps(agent, START, shown(1, "x")), [PROFILE, BATCH])
    assert [one.text for one in state.remembered] == ["Fact 5"]


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("Thought: I can't.\n**Answer:** Dogs bark.\n\nCats purr.", "Dogs bark.\n\nCats purr."),
        ("Answer: Dogs are fine.\nThought: I like them.", "Dogs are fine."),
        ("Dogs are fine.", "Dogs are fine."),
    ],
)  # fmt: skip
def test_what_is_handed_on_is_the_answer_without_the_thought(reply: str, answer: str) -> None:
    question = replace(QUESTION, answer_line="Answer")
    request = next(question_steps(agent_named("coggpt"), START, shown(0, ""), question))
    assert request.lines == ("Answer", ("Thought",))
    assert request.answer_in(reply) == answer
