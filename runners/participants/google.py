"""Google's Gemini models, through google-genai, the successor of google-generativeai.

Google ended the older SDK, whose asynchronous REST calls do not work and whose other way cannot be
pointed at a server of one's own. Of the newer one everything that it does on its own account is
switched off: redirects (it would send the key along), its parsing, its search for projects in the
environment, its recorder of requests (GOOGLE_GENAI_CLIENT_MODE).

Parameters go into `generationConfig` under Google's own names; `top_p` is the same as `topP`.

A prompt that was blocked comes back under status 200 without candidates,
and a reply that was withheld as a candidate without content: both are replies. Thoughts are no part
of what was said; they stay in the raw body, and their tokens count as output, as they are billed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from dsl.trial import Picture
from runners.participants.base import Finish, Message, Reply, Settings
from runners.participants.completion import (
    completion_body,
    no_reply,
    read_object,
    with_finish,
    words,
)
from runners.participants.failures import BadSetting
from runners.participants.hosted import CONNECT_S, NO_KEY, HostedModel
from runners.participants.messages import base64_of, spoken, turns
from runners.participants.transport.redaction import quiet
from runners.participants.vendor import GOOGLE, Vendor

if TYPE_CHECKING:
    import httpx2
    from google import genai

_BESIDE = frozenset({"safetySettings", "tools", "toolConfig", "cachedContent", "serviceTier"})
"""What is next to `generationConfig` in a request, not in it."""
_OUTPUT = ("candidatesTokenCount", "thoughtsTokenCount")
_UNDERSCORE = re.compile("_([a-z])")
_HTTP_CLIENT = "GOOGLE_GENAI_HTTP_CLIENT"


class GoogleContent(HostedModel):
    """One model at one endpoint.

    Raises:
        CannotStart: no model, no key where one is needed, or settings that cannot be sent.
    """

    vendor = GOOGLE
    reserved = frozenset({"model", "contents", "systemInstruction", "candidateCount"})
    max_tokens = "maxOutputTokens"

    def __init__(
        self,
        model: str,
        settings: Settings,
        *,
        environment: Mapping[str, str],
        of: Vendor | None = None,
    ) -> None:
        if environment.get(_HTTP_CLIENT, "").strip().lower() == "httpx":
            raise BadSetting(
                f"{_HTTP_CLIENT} selects an HTTP library that devrun does not use",
                f"unset {_HTTP_CLIENT}",
            )
        super().__init__(model, settings, environment=environment, of=of)

    def spelt(self, name: str) -> str:
        """`top_p` is `topP`."""
        return _UNDERSCORE.sub(lambda found: found[1].upper(), name)

    def request(
        self, messages: tuple[Message, ...], sent: Mapping[str, object]
    ) -> dict[str, object]:
        """The JSON of a request, as the SDK writes it."""
        told = turns(messages)
        contents = [
            {"parts": _parts(one), "role": "model" if own else "user"} for own, one in told.spoken
        ]
        system = {"parts": [{"text": told.system}], "role": "user"}
        return {
            "contents": contents,
            **({"systemInstruction": system} if told.system else {}),
            "generationConfig": {},
            **_body(sent),
        }

    async def written(self, sdk: genai.Client, probe: str, headers: Mapping[str, Any]) -> None:
        """Has the SDK write a request; it has the headers of a gateway already."""
        await sdk.aio.models.generate_content(model=self.model, contents=probe)

    def connected(
        self, closing: AsyncExitStack, by: httpx2.AsyncBaseTransport | None = None
    ) -> genai.Client:
        """Google's SDK."""
        import httpx2
        from google import genai
        from google.genai import types
        from google.genai.client import DebugConfig

        from runners.participants.transport.aiohttp_connections import certificates, transport

        quiet("google_genai", "httpx2")
        trusted = certificates(self.endpoint)
        http = httpx2.AsyncClient(
            follow_redirects=False,
            timeout=httpx2.Timeout(None, connect=min(CONNECT_S, self.timeout_s)),
            limits=httpx2.Limits(max_connections=1000, max_keepalive_connections=100),
            transport=by or transport(self),
        )
        client = genai.Client(
            vertexai=False,
            api_key=self.key or NO_KEY,
            debug_config=DebugConfig(client_mode=None, replays_directory=None, replay_id=None),
            http_options=types.HttpOptions(
                base_url=self.endpoint.url,
                headers=self.headers or None,
                api_version="v1beta",
                httpx_async_client=http,
                # Two clients more that nothing is sent by: each would read the certificates.
                client_args={"verify": trusted},
                async_client_args={"verify": trusted, "ssl": trusted},
                retry_options=types.HttpRetryOptions(attempts=1),
            ),
        )
        closing.push_async_callback(http.aclose)
        closing.callback(client.close)
        closing.push_async_callback(client.aio.aclose)
        return client

    def read_body(self, body: str) -> Reply:
        """The reply in generated content; raises NotACompletion."""
        return read_content(body)


def _parts(message: Message) -> list[dict[str, object]]:
    def told(text: str) -> dict[str, object]:
        return {"text": text}

    def shown(one: Picture) -> dict[str, object]:
        return {"inlineData": {"data": base64_of(one), "mimeType": one.media_type}}

    said = spoken(message, words=told, picture=shown)
    return [{"text": said}] if isinstance(said, str) else said


def _body(sent: Mapping[str, object]) -> dict[str, object]:
    beside = {name: value for name, value in sent.items() if name in _BESIDE}
    inside = {name: value for name, value in sent.items() if name not in _BESIDE}
    return {**beside, "generationConfig": inside} if inside else beside


def read_content(body: str) -> Reply:
    """The reply in the body of an answer with status 200.

    Raises:
        NotACompletion: there is no reply in it.
    """
    value = read_object(body, "reply")
    candidates, feedback = value.get("candidates"), value.get("promptFeedback")
    usage = value.get("usageMetadata")
    if not isinstance(candidates, list) and not isinstance(feedback, dict) and usage is None:
        raise no_reply(value, "reply")
    return completion_body(
        value,
        _text_and_finish(candidates, feedback),
        model="modelVersion",
        request_id="responseId",
        usage="usageMetadata",
        read=("promptTokenCount",),
        written=_OUTPUT,
        cached="cachedContentTokenCount",
    )


def _text_and_finish(candidates: object, feedback: object) -> tuple[str, Finish]:
    if isinstance(feedback, dict) and feedback.get("blockReason") and not candidates:
        return "", Finish.FILTERED
    first = candidates[0] if isinstance(candidates, list) and candidates else None
    if not isinstance(first, dict):
        return "", Finish.UNPARSABLE
    content = first.get("content")
    parts = content.get("parts") if isinstance(content, dict) else None
    given = [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    said = [part for part in given if not part.get("thought")]
    tool = any("functionCall" in part for part in said)
    text = "".join(words(part.get("text")) for part in said)
    reason = first.get("finishReason")
    found = text.strip() or (reason == "STOP" and all("text" in part for part in given))
    return with_finish(reason, text if found else None, tool=tool)
