"""Anthropic's models, and every server that speaks its messages format.

Through the official SDK, with everything that it does on its own account switched off: retries,
redirects, its parsing, its missing deadline, its search for credentials in files, its tracing, the
headers that it takes out of ANTHROPIC_CUSTOM_HEADERS (see `openai_client` for why). A limit of
tokens must be sent in this format; where none was asked for it is `MAX_TOKENS`, roomy enough for
thinking and short answers, and part of the identity like any other limit.

The SDK knows no sampling parameters any more, and the version of the API that it speaks refuses
them. Models that still take them do so under the version before, which is asked for in a request
that carries one, and in no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dsl.trial import Picture
from runners.participants.anthropic_message import read_message
from runners.participants.base import Call, Reply, Settings
from runners.participants.http_client import CONNECT_S, NO_KEY, HttpAnswer, ModelClient
from runners.participants.parameters import parameters, with_seed
from runners.participants.pictured import base64_of, spoken
from runners.participants.redaction import quiet
from runners.participants.turns import turns
from runners.participants.vendor import ANTHROPIC

if TYPE_CHECKING:
    import anthropic

MAX_TOKENS = 16384
_OURS = frozenset({"model", "messages", "system", "stream"})
_SAMPLING = frozenset({"temperature", "top_p", "top_k"})
_TAKES_SAMPLING = {"anthropic-version": "2023-06-01"}


class AnthropicMessages:
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
        self._line = ModelClient(ANTHROPIC, model, settings, environment=environment)
        self.name = self._line.name
        asked = {"max_tokens": MAX_TOKENS, **parameters(settings, ours=_OURS)}
        self._parameters = self._line.settled(asked, allow=settings.allow_unsupported)
        self._client: anthropic.AsyncAnthropic | None = None

    def __repr__(self) -> str:
        return f"AnthropicMessages({self.name!r}, {self._line.endpoint.url!r})"

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
        import anthropic
        import httpx2

        sent = with_seed(self._parameters, call.seed, unless_asked="none")
        told = turns(call.messages)
        messages = [
            {
                "role": "assistant" if own else "user",
                "content": spoken(one, words=_words, picture=_picture),
            }
            for own, one in told.spoken
        ]
        body = {"model": self._line.model, "messages": messages, **sent}
        if told.system:
            body["system"] = told.system
        headers = _TAKES_SAMPLING if _SAMPLING & sent.keys() else {}
        # The first use imports half the SDK, which is no part of the provider's time.
        client = self._connected()

        async def send() -> HttpAnswer:
            # The SDK's way to endpoints that it does not know, for the reason in `openai_client`.
            try:
                answer = await client.post(
                    "/v1/messages", cast_to=httpx2.Response, body=body, options={"headers": headers}
                )
            except anthropic.APIStatusError as error:
                answer = error.response
            except anthropic.APIConnectionError as error:
                raise self._line.wire.lost(error) from None
            return HttpAnswer(answer.status_code, answer.headers, answer.content)

        return await self._line.exchange(
            send, read_message, parameters=sent, request_id="request-id"
        )

    async def aclose(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    def _connected(self) -> anthropic.AsyncAnthropic:
        if self._client is None:
            import anthropic

            from runners.participants.connections import transport

            quiet("anthropic", "httpx2")
            line = self._line
            self._client = anthropic.AsyncAnthropic(
                api_key=line.key or NO_KEY,
                base_url=line.endpoint.url,
                max_retries=0,
                open_telemetry=False,
                timeout=anthropic.Timeout(None, connect=min(CONNECT_S, line.timeout_s)),
                http_client=anthropic.DefaultAsyncHttpxClient(
                    follow_redirects=False,
                    transport=transport(line.endpoint, longest=line.longest),
                ),
            )
            # There is no option for this: what the environment holds is the only thing in here.
            self._client._custom_headers = {}
        return self._client


def _words(text: str) -> dict[str, object]:
    return {"type": "text", "text": text}


def _picture(picture: Picture) -> dict[str, object]:
    source = {
        "type": "base64", "media_type": picture.media_type, "data": base64_of(picture),
    }  # fmt: skip
    return {"type": "image", "source": source}
