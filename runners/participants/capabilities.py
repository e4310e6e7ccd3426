"""What each provider's models are known not to take, so that it is said before the first call.

A table by hand (capabilities.toml), with the source of each line. Rejected: dropping what they
would refuse, which turns "at temperature 0" in a paper into a sentence that is not true; and asking
the provider first, which costs a call and tells nothing where a parameter is taken and ignored. A
model that matches no line is sent what was asked for, and its provider decides. The table is about
vendors' own endpoints only.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from runners.participants.failures import Unsupported


@dataclass(frozen=True, slots=True)
class ModelPatterns:
    """Models, by regular expressions for the whole name."""

    models: tuple[str, ...]

    def fit(self, model: str) -> bool:
        """Whether this model is one of them."""
        return any(re.fullmatch(one, model) for one in self.models)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedParameters(ModelPatterns):
    """An entry of the table, as its file explains it."""

    providers: tuple[str, ...]
    names: tuple[str, ...]
    what: str
    source: str
    but: dict[str, float] = field(default_factory=dict)
    unless: tuple[str, str] | None = None
    where: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class ReasoningLevels(ModelPatterns):
    """What each word of `--reasoning` is for some models, None where they do not take it. `none`:
    they do not reason.
    """

    providers: tuple[str, ...]
    source: str
    off: str | int | None = None
    low: str | int | None = None
    medium: str | int | None = None
    high: str | int | None = None
    max: str | int | None = None
    none: bool = False


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What is known of the vendors' models."""

    refused: tuple[RefusedParameters, ...]
    reasoning: tuple[ReasoningLevels, ...]
    responses_only: ModelPatterns


@cache
def known_capabilities() -> Capabilities:
    """The table."""
    import msgspec

    text = files("runners.participants").joinpath("capabilities.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Capabilities)


def refused(provider: str, model: str, asked: Mapping[str, object]) -> dict[str, str]:
    """The requested parameters that this model is known not to take, in the order of request, and
    why: the end of "MODEL ...".
    """
    entries = [
        one for one in known_capabilities().refused if provider in one.providers and one.fit(model)
    ]
    found: dict[str, str] = {}
    for name, value in asked.items():
        if name == "seed" and value == "none":
            continue
        for entry in entries:
            if name not in entry.names or (name in entry.but and value == entry.but[name]):
                continue
            if entry.unless is not None and _value(asked, entry.unless[0]) == entry.unless[1]:
                continue
            if entry.where is None or _value(asked, entry.where[0]) == entry.where[1]:
                found.setdefault(name, entry.what)
    return found


def answers_over_responses_only(model: str) -> bool:
    """Whether this model of OpenAI's is known to answer over its responses API alone."""
    return known_capabilities().responses_only.fit(model)


def _value(asked: Mapping[str, object], name: str) -> object:
    outer, _, inner = name.partition(".")
    found = asked.get(outer)
    return found.get(inner) if inner and isinstance(found, Mapping) else found


@dataclass(frozen=True, slots=True)
class Fitted:
    """What is asked for and can be sent, and the names of what is left out."""

    parameters: dict[str, object]
    left_out: tuple[str, ...]
    notes: tuple[str, ...]


def fitted(
    provider: str, model: str, asked: Mapping[str, object], *, vendor: bool, allow: bool
) -> Fitted:
    """The parameters that can be sent; `allow` leaves out the others and tells so in `notes`.

    `vendor`: this is the vendor's own endpoint; of other servers nothing is known.

    Raises:
        Unsupported: some cannot, and `allow` is not set.
    """
    without = refused(provider, model, asked) if vendor else {}
    if without and not allow:
        first, what = next(iter(without.items()))
        named = " and ".join(f"`{name}`" for name in without)
        raise Unsupported(
            f"`{first}` cannot be sent to {provider}/{model}, which {what}",
            "leave it out, choose another model, or add --allow-unsupported to ask this one "
            f"without {named}; this is recorded",
        )
    return Fitted(
        {name: value for name, value in asked.items() if name not in without},
        tuple(without),
        tuple(
            f"{provider}/{model} is asked without `{name}`: it {what}"
            for name, what in without.items()
        ),
    )
