"""What is sent to a server of Google's generateContent, and what is kept of its answer."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack

import anyio
import httpx2
import pytest
from voices import ask, hosted, told

from runners.participants.base import Call, Finish, Message, Reply, Role, Settings
from runners.participants.completion import NotACompletion
from runners.participants.double import KEY, Double, ServerAnswer
from runners.participants.failures import BadSetting, FailureKind, MissingKey, NoReply
from runners.participants.google import read_content
from runners.participants.hosted import HostedModel
from runners.participants.transport.sdk_client import Notes

CALL = Call("key", told("Where is the button?"), seed=2**40 + 5)
VENDOR = {"GEMINI_API_KEY": "AIza-a-key-of-some-length"}
CANDIDATE: dict[str, object] = {
    "content": {
        "role": "model",
        "parts": [
            {"text": "The drawer, I suppose.", "thought": True},
            {"text": "In the "},
            {"text": "drawer.", "thoughtSignature": "x"},
        ],
    },
    "finishReason": "STOP",
}
BODY: dict[str, object] = {
    "candidates": [CANDIDATE],
    "usageMetadata": {
        "promptTokenCount": 7,
        "candidatesTokenCount": 3,
        "thoughtsTokenCount": 40,
    },
    "modelVersion": "gemini-any-2026",
    "responseId": "response-1",
}


def test_a_reply_keeps_the_body_and_all_that_is_known_about_it() -> None:
    body = json.dumps(BODY).encode()
    with Double(ServerAnswer(body=body)) as double:
        reply = ask(hosted("google/any", double.environment), CALL)
    assert reply == Reply(
        text="In the drawer.",
        finish=Finish.STOP,
        raw=body.decode(),
        model_returned="gemini-any-2026",
        request_id="response-1",
        input_tokens=7,
        output_tokens=43,
        sent='{"model":"any"}',
        latency_s=reply.latency_s,
    )
    assert reply.latency_s > 0


def test_nothing_is_sent_that_was_not_asked_for() -> None:
    text = "Zoë’s “box”:\n\n  {not a slot} 🙂 \\n\ttab"
    messages = (
        Message(Role.SYSTEM, "You are four years old."),
        Message(Role.USER, text),
        Message(Role.ASSISTANT, " All right. "),
        Message(Role.USER, "Where?"),
    )
    with Double() as double:
        ask(hosted("google/any", double.environment), Call("key", messages, seed=5))
        [request] = double.requests
    assert request.path == "/v1beta/models/any:generateContent"
    assert request.json.keys() == {"contents", "systemInstruction", "generationConfig"}
    assert request.json["generationConfig"] == {}
    assert request.messages == (
        ("system", "You are four years old."),
        ("user", text),
        ("model", " All right. "),
        ("user", "Where?"),
    )
    assert request.headers["x-goog-api-key"] == KEY
    assert KEY not in request.path


def test_a_request_is_as_the_sdk_writes_it() -> None:
    from google.genai import types

    messages = (Message(Role.SYSTEM, "You are four."), *told("Hello.", "Where’s it?"))
    model = hosted("google/any", VENDOR)
    assert isinstance(model, HostedModel)
    contents = [
        types.Content(role=role, parts=[types.Part(text=one.text)])
        for role, one in zip(("user", "model", "user"), messages[1:], strict=True)
    ]
    config = types.GenerateContentConfig(
        system_instruction=messages[0].text, max_output_tokens=9, safety_settings=[]
    )

    async def by_the_sdk() -> httpx2.Request:
        notes = Notes()
        async with AsyncExitStack() as closing:
            sdk = model.connected(closing, notes)
            await sdk.aio.models.generate_content(model="any", contents=contents, config=config)
        return notes.requests[0]

    written = anyio.run(by_the_sdk)
    sent = {"maxOutputTokens": 9, "safetySettings": []}
    assert json.loads(written.content) == model.request(messages, sent)


def test_what_was_asked_for_is_sent_where_google_wants_it_under_its_own_names() -> None:
    settings = Settings(
        temperature=0.5,
        max_tokens=200,
        params=(
            ("top_p", 0.9),
            ("seed", "call"),
            ("thinking_config", '{"thinkingLevel":"low"}'),
            ("safetySettings", "[]"),
        ),
    )
    with Double() as double:
        participant = hosted("google/any", double.environment, settings=settings)
        reply = ask(participant, CALL)
        [request] = double.requests
    inside = {
        "temperature": 0.5,
        "maxOutputTokens": 200,
        "topP": 0.9,
        "thinkingConfig": {"thinkingLevel": "low"},
        "seed": 5,
    }
    assert request.json == {
        "contents": [{"role": "user", "parts": [{"text": "Where is the button?"}]}],
        "generationConfig": inside,
        "safetySettings": [],
    }
    assert json.loads(reply.sent) == {"model": "any", "safetySettings": [], **inside}
    assert json.loads(participant.identity()["parameters"]) == {
        **inside,
        "safetySettings": [],
        "seed": "call",
    }


def test_a_turn_without_words_is_left_out() -> None:
    messages = (
        *told("Hello.")[:1],
        Message(Role.ASSISTANT, ""),
        Message(Role.USER, "Well?"),
    )
    with Double() as double:
        ask(hosted("google/any", double.environment), Call("key", messages))
        assert double.requests[0].messages == (("user", "Hello."), ("user", "Well?"))


@pytest.mark.parametrize(
    ("candidates", "more", "text", "finish"),
    [
        ([{**CANDIDATE, "finishReason": "MAX_TOKENS"}], {}, "In the drawer.", Finish.LENGTH),
        ([{"finishReason": "MAX_TOKENS", "content": {}}], {}, "", Finish.LENGTH),
        ([{**CANDIDATE, "finishReason": "CONTINUATION"}], {}, "In the drawer.", Finish.LENGTH),
        ([{"finishReason": "SAFETY"}], {}, "", Finish.FILTERED),
        ([{**CANDIDATE, "finishReason": "RECITATION"}], {}, "In the drawer.", Finish.FILTERED),
        ([], {"promptFeedback": {"blockReason": "SAFETY"}}, "", Finish.FILTERED),
        (None, {"promptFeedback": {"blockReason": "OTHER"}}, "", Finish.FILTERED),
        ([{"finishReason": "STOP", "content": {"role": "model"}}], {}, "", Finish.EMPTY),
        ([{"finishReason": "STOP", "content": {"parts": [{"text": ""}]}}], {}, "", Finish.EMPTY),
        (
            [{"finishReason": "STOP", "content": {"parts": [{"functionCall": {}}]}}],
            {},
            "",
            Finish.UNPARSABLE,
        ),
        ([{"finishReason": "MALFORMED_RESPONSE"}], {}, "", Finish.UNKNOWN),
        ([{**CANDIDATE, "finishReason": "OTHER"}], {}, "In the drawer.", Finish.UNKNOWN),
        ([{"content": {"parts": None}}], {}, "", Finish.UNPARSABLE),
        ([], {}, "", Finish.UNPARSABLE),
        ([None], {}, "", Finish.UNPARSABLE),
    ],
)
def test_however_a_reply_ended_it_is_a_reply(
    candidates: object, more: dict[str, object], text: str, finish: Finish
) -> None:
    found = read_content(json.dumps({**BODY, "candidates": candidates, **more}))
    assert (found.text, found.finish) == (text, finish)


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("[]", "JSON that is no reply"),
        ('{"status":"ok"}', "JSON that is no reply"),
        ('{"error":{"code":429}}', "an error"),
    ],
)
def test_what_is_no_reply_says_what_it_is(body: str, what: str) -> None:
    with pytest.raises(NotACompletion) as caught:
        read_content(body)
    assert caught.value.what == what


def fault(status: int, message: str, *details: dict[str, object]) -> ServerAnswer:
    said = {"code": status, "message": message, "status": "X", "details": list(details)}
    if status == 429:
        said["status"] = "RESOURCE_EXHAUSTED"
    return ServerAnswer(status, json.dumps({"error": said}).encode())


LIMIT = "You exceeded your current quota, please check your plan and billing details."


@pytest.mark.parametrize(
    ("behaviour", "kind", "wait"),
    [
        (
            fault(400, "API key not valid.", {"reason": "API_KEY_INVALID"}),
            FailureKind.UNAUTHORISED,
            None,
        ),
        (
            fault(
                429,
                LIMIT,
                {"violations": [{"quotaId": "GenerateRequestsPerMinutePerProjectPerModel"}]},
                {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "17.5s"},
            ),
            FailureKind.RATE_LIMITED,
            17.5,
        ),
        (
            fault(429, LIMIT, {"violations": [{"quotaId": "GenerateRequestsPerDayPerProject"}]}),
            FailureKind.QUOTA,
            None,
        ),
        (
            fault(404, "models/any is not found for API version v1beta"),
            FailureKind.WRONG_MODEL,
            None,
        ),
        (
            fault(400, 'Invalid JSON payload received. Unknown name "topX"'),
            FailureKind.BAD_PARAMETER,
            None,
        ),
        (fault(400, "Logprobs is not enabled for models/any"), FailureKind.BAD_PARAMETER, None),
        (fault(503, "The model is overloaded."), FailureKind.OVERLOADED, None),
    ],
)
def test_googles_own_words_are_understood(
    behaviour: ServerAnswer, kind: FailureKind, wait: float | None
) -> None:
    with Double(behaviour) as double, pytest.raises(NoReply) as caught:
        ask(hosted("google/any", double.environment), CALL)
    assert (caught.value.kind, caught.value.retry_after) == (kind, wait)


def test_the_vendor_wants_a_key_of_either_name_and_is_part_of_no_identity() -> None:
    with pytest.raises(MissingKey) as caught:
        hosted("google/gemini-3.6-flash", {})
    assert caught.value.message == "there is no key for google/gemini-3.6-flash"
    for environment in (VENDOR, {"GOOGLE_API_KEY": "AIza-a-key-of-some-length"}):
        assert hosted("google/gemini-3.6-flash", environment).identity() == {
            "provider": "google",
            "model": "gemini-3.6-flash",
            "parameters": "{}",
        }


def test_one_request_gives_one_reply() -> None:
    with pytest.raises(BadSetting) as caught:
        hosted("google/any", VENDOR, settings=Settings(params=(("candidate_count", 3),)))
    assert caught.value.message == "`candidate_count` is set by devrun itself"
