"""From what is written after `agent=` to an agent: a shipped one by its name, or a file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from dsl.files.source import text_of
from dsl.spelling import closest
from runners.agents.agent import Agent, AgentUnusable, agent_of_text
from runners.agents.settings import SETTINGS, with_settings

_FOLDER = Path(__file__).resolve().parent / "shipped"


def shipped_agents() -> tuple[str, ...]:
    """The names of the agents that come with devrun."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def agent_named(written: str) -> Agent:
    """The shipped agent of this name, or that of a file: what has a slash, or ends in .toml.

    Raises:
        AgentUnusable: there is none, or it cannot be used.
    """
    file = Path(os.path.expanduser(written))  # noqa: PTH111 - raises where nobody has that name
    if len(file.parts) > 1 or file.suffix == ".toml":
        instead = f"name a file in TOML, or one of {', '.join(shipped_agents())}"
        text = text_of(file, what="file of an agent", instead=instead, error=AgentUnusable)
        return agent_of_text(text, f"{file.stem}.toml", written)
    if written not in shipped_agents():
        close = closest(written, shipped_agents())
        raise AgentUnusable(
            f"there is no agent called `{written}`",
            f"did you mean `{close}`?"
            if close
            else f"agents are {', '.join(shipped_agents())}; your own is named by its file, such "
            "as my_agent.toml",
        )
    path = _FOLDER / f"{written}.toml"
    return agent_of_text(path.read_text("utf-8"), written, f"the agent {written}")


def apart(name: str) -> tuple[str, Agent | None]:
    """The name of a participant without its agent, and the agent: `sim/child?p=0.7` and coggpt of
    `sim/child?p=0.7&agent=coggpt&forget=0.5`.

    Raises:
        AgentUnusable: as `agent_named`; or a setting is given twice, or without an agent.
    """
    model, _, query = name.partition("?")
    parts = query.split("&") if query else []
    pairs = [tuple(part.partition("=")[::2]) for part in parts]
    if not any(key == "agent" for key, _ in pairs):
        return name, None
    # Only simulated participants have parameters of their own in their name.
    mine = {"agent", *SETTINGS} if model.startswith("sim/") else {key for key, _ in pairs}
    asked: dict[str, str] = {}
    for key, value in pairs:
        if key in mine and key in asked:
            raise AgentUnusable(f"`{key}` is given twice in `{name}`", "keep one")
        if key in mine:
            asked[key] = value
    rest = "&".join(part for part, (key, _) in zip(parts, pairs, strict=True) if key not in mine)
    agent = with_settings(agent_named(asked.pop("agent")), asked)
    return f"{model}?{rest}" if rest else model, agent


def agents_of(names: Iterable[str]) -> dict[str, Agent]:
    """The agents of those participants that have one, by the participant's name. Raises as
    `apart`.
    """
    return {name: agent for name in names if (agent := apart(name)[1]) is not None}


def joined(model: str, agent: Agent) -> str:
    """The name of a participant with an agent, as tables show it."""
    return f"{model}{'&' if '?' in model else '?'}agent={agent.written.replace('?', '&')}"
