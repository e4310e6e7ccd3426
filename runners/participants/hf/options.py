"""The options of a local model, checked.

A hosted model is sent parameters that devrun does not know; a local one is driven by this code
alone, so a name that it does not know is refused: it would have no effect.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from dsl.spelling import closest
from runners.participants.base import Setting, Settings
from runners.participants.failures import BadSetting
from runners.participants.hf.likelihoods import LikelihoodReading

MAX_TOKENS = 512
BATCHES = {"cuda": 256}
BATCH = 64
"""The most replies at once on a kind of device, and on any other. What a GPU does for one token is
mostly to be started, which takes as long for 64 replies as for 256."""
DTYPES = ("auto", "float32", "float16", "bfloat16")
TEMPLATES = ("chat", "completion")
TEMPLATE_PREFIX = "template."
"""Parameters that begin so are variables of the chat template."""
_NUMBERS = ("top_p", "top_k", "min_p", "repetition_penalty")
_KNOWN = (*_NUMBERS, "dtype", "device", "batch", "likelihood", "template", "seed")
_MACHINE = frozenset({"device", "batch"})
"""How this computer runs the model: no part of its identity."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """Changes to the makers' sampling; None leaves a value as they ship it.

    `temperature` 0 takes the likeliest token each time.
    """

    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    min_p: float | None = None
    repetition_penalty: float | None = None


@dataclass(frozen=True, slots=True)
class LocalOptions:
    """`seed` None is each call's own. `parameters` is all that makes the participant, by name: what
    was asked for, and the limit of tokens that holds where none was."""

    sampling: Sampling
    max_tokens: int
    dtype: str
    device: str | None
    batch: int | None
    reading: LikelihoodReading | None
    template: str | None
    variables: tuple[tuple[str, Setting], ...]
    seed: int | None
    parameters: tuple[tuple[str, Setting], ...]


def local_options(settings: Settings) -> LocalOptions:
    """The settings as a local model takes them.

    Raises:
        BadSetting: a name that is not known, or a value that cannot be.
    """
    params = dict(settings.params)
    for name in params:
        if name in ("temperature", "max_tokens"):
            option = name.replace("_", "-")
            raise BadSetting(f"`{name}` has its own option", f"write --{option} VALUE")
        if name not in _KNOWN and not name.startswith(TEMPLATE_PREFIX):
            close = closest(name, _KNOWN)
            raise BadSetting(
                f"local models have no parameter `{name}`",
                (f"did you mean `{close}`? " if close else "")
                + f"it takes {', '.join(_KNOWN)}, and {TEMPLATE_PREFIX}NAME for its chat template",
            )
    numbers = {name: _number(name, params[name]) for name in _NUMBERS if name in params}
    top_k = numbers.get("top_k")
    return LocalOptions(
        sampling=Sampling(
            temperature=settings.temperature,
            top_p=numbers.get("top_p"),
            top_k=None if top_k is None else int(top_k),
            min_p=numbers.get("min_p"),
            repetition_penalty=numbers.get("repetition_penalty"),
        ),
        max_tokens=settings.max_tokens or MAX_TOKENS,
        dtype=_one_of("dtype", params.get("dtype", "auto"), DTYPES),
        device=str(params["device"]) if "device" in params else None,
        batch=_batch(params.get("batch")),
        reading=_reading(params.get("likelihood")),
        template=_one_of("template", params["template"], TEMPLATES)
        if "template" in params
        else None,
        variables=tuple(
            (name.removeprefix(TEMPLATE_PREFIX), value)
            for name, value in params.items()
            if name.startswith(TEMPLATE_PREFIX)
        ),
        seed=_seed(params.get("seed", "call")),
        parameters=_identifying(settings),
    )


def _identifying(settings: Settings) -> tuple[tuple[str, Setting], ...]:
    found: dict[str, Setting] = {
        name: value for name, value in settings.params if name not in _MACHINE
    }
    if settings.temperature is not None:
        found["temperature"] = settings.temperature
    found["max_tokens"] = settings.max_tokens or MAX_TOKENS
    return tuple(sorted(found.items()))


_RANGES = {
    "top_p": (0.0, 1.0, "a number above 0, and at most 1"),
    "top_k": (0.0, math.inf, "a whole number of 1 or more"),
    "min_p": (0.0, 1.0, "a number above 0, and at most 1"),
    "repetition_penalty": (0.0, math.inf, "a number above 0; 1 is none"),
}

_LEAST, _MOST = 1e-6, 1e6
SHIPPED_RANGES = {
    "temperature": (0.0, _MOST),
    "top_p": (_LEAST, 1.0),
    "top_k": (0.0, _MOST),
    "min_p": (0.0, 1.0),
    "repetition_penalty": (_LEAST, _MOST),
}
"""What the makers of a model may name, where 0 is as good as none."""


def _number(name: str, value: Setting) -> float:
    low, high, what = _RANGES[name]
    whole = name != "top_k" or isinstance(value, int)
    if isinstance(value, str | bool) or not whole or not low < value <= high or math.isinf(value):
        raise BadSetting(f"`{name}` is {value}", f"give {what}")
    return float(value)


def _one_of(name: str, value: Setting, known: tuple[str, ...]) -> str:
    if value not in known:
        raise BadSetting(f"`{name}` is {value}", f"give {', '.join(known[:-1])} or {known[-1]}")
    return str(value)


def _reading(value: Setting | None) -> LikelihoodReading | None:
    known = tuple(reading.value for reading in LikelihoodReading)
    return None if value is None else LikelihoodReading(_one_of("likelihood", value, known))


def _batch(value: Setting | None) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise BadSetting(f"`batch` is {value}", "give a whole number of 1 or more")
    return value


def _seed(value: Setting) -> int | None:
    if value == "call":
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadSetting(
            f"`seed` is {value}",
            "give a whole number of 0 or more, or `call` for a seed per call",
        )
    return value
