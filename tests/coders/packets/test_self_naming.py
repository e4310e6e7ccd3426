"""Models that name themselves are masked in replies, and every mask can be taken off again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coders.packets.masking import NameMask
from tests.coders.packets.unmasking import unmask

MASK = NameMask(("openai/gpt-4o-mini", "anthropic/claude-sonnet-4", "sim/child", "hf/lab/tiny-9b"))

NAMES = [
    "ChatGPT", "Claude", "Claude 3.5 Sonnet", "OpenAI", "Anthropic", "Google DeepMind", "GPT-4o",
    "gpt 4o mini", "Gemini", "Gemini 1.5 Pro", "Llama 3.1 70B", "LLaMA", "Mistral", "Mistral AI",
    "Qwen", "Qwen2.5", "DeepSeek", "DeepSeek-V3", "Grok", "xAI", "LaMDA", "tiny-9b", "tiny 9b",
    "claude-sonnet-4", "claude sonnet 4", "Meta AI",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_name_becomes_one_token_however_the_model_brings_it_in(name: str) -> None:
    assert MASK.mask(f"As {name}, I say the box.")[0] == "As [A NAME], I say the box."
    assert MASK.mask(f"I'm {name}.")[0] == "I'm [A NAME]."
    assert MASK.mask(f"{name}'s answer: **{name}**")[0] == "[A NAME]'s answer: **[A NAME]**"
    assert MASK.mask(f"I was trained by {name}")[1] == (name,)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("I'm Claude, made by Anthropic.", "I'm [A NAME], made by [A NAME]."),
        ("a large model, trained by Google", "a large model, trained by [A NAME]"),
        ("I am Google's language model", "I am [A NAME]'s language model"),
        ("an assistant created by Meta.", "an assistant created by [A NAME]."),
    ],
)
def test_makers_of_other_things_are_masked_where_they_made_a_model(text: str, masked: str) -> None:
    assert MASK.mask(text)[0] == masked


@pytest.mark.parametrize(
    "text",
    [
        "the llama is in the box",
        "She would google it.",
        "The child looks in the basket.",
        "a meta-level of the story",
        "The apple is by the box; I grok that.",
        "Claudette and the geminis play with a mistral wind",
        "O1 is the first box",
    ],
)
def test_words_that_are_no_names_here_are_left_alone(text: str) -> None:
    masked = MASK.mask(text)
    assert masked == (text, ())


def test_a_name_that_the_story_has_too_is_left_alone() -> None:
    masked = MASK.mask(
        "Claude looks in the box. I am a model by OpenAI.", story="This is Claude, a girl."
    )
    assert masked[0] == "Claude looks in the box. I am a model by [A NAME]."


def test_a_token_of_the_replys_own_comes_back_in_its_place() -> None:
    text = "[A NAME] and ChatGPT and [A NAME]"
    assert MASK.mask(text)[1] == ("[A NAME]", "ChatGPT", "[A NAME]")
    assert unmask(*MASK.mask(text)) == text


PIECES = st.sampled_from(
    [*NAMES, "[A NAME]", "[A ", "NAME]", " by ", "As ", "'s", "\n", "[", "box"]
)


@given(st.lists(PIECES | st.text(max_size=8)).map("".join))
def test_taking_the_masks_off_gives_the_text_back(text: str) -> None:
    assert unmask(*MASK.mask(text)) == text


@given(st.lists(PIECES).map("".join))
def test_what_is_masked_holds_no_name_to_mask(text: str) -> None:
    masked = MASK.mask(text)
    again = MASK.mask(masked[0])
    assert set(again[1]) <= {"[A NAME]"}
