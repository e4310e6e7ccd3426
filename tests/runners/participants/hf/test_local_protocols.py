"""Under each protocol of items, a base model's numbers are those of a plain reading of the text."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dsl.experiment import Layout, Method, Protocol
from dsl.protocol import ITEM_PROTOCOLS
from renderers.prompt import LETTERS
from runners.participants.base import Call, Message, Role
from runners.participants.hf.likelihoods import LikelihoodReading, OptionLikelihood, likeliest
from tests.runners.participants.hf.local import ask, likelihoods
from tests.tiny_models import tiny

ITEMS = (
    ("Where will Sally look for the marble first?", ("the basket", "the box", "neither")),
    ("Who knows why?\nSay one.", ("Nobody", "A child of four, or so", " the other child", "x")),
    ("Y", ("Yes", "No")),
)
LAYOUTS = [
    pytest.param(layout, id=f"{protocol} {method}")
    for protocol, way in ITEM_PROTOCOLS.items()
    for method, layout in (
        (Method.CONCATENATED, way.concatenated),
        (Method.LETTERS, way.letters),
    )
]


def asked(layout: Layout, question: str, options: tuple[str, ...]) -> Call:
    """An item as a run asks it of a base model."""
    text = layout.words(question, options) + layout.cue
    return Call(
        "key",
        (Message(Role.USER, text),),
        options=options,
        continues=True,
        letters=tuple(LETTERS[: len(options)]) if layout.lettered else (),
        bare=layout.bare,
        reading=layout.reading,
    )


class Plain:
    """What the library gives for one text at a time, in double precision and by no code of ours."""

    def __init__(self, folder: Path) -> None:
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer

        self.torch = torch
        self.tokenizer: Any = AutoTokenizer.from_pretrained(folder)
        self.model: Any = AutoModelForCausalLM.from_pretrained(folder).eval()

    def tokens(self, text: str, *, special: bool) -> list[int]:
        found: list[int] = self.tokenizer(text, add_special_tokens=special).input_ids
        return found

    def logs(self, row: list[int]) -> list[float]:
        """The log-likelihood of each token but the first."""
        with self.torch.inference_mode():
            scores = self.model(self.torch.tensor([row])).logits[0].double().log_softmax(-1)
        return [float(scores[at - 1, row[at]]) for at in range(1, len(row))]

    def parting(self, before: str, options: tuple[str, ...]) -> int:
        """The first token at which the text with some option leaves the tokens of the prompt, whose
        last space belongs to the option.
        """
        prompt = self.tokens(before.rstrip(" "), special=True)
        found = len(prompt)
        for one in options:
            row = self.tokens(before + one, special=True)
            same = [a == b for a, b in zip(prompt, row, strict=False)]
            found = min(found, same.index(False) if False in same else len(same))
        return max(1, found)

    def after(self, before: str, option: str, options: tuple[str, ...]) -> tuple[float, int]:
        """The sum over an option's tokens after a prompt, and their number."""
        row = self.tokens(before + option, special=True)
        logs = self.logs(row)[self.parting(before, options) - 1 :]
        return sum(logs), len(logs)

    def loss(self, text: str) -> float:
        """The library's own loss of a whole text without special tokens."""
        row = self.torch.tensor([self.tokens(text, special=False)])
        with self.torch.inference_mode():
            return float(self.model(row, labels=row).loss)


@cache
def made(folder: Path, kind: str, words: bool, begins: bool) -> Path:
    return tiny(folder / "made", kind=kind, chat=False, words=words, begins=begins)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, bool, bool], Path]:
    """Folders for models, with and without a token that begins a text."""
    wanted = [("llama", False, False), ("llama", True, True), ("gpt2", True, False)]
    return {one: made(tmp_path_factory.mktemp("-".join(map(str, one))), *one) for one in wanted}


