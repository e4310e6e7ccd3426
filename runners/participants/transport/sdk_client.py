"""Calls posted as a vendor's SDK writes them, without what the SDKs do on their own.

Switched off are retries (the engine has one place for them), redirects (no key goes to another
host), their lack of a deadline, their logs, and the headers that they take out of
OPENAI_CUSTOM_HEADERS and ANTHROPIC_CUSTOM_HEADERS: what is sent must be what was asked for and what
is in the participant's identity, and such headers hold secrets that nothing here would know.
Rejected: a variable taken out of the environment while the SDK is made, which every thread of the
process sees.

An SDK writes the address and the headers of a call once, and each call is posted with these and its
own body. To have it write and read every call takes three times the processor time of all the rest
of a call (`benchmarks/transports.py`). The SDKs of OpenAI and Anthropic are of one make.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

import anyio
import httpx2

from runners.participants.hosted import CONNECT_S, NO_KEY, HostedModel, HttpAnswer
from runners.participants.transport.aiohttp_connections import transport
from runners.participants.transport.redaction import quiet


def connected_sdk(
    sdk: Any,
    made: Callable[..., Any],
    model: HostedModel,
    closing: AsyncExitStack,
    by: httpx2.AsyncBaseTransport | None = None,
    **options: Any,
) -> Any:
    """The client of an SDK for this model, made by its class `made`; nothing is sent yet. It sends
    `by` this transport; by one to the model's endpoint where none is given."""
    quiet(sdk.__name__, "httpx2", "httpx")
    by = transport(model) if by is None else by
    client = made(
        api_key=model.key or NO_KEY,
        base_url=model.endpoint.url,
        max_retries=0,
        timeout=sdk.Timeout(None, connect=min(CONNECT_S, model.timeout_s)),
        http_client=sdk.DefaultAsyncHttpxClient(follow_redirects=False, transport=by),
        **options,
    )
    # The SDKs have no option for this: what they read from the environment is all that is in here.
    client._custom_headers = {}
    closing.push_async_callback(client.close)
    return client


class Poster:
    """Posts calls of one model as its SDK would."""

    def __init__(self, model: HostedModel, closing: AsyncExitStack) -> None:
        self._model = model
        self._notes = Notes()
        self._client = model.connected(closing, self._notes)
        self._connections = transport(model)
        closing.push_async_callback(self._connections.aclose)
        self._writing = anyio.Lock()
        self._written: dict[frozenset[str], tuple[str, dict[str, str]]] = {}

    async def post(self, body: Mapping[str, object]) -> HttpAnswer:
        """What comes back for one request, whatever it is.

        Raises:
            ConnectionFailed, TooLarge: there is no whole answer.
        """
        headers = self._model.headers_with(body)
        kind = frozenset(headers)
        if kind not in self._written:
            async with self._writing:
                if kind not in self._written:
                    self._written[kind] = await self._as_written(headers)
        url, written = self._written[kind]
        return await self._connections.post(url, written, encoded(body))

    async def _as_written(self, headers: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
        self._notes.requests.clear()
        for probe in ("a", "longer"):
            await self._model.written(self._client, probe, headers)
        one, other = self._notes.requests
        # Headers that differ, such as the length, belong to one request.
        alike = one.headers.items() & other.headers.items()
        return str(one.url), dict(sorted(alike))


def encoded(body: Mapping[str, object]) -> bytes:
    """A body as the SDKs encode it."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


class Notes(httpx2.AsyncBaseTransport):
    """Notes requests, and sends none."""

    def __init__(self) -> None:
        self.requests: list[httpx2.Request] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """An empty object, whatever is asked."""
        self.requests.append(request)
        return httpx2.Response(200, json={})
