"""What an OpenAI-compatible server's errors mean, each in a sentence that says what to do.

The one place where a status, its headers and its body, or a broken connection, become a `NoReply`.
Servers agree on the statuses and on little else, so the body is searched for words, never trusted
to have a shape.
"""

from __future__ import annotations

import errno
import json
import socket
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from runners.participants.completion import NotACompletion, read_json
from runners.participants.endpoint import Endpoint
from runners.participants.failures import Kind, NoReply, retry_after

_LONGEST_QUOTE = 200
_AGAIN = "the next run asks again; if it goes on, look at what the server itself reports"


@dataclass(frozen=True, slots=True)
class Wire:
    """One participant's connection, as far as sentences about it need to know."""

    name: str
    endpoint: Endpoint
    timeout_s: float
    has_key: bool

    @property
    def who(self) -> str:
        """Whom a sentence is about."""
        return "OpenAI" if self.endpoint.vendor else f"the server at {self.endpoint.url}"

    def timed_out(self) -> NoReply:
        """Our own clock ran out."""
        return NoReply(
            Kind.TIMEOUT,
            f"{self.who} gave no whole reply within {self.timeout_s:g} seconds",
            "the next run asks again; with a slow server, ask less of it at once (--concurrency)",
        )

    def broken(self, what: str, *, damaged: bool) -> NoReply:
        """Status 200 with something that is no completion, or with half of one."""
        if damaged:
            advice = _AGAIN
        else:
            advice = self._check_address("a proxy or a login page may stand in between")
        return NoReply(
            Kind.BROKEN_BODY,
            f"{self.who} answered with {what} instead of a chat completion",
            advice,
            status=200,
        )

    def lost(self, error: BaseException) -> NoReply:
        """No answer, because of the connection: refused, unknown host, not secure, or dropped."""
        causes = tuple(_causes(error))
        server = self.endpoint.server
        if any(isinstance(cause, socket.gaierror) for cause in causes):
            return NoReply(
                Kind.CONNECTION_REFUSED,
                f"the name {self.endpoint.host} leads nowhere",
                self._check_address("is this computer online?"),
            )
        if any(isinstance(cause, ssl.SSLError) for cause in causes):
            return NoReply(
                Kind.WRONG_ADDRESS,
                f"no secure connection to {server} could be made",
                "is it an http:// server, or is its certificate known to this computer?",
            )
        if any(_is_refusal(cause) for cause in causes):
            return NoReply(
                Kind.CONNECTION_REFUSED,
                f"nothing answers at {server}",
                "is this computer online?"
                if self.endpoint.vendor
                else f"is the server running at {server}?",
            )
        return NoReply(
            Kind.CONNECTION_LOST,
            f"{self.who} closed the connection before the reply was complete",
            _AGAIN,
        )

    def refused(self, status: int, headers: Mapping[str, str], body: str) -> NoReply:
        """Any status but 2xx; `body` must already be without secrets."""
        words, quoted = _error(body)
        wait = _wait(headers)

        def fault(kind: Kind, message: str, help: str) -> NoReply:
            said = f": {quoted}" if quoted else ""
            return NoReply(kind, message + said, help, retry_after=wait, status=status)

        if 300 <= status < 400:
            return NoReply(
                Kind.WRONG_ADDRESS,
                f"{self.who} sends the request on to another address ({status})",
                "devrun follows no redirection, so that no key goes astray; set OPENAI_BASE_URL "
                "to the final address",
                status=status,
            )
        if status in (401, 403):
            return fault(Kind.UNAUTHORISED, f"{self.who} refused the key ({status})", self._key())
        if status == 404:
            if "model" in words:
                return fault(
                    Kind.WRONG_MODEL,
                    f"{self.who} has no model called `{self.name.partition('/')[2]}` (404)",
                    "check the name after `openai/`"
                    + ("" if self.endpoint.vendor else "; the server lists its own under /models"),
                )
            return fault(
                Kind.WRONG_ADDRESS,
                f"{self.endpoint.url} has no chat completions (404)",
                self._check_address("most servers want a base URL that ends in /v1"),
            )
        if status == 429:
            if any(sign in words for sign in ("insufficient_quota", "billing", "credit")):
                return fault(
                    Kind.QUOTA,
                    f"your account with {self.who} has nothing left to spend (429)",
                    "add credit or raise its limit, then run the same command again",
                )
            return fault(
                Kind.RATE_LIMITED,
                f"{self.who} asks for fewer requests at a time (429)",
                "the next run goes on; ask less at once (--concurrency)",
            )
        if status in (408, 409, 425) or (status >= 500 and status not in (501, 505)):
            return fault(
                Kind.OVERLOADED,
                f"{self.who} has trouble of its own ({status})",
                _AGAIN,
            )
        if any(sign in words for sign in ("unsupported_", "unknown_parameter", "unrecognized")):
            return fault(
                Kind.BAD_PARAMETER,
                f"{self.who} does not take a parameter that was asked for ({status})",
                "leave it out (--temperature, --max-tokens, --param), or choose another value",
            )
        if "context_length" in words or "context length" in words:
            return fault(
                Kind.BAD_REQUEST,
                f"the conversation is too long for `{self.name}` ({status})",
                "choose a model with a larger context, or lower --max-tokens",
            )
        return fault(
            Kind.BAD_REQUEST,
            f"{self.who} did not accept the request ({status})",
            "look at what was asked for with --temperature, --max-tokens and --param",
        )

    def _key(self) -> str:
        if self.has_key:
            return "check the key in OPENAI_API_KEY, and that it may use this model"
        return "set OPENAI_API_KEY to the key that this server wants"

    def _check_address(self, else_: str) -> str:
        if self.endpoint.vendor:
            return else_
        return f"is OPENAI_BASE_URL right? it is {self.endpoint.url}; {else_}"


