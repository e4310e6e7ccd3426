"""Which connections a model is asked over, and whom they trust."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

import httpx2

from runners.participants.hosted import CONNECT_S, HostedModel
from runners.participants.transport.endpoint import Endpoint, proxy_for

if TYPE_CHECKING:
    from runners.participants.transport.aiohttp_connections import AiohttpConnections


def transport(model: HostedModel) -> AiohttpConnections:
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
