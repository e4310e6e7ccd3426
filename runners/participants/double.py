"""A test double for participants: a real server that speaks the formats of OpenAI's chat
completions and responses, Anthropic's messages and Google's generateContent, and embeddings of
OpenAI and Google.

It listens on a free port of this machine, answers what it is told to answer, keeps every request,
and misbehaves on demand in the ways that servers do. It uses the standard library only.

    from runners.participants.base import Call, Message, Role, Settings
    from runners.participants.double import Double, rate_limited
    from runners.participants.failures import NoReply
    from runners.participants.registry import participant

    async def main():
        with Double(rate_limited("2"), "In the drawer.") as double:
            model = participant("openai/any", Settings(), environment=double.environment)
            call = Call("key", (Message(Role.USER, "Where is the button?"),))
            try:
                await model.ask(call)
            except NoReply as failure:
                print(failure.kind, failure.retry_after)
            print((await model.ask(call)).text)
            print(double.requests[0].messages)
            await model.aclose()

A whole command can be run against it: `double.environment` holds each vendor's variables for an
address and a key, for a subprocess or for `export` in a shell.

Each argument is what one request gets, in the order in which the requests come; when all are used,
every further request gets `then`. An argument is a string (a reply in these words), a behaviour
from this module, or a function of the request that returns one of the two. Functions run in the
thread of their request: they may wait for something of the test's own. A request for embeddings
takes no argument up: each text gets the vector of its letters. What this module's
behaviours mean is put into the format of whoever asks (`double_formats`); a `ServerAnswer` of your
own goes out as it is.

A recorded or mocked transport was rejected: half of what goes wrong happens below HTTP.
"""

from __future__ import annotations

import io
import json
import os
import re
import socket
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from runners.participants.double_formats import (
    NO_QUOTA,
    MeantReply,
    Request,
    chat_completion,
    embedded,
    written,
)

KEY = "double-key-for-tests"
_SERVED = re.compile(
    r"/v1/chat/completions|/v1/responses|/v1/messages|/v1/embeddings"
    r"|/v1beta/models/[^?]+:(?:generateContent|batchEmbedContents)"
)


@dataclass(frozen=True, slots=True)
class ServerAnswer:
    """A whole HTTP answer. `cut` closes the connection after so many bytes of a body that was
    announced as whole; `drip` is the pause in seconds before each byte of it. What is `meant` is
    said in the format that was asked for, in place of a body, and cut in the middle if at all.
    `documents` are so many copies of the body in one answer, and `times` so many whole answers to
    the one request."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    content_type: str = "application/json"
    cut: int | None = None
    drip: float | None = None
    meant: MeantReply | None = None
    documents: int = 1
    times: int = 1


@dataclass(frozen=True, slots=True)
class Hang:
    """Says nothing until the double is closed."""


@dataclass(frozen=True, slots=True)
class Flood:
    """So many bytes that mean nothing, as long as somebody reads them; `announced`: how many they
    will be is said before. `Double.flooded` tells how many went out."""

    size: int
    announced: bool = False


@dataclass(frozen=True, slots=True)
class Reset:
    """Breaks the connection with a reset."""


Behaviour = str | ServerAnswer | Hang | Reset | Flood
Function = Callable[[Request], Behaviour]


def completion(
    text: str | None,
    *,
    finish: str | None = "stop",
    refusal: str | None = None,
    model: str = "double-1",
    request_id: str = "chatcmpl-double",
) -> bytes:
    """The body of a chat completion; lone surrogates in `text` survive as JSON escapes."""
    message: dict[str, object] = {"role": "assistant", "content": text}
    if refusal is not None:
        message["refusal"] = refusal
    found = chat_completion(message, finish, text or "", model=model, request_id=request_id)
    return json.dumps(found).encode()


def error(
    status: int,
    message: str,
    *,
    type: str = "error",
    code: str | None = None,
    headers: tuple[tuple[str, str], ...] = (),
) -> ServerAnswer:
    """An error as OpenAI words them, and as the others do where they ask."""
    meant = MeantReply(message, status=status, type=type, code=code)
    return ServerAnswer(status, headers=headers, meant=meant)


def replied(text: str, ending: str = "stop") -> ServerAnswer:
    """A good answer that ended in this way: stop, length, refusal, filtered or tool; any other word
    is sent as the provider's reason."""
    return ServerAnswer(meant=MeantReply(text, ending))


def rate_limited(retry_after: str | None = None) -> ServerAnswer:
    """429; `retry_after` is the header as it stands, in seconds or as an HTTP date."""
    return error(
        429,
        "Rate limit reached",
        type="requests",
        code="rate_limit_exceeded",
        headers=(("Retry-After", retry_after),) if retry_after is not None else (),
    )


def no_quota() -> ServerAnswer:
    """429 that no waiting mends."""
    return error(429, "You exceeded your current quota", type=NO_QUOTA, code=NO_QUOTA)


def unauthorised() -> ServerAnswer:
    """401."""
    return error(
        401, "Incorrect API key provided", type="invalid_request_error", code="invalid_api_key"
    )


def no_such_model() -> ServerAnswer:
    """404 for the model."""
    return error(
        404,
        "The model does not exist",
        type="invalid_request_error",
        code="model_not_found",
    )


def overloaded(status: int = 500) -> ServerAnswer:
    """Any 5xx."""
    return error(status, "The server had an error", type="server_error")


def truncated(text: str = "In the drawer.") -> ServerAnswer:
    """A whole HTTP answer whose JSON breaks off in the middle."""
    return ServerAnswer(meant=MeantReply(text, half=True))


def cut_off(text: str = "In the drawer.") -> ServerAnswer:
    """An HTTP answer that is closed in the middle of its body."""
    return ServerAnswer(meant=MeantReply(text), cut=1)


def doubled(text: str = "In the drawer.") -> ServerAnswer:
    """One answer whose body holds the reply two times."""
    return ServerAnswer(meant=MeantReply(text), documents=2)


def delivered_twice(text: str = "In the drawer.") -> ServerAnswer:
    """A good answer, and the same once more, which nobody asked for."""
    return ServerAnswer(meant=MeantReply(text), times=2)


def web_page(status: int = 200) -> ServerAnswer:
    """An HTML page where JSON should be."""
    return ServerAnswer(status, b"<!doctype html><p>Please log in.</p>", content_type="text/html")


def empty() -> ServerAnswer:
    """200 and nothing."""
    return ServerAnswer()


def dripping(pause_s: float = 0.02, text: str = "In the drawer.") -> ServerAnswer:
    """A good answer, one byte at a time."""
    return ServerAnswer(meant=MeantReply(text), drip=pause_s)


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
