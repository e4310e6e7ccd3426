"""What each provider's models are known not to take, so that it is said before the first call.

A table by hand, with the source of each line. Rejected: dropping what a provider would refuse,
which turns "at temperature 0" in a paper into a sentence that is not true; and asking the provider
first, which costs a call and tells nothing where a parameter is taken and ignored. A model that
matches no line is sent what was asked for, and its provider decides. The table is about vendors'
own endpoints only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from runners.participants.failures import Unsupported


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the table: `models` (a regular expression for the whole name) of `provider` do
    not take `names`, with these exceptions: `but` are values that are taken all the same, and
    `unless` is another parameter with the value under which they are.

    `what` ends the sentence "MODEL ...".
    """

    provider: str
    models: str
    names: tuple[str, ...]
    what: str
    source: str
    but: tuple[tuple[str, float], ...] = ()
    unless: tuple[str, str] | None = None


_SAMPLING = ("temperature", "top_p", "top_k")
_THINKS = (
    "temperature",
    "top_p",
    "logprobs",
    "top_logprobs",
    "frequency_penalty",
    "presence_penalty",
    "logit_bias",
)
_USUAL = (("temperature", 1.0), ("top_p", 1.0))

TABLE = (
    Entry(
        "anthropic",
        r".*",
        ("seed", "logprobs", "top_logprobs", "n", "frequency_penalty", "presence_penalty"),
        "is asked through a format that has no such parameter",
        "anthropic 2.12.0, messages.create and the Messages API reference",
    ),
    Entry(
        "anthropic",
        # All but those that came before Opus 4.7: claude-2, -3, -instant and 4.0 to 4.6.
        r"claude-(?!(2|3|instant)\b)(?!(opus|sonnet|haiku)-4(-[0-6])?(-\d{8}|-latest)?$).*",
        _SAMPLING,
        "takes no sampling parameters",
        "Claude API, errors and API version 2026-10-21 (Opus 4.7 and every model since)",
        but=(("temperature", 1.0),),
    ),
    Entry(
        "openai",
        r"o[134](-.*)?|gpt-5(-(?!chat).*)?|gpt-5\.[5-9](-(?!chat).*)?",
        _THINKS,
        "thinks before it answers, and takes none but the usual value",
        "OpenAI API, reasoning guide; 400 unsupported_value for gpt-5 to gpt-5.6",
        but=_USUAL,
    ),
    Entry(
        "openai",
        r"gpt-5\.[1-4](-(?!chat).*)?",
        _THINKS,
        "takes it only with --param reasoning_effort=none",
        "OpenAI API, parameter compatibility of gpt-5.1 to gpt-5.4",
        but=_USUAL,
        unless=("reasoning_effort", "none"),
    ),
    Entry(
        "google",
        r"gemini-3\.5-flash-lite.*|gemini-3\.[6-9].*|gemini-[4-9].*",
        ("temperature", "topP", "topK"),
        "accepts it and ignores it",
        "Gemini API, generation of Gemini 3.6 (July 2026): sampling parameters without effect",
    ),
    Entry(
        "google",
        r"gemini-(2\.5|3).*",
        ("responseLogprobs", "logprobs"),
        "gives no log-probabilities",
        "Gemini API: 400, logprobs is not enabled for this model",
    ),
)


@dataclass(frozen=True, slots=True)
class Refused:
    """A requested parameter that would not be taken, and why: the end of "MODEL ..."."""

    name: str
    what: str


def refused(provider: str, model: str, asked: Mapping[str, object]) -> tuple[Refused, ...]:
    """The requested parameters that this model is known not to take, in the order of request."""
    entries = [one for one in TABLE if one.provider == provider and re.fullmatch(one.models, model)]
    found: list[Refused] = []
    for name, value in asked.items():
        if name == "seed" and value == "none":
            continue
        for entry in entries:
            if name not in entry.names or (name, value) in entry.but:
                continue
            if entry.unless is not None and asked.get(entry.unless[0]) == entry.unless[1]:
                continue
            found.append(Refused(name, entry.what))
            break
    return tuple(found)


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
    without = refused(provider, model, asked) if vendor else ()
    if without and not allow:
        first = without[0]
        raise Unsupported(
            f"`{first.name}` cannot be asked of {provider}/{model}, which {first.what}",
            f"leave it out, choose another model, or add --allow-unsupported to ask this one "
            f"without {_listed(without)}; that is noted with its replies",
        )
    names = tuple(one.name for one in without)
    return Fitted(
        {name: value for name, value in asked.items() if name not in names},
        names,
        tuple(
            f"{provider}/{model} is asked without `{one.name}`: it {one.what}" for one in without
        ),
    )


def _listed(without: tuple[Refused, ...]) -> str:
    return " and ".join(f"`{one.name}`" for one in without)
