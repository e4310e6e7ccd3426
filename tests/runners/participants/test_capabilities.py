"""What a model is known not to take is said before the first call, or left out and noted."""

from __future__ import annotations

import pytest
from voices import ask, hosted, told

from runners.participants.base import Call, Setting, Settings
from runners.participants.capabilities import fitted, known_capabilities, refused
from runners.participants.double import Double
from runners.participants.failures import Unsupported

KEYS = {
    "OPENAI_API_KEY": "sk-a-key-of-some-length",
    "ANTHROPIC_API_KEY": "sk-ant-a-key-of-some-length",
    "GEMINI_API_KEY": "AIza-a-key-of-some-length",
}
EVERYTHING: dict[str, object] = {"temperature": 0.0, "seed": 7, "logprobs": True}


@pytest.mark.parametrize(
    ("name", "without"),
    [
        ("anthropic/claude-opus-5-5", "temperature seed logprobs"),
        ("anthropic/claude-opus-4-8", "temperature seed logprobs"),
        ("anthropic/claude-opus-4-7", "temperature seed logprobs"),
        ("anthropic/claude-mythos-preview", "temperature seed logprobs"),
        ("anthropic/claude-haiku-5-5", "temperature seed logprobs"),
        ("anthropic/claude-opus-4-6", "seed logprobs"),
        ("anthropic/claude-sonnet-4-6", "seed logprobs"),
        ("anthropic/claude-haiku-4-5-20251001", "seed logprobs"),
        ("anthropic/claude-opus-4-20250514", "seed logprobs"),
        ("anthropic/claude-3-7-sonnet-latest", "seed logprobs"),
        ("openai/gpt-5.6", "temperature logprobs"),
        ("openai/gpt-5.6-luna", "temperature logprobs"),
        ("openai/gpt-5", "temperature logprobs"),
        ("openai/gpt-5-mini-2025-08-07", "temperature logprobs"),
        ("openai/gpt-5.4", "temperature logprobs"),
        ("openai/o3-mini", "temperature logprobs"),
        ("openai/gpt-6-astra", "temperature logprobs"),
        ("openai/gpt-6.1-sol", "temperature logprobs"),
        ("openai/gpt-6-luna", "temperature logprobs"),
        ("openai/responses/gpt-6-luna", "temperature seed logprobs"),
        ("openai/responses/o3-pro", "temperature seed logprobs"),
        ("openai/responses/gpt-4.1", "seed logprobs"),
        ("openai/gpt-5-chat-latest", ""),
        ("openai/gpt-5.2-chat-latest", ""),
        ("openai/gpt-4.1", ""),
        ("openai/gpt-4o", ""),
        ("google/gemini-3.6-flash", "temperature logprobs"),
        ("google/gemini-3.5-flash-lite", "temperature logprobs"),
        ("google/gemini-3.5-flash", "temperature logprobs"),
        ("google/gemini-3.1-pro-preview", "logprobs"),
        ("google/gemini-4-argon", "temperature"),
        ("google/gemini-2.5-pro", "logprobs"),
        ("google/gemini-2.0-flash", ""),
    ],
)
def test_the_table_knows_what_these_models_do_not_take(name: str, without: str) -> None:
    provider, _, model = name.rpartition("/")
    assert list(refused(provider, model, EVERYTHING)) == without.split()


def test_claude_takes_no_temperature_where_it_reasons() -> None:
    asked = {"temperature": 0.0, "thinking": {"type": "adaptive"}}
    assert list(refused("anthropic", "claude-opus-4-6", asked)) == ["temperature"]


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("anthropic/claude-opus-5-5", {"temperature": 1.0, "seed": "none"}),
        ("anthropic/claude-opus-4-6", {"temperature": 0.0, "thinking": {"type": "disabled"}}),
        ("openai/gpt-5.6", {"temperature": 1, "top_p": 1.0}),
        ("openai/gpt-5.4", {"temperature": 0.0, "reasoning_effort": "none"}),
        ("openai/gpt-6-luna", {"temperature": 0.0, "reasoning_effort": "none"}),
        (
            "openai/responses/gpt-6-luna",
            {"temperature": 0.0, "reasoning": {"effort": "none", "summary": "auto"}},
        ),
    ],
)
def test_the_usual_value_is_taken_and_so_is_any_where_nothing_is_thought(
    name: str, asked: dict[str, object]
) -> None:
    provider, _, model = name.rpartition("/")
    assert refused(provider, model, asked) == {}


