"""`--reasoning` is sent in each vendor's words, or refused; thoughts are no part of a reply."""

from __future__ import annotations

import json

import pytest
from voices import hosted

from runners.participants.base import Settings
from runners.participants.capabilities import known_capabilities
from runners.participants.completion import read_completion
from runners.participants.failures import BadSetting, Unsupported
from runners.participants.reasoning import LEVELS, reasoning
from runners.participants.thoughts import begins_thought, thoughts_in, without_thought
from runners.participants.vendor import OPENAI, OPENAI_RESPONSES, VENDORS

_BY_NAME = {one.spoken: one for one in (*VENDORS, OPENAI_RESPONSES)}


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("openai/gpt-4.1", "off"),
        ("openai/gpt-5", "low medium high"),
        ("openai/gpt-5-chat-latest", ""),
        ("openai/responses/gpt-5-pro", "high"),
        ("openai/gpt-5.1-2025-11-13", "off low medium high"),
        ("openai/gpt-5.4-mini", "off low medium high max"),
        ("openai/gpt-5.6-luna", "off low medium high max"),
        ("openai/gpt-6-astra", "low medium high max"),
        ("openai/gpt-6-luna", "off low medium high max"),
        ("openai/gpt-9", ""),
        ("anthropic/claude-3-5-haiku-latest", "off"),
        ("anthropic/claude-haiku-4-5-20251001", "off"),
        ("anthropic/claude-opus-4-6", "off low medium high max"),
        ("anthropic/claude-sonnet-5", "off low medium high max"),
        ("anthropic/claude-opus-5-5", "low medium high max"),
        ("google/gemini-2.0-flash", "off"),
        ("google/gemini-2.5-flash-lite", "off low medium high"),
        ("google/gemini-2.5-pro", "low medium high"),
        ("google/gemini-3-pro-preview", "low high"),
        ("google/gemini-3.8-flash", "low medium high"),
    ],
)
def test_a_model_takes_the_levels_that_it_has_and_refuses_the_others(name: str, taken: str) -> None:
    provider, _, model = name.rpartition("/")
    kept = []
    for level in LEVELS:
        try:
            reasoning(level, _BY_NAME[provider], model, vendor=True)
        except Unsupported:
            continue
        kept.append(level)
    assert kept == taken.split()


@pytest.mark.parametrize(
    ("name", "level", "vendor", "sent"),
    [
        ("openai/gpt-5.4", "max", True, {"reasoning_effort": "xhigh"}),
        ("openai/gpt-5.4", "off", True, {"reasoning_effort": "none"}),
        ("openai/responses/gpt-5.4", "low", True, {"reasoning": {"effort": "low"}}),
        ("anthropic/claude-opus-5", "off", True, {"thinking": {"type": "disabled"}}),
        (
            "anthropic/claude-opus-5",
            "high",
            True,
            {
                "thinking": {"type": "adaptive", "display": "summarized"},
                "output_config": {"effort": "high"},
            },
        ),
        ("google/gemini-2.5-flash", "off", True, {"thinkingConfig": {"thinkingBudget": 0}}),
        (
            "google/gemini-3.8-flash",
            "low",
            True,
            {"thinkingConfig": {"thinkingLevel": "low", "includeThoughts": True}},
        ),
        ("openai/gpt-4.1", "off", True, {}),
        (
            "openai/qwen3",
            "off",
            False,
            {"reasoning_effort": "none", "chat_template_kwargs": {"enable_thinking": False}},
        ),
        ("openai/qwen3", "max", False, {"reasoning_effort": "max"}),
        (
            "ollama/qwen3",
            "off",
            False,
            {"reasoning_effort": "none", "chat_template_kwargs": {"enable_thinking": False}},
        ),
        ("groq/qwen3", "off", False, {"reasoning_effort": "none"}),
        ("azure/deployment", "off", False, {"reasoning_effort": "none"}),
        ("bedrock/messages/claude", "off", False, {"thinking": {"type": "disabled"}}),
    ],
)
def test_each_vendor_is_sent_a_level_in_its_own_words(
    name: str, level: str, vendor: bool, sent: dict[str, object]
) -> None:
    provider, _, model = name.rpartition("/")
    found = reasoning(level, _BY_NAME[provider], model, vendor=vendor)
    assert found.parameters == sent
    assert bool(found.note) is not vendor


