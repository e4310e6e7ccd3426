"""What a server's errors mean, each in a sentence that says what to do.

The one place where a status, its headers and its body, or a broken connection, become a `NoReply`.
Servers agree on the statuses and on little else, so the body is searched for words, never trusted
to have a shape.
"""

from __future__ import annotations

import json
import math
import re
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from runners.participants.completion import NotACompletion, read_json
from runners.participants.failures import (
    ConnectionFailed,
    FailureKind,
    NoReply,
    TooLarge,
    retry_after,
)
from runners.participants.transport.endpoint import Endpoint, proxy_for
from runners.participants.vendor import OPENAI, OPENAI_RESPONSES, Vendor

_LONGEST_QUOTE = 200
_LONG = 300.0  # seconds
_WRONG_KEY = ("api_key_invalid", "api key not valid", "api key expired")
"""Google says so under status 400."""
_WRONG_PARAMETER = (
    "unsupported_",
    "unknown_parameter",
    "unrecognized",
    "extra inputs are not permitted",
    "is deprecated for this model",
    "unknown name",
    "logprobs is not",
    "cannot both be specified",
)
_NO_MODEL = ("not a valid model", "invalid model", "invalid_model", "model not exist")
"""Under status 400: OpenRouter, LiteLLM, Mistral and DeepSeek."""
_TOO_LONG = ("context_length", "context length", "prompt is too long", "input token count")
_SPENT = (
    "insufficient_quota",
    "credit balance",
    "api usage limits",
    "spend limit",
    "spending limit",
    "extra usage is required",
    "billing_hard_limit",
    "billing hard limit",
)
"""OpenAI's and Anthropic's words for an account that may spend nothing more until somebody acts or
a month is over."""
_WITHHELD = (
    "content_filter",
    "content_policy",
    "responsibleaipolicy",
    "blocked by content filtering",
    "invalid_prompt",
)
"""`invalid_prompt` is OpenAI's word for a prompt that its own policy holds back."""
_ELSEWHERE = "only supported in v1/responses"
_DELAY = re.compile(r'"retrydelay"\s*:\s*"(\d+(?:\.\d+)?)s"', re.IGNORECASE)
_AGAIN = "the next run tries again; if it persists, check the server's own logs"


