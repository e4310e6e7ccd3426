"""The server of the test double: takes requests, keeps them, and answers as the test says."""

from __future__ import annotations

import io
import os
import re
import socket
import struct
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from runners.participants.double.answers import (
    Behaviour,
    Flood,
    Function,
    Hang,
    Reset,
    ServerAnswer,
    error,
    replied,
)
from runners.participants.double.formats import (
    Request,
    embedded,
    written,
)

KEY = "double-key-for-tests"
_SERVED = re.compile(
    r"/v1/chat/completions|/v1/responses|/v1/messages|/v1/embeddings"
    r"|/v1beta/models/[^?]+:(?:generateContent|batchEmbedContents)"
    r"|/v1/projects/[^?]+/publishers/anthropic/models/[^?]+:rawPredict"
)


class Double:
    """The server. Use it as a context manager; `url` is OpenAI's base URL, ending in /v1."""

    def __init__(
        self,
        *script: Behaviour | Function,
        then: Behaviour | Function = "Yes.",
        also: Callable[[Request], Behaviour | None] | None = None,
    ) -> None:
        """As the module says. `also` is asked first, at whatever address: what it answers counts,
        and its requests are not among `requests`."""
        self._also = also
        self._script = list(script)
        self._then = then
        self._requests: list[Request] = []
        self._flooded: int | None = None
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Double:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        # The thread waits for a request, and this is the last.
        with socket.create_connection(("127.0.0.1", self._server.server_port)):
            self._thread.join()
        self._server.server_close()

    @property
    def url(self) -> str:
        """The base URL for OPENAI_BASE_URL."""
        return f"{self.server}/v1"

    @property
    def server(self) -> str:
        """The base URL for ANTHROPIC_BASE_URL and GOOGLE_GEMINI_BASE_URL."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def environment(self) -> dict[str, str]:
        """What a participant must find in its environment to ask this double."""
        return {
            "OPENAI_BASE_URL": self.url,
            "OPENAI_API_KEY": KEY,
            "ANTHROPIC_BASE_URL": self.server,
            "ANTHROPIC_API_KEY": KEY,
            "GOOGLE_GEMINI_BASE_URL": self.server,
            "GEMINI_API_KEY": KEY,
        }

    @property
    def requests(self) -> tuple[Request, ...]:
        """Every request so far, in the order in which they came."""
        with self._changed:
            return tuple(self._requests)

    def arrived(self, count: int, *, within_s: float = 10.0) -> bool:
        """Wait until so many requests have come; False if they have not within this time."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self._requests) >= count, within_s)

    def flooded(self, *, within_s: float = 10.0) -> int:
        """How many bytes of a flood went out until somebody stopped reading; waits for its end."""
        with self._changed:
            self._changed.wait_for(lambda: self._flooded is not None, within_s)
            return self._flooded if self._flooded is not None else -1

    def _serve(self) -> None:
        # Not `serve_forever`, which looks only now and then whether it is to end.
        while not self._closing.is_set():
            self._server.handle_request()

    def _flood_over(self, sent: int) -> None:
        with self._changed:
            self._flooded = sent
            self._changed.notify_all()

    def _embedding(self, request: Request) -> Behaviour:
        """The vectors of the texts asked for, whatever comes next otherwise."""
        with self._changed:
            self._requests.append(request)
            self._changed.notify_all()
        return ServerAnswer(body=embedded(request))

    def _next(self, request: Request) -> Behaviour:
        with self._changed:
            self._requests.append(request)
            chosen = self._script.pop(0) if self._script else self._then
            self._changed.notify_all()
        return chosen(request) if callable(chosen) else chosen


class _Server(ThreadingHTTPServer):
    # The usual backlog of five resets connections when 32 come at once.
    request_queue_size = 1024
    daemon_threads = True
    block_on_close = False

    def __init__(self, double: Double) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.double = double

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is nothing to print about."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """Nothing is to be had by GET, but of those who serve more."""
        self._behave("GET")

    def do_POST(self) -> None:
        """A reply in the format asked for, or whatever is wanted instead."""
        self._behave("POST")

    def _behave(self, method: str) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(method, self.path, headers, self.rfile.read(length))
        also = self.server.double._also
        behaviour = also(request) if also is not None else None
        if behaviour is None and not (method == "POST" and _SERVED.fullmatch(self.path)):
            self._answer(error(404, "Not Found"))
            return
        if behaviour is None and request.embeds:
            behaviour = self.server.double._embedding(request)
        elif behaviour is None:
            behaviour = self.server.double._next(request)
        if isinstance(behaviour, str):
            behaviour = replied(behaviour)
        if isinstance(behaviour, Hang):
            self.server.double._closing.wait()
            self.close_connection = True
        elif isinstance(behaviour, Reset):
            self._reset()
        elif isinstance(behaviour, Flood):
            self._flood(behaviour)
        else:
            self._answer(behaviour)

    def _answer(self, answer: ServerAnswer) -> None:
        if answer.times == 1:
            self._send(answer)
            return
        # All in one piece: what comes apart may find the connection closed.
        wire, self.wfile = self.wfile, io.BytesIO()
        self._send(answer)
        whole, self.wfile = self.wfile.getvalue(), wire
        wire.write(whole * answer.times)

    def _send(self, answer: ServerAnswer) -> None:
        body, cut = answer.body, answer.cut
        if answer.meant is not None:
            body = written(answer.meant, self.path)
            cut = None if cut is None else len(body) // 2
        body *= answer.documents
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.content_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in answer.headers:
            self.send_header(name, value)
        self.end_headers()
        if answer.drip is not None:
            for sign in body:
                if self.server.double._closing.wait(answer.drip):
                    break
                self.wfile.write(bytes((sign,)))
                self.wfile.flush()
            return
        self.wfile.write(body[:cut])
        self.close_connection = cut is not None

    def _flood(self, flood: Flood) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        if flood.announced:
            self.send_header("Content-Length", str(flood.size))
        self.send_header("Connection", "close")
        self.end_headers()
        sent, piece = 0, b" " * 65536
        try:
            while sent < flood.size:
                sent += self.connection.send(piece)
        except OSError:
            pass
        self.close_connection = True
        self.server.double._flood_over(sent)

    def _reset(self) -> None:
        # A linger time of zero makes closing a reset.
        linger = struct.pack("hh" if os.name == "nt" else "ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.close_connection = True
        self.connection.close()

    def log_message(self, format: str, *args: object) -> None:
        """A test's output is its own."""
