"""The SDKs of OpenAI and Anthropic, which are of one make, without what they do on their own.

Switched off are retries (the engine has one place for them), redirects (no key goes to another
host), their lack of a deadline, their logs, and the headers that they take out of
OPENAI_CUSTOM_HEADERS and ANTHROPIC_CUSTOM_HEADERS: what is sent must be what was asked for and what
is in the participant's identity, and such headers hold secrets that nothing here would know.
Rejected: a variable taken out of the environment while the SDK is made, which every thread of the
process sees.

An SDK writes the address and the headers of a call once, and each call is posted with these and its
own body. To have it write and read every call takes three times the processor time of all the rest
of a call (`benchmarks/transports.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

import anyio
import httpx2

from runners.participants.hosted import CONNECT_S, NO_KEY, HostedModel, HttpAnswer
from runners.participants.transport.connections import transport
from runners.participants.transport.redaction import quiet

_PROBES: tuple[dict[str, str], ...] = ({}, {"model": "any"})
"""Two bodies; headers that differ between them, such as the length, belong to one request."""


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


async def posted(
    sdk: Any,
    client: Any,
    model: HostedModel,
    *,
    path: str,
    body: object,
    headers: Mapping[str, Any],
) -> HttpAnswer:
    """What comes back for one request that the SDK writes, whatever it is. Raises NoReply."""
    try:
        answer = await client.post(
            path,
            cast_to=httpx2.Response,
            body=body,
            options={"headers": {**model.headers, **headers}},
        )
    except sdk.APIStatusError as error:
        answer = error.response
    except sdk.APIConnectionError as error:
        raise model.wire.lost(error) from None
    return HttpAnswer(answer.status_code, answer.headers, answer.content)


class Poster:
    """Posts calls of one model as its SDK would."""

    def __init__(self, model: HostedModel, closing: AsyncExitStack) -> None:
        self._model = model
        self._notes = _Notes()
        self._client = model.connected(closing, self._notes)
        self._connections = transport(model)
        closing.push_async_callback(self._connections.aclose)
        self._writing = anyio.Lock()
        self._written: dict[tuple[str, frozenset[str]], tuple[str, dict[str, str]]] = {}

    async def post(
        self, path: str, body: Mapping[str, object], headers: Mapping[str, Any]
    ) -> HttpAnswer:
        """What comes back for one request, whatever it is. `headers` are those that a call of its
        kind has beside the SDK's own; those of the same names have the same values each time.

        Raises:
            ConnectionFailed, TooLarge: there is no whole answer.
        """
        kind = path, frozenset(headers)
        if kind not in self._written:
            async with self._writing:
                self._written[kind] = await self._as_written(path, headers)
        url, written = self._written[kind]
        return await self._connections.post(url, written, encoded(body))

    async def _as_written(
        self, path: str, headers: Mapping[str, Any]
    ) -> tuple[str, dict[str, str]]:
        self._notes.requests.clear()
        for body in _PROBES:
            await self._client.post(
                path,
                cast_to=httpx2.Response,
                body=body,
                options={"headers": {**self._model.headers, **headers}},
            )
        one, other = self._notes.requests
        alike = one.headers.items() & other.headers.items()
        return str(one.url), dict(sorted(alike))


def encoded(body: Mapping[str, object]) -> bytes:
    """A body as the SDKs encode it."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


class _Notes(httpx2.AsyncBaseTransport):
    """Notes requests, and sends none."""

    def __init__(self) -> None:
        self.requests: list[httpx2.Request] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        return httpx2.Response(200, json={})
