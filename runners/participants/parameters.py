"""From what was asked for on the command line to the parameters of one vendor's format.

A parameter that is not known here is passed on as it is: providers add them faster than a list
could follow, and refuse by themselves what they do not know.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from runners.participants.base import Setting, Settings
from runners.participants.failures import BadSetting

_SEEDS = 2**31
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_OUR_HEADERS = frozenset({
    "accept-encoding", "anthropic-version", "authorization", "connection", "content-length",
    "content-type", "host", "transfer-encoding", "x-api-key", "x-goog-api-key",
})  # fmt: skip


def parameters(
    settings: Settings,
    *,
    ours: frozenset[str],
    max_tokens: str = "max_tokens",
    spelt: Callable[[str], str] = str,
) -> dict[str, object]:
    """What was asked for, by the names that go on the wire.

    `ours` are the names that devrun sets itself, `max_tokens` is the vendor's word for it, and
    `spelt` gives a name as the vendor spells it.

    Raises:
        BadSetting: one is devrun's own, asked for twice, or no value that can be sent.
    """
    found: dict[str, object] = {}
    if settings.temperature is not None:
        found["temperature"] = settings.temperature
    if settings.max_tokens is not None:
        found[max_tokens] = settings.max_tokens
    for written, value in settings.params:
        name = spelt(written)
        if name in ours:
            raise BadSetting(f"`{written}` is set by devrun itself", f"leave out --param {written}")
        if name in found:
            raise BadSetting(f"`{written}` is given twice", "keep one of the two")
        found[name] = _value(value)
    for name, asked in found.items():
        try:
            json.dumps(asked, allow_nan=False)
        except ValueError:
            what = f"`{name}` is {asked}, which cannot be sent"
            raise BadSetting(what, "give a number") from None
    seed = found.get("seed", 0)
    if seed not in ("none", "call") and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise BadSetting(
            f"`seed` is {seed}, which is not a seed", "give a number, or call, or none"
        )
    return found


def with_seed(asked: dict[str, object], seed: int, *, unless_asked: str) -> dict[str, object]:
    """The parameters of one call: `seed` is its own, sent where `call` was asked for, and
    `unless_asked` is what holds where nothing was."""
    sent = {name: value for name, value in asked.items() if name != "seed"}
    wanted = asked.get("seed", unless_asked)
    if wanted != "none":
        sent["seed"] = seed % _SEEDS if wanted == "call" else wanted
    return sent


def _value(value: Setting) -> object:
    """A value as it is sent; words that are a JSON object or list are sent as that."""
    if isinstance(value, str) and value.startswith(("{", "[")):
        try:
            parsed: object = json.loads(value)
        except (ValueError, RecursionError):
            return value
        return parsed
    return value


def gateway_headers(written: str, variable: str) -> dict[str, str]:
    """The headers in a variable, which holds a JSON object of names and values, or nothing.

    Raises:
        BadSetting: it holds something else. Nothing of it is repeated: it may be secret.
    """
    if not written.strip():
        return {}
    try:
        found: object = json.loads(written)
    except (ValueError, RecursionError):
        found = None
    fits = isinstance(found, dict) and all(
        isinstance(value, str) and _HEADER.fullmatch(name) and value.isascii()
        and value.isprintable()
        for name, value in found.items()
    )  # fmt: skip
    if not isinstance(found, dict) or not fits:
        raise BadSetting(
            f"{variable} holds no headers",
            """write a JSON object, such as {"X-Lab": "memory"}""",
        )
    if own := sorted(name for name in found if name.lower() in _OUR_HEADERS):
        raise BadSetting(f"{variable} sets `{own[0]}`, which devrun sets itself", "leave it out")
    return found
