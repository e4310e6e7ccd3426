"""What is left of a provider's limits is read out of its headers."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from runners.participants.transport.limits import Allowance, Counted, allowances

NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


def test_the_limits_of_openai_are_read() -> None:
    headers = {
        "x-ratelimit-limit-requests": "60",
        "x-ratelimit-limit-tokens": "150000",
        "x-ratelimit-remaining-requests": "59",
        "x-ratelimit-remaining-tokens": "149984",
        "x-ratelimit-reset-requests": "1s",
        "x-ratelimit-reset-tokens": "6m0s",
    }
    assert allowances(headers, now=NOW) == (
        Allowance(Counted.REQUESTS, 59, 1.0, 60),
        Allowance(Counted.TOKENS, 149_984, 360.0, 150_000),
    )


def test_the_limits_of_anthropic_are_read_next_to_the_date_of_the_answer() -> None:
    """The clock here is five minutes behind that of the server."""
    headers = {"date": "Sun, 01 Mar 2026 12:05:00 GMT"}
    for name, limit, left, reset in (
        ("requests", "50", "0", "2026-03-01T12:05:03Z"),
        ("tokens", "48000", "47000", "2026-03-01T12:05:02Z"),
        ("input-tokens", "40000", "40000", "2026-03-01T12:05:00Z"),
        ("output-tokens", "8000", "7000", "2026-03-01T14:05:08+02:00"),
    ):
        headers[f"anthropic-ratelimit-{name}-limit"] = limit
        headers[f"anthropic-ratelimit-{name}-remaining"] = left
        headers[f"anthropic-ratelimit-{name}-reset"] = reset
    assert allowances(headers, now=NOW) == (
        Allowance(Counted.REQUESTS, 0, 3.0, 50),
        Allowance(Counted.TOKENS, 47_000, 2.0, 48_000),
        Allowance(Counted.INPUT_TOKENS, 40_000, 0.0, 40_000),
        Allowance(Counted.OUTPUT_TOKENS, 7_000, 8.0, 8_000),
    )


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("12ms", 0.012),
        ("7.66s", 7.66),
        ("2m59.56s", 179.56),
        ("1h2m3s", 3723.0),
        ("1d1s", 86_401.0),
        ("17", 17.0),
        ("0", 0.0),
        ("2026-03-01T12:00:30Z", 30.0),
        ("2026-03-01T12:00:30", 30.0),
        ("2026-03-01T11:00:00Z", 0.0),
    ],
)
def test_times_are_read_as_providers_write_them(written: str, seconds: float) -> None:
    headers = {"x-ratelimit-remaining-requests": "1", "x-ratelimit-reset-requests": written}
    (found,) = allowances(headers, now=NOW)
    assert found == Allowance(Counted.REQUESTS, 1, pytest.approx(seconds), None)


def test_a_date_that_no_clock_has_is_passed_over() -> None:
    headers = {
        "date": "Sun, 01 Mar 2026 12:00:00 +99999999999999999999",
        "x-ratelimit-remaining-requests": "1",
        "x-ratelimit-reset-requests": "2026-03-01T12:00:30Z",
    }
    assert allowances(headers, now=NOW) == (Allowance(Counted.REQUESTS, 1, 30.0),)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"x-ratelimit-remaining-tokens": "-1", "x-ratelimit-reset-tokens": "0"},
        {"x-ratelimit-remaining-tokens": "many", "x-ratelimit-reset-tokens": "1s"},
        {"x-ratelimit-remaining-tokens": "5"},
        {"x-ratelimit-remaining-tokens": "5", "x-ratelimit-reset-tokens": "soon"},
        {"x-ratelimit-remaining-tokens": "5", "x-ratelimit-reset-tokens": "inf"},
        {"x-ratelimit-remaining-tokens": "5", "x-ratelimit-reset-tokens": "-3"},
        {"x-ratelimit-remaining-tokens": "9" * 5000, "x-ratelimit-reset-tokens": "1s"},
        {"x-ratelimit-remaining-tokens": "9" * 400, "x-ratelimit-reset-tokens": "1s"},
        {
            "x-ratelimit-limit-tokens": "0",
            "x-ratelimit-remaining-tokens": "0",
            "x-ratelimit-reset-tokens": "60s",
        },
    ],
)
def test_what_is_not_told_or_cannot_be_read_says_nothing(headers: dict[str, str]) -> None:
    assert allowances(headers, now=NOW) == ()
