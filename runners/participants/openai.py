"""OpenAI, and servers with its chat completions API.

Through the official SDK, with everything that it does on its own account switched off (see
`openai_client`), and so is its parsing (see `completion`). Rejected: the SDK's retries, which also
retry an exhausted quota, and litellm, which drops parameters without a word. `openai/responses/...`
asks through the vendor's newer API (see `openai_responses`).

What is sent besides the messages is what was asked for, with one exception. A server that is not
the vendor's own gets the call's sampling seed, because some start every process from the same one,
and ten samples would then be one sample ten times. `--param seed=none` leaves it out,
`--param seed=call` sends it to the vendor as well, and a number is sent as it stands.
`--max-tokens` is sent as `max_completion_tokens` to the vendor, whose newer models know nothing
else, and as `max_tokens` to other servers, many of which know only that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dsl.trial import Picture
from runners.participants.base import Call, Reply, Settings
from runners.participants.capabilities import answers_over_responses_only
from runners.participants.completion import read_completion
from runners.participants.failures import BadName
from runners.participants.http_client import HttpAnswer, ModelClient
from runners.participants.openai_client import connected, posted
from runners.participants.parameters import parameters, with_seed
from runners.participants.pictured import data_uri, spoken
from runners.participants.vendor import OPENAI, OPENAI_RESPONSES

if TYPE_CHECKING:
    import openai

_OURS = frozenset({"model", "messages", "stream", "stream_options", "n"})


class OpenAIChat:
    """One model at one endpoint.

    Raises:
        CannotStart: no model, no key where one is needed, or settings that cannot be sent.
    """

    simulated = False
    sees_key = False
    scores_options = False
    sees_pictures = True
    places = None

    def __init__(
        self,
        model: str,
        settings: Settings,
        *,
        environment: Mapping[str, str],
    ) -> None:
        self._line = ModelClient(OPENAI, model, settings, environment=environment)
        self.name = self._line.name
        self._vendor = self._line.endpoint.vendor
        if self._vendor and answers_over_responses_only(model):
            raise BadName(
                f"{self.name} answers only through OpenAI's responses API",
                f"write {OPENAI_RESPONSES.spoken}/{model}",
            )
        asked = parameters(
            settings,
            ours=_OURS,
            max_tokens="max_completion_tokens" if self._vendor else "max_tokens",
        )
        self._parameters = self._line.settled(asked, allow=settings.allow_unsupported)
        self._client: openai.AsyncOpenAI | None = None

    def __repr__(self) -> str:
        return f"OpenAIChat({self.name!r}, {self._line.endpoint.url!r})"

    @property
    def notes(self) -> tuple[str, ...]:
        """A warning when words travel in the open, and what is left out."""
        return self._line.notes

    def identity(self) -> dict[str, str]:
        """Provider, model, requested parameters; the endpoint when it is not the vendor's own."""
        return self._line.identity()

    async def ask(self, call: Call) -> Reply:
        """One request, at most as long as the settings say, and what came of it.

        Raises:
            NoReply: nothing came that could be kept.
        """
        sent = self._for(call)
        messages = [
            {"role": one.role.value, "content": spoken(one, words=_words, picture=_picture)}
            for one in call.messages
        ]
        body = {"model": self._line.model, "messages": messages, **sent}
        # The first use imports half the SDK, which is no part of the provider's time.
        client = self._connected()

        async def send() -> HttpAnswer:
            return await posted(client, self._line, "/chat/completions", body)

        return await self._line.exchange(send, read_completion, parameters=sent)

    async def aclose(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    def _connected(self) -> openai.AsyncOpenAI:
        if self._client is None:
            self._client = connected(self._line)
        return self._client

    def _for(self, call: Call) -> dict[str, object]:
        unless_asked = "none" if self._vendor else "call"
        return with_seed(self._parameters, call.seed, unless_asked=unless_asked)


def _words(text: str) -> dict[str, object]:
    return {"type": "text", "text": text}


def _picture(picture: Picture) -> dict[str, object]:
    return {"type": "image_url", "image_url": {"url": data_uri(picture)}}
