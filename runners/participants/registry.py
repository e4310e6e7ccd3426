"""From a name such as `openai/gpt-5.6` or `sim/child?p=0.7` to the participant that answers to it.

A table of providers in one file, each imported when it is asked for. Entry points, by which other
packages could add providers, were left out: nobody has asked, and each would be imported at start.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from dsl.spelling import closest
from runners.participants.base import Participant, Settings
from runners.participants.failures import BadName, KeyInTheOpen, UnknownProvider
from runners.participants.transport.redaction import looks_like_a_key
from runners.participants.vendor import (
    ANTHROPIC,
    GOOGLE,
    MESSAGES_SERVERS,
    OPENAI,
    OPENAI_RESPONSES,
    SERVERS,
    Vendor,
)

if TYPE_CHECKING:
    from runners.agents.agent import Agent
    from runners.participants.hosted import HostedModel


@dataclass(frozen=True, slots=True)
class Provider:
    """One line of `devrun models`. `variables` are the environment variables it reads, `adapter` is
    the module and the class of hosted models.
    """

    name: str
    example: str
    about: str
    variables: tuple[str, ...] = ()
    adapter: tuple[str, str] | None = None
    of: Vendor | None = None


def _hosted(of: Vendor, about: str, module: str, adapter: str) -> Provider:
    variables = (*of.keys, of.address)
    return Provider(of.spoken, of.example, about, variables, (module, adapter), of)


def _served(of: Vendor) -> Provider:
    at = f"at {of.url}" if of.url else f"at {of.address}, such as {of.server}"
    adapter = ("anthropic", "AnthropicElsewhere") if of.api else ("openai", "OpenAIChat")
    return _hosted(of, f"{of.called} {at}", *adapter)


PROVIDERS = (
    _hosted(OPENAI, "OpenAI, and servers with its chat completions API", "openai", "OpenAIChat"),
    _hosted(
        OPENAI_RESPONSES,
        "OpenAI's responses API, which some of its models require",
        "openai_responses",
        "OpenAIResponses",
    ),
    _hosted(
        ANTHROPIC,
        "Anthropic, and servers with its messages API",
        "anthropic",
        "AnthropicMessages",
    ),
    _hosted(GOOGLE, "Google's Gemini models", "google", "GoogleContent"),
    Provider(
        "hf",
        "hf/Qwen/Qwen3-4B",
        "local models: a Hugging Face repository, or a folder such as hf/./my_model",
        ("HF_HOME", "HF_HUB_OFFLINE", "HF_TOKEN"),
    ),
    Provider(
        "sim", "sim/child?p=0.7", "simulated participants, to test a script before paying; not data"
    ),
    *map(_served, (*SERVERS, *MESSAGES_SERVERS)),
)

_NAMED = {one.name: one for one in PROVIDERS}

_PATH = re.compile(r"\.{1,2}[/\\]|~|/[^/]+/|[A-Za-z]:[/\\]")
"""What a folder's name begins with, and no provider's."""

_SERVERS = frozenset({"sglang", "llama.cpp", "localhost"})
"""Programs that serve models in OpenAI's format; their models are asked through `openai/`."""

_MODELS = {"openai": ("gpt", "o1", "o3", "o4"), "anthropic": ("claude",), "google": ("gemini",)}
"""What the names of each vendor's models begin with."""


def participant(
    name: str,
    settings: Settings,
    *,
    environment: Mapping[str, str] | None = None,
) -> Participant:
    """The participant called `provider/model`, or `provider/model?agent=NAME` with an agent, ready
    to be asked; nothing is sent yet.

    `environment` replaces the process's own.

    Raises:
        CannotStart: it cannot be asked, with a sentence that says what to do.
        AgentUnusable: there is no such agent, or it cannot be used.
    """
    name = name.strip()
    _keep_keys_out(name, settings)
    if "agent=" in name:
        from runners.agents.named import apart

        model, agent = apart(name)
        if agent is not None:
            return with_agent(model, agent, settings, environment=environment)
    provider, slash, model = name.partition("/")
    if _PATH.match(name):
        raise BadName(
            f"`{name}` is a path, not a provider and a model",
            f"write hf/{name} for a model in that folder",
        )
    if not name:
        raise BadName("the name of a participant is empty", _nearest(name))
    if not slash or not provider:
        raise BadName(f"`{name}` is not a provider and a model", _nearest(name.strip("/")))
    if provider == "sim" and not model:
        raise BadName(
            "`sim/` names no simulated participant",
            "write it like sim/child?p=0.7; `devrun models` lists them",
        )
    api, _, rest = model.partition("/")
    one = _NAMED.get(provider)
    if f"{provider}/{api}" in _NAMED:
        one, model = _NAMED[f"{provider}/{api}"], rest
    if one is not None and one.adapter is not None:
        module, adapter = one.adapter
        hosted: type[HostedModel] = getattr(
            import_module(f"runners.participants.{module}"), adapter
        )
        given = os.environ if environment is None else environment
        return hosted(model, settings, environment=given, of=one.of)
    if provider == "hf":
        from runners.participants.hf.participant import LocalModel

        return LocalModel(model, settings)
    if provider == "sim":
        from runners.participants.sim import simulated

        return simulated(model)
    raise UnknownProvider(f"there is no provider called `{provider}`", _elsewhere(provider, model))


def with_agent(
    model: str,
    agent: Agent,
    settings: Settings,
    *,
    environment: Mapping[str, str] | None = None,
) -> Participant:
    """The participant of this name with an agent; raises as `participant` does."""
    from runners.participants.with_agent import WithAgent

    inner = participant(model, settings, environment=environment)
    embedder = None
    if agent.compares:
        from runners.participants.embedding import embedder_of

        given = os.environ if environment is None else environment
        embedder = embedder_of(agent, model, settings, given)
    return WithAgent(inner, agent, embedder=embedder)


def _keep_keys_out(name: str, settings: Settings) -> None:
    """Raises KeyInTheOpen before a name or a parameter can get into any other sentence."""
    variable = "HF_TOKEN" if name.startswith("hf/") else ""
    if looks_like_a_key(name):
        raise KeyInTheOpen("the name of a participant", variable)
    for parameter, value in settings.params:
        if looks_like_a_key(f"{parameter} {value}"):
            raise KeyInTheOpen("a parameter", variable)


def _elsewhere(provider: str, model: str) -> str:
    """What to write where the first part of a name is no provider: often it is half of a
    repository's name, or the program that serves the model.
    """
    if provider.lower() in _SERVERS:
        return f"write openai/{model}, and set OPENAI_BASE_URL to the server's address"
    if _close(provider) or not model:
        return _nearest(provider)
    whole = f"{provider}/{model}"
    return (
        f"write hf/{whole} for a Hugging Face repository, or openai/{whole} with "
        "OPENAI_BASE_URL set for a model on a server; see `devrun models`"
    )


def _close(written: str) -> str:
    names = [provider.name for provider in PROVIDERS]
    return closest(written.lower(), names, cutoff=0.7)


def _nearest(written: str) -> str:
    from runners.participants.sim import NAMES

    if written.lower() in NAMES:
        return f"did you mean `sim/{written.lower()}`?"
    if close := _close(written):
        return f"did you mean `{close}/...`?"
    for provider, begins in _MODELS.items():
        if written.lower().startswith(begins):
            return f"did you mean `{provider}/{written}`?"
    own = [one for one in PROVIDERS if "/" not in one.name and (one.of is None or one.of.host)]
    *first, last = (provider.example for provider in own)
    return f"write it like {', '.join(first)} or {last}; see `devrun models`"
