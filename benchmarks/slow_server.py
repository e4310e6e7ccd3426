"""A server on this computer that speaks the chat completions format and takes its time.

    python benchmarks/slow_server.py [SECONDS_A_CALL]

It prints its address, then answers every request after so many seconds (0.2 by default), until its
standard input is closed; then it prints one JSON document: how many requests came, and how many
were open at once at most. With LOG in the environment every request's body is added to that file
as one line before it is answered. With ENDED each answer that went out is a line of that file:
the moment (seconds of the monotonic clock) and the request's body. The same moment is the id of the
request, so that a client on Linux can tell how old an answer is. Hand-written on asyncio's
protocol, since a web framework would take the very processor time that is to be measured.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import IO

REPLY = "He will look in the basket, because that is where he put it before he went out."
BODY = json.dumps(
    {
        "id": "chatcmpl-0",
        "object": "chat.completion",
        "created": 1,
        "model": "slow-1",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": REPLY, "refusal": None},
                "finish_reason": "stop",
            }
        ],
        "usage": {"prompt_tokens": 120, "completion_tokens": 18, "total_tokens": 138},
    }
).encode()
ANSWER = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nx-request-id: %f\r\n"
    b"Content-Length: " + str(len(BODY)).encode() + b"\r\n\r\n" + BODY
)


class Counts:
    """What came in."""

    def __init__(self, log: IO[bytes] | None, ended: IO[bytes] | None) -> None:
        self.requests = 0
        self.open = 0
        self.most = 0
        self.log = log
        self.ended = ended


class Slow(asyncio.Protocol):
    """One connection, one request at a time."""

    def __init__(self, counts: Counts, delay: float) -> None:
        self.counts = counts
        self.delay = delay
        self.buffer = b""
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client is there."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        """It is gone."""
        self.transport = None

    def data_received(self, data: bytes) -> None:
        """Part of a request, or the whole of one."""
        self.buffer += data
        head, found, rest = self.buffer.partition(b"\r\n\r\n")
        if not found:
            return
        length = 0
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if len(rest) < length:
            return
        self.buffer = rest[length:]
        counts = self.counts
        counts.requests += 1
        counts.open += 1
        counts.most = max(counts.most, counts.open)
        body = rest[:length].replace(b"\n", b" ") + b"\n"
        if counts.log is not None:
            counts.log.write(body)
            counts.log.flush()
        asyncio.get_running_loop().call_later(self.delay, self.answer, body)

    def answer(self, body: bytes) -> None:
        """What everybody gets."""
        counts = self.counts
        counts.open -= 1
        if self.transport is not None:
            now = time.monotonic()
            self.transport.write(ANSWER % now)
            if counts.ended is not None:
                counts.ended.write(b"%f " % now + body)
                counts.ended.flush()


async def main() -> None:
    """Serve until standard input is closed."""
    delay = float(sys.argv[1]) if len(sys.argv) > 1 else 0.2
    log, ended = (
        Path(path).open("ab") if path else None  # noqa: SIM115 (open as long as the process)
        for path in map(os.environ.get, ("LOG", "ENDED"))
    )
    counts = Counts(log, ended)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Slow(counts, delay), "127.0.0.1", 0, backlog=1024)
    port = server.sockets[0].getsockname()[1]
    print(f"http://127.0.0.1:{port}/v1", flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()
    print(json.dumps({"requests": counts.requests, "open_at_most": counts.most}))


if __name__ == "__main__":
    asyncio.run(main())
