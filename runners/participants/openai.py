"""OpenAI, and every server that speaks its chat completions format.

Through the official SDK, with everything that it does on its own account switched off: retries (the
engine has one place for them), redirects (no key goes to another host), its parsing (see
`completion`), its lack of a deadline (`timeout_s` is a wall clock around the whole call).
Rejected: the SDK's retries, which also retry an exhausted quota, and litellm, which drops
parameters without a word.

What is sent besides the messages is what was asked for, with one exception. A server that is not
the vendor's own gets the call's sampling seed, because some start every process from the same one,
and ten samples would then be one sample ten times. `--param seed=none` leaves it out,
`--param seed=call` sends it to the vendor as well, and a number is sent as it stands.
`--max-tokens` is sent as `max_completion_tokens` to the vendor, whose newer models know nothing
else, and as `max_tokens` to other servers, many of which know only that.
"""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from runners.participants.base import Call, Finish, Reply, Setting, Settings
from runners.participants.completion import NotACompletion, read_completion
from runners.participants.endpoint import VENDOR_URL, endpoint
from runners.participants.failures import BadName, BadSetting, MissingKey, NoReply
from runners.participants.wire import Wire, withheld

if TYPE_CHECKING:
    import openai
    from openai.types.chat import ChatCompletionMessageParam

