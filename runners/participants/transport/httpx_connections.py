"""Connections to one server, many at once, by httpx2, where aiohttp is not installed.

A pool of httpx2 looks at every connection it has whenever a request begins and whenever one ends,
and asks the system about each that is idle. With two hundred of them that is a third of what a call
costs, with sixteen still a sixth; so a pool holds one, and the last that became free is used first.

As with aiohttp, a connection on which more came than the answer is closed, and no more of an answer
is read than the bound of the settings.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from typing import Any

import httpx2

from runners.participants.failures import ConnectionFailed, TooLarge
from runners.participants.hosted import HttpAnswer
from runners.participants.transport.connections import Connections

PIECE = 1024
"""Bytes that are decompressed at once: of gzip and deflate a thousand times as many come out."""
_NOT_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.ProxyError)
_DIGITS = 19
_COMPRESSED = ("gzip", "x-gzip", "deflate")
_ALL = httpx2.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=60.0)


class HttpxConnections(Connections):
    """Gives each request a pool that has nothing to do."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._timeout = httpx2.Timeout(None, connect=self.connect_s).as_dict()
        self._pools: list[httpx2.AsyncHTTPTransport] = []
        self._free: list[httpx2.AsyncHTTPTransport] = []

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> HttpAnswer:
        """The whole answer to one request, whatever it is."""
        extensions = {"timeout": self._timeout}
        request = httpx2.Request("POST", url, headers=headers, content=body, extensions=extensions)
        answer = await self.handle_async_request(request)
        try:
            content = await answer.aread()
        finally:
            await answer.aclose()
        return HttpAnswer(answer.status_code, answer.headers, content)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """The answer to a request, from one of the pools."""
        request.headers["Accept-Encoding"] = "gzip, deflate"
        pool = self._free.pop() if self._free else self._opened()
        try:
            answer = await pool.handle_async_request(request)
        except httpx2.TransportError as error:
            self._free.append(pool)
            raise ConnectionFailed(sent=not isinstance(error, _NOT_SENT)) from error
        except BaseException:
            self._free.append(pool)
            raise
        stream = _BoundedBody(answer, partial(self._free.append, pool), self.longest)
        encoding = answer.headers.get("Content-Encoding", "").strip().lower()
        announced = answer.headers.get("Content-Length", "")
        if announced.isdecimal() and len(announced) < _DIGITS and int(announced) > self.longest:
            await stream.aclose()
            raise TooLarge(self.longest)
        return httpx2.Response(
            answer.status_code,
            headers=_plain(answer.headers) if encoding else answer.headers,
            stream=stream,
            extensions=answer.extensions,
        )

    async def aclose(self) -> None:
        """Close all connections."""
        pools, self._pools, self._free = self._pools, [], []
        for pool in pools:
            await pool.aclose()

    def _opened(self) -> httpx2.AsyncHTTPTransport:
        pool = httpx2.AsyncHTTPTransport(verify=self.verify, limits=_ALL, proxy=self.proxy)
        self._pools.append(pool)
        return pool


class _BoundedBody(httpx2.AsyncByteStream):
    """The body of an answer, decompressed; its pool is free for another when it is closed."""

    def __init__(self, answer: httpx2.Response, ended: Callable[[], None], longest: int) -> None:
        assert isinstance(answer.stream, httpx2.AsyncByteStream)
        self._stream = answer.stream
        self._headers = answer.headers
        self._longest = longest
        self._connection = answer.extensions.get("network_stream")
        self._ended: Callable[[], None] | None = ended

    async def __aiter__(self) -> AsyncIterator[bytes]:
        read = 0
        try:
            async for part in self._decompressed():
                read += len(part)
                if read > self._longest:
                    raise TooLarge(self._longest)
                yield part
        except (httpx2.TransportError, httpx2.DecodingError) as error:
            raise ConnectionFailed(sent=True) from error

    def _decompressed(self) -> AsyncIterator[bytes]:
        encoding = self._headers.get("Content-Encoding", "").strip().lower()
        if encoding not in _COMPRESSED:
            return aiter(self._stream)
        named = {"Content-Encoding": encoding.removeprefix("x-")}
        return httpx2.Response(200, headers=named, stream=_Pieces(self._stream)).aiter_bytes()

    async def aclose(self) -> None:
        """Let go of the connection."""
        ended, self._ended = self._ended, None
        try:
            if ended is not None and self._connection is not None and _left_over(self._stream):
                await self._connection.aclose()
            await self._stream.aclose()
        finally:
            if ended is not None:
                ended()


class _Pieces(httpx2.AsyncByteStream):
    """A body in small pieces; whoever made it closes it."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._stream:
            for at in range(0, len(part), PIECE):
                yield part[at : at + PIECE]


def _plain(headers: httpx2.Headers) -> httpx2.Headers:
    """The headers of an answer of which the body is decompressed already."""
    told = ("content-encoding", "content-length")
    return httpx2.Headers([pair for pair in headers.multi_items() if pair[0].lower() not in told])


def _left_over(stream: httpx2.AsyncByteStream) -> bool:
    """Whether bytes were read that belong to no request; nothing public tells of them."""
    found: object = stream
    for name in ("_httpcore_stream", "_stream", "_connection", "_h11_state", "trailing_data"):
        found = getattr(found, name, None)
    return isinstance(found, tuple) and bool(found[0])
