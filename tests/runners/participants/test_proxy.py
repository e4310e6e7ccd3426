"""A proxy that cannot be used is reported before the first call, and never its password."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from runners.participants.base import Settings
from runners.participants.failures import BadEndpoint, ConnectionFailed
from runners.participants.openai import OpenAIChat

KEYS = {"OPENAI_API_KEY": "k" * 20}


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def asked(more: dict[str, str] | None = None) -> OpenAIChat:
    return OpenAIChat("gpt-5.6", Settings(), environment={**KEYS, **(more or {})})


def test_a_proxy_of_an_unknown_kind_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "ftp://me:secret@proxy.lab:21")
    with pytest.raises(BadEndpoint) as caught:
        asked()
    assert (caught.value.message, caught.value.help) == (
        "the proxy for api.openai.com has the unsupported type `ftp`",
        "name one in HTTPS_PROXY or ALL_PROXY that begins with http, https, socks5, socks5h; or "
        "add api.openai.com to NO_PROXY",
    )


@pytest.mark.skipif(find_spec("aiohttp_socks") is not None, reason="the package is there")
def test_a_socks_proxy_needs_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://me:secret@proxy.lab:1080")
    with pytest.raises(BadEndpoint) as caught:
        asked()
    assert (caught.value.message, caught.value.help) == (
        "the proxy for api.openai.com uses SOCKS, which needs a package that is not installed",
        "run: pip install aiohttp-socks, or name another one in HTTPS_PROXY or ALL_PROXY",
    )


@pytest.mark.parametrize("url", ["http://proxy.lab:many", "http://:3128", "http://[::1"])
def test_an_address_that_is_none_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", url)
    with pytest.raises(BadEndpoint) as caught:
        asked()
    assert (caught.value.message, caught.value.help) == (
        "the proxy address for api.openai.com is not valid",
        "write it in HTTPS_PROXY or ALL_PROXY like http://proxy.lab:3128",
    )


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (0, "nothing answers at https://api.openai.com through the proxy"),
        (407, "the proxy for https://api.openai.com refuses the connection (407)"),
    ],
)
def test_who_is_not_reached_through_a_proxy_is_told_to_look_there(
    status: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://me:secret@proxy.lab:3128")
    error = ConnectionFailed(sent=False)
    error.__cause__ = OSError()
    if status:
        error.__cause__.status = status  # type: ignore[attr-defined]
    found = asked().wire.lost(error)
    assert (found.message, found.help) == (
        message,
        "check the proxy's address, name and password in HTTPS_PROXY or ALL_PROXY",
    )


def test_a_proxy_that_is_not_asked_may_be_of_any_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "ftp://proxy.lab:21")
    assert asked({"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}).name == "openai/gpt-5.6"
    monkeypatch.setenv("NO_PROXY", "api.openai.com")
    assert asked().name == "openai/gpt-5.6"


def test_a_proxy_without_a_kind_speaks_http(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "proxy.lab:3128")
    assert asked().name == "openai/gpt-5.6"
