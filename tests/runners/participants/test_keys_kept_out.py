"""A key in a name, a parameter or an address is refused in words that do not repeat it."""

from __future__ import annotations

import pytest
from voices import hosted

from runners.participants.base import Setting, Settings
from runners.participants.failures import KeyInTheOpen
from runners.participants.transport.redaction import looks_like_a_key

OWN = "lab-key-0123456789-of-some-length"
SHAPED = (
    "sk-proj-Zm9vYmFyYmF6cXV4MTIzNDU2",
    "sk-ant-api03-Zm9vYmFyYmF6cXV4MTIzNDU2",
    "AIzaSyZm9vYmFyYmF6cXV4MTIzNDU2Nzg5MDEy",
    "AQ.Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MDEyMzQ",
    "hf_Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MDEyMzQ",
)
KEYS = dict.fromkeys(("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"), OWN)
HERE = {**KEYS, "OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}


@pytest.mark.parametrize("key", [OWN, *SHAPED])
@pytest.mark.parametrize(
    ("name", "parameter", "value"),
    [
        ("openai/any", "user", "KEY"),
        ("openai/any", "user", "it is KEY."),
        ("openai/any", "KEY", 1),
        ("openai/responses/any", "metadata", '{"a":["KEY"]}'),
        ("anthropic/any", "metadata", '{"user_id":"KEY"}'),
        ("google/any", "labels", "KEY"),
        ("openai/KEY", "user", "Ada"),
        ("google/models/KEY", "user", "Ada"),
    ],
)
def test_it_is_refused_wherever_it_was_typed(
    name: str, parameter: str, value: Setting, key: str
) -> None:
    if isinstance(value, str):
        value = value.replace("KEY", key)
    settings = Settings(params=((parameter.replace("KEY", key), value),))
    with pytest.raises(KeyInTheOpen) as caught:
        hosted(name.replace("KEY", key), KEYS, settings=settings)
    assert key not in caught.value.message + caught.value.help
    assert caught.value.message.endswith(" seems to contain a key, which would be stored and shown")


@pytest.mark.parametrize("key", [OWN, SHAPED[0]])
def test_it_is_refused_in_an_address(key: str) -> None:
    with pytest.raises(KeyInTheOpen) as caught:
        hosted("openai/any", {**KEYS, "OPENAI_BASE_URL": f"http://127.0.0.1:9/{key}/v1"})
    assert caught.value.message == (
        "OPENAI_BASE_URL seems to contain a key, which would be stored and shown"
    )
    assert caught.value.help == (
        "put keys into the environment: set OPENAI_API_KEY; nothing was asked or written"
    )


@pytest.mark.parametrize("name", [SHAPED[0], f"opnai/{SHAPED[0]}", f"sim/child?p={SHAPED[2]}"])
def test_no_other_sentence_repeats_it_first(name: str) -> None:
    with pytest.raises(KeyInTheOpen) as caught:
        hosted(name, {})
    assert caught.value.message.startswith("the name of a participant seems to contain a key")


def test_a_short_word_that_serves_as_key_may_stand_anywhere() -> None:
    settings = Settings(params=(("user", "EMPTY"),))
    hosted("openai/EMPTY", {**HERE, "OPENAI_API_KEY": "EMPTY"}, settings=settings)


@pytest.mark.parametrize(
    "text",
    [
        "openai/gpt-5.6",
        "openai/responses/o3-pro-2025-06-10",
        "openai/my-task-oriented-model-with-a-long-name-7b",
        "openai/sk-a-model-called-so-without-any-number",
        "anthropic/claude-haiku-4-5-20251001",
        "hf/meta-llama/Llama-3.2-1B-Instruct@9213176726f574b556790deb65791e0c5aa438b6",
        '{"type":"json_schema","name":"sk-1"}',
    ],
)
def test_what_is_no_key_is_not_taken_for_one(text: str) -> None:
    assert not looks_like_a_key(text)
