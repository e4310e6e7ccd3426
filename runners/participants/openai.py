"""OpenAI, and servers with its chat completions API.

Through the official SDK, with everything that it does on its own account switched off (see
`sdk_client`), and so is its parsing (see `completion`). Rejected: the SDK's retries, which also
retry an exhausted quota, and litellm, which drops parameters without a word. `openai/responses/...`
asks through the vendor's newer API (see `openai_responses`).

What is sent in addition to the messages is what was asked for, with one exception. A server that is
not the vendor's own gets the call's sampling seed, because some start every process from the same
one, and ten samples would then be one sample ten times. `--param seed=none` leaves it out, `--param
seed=call` sends it to the vendor as well, and a number is sent as it stands. `--max-tokens` is sent
as `max_completion_tokens` to the vendor, whose newer models know nothing else, and as `max_tokens`
to other servers, many of which know only that.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from dsl.trial import Picture
from runners.participants.base import Call, Message, Reply
from runners.participants.capabilities import answers_over_responses_only
from runners.participants.completion import read_completion
from runners.participants.failures import BadName
from runners.participants.hosted import HostedModel
from runners.participants.messages import data_uri, spoken
from runners.participants.vendor import OPENAI, OPENAI_RESPONSES

if TYPE_CHECKING:
    from httpx2 import AsyncBaseTransport


class OpenAIModel(HostedModel):
    """A model that is asked through OpenAI's SDK, by one of its APIs."""

    def connected(self, closing: AsyncExitStack, by: AsyncBaseTransport | None = None) -> Any:
        """OpenAI's SDK."""
        import openai

        from runners.participants.transport.sdk_client import connected_sdk

        return connected_sdk(openai, openai.AsyncOpenAI, self, closing, by)

    def headers_with(self, request: Mapping[str, object]) -> Mapping[str, Any]:
        """The headers of a gateway, and at other addresses than the vendor's none of what the SDK
        reads from the environment for that one: an organisation's name is nobody else's business.
        """
        import openai

        own = ("OpenAI-Organization", "OpenAI-Project")
        return {
            **self.headers,
            **({} if self.endpoint.vendor else dict.fromkeys(own, openai.Omit())),
        }

    def cached(self, request: dict[str, object], call: Call) -> dict[str, object]:
        """Asks that calls which begin alike reach the machine that has their beginning."""
        return {"prompt_cache_key": call.conversation, **request} if call.conversation else request


class OpenAIChat(OpenAIModel):
    """One model at one endpoint of chat completions.

    Raises:
        CannotStart: no model, no key where one is needed, or settings that cannot be sent.
    """

    vendor = OPENAI
    reserved = frozenset({"model", "messages", "stream", "stream_options", "n"})
    path = "/chat/completions"

    def at_endpoint(self) -> None:
        """Raises BadName for a model of the vendor's that answers elsewhere."""
        if not (self.endpoint.vendor or self.vendor.as_first):
            self.seed = "call"
            return
        self.max_tokens = "max_completion_tokens"
        if self.endpoint.vendor and answers_over_responses_only(self.model):
            raise BadName(
                f"{self.name} answers only through OpenAI's responses API",
                f"write {OPENAI_RESPONSES.spoken}/{self.model}",
            )

    def request(
        self, messages: tuple[Message, ...], sent: Mapping[str, object]
    ) -> dict[str, object]:
        """The body of a request."""
        said = [
            {"role": one.role.value, "content": spoken(one, words=_words, picture=_picture)}
            for one in messages
        ]
        return {"model": self.model, "messages": said, **sent}

    def read_body(self, body: str) -> Reply:
        """The reply in a chat completion; raises NotACompletion."""
        return read_completion(body)


def _words(text: str) -> dict[str, object]:
    return {"type": "text", "text": text}


def _picture(picture: Picture) -> dict[str, object]:
    return {"type": "image_url", "image_url": {"url": data_uri(picture)}}
