"""Where an OpenAI-compatible server is: the address, and what may be said of it.

An address may not carry a user name, a password or a query: these are where secrets hide, and what
is left can be shown in every message and hashed into the participant's identity as it stands.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from runners.participants.failures import BadEndpoint

VENDOR_URL = "https://api.openai.com/v1"
_VENDOR_HOST = "api.openai.com"
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A base URL taken apart; `path` has no slash at its end."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def vendor(self) -> bool:
        """Whether this is OpenAI itself, in any of its regions."""
        return self.scheme == "https" and (
            self.host == _VENDOR_HOST or self.host.endswith("." + _VENDOR_HOST)
        )

    @property
    def loopback(self) -> bool:
        """Whether it is this very machine: no proxy lies between, and no eavesdropper."""
        if self.host == "localhost" or self.host.endswith(".localhost"):
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def place(self) -> str:
        """Host, port and path: what makes it another participant than the same model elsewhere."""
        return f"{self._bracketed}:{self.port}{self.path}"

    @property
    def url(self) -> str:
        """The base URL, as the user would write it."""
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{self._bracketed}{port}{self.path}"

    @property
    def server(self) -> str:
        """The base URL without its path."""
        return self.url.removesuffix(self.path) if self.path else self.url

    @property
    def _bracketed(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host


def endpoint(url: str | None) -> Endpoint:
    """The endpoint that OPENAI_BASE_URL names; the vendor's own when it is unset or empty.

    Raises:
        BadEndpoint: it is no address, or holds what does not belong in one.
    """
    written = (url or "").strip() or VENDOR_URL
    try:
        parts = urlsplit(written)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _bad("it is not an address") from None
    # Nothing of what was written is repeated from here on: it may hold a password.
    if parts.username is not None or parts.password is not None:
        raise BadEndpoint(
            "OPENAI_BASE_URL holds a user name or a password",
            "leave them out; put the server's key into OPENAI_API_KEY",
        )
    if parts.scheme not in _PORTS:
        raise _bad("it does not begin with http:// or https://")
    if not host or any(sign.isspace() or not sign.isprintable() for sign in written):
        raise _bad("it is not an address")
    if parts.query or parts.fragment:
        raise _bad("it holds a `?` or a `#`")
    path = parts.path.rstrip("/")
    if path.endswith("/chat/completions"):
        raise BadEndpoint(
            "OPENAI_BASE_URL goes on to /chat/completions, which is added by itself",
            "end it before that, for example http://127.0.0.1:8000/v1",
        )
    return Endpoint(parts.scheme, host, port or _PORTS[parts.scheme], path)


def _bad(reason: str) -> BadEndpoint:
    return BadEndpoint(
        f"OPENAI_BASE_URL cannot be used: {reason}",
        "write it like http://127.0.0.1:8000/v1, or unset it to ask OpenAI itself",
    )
