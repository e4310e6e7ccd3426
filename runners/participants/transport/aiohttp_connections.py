"""Connections to one server, many at once, by aiohttp.

The SDKs' usual transport, httpx2, takes five times the processor time for a call
(`benchmarks/transports.py`). The one over aiohttp that the SDKs have as an extra is not used: it
tells a connection that broke like one that could not be made, and a request that never left is not
billed. Here every request notes when it begins to be sent, so the two are never confused.

A connection on which more came than the answer is not used again: a server that delivers an answer
twice would else have its second copy taken for the answer to the next request. aiohttp sees to that
only where the second copy comes with the first.

No more of an answer is read than the bound of the settings: what a server sends must not fill the
memory of a run. It holds for the bytes after decompression. Only gzip and deflate are asked for and
undone, in small pieces: other ways make gigabytes out of a single piece.
"""

from __future__ import annotations

import asyncio
import select
import ssl
import zlib
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any
from weakref import WeakSet

import aiohttp
import httpx2
from yarl import URL

from runners.participants.failures import ConnectionFailed, TooLarge
from runners.participants.hosted import CONNECT_S, HostedModel, HttpAnswer
from runners.participants.transport.endpoint import Endpoint, proxy_for

PIECE = 65_536
"""Bytes that are decompressed at once."""
IDLE_S = 60.0
"""Seconds for which a connection without a request is kept."""
_LONGEST_HEADER = 65_536
_ENCODINGS = "gzip, deflate"
_COMPRESSED = ("gzip", "x-gzip", "deflate")
_SOCKS = "socks"


