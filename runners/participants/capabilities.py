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
    `unless` is another parameter with the value under which they are, or the name of a value inside
    another parameter after a dot.

    `provider` is what stands before the model in a participant's name. `what` ends the sentence
    "MODEL ...".
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
_ALWAYS = (
    # The o-series, gpt-5 and 5.5 and later of that family; GPT-6 Astra and the later Sols, which
    # have no setting without thinking.
    r"o[134](-.*)?|gpt-5(-(?!chat).*)?|gpt-5\.[5-9](-(?!chat).*)?"
    r"|gpt-6(\.\d+)?-astra(-.*)?|gpt-6\.\d+-sol(-.*)?"
)
_UNLESS_NONE = r"gpt-5\.[1-4](-(?!chat).*)?|gpt-6(\.\d+)?-(?!astra\b)(?!.*chat).*"
_SOURCE_ALWAYS = (
    "OpenAI API, reasoning guide; 400 unsupported_value for gpt-5 to gpt-5.6; changelog of "
    "September 2026 for GPT-6 Astra, and 400 unsupported parameter; GPT-6.1 Sol has no effort none"
)
_SOURCE_UNLESS = (
    "OpenAI API, parameter compatibility of gpt-5.1 to gpt-5.4; deployment checklist for GPT-6 "
    "(November 2026): temperature, top_p and log-probabilities go with the effort none alone"
)
_THINKS_ALWAYS = "is a reasoning model and accepts only the default value"

TABLE = (
    Entry(
        "anthropic",
        r".*",
        ("seed", "logprobs", "top_logprobs", "n", "frequency_penalty", "presence_penalty"),
        "is asked through an API without this parameter",
        "anthropic 2.12.0, messages.create and the Messages API reference",
    ),
    Entry(
        "anthropic",
        # All but those that came before Opus 4.7: claude-2, -3, -instant and 4.0 to 4.6.
        r"claude-(?!(2|3|instant)\b)(?!(opus|sonnet|haiku)-4(-[0-6])?(-\d{8}|-latest)?$).*",
        _SAMPLING,
        "accepts no sampling parameters",
        "Claude API, errors and API version 2026-10-21 (Opus 4.7 and every model since)",
        but=(("temperature", 1.0),),
    ),
    Entry("openai", _ALWAYS, _THINKS, _THINKS_ALWAYS, _SOURCE_ALWAYS, but=_USUAL),
    Entry(
        "openai",
        _UNLESS_NONE,
        _THINKS,
        "accepts it only with --param reasoning_effort=none",
        _SOURCE_UNLESS,
        but=_USUAL,
        unless=("reasoning_effort", "none"),
    ),
    Entry(
        "openai/responses",
        r".*",
        (
            "seed",
            "n",
            "stop",
            "logprobs",
            "logit_bias",
            "frequency_penalty",
            "presence_penalty",
            "max_tokens",
            "max_completion_tokens",
            "reasoning_effort",
        ),
        "is asked through an API without this parameter",
        "openai 3.54.0, responses.create and the Responses API reference",
    ),
    Entry("openai/responses", _ALWAYS, _THINKS, _THINKS_ALWAYS, _SOURCE_ALWAYS, but=_USUAL),
    Entry(
        "openai/responses",
        _UNLESS_NONE,
        _THINKS,
        """accepts it only with --param 'reasoning={"effort":"none"}'""",
        _SOURCE_UNLESS,
        but=_USUAL,
        unless=("reasoning.effort", "none"),
    ),
    Entry(
        "google",
        r"gemini-3\.5-flash.*|gemini-3\.[6-9].*|gemini-[4-9].*",
        ("temperature", "topP", "topK"),
        "accepts it and ignores it",
        "Gemini API, changelog of 2026-07-21 and guides of Gemini 3.6 Flash and 4 Argon: sampling "
        "parameters without effect; of 2026-10-08: gemini-3.5-flash is answered by 3.6 Flash",
    ),
    Entry(
        "google",
        r"gemini-(2\.5|3).*",
        ("responseLogprobs", "logprobs"),
        "gives no log-probabilities",
        "Gemini API: 400, logprobs is not enabled for this model",
    ),
)


_RESPONSES_ONLY = re.compile(
    r"o[13]-pro(-.*)?|gpt-5(\.\d+)?-pro(-.*)?|gpt-5(\.\d+)?-codex(-.*)?|codex-mini-latest"
    r"|.*-deep-research(-.*)?|computer-use-preview(-.*)?"
    r"|gpt-(5\.6|6)-cyber|gpt-daybreak-.*|gpt-rosalind-research|gpt-6-rosalind"
    r"|gpt-6(\.\d+)?-astra-law"
)


@dataclass(frozen=True, slots=True)
class RefusedParameter:
    """A requested parameter that would not be taken, and why: the end of "MODEL ..."."""

    name: str
    what: str


def refused(provider: str, model: str, asked: Mapping[str, object]) -> tuple[RefusedParameter, ...]:
    """The requested parameters that this model is known not to take, in the order of request."""
    entries = [one for one in TABLE if one.provider == provider and re.fullmatch(one.models, model)]
    found: list[RefusedParameter] = []
    for name, value in asked.items():
        if name == "seed" and value == "none":
            continue
        for entry in entries:
            if name not in entry.names or (name, value) in entry.but:
                continue
            if entry.unless is not None and _value(asked, entry.unless[0]) == entry.unless[1]:
                continue
            found.append(RefusedParameter(name, entry.what))
            break
    return tuple(found)


def answers_over_responses_only(model: str) -> bool:
    """Whether this model of OpenAI's is known to answer over its responses API alone.

    Source: openai 3.54.0, whose ResponsesModel lists what its ChatModel lacks, and the vendor's 404
    for gpt-5-pro and the deep-research models ("only supported in v1/responses").
    """
    return _RESPONSES_ONLY.fullmatch(model) is not None


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
    without = refused(provider, model, asked) if vendor else ()
    if without and not allow:
        first = without[0]
        raise Unsupported(
            f"`{first.name}` cannot be sent to {provider}/{model}, which {first.what}",
            "leave it out, choose another model, or add --allow-unsupported to ask this one "
            f"without {_listed(without)}; this is recorded",
        )
    names = tuple(one.name for one in without)
    return Fitted(
        {name: value for name, value in asked.items() if name not in names},
        names,
        tuple(
            f"{provider}/{model} is asked without `{one.name}`: it {one.what}" for one in without
        ),
    )


def _listed(without: tuple[RefusedParameter, ...]) -> str:
    return " and ".join(f"`{one.name}`" for one in without)
