"""What is sent to a server of Anthropic's messages, and what is kept of its answer."""

from __future__ import annotations

import json

import pytest
from voices import ask, hosted, told

from runners.participants.anthropic import read_message
from runners.participants.base import Call, Finish, Message, Reply, Role, Settings
from runners.participants.completion import NotACompletion
from runners.participants.double import KEY, Double, ServerAnswer, error
from runners.participants.failures import BadEndpoint, BadSetting, FailureKind, MissingKey, NoReply

CALL = Call("key", told("Where is the button?"), seed=2**40 + 5)
VENDOR = {"ANTHROPIC_API_KEY": "sk-ant-a-key-of-some-length"}
BODY: dict[str, object] = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-any-2026",
    "content": [
        {"type": "thinking", "thinking": "The drawer, I suppose.", "signature": "x"},
        {"type": "text", "text": "In the "},
        {"type": "text", "text": "drawer."},
    ],
    "stop_reason": "end_turn",
    "usage": {
        "input_tokens": 7,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 100,
        "output_tokens": 3,
    },
}


def test_a_reply_keeps_the_body_and_all_that_is_known_about_it() -> None:
    body = json.dumps(BODY).encode()
    with Double(ServerAnswer(body=body, headers=(("request-id", "req_7"),))) as double:
        reply = ask(hosted("anthropic/any", double.environment), CALL)
    assert reply == Reply(
        text="In the drawer.",
        finish=Finish.STOP,
        raw=body.decode(),
        model_returned="claude-any-2026",
        request_id="req_7",
        input_tokens=107,
        output_tokens=3,
        cache_read=100,
        sent='{"max_tokens":16384,"model":"any"}',
        latency_s=reply.latency_s,
    )
    assert reply.latency_s > 0


def test_nothing_is_sent_that_was_not_asked_for_but_the_limit_that_must_be() -> None:
    text = "Zoë’s “box”:\n\n  {not a slot} 🙂 \\n\ttab"
    messages = (
        Message(Role.SYSTEM, "You are four years old."),
        Message(Role.USER, text),
        Message(Role.ASSISTANT, " All right. "),
        Message(Role.USER, "Where?"),
    )
    with Double() as double:
        ask(hosted("anthropic/any", double.environment), Call("key", messages, seed=5))
        [request] = double.requests
    assert request.path == "/v1/messages"
    assert request.json == {
        "model": "any",
        "max_tokens": 16384,
        "system": "You are four years old.",
        "messages": [
            {"role": "user", "content": text},
            {"role": "assistant", "content": " All right. "},
            {"role": "user", "content": "Where?"},
        ],
    }
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.headers["anthropic-version"] == "2026-10-21"


def test_what_was_asked_for_is_sent_and_sampling_under_the_version_that_takes_it() -> None:
    settings = Settings(
        temperature=0.5, max_tokens=200, params=(("thinking", '{"type":"disabled"}'),)
    )
    with Double() as double:
        participant = hosted("anthropic/any", double.environment, settings=settings)
        reply = ask(participant, CALL)
        [request] = double.requests
        place = double.server.removeprefix("http://")
    assert {name: value for name, value in request.json.items() if name != "messages"} == {
        "model": "any",
        "max_tokens": 200,
        "temperature": 0.5,
        "thinking": {"type": "disabled"},
    }
    assert request.headers["anthropic-version"] == "2023-06-01"
    parameters = '"max_tokens":200,"temperature":0.5,"thinking":{"type":"disabled"}'
    assert reply.sent == (
        '{"max_tokens":200,"model":"any","temperature":0.5,"thinking":{"type":"disabled"}}'
    )
    assert participant.identity() == {
        "provider": "anthropic",
        "model": "any",
        "parameters": f"{{{parameters}}}",
        "endpoint": place,
    }


def test_a_turn_without_words_is_left_out_and_a_broken_emoji_replaced() -> None:
    messages = (
        *told("Hello.")[:1],
        Message(Role.ASSISTANT, " \n"),
        Message(Role.USER, "Well?"),
        Message(Role.ASSISTANT, "a \ud83d face"),
        Message(Role.USER, "And?"),
    )
    with Double() as double:
        ask(hosted("anthropic/any", double.environment), Call("key", messages))
        [request] = double.requests
    assert request.messages == (
        ("user", "Hello."),
        ("user", "Well?"),
        ("assistant", "a \ufffd face"),
        ("user", "And?"),
    )


