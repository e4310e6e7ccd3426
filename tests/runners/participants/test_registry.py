"""A name leads to a participant, or to a sentence that says which name was meant."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from runners.participants.base import Settings
from runners.participants.failures import (
    BadEndpoint,
    BadName,
    CannotStart,
    KeyInTheOpen,
    MissingKey,
    UnknownProvider,
    retry_after,
)
from runners.participants.registry import PROVIDERS, participant
from runners.participants.vendor import MESSAGES_SERVERS, SERVERS


@pytest.mark.parametrize(
    ("name", "fault", "message", "help"),
    [
        (
            "opnai/gpt-5.6",
            UnknownProvider,
            "there is no provider called `opnai`",
            "did you mean `openai/...`?",
        ),
        (
            "Qwen/Qwen3-4B",
            UnknownProvider,
            "there is no provider called `Qwen`",
            "write hf/Qwen/Qwen3-4B for a Hugging Face repository, or "
            "openai/Qwen/Qwen3-4B with OPENAI_BASE_URL set for a model on a server; see "
            "`devrun models`",
        ),
        (
            "sglang/llama3.2",
            UnknownProvider,
            "there is no provider called `sglang`",
            "write openai/llama3.2, and set OPENAI_BASE_URL to the server's address",
        ),
        (
            "openrouter/qwen/qwen3-32b",
            MissingKey,
            "there is no key for openrouter/qwen/qwen3-32b",
            "set OPENROUTER_API_KEY; for a server of your own set OPENROUTER_BASE_URL as well",
        ),
        (
            "azure/my-deployment",
            BadEndpoint,
            "AZURE_BASE_URL is not set, and Azure OpenAI has no address of its own",
            "set it like https://RESOURCE.openai.azure.com/openai/v1",
        ),
        (
            "opensrv/mine",
            UnknownProvider,
            "there is no provider called `opensrv`",
            "write hf/opensrv/mine for a Hugging Face repository, or "
            "openai/opensrv/mine with OPENAI_BASE_URL set for a model on a server; see "
            "`devrun models`",
        ),
        (
            "./my_model",
            BadName,
            "`./my_model` is a path, not a provider and a model",
            "write hf/./my_model for a model in that folder",
        ),
        (
            "C:\\models\\mine",
            BadName,
            "`C:\\models\\mine` is a path, not a provider and a model",
            "write hf/C:\\models\\mine for a model in that folder",
        ),
        (
            "hf/hf_" + 6 * "aB3dE6",
            KeyInTheOpen,
            "the name of a participant seems to contain a key, which would be stored and shown",
            "put keys into the environment: set HF_TOKEN; nothing was asked or written",
        ),
        ("oracle", BadName, "`oracle` is not a provider and a model", "did you mean `sim/oracle`?"),
        (
            "gpt-5.6",
            BadName,
            "`gpt-5.6` is not a provider and a model",
            "did you mean `openai/gpt-5.6`?",
        ),
        (
            "",
            BadName,
            "the name of a participant is empty",
            "write it like openai/gpt-5.6, anthropic/claude-opus-5-5, "
            "google/gemini-3.6-flash, hf/Qwen/Qwen3-4B or sim/child?p=0.7; see `devrun "
            "models`",
        ),
        (
            "claude-opus-5-5",
            BadName,
            "`claude-opus-5-5` is not a provider and a model",
            "did you mean `anthropic/claude-opus-5-5`?",
        ),
        (
            "gemini-3.6-flash",
            BadName,
            "`gemini-3.6-flash` is not a provider and a model",
            "did you mean `google/gemini-3.6-flash`?",
        ),
        (
            "antropic/claude-opus-5-5",
            UnknownProvider,
            "there is no provider called `antropic`",
            "did you mean `anthropic/...`?",
        ),
        (
            "sim/orcale",
            BadName,
            "there is no simulated participant called `orcale`",
            "did you mean `sim/oracle`?",
        ),
        ("openai/", BadName, "`openai/` names no model", "write it like openai/gpt-5.6"),
        ("google/", BadName, "`google/` names no model", "write it like google/gemini-3.6-flash"),
        (
            "openai/responses",
            BadName,
            "`openai/responses/` names no model",
            "write it like openai/responses/gpt-5.6",
        ),
        (
            "sim/oracle?p=1",
            BadName,
            "`sim/oracle` has no parameter `p`",
            "it takes no parameters",
        ),
        (
            "sim/child?q=1",
            BadName,
            "`sim/child` has no parameter `q`",
            "it takes `p` and `gate`",
        ),
        (
            "sim/child?p=7",
            BadName,
            "`p=7` is out of range",
            "write a number from 0 to 1, for example sim/child?p=0.5",
        ),
        (
            "sim/child?p=",
            BadName,
            "`p=` is out of range",
            "write a number from 0 to 1, for example sim/child?p=0.5",
        ),
        ("sim/child?p=0&p=1", BadName, "`p` is given twice to `sim/child`", "keep one"),
    ],
)
def test_a_wrong_name_is_answered_with_the_right_one(
    name: str, fault: type[CannotStart], message: str, help: str
) -> None:
    with pytest.raises(fault) as caught:
        participant(name, Settings(), environment={})
    assert (caught.value.message, caught.value.help) == (message, help)


def test_each_provider_names_an_example_that_it_takes() -> None:
    environment = {name: "a-key-of-some-length" for one in PROVIDERS for name in one.variables[:1]}
    environment |= {one.address: one.server for one in (*SERVERS, *MESSAGES_SERVERS) if not one.url}
    # What a local model's name leads to is on another computer.
    names = [
        participant(one.example, Settings(), environment=environment).name
        for one in PROVIDERS
        if one.name != "hf"
    ]
    # A probability that is the usual one is no part of the name.
    assert names == [
        "openai/gpt-5.6",
        "openai/responses/gpt-5.6",
        "anthropic/claude-opus-5-5",
        "google/gemini-3.6-flash",
        "sim/child",
        *(one.example for one in (*SERVERS, *MESSAGES_SERVERS)),
    ]


def test_a_model_may_have_slashes_in_its_name() -> None:
    environment = {"OPENAI_BASE_URL": "http://127.0.0.1:8000/v1"}
    found = participant("openai/Qwen/Qwen3-4B", Settings(), environment=environment)
    assert found.identity()["model"] == "Qwen/Qwen3-4B"


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("20", 20.0),
        ("0.5", 0.5),
        ("-3", 0.0),
        ("nan", None),
        ("inf", None),
        ("soon", None),
        ("", None),
        ("Fri, 20 Nov 2026 12:00:30 GMT", 30.0),
        ("Fri, 20 Nov 2026 12:00:30 -0000", 30.0),
        ("Fri, 20 Nov 2026 11:00:00 GMT", 0.0),
        ("Fri, 20 Nov 2026 12:00:30 +99999999999999999999", None),
    ],
)
def test_a_time_to_wait_is_read_from_seconds_and_from_dates(
    header: str | None, seconds: float | None
) -> None:
    now = datetime(2026, 11, 20, 12, 0, 0, tzinfo=UTC)
    assert retry_after(header, now=now) == seconds
