"""Which proxy stands between this computer and an address, as the environment or the system says.

The standard library is asked, as the SDKs' own clients ask it. A proxy that cannot be used is an
error before the first call: found out during one, it would look like a fault of the provider. Its
address is not repeated, since it may hold a password.
"""

from __future__ import annotations

from importlib.util import find_spec
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from runners.participants.endpoint import Endpoint
from runners.participants.failures import BadEndpoint

_SOCKS = ("socks5", "socks5h")
_PLAIN = ("http", "https")


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
    if kind in _SOCKS and find_spec("socksio") is None:
        raise BadEndpoint(
            f"the proxy for {endpoint.host} uses SOCKS, which needs a package that is not "
            "installed",
            f"run: pip install socksio, or name another one in {variable}",
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