@pytest.mark.parametrize(
    ("changed", "text", "finish"),
    [
        ({"stop_reason": "max_tokens"}, "In the drawer.", Finish.LENGTH),
        ({"stop_reason": "model_context_window_exceeded"}, "In the drawer.", Finish.LENGTH),
        ({"stop_reason": "refusal", "content": []}, "", Finish.REFUSAL),
        ({"stop_reason": "refusal"}, "In the drawer.", Finish.REFUSAL),
        ({"stop_reason": "stop_sequence"}, "In the drawer.", Finish.STOP),
        ({"stop_reason": "pause_turn"}, "In the drawer.", Finish.UNKNOWN),
        ({"stop_reason": "tool_use"}, "In the drawer.", Finish.UNKNOWN),
        ({"stop_reason": 7}, "In the drawer.", Finish.UNKNOWN),
        ({"content": []}, "", Finish.EMPTY),
        ({"content": [{"type": "text", "text": " "}]}, " ", Finish.EMPTY),
        ({"content": None}, "", Finish.UNPARSABLE),
        ({"content": [{"type": "text", "text": None}]}, "", Finish.UNPARSABLE),
        ({"content": [{"type": "tool_use", "id": "t"}]}, "", Finish.UNPARSABLE),
        ({"content": "words"}, "", Finish.UNPARSABLE),
    ],
)
def test_however_a_reply_ended_it_is_a_reply(
    changed: dict[str, object], text: str, finish: Finish
) -> None:
    found = read_message(json.dumps({**BODY, **changed}))
    assert (found.text, found.finish) == (text, finish)


def test_usage_that_is_none_is_not_known() -> None:
    found = read_message(json.dumps({**BODY, "usage": None, "id": 7, "model": None}))
    known = (found.input_tokens, found.output_tokens, found.request_id, found.model_returned)
    assert known == (None, None, None, "")


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("[]", "JSON that is no message"),
        ('{"type":"completion","completion":"x"}', "JSON that is no message"),
        ('{"type":"message"}', "JSON that is no message"),
        ('{"type":"error","error":{"message":"no"}}', "an error"),
    ],
)
def test_what_is_no_message_says_what_it_is(body: str, what: str) -> None:
    with pytest.raises(NotACompletion) as caught:
        read_message(body)
    assert caught.value.what == what


@pytest.mark.parametrize(
    ("status", "said", "kind", "message"),
    [
        (
            400,
            "Your credit balance is too low to access the Anthropic API.",
            FailureKind.QUOTA,
            "your account with the server at @ has no credit left (400)",
        ),
        (
            400,
            "temperature: Extra inputs are not permitted",
            FailureKind.BAD_PARAMETER,
            "the server at @ rejects a parameter (400)",
        ),
        (
            400,
            "`temperature` is deprecated for this model.",
            FailureKind.BAD_PARAMETER,
            "the server at @ rejects a parameter (400)",
        ),
        (
            400,
            "prompt is too long: 250000 tokens > 200000 maximum",
            FailureKind.BAD_REQUEST,
            "the conversation is too long for `anthropic/any` (400)",
        ),
        (
            404,
            "model: any",
            FailureKind.WRONG_MODEL,
            "the server at @ has no model called `any` (404)",
        ),
    ],
)
def test_anthropics_own_words_are_understood(
    status: int, said: str, kind: FailureKind, message: str
) -> None:
    with Double(error(status, said)) as double, pytest.raises(NoReply) as caught:
        ask(hosted("anthropic/any", double.environment), CALL)
    assert caught.value.kind is kind
    assert caught.value.message == f"{message.replace('@', double.server)}: {said}"


def test_a_reply_withheld_on_the_way_out_is_a_reply() -> None:
    with Double(error(400, "Output blocked by content filtering policy")) as double:
        reply = ask(hosted("anthropic/any", double.environment), CALL)
    assert (reply.text, reply.finish) == ("", Finish.FILTERED)


def test_the_vendor_wants_a_key_and_is_part_of_no_identity() -> None:
    with pytest.raises(MissingKey) as caught:
        hosted("anthropic/claude-opus-5-5", {})
    assert caught.value.help == (
        "set ANTHROPIC_API_KEY; for a server of your own set ANTHROPIC_BASE_URL as well"
    )
    assert hosted("anthropic/claude-opus-5-5", VENDOR).identity() == {
        "provider": "anthropic",
        "model": "claude-opus-5-5",
        "parameters": '{"max_tokens":16384}',
    }


def test_an_address_ends_before_what_is_added_to_it() -> None:
    with pytest.raises(BadEndpoint) as caught:
        hosted("anthropic/any", {"ANTHROPIC_BASE_URL": "http://127.0.0.1:8000/v1"})
    assert (caught.value.message, caught.value.help) == (
        "ANTHROPIC_BASE_URL ends in /v1, which devrun adds itself",
        "leave that out, for example http://127.0.0.1:8000",
    )


def test_the_systems_words_are_set_by_the_script_alone() -> None:
    with pytest.raises(BadSetting) as caught:
        hosted("anthropic/any", VENDOR, settings=Settings(params=(("system", "Be brief."),)))
    assert caught.value.message == "`system` is set by devrun itself"
