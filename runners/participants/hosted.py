"""A hosted model: one model at one address, asked through its vendor's SDK.

What every hosted participant does alike is here once: the parameters that it takes, its key, a
wall clock around the whole call, the key taken out of all that comes back, a status or a body
turned into a reply or a failure. An adapter adds what is its vendor's own: names of parameters, the
body of a request, how the SDK is made to write one, and how an answer is read.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar

from dsl.record import replace
from runners.participants.base import Call, Finish, Message, Reply, Settings
from runners.participants.capabilities import fitted
from runners.participants.completion import NotACompletion
from runners.participants.failures import (
    BadName,
    BadSetting,
    ConnectionFailed,
    KeyInTheOpen,
    MissingKey,
    NoReply,
    TooLarge,
)
from runners.participants.parameters import gateway_headers, parameters, with_seed
from runners.participants.reasoning import reasoning
from runners.participants.transport.endpoint import endpoint, proxy_for
from runners.participants.transport.keyring import kept_key
from runners.participants.transport.limits import allowances
from runners.participants.transport.redaction import Redaction, looks_like_a_key
from runners.participants.transport.wire import Wire, withheld
from runners.participants.vendor import Vendor

if TYPE_CHECKING:
    import anyio
    from httpx2 import AsyncBaseTransport

CONNECT_S = 15.0
NO_KEY = "no-key"
"""Sent where a server wants none: the SDKs will not go without."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What came back over HTTP, whatever it is; `headers` are found in any case of letters."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class HostedModel(ABC):
    """One model at one endpoint.

    `path` is where the SDK posts calls. `reserved` are the parameters that devrun sets itself,
    `unless_asked` those that are sent where nothing else was asked for; `max_tokens` is the
    vendor's word for the limit of a reply, `seed` says which one is sent where none was asked for
    (`none`, or the `call`'s own), and `request_id` is the header that names a request.

    Raises:
        CannotStart: no model, an address that is none, a proxy that cannot be used, no key where
            one is needed, a key where none may be, or settings that cannot be sent.
    """

    simulated = False
    sees_key = False
    scores_options = False
    continues_text = False
    sees_pictures = True
    places = None

    vendor: Vendor
    path: str
    reserved: ClassVar[frozenset[str]]
    unless_asked: ClassVar[Mapping[str, object]] = {}
    request_id: ClassVar[str] = "x-request-id"
    max_tokens: str = "max_tokens"
    seed: str = "none"

    def __init__(
        self,
        model: str,
        settings: Settings,
        *,
        environment: Mapping[str, str],
        of: Vendor | None = None,
    ) -> None:
        self.vendor = of = of or self.vendor
        if not model.strip():
            raise BadName(f"`{of.spoken}/` names no model", f"write it like {of.example}")
        self.model = model
        self.name = f"{of.spoken}/{model}"
        self.timeout_s = settings.timeout_s
        self.longest = settings.max_reply_bytes
        self.endpoint = endpoint(environment.get(of.address), of)
        at_home = self.endpoint.vendor or self.endpoint.url == of.url
        self.key = _key(of, environment, kept=at_home)
        if at_home and not self.endpoint.loopback and not self.key:
            raise MissingKey(
                f"there is no key for {self.name}",
                f"set {of.key}; for a server of your own set {of.address} as well",
            )
        self.headers = gateway_headers(environment.get(of.headers, ""), of.headers)
        proxy_for(self.endpoint)
        self._redaction = Redaction(self.key, *self.headers.values())
        self._keep_apart("the name of the model", model)
        self._keep_apart(of.address, self.endpoint.path)
        self.wire = Wire(self.name, self.endpoint, settings.timeout_s, bool(self.key), of)
        self.at_endpoint()
        given = parameters(
            settings, ours=self.reserved, max_tokens=self.max_tokens, spelt=self.spelt
        )
        self._reasoning = reasoning(
            settings.reasoning, of, model, vendor=self.endpoint.vendor, given=given
        )
        if twice := [name for name in self._reasoning.parameters if name in given]:
            raise BadSetting(
                f"`{twice[0]}` and --reasoning {settings.reasoning} ask for the same thing",
                "keep one of the two",
            )
        asked = {**self.unless_asked, **given, **self._reasoning.parameters}
        for name, value in asked.items():
            self._keep_apart("a parameter", canonical({name: value}))
        self._asked = asked
        self._fitted = fitted(
            of.spoken,
            model,
            asked,
            vendor=self.endpoint.vendor,
            allow=settings.allow_unsupported,
        )
        self._sender: Any = None
        self._connections = AsyncExitStack()
        self._connecting: anyio.Lock | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, {self.endpoint.url!r})"

    def at_endpoint(self) -> None:  # noqa: B027 (most vendors add nothing)
        """What depends on whether the endpoint is the vendor's own; raises CannotStart where the
        vendor does not answer for such a model in this way.
        """

    def spelt(self, name: str) -> str:
        """The name of a parameter as the vendor spells it."""
        return name

    def sent_with(self, call: Call) -> dict[str, object]:
        """The parameters that go with the messages of a call."""
        return with_seed(self._fitted.parameters, call.seed, unless_asked=self.seed)

    @abstractmethod
    def request(
        self, messages: tuple[Message, ...], sent: Mapping[str, object]
    ) -> dict[str, object]:
        """The JSON of a request: these messages with these parameters."""

    def cached(self, request: dict[str, object], call: Call) -> dict[str, object]:
        """The request, and what asks the vendor's cache to keep its words: only at the vendor's own
        address, as others may refuse what they do not know. It is in no identity, since it changes
        no reply."""
        return request

    def headers_with(self, request: Mapping[str, object]) -> Mapping[str, Any]:
        """The headers of a request beside the SDK's own; each name has one value only."""
        return self.headers

    @abstractmethod
    def connected(self, closing: AsyncExitStack, by: AsyncBaseTransport | None = None) -> Any:
        """The SDK's client, with all that it does on its own account switched off; nothing is sent
        yet. It sends `by` this transport, else by its own. What has to be closed is put into
        `closing`."""

    def sender(self, closing: AsyncExitStack) -> Any:
        """What posts calls."""
        from runners.participants.transport.sdk_client import Poster

        return Poster(self, closing)

    async def written(self, sdk: Any, probe: str, headers: Mapping[str, Any]) -> None:
        """Has the SDK write a request of the length of `probe`."""
        import httpx2

        await sdk.post(
            self.path,
            cast_to=httpx2.Response,
            body={"model": self.model, "probe": probe},
            options={"headers": headers},
        )

    @abstractmethod
    def read_body(self, body: str) -> Reply:
        """The reply in the body of an answer with status 200.

        Raises:
            NotACompletion: there is no reply in it.
        """

    @property
    def notes(self) -> tuple[str, ...]:
        """A warning when words and key would travel where others can read them, and what is left
        out of what was asked for."""
        notes = (*filter(None, (self._reasoning.note,)), *self._fitted.notes)
        if self.endpoint.scheme == "https" or self.endpoint.loopback:
            return notes
        what = "the key and all text" if self.key else "all text"
        warning = (
            f"{self.endpoint.server} is reached without encryption, so {what} can be "
            "intercepted; use https:// unless the network is your own"
        )
        return (warning, *notes)

    def _keep_apart(self, where: str, text: str) -> None:
        """Raises KeyInTheOpen if the model's own key, or what looks like one, is there."""
        if self._redaction.holds(text) or looks_like_a_key(text):
            raise KeyInTheOpen(where, self.vendor.key)

    def identity(self) -> dict[str, str]:
        """Provider, model, requested parameters; which API where a vendor has several, the endpoint
        when it is not the vendor's own, the names of headers for a gateway, and which of the
        parameters are left out, if any."""
        found = {
            "provider": self.vendor.provider,
            "model": self.model,
            "parameters": canonical(self._asked),
        }
        if self.vendor.api:
            found["api"] = self.vendor.api
        if self.endpoint.url != self.vendor.url:
            found["endpoint"] = self.endpoint.place
        if self.headers:
            found["headers"] = ",".join(sorted(name.lower() for name in self.headers))
        if self._fitted.left_out:
            found["left_out"] = ",".join(self._fitted.left_out)
        return found

    async def ask(self, call: Call) -> Reply:
        """One request, at most as long as the settings say, and what came of it.

        Raises:
            NoReply: nothing came that could be kept.
        """
        import anyio

        sent = self.sent_with(call)
        request = self.request(call.messages, sent)
        if self.endpoint.vendor:
            request = self.cached(request, call)
        if self._sender is None:
            # The first use imports half the SDK, which is no part of the provider's time. Nor may
            # others wait for it: who connects meanwhile has seconds for that.
            self._connecting = self._connecting or anyio.Lock()
            async with self._connecting:
                if self._sender is None:
                    self._sender = await anyio.to_thread.run_sync(self.sender, self._connections)
        begun = time.monotonic()
        try:
            try:
                with anyio.fail_after(self.timeout_s):
                    answer = await self._sender.post(request)
            except TimeoutError:
                raise self.wire.timed_out() from None
            except (ConnectionFailed, TooLarge) as error:
                raise self.wire.lost(error) from None
            return self.answered(answer, self.noted(sent), time.monotonic() - begun)
        except NoReply as failure:
            failure.took_s = time.monotonic() - begun
            raise

    async def aclose(self) -> None:
        """Close the connections."""
        self._sender = self._connecting = None
        await self._connections.aclose()

    def noted(self, sent: Mapping[str, object]) -> str:
        """What is stored of what goes with the messages of a call."""
        return canonical({"model": self.model, **sent})

    def answered(self, answer: HttpAnswer, sent: str, latency_s: float) -> Reply:
        """The reply that an answer holds.

        Raises:
            NoReply: the failure that it says.
        """
        headers, raw = self._cleaned(answer)
        limits = allowances(headers, now=datetime.now(UTC))
        try:
            found = self._completion(answer.status, headers, raw)
        except NoReply as failure:
            failure.limits = limits
            raise
        return replace(found, raw=raw, sent=sent, latency_s=latency_s, limits=limits)

    def completion(self, answer: HttpAnswer) -> tuple[Reply, str]:
        """What an answer says, and its body as it is stored.

        Raises:
            NoReply: the failure that it says.
        """
        headers, raw = self._cleaned(answer)
        return self._completion(answer.status, headers, raw), raw

    def _cleaned(self, answer: HttpAnswer) -> tuple[dict[str, str], str]:
        """The headers and the body, of which nothing holds the key, also if the server repeated
        it."""
        clean = self._redaction.clean
        headers = {name.lower(): clean(value) for name, value in answer.headers.items()}
        return headers, clean(answer.content.decode("utf-8", errors="surrogateescape"))

    def _completion(self, status: int, headers: Mapping[str, str], raw: str) -> Reply:
        try:
            if status == 200:
                found = self.read_body(raw)
            elif withheld(status, raw):
                found = Reply("", Finish.FILTERED)
            else:
                raise self.wire.refused(status, headers, raw)
        except NotACompletion as fault:
            raise self._no_completion(fault, headers, raw) from None
        text = self._redaction.clean(found.text)
        request = headers.get(self.request_id)
        if not request and text == found.text:
            return found
        return replace(found, text=text, request_id=request or found.request_id)

    def refused(self, answer: HttpAnswer) -> NoReply:
        """What an answer with any other status than 200 means."""
        return self.wire.refused(answer.status, *self._cleaned(answer))

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


def canonical(value: Mapping[str, object]) -> str:
    """JSON with sorted names and no spaces."""
    return _CANONICAL.encode(value)


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


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