PROVIDER = "openai"
TIMEOUT_S = 300.0
_OURS = frozenset({"model", "messages", "stream", "stream_options", "n"})
_SEEDS = 2**31
_NO_KEY = "no-key"
"""Sent where a server wants none: the SDK will not go without."""
_SHORTEST_SECRET = 12
"""A shorter key may be a word, such as EMPTY, which a reply may hold by itself."""
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class OpenAIChat:
    """One model at one endpoint.

    Raises:
        CannotStart: no model, no key where one is needed, or settings that cannot be sent.
    """

    simulated = False
    sees_key = False

    def __init__(
        self,
        model: str,
        settings: Settings,
        *,
        environment: Mapping[str, str],
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        if not model.strip():
            raise BadName(f"`{PROVIDER}/` names no model", "write it like openai/gpt-5.6")
        self.model = model
        self.name = f"{PROVIDER}/{model}"
        self._endpoint = endpoint(environment.get("OPENAI_BASE_URL"))
        self._key = _usable(environment.get("OPENAI_API_KEY", ""))
        if self._endpoint.vendor and not self._key:
            raise MissingKey(
                f"there is no key for {self.name}",
                "set OPENAI_API_KEY; for a server of your own set OPENAI_BASE_URL as well",
            )
        self._asked = _parameters(settings, vendor=self._endpoint.vendor)
        self._seed = self._asked.get("seed", "none" if self._endpoint.vendor else "call")
        self._timeout_s = timeout_s
        self._wire = Wire(self.name, self._endpoint, timeout_s, bool(self._key))
        self._client: openai.AsyncOpenAI | None = None

    def __repr__(self) -> str:
        return f"OpenAIChat({self.name!r}, {self._endpoint.url!r})"

    @property
    def notes(self) -> tuple[str, ...]:
        """A warning when words and key would travel where others can read them."""
        if self._endpoint.scheme == "http" and not self._endpoint.loopback:
            what = "the key and all words" if self._key else "all words"
            return (
                f"{self._endpoint.server} is reached without encryption: {what} can be read on "
                "the way; use https:// unless the network is yours",
            )
        return ()

    def identity(self) -> dict[str, str]:
        """Provider, model, requested parameters; the endpoint when it is not the vendor's own."""
        found = {
            "provider": PROVIDER,
            "model": self.model,
            "parameters": _canonical(self._asked),
        }
        if self._endpoint.url != VENDOR_URL:
            found["endpoint"] = self._endpoint.place
        return found

    async def ask(self, call: Call) -> Reply:
        """One request, at most `timeout_s` long, and what came of it.

        Raises:
            NoReply: nothing came that could be kept.
        """
        import anyio
        import openai

        parameters = self._for(call)
        sent = _canonical({"model": self.model, **parameters})
        # UTF-8 has no lone surrogates: a reply that holds one goes back with a replacement sign.
        messages = [
            {"role": message.role.value, "content": _encodable(message.text)}
            for message in call.messages
        ]
        # The first use imports half the SDK, which is no part of the provider's time.
        create = self._connected().chat.completions.with_raw_response.create
        begun = time.monotonic()
        try:
            with anyio.fail_after(self._timeout_s):
                response = await create(
                    model=self.model,
                    messages=cast("list[ChatCompletionMessageParam]", messages),
                    extra_body=parameters,
                    extra_headers=self._withheld_headers(),
                )
            status, headers, content = 200, response.headers, response.content
        except TimeoutError:
            raise self._wire.timed_out() from None
        except openai.APIStatusError as error:
            status, headers = error.status_code, error.response.headers
            content = error.response.content
        except openai.APIConnectionError as error:
            raise self._wire.lost(error) from None
        raw = self._without_key(_decoded(content))
        latency_s = time.monotonic() - begun
        request_id = headers.get("x-request-id")
        if status != 200:
            if not withheld(status, raw):
                raise self._wire.refused(status, headers, raw)
            return Reply(
                "", Finish.FILTERED, raw, request_id=request_id, sent=sent, latency_s=latency_s
            )
        try:
            found = read_completion(raw)
        except NotACompletion as fault:
            raise self._no_completion(fault, headers, raw) from None
        return Reply(
            text=self._without_key(found.text),
            finish=found.finish,
            raw=raw,
            model_returned=found.model,
            request_id=request_id or found.request_id,
            input_tokens=found.input_tokens,
            output_tokens=found.output_tokens,
            sent=sent,
            latency_s=latency_s,
        )

    async def aclose(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    def _connected(self) -> openai.AsyncOpenAI:
        if self._client is None:
            import openai

            self._client = openai.AsyncOpenAI(
                api_key=self._key or _NO_KEY,
                base_url=self._endpoint.url,
                max_retries=0,
                timeout=openai.Timeout(None, connect=min(15.0, self._timeout_s)),
                http_client=openai.DefaultAsyncHttpxClient(
                    follow_redirects=False,
                    # A proxy set for the world outside must not be asked for this very machine.
                    trust_env=not self._endpoint.loopback,
                ),
            )
        return self._client

    def _withheld_headers(self) -> Mapping[str, str | openai.Omit] | None:
        """An organisation's name at OpenAI, which the SDK reads from the environment, is nobody
        else's business."""
        if self._endpoint.vendor:
            return None
        import openai

        return {"OpenAI-Organization": openai.Omit(), "OpenAI-Project": openai.Omit()}

    def _for(self, call: Call) -> dict[str, object]:
        sent = {name: value for name, value in self._asked.items() if name != "seed"}
        if self._seed != "none":
            sent["seed"] = call.seed % _SEEDS if self._seed == "call" else self._seed
        return sent

    def _no_completion(
        self, fault: NotACompletion, headers: Mapping[str, str], raw: str
    ) -> NoReply:
        """Some servers send an error under status 200; its own code is then what counts."""
        code = _code(fault.error) if fault.error is not None else None
        if code is not None:
            return self._wire.refused(code, headers, raw)
        return self._wire.broken(fault.what, damaged=fault.damaged)

    def _without_key(self, text: str) -> str:
        """A server may repeat the key it was sent; it must not get into the store by that way."""
        if len(self._key) < _SHORTEST_SECRET:
            return text
        return text.replace(self._key, "[key removed]")


def _parameters(settings: Settings, *, vendor: bool) -> dict[str, object]:
    found: dict[str, object] = {}
    if settings.temperature is not None:
        found["temperature"] = settings.temperature
    if settings.max_tokens is not None:
        found["max_completion_tokens" if vendor else "max_tokens"] = settings.max_tokens
    for name, value in settings.params:
        if name in _OURS:
            raise BadSetting(f"`{name}` is set by devrun itself", f"leave out --param {name}")
        if name in found:
            raise BadSetting(f"`{name}` is asked for twice", "keep one of the two")
        found[name] = _value(value)
    for name, asked in found.items():
        if isinstance(asked, float) and not math.isfinite(asked):
            raise BadSetting(f"`{name}` is {asked}, which cannot be sent", "give a number")
    seed = found.get("seed", 0)
    if seed not in ("none", "call") and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise BadSetting(f"`seed` is {seed}, which is no seed", "give a number, or call, or none")
    return found


def _value(value: Setting) -> object:
    """A value as it is sent; words that are a JSON object or list are sent as that."""
    if isinstance(value, str) and value.startswith(("{", "[")):
        try:
            parsed: object = json.loads(value)
        except ValueError:
            return value
        return parsed
    return value


def _usable(key: str) -> str:
    key = key.strip()
    if key and not (key.isascii() and key.isprintable() and " " not in key):
        raise MissingKey(
            "what OPENAI_API_KEY holds cannot be a key: it has spaces or unusual characters",
            "copy the key again, without quotation marks",
        )
    return key


def _code(error: str) -> int | None:
    value: object = json.loads(error)
    code = value.get("code") if isinstance(value, dict) else None
    return code if isinstance(code, int) and 400 <= code < 600 else None


def _canonical(value: Mapping[str, object]) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _decoded(content: bytes) -> str:
    return content.decode("utf-8", errors="surrogateescape")


def _encodable(text: str) -> str:
    return _LONE_SURROGATE.sub("\ufffd", text)
