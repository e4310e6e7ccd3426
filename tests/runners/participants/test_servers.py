"""Servers with OpenAI's format have names of their own, and gateways get the headers they want."""

from __future__ import annotations

import json

import pytest
from voices import ask, hosted, told

from runners.participants.base import Call, Settings
from runners.participants.double import Double, error
from runners.participants.failures import BadSetting, NoReply
from runners.participants.vendor import ANTHROPIC, GOOGLE, OPENAI, SERVERS, Vendor

SECRET = "gateway-secret-0123456789"
CALL = Call("key", told("Where is it?"), seed=7)


@pytest.mark.parametrize("server", SERVERS, ids=lambda one: one.provider)
def test_each_server_is_asked_in_its_format_with_its_own_key(server: Vendor) -> None:
    with Double("In the box.") as double:
        here = {server.address: double.url, server.keys[0]: "a-key-of-some-length"}
        model = hosted(server.example, here, settings=Settings(max_tokens=50))
        assert ask(model, CALL).text == "In the box."
        (request,) = double.requests
    assert request.headers["authorization"] == "Bearer a-key-of-some-length"
    asked = server.example.removeprefix(f"{server.provider}/")
    limits = (
        {"max_completion_tokens": 50} if server.as_first else {"max_tokens": 50, "seed": 7}
    )  # fmt: skip
    body = json.loads(request.body)
    assert {name: body[name] for name in body if name != "messages"} == {"model": asked, **limits}
    identity = model.identity()
    assert (identity["provider"], identity["model"]) == (server.provider, asked)


def test_a_server_on_this_computer_needs_no_address_and_no_key() -> None:
    model = hosted("ollama/qwen3:4b", {})
    assert "endpoint" not in model.identity()
    assert model.endpoint.url == "http://127.0.0.1:11434/v1"


@pytest.mark.parametrize(
    ("name", "vendor"),
    [
        ("openai/any", OPENAI),
        ("anthropic/any", ANTHROPIC),
        ("google/any", GOOGLE),
        ("openrouter/any", next(one for one in SERVERS if one.provider == "openrouter")),
    ],
)
def test_a_gateway_gets_its_header_and_nobody_reads_its_value(name: str, vendor: Vendor) -> None:
    headers = json.dumps({"X-Lab": SECRET})
    with Double(f"You sent {SECRET}.", error(400, f"bad header {SECRET}")) as double:
        where = double.url if vendor in (OPENAI, *SERVERS) else double.server
        here = {vendor.address: where, vendor.headers: headers}
        model = hosted(name, here)
        reply = ask(model, CALL)
        with pytest.raises(NoReply) as refused:
            ask(hosted(name, here), CALL)
        assert double.requests[0].headers["x-lab"] == SECRET
    told_of = (reply.text, reply.raw, reply.sent, json.dumps(model.identity()), repr(model))
    assert SECRET not in " ".join((*told_of, refused.value.message, refused.value.help or ""))
    assert model.identity()["headers"] == "x-lab"


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("X-Lab: memory", "DEVRUN_OPENAI_HEADERS holds no headers"),
        ('{"X-Lab": 3}', "DEVRUN_OPENAI_HEADERS holds no headers"),
        ('{"X Lab": "memory"}', "DEVRUN_OPENAI_HEADERS holds no headers"),
        ('{"X-Lab": "a\\nb"}', "DEVRUN_OPENAI_HEADERS holds no headers"),
        (
            '{"Authorization": "Bearer x"}',
            "DEVRUN_OPENAI_HEADERS sets `Authorization`, which devrun sets itself",
        ),
    ],
)
def test_what_is_no_header_is_refused_without_being_repeated(written: str, message: str) -> None:
    with pytest.raises(BadSetting) as refused:
        hosted("openai/any", {"OPENAI_BASE_URL": "http://127.0.0.1:9", OPENAI.headers: written})
    assert refused.value.message == message
