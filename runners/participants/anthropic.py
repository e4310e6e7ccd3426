"""Anthropic's models, and every server that speaks its messages format.

Through the official SDK, with everything that it does on its own account switched off: retries,
redirects, its parsing, its missing deadline, its search for credentials in files, its tracing, the
headers that it takes out of ANTHROPIC_CUSTOM_HEADERS (see `sdk_client` for why). A limit of
tokens must be sent in this format; where none was asked for it is `MAX_TOKENS`, roomy enough for
thinking and short answers, and part of the identity like any other limit.

The SDK knows no sampling parameters any more, and the version of the API that it speaks refuses
them. Models that still take them do so under the version before, which is asked for in a request
that carries one, and in no other.

Bodies are read as in `completion`, whatever they hold: the SDK gives a `str` for an HTML page, a
bare JSONDecodeError for half a body, and no first block of content for a refusal (measured with
anthropic 2.12). Thinking is no part of what was said; it stays in the raw body.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, ClassVar

from dsl.trial import Picture
from runners.participants.base import Call, Finish, Message, Reply
from runners.participants.completion import (
    NotACompletion,
    completion_body,
    no_reply,
    read_object,
    with_finish,
)
from runners.participants.failures import BadEndpoint
from runners.participants.hosted import HostedModel
from runners.participants.messages import base64_of, spoken, turns
from runners.participants.vendor import ANTHROPIC

if TYPE_CHECKING:
    from httpx2 import AsyncBaseTransport

MAX_TOKENS = 16384
_SAMPLING = frozenset({"temperature", "top_p", "top_k"})
_TAKES_SAMPLING = {"anthropic-version": "2023-06-01"}
_VERTEX_SAMPLING = "vertex-2023-10-16"
_INPUT = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


class AnthropicMessages(HostedModel):
    """One model at one endpoint.

    Raises:
        CannotStart: no model, no key where one is needed, or settings that cannot be sent.
    """

    vendor = ANTHROPIC
    path = "/v1/messages"
    reserved = frozenset({"model", "messages", "system", "stream"})
    unless_asked: ClassVar[Mapping[str, object]] = {"max_tokens": MAX_TOKENS}
    request_id = "request-id"

    def request(
        self, messages: tuple[Message, ...], sent: Mapping[str, object]
    ) -> dict[str, object]:
        """The body of a request."""
        told = turns(messages)
        said = [
            {
                "role": "assistant" if own else "user",
                "content": spoken(one, words=_words, picture=_picture),
            }
            for own, one in told.spoken
        ]
        system = {"system": told.system} if told.system else {}
        return {"model": self.model, "messages": said, **sent, **system}

    def cached(self, request: dict[str, object], call: Call) -> dict[str, object]:
        """Asks that the words of a conversation that goes on be kept for five minutes. A request
        below the vendor's least number of tokens is answered as without it."""
        return {"cache_control": {"type": "ephemeral"}, **request} if call.goes_on else request

    def connected(self, closing: AsyncExitStack, by: AsyncBaseTransport | None = None) -> Any:
        """Anthropic's SDK."""
        import anthropic

        from runners.participants.transport.sdk_client import connected_sdk

        return connected_sdk(
            anthropic, anthropic.AsyncAnthropic, self, closing, by, open_telemetry=False
        )

    def headers_with(self, request: Mapping[str, object]) -> Mapping[str, Any]:
        """Those of a gateway, and the version of the API that takes the request's parameters."""
        return {**self.headers, **(_TAKES_SAMPLING if _SAMPLING & request.keys() else {})}

    def read_body(self, body: str) -> Reply:
        """The reply in a message; raises NotACompletion."""
        return read_message(body)


class AnthropicElsewhere(AnthropicMessages):
    """An Anthropic model that another company serves, through the SDK's client for that company."""

    def at_endpoint(self) -> None:
        """Vertex AI has the project and the region in its address; raises BadEndpoint without."""
        if self.vendor.provider == "vertex" and not _VERTEX.fullmatch(self.endpoint.url):
            raise BadEndpoint(
                f"{self.vendor.address} names no project and region",
                "add /projects/PROJECT/locations/REGION to it, also for a gateway or a server of "
                f"one's own; Google's is {self.vendor.server}",
            )

    def request(
        self, messages: tuple[Message, ...], sent: Mapping[str, object]
    ) -> dict[str, object]:
        """The body of a request. Vertex AI has the model in the address, and the version here."""
        found = super().request(messages, sent)
        if self.vendor.provider == "vertex":
            from anthropic._constants import ANTHROPIC_API_VERSION

            del found["model"]
            sampling = _SAMPLING & found.keys()
            found["anthropic_version"] = _VERTEX_SAMPLING if sampling else ANTHROPIC_API_VERSION
        return found

    def connected(self, closing: AsyncExitStack, by: AsyncBaseTransport | None = None) -> Any:
        """Anthropic's SDK for the company."""
        import anthropic

        from runners.participants.transport.sdk_client import connected_sdk

        made = {
            "azure": anthropic.AsyncAnthropicFoundry,
            "bedrock": anthropic.AsyncAnthropicBedrockMantle,
            "vertex": _vertex,
        }[self.vendor.provider]
        return connected_sdk(anthropic, made, self, closing, by, open_telemetry=False)


_VERTEX = re.compile(r"(?P<base_url>.+)/projects/(?P<project_id>[^/]+)/locations/(?P<region>[^/]+)")


def _vertex(*, api_key: str, base_url: str, **options: Any) -> Any:
    import anthropic

    found = _VERTEX.fullmatch(base_url)
    assert found is not None  # looked at when the participant was made
    return anthropic.AsyncAnthropicVertex(access_token=api_key, **found.groupdict(), **options)


def _words(text: str) -> dict[str, object]:
    return {"type": "text", "text": text}


def _picture(picture: Picture) -> dict[str, object]:
    source = {
        "type": "base64", "media_type": picture.media_type, "data": base64_of(picture),
    }  # fmt: skip
    return {"type": "image", "source": source}


def read_message(body: str) -> Reply:
    """The reply in the body of an answer with status 200.

    Raises:
        NotACompletion: there is no reply in it.
    """
    value = read_object(body, "message")
    if value.get("type") not in ("message", "error", None):
        raise NotACompletion("JSON that is no message")
    if "content" not in value:
        raise no_reply(value, "message")
    found = _text_and_finish(value.get("content"), value.get("stop_reason"))
    return completion_body(
        value,
        found,
        read=_INPUT,
        written=("output_tokens",),
        cached=_INPUT[2],
        cached_now=_INPUT[1],
    )


def _text_and_finish(content: object, reason: object) -> tuple[str, Finish]:
    blocks = content if isinstance(content, list) else []
    texts = [
        block["text"]
        for block in blocks
        if isinstance(block, dict)
        and block.get("type") == "text"
        and isinstance(block.get("text"), str)
    ]
    found = isinstance(content, list) and (texts or not blocks)
    tool = any(isinstance(block, dict) and block.get("type") == "tool_use" for block in blocks)
    return with_finish(reason, "".join(texts) if found else None, tool=tool or reason == "tool_use")
