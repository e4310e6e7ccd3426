"""Options are weighed as the model itself gives their tokens, read one by one."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dsl.record import replace
from runners.participants.base import Finish
from runners.participants.failures import FailureKind, NoReply
from runners.participants.hf.likelihoods import (
    LikelihoodReading,
    OptionLikelihood,
    effective,
    letters_shown,
    likeliest,
)
from tests.runners.participants.hf.local import AWAY, SYSTEM, TALE, ask, call, likelihoods, user
from tests.tiny_models import tiny

Folder = Callable[..., Path]
OPTIONS = ("the basket", "the box", "Nobody knows why; the child is four.", "neither")
QUESTION = "Where will Sally look for the marble first?"


def plainly(folder: Path, before: str, after: str, start: int, *, special: bool) -> float:
    """The log-likelihood of a text's tokens from one on, each read off a model that reads it whole,
    as the library gives it."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(folder).eval()
    row = tokenizer(before + after, return_tensors="pt", add_special_tokens=special).input_ids
    if not before:
        row = torch.cat([torch.tensor([[tokenizer.bos_token_id]]), row], dim=1)
    with torch.inference_mode():
        scores = model(row).logits[0].log_softmax(-1)
    return sum(float(scores[place - 1, row[0, place]]) for place in range(start, row.shape[1]))


def parting(folder: Path, before: str, options: tuple[str, ...]) -> int:
    """The first token at which any option's text leaves the prompt's own tokens."""
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)

    def tokens(text: str) -> list[int]:
        found: list[int] = tokenizer(text, add_special_tokens=False).input_ids
        return found

    prompt = tokens(before)
    return min(
        next(
            (
                n
                for n, (a, b) in enumerate(zip(prompt, tokens(before + one), strict=False))
                if a != b
            ),
            len(prompt),
        )
        for one in options
    )


@pytest.mark.parametrize("kind", ["llama", "gpt2", "mamba"])
def test_each_number_is_that_of_the_model_reading_the_whole_text(folder: Folder, kind: str) -> None:
    where = folder(kind)
    (reply,) = ask(where, [call(SYSTEM, user(TALE, AWAY, QUESTION), options=OPTIONS)])
    prompt = (
        f"<|system|>{SYSTEM.text}<|end|><|user|>{TALE}\n\n{AWAY}\n\n{QUESTION}<|end|><|assistant|>"
    )
    bare = "<|user|><|end|><|assistant|>"
    start, bare_start = parting(where, prompt, OPTIONS), parting(where, bare, OPTIONS)
    for option, found in zip(OPTIONS, likelihoods(reply), strict=True):
        sum_ = plainly(where, prompt, option, start, special=False)
        bare_sum = plainly(where, bare, option, bare_start, special=False)
        assert found == {
            "text": option,
            "letter": None,
            "tokens": found["tokens"],
            "characters": len(option),
            "sum": pytest.approx(sum_, abs=1e-3),
            "per_token": pytest.approx(sum_ / found["tokens"], abs=1e-3),
            "per_character": pytest.approx(sum_ / len(option), abs=1e-3),
            "against_bare_prompt": pytest.approx(sum_ - bare_sum, abs=1e-3),
            "letter_sum": None,
            "whole_tokens": None,
            "per_token_of_whole": None,
        }
    numbers = [found["per_token"] for found in likelihoods(reply)]
    assert json.loads(reply.raw)["likelihoods"]["reading"] == "token"
    assert reply.text == OPTIONS[numbers.index(max(numbers))]
    assert (reply.finish, reply.output_tokens) == (Finish.STOP, 0)


def test_a_text_that_is_gone_on_with_is_weighed_from_where_the_tokens_part(folder: Folder) -> None:
    where = folder("llama", chat=False)
    # The tokenizer joins the blank line at the end of the prompt with "Or", and with nothing else.
    options = ("Or so.", "the basket", "neither")
    (reply,) = ask(where, [call(user("A) the basket"), options=options)])
    prompt = "A) the basket\n\n"
    start = parting(where, prompt, options)
    assert start < parting(where, prompt, ("the basket",))
    for option, found in zip(options, likelihoods(reply), strict=True):
        assert found["sum"] == pytest.approx(
            plainly(where, prompt, option, start, special=True), abs=1e-3
        )
        bare = plainly(where, "", option, 1, special=True)
        assert found["against_bare_prompt"] == pytest.approx(found["sum"] - bare, abs=1e-3)


