"""OpenAI's responses API, and every server that has it under /responses: `openai/responses/NAME`.

Some of OpenAI's models answer here alone. Nothing lives on the vendor's side: each request carries
the whole conversation as `input` items with `store: false`, and names no earlier response. Only
words go back: a model's reasoning is not carried from turn to turn, as it is not over chat
completions either, because devrun derives every turn from the words that are stored. Rejected:
`previous_response_id`, by which a turn would rest on something that nobody can read or replay.

The system's words are items with the role `system`, in their place and byte for byte. With
`instructions` they would be one text before everything, whatever the script says, and several would
have to be joined. Items have text for their content and no `type`: before June 2026 vLLM took an
assistant's words in no other shape.

A seed is no parameter here, so none is sent unasked, not even to other servers, of which some
refuse what they do not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dsl.trial import Picture
from runners.participants.base import Call, Reply, Settings
from runners.participants.http_client import HttpAnswer, ModelClient
from runners.participants.openai_client import connected, posted
from runners.participants.parameters import parameters, with_seed
from runners.participants.pictured import data_uri, spoken
from runners.participants.response_body import read_response
from runners.participants.vendor import OPENAI_RESPONSES

if TYPE_CHECKING:
    import openai

_OURS = frozenset(
    {
        "model",
        "input",
        "instructions",
        "store",
        "stream",
        "stream_options",
        "previous_response_id",
        "conversation",
        "prompt",
        "background",
    }
)


class OpenAIResponses:
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
        self._line = ModelClient(OPENAI_RESPONSES, model, settings, environment=environment)
        self.name = self._line.name
        asked = parameters(settings, ours=_OURS, max_tokens="max_output_tokens")
        self._parameters = self._line.settled(asked, allow=settings.allow_unsupported)
        self._client: openai.AsyncOpenAI | None = None

    def __repr__(self) -> str:
        return f"OpenAIResponses({self.name!r}, {self._line.endpoint.url!r})"

    @property
    def notes(self) -> tuple[str, ...]:
        """A warning when words travel in the open, and what is left out."""
        return self._line.notes

    def identity(self) -> dict[str, str]:
        """Provider, model, requested parameters and the API's name; the endpoint when it is not the
        vendor's own."""
        return self._line.identity()

    async def ask(self, call: Call) -> Reply:
        """One request, at most as long as the settings say, and what came of it.

        Raises:
            NoReply: nothing came that could be kept.
        """
        asked = with_seed(self._parameters, call.seed, unless_asked="none")
        sent: dict[str, object] = {**asked, "store": False}
        items = [
            {"role": one.role.value, "content": spoken(one, words=_words, picture=_picture)}
            for one in call.messages
        ]
        body = {"model": self._line.model, "input": items, **sent}
        # The first use imports half the SDK, which is no part of the provider's time.
        client = self._connected()

        async def send() -> HttpAnswer:
            return await posted(client, self._line, "/responses", body)

        return await self._line.exchange(send, read_response, parameters=sent)

    async def aclose(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    def _connected(self) -> openai.AsyncOpenAI:
        if self._client is None:
            self._client = connected(self._line)
        return self._client


def _words(text: str) -> dict[str, object]:
    return {"type": "input_text", "text": text}


def _picture(picture: Picture) -> dict[str, object]:
    # `auto` is the default of the API; the SDK's type asks for it, and servers built on that do.
    return {"type": "input_image", "image_url": data_uri(picture), "detail": "auto"}