@dataclass(frozen=True, slots=True)
class Wire:
    """One participant's connection, as far as sentences about it need to know. `by_files`: its
    answers came by files, and from what address nobody knows.
    """

    name: str
    endpoint: Endpoint
    timeout_s: float
    has_key: bool
    of: Vendor = OPENAI
    by_files: bool = False

    @property
    def _at_home(self) -> bool:
        """Whether it is asked where it always is."""
        return self.endpoint.vendor or self.endpoint.url == self.of.url

    @property
    def who(self) -> str:
        """Whom a sentence is about."""
        known = self._at_home or self.by_files
        return self.of.called if known else f"the server at {self.endpoint.url}"

    @property
    def _model(self) -> str:
        return self.name.removeprefix(f"{self.of.spoken}/")

    def timed_out(self) -> NoReply:
        """Our own clock ran out."""
        return NoReply(
            FailureKind.TIMEOUT,
            f"{self.who} gave no complete reply within {self.timeout_s:g} seconds",
            "the next run tries again; for a slow server raise --timeout or lower --concurrency",
        )

    def too_large(self, found: TooLarge) -> NoReply:
        """An answer of which the rest was not read."""
        return NoReply(
            FailureKind.TOO_LARGE,
            f"{self.who} sent more than {found.most:,} bytes; the rest was not read",
            "check what the server sends; --max-reply-bytes allows larger responses",
        )

    def broken(self, what: str, *, damaged: bool) -> NoReply:
        """Status 200 with something that is no completion, or with half of one."""
        if damaged:
            advice = _AGAIN
        else:
            advice = self._check_address("there may be a proxy or a login page in between")
        return NoReply(
            FailureKind.BROKEN_BODY,
            f"{self.who} answered with {what} instead of {self.of.answer}",
            advice,
            status=200,
        )

    def lost(self, error: BaseException) -> NoReply:
        """No answer, because of the connection: refused, unknown host, not secure, or dropped."""
        causes = _causes(error)
        server = self.endpoint.server
        for cause in causes:
            if isinstance(cause, TooLarge):
                return self.too_large(cause)
        if any(isinstance(cause, socket.gaierror) for cause in causes):
            return NoReply(
                FailureKind.CONNECTION_REFUSED,
                f"the host name {self.endpoint.host} cannot be resolved",
                self._check_address("is this computer online?"),
            )
        for cause in causes:
            # aiohttp's own error of this class has no message.
            if isinstance(cause, ssl.SSLCertVerificationError) and hasattr(cause, "verify_message"):
                return self._untrusted(cause)
        if any(isinstance(cause, ssl.SSLError) for cause in causes):
            return NoReply(
                FailureKind.WRONG_ADDRESS,
                f"a secure connection to {server} failed",
                "is it an http:// server, or is its certificate not trusted here?",
            )
        if any(isinstance(cause, ConnectionFailed) and not cause.sent for cause in causes):
            return self._unreached(
                next((one.status for one in causes if hasattr(one, "status")), 0)
            )
        return NoReply(
            FailureKind.CONNECTION_LOST,
            f"{self.who} closed the connection before the reply was complete",
            _AGAIN,
        )

    def _unreached(self, status: int) -> NoReply:
        """Nothing was sent; `status` is that of a proxy which refused."""
        server = self.endpoint.server
        message, advice = f"nothing answers at {server}", f"is the server running at {server}?"
        if self._at_home and not self.endpoint.loopback:
            advice = "is this computer online?"
        if proxy_for(self.endpoint) is not None:
            message += " through the proxy"
            if status:
                message = f"the proxy for {server} refuses the connection ({status})"
            variable = f"{self.endpoint.scheme.upper()}_PROXY or ALL_PROXY"
            advice = f"check the proxy's address, name and password in {variable}"
        return NoReply(FailureKind.CONNECTION_REFUSED, message, advice)

    def _untrusted(self, cause: ssl.SSLCertVerificationError) -> NoReply:
        """The certificate is nobody's that this computer trusts; there is no way to go on."""
        if self.endpoint.loopback:
            advice = f"on this computer plain http:// is as safe: set {self.of.address} to it"
        else:
            advice = (
                "ask the server's administrator for its CA certificate, and name the file "
                "in SSL_CERT_FILE"
            )
        why = f": {cause.verify_message}" if cause.verify_message else ""
        return NoReply(
            FailureKind.WRONG_ADDRESS,
            f"the certificate of {self.endpoint.server} cannot be trusted{why}",
            f"nothing was sent; {advice}",
        )

    def refused(self, status: int, headers: Mapping[str, str], body: str) -> NoReply:
        """Any status but 2xx; `body` must already be without secrets."""
        words, quoted = _error(body)
        wait = _wait(headers, body)

        def fault(kind: FailureKind, message: str, help: str) -> NoReply:
            said = f": {quoted}" if quoted else ""
            return NoReply(kind, message + said, help, retry_after=wait, status=status)

        if 300 <= status < 400:
            return NoReply(
                FailureKind.WRONG_ADDRESS,
                f"{self.who} redirects to another address ({status})",
                f"devrun follows no redirects, to protect the key; set {self.of.address} to "
                "the final address",
                status=status,
            )
        if status == 402 or _spent(status, words):
            return fault(
                FailureKind.QUOTA,
                f"your account with {self.who} has no credit left ({status})",
                "add credit or raise its limit, then give the same command again",
            )
        if status in (401, 403) or any(sign in words for sign in _WRONG_KEY):
            return fault(
                FailureKind.UNAUTHORISED, f"{self.who} refused the key ({status})", self._key()
            )
        if status == 404 and _ELSEWHERE in words and not self.of.api:
            return NoReply(
                FailureKind.WRONG_MODEL,
                f"{self.name} answers only through {self.who}'s responses API (404)",
                f"write {OPENAI_RESPONSES.spoken}/{self._model}",
                status=status,
            )
        # At Azure a model is a deployment.
        signs = {404: ("model", "deployment"), 400: _NO_MODEL}.get(status, ())
        if any(sign in words for sign in signs):
            return fault(
                FailureKind.WRONG_MODEL,
                f"{self.who} has no model called `{self._model}` ({status})",
                f"check the name after `{self.of.spoken}/`"
                + ("" if self.endpoint.vendor else "; the server lists its own under /models"),
            )
        if status == 404:
            where = self.who if self.by_files else self.endpoint.url
            return fault(
                FailureKind.WRONG_ADDRESS,
                f"{where} has {self.of.serves} (404)",
                self._check_address(self.of.lost),
            )
        if status == 429:
            return fault(
                FailureKind.RATE_LIMITED,
                f"{self.who} limits the number of requests (429)",
                _later(wait)
                or "the next run continues; lower --concurrency or set --requests-per-minute",
            )
        if status in (408, 409, 425) or (status >= 500 and status not in (501, 505)):
            return fault(
                FailureKind.OVERLOADED,
                f"{self.who} reports a server error ({status})",
                _AGAIN,
            )
        if any(sign in words for sign in _WRONG_PARAMETER):
            return fault(
                FailureKind.BAD_PARAMETER,
                f"{self.who} rejects a parameter ({status})",
                "leave it out (--temperature, --max-tokens, --param), or choose another value",
            )
        if any(sign in words for sign in _TOO_LONG):
            return fault(
                FailureKind.BAD_REQUEST,
                f"the conversation is too long for `{self.name}` ({status})",
                "choose a model with a larger context, or lower --max-tokens",
            )
        return fault(
            FailureKind.BAD_REQUEST,
            f"{self.who} did not accept the request ({status})",
            "check --temperature, --max-tokens and --param",
        )

    def _key(self) -> str:
        if self.has_key:
            return f"check the key in {self.of.key} and its access to this model"
        return f"set {self.of.key} to the key of this server"

    def _check_address(self, else_: str) -> str:
        if self._at_home and not self.endpoint.loopback:
            return else_
        return f"is {self.of.address} right? it is {self.endpoint.url}; {else_}"