def test_letters_that_are_shown_are_weighed_and_decide(folder: Folder) -> None:
    shown = user(TALE, QUESTION, "A) the box\nB) the basket")
    (reply,) = ask(folder(), [call(shown, options=("the basket", "the box"))])
    basket, box = likelihoods(reply)
    prompt = f"<|user|>{shown.text}<|end|><|assistant|>"
    start = parting(folder(), prompt, ("A", "B"))
    assert (basket["letter"], box["letter"]) == ("B", "A")
    for found in (basket, box):
        letter = plainly(folder(), prompt, found["letter"], start, special=False)
        assert found["letter_sum"] == pytest.approx(letter, abs=1e-3)
    wins = basket if basket["letter_sum"] > box["letter_sum"] else box
    assert reply.text == wins["text"]
    assert json.loads(reply.raw)["likelihoods"]["reading"] == "letter"


@pytest.mark.parametrize("kind", ["llama", "mamba"])
def test_the_order_of_the_options_and_what_else_is_weighed_change_nothing(
    folder: Folder, kind: str
) -> None:
    first = call(user(TALE, QUESTION), options=OPTIONS)
    others = [call(SYSTEM, user(TALE, AWAY, f"{QUESTION} {n}"), options=OPTIONS) for n in range(4)]
    together = ask(folder(kind), [first, *others])[0]
    (turned,) = ask(folder(kind), [call(user(TALE, QUESTION), options=OPTIONS[::-1])])

    def numbers(found: list[dict[str, Any]]) -> list[float]:
        return [one["sum"] for one in found] + [one["against_bare_prompt"] for one in found]

    again = likelihoods(turned)[::-1]
    assert numbers(likelihoods(together)) == pytest.approx(numbers(again), abs=1e-3)
    assert together.text == turned.text


@pytest.mark.parametrize(
    "reading", [one for one in LikelihoodReading if one is not LikelihoodReading.WHOLE]
)
def test_the_reading_asked_for_decides_and_all_numbers_are_kept(
    folder: Folder, reading: LikelihoodReading
) -> None:
    asked = call(user(QUESTION, "A) the basket\nB) the box"), options=("the basket", "the box"))
    (reply,) = ask(folder(), [asked], params={"likelihood": reading.value})
    (default,) = ask(folder(), [asked])
    key = {
        LikelihoodReading.LETTER: "letter_sum",
        LikelihoodReading.SUM: "sum",
        LikelihoodReading.TOKEN: "per_token",
        LikelihoodReading.CHARACTER: "per_character",
        LikelihoodReading.BARE: "against_bare_prompt",
    }[reading]
    found = likelihoods(reply)
    assert reply.text == max(found, key=lambda one: one[key])["text"]
    assert found == likelihoods(default)
    assert json.loads(reply.sent)["likelihood"] == reading.value


def test_two_options_that_are_exactly_as_likely_are_no_answer() -> None:
    one, other = weighed("the box", -3.0), weighed("the bin", -3.0)
    assert likeliest((one, other), LikelihoodReading.SUM) == ""
    assert likeliest((one, other, weighed("x", -2.5)), LikelihoodReading.SUM) == "x"


def test_an_option_that_is_there_twice_is_one_answer(folder: Folder) -> None:
    (reply,) = ask(folder(), [call(user(QUESTION), options=("the box", "the box"))])
    assert (reply.text, reply.finish) == ("the box", Finish.STOP)
    assert len(likelihoods(reply)) == 2


