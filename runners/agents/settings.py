"""The settings of an agent that can be written after its name."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from dsl.files.declared import declared as read_as
from dsl.spelling import closest
from runners.agents.agent import Agent, AgentUnusable, check_steps
from runners.agents.agent_file import AgentFile, StepTime

SETTINGS: dict[str, str] = {
    "forget": "the share of each new batch of statements that is forgotten",
    "digest": "each-wave or at-capacity: when the steps of a wave are taken",
    "capacity": "in words, with digest=at-capacity",
    "score": "confidence or preference: what a score of a statement means",
    "recall": "words or embeddings: by what statements are recalled for a question",
    "embeddings": "whose, with recall=embeddings: a model such as openai/text-embedding-3-small",
    "recalled": "how many statements are recalled",
    "recall_from": "from which wave on",
    "skip_nearest": "true: look up one more, drop the best, show the worst first",
    "tries": "how often a step is asked, in all, while its reply cannot be read",
    "order": "the steps of a wave in another order, such as order=distil,update",
}
"""What can be written after an agent's name, and what each is."""
_OF_STATEMENTS = frozenset(
    {"forget", "score", "recall", "embeddings", "recalled", "recall_from", "skip_nearest"}
)


def with_settings(agent: Agent, asked: Mapping[str, str]) -> Agent:
    """The agent with settings as they are written in a name: `forget=0.4`.

    Raises:
        AgentUnusable: it has no such setting, or not this value.
    """
    declared = agent.declared
    for name, written in asked.items():
        if name not in SETTINGS:
            close = closest(name, SETTINGS)
            raise AgentUnusable(
                f"agents have no setting `{name}`",
                f"did you mean `{close}`?" if close else f"settings are {', '.join(SETTINGS)}",
            )
        if name in _OF_STATEMENTS and not agent.remembers:
            raise AgentUnusable(
                f"the agent {agent.name} notes no statements, so `{name}` does nothing",
                "leave it out",
            )
        declared = _changed(agent, declared, name, written)
    own = _settings(agent.declared)
    given = {name: value for name, value in _settings(declared).items() if value != own[name]}
    found = Agent(agent.name, agent.text, declared, tuple(sorted(given.items())))
    check_steps(found, f"agent {agent.name}")
    return found


def _changed(agent: Agent, declared: AgentFile, name: str, written: str) -> AgentFile:
    """What a file declares, with one setting as it is written."""
    if name == "order":
        steps = {one.name: one for one in agent.of(StepTime.WAVE)}
        names = [one.strip() for one in written.split(",")]
        if sorted(names) != sorted(steps):
            raise AgentUnusable(
                f"`order={written}` does not name the steps of a wave of {agent.name}, each once",
                f"these are {', '.join(steps)}" if steps else "it has none",
            )
        ordered = (*(steps[one] for one in names), *agent.of(StepTime.QUESTION))
        return msgspec.structs.replace(declared, step=ordered)
    plain = msgspec.to_builtins(declared)
    value = written.replace("-", " ") if name == "digest" else written
    (plain if name == "tries" else plain["memory"])[name] = value
    try:
        file = f"agent {agent.name}"
        return read_as(plain, AgentFile, file=file, error=AgentUnusable, strict=False)
    except AgentUnusable as fault:
        raise AgentUnusable(
            f"`{name}={written}` of the agent {agent.name} cannot be", fault.help
        ) from fault


def _settings(declared: AgentFile) -> dict[str, str]:
    """The settings of a file, each as it is written in a name."""
    plain = msgspec.to_builtins(declared.memory) | {"tries": declared.tries}
    found = {
        name: str(value).lower() if isinstance(value, bool) else
        f"{value:g}" if isinstance(value, float) else str(value).replace(" ", "-")
        for name, value in plain.items()
    }  # fmt: skip
    of_waves = (one.name for one in declared.step if one.when is StepTime.WAVE)
    return found | {"order": ",".join(of_waves)}
