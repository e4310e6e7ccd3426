"""The vendors' packages read variables of their own: none of them changes what is sent, or to whom.

Each variable holds a marker. A whole run asks all formats, and then each request and everything
that was written is searched.
"""

from __future__ import annotations

import json

import pytest

from runners.participants.double import KEY, Double, Request
from tests.shell import Shell

MARK = "marker-of-the-environment"
HEADERS = f"X-Lab: {MARK}\nAuthorization: Bearer {MARK}\nx-api-key: {MARK}\nUser-Agent: {MARK}"
SWITCHED_OFF = {
    "OPENAI_CUSTOM_HEADERS": HEADERS,
    "OPENAI_ADMIN_KEY": MARK,
    "OPENAI_ORG_ID": MARK,
    "OPENAI_PROJECT_ID": MARK,
    "OPENAI_WEBHOOK_SECRET": MARK,
    "OPENAI_API_TYPE": "azure",
    "OPENAI_API_VERSION": MARK,
    "AZURE_OPENAI_ENDPOINT": f"http://{MARK}",
    "AZURE_OPENAI_API_KEY": MARK,
    "AZURE_OPENAI_AD_TOKEN": MARK,
    "AWS_BEARER_TOKEN_BEDROCK": MARK,
    "OPENAI_LOG": "debug",
    "ANTHROPIC_CUSTOM_HEADERS": HEADERS,
    "ANTHROPIC_AUTH_TOKEN": MARK,
    "ANTHROPIC_WEBHOOK_SIGNING_KEY": MARK,
    "ANTHROPIC_PROFILE": MARK,
    "ANTHROPIC_IDENTITY_TOKEN": MARK,
    "ANTHROPIC_FEDERATION_RULE_ID": MARK,
    "ANTHROPIC_ORGANIZATION_ID": MARK,
    "ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE": "content",
    "ANTHROPIC_LOG": "debug",
    "GOOGLE_API_KEY": MARK,
    "GOOGLE_CLOUD_PROJECT": MARK,
    "GOOGLE_CLOUD_LOCATION": MARK,
    "GOOGLE_APPLICATION_CREDENTIALS": MARK,
    "GOOGLE_GENAI_USE_VERTEXAI": "true",
    "GOOGLE_GENAI_USE_ENTERPRISE": "true",
    "GOOGLE_GENAI_API_VERSION": MARK,
    "GOOGLE_GENAI_CLIENT_MODE": "record",
    "GOOGLE_GENAI_REPLAY_ID": MARK,
}
NAMES = ("openai/any", "openai/responses/any", "anthropic/any", "google/any")
RUN = ("blicket", "--runs", "1", "--wording", "original")


def everything(request: Request) -> str:
    return json.dumps([dict(request.headers), request.path, request.body.decode()])


@pytest.mark.parametrize(
    "names",
    [NAMES, *(pytest.param((name,), marks=pytest.mark.thorough) for name in NAMES)],
    ids=" ".join,
)
def test_what_only_the_sdks_read_changes_nothing_that_is_sent(
    shell: Shell, names: tuple[str, ...]
) -> None:
    recorder = {"GOOGLE_GENAI_REPLAYS_DIRECTORY": str(shell.folder / "replays")}
    models = tuple(word for name in names for word in ("-m", name))
    with Double() as double:
        shell.run(*RUN, *models, more={**double.environment, **SWITCHED_OFF, **recorder})
        requests = double.requests
    assert len({request.path for request in requests}) == len(names)
    for request in requests:
        assert KEY in everything(request)
        assert MARK not in everything(request)
    files = [path for path in shell.folder.rglob("*") if path.is_file()]
    assert {path.name for path in files} == {"devrun.sqlite"}
    assert not any(MARK.encode() in path.read_bytes() for path in files)


def test_an_http_library_that_is_not_used_is_wrong_usage(shell: Shell) -> None:
    more = {"GEMINI_API_KEY": "a-key", "GOOGLE_GENAI_HTTP_CLIENT": "httpx"}
    done = shell.run(*RUN, "-m", "google/any", code=2, more=more)
    assert done.stderr.splitlines()[-2:] == [
        "devrun: GOOGLE_GENAI_HTTP_CLIENT selects an HTTP library that devrun does not use",
        "help: unset GOOGLE_GENAI_HTTP_CLIENT",
    ]


OWN = "lab-key-0123456789-of-some-length"


@pytest.mark.parametrize(
    "words", [("-m", "openai/any", "--param", f"user={OWN}"), ("-m", f"openai/{OWN}")]
)
def test_a_key_typed_where_it_would_be_stored_is_refused_and_nothing_is_made(
    shell: Shell, words: tuple[str, ...]
) -> None:
    with Double() as double:
        done = shell.run(*RUN, *words, code=2, more={**double.environment, "OPENAI_API_KEY": OWN})
        assert double.requests == ()
    assert "seems to contain a key, which would be stored and shown" in done.stderr
    assert OWN not in done.stdout + done.stderr
    assert list(shell.folder.iterdir()) == []