@pytest.mark.parametrize(
    "kind", [("llama", False, False), ("llama", True, True), ("gpt2", True, False)]
)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_number_is_that_of_a_plain_reading(
    home: dict[tuple[str, bool, bool], Path], kind: tuple[str, bool, bool], layout: Layout
) -> None:
    folder = home[kind]
    plain = Plain(folder)
    replies = ask(folder, [asked(layout, *item) for item in ITEMS])
    for reply, (question, options) in zip(replies, ITEMS, strict=True):
        before = layout.words(question, options) + layout.cue
        expected = []
        letters = LETTERS[: len(options)] if layout.lettered else None
        for at, option in enumerate(options):
            total, tokens = plain.after(before, option, options)
            bare, _ = plain.after(layout.bare, option, options)
            lettered = None
            if letters is not None:
                lettered, _ = plain.after(before, letters[at], tuple(letters))
            expected.append(
                {
                    "text": option,
                    "letter": None if letters is None else letters[at],
                    "tokens": tokens,
                    "characters": len(option),
                    "sum": pytest.approx(total, abs=5e-5),
                    "per_token": pytest.approx(total / tokens, abs=5e-5),
                    "per_character": pytest.approx(total / len(option), abs=5e-5),
                    "against_bare_prompt": pytest.approx(total - bare, abs=5e-5),
                    "letter_sum": lettered and pytest.approx(lettered, abs=5e-5),
                    "whole_tokens": len(plain.tokens(before + option, special=False)) - 1,
                    "per_token_of_whole": pytest.approx(-plain.loss(before + option), abs=5e-5),
                }
            )
        assert likelihoods(reply) == expected
        number = {"whole": "per_token_of_whole", "token": "per_token", "letter": "letter_sum"}
        found = [one[number[layout.reading]] for one in likelihoods(reply)]
        assert reply.text == options[found.index(max(found))]
        assert json.loads(reply.raw)["likelihoods"]["reading"] == layout.reading
        assert json.loads(reply.sent)["template"] == "none"


def test_texts_of_many_lengths_at_once_give_the_numbers_of_each_alone(
    home: dict[tuple[str, bool, bool], Path],
) -> None:
    folder = home["gpt2", True, False]
    layout = ITEM_PROTOCOLS[Protocol.COGLM_CODE].concatenated
    calls = [
        asked(layout, question * times, options)
        for times in (1, 2, 5)
        for question, options in ITEMS
    ]
    together = ask(folder, calls)
    for one, again in zip(calls, together, strict=True):
        (alone,) = ask(folder, [one], params={"batch": 1})
        for first, second in zip(likelihoods(alone), likelihoods(again), strict=True):
            for name in ("sum", "against_bare_prompt", "per_token_of_whole"):
                assert first[name] == pytest.approx(second[name], abs=5e-5)
        assert alone.text == again.text


def test_a_reading_that_is_asked_for_comes_before_the_protocol_s(
    home: dict[tuple[str, bool, bool], Path],
) -> None:
    folder = home["gpt2", True, False]
    way = ITEM_PROTOCOLS[Protocol.COGLM_CODE]
    calls = [asked(way.concatenated, *ITEMS[0]), asked(way.letters, *ITEMS[0])]
    taken = {
        reading: [
            json.loads(reply.raw)["likelihoods"]["reading"]
            for reply in ask(folder, calls, params={"likelihood": reading})
        ]
        for reading in ("sum", "letter", "whole")
    }
    assert taken == {
        "sum": ["sum", "sum"], "letter": ["whole", "letter"], "whole": ["whole", "whole"],
    }  # fmt: skip


def test_the_whole_string_by_hand_and_a_tie() -> None:
    short = OptionLikelihood("x", None, 1, -2.0, -1.0, None, -12.0, 4)
    long = OptionLikelihood("x y", None, 2, -5.0, -1.0, None, -15.0, 6)
    assert (short.by(LikelihoodReading.WHOLE), long.by(LikelihoodReading.WHOLE)) == (-3.0, -2.5)
    assert likeliest((short, long), LikelihoodReading.WHOLE) == "x y"
    assert likeliest((short, long), LikelihoodReading.SUM) == "x"
    tied = OptionLikelihood("y", None, 1, -2.0, -1.0, None, -6.0, 2)
    assert likeliest((short, tied), LikelihoodReading.WHOLE) == ""
