"""The SDKs of OpenAI and Anthropic, which are of one make, without what they do on their own.

Switched off are retries (the engine has one place for them), redirects (no key goes to another
host), their lack of a deadline, their logs, and the headers that they take out of
OPENAI_CUSTOM_HEADERS and ANTHROPIC_CUSTOM_HEADERS: what is sent must be what was asked for and what
is in the participant's identity, and such headers hold secrets that nothing here would know.
Rejected: a variable taken out of the environment while the SDK is made, which every thread of the
process sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

from runners.participants.hosted import CONNECT_S, NO_KEY, HostedModel, HttpAnswer
from runners.participants.transport.redaction import quiet


def connected_sdk(
    sdk: Any, made: Callable[..., Any], model: HostedModel, closing: AsyncExitStack, **options: Any
) -> Any:
    """The client of an SDK for this model, made by its class `made`; nothing is sent yet."""
    from runners.participants.transport.connections import transport

    quiet(sdk.__name__, "httpx2", "httpx")
    client = made(
        api_key=model.key or NO_KEY,
        base_url=model.endpoint.url,
        max_retries=0,
        timeout=sdk.Timeout(None, connect=min(CONNECT_S, model.timeout_s)),
        http_client=sdk.DefaultAsyncHttpxClient(
            follow_redirects=False, transport=transport(model.endpoint, longest=model.longest)
        ),
        **options,
    )
    # The SDKs have no option for this: what they read from the environment is all that is in here.
    client._custom_headers = {}
    closing.push_async_callback(client.close)
    return client


async def posted(
    sdk: Any,
    client: Any,
    model: HostedModel,
    *,
    path: str,
    body: object,
    headers: Mapping[str, Any],
) -> HttpAnswer:
    """What comes back for one request, whatever it is.

    Sent the way that an SDK has for endpoints it does not know: its methods for the endpoints
    themselves walk over every message of every request, which takes as long as all the rest
    (`benchmarks/transports.py`).

    Raises:
        NoReply: the connection was lost.
    """
    import httpx2

    try:
        answer = await client.post(
            path,
            cast_to=httpx2.Response,
            body=body,
            options={"headers": {**model.headers, **headers}},
        )
    except sdk.APIStatusError as error:
        answer = error.response
    except sdk.APIConnectionError as error:
        raise model.wire.lost(error) from None
    return HttpAnswer(answer.status_code, answer.headers, answer.content)
