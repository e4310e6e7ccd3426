"""A client for one model at one address: its key, one request, and what came of it.

What every hosted participant does alike stands here once: a wall clock around the whole call, the
key taken out of all that comes back, a status or a body turned into a reply or a failure. An
adapter adds how a request is sent through its vendor's SDK, and how a body is read. A base class
was rejected: what an adapter inherits is harder to see than what it calls.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from runners.participants.base import Finish, Reply, Settings
from runners.participants.capabilities import fitted
from runners.participants.completion import CompletionBody, NotACompletion
from runners.participants.endpoint import endpoint
from runners.participants.failures import BadName, KeyInTheOpen, MissingKey, NoReply
from runners.participants.keyring import kept_key
from runners.participants.limits import Allowance, allowances
from runners.participants.proxy import proxy_for
from runners.participants.redaction import Redaction, looks_like_a_key
from runners.participants.too_large import TooLarge
from runners.participants.vendor import Vendor
from runners.participants.wire import Wire, withheld

CONNECT_S = 15.0
NO_KEY = "no-key"
"""Sent where a server wants none: the SDKs will not go without."""
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What came back over HTTP, whatever it is; `headers` are found in any case of letters."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class ModelClient:
    """One model at one endpoint.

    Raises:
        CannotStart: no model, an address that is none, a proxy that cannot be used, no key where
            one is needed, or a key where none may stand.
    """

    def __init__(
        self, of: Vendor, model: str, settings: Settings, *, environment: Mapping[str, str]
    ) -> None:
        if not model.strip():
            raise BadName(f"`{of.spoken}/` names no model", f"write it like {of.example}")
        self.of = of
        self.model = model
        self.name = f"{of.spoken}/{model}"
        self.timeout_s = settings.timeout_s
        self.longest = settings.max_reply_bytes
        self.endpoint = endpoint(environment.get(of.address), of)
        self.key = _key(of, environment, kept=self.endpoint.vendor)
        if self.endpoint.vendor and not self.key:
            raise MissingKey(
                f"there is no key for {self.name}",
                f"set {of.key}; for a server of your own set {of.address} as well",
            )
        proxy_for(self.endpoint)
        self._redaction = Redaction(self.key)
        self._keep_apart("the name of the model", model)
        self._keep_apart(of.address, self.endpoint.path)
        self.wire = Wire(self.name, self.endpoint, settings.timeout_s, bool(self.key), of)
        self._asked: Mapping[str, object] = {}
        self._left_out: tuple[str, ...] = ()
        self._told: tuple[str, ...] = ()

    def settled(self, asked: Mapping[str, object], *, allow: bool) -> dict[str, object]:
        """Those of the requested parameters that can be sent; from here on the line knows them all.

        `allow` leaves out what the model is known not to take, and tells so in `notes`.

        Raises:
            KeyInTheOpen: one of them holds the key, in its name or its value.
            Unsupported: some cannot be sent, and `allow` is not set.
        """
        for name, value in asked.items():
            self._keep_apart("a parameter", canonical({name: value}))
        found = fitted(self.of.spoken, self.model, asked, vendor=self.endpoint.vendor, allow=allow)
        self._asked, self._left_out, self._told = asked, found.left_out, found.notes
        return found.parameters

    @property
    def notes(self) -> tuple[str, ...]:
        """A warning when words and key would travel where others can read them, and what is left
        out of what was asked for."""
        return (*self._warnings(), *self._told)

    def _keep_apart(self, where: str, text: str) -> None:
        """Raises KeyInTheOpen if the line's own key, or what has the shape of one, stands there."""
        if self._redaction.holds(text) or looks_like_a_key(text):
            raise KeyInTheOpen(where, self.of.key)

    def _warnings(self) -> tuple[str, ...]:
        if self.endpoint.scheme == "http" and not self.endpoint.loopback:
            what = "the key and all text" if self.key else "all text"
            return (
                f"{self.endpoint.server} is reached without encryption, so {what} can be "
                "intercepted; use https:// unless the network is your own",
            )
        return ()

    def identity(self) -> dict[str, str]:
        """Provider, model, requested parameters; which API where a vendor has several, the endpoint
        when it is not the vendor's own, and which of the parameters are left out, if any."""
        found = {
            "provider": self.of.provider,
            "model": self.model,
            "parameters": canonical(self._asked),
        }
        if self.of.api:
            found["api"] = self.of.api
        if self.endpoint.url != self.of.url:
            found["endpoint"] = self.endpoint.place
        if self._left_out:
            found["left_out"] = ",".join(self._left_out)
        return found

    async def exchange(
        self,
        send: Callable[[], Awaitable[HttpAnswer]],
        read: Callable[[str], CompletionBody],
        *,
        parameters: Mapping[str, object],
        request_id: str = "x-request-id",
    ) -> Reply:
        """One request, at most as long as the settings say, and what came of it.

        `read` gives the reply in a body, or raises NotACompletion; `request_id` is the header that
        names the request.

        Raises:
            NoReply: nothing came that could be kept.
        """
        import anyio

        sent = canonical({"model": self.model, **parameters})
        begun = time.monotonic()
        try:
            with anyio.fail_after(self.timeout_s):
                answer = await send()
        except TimeoutError:
            raise self.wire.timed_out() from None
        except TooLarge as error:
            # Some SDKs let it through as it is; others wrap it, and `lost` finds it.
            raise self.wire.too_large(error) from None
        latency_s = time.monotonic() - begun
        # From here on nothing holds the key, also if the server repeated it.
        clean = self._redaction.clean
        raw = clean(answer.content.decode("utf-8", errors="surrogateescape"))
        headers = {name.lower(): clean(value) for name, value in answer.headers.items()}
        named = headers.get(request_id)
        limits = allowances(headers, now=datetime.now(UTC))
        if answer.status != 200:
            if not withheld(answer.status, raw):
                raise _limited(self.wire.refused(answer.status, headers, raw), limits)
            return Reply(
                "",
                Finish.FILTERED,
                raw,
                request_id=named,
                sent=sent,
                latency_s=latency_s,
                limits=limits,
            )
        try:
            found = read(raw)
        except NotACompletion as fault:
            raise _limited(self._no_completion(fault, headers, raw), limits) from None
        return Reply(
            text=clean(found.text),
            finish=found.finish,
            raw=raw,
            model_returned=found.model,
            request_id=named or found.request_id,
            input_tokens=found.input_tokens,
            output_tokens=found.output_tokens,
            sent=sent,
            latency_s=latency_s,
            limits=limits,
        )

    def _no_completion(
        self, fault: NotACompletion, headers: Mapping[str, str], raw: str
    ) -> NoReply:
        """Some servers send an error under status 200; its own code is then what counts."""
        code = fault.status
        if code is None and fault.error is not None:
            code = _code(fault.error)
        if code is not None:
            return self.wire.refused(code, headers, raw)
        return self.wire.broken(fault.what, damaged=fault.damaged)


def _limited(failure: NoReply, limits: tuple[Allowance, ...]) -> NoReply:
    failure.limits = limits
    return failure


def canonical(value: Mapping[str, object]) -> str:
    """JSON with sorted names and no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def encodable(text: str) -> str:
    """UTF-8 has no lone surrogates: a reply that holds one goes back with a replacement sign."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def _key(of: Vendor, environment: Mapping[str, str], *, kept: bool) -> str:
    """The first key that is set, else, for a vendor's own address, the first that is kept."""
    for variable in of.keys:
        if key := environment.get(variable, "").strip():
            return _usable(key, f"{variable} holds")
    for variable in of.keys if kept else ():
        if key := kept_key(variable):
            return _usable(key, f"the keyring holds for {variable}")
    return ""


def _usable(key: str, found: str) -> str:
    if key.isascii() and key.isprintable() and " " not in key:
        return key
    raise MissingKey(
        f"what {found} is not a key: it contains spaces or unusual characters",
        "copy the key again, without quotation marks",
    )


def _code(error: str) -> int | None:
    value: object = json.loads(error)
    code = value.get("code") if isinstance(value, dict) else None
    return code if isinstance(code, int) and 400 <= code < 600 else None
