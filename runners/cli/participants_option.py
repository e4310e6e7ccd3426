"""Who is asked: from the names on the command line, or their defaults, to participants."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import click

from runners.cli import messages
from runners.cli.completion import MODEL
from runners.cli.output import note

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from runners.participants.base import Participant, Settings

F = TypeVar("F", bound=Callable[..., Any])
DEFAULT_MODEL = "sim/child"
_VARIABLE = "DEVRUN_MODEL"


def named_models(models: tuple[str, ...], *, as_json: bool) -> tuple[str, ...]:
    """The models named, each once, else those of DEVRUN_MODEL, else a simulated one, which is said
    on stderr.
    """
    if not models and not os.environ.get(_VARIABLE, "").strip() and not as_json:
        note(messages.NO_MODEL)
    return tuple(dict.fromkeys(models or default_models()))


def default_models() -> tuple[str, ...]:
    """The models of DEVRUN_MODEL, else a simulated one."""
    return tuple(os.environ.get(_VARIABLE, "").split()) or (DEFAULT_MODEL,)


def chosen_participants(
    models: tuple[str, ...],
    settings: Settings,
    experiments: Sequence[Experiment] = (),
    *,
    as_json: bool,
) -> tuple[Participant, ...]:
    """The participants named, each once, else those of DEVRUN_MODEL, else a simulated one. Each
    meets the needs of the scripts, or is asked without where the settings allow it.

    What the user should know before the first call is said on stderr.

    Raises:
        CannotStart: one of them cannot be asked.
    """
    from runners.participants.base import Settings
    from runners.participants.registry import participant
    from runners.participants.with_agent import for_scripts

    named = (participant(name, settings) for name in named_models(models, as_json=as_json))
    asked = for_scripts(named, experiments, settings)
    for said in chain.from_iterable(one.notes for one in asked):
        note(said)
    if not as_json:
        if models and any(one.simulated for one in asked):
            note(messages.simulated(tuple(o.name for o in asked if o.simulated)))
        given = Settings(
            settings.temperature, settings.max_tokens, settings.params, reasoning=settings.reasoning
        )
        if given != Settings() and any(one.simulated for one in asked):
            note(messages.SETTINGS_IGNORED)
    return asked


def with_any_key(name: str, settings: Settings) -> Participant:
    """A participant as it would be with its key: nothing is sent, and who it is depends on none."""
    from runners.participants.failures import MissingKey
    from runners.participants.hosted import NO_KEY
    from runners.participants.registry import participant
    from runners.participants.vendor import VENDORS

    try:
        return participant(name, settings)
    except MissingKey:
        keys = {one.key: NO_KEY for one in VENDORS}
        return participant(name, settings, environment={**os.environ, **keys})


_AGENTS = "devrun.agents"
_ASKING = frozenset({"run", "plan", "probe", "preregister", "out"})
"""Commands that ask models; others read of those that were asked."""


def _keep_agents(ctx: click.Context, param: click.Parameter, agents: tuple[str, ...]) -> None:
    if agents:
        from runners.agents.named import apart

        for agent in agents:
            # All that follows it is the agent's, also where a simulated model has parameters.
            apart(f"any/model?agent={agent.replace('?', '&')}")
    ctx.meta[_AGENTS] = agents


def _with_agents(
    ctx: click.Context, param: click.Parameter, models: tuple[str, ...]
) -> tuple[str, ...]:
    """Every model with every agent."""
    agents: tuple[str, ...] = ctx.meta.get(_AGENTS, ())
    if not agents:
        return models
    if ctx.command.name not in _ASKING and not models:
        return tuple(f"?agent={agent.replace('?', '&')}" for agent in agents)
    return tuple(
        f"{one}{'&' if '?' in one else '?'}agent={agent.replace('?', '&')}"
        for one in models or default_models()
        for agent in agents
    )


def models_option(
    help: str,
    of_agents: str = "How each model thinks and remembers between waves; may be repeated "
    "(docs/agents.md).",
) -> Callable[[F], F]:
    """`-m`: participants, as `models`, each with each agent that `--agent` names."""
    models = click.option(
        "-m",
        "--model",
        "models",
        multiple=True,
        type=MODEL,
        metavar="PROVIDER/MODEL",
        callback=_with_agents,
        help=help,
    )
    agents = click.option(
        "--agent",
        multiple=True,
        metavar="NAME|FILE",
        is_eager=True,
        expose_value=False,
        callback=_keep_agents,
        help=of_agents,
    )
    return lambda command: models(agents(command))


def base_models(models: tuple[str, ...]) -> int:
    """How many of those named are base models, which are local: no key is needed to know it."""
    from runners.participants.base import Settings
    from runners.participants.registry import participant

    local = (name for name in dict.fromkeys(models) if name.startswith("hf/"))
    return sum(participant(name, Settings()).continues_text for name in local)
