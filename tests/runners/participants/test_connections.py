"""What is on a connection beside an answer; whether a request left that got none."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable

import anyio
import pytest

from runners.participants.failures import ConnectionFailed
from runners.participants.transport import aiohttp_connections as connections

Served = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
NOBODY = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def answer(text: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(text), text)


async def with_server(serve: Served, use: Callable[[str], Awaitable[None]]) -> None:
    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await serve(reader, writer)
        finally:
            writer.close()

    async with await asyncio.start_server(served, "127.0.0.1", 0) as server:
        await use(f"127.0.0.1:{server.sockets[0].getsockname()[1]}")


@pytest.mark.parametrize("more", [answer(b"stale"), b""], ids=["a second copy", "the end"])
def test_a_connection_on_which_something_came_later_is_not_asked_again(more: bytes) -> None:
    lines: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines.append(writer)
        number = len(lines)
        while await reader.read(65536):
            writer.write(answer(b"%d" % number))

    async def use(place: str) -> None:
        opened = connections.AiohttpConnections(NOBODY, longest=1000)
        answers = []
        for number in range(3):
            if number == 2:
                # It is there when the next request begins, and nobody has looked yet.
                lines[0].write(more)
                if not more:
                    lines[0].write_eof()
            answers.append((await opened.post(f"http://{place}/", {}, b"{}")).content)
        await opened.aclose()
        assert answers == [b"1", b"1", b"2"]

    anyio.run(with_server, serve, use)


@pytest.mark.parametrize(
    ("said", "sent"),
    [(b"HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n", False), (b"", False), (b"HTTP/1", True)],
    ids=["turned away by a proxy", "a proxy that closes", "a server that closes"],
)
def test_a_request_without_an_answer_is_known_to_have_been_sent_or_not(
    said: bytes, sent: bool
) -> None:
    heads: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(said)

    async def use(place: str) -> None:
        proxy = None if sent else f"http://me:se%40cret@{place}"
        opened = connections.AiohttpConnections(NOBODY, longest=1000, proxy=proxy)
        url = f"http://{place}/" if sent else "https://lab.example/"
        with pytest.raises(ConnectionFailed) as caught:
            await opened.post(url, {}, b"{}")
        assert caught.value.sent is sent
        await opened.aclose()

    anyio.run(with_server, serve, use)
    assert len(heads) == 1
    assert (b"Basic bWU6c2VAY3JldA==" in heads[0]) is not sent
