"""Where a server is: the address, what may be said of it, and which proxy is used for it.

An address may not carry a user name, a password or a query: these are where secrets hide, and what
is left can be shown in every message and hashed into the participant's identity unchanged.

A proxy between this computer and an address is looked up where the SDKs' own clients look it up.
One that cannot be used is an error before the first call: found out during one, it would look like
a fault of the provider. Its address is not repeated, since it may hold a password.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from importlib.util import find_spec
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from runners.participants.failures import BadEndpoint
from runners.participants.vendor import OPENAI, Vendor

_PORTS = {"http": 80, "https": 443}
_SOCKS = ("socks5", "socks5h")
_PLAIN = ("http", "https")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A base URL taken apart; `path` has no slash at its end. `vendor`: it is the vendor's own, in
    any of its regions."""

    scheme: str
    host: str
    port: int
    path: str
    vendor: bool

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


def endpoint(url: str | None, of: Vendor = OPENAI) -> Endpoint:
    """The endpoint that the vendor's variable names; its own when that is unset or empty.

    Raises:
        BadEndpoint: it is no address, or holds what does not belong in one.
    """
    written = (url or "").strip() or of.url
    if not written:
        raise BadEndpoint(
            f"{of.address} is not set, and {of.called} has no address of its own",
            f"set it like {of.server}",
        )
    try:
        parts = urlsplit(written)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _bad("it is not an address", of) from None
    # Nothing of what was written is repeated from here on: it may hold a password.
    if parts.username is not None or parts.password is not None:
        raise BadEndpoint(
            f"{of.address} contains a user name or password",
            f"leave them out and put the server's key into {of.key}",
        )
    if parts.scheme not in _PORTS:
        raise _bad("it does not begin with http:// or https://", of)
    if not host or any(sign.isspace() or not sign.isprintable() for sign in written):
        raise _bad("it is not an address", of)
    if parts.query or parts.fragment:
        raise _bad("it contains `?` or `#`", of)
    path = parts.path.rstrip("/")
    for added in of.added:
        if path.endswith(added):
            raise BadEndpoint(
                f"{of.address} ends in {added}, which devrun adds itself",
                f"leave that out, for example {of.server}",
            )
    own = parts.scheme == "https" and of.answers_at(host)
    return Endpoint(parts.scheme, host, port or _PORTS[parts.scheme], path, own)


def _bad(reason: str, of: Vendor) -> BadEndpoint:
    return BadEndpoint(
        f"{of.address} cannot be used: {reason}",
        f"write it like {of.server}"
        + (f", or unset it to ask {of.called}{_itself(of)}" if of.url else ""),
    )


def _itself(of: Vendor) -> str:
    return " itself" if of.host else f" at {of.url}"


def proxy_for(endpoint: Endpoint) -> str | None:
    """The URL of the proxy for an address, None where there is none.

    Raises:
        BadEndpoint: there is one of a kind that cannot be used.
    """
    # A proxy set for the world outside must not be asked for this very machine.
    if endpoint.loopback or proxy_bypass(endpoint.host):
        return None
    proxies = getproxies()
    found = proxies.get(endpoint.scheme) or proxies.get("all")
    if not found:
        return None
    url = found if "://" in found else f"http://{found}"
    variable = f"{endpoint.scheme.upper()}_PROXY or ALL_PROXY"
    kind = _kind(url)
    if kind is None:
        raise BadEndpoint(
            f"the proxy address for {endpoint.host} is not valid",
            f"write it in {variable} like http://proxy.lab:3128",
        )
    if kind in _SOCKS and find_spec("aiohttp_socks") is None:
        raise BadEndpoint(
            f"the proxy for {endpoint.host} uses SOCKS, which needs a package that is not "
            "installed",
            f"run: pip install aiohttp-socks, or name another one in {variable}",
        )
    if kind not in _PLAIN + _SOCKS:
        raise BadEndpoint(
            f"the proxy for {endpoint.host} has the unsupported type `{kind}`",
            f"name one in {variable} that begins with {', '.join(_PLAIN + _SOCKS)}; or add "
            f"{endpoint.host} to NO_PROXY",
        )
    return url


def _kind(url: str) -> str | None:
    """How a proxy is spoken to; None for what is no address."""
    try:
        parts = urlsplit(url)
        return parts.scheme if parts.hostname and (parts.port is None or parts.port) else None
    except ValueError:
        return None