def test_an_option_that_the_model_has_no_places_for_is_no_reply(tmp_path: Path) -> None:
    small = tiny(tmp_path / "small", kind="gpt2", reach=48)
    fits = call(user("Where is the marble?"), options=("the box", "the basket"))
    (reply,) = ask(small, [fits])
    assert reply.input_tokens is not None
    assert reply.input_tokens < 48
    with pytest.raises(NoReply) as caught:
        ask(small, [call(user("Where is the marble?"), options=("the box", "X" * 100))])
    assert caught.value.kind is FailureKind.BAD_REQUEST
    assert re.fullmatch(
        "hf/small reads at most 48 tokens, and this conversation with its longest option has 1..",
        caught.value.message,
    )


def test_no_option_follows_a_thought_that_was_begun(folder: Folder) -> None:
    with pytest.raises(NoReply) as caught:
        ask(
            folder(),
            [call(user(QUESTION), options=("a", "b"))],
            params={"template.begin_thought": True},
        )
    assert (caught.value.kind, caught.value.message, caught.value.help) == (
        FailureKind.BAD_PARAMETER,
        "the chat template of hf/llama-chat starts with thinking, so no option can follow",
        "if the model supports it: --reasoning off",
    )


@pytest.mark.parametrize(
    ("options", "message", "letters"),
    [
        (("a cup", "a box"), "Where?\n\nA) a box\nB) a cup", ("B", "A")),
        (("a cup", "a box"), "Where, in A) a box or B) a cup?", None),
        (("a cup", "a box"), "Where?\n\nA) a box\nB) a cup of tea", None),
        (('it: "no"', "b"), 'A) it: "no"\nB) b', ("A", "B")),
        (("yes", "yes"), "A) yes\nB) yes", ("A", "B")),
        (("yes",), "Is it?", None),
    ],
)
def test_an_option_has_the_letter_of_its_own_line(
    options: tuple[str, ...], message: str, letters: tuple[str, ...] | None
) -> None:
    assert letters_shown(options, message) == letters


def weighed(
    text: str, sum_: float, *, tokens: int = 2, letter: float | None = None
) -> OptionLikelihood:
    return OptionLikelihood(text, None if letter is None else "A", tokens, sum_, -1.0, letter)


def test_readings_by_hand() -> None:
    short, long = weighed("box", -3.0, tokens=1), weighed("the basket", -4.0, tokens=4)
    options = (short, long)
    assert effective(None, options) is LikelihoodReading.TOKEN
    assert effective(LikelihoodReading.LETTER, options) is LikelihoodReading.TOKEN
    assert effective(LikelihoodReading.SUM, options) is LikelihoodReading.SUM
    assert [
        likeliest(options, one)
        for one in (LikelihoodReading.SUM, LikelihoodReading.TOKEN, LikelihoodReading.CHARACTER)
    ] == [
        "box",
        "the basket",
        "the basket",
    ]
    assert long.by(LikelihoodReading.BARE) == -3.0
    assert long.by(LikelihoodReading.CHARACTER) == -0.4
    lettered = (weighed("box", -3.0, letter=-2.0), weighed("bin", -9.0, letter=-1.0))
    assert effective(None, lettered) is LikelihoodReading.LETTER
    assert likeliest(lettered, LikelihoodReading.LETTER) == "bin"
    assert math.isclose(lettered[0].by(LikelihoodReading.TOKEN) or 0.0, -1.5)


@pytest.mark.parametrize("chat", [True, False])
def test_a_text_is_gone_on_with_without_the_chat_template(folder: Folder, *, chat: bool) -> None:
    where = folder("llama", chat=chat)
    options = (" box", " basket")
    asked = replace(call(user("Anne puts the marble into the"), options=options), continues=True)
    (reply,) = ask(where, [asked])
    before = asked.messages[0].text
    start = parting(where, before, options)
    for option, found in zip(options, likelihoods(reply), strict=True):
        sum_ = plainly(where, before, option, start, special=True)
        bare_sum = plainly(where, "", option, 1, special=True)
        assert found["sum"] == pytest.approx(sum_, abs=1e-3)
        assert found["against_bare_prompt"] == pytest.approx(sum_ - bare_sum, abs=1e-3)
        assert (found["letter"], found["letter_sum"]) == (None, None)
    assert json.loads(reply.sent)["template"] == "none"
