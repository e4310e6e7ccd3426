"""What a provider says is left of its limits, as its answers' headers tell it.

Two families are read, wherever they come from, since many servers use the names of one of them:

- `x-ratelimit-limit-requests`, `-remaining-requests`, `-reset-requests`, and the same with `tokens`
  (OpenAI's guide "Rate limits", which calls the reset "the time until the rate limit resets to its
  initial state", written like `6m0s` or `12ms`; Groq writes `2m59.56s`, Azure whole seconds);
- `anthropic-ratelimit-requests-limit`, `-remaining`, `-reset`, and the same with `tokens`,
  `input-tokens` and `output-tokens` (Anthropic's page "Rate limits": the reset is "the time when
  the limit will be fully replenished", as in RFC 3339).

Google's answers have none. A moment is compared with the answer's own `Date`, since a clock here
may be minutes off. What cannot be read, and numbers that mean "not given" (Azure sends -1), say
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum

from dsl.record import record
from runners.participants.failures import http_date


class Counted(StrEnum):
    """What a limit counts; the value is how headers name it."""

    REQUESTS = "requests"
    TOKENS = "tokens"
    INPUT_TOKENS = "input-tokens"
    OUTPUT_TOKENS = "output-tokens"

    @property
    def words(self) -> str:
        """What it is called in a sentence."""
        return {
            Counted.REQUESTS: "requests",
            Counted.TOKENS: "tokens",
            Counted.INPUT_TOKENS: "tokens to read",
            Counted.OUTPUT_TOKENS: "tokens to write",
        }[self]


@record
class Allowance:
    """So many may still be had, and in `whole_in` seconds it is `limit` again, which is None where
    it was not told.
    """

    counted: Counted
    remaining: int
    whole_in: float
    limit: int | None = None


_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|[dhms])")
_DIGITS = 15
_SECONDS = {"d": 86_400.0, "h": 3_600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_NAMES = tuple(
    (counted, before + "{}" + after)
    for counted, before, after in (
        (Counted.REQUESTS, "x-ratelimit-", "-requests"),
        (Counted.TOKENS, "x-ratelimit-", "-tokens"),
        *((counted, f"anthropic-ratelimit-{counted}-", "") for counted in Counted),
    )
)
_READ = tuple(
    (counted, name.format("remaining"), name.format("reset"), name.format("limit"))
    for counted, name in _NAMES
)


def allowances(headers: Mapping[str, str], *, now: datetime) -> tuple[Allowance, ...]:
    """What the headers (names in lower case) of one answer say is left.

    `now` is used where the answer has no date.
    """
    found: list[Allowance] = []
    for counted, remaining, reset, limit in _READ:
        left = _count(headers.get(remaining))
        if left is None:
            continue
        whole_in = _seconds(headers.get(reset, ""), headers, now)
        whole = _count(headers.get(limit))
        if whole_in is not None and whole != 0:
            found.append(Allowance(counted, left, whole_in, whole))
    return tuple(found)


def _count(written: str | None) -> int | None:
    text = "" if written is None else written.strip()
    # No limit has more digits, and Python makes no number of some thousands of them.
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else None


def _seconds(written: str, headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds from the answer on; None where it cannot be read."""
    text = written.strip()
    try:
        return max(0.0, float(text)) if text[:1].isdigit() else None
    except ValueError:
        pass
    parts = _DURATION.findall(text)
    if "".join(number + unit for number, unit in parts) == text:
        return sum(float(number) * _SECONDS[unit] for number, unit in parts)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    date = http_date(headers.get("date", "")) or now
    return max(0.0, (moment - date).total_seconds())