def withheld(status: int, body: str) -> bool:
    """Whether a provider would not pass the prompt on: then this is its reply, not a failure."""
    words, _ = _error(body)
    return status in (400, 403) and any(
        sign in words for sign in ("content_filter", "content_policy", "responsibleaipolicy")
    )


def _error(body: str) -> tuple[str, str]:
    """All words of an error body in lower case, and what it says to people, cut to one line."""
    try:
        value = read_json(body)
    except NotACompletion:
        return "", ""
    error = value.get("error", value) if isinstance(value, dict) else value
    said = error
    if isinstance(error, dict):
        said = error.get("message") or error.get("detail") or ""
    line = " ".join(said.split()) if isinstance(said, str) else ""
    line = "".join(sign for sign in line if sign.isprintable())
    if len(line) > _LONGEST_QUOTE:
        line = line[:_LONGEST_QUOTE].rstrip() + " …"
    return json.dumps(error, ensure_ascii=False).lower(), line


def _wait(headers: Mapping[str, str]) -> float | None:
    milliseconds = headers.get("retry-after-ms")
    if milliseconds is not None:
        try:
            return max(0.0, float(milliseconds) / 1000)
        except ValueError:
            pass
    return retry_after(headers.get("retry-after"), now=datetime.now(UTC))


def _is_refusal(cause: BaseException) -> bool:
    if isinstance(cause, ConnectionRefusedError) or type(cause).__name__ == "ConnectTimeout":
        return True
    return isinstance(cause, OSError) and cause.errno in (
        errno.EHOSTUNREACH,
        errno.ENETUNREACH,
        errno.EADDRNOTAVAIL,
        errno.ETIMEDOUT,
    )


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error and all that lies behind it, groups opened."""
    waiting, seen = [error], set[int]()
    while waiting:
        found = waiting.pop()
        if found is None or id(found) in seen:
            continue
        seen.add(id(found))
        yield found
        if isinstance(found, BaseExceptionGroup):
            waiting.extend(found.exceptions)
        waiting.extend((found.__cause__, found.__context__))