def test_every_line_of_the_table_names_a_source_and_says_why_in_a_sentence() -> None:
    for entry in known_capabilities().refused:
        assert entry.source
        assert entry.what[0].islower()
        assert not entry.what.endswith(".")


@pytest.mark.parametrize(
    ("name", "settings", "message", "without"),
    [
        (
            "anthropic/claude-opus-5-5",
            Settings(temperature=0.0),
            "`temperature` cannot be sent to anthropic/claude-opus-5-5, which accepts no "
            "sampling parameters",
            "`temperature`",
        ),
        (
            "openai/gpt-5.4",
            Settings(temperature=0.5, params=(("logprobs", True),)),
            "`temperature` cannot be sent to openai/gpt-5.4, which accepts it only with "
            "--reasoning off",
            "`temperature` and `logprobs`",
        ),
        (
            "openai/responses/gpt-5.4",
            Settings(temperature=0.5, params=(("seed", "call"),)),
            "`temperature` cannot be sent to openai/responses/gpt-5.4, which accepts it only with "
            "--reasoning off",
            "`temperature` and `seed`",
        ),
        (
            "openai/responses/gpt-4.1",
            Settings(params=(("seed", 7),)),
            "`seed` cannot be sent to openai/responses/gpt-4.1, which is asked through an "
            "API without this parameter",
            "`seed`",
        ),
        (
            "google/gemini-3.6-flash",
            Settings(params=(("top_k", 3),)),
            "`topK` cannot be sent to google/gemini-3.6-flash, which accepts it and ignores it",
            "`topK`",
        ),
    ],
)
def test_what_is_not_taken_is_an_error_before_the_first_call(
    name: str, settings: Settings, message: str, without: str
) -> None:
    with pytest.raises(Unsupported) as caught:
        hosted(name, KEYS, settings=settings)
    assert caught.value.message == message
    assert caught.value.help == (
        "leave it out, choose another model, or add --allow-unsupported to ask this one without "
        f"{without}; this is recorded"
    )


@pytest.mark.parametrize(
    ("name", "params", "parameters", "left_out"),
    [
        ("openai/gpt-5.6", (), '{"temperature":0.0}', "temperature"),
        (
            "anthropic/claude-opus-5-5",
            (("seed", 3),),
            '{"max_tokens":16384,"seed":3,"temperature":0.0}',
            "temperature,seed",
        ),
        ("google/gemini-3.6-flash", (), '{"temperature":0.0}', "temperature"),
    ],
)
def test_where_that_is_allowed_it_is_left_out_told_and_part_of_who_was_asked(
    name: str, params: tuple[tuple[str, Setting], ...], parameters: str, left_out: str
) -> None:
    settings = Settings(temperature=0.0, params=params, allow_unsupported=True)
    participant = hosted(name, KEYS, settings=settings)
    provider, _, model = name.partition("/")
    assert participant.identity() == {
        "provider": provider,
        "model": model,
        "parameters": parameters,
        "left_out": left_out,
    }
    told = [note.partition(":")[0] for note in participant.notes]
    assert told == [name, *(f"{name} is asked without `{one}`" for one in left_out.split(","))]


def test_what_is_left_out_is_not_among_what_is_sent() -> None:
    asked = {"temperature": 0.0, "max_tokens": 9}
    found = fitted("openai", "gpt-5.6", asked, vendor=True, allow=True)
    assert (found.parameters, found.left_out) == ({"max_tokens": 9}, ("temperature",))


def test_another_server_decides_for_itself() -> None:
    """A server that has a model of the same name may well take what the vendor's does not."""
    settings = Settings(temperature=0.0)
    with Double() as double:
        participant = hosted("openai/gpt-5.6", double.environment, settings=settings)
        ask(participant, Call("key", told("Where?")))
        assert double.requests[0].json["temperature"] == 0.0


def test_what_is_allowed_to_be_left_out_and_need_not_be_makes_no_other_participant() -> None:
    allowed = Settings(temperature=0.0, allow_unsupported=True)
    one = hosted("openai/gpt-4.1", KEYS, settings=allowed)
    other = hosted("openai/gpt-4.1", KEYS, settings=Settings(temperature=0.0))
    assert one.identity() == other.identity()
    assert one.notes == ()
