"""What is sent to OpenAI's responses API, and what is kept of its answer."""

from __future__ import annotations

import json

import pytest
from voices import ask, hosted, told

from runners.participants.base import Call, Finish, Message, Reply, Role, Settings
from runners.participants.double import KEY, Double, ServerAnswer, error
from runners.participants.double.formats import MeantReply, written
from runners.participants.failures import BadName, BadSetting, FailureKind, NoReply

CALL = Call("key", told("Where is the button?"), seed=2**40 + 5)
VENDOR = {"OPENAI_API_KEY": "sk-a-key"}
NAME = "openai/responses/any"


def test_nothing_is_sent_but_the_conversation_and_that_nothing_is_to_be_stored() -> None:
    with Double() as double:
        ask(hosted(NAME, double.environment), CALL)
        [request] = double.requests
    assert request.path == "/v1/responses"
    assert request.json == {
        "model": "any",
        "input": [{"role": "user", "content": "Where is the button?"}],
        "store": False,
    }
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert "openai-organization" not in request.headers


def test_the_whole_conversation_goes_along_each_time_and_only_its_words() -> None:
    """No thinking and no number of an earlier response: a turn rests on words alone."""
    text = "Zoë’s “box”:\n\n  {not a slot} 🙂 \\n\ttab"
    messages = (
        Message(Role.SYSTEM, "You are four years old."),
        Message(Role.USER, text),
        Message(Role.ASSISTANT, " All right. "),
        Message(Role.SYSTEM, "It is evening."),
        Message(Role.USER, "Where?"),
    )
    with Double() as double:
        ask(hosted(NAME, double.environment), Call("key", messages))
        [request] = double.requests
    assert request.messages == (
        ("system", "You are four years old."),
        ("user", text),
        ("assistant", " All right. "),
        ("system", "It is evening."),
        ("user", "Where?"),
    )
    assert set(request.json) == {"model", "input", "store"}


def test_a_reply_keeps_the_body_and_all_that_is_known_about_it() -> None:
    body = written(MeantReply("In the drawer."), "/v1/responses")
    with Double(ServerAnswer(body=body, headers=(("x-request-id", "req-7"),))) as double:
        reply = ask(hosted(NAME, double.environment), CALL)
    assert reply == Reply(
        text="In the drawer.",
        finish=Finish.STOP,
        raw=body.decode(),
        model_returned="double-1",
        request_id="req-7",
        input_tokens=7,
        output_tokens=3,
        sent='{"model":"any","store":false}',
        latency_s=reply.latency_s,
    )


def test_what_was_asked_for_is_sent_by_the_names_of_this_api() -> None:
    params = (("reasoning", '{"effort":"low"}'), ("top_p", 0.9), ("seed", "call"))
    settings = Settings(temperature=0.5, max_tokens=200, params=params)
    with Double() as double:
        reply = ask(hosted(NAME, double.environment, settings=settings), CALL)
        sent = double.requests[0].json
    del sent["input"]
    assert sent == {
        "model": "any",
        "store": False,
        "temperature": 0.5,
        "max_output_tokens": 200,
        "top_p": 0.9,
        "reasoning": {"effort": "low"},
        "seed": 5,
    }
    assert json.loads(reply.sent) == sent


def test_over_the_two_apis_the_same_model_is_two_participants() -> None:
    chat = hosted("openai/gpt-5.6", VENDOR).identity()
    responses = hosted("openai/responses/gpt-5.6", VENDOR)
    assert responses.name == "openai/responses/gpt-5.6"
    assert responses.identity() == {**chat, "api": "responses"}


def test_at_a_server_of_ones_own_no_key_is_needed_and_the_model_may_have_slashes() -> None:
    with Double() as double:
        environment = {"OPENAI_BASE_URL": double.url}
        participant = hosted("openai/responses/Qwen/Qwen3-4B", environment)
        assert ask(participant, CALL).text == "Yes."
        assert double.requests[0].json["model"] == "Qwen/Qwen3-4B"
        assert participant.identity() == {
            "provider": "openai",
            "api": "responses",
            "model": "Qwen/Qwen3-4B",
            "parameters": "{}",
            "endpoint": f"{double.server.removeprefix('http://')}/v1",
        }


@pytest.mark.parametrize(
    "name", ["store", "previous_response_id", "conversation", "instructions", "background"]
)
def test_nothing_can_be_left_with_the_vendor_by_a_parameter(name: str) -> None:
    with pytest.raises(BadSetting) as caught:
        hosted(NAME, VENDOR, settings=Settings(params=((name, "x"),)))
    assert caught.value.message == f"`{name}` is set by devrun itself"


@pytest.mark.parametrize("model", ["o3-pro", "gpt-5-pro-2025-10-06", "gpt-5.1-codex-max"])
def test_a_model_that_answers_here_alone_is_not_asked_elsewhere(model: str) -> None:
    with pytest.raises(BadName) as caught:
        hosted(f"openai/{model}", VENDOR)
    assert caught.value.message == (f"openai/{model} answers only through OpenAI's responses API")
    assert caught.value.help == f"write openai/responses/{model}"
    assert hosted(f"openai/responses/{model}", VENDOR).name == f"openai/responses/{model}"
    # Of a server of one's own nothing is known.
    hosted(f"openai/{model}", {"OPENAI_BASE_URL": "http://127.0.0.1:8000/v1"})


def test_a_server_that_says_so_itself_is_understood() -> None:
    answer = error(
        404,
        "This model is only supported in v1/responses and not in v1/chat/completions.",
        type="invalid_request_error",
    )
    with Double(answer) as double, pytest.raises(NoReply) as caught:
        ask(hosted("openai/new-pro", double.environment), CALL)
    assert caught.value.kind is FailureKind.WRONG_MODEL
    assert caught.value.help == "write openai/responses/new-pro"


@pytest.mark.parametrize(
    ("failure", "kind", "said"),
    [
        ({"code": "server_error", "message": "Sorry."}, FailureKind.OVERLOADED, "(500): Sorry."),
        (
            {"code": "rate_limit_exceeded", "message": "Wait."},
            FailureKind.RATE_LIMITED,
            "(429): Wait.",
        ),
        (
            {"code": "invalid_image", "message": "Blurred."},
            FailureKind.BAD_REQUEST,
            "(400): Blurred.",
        ),
    ],
)
def test_a_failure_under_status_200_is_what_its_code_says(
    failure: dict[str, str], kind: FailureKind, said: str
) -> None:
    body = json.dumps({"status": "failed", "error": failure, "output": []}).encode()
    with Double(ServerAnswer(body=body)) as double, pytest.raises(NoReply) as caught:
        ask(hosted(NAME, double.environment), CALL)
    assert caught.value.kind is kind
    assert caught.value.message.endswith(said)


def test_a_prompt_that_is_held_back_under_status_400_is_a_reply() -> None:
    held = error(400, "your prompt was flagged", code="invalid_prompt")
    with Double(held) as double:
        reply = ask(hosted(NAME, double.environment), CALL)
    assert (reply.text, reply.finish) == ("", Finish.FILTERED)
