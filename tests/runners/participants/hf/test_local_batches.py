"""A local model says the same whatever else is computed with it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from runners.participants.base import Finish, Reply, Settings
from runners.participants.hf.inference import Generation, Inference
from runners.participants.hf.participant import LocalModel
from runners.participants.hf.prompting import TokenSpan
from runners.participants.hf.sampling import Decoding, Sampler
from runners.participants.hf.trial import tried
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
def test_a_prompt_is_read_once_for_all_of_its_options(folder: Folder, kind: str) -> None:
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(folder(kind)).eval()
    read: list[int] = []
    model.register_forward_pre_hook(
        lambda _, __, given: read.append(given["input_ids"].numel()), with_kwargs=True
    )
    stories = [tuple(range(10, 110)), tuple(range(200, 260))]
    spans = [
        TokenSpan((*story, number, 5, *range(rest)), len(story))
        for story in stories
        for number in range(200, 204)
        for rest in (1, 2)
    ]
    alone = Inference(model, pads=False, shares=False)
    expected = [alone.log_likelihoods([span])[0] for span in spans]
    read.clear()
    padding = Inference(model, pads=True, shares=False).log_likelihoods(spans)
    assert read == [16 * 103]
    read.clear()
    sharing = Inference(model, pads=True, shares=True).log_likelihoods(spans)
    # The stories, but for their last token; then of each span that token and what follows it.
    assert read == [2 * 99, 16 * 4]
    assert padding == pytest.approx(expected, abs=2e-4)
    assert sharing == pytest.approx(expected, abs=2e-4)


@pytest.mark.parametrize(
    ("kind", "pads", "shares"),
    [
        ("llama", True, True),
        ("gpt2", True, True),
        ("mistral", True, True),
        ("mamba", True, False),
    ],
)
def test_what_a_model_can_do_is_tried(folder: Folder, kind: str, pads: bool, shares: bool) -> None:
    from transformers import AutoModelForCausalLM

    found = tried(AutoModelForCausalLM.from_pretrained(folder(kind)).eval())
    assert (found.pads, found.shares) == (pads, shares)


def test_a_model_that_cannot_be_padded_gets_batches_of_one_length(folder: Folder) -> None:
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(folder()).eval()
    shapes: list[tuple[int, ...]] = []
    model.register_forward_pre_hook(
        lambda _, __, given: shapes.append(tuple(given["input_ids"].shape)), with_kwargs=True
    )
    inference = Inference(model, pads=False, shares=False)
    prompts = [(3, 9, 27), tuple(range(10, 30)), (5, 6, 7)]

    def generated(batch: list[Generation]) -> list[list[int]]:
        inference.generate(
            batch,
            Sampler(Decoding(True)),
            ended=lambda one: "limit" if len(one.tokens) == one.limit else "",
            pause=lambda left: False,
        )
        return [one.tokens for one in batch]

    together = generated([Generation(prompt, seed, 2) for seed, prompt in enumerate(prompts)])
    assert shapes == [(2, 3), (2, 1), (1, 20), (1, 1)]
    assert together == [
        generated([Generation(prompt, seed, 2)])[0] for seed, prompt in enumerate(prompts)
    ]


def test_a_reply_that_is_interrupted_goes_on_as_if_it_was_not(folder: Folder) -> None:
    from transformers import AutoModelForCausalLM

    inference = tried(AutoModelForCausalLM.from_pretrained(folder()).eval())
    prompts = [tuple(range(10, 60)), tuple(range(10, 25)), (3, 9, 27), tuple(range(10, 90))]

    def more(batch: list[Generation], tokens: int) -> None:
        steps = iter(range(1, tokens))
        inference.generate(
            batch,
            Sampler(Decoding(True)),
            ended=lambda one: "limit" if len(one.tokens) == one.limit else "",
            pause=lambda left: next(steps, None) is None,
        )

    def whole(number: int) -> list[int]:
        one = Generation(prompts[number], number, 12)
        more([one], 100)
        return one.tokens

    rows = [Generation(prompt, seed, 12) for seed, prompt in enumerate(prompts)]
    more(rows[:2], 3)
    assert [len(row.tokens) for row in rows] == [3, 3, 0, 0]
    more(rows, 4)
    more(rows[1:], 100)
    assert [row.tokens for row in rows] == [whole(0)[:7], whole(1), whole(2), whole(3)]


def test_a_batch_reads_no_further_than_the_model_can(folder: Folder, tmp_path: Path) -> None:
    """A short reply in a batch with a long prompt stays in it until the batch ends."""
    from tests.tiny_models import tiny

    small = tiny(tmp_path / "small", kind="gpt2", reach=48)
    calls = [
        call(user("The child is three years old; the other child is four."), seed=2),
        call(user("No."), seed=3),
    ]
    together = ask(small, calls, max_tokens=400)
    assert words(together) == words(alone(small, calls, max_tokens=400))
    lengths = [(reply.input_tokens or 0) + (reply.output_tokens or 0) for reply in together]
    assert max(lengths) == 48


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