def test_a_refused_level_says_which_are_taken() -> None:
    with pytest.raises(Unsupported) as refused:
        reasoning("off", OPENAI, "gpt-6-astra", vendor=True)
    assert (refused.value.message, refused.value.help) == (
        "`--reasoning off` cannot be kept by openai/gpt-6-astra",
        "it takes low, medium, high or max",
    )


def test_the_level_is_part_of_who_was_asked_and_is_said_of_servers_to_be_uncertain() -> None:
    server = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}
    low = hosted("openai/qwen3", server, settings=Settings(reasoning="low"))
    assert json.loads(low.identity()["parameters"]) == {"reasoning_effort": "low"}
    assert low.notes == (
        "openai/qwen3: the server is asked for --reasoning low; whether it does so is not known",
    )
    both = Settings(params=(("reasoning_effort", "high"),), reasoning="low")
    with pytest.raises(BadSetting, match="ask for the same thing"):
        hosted("openai/qwen3", server, settings=both)


def test_where_no_level_is_given_a_model_that_has_some_is_named() -> None:
    key = {"OPENAI_API_KEY": "of-nobody"}

    def told(model: str, settings: Settings) -> tuple[str, ...]:
        return hosted(f"openai/{model}", key, settings=settings).notes

    assert told("gpt-5.1", Settings()) == (
        "openai/gpt-5.1: how much it reasons is left to its vendor, whose default differs by "
        "model; set it with --reasoning off|low|medium|high",
    )
    given = Settings(params=(("reasoning_effort", "low"),))
    assert told("gpt-5.1", given) == told("gpt-5.1", Settings(reasoning="low")) == ()
    assert told("gpt-4.1", Settings()) == told("any", Settings()) == ()


def test_every_line_of_levels_names_its_source() -> None:
    for entry in known_capabilities().reasoning:
        assert entry.source


@pytest.mark.parametrize(
    ("said", "thinking", "reply"),
    [
        ("In the box.", False, "In the box."),
        ("<think>Sally...</think>\n\nIn the box.", False, "In the box."),
        ("<thinking>Sally...</thinking>In the box.", False, "In the box."),
        ("[THINK]Sally...[/THINK]In the box.", False, "In the box."),
        ("Sally...</think>\n\nIn the box.", False, "In the box."),
        ("Sally...</think>\n\nIn the box.", True, "In the box."),
        ("Sally... and then", True, ""),
        ("<think>Sally... and then", False, ""),
        ("I <think> so.", False, "I <think> so."),
        ("The tags <think> and </think> are tags.", False, None),
    ],
)
def test_thoughts_are_no_part_of_the_reply(said: str, thinking: bool, reply: str | None) -> None:
    assert without_thought(said, thinking=thinking) == (said if reply is None else reply)


def test_a_prompt_may_begin_a_thought() -> None:
    assert begins_thought("<|assistant|><think>\n")
    assert not begins_thought("<|assistant|><think>\n\n</think>\n\n")


def test_a_server_that_leaves_thoughts_in_the_text_is_read_without_them() -> None:
    content = "<think>She saw it.</think>In the box."
    body = json.dumps({"choices": [{"message": {"content": content}, "finish_reason": "stop"}]})
    assert read_completion(body).text == "In the box."
    assert thoughts_in(body) == "She saw it."


@pytest.mark.parametrize(
    "body",
    [
        {"content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Box."}]},
        {"output": [{"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm."}]}]},
        {"choices": [{"message": {"content": "Box.", "reasoning_content": "Hm."}}]},
        {"choices": [{"message": {"content": "Box.", "reasoning": "Hm."}}]},
        {
            "choices": [
                {
                    "message": {
                        "content": [
                            {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
                            {"type": "text", "text": "Box."},
                        ]
                    }
                }
            ]
        },
        {"candidates": [{"content": {"parts": [{"text": "Hm.", "thought": True}, {"text": "B"}]}}]},
        {"prompt": "<think>", "said": "Hm.</think>Box."},
    ],
)
def test_thoughts_are_found_in_the_body_of_each_format(body: dict[str, object]) -> None:
    assert thoughts_in(json.dumps(body)) == "Hm."


@pytest.mark.parametrize("raw", ["", "{", "[]", "null", '{"content": 3}', '{"choices": [1]}'])
def test_a_body_without_thoughts_has_none(raw: str) -> None:
    assert thoughts_in(raw) == ""
