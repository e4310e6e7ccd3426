"""Whole runs against a server that speaks every format, and keeps none of its secrets."""

from __future__ import annotations

import pytest

from runners.participants.double import (
    Behaviour,
    Double,
    Function,
    Request,
    cut_off,
    error,
    overloaded,
    replied,
    web_page,
)
from tests.shell import Shell

MARKER = "marker-key-that-must-not-be-written-down"
KEYS = dict.fromkeys(("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"), MARKER)
NAMES = ("openai/any", "openai/responses/any", "anthropic/any", "google/any")
RUN = ("blicket", "--runs", "1", "--wording", "original")


@pytest.mark.parametrize("name", NAMES)
def test_a_run_gets_past_faults_refusals_and_limits_and_asks_nothing_twice(
    shell: Shell, name: str
) -> None:
    faults: tuple[Behaviour, ...] = (overloaded(529), cut_off(), web_page())
    odd = (replied("I'd rather not.", "refusal"), replied("The first", "length"), replied(""))
    with Double(*faults, *odd, then="The first one.") as double:
        first = shell.json(*RUN, "-m", name, more=double.environment)
        asked = len(double.requests)
        again = shell.json(*RUN, "-m", name, more=double.environment)
        assert len(double.requests) == asked
    assert first["trials"]["failed"] == first["trials"]["left"] == 0
    assert first["calls"]["retried"] == len(faults)
    assert first["calls"]["made"] == asked - len(faults)
    assert again["calls"]["made"] == 0
    assert again["calls"]["replayed"] == first["calls"]["made"]


@pytest.mark.parametrize("name", NAMES)
def test_a_key_is_written_down_nowhere_also_if_the_server_repeats_it(
    shell: Shell, name: str
) -> None:
    def gossip(request: Request) -> Behaviour:
        assert any(MARKER in value for value in request.headers.values())
        if len(double.requests) > 8:
            return error(401, f"no such key: {MARKER}")
        return replied(f"Your key is {MARKER}.")

    then: Function = gossip
    with Double(then=then) as double:
        done = shell.run(*RUN, "-m", name, code=3, more={**double.environment, **KEYS})
    assert "no such key: [key removed]" in done.stderr
    read = shell.run("studies", "--json")
    written = [path for path in shell.folder.rglob("*") if path.is_file()]
    assert any(b"Your key is [key removed]." in path.read_bytes() for path in written)
    assert not any(MARKER.encode() in path.read_bytes() for path in written)
    assert MARKER not in done.stdout + done.stderr + read.stdout + read.stderr


@pytest.mark.parametrize(
    ("name", "key", "said"),
    [
        (
            "anthropic/claude-opus-5-5",
            "ANTHROPIC_API_KEY",
            "`temperature` cannot be sent to anthropic/claude-opus-5-5, which accepts no "
            "sampling parameters",
        ),
        (
            "openai/responses/gpt-5.6",
            "OPENAI_API_KEY",
            "`temperature` cannot be sent to openai/responses/gpt-5.6, which is a "
            "reasoning model and accepts only the default value",
        ),
        (
            "google/gemini-3.6-flash",
            "GEMINI_API_KEY",
            "`temperature` cannot be sent to google/gemini-3.6-flash, which accepts it and "
            "ignores it",
        ),
    ],
)
def test_what_a_model_does_not_take_is_wrong_usage_and_nothing_is_made(
    shell: Shell, name: str, key: str, said: str
) -> None:
    done = shell.run(*RUN, "-m", name, "--temperature", "0", code=2, more={key: MARKER})
    assert done.stderr.splitlines()[-2:] == [
        f"devrun: {said}",
        "help: leave it out, choose another model, or add --allow-unsupported to ask this one "
        "without `temperature`; this is recorded",
    ]
    assert not list(shell.folder.iterdir())
