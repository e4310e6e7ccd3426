"""An address is taken apart, and what cannot be one is said without repeating secrets."""

from __future__ import annotations

import pytest

from runners.participants.failures import BadEndpoint
from runners.participants.transport.endpoint import endpoint


@pytest.mark.parametrize(
    ("written", "url", "place", "vendor", "loopback"),
    [
        (None, "https://api.openai.com/v1", "api.openai.com:443/v1", True, False),
        ("", "https://api.openai.com/v1", "api.openai.com:443/v1", True, False),
        (
            "https://eu.api.openai.com/v1/",
            "https://eu.api.openai.com/v1",
            "eu.api.openai.com:443/v1",
            True,
            False,
        ),
        (
            "http://api.openai.com/v1",
            "http://api.openai.com/v1",
            "api.openai.com:80/v1",
            False,
            False,
        ),
        (
            " http://127.0.0.1:8000/v1 ",
            "http://127.0.0.1:8000/v1",
            "127.0.0.1:8000/v1",
            False,
            True,
        ),
        ("http://[::1]:11434/v1", "http://[::1]:11434/v1", "[::1]:11434/v1", False, True),
        ("http://LocalHost:80", "http://localhost", "localhost:80", False, True),
        (
            "https://notapi.openai.com.evil.example/v1",
            "https://notapi.openai.com.evil.example/v1",
            "notapi.openai.com.evil.example:443/v1",
            False,
            False,
        ),
    ],
)
def test_an_address_is_taken_apart(
    written: str | None, url: str, place: str, vendor: bool, loopback: bool
) -> None:
    found = endpoint(written)
    assert (found.url, found.place, found.vendor, found.loopback) == (url, place, vendor, loopback)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (
            "localhost:8000/v1",
            "OPENAI_BASE_URL cannot be used: it does not begin with http:// or https://",
        ),
        ("http://", "OPENAI_BASE_URL cannot be used: it is not an address"),
        ("http://a b/v1", "OPENAI_BASE_URL cannot be used: it is not an address"),
        ("http://host:99999/v1", "OPENAI_BASE_URL cannot be used: it is not an address"),
        ("http://[::1/v1", "OPENAI_BASE_URL cannot be used: it is not an address"),
        ("http://me:hush@host/v1", "OPENAI_BASE_URL contains a user name or password"),
        ("https://host/v1?key=hush", "OPENAI_BASE_URL cannot be used: it contains `?` or `#`"),
        (
            "http://host/v1/chat/completions",
            "OPENAI_BASE_URL ends in /chat/completions, which devrun adds itself",
        ),
    ],
)
def test_what_is_no_address_is_said_without_secrets(written: str, message: str) -> None:
    with pytest.raises(BadEndpoint) as caught:
        endpoint(written)
    assert caught.value.message == message
    assert "hush" not in caught.value.message + caught.value.help
