"""Servers with OpenAI's format have names of their own, and gateways get the headers they want."""

from __future__ import annotations

import json
import re

import pytest
from voices import ask, hosted, told

from runners.batches.formats import hosted as batched
from runners.participants.base import Call, Settings
from runners.participants.double import Double, error
from runners.participants.failures import BadEndpoint, BadSetting, NoReply, Unsupported
from runners.participants.vendor import (
    ANTHROPIC,
    GOOGLE,
    MESSAGES_SERVERS,
    OPENAI,
    SERVERS,
    Vendor,
)

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


@pytest.mark.parametrize("server", MESSAGES_SERVERS, ids=lambda one: one.provider)
def test_an_anthropic_model_elsewhere_is_asked_with_that_companys_key(server: Vendor) -> None:
    key = "a-key-of-some-length"
    with Double("In the box.", error(403, "no access")) as double:
        vertex = server.provider == "vertex"
        at = f"{double.url}/projects/lab/locations/us-east5" if vertex else double.server
        here = {server.address: at, server.keys[0]: key, "ANTHROPIC_API_KEY": "another-key-0123456"}
        model = hosted(server.example, here, settings=Settings(max_tokens=50, temperature=0.5))
        assert ask(model, CALL).text == "In the box."
        with pytest.raises(NoReply):
            ask(hosted(server.example, here), CALL)
        (request, other) = double.requests
    assert "another-key-0123456" not in repr(request.headers)
    given = request.headers["x-api-key" if server.provider == "azure" else "authorization"]
    assert given.removeprefix("Bearer ") == key
    asked = server.example.removeprefix(f"{server.spoken}/")
    if vertex:
        below = "projects/lab/locations/us-east5/publishers/anthropic/models"
        assert request.path == f"/v1/{below}/{asked}:rawPredict"
        sent = {"anthropic_version": "vertex-2023-10-16"}
        assert json.loads(other.body)["anthropic_version"] == "2026-10-21"
    else:
        assert request.path == "/v1/messages"
        sent = {"model": asked}
    body = json.loads(request.body)
    assert {name: body[name] for name in body if name != "messages"} == {
        "max_tokens": 50, "temperature": 0.5, **sent,
    }  # fmt: skip
    identity = model.identity()
    assert (identity["provider"], identity["api"]) == (server.provider, "messages")
    with pytest.raises(Unsupported, match="has no batches"):
        batched(model)


def test_an_address_of_vertex_without_a_project_is_refused() -> None:
    """Also on this computer: the SDK makes the address of a request of both."""
    for url in ("https://a.b/v1", "http://127.0.0.1:8000"):
        with pytest.raises(BadEndpoint, match="names no project and region") as refused:
            hosted("vertex/messages/claude-opus-5-5", {"VERTEX_MESSAGES_BASE_URL": url})
        (words,) = re.findall(r"add (\S+) to it", refused.value.help)
        hosted("vertex/messages/claude-opus-5-5", {"VERTEX_MESSAGES_BASE_URL": url + words})


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
            '{"Transfer-Encoding": "chunked"}',
            "DEVRUN_OPENAI_HEADERS sets `Transfer-Encoding`, which devrun sets itself",
        ),
    ],
)
def test_what_is_no_header_is_refused_without_being_repeated(written: str, message: str) -> None:
    with pytest.raises(BadSetting) as refused:
        hosted("openai/any", {"OPENAI_BASE_URL": "http://127.0.0.1:9", OPENAI.headers: written})
    assert refused.value.message == message
