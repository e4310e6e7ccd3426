"""Which connections a model is asked over, and whom they trust."""

from __future__ import annotations

import ssl
from collections.abc import Mapping

import httpx2

from runners.participants.hosted import CONNECT_S, HostedModel, HttpAnswer
from runners.participants.transport.endpoint import Endpoint, proxy_for


class Connections(httpx2.AsyncBaseTransport):
    """Posts, and sends what an SDK writes. Made and used in one event loop. Reads `longest` bytes
    of an answer at most, and connects within `connect_s` seconds.

    Raises ConnectionFailed or TooLarge where there is no whole answer.
    """

    def __init__(
        self,
        verify: ssl.SSLContext,
        *,
        longest: int,
        proxy: str | None = None,
        connect_s: float = CONNECT_S,
    ) -> None:
        self.verify = verify
        self.longest = longest
        self.proxy = proxy
        self.connect_s = connect_s

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> HttpAnswer:
        """The whole answer to one request, whatever it is."""
        raise NotImplementedError


def transport(model: HostedModel) -> Connections:
    """The connections to the endpoint of a model. Certificates are taken from where the
    environment says (`SSL_CERT_FILE`), but for this very machine.
    """
    from runners.participants.transport.aiohttp_connections import AiohttpConnections

    return AiohttpConnections(
        certificates(model.endpoint),
        proxy=proxy_for(model.endpoint),
        longest=model.longest,
        connect_s=min(CONNECT_S, model.timeout_s),
    )


def certificates(endpoint: Endpoint) -> ssl.SSLContext:
    """Whom connections to this address trust: nobody where it is plain http, since to read the
    certificates takes longer than a call, and no adapter follows a redirect to https.
    """
    if endpoint.scheme == "http":
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return httpx2.create_ssl_context(trust_env=not endpoint.loopback)
