"""OpenAI's SDK, connected to one address, with all that it does on its own account switched off.

Retries (the engine has one place for them), redirects (no key goes to another host), its lack of a
deadline, its logs, and the headers that it takes out of OPENAI_CUSTOM_HEADERS: what is sent must be
what was asked for and what stands in the participant's identity, and such headers hold secrets that
nothing here would know. Both of OpenAI's APIs are asked through what is made here. Rejected: a
variable taken out of the environment while the SDK is made, which every thread of the process sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from runners.participants.http_client import CONNECT_S, NO_KEY, HttpAnswer, ModelClient
from runners.participants.redaction import quiet

if TYPE_CHECKING:
    import openai


def connected(line: ModelClient) -> openai.AsyncOpenAI:
    """The SDK's client for this line; nothing is sent yet."""
    import openai

    from runners.participants.connections import transport

    quiet("openai", "httpx2", "httpx")
    client = openai.AsyncOpenAI(
        api_key=line.key or NO_KEY,
        base_url=line.endpoint.url,
        max_retries=0,
        timeout=openai.Timeout(None, connect=min(CONNECT_S, line.timeout_s)),
        http_client=openai.DefaultAsyncHttpxClient(
            follow_redirects=False, transport=transport(line.endpoint, longest=line.longest)
        ),
    )
    # The SDK has no option for this: what it read from the environment is the only thing in here.
    client._custom_headers = {}
    return client


async def posted(
    client: openai.AsyncOpenAI, line: ModelClient, path: str, body: Mapping[str, object]
) -> HttpAnswer:
    """What comes back for one request, whatever it is.

    Sent the way that the SDK has for endpoints it does not know: its methods for the endpoints
    themselves walk over every message of every request, which takes as long as all the rest
    (`benchmarks/transports.py`).

    Raises:
        NoReply: the connection was lost.
    """
    import httpx2
    import openai

    try:
        answer = await client.post(
            path, cast_to=httpx2.Response, body=body, options={"headers": _withheld_headers(line)}
        )
    except openai.APIStatusError as error:
        answer = error.response
    except openai.APIConnectionError as error:
        raise line.wire.lost(error) from None
    return HttpAnswer(answer.status_code, answer.headers, answer.content)


def _withheld_headers(line: ModelClient) -> Mapping[str, str | openai.Omit]:
    """What goes to the vendor alone: an organisation's name at OpenAI, which the SDK reads from the
    environment, is nobody else's business."""
    if line.endpoint.vendor:
        return {}
    import openai

    return {"OpenAI-Organization": openai.Omit(), "OpenAI-Project": openai.Omit()}