class AiohttpConnections(httpx2.AsyncBaseTransport):
    """One session of aiohttp, which posts, and sends what an SDK writes. Made and used in one event
    loop. Reads `longest` bytes of an answer at most, and connects within `connect_s` seconds.

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
        self._opened: aiohttp.ClientSession | None = None
        self._failing: tuple[type[Exception], ...] = (aiohttp.ClientError, OSError)

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> HttpAnswer:
        """The whole answer to one request, whatever it is."""
        answer = await self._begun("POST", url, headers, body)
        try:
            content = b"".join([part async for part in self._pieces(answer)])
        finally:
            answer.close()  # does nothing to the connection of an answer that was read whole
        told = {name.decode("latin-1"): _text(value) for name, value in answer.raw_headers}
        return HttpAnswer(answer.status, told, content)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """What an SDK asks for, through its own client."""
        headers = [
            pair for pair in request.headers.multi_items() if pair[0].lower() != "transfer-encoding"
        ]
        try:
            body: Any = request.content or None
        except httpx2.RequestNotRead:
            body = request.stream
        answer = await self._begun(request.method, str(request.url), dict(headers), body)
        compressed = _encoding(answer) in _COMPRESSED
        left_out = (b"content-encoding", b"content-length") if compressed else ()
        return httpx2.Response(
            answer.status,
            headers=[pair for pair in answer.raw_headers if pair[0].lower() not in left_out],
            stream=_AnswerBody(answer, self._pieces(answer)),
        )

    async def aclose(self) -> None:
        """Close all connections."""
        opened, self._opened = self._opened, None
        if opened is not None:
            await opened.close()

    async def _begun(
        self, method: str, url: str, headers: Mapping[str, str], body: Any
    ) -> aiohttp.ClientResponse:
        if self._opened is None:
            self._opened = self._session()
        answer = await self._opened.request(
            method,
            URL(url, encoded=True),
            headers={**headers, "Accept-Encoding": _ENCODINGS},
            data=body,
            allow_redirects=False,
        )
        announced = answer.content_length
        if announced is not None and announced > self.longest:
            answer.close()
            raise TooLarge(self.longest)
        return answer

    async def _pieces(self, answer: aiohttp.ClientResponse) -> AsyncIterator[bytes]:
        """The body, decompressed and bounded."""
        read = 0
        compressed = _Compressed() if _encoding(answer) in _COMPRESSED else None
        try:
            async for part in answer.content.iter_any():
                for piece in (part,) if compressed is None else compressed.undone(part):
                    read += len(piece)
                    if read > self.longest:
                        raise TooLarge(self.longest)
                    yield piece
        except (aiohttp.ClientError, OSError, zlib.error) as error:
            raise ConnectionFailed(sent=True) from error

    async def _exact(
        self, request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        """Sends a request once, and says exactly whether it was sent if there is no answer."""
        while True:
            try:
                return await handler(request)
            except _Stale:
                continue  # the connection is closed, and the next is another
            except self._failing as error:
                sent = isinstance(request, _Request) and request.sent
                raise ConnectionFailed(sent=sent) from error

    def _session(self) -> aiohttp.ClientSession:
        through, proxy = self.proxy, None
        kept: dict[str, Any] = {
            "ssl": self.verify, "limit": 0, "keepalive_timeout": IDLE_S,
        }  # fmt: skip
        if through is not None and through.startswith(_SOCKS):
            from aiohttp_socks import (
                ProxyConnectionError,
                ProxyConnector,
                ProxyError,
                ProxyTimeoutError,
            )

            self._failing += ProxyConnectionError, ProxyError, ProxyTimeoutError
            place = through.partition("://")[2]
            connector = ProxyConnector.from_url(f"socks5://{place}", rdns=True, **kept)
        else:
            # The system's own resolver, whatever else is installed.
            connector = aiohttp.TCPConnector(resolver=aiohttp.ThreadedResolver(), **kept)
            proxy = through
        return aiohttp.ClientSession(
            connector=connector,
            proxy=proxy,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            request_class=_Request,
            middlewares=(self._exact,),
            timeout=aiohttp.ClientTimeout(total=None, connect=self.connect_s),
            max_line_size=_LONGEST_HEADER,
            max_field_size=_LONGEST_HEADER,
        )


class _Stale(Exception):
    """A connection on which nothing can be asked any more; nothing was sent on it."""


_USED: WeakSet[Any] = WeakSet()
"""Connections that had a request. What a new one has to read belongs to its encryption."""


class _Request(aiohttp.ClientRequest):  # type: ignore[misc]
    """A request that knows whether it began to be sent."""

    sent = False

    async def send(self, conn: Any) -> aiohttp.ClientResponse:
        """Send it, unless the server has closed the connection, or something waits on it to be
        taken for the answer.
        """
        protocol = conn.protocol
        if protocol.should_close or (protocol in _USED and _speaks(conn.transport)):
            raise _Stale
        _USED.add(protocol)
        self.sent = True
        return await super().send(conn)


def _speaks(transport: asyncio.Transport) -> bool:
    """Whether there is something to read, or the end; the loop may not have looked yet."""
    place = transport.get_extra_info("socket")
    if hasattr(select, "poll"):
        looking = select.poll()
        looking.register(place, select.POLLIN)
        return bool(looking.poll(0))
    return bool(select.select([place], [], [], 0)[0])


class _Compressed:
    """A compressed body as it comes in."""

    def __init__(self) -> None:
        self._undoing: Any = None

    def undone(self, part: bytes) -> Iterator[bytes]:
        """What a part of it was, in small pieces. Raises a zlib.error."""
        while part:
            if self._undoing is None or self._undoing.eof:
                # Some servers send deflate without the header that it should have: no such body
                # begins with the first byte of gzip.
                bare = part[0] & 0xF != 8 and part[0] != 0x1F
                self._undoing = zlib.decompressobj(-zlib.MAX_WBITS if bare else zlib.MAX_WBITS | 32)
            yield self._undoing.decompress(part, PIECE)
            part = self._undoing.unconsumed_tail or self._undoing.unused_data


class _AnswerBody(httpx2.AsyncByteStream):
    """The body of an answer for an SDK."""

    def __init__(self, answer: aiohttp.ClientResponse, pieces: AsyncIterator[bytes]) -> None:
        self._answer = answer
        self._pieces = pieces

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._pieces

    async def aclose(self) -> None:
        """Let go of the connection."""
        self._answer.close()


def _encoding(answer: aiohttp.ClientResponse) -> str:
    return str(answer.headers.get("Content-Encoding", "")).strip().lower()


def _text(value: bytes) -> str:
    return value.decode("utf-8", errors="replace")


def transport(model: HostedModel) -> AiohttpConnections:
    """The connections to the endpoint of a model. Certificates are taken from where the
    environment says (`SSL_CERT_FILE`), but for this very machine.
    """
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
