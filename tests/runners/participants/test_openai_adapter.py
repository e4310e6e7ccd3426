"""What is sent to a chat completions server, and what is kept of its answer."""

from __future__ import annotations

import json
import threading
from contextlib import AsyncExitStack
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from voices import ask, openai_chat, told

from runners.participants.base import Call, Finish, Message, Reply, Role, Settings
from runners.participants.double import KEY, Double, Request, ServerAnswer, completion, error
from runners.participants.failures import BadName, BadSetting, MissingKey, NoReply
from runners.participants.openai import OpenAIChat

CALL = Call("key", told("Where is the button?"), seed=2**40 + 5)
VENDOR = {"OPENAI_API_KEY": "sk-a-key-of-some-length"}


def test_a_reply_keeps_the_body_and_all_that_is_known_about_it() -> None:
    body = completion("In the drawer.", model="any-2026", request_id="chatcmpl-1")
    with Double(ServerAnswer(body=body, headers=(("x-request-id", "req-7"),))) as double:
        reply = ask(openai_chat(double.environment), CALL)
    assert reply == Reply(
        text="In the drawer.",
        finish=Finish.STOP,
        raw=body.decode(),
        model_returned="any-2026",
        request_id="req-7",
        input_tokens=7,
        output_tokens=3,
        sent='{"model":"any","seed":5}',
        latency_s=reply.latency_s,
    )
    assert reply.latency_s > 0


def test_without_a_request_id_the_completions_own_id_is_kept() -> None:
    with Double(ServerAnswer(body=completion("Yes.", request_id="chatcmpl-1"))) as double:
        assert ask(openai_chat(double.environment), CALL).request_id == "chatcmpl-1"


def test_the_messages_arrive_byte_for_byte_in_their_roles() -> None:
    text = "Zoë’s “box”:\n\n  {not a slot} 🙂 \\n\ttab"
    messages = (
        Message(Role.SYSTEM, "You are four years old."),
        Message(Role.USER, text),
        Message(Role.ASSISTANT, " All right. "),
        Message(Role.USER, "Where?"),
    )
    with Double() as double:
        ask(openai_chat(double.environment), Call("key", messages))
        [request] = double.requests
    assert request.messages == (
        ("system", "You are four years old."),
        ("user", text),
        ("assistant", " All right. "),
        ("user", "Where?"),
    )


def test_nothing_is_sent_that_was_not_asked_for_but_the_seed_of_the_call() -> None:
    with Double() as double:
        ask(openai_chat(double.environment), CALL)
        [request] = double.requests
    assert request.json == {
        "model": "any",
        "messages": [{"role": "user", "content": "Where is the button?"}],
        "seed": 5,
    }
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert "openai-organization" not in request.headers


def test_what_was_asked_for_is_sent_and_written_down_as_sent() -> None:
    settings = Settings(
        temperature=0.5,
        max_tokens=200,
        params=(("top_p", 0.9), ("reasoning_effort", "none"), ("chat_template_kwargs", '{"a":1}')),
    )
    with Double() as double:
        reply = ask(openai_chat(double.environment, settings=settings), CALL)
        sent = double.requests[0].json
    del sent["messages"]
    assert sent == {
        "model": "any",
        "temperature": 0.5,
        "max_tokens": 200,
        "top_p": 0.9,
        "reasoning_effort": "none",
        "chat_template_kwargs": {"a": 1},
        "seed": 5,
    }
    assert json.loads(reply.sent) == sent


@pytest.mark.parametrize(
    ("asked", "sent"), [("none", None), ("call", 5), (42, 42)], ids=["none", "call", "number"]
)
def test_the_seed_can_be_left_out_or_fixed(asked: str | int, sent: int | None) -> None:
    settings = Settings(params=(("seed", asked),))
    with Double() as double:
        ask(openai_chat(double.environment, settings=settings), CALL)
        assert double.requests[0].json.get("seed") == sent


def test_the_vendors_own_endpoint_is_part_of_no_identity_and_gets_no_seed() -> None:
    chat = openai_chat(VENDOR, model="gpt-5.6", settings=Settings(max_tokens=9))
    assert chat.identity() == {
        "provider": "openai",
        "model": "gpt-5.6",
        "parameters": '{"max_completion_tokens":9}',
    }
    assert chat.sent_with(CALL) == {"max_completion_tokens": 9}
    assert (chat.name, chat.simulated, chat.sees_key) == ("openai/gpt-5.6", False, False)


def test_another_server_is_another_participant() -> None:
    settings = Settings(temperature=0.0, params=(("seed", 3),))
    chat = openai_chat({"OPENAI_BASE_URL": "http://127.0.0.1:8000/v1/"}, settings=settings)
    assert chat.identity() == {
        "provider": "openai",
        "model": "any",
        "parameters": '{"seed":3,"temperature":0.0}',
        "endpoint": "127.0.0.1:8000/v1",
    }


def test_plain_http_to_another_machine_is_warned_of() -> None:
    bare = openai_chat({"OPENAI_BASE_URL": "http://lab.example:8000/v1"})
    assert bare.notes == (
        "http://lab.example:8000 is reached without encryption, so all text can be intercepted; "
        "use https:// unless the network is your own",
    )
    keyed = openai_chat({"OPENAI_BASE_URL": "http://lab.example:8000/v1", **VENDOR})
    assert "the key and all text" in keyed.notes[0]
    assert openai_chat({"OPENAI_BASE_URL": "https://lab.example/v1"}).notes == ()
    assert openai_chat({"OPENAI_BASE_URL": "http://localhost:8000/v1"}).notes == ()


def test_a_server_of_ones_own_needs_no_key() -> None:
    with Double() as double:
        reply = ask(openai_chat({"OPENAI_BASE_URL": double.url}), CALL)
    assert reply.text == "Yes."


