"""Connections to one server, many at once: a pool for each in place of a large one.

A pool of httpx2 looks at every connection it has whenever a request begins and whenever one ends,
and asks the system about each that is idle. With two hundred of them that is a third of what a call
costs, with sixteen still a sixth; so a pool holds one, and the last that became free is used first.
The other transport that the SDKs offer, aiohttp, was measured to be faster still
(`benchmarks/transports.py`), and rejected: it is seven packages more, and it tells a connection
that broke like one that could not be made.

A connection on which more came than the answer is closed: a server that delivers an answer twice
would else have its second copy taken for the answer to the next request. httpx2 sees to that only
where the second copy comes later than the first.

No more of an answer is read than the bound of the settings: what a server sends must not fill the
memory of a run. It holds for the bytes after decompression. Only gzip and deflate are asked for and
undone, in small pieces: other ways make gigabytes out of a single piece.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Callable
from functools import partial

import httpx2

from runners.participants.failures import TooLarge
from runners.participants.transport.endpoint import Endpoint, proxy_for

PIECE = 1024
"""Bytes that are decompressed at once: of gzip and deflate a thousand times as many come out."""
_DIGITS = 19
_COMPRESSED = ("gzip", "x-gzip", "deflate")
_ALL = httpx2.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=60.0)


def transport(endpoint: Endpoint, *, longest: int) -> Connections:
    """The transport to one address, which reads `longest` bytes of an answer at most. Certificates
    are taken from where the environment says (`SSL_CERT_FILE`), but for this very machine.
    """
    return Connections(certificates(endpoint), proxy=proxy_for(endpoint), longest=longest)


def certificates(endpoint: Endpoint) -> ssl.SSLContext:
    """Whom connections to this address trust: nobody where it is plain http, since to read the
    certificates takes longer than a call, and no adapter follows a redirect to https.
    """
    if endpoint.scheme == "http":
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return httpx2.create_ssl_context(trust_env=not endpoint.loopback)


class Connections(httpx2.AsyncBaseTransport):
    """Gives each request a pool that has nothing to do. Reading a larger answer than `longest`
    bytes raises TooLarge.
    """

    def __init__(self, verify: ssl.SSLContext, *, longest: int, proxy: str | None = None) -> None:
        self._verify = verify
        self._proxy = proxy
        self._longest = longest
        self._pools: list[httpx2.AsyncHTTPTransport] = []
        self._free: list[httpx2.AsyncHTTPTransport] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """The answer to a request, from one of the pools."""
        request.headers["Accept-Encoding"] = "gzip, deflate"
        pool = self._free.pop() if self._free else self._opened()
        try:
            answer = await pool.handle_async_request(request)
        except BaseException:
            self._free.append(pool)
            raise
        stream = _Stream(answer, partial(self._free.append, pool), self._longest)
        encoding = answer.headers.get("Content-Encoding", "").strip().lower()
        announced = answer.headers.get("Content-Length", "")
        if announced.isdecimal() and len(announced) < _DIGITS and int(announced) > self._longest:
            await stream.aclose()
            raise TooLarge(self._longest)
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
        pool = httpx2.AsyncHTTPTransport(verify=self._verify, limits=_ALL, proxy=self._proxy)
        self._pools.append(pool)
        return pool


class _Stream(httpx2.AsyncByteStream):
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
        async for part in self._decompressed():
            read += len(part)
            if read > self._longest:
                raise TooLarge(self._longest)
            yield part

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
