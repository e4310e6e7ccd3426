"""How much a model is to reason before it answers: one word, sent as each vendor spells it.

Which words a model takes is in capabilities.toml. A word that it does not take is refused and not
brought near: "at reasoning low" in a paper would then not be true. A model that is in no line is
refused as well, since what it would make of a word is unknown; `--param` sends it whatever its
vendor's documentation names.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import asdict, dataclass

from dsl.words import and_list
from runners.participants.capabilities import ReasoningLevels, known_capabilities
from runners.participants.failures import Unsupported
from runners.participants.vendor import Vendor

LEVELS = ("off", "low", "medium", "high", "max")

_SERVER = ReasoningLevels(
    (".*",), ("openai", "openai/responses"), "", off="none",
    low="low", medium="medium", high="high", max="max",
)  # fmt: skip
"""Servers of other makers in OpenAI's format, as vLLM takes it since May 2026."""
_ANTHROPIC_SERVER = ReasoningLevels(
    (".*",), ("anthropic",), "", off="disabled",
    low="low", medium="medium", high="high", max="max",
)  # fmt: skip
_GOOGLE_SERVER = ReasoningLevels(
    (".*",), ("google",), "", off=0, low="low", medium="medium", high="high"
)
_SERVERS = (_SERVER, _ANTHROPIC_SERVER, _GOOGLE_SERVER)


@dataclass(frozen=True, slots=True)
class Reasoning:
    """The parameters that say how much to reason, by their names on the wire, and a sentence for
    the user where it is not known whether they are heeded, or how much the model reasons.
    """

    parameters: dict[str, object]
    note: str = ""


def reasoning(
    level: str, of: Vendor, model: str, *, vendor: bool, given: Container[str] = ()
) -> Reasoning:
    """What is sent to a model for a word of `LEVELS`; nothing for an empty one.

    `vendor`: it is asked at its vendor's own endpoint; `given`: the parameters of `--param`.

    Raises:
        Unsupported: the model is known not to take it, or is not known.
    """
    name = f"{of.spoken}/{model}"
    entries = known_capabilities().reasoning if vendor else _SERVERS
    found = next((one for one in entries if of.speaks in one.providers and one.fit(model)), None)
    if not level:
        return Reasoning({}, _left_open(name, of, found, given) if vendor and found else "")
    if found is None:
        raise Unsupported(
            f"what `--reasoning {level}` would be for {name} is not known",
            "leave it out, or give the parameter that its vendor documents with --param",
        )
    if found.none and level == "off":
        return Reasoning({})
    value = asdict(found)[level]
    if value is None:
        taken = [one for one in LEVELS if asdict(found)[one] is not None]
        if found.none:
            raise Unsupported(
                f"{name} does not reason, so `--reasoning {level}` cannot be kept",
                "leave it out, or write --reasoning off",
            )
        raise Unsupported(
            f"`--reasoning {level}` cannot be kept by {name}",
            f"it takes {and_list(taken, 'or')}" if taken else "leave it out: it takes no level",
        )
    note = "" if vendor else (
        f"{name}: the server is asked for --reasoning {level}; whether it does so is not known"
    )  # fmt: skip
    return Reasoning(_spelt(of, level, value, vendor=vendor), note)


def _left_open(name: str, of: Vendor, levels: ReasoningLevels, given: Container[str]) -> str:
    """A sentence where a model has levels and none is given."""
    taken = [(one, asdict(levels)[one]) for one in LEVELS if asdict(levels)[one] is not None]
    if len(taken) < 2 or any(
        sent in given for one, value in taken for sent in _spelt(of, one, value, vendor=True)
    ):
        return ""
    return (
        f"{name}: how much it reasons is left to its vendor, whose default differs by model; "
        f"set it with --reasoning {'|'.join(one for one, _ in taken)}"
    )


def _spelt(of: Vendor, level: str, value: str | int, *, vendor: bool) -> dict[str, object]:
    """A level in the words of a vendor's format."""
    match of.speaks:
        case "openai":
            # llama.cpp and older servers know only the variable of the chat template; companies
            # that serve models refuse what they do not know.
            own_server = of.on_this_computer or (bool(of.host) and not vendor)
            switch = {"chat_template_kwargs": {"enable_thinking": False}}
            return {"reasoning_effort": value, **(switch if own_server and level == "off" else {})}
        case "openai/responses":
            return {"reasoning": {"effort": value}}
        case "anthropic" if level == "off":
            return {"thinking": {"type": value}}
        case "anthropic":
            # Whether thoughts are sent back differs by family; `devrun transcript` shows them.
            thinking = {"type": "adaptive", "display": "summarized"}
            return {"thinking": thinking, "output_config": {"effort": value}}
        case _:
            kind = "thinkingBudget" if isinstance(value, int) else "thinkingLevel"
            shown = {} if level == "off" else {"includeThoughts": True}
            return {"thinkingConfig": {kind: value, **shown}}