@pytest.mark.parametrize("key", ["", "  "])
def test_the_vendor_wants_a_key_before_the_first_call(key: str) -> None:
    with pytest.raises(MissingKey) as caught:
        openai_chat({"OPENAI_API_KEY": key}, model="gpt-5.6")
    assert caught.value.message == "there is no key for openai/gpt-5.6"
    assert "set OPENAI_API_KEY" in caught.value.help


@pytest.mark.parametrize("key", ["two words", "schlüssel", "a\nb"])
def test_what_can_be_no_key_is_said_without_repeating_it(key: str) -> None:
    with pytest.raises(MissingKey) as caught:
        openai_chat({"OPENAI_API_KEY": key}, model="gpt-5.6")
    assert key not in caught.value.message + caught.value.help


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ((("model", "x"),), "`model` is set by devrun itself"),
        ((("stream", True),), "`stream` is set by devrun itself"),
        ((("temperature", 1.0),), "`temperature` is given twice"),
        ((("top_p", float("nan")),), "`top_p` is nan, which cannot be sent"),
        ((("bias", '{"a": [1e999]}'),), "`bias` is {'a': [inf]}, which cannot be sent"),
        ((("seed", "often"),), "`seed` is often, which is not a seed"),
    ],
)
def test_parameters_that_would_change_what_is_asked_are_refused(
    params: tuple[tuple[str, str | float | bool], ...], message: str
) -> None:
    with pytest.raises(BadSetting) as caught:
        openai_chat(VENDOR, settings=Settings(temperature=1.0, params=params))
    assert caught.value.message == message


def test_a_name_without_a_model_is_refused() -> None:
    with pytest.raises(BadName):
        openai_chat(VENDOR, model=" ")


def test_lone_surrogates_come_through_and_can_be_answered() -> None:
    """A broken emoji is kept as it came; UTF-8 cannot carry it back, so a sign stands for it."""
    with Double("half a \ud83d face", "Yes.") as double:
        reply = ask(openai_chat(double.environment), CALL)
        again = Call("key", (*CALL.messages, Message(Role.ASSISTANT, reply.text), *told("And?")))
        ask(openai_chat(double.environment), again)
        sent = double.requests[1].messages
    assert reply.text == "half a \ud83d face"
    assert sent[1] == ("assistant", "half a \ufffd face")


def test_bytes_that_are_no_utf8_are_kept_reversibly() -> None:
    body = completion("In the d.").replace(b"d.", b"d\xff.")
    with Double(ServerAnswer(body=body)) as double:
        reply = ask(openai_chat(double.environment), CALL)
    assert reply.raw.encode("utf-8", errors="surrogateescape") == body


def test_a_key_that_a_server_repeats_is_kept_nowhere() -> None:
    environment = {"OPENAI_API_KEY": "sk-very-secret-indeed"}

    def gossip(request: Request) -> ServerAnswer:
        key = request.headers["authorization"].removeprefix("Bearer ")
        if len(double.requests) == 1:
            return ServerAnswer(body=completion(f"Your key is {key}."))
        return error(401, f"Incorrect API key provided: {key}")

    with Double(then=gossip) as double:
        chat = openai_chat({**environment, "OPENAI_BASE_URL": double.url})
        reply = ask(chat, CALL)
        with pytest.raises(NoReply) as caught:
            ask(chat, CALL)
    assert reply.text == "Your key is [key removed]."
    everything = repr((reply, chat, chat.identity(), caught.value, caught.value.__dict__))
    assert "sk-very-secret" not in everything


def test_a_short_word_as_key_does_not_damage_replies() -> None:
    with Double("The box is EMPTY.") as double:
        chat = openai_chat({"OPENAI_BASE_URL": double.url, "OPENAI_API_KEY": "EMPTY"})
        assert ask(chat, CALL).text == "The box is EMPTY."


def test_thirty_two_calls_at_once_are_answered_each_with_its_own_and_written_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[str] = []
    by_the_sdk = OpenAIChat.written

    async def noted(self: OpenAIChat, sdk: object, probe: str, headers: Any) -> None:
        written.append(probe)
        await by_the_sdk(self, sdk, probe, headers)

    monkeypatch.setattr(OpenAIChat, "written", noted)

    def echo(request: Request) -> str:
        return request.messages[-1][1]

    async def many() -> list[str]:
        texts = [""] * 32
        chat = openai_chat(double.environment)

        async def one(at: int) -> None:
            reply = await chat.ask(Call(str(at), told(f"Say {at}.")))
            texts[at] = reply.text

        async with anyio.create_task_group() as group:
            for at in range(32):
                group.start_soon(one, at)
        await chat.aclose()
        await chat.aclose()
        return texts

    with Double(then=echo) as double:
        assert anyio.run(many) == [f"Say {at}." for at in range(32)]
    assert len(written) == 2


def test_who_asks_waits_for_no_other_participant_that_imports_its_sdk() -> None:
    """Else what it waits for, such as a connection, runs out of time meanwhile."""
    answered = threading.Event()

    class Slow(OpenAIChat):
        def sender(self, closing: AsyncExitStack) -> object:
            assert answered.wait(20)
            return super().sender(closing)

    async def both() -> None:
        slow, other = (
            Slow("any", Settings(), environment=double.environment),
            openai_chat(double.environment),
        )
        async with anyio.create_task_group() as group:
            for _ in range(2):
                group.start_soon(slow.ask, CALL)
            await anyio.lowlevel.checkpoint()
            await other.ask(CALL)
            answered.set()
        await slow.aclose()
        await other.aclose()

    with Double() as double:
        anyio.run(both)
        assert len(double.requests) == 3
