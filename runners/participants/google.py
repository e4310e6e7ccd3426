"""Google's Gemini models, through google-genai, the successor of google-generativeai.

Google ended the older SDK, whose asynchronous REST calls do not work and whose other way cannot be
pointed at a server of one's own. Of the newer one everything that it does on its own account is
switched off: redirects (it would send the key along), its parsing, its search for projects in the
environment, its recorder of requests (GOOGLE_GENAI_CLIENT_MODE). Its HTTP client is ours, and keeps
each answer as it came before the SDK reads it: the SDK replaces bytes that are no UTF-8, and has no
one error for what goes wrong below HTTP.

Parameters go into `generationConfig` under Google's own names; `top_p` is the same as `topP`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING

from runners.participants.base import Call, Message, Reply, Settings
from runners.participants.failures import BadSetting
from runners.participants.google_content import read_content
from runners.participants.http_client import CONNECT_S, NO_KEY, HttpAnswer, ModelClient
from runners.participants.parameters import parameters, with_seed
from runners.participants.pictured import bytes_of, spoken
from runners.participants.redaction import quiet
from runners.participants.turns import turns
from runners.participants.vendor import GOOGLE

if TYPE_CHECKING:
    import httpx2
    from google import genai
    from google.genai import types

_OURS = frozenset({"model", "contents", "systemInstruction", "candidateCount"})
_BESIDE = frozenset({"safetySettings", "tools", "toolConfig", "cachedContent", "serviceTier"})
"""What stands beside `generationConfig` in a request, not in it."""
_UNDERSCORE = re.compile("_([a-z])")
_HTTP_CLIENT = "GOOGLE_GENAI_HTTP_CLIENT"
_kept: ContextVar[list[HttpAnswer]] = ContextVar("answers of the call under way")


class GoogleContent:
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
        if environment.get(_HTTP_CLIENT, "").strip().lower() == "httpx":
            raise BadSetting(
                f"{_HTTP_CLIENT} selects an HTTP library that devrun does not use",
                f"unset {_HTTP_CLIENT}",
            )
        self._line = ModelClient(GOOGLE, model, settings, environment=environment)
        self.name = self._line.name
        asked = parameters(settings, ours=_OURS, max_tokens="maxOutputTokens", spelt=_camel)
        self._parameters = self._line.settled(asked, allow=settings.allow_unsupported)
        self._client: genai.Client | None = None
        self._http: httpx2.AsyncClient | None = None

    def __repr__(self) -> str:
        return f"GoogleContent({self.name!r}, {self._line.endpoint.url!r})"

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
        import httpx2
        from google.genai import types

        sent = with_seed(self._parameters, call.seed, unless_asked="none")
        told = turns(call.messages)
        contents: list[types.ContentUnion] = [
            types.Content(role="model" if own else "user", parts=_parts(one))
            for own, one in told.spoken
        ]
        config = types.GenerateContentConfig(
            system_instruction=told.system or None,
            should_return_http_response=True,
            # Where the SDK reads answers itself it asks again, at a price, for what follows.
            automatic_continuation=False,
            http_options=types.HttpOptions(extra_body=_body(sent)),
        )
        generate = self._connected().aio.models.generate_content

        async def send() -> HttpAnswer:
            answers: list[HttpAnswer] = []
            _kept.set(answers)
            try:
                await generate(model=self._line.model, contents=contents, config=config)
            except httpx2.HTTPError as error:
                raise self._line.wire.lost(error) from None
            except Exception:
                # With an answer in hand, whatever the SDK makes of it is of no interest.
                if not answers:
                    raise
            return answers[-1]

        return await self._line.exchange(send, read_content, parameters=sent)

    async def aclose(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        http, self._http = self._http, None
        if client is not None:
            await client.aio.aclose()
            client.close()
        if http is not None:
            await http.aclose()

    def _connected(self) -> genai.Client:
        if self._client is None:
            import httpx2
            from google import genai
            from google.genai import types
            from google.genai.client import DebugConfig

            from runners.participants.connections import certificates, transport

            quiet("google_genai", "httpx2")
            line = self._line
            trusted = certificates(line.endpoint)
            self._http = httpx2.AsyncClient(
                follow_redirects=False,
                timeout=httpx2.Timeout(None, connect=min(CONNECT_S, line.timeout_s)),
                limits=httpx2.Limits(max_connections=1000, max_keepalive_connections=100),
                transport=transport(line.endpoint, longest=line.longest),
                event_hooks={"response": [_keep]},
            )
            self._client = genai.Client(
                vertexai=False,
                api_key=line.key or NO_KEY,
                debug_config=DebugConfig(client_mode=None, replays_directory=None, replay_id=None),
                http_options=types.HttpOptions(
                    base_url=line.endpoint.url,
                    api_version="v1beta",
                    httpx_async_client=self._http,
                    # Two clients more that nothing is sent by: each would read the certificates.
                    client_args={"verify": trusted},
                    async_client_args={"verify": trusted, "ssl": trusted},
                    retry_options=types.HttpRetryOptions(attempts=1),
                ),
            )
        return self._client


async def _keep(response: httpx2.Response) -> None:
    """Keep an answer for the call it belongs to: each call runs in a context of its own."""
    content = await response.aread()
    _kept.get().append(HttpAnswer(response.status_code, response.headers, content))


def _parts(message: Message) -> list[types.Part]:
    from google.genai import types

    said = spoken(
        message,
        words=lambda text: types.Part(text=text),
        picture=lambda one: types.Part(
            inline_data=types.Blob(data=bytes_of(one), mime_type=one.media_type)
        ),
    )
    return [types.Part(text=said)] if isinstance(said, str) else said


def _body(sent: Mapping[str, object]) -> dict[str, object]:
    beside = {name: value for name, value in sent.items() if name in _BESIDE}
    inside = {name: value for name, value in sent.items() if name not in _BESIDE}
    return {**beside, "generationConfig": inside} if inside else beside


def _camel(name: str) -> str:
    return _UNDERSCORE.sub(lambda found: found[1].upper(), name)
