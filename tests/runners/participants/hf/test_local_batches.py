"""A local model says the same whatever else is computed with it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from runners.participants.base import Finish, Reply, Settings
from runners.participants.hf.decoding import Chooser, Decoding
from runners.participants.hf.loading import machine
from runners.participants.hf.machine import Machine
from runners.participants.hf.participant import LocalModel
from runners.participants.hf.rows import Span, Writing
from runners.participants.hf.whole import WholeMachine
from tests.runners.participants.hf.local import (
    AWAY,
    SYSTEM,
    TALE,
    alone,
    ask,
    call,
    conversations,
    user,
)

Folder = Callable[..., Path]
KINDS = ("llama", "gpt2", "mistral", "mamba")


def words(replies: list[Reply]) -> list[tuple[str, Finish]]:
    return [(reply.text, reply.finish) for reply in replies]


@pytest.mark.parametrize(
    ("kind", "temperature"),
    [("llama", None), ("llama", 0.0), ("gpt2", None), ("mistral", None), ("mamba", None)],
)
def test_side_by_side_equals_one_by_one(
    folder: Folder, kind: str, temperature: float | None
) -> None:
    calls = conversations()[:: 1 if kind == "llama" else 2]
    together = ask(folder(kind), calls, temperature=temperature, max_tokens=8)
    apart = alone(folder(kind), calls, temperature=temperature, max_tokens=8)
    assert words(together) == words(apart)
    assert len({reply.text for reply in together}) >= 4


@pytest.mark.parametrize("kind", KINDS)
def test_the_likeliest_tokens_are_those_of_the_library_itself(folder: Folder, kind: str) -> None:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder(kind))
    model = AutoModelForCausalLM.from_pretrained(folder(kind))
    calls = conversations()[3:]
    replies = ask(folder(kind), calls, temperature=0.0, max_tokens=8)
    for reply in replies:
        raw = json.loads(reply.raw)
        prompt = tokenizer(raw["prompt"], return_tensors="pt", add_special_tokens=False)
        found = model.generate(
            **prompt, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.eos_token_id
        )[0, prompt.input_ids.shape[1] :].tolist()
        if raw["ended_by"] == "end":
            found = found[: found.index(tokenizer.eos_token_id)]
        assert raw["tokens"] == found


def test_samples_differ_and_the_same_call_does_not(folder: Folder) -> None:
    question = (SYSTEM, user(TALE, "Where is the marble now?"))
    calls = [call(*question, seed=seed) for seed in range(10)]
    first = ask(folder(), calls, max_tokens=12)
    again = ask(folder(), list(reversed(calls)), max_tokens=12)
    assert words(first) == words(list(reversed(again)))
    assert len({reply.text for reply in first}) == 10


def test_a_seed_that_was_asked_for_holds_for_every_call(folder: Folder) -> None:
    question = user("Where is the marble now?")
    replies = ask(
        folder(), [call(question, seed=1), call(question, seed=2)], max_tokens=8, params={"seed": 7}
    )
    assert replies[0].text == replies[1].text
    assert [json.loads(reply.sent)["seed"] for reply in replies] == [7, 7]


@pytest.mark.parametrize("kind", ["llama", "gpt2", "mistral"])
def test_what_begins_alike_is_computed_once_and_gives_the_same(folder: Folder, kind: str) -> None:
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(folder(kind)).eval()
    read: list[int] = []
    model.register_forward_pre_hook(
        lambda _, __, given: read.append(given["input_ids"].numel()), with_kwargs=True
    )
    shares, keeps_nothing = Machine(model, budget=2**20), Machine(model, budget=0)
    story = tuple(range(10, 110))
    spans = [Span((*story, number, 5, 6), 100) for number in range(200, 208)]
    plain = keeps_nothing.score(spans)
    assert read == [8 * 102]
    read.clear()
    assert shares.score(spans) == pytest.approx(plain, abs=2e-4)
    # The story once; then of each row its two new tokens and the one before them.
    assert read == [100, 8 * 3]
    read.clear()
    assert shares.score(spans[:1]) == pytest.approx(plain[:1], abs=2e-4)
    assert read == [3]
    assert WholeMachine(model).score(spans) == pytest.approx(plain, abs=2e-4)


def test_a_later_turn_goes_on_from_what_was_read_before(folder: Folder) -> None:
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(folder()).eval()
    read: list[int] = []
    model.register_forward_pre_hook(
        lambda _, __, given: read.append(given["input_ids"].shape[1]), with_kwargs=True
    )
    shares = Machine(model, budget=2**20)
    story = tuple(range(10, 110))
    shares.begin([Writing(story, 1, 5)])
    shares.begin([Writing((*story, 7, 8, 9), 1, 5)])
    shares.begin([Writing((*story[:60], 3, 4), 1, 5)])
    assert read == [100, 3, 2]


@pytest.mark.parametrize(
    ("kind", "shares"), [("llama", True), ("gpt2", True), ("mistral", True), ("mamba", False)]
)
def test_a_past_that_cannot_be_cut_is_not_shared(folder: Folder, kind: str, shares: bool) -> None:
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(folder(kind)).eval()
    assert isinstance(machine(model), Machine if shares else WholeMachine)


def test_rows_may_join_and_leave_while_others_are_written(folder: Folder) -> None:
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(folder()).eval()
    chooser = Chooser(Decoding(True))
    prompts = [tuple(range(10, 60)), tuple(range(10, 25)), (3, 9, 27), tuple(range(10, 90))]

    def written_alone(prompt: tuple[int, ...], seed: int, tokens: int) -> list[int]:
        row = Writing(prompt, seed, tokens)
        flock = Machine(model, budget=0).flock()
        flock.join([row])
        for _ in range(tokens):
            flock.step(chooser)
        return row.said

    rows = [Writing(prompt, seed, 12) for seed, prompt in enumerate(prompts)]
    flock = Machine(model, budget=2**20).flock()
    flock.join(rows[:2])
    for _ in range(3):
        flock.step(chooser)
    flock.join(rows[2:])
    flock.step(chooser)
    flock.keep(rows[1:3])
    for _ in range(4):
        flock.step(chooser)
    assert [row.said for row in rows] == [
        written_alone(prompts[0], 0, 4),
        written_alone(prompts[1], 1, 8),
        written_alone(prompts[2], 2, 5),
        written_alone(prompts[3], 3, 1),
    ]


def test_a_call_that_nobody_waits_for_leaves_the_batch(folder: Folder) -> None:
    model = LocalModel(str(folder()), Settings(max_tokens=400))
    calls = [call(user(TALE, AWAY), seed=seed) for seed in range(3)]

    async def main() -> str:
        long = asyncio.create_task(model.ask(calls[0]))
        short = asyncio.create_task(model.ask(calls[1]))
        await asyncio.sleep(0)
        long.cancel()
        with pytest.raises(asyncio.CancelledError):
            await long
        text = (await short).text
        await model.aclose()
        return text

    assert asyncio.run(main()) == ask(folder(), [calls[1]], max_tokens=400)[0].text


def test_a_reply_is_cut_where_the_model_reads_no_further(folder: Folder, tmp_path: Path) -> None:
    from tests.tiny_models import tiny

    small = tiny(tmp_path / "small", reach=48)
    question = user("The child is three years old; the other child is four.")
    (reply,) = ask(small, [call(question, seed=2)], max_tokens=400)
    assert reply.input_tokens is not None
    assert reply.output_tokens is not None
    assert (reply.finish, reply.input_tokens + reply.output_tokens) == (Finish.LENGTH, 48)


def test_a_model_is_asked_again_after_it_was_let_go(folder: Folder) -> None:
    model = LocalModel(str(folder()), Settings(max_tokens=4))

    async def once() -> str:
        text = (await model.ask(call(user("Where?"), seed=3))).text
        await model.aclose()
        await model.aclose()
        return text

    assert asyncio.run(once()) == asyncio.run(once())