def withheld(status: int, body: str) -> bool:
    """Whether a provider would not pass the prompt on: then this is its reply, not a failure."""
    words, _ = _error(body)
    return status in (400, 403) and any(sign in words for sign in _WITHHELD)


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


def _spent(status: int, words: str) -> bool:
    """Whether no waiting helps. The same words come under several statuses: Anthropic speaks of an
    empty account and of a limit for a month under 400 and under 429. Google says "check your plan
    and billing" of every limit, and names the limit and gives a time to wait."""
    if status not in (400, 403, 429):
        return False
    if any(sign in words for sign in _SPENT):
        return True
    if status != 429:
        return False
    if "resource_exhausted" in words:
        return "perday" in words
    return "billing" in words or "credit" in words


def _later(wait: float | None) -> str:
    """What to do where the time that an answer names is too long to be waited for."""
    if wait is None or wait < _LONG:
        return ""
    hours = wait / 3600
    told = f"{hours:.1f} hours" if hours >= 1.5 else f"{math.ceil(wait / 60)} minutes"
    return f"it asks to wait {told}; then give the same command to continue"


def _wait(headers: Mapping[str, str], body: str) -> float | None:
    """The seconds to wait that an answer names: a header's, else Google's in the body."""
    now = datetime.now(UTC)
    for name, in_a_second in (("retry-after-ms", 1000), ("retry-after", 1)):
        named = retry_after(headers.get(name), now=now)
        if named is not None:
            return named / in_a_second
    found = _DELAY.search(body)
    return retry_after(found[1], now=now) if found else None


def _causes(error: BaseException | None) -> list[BaseException]:
    """The error and all that lies behind it, groups opened."""
    waiting, found = [error], list[BaseException]()
    while waiting:
        one = waiting.pop()
        if one is None or one in found:
            continue
        found.append(one)
        if isinstance(one, BaseExceptionGroup):
            waiting.extend(one.exceptions)
        waiting.extend((one.__cause__, one.__context__))
    return found
