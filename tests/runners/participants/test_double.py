"""The shipped test double does what its description says."""

from __future__ import annotations

import re
import textwrap
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path

import anyio
import pytest

from runners.participants import double as module
from runners.participants.double import Double, Request, overloaded
from tests.patience import PATIENCE

SAID = "rate limited 2.0\nIn the drawer.\n(('user', 'Where is the button?'),)\n"
PAGE = Path(__file__).resolve().parents[3] / "docs" / "participants.md"


def run_example(source: str) -> None:
    names: dict[str, Callable[[], Awaitable[None]]] = {}
    exec(compile(source, "example", "exec"), names)
    anyio.run(names["main"])


def test_the_example_in_its_description_runs(capsys: pytest.CaptureFixture[str]) -> None:
    example = re.search(r"\n\n((?:    .*\n|\n)+)", module.__doc__ or "")
    assert example is not None
    run_example(textwrap.dedent(example[1]))
    assert capsys.readouterr().out == SAID


def test_the_examples_in_the_docs_run(capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 1
    run_example(examples[0])
    assert capsys.readouterr().out == SAID


def post(url: str, body: bytes = b"{}") -> int:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(urllib.request.Request(url, body), timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def test_each_request_takes_the_next_answer_and_then_the_last_for_ever() -> None:
    with Double("one", overloaded(503), then=overloaded(500)) as double:
        codes = [post(double.url + "/chat/completions") for _ in range(4)]
    assert codes == [200, 503, 500, 500]


def test_only_what_is_known_is_served_and_recorded() -> None:
    with Double() as double:
        assert post(double.url + "/images") == 404
        assert post(double.url + "/chat/completions", b"no json") == 200
        assert double.arrived(1, within_s=PATIENCE)
        assert not double.arrived(2, within_s=0.01)
        [request] = double.requests
    assert (request.json, request.messages, request.body) == ({}, (), b"no json")


def test_a_function_decides_from_what_it_is_sent() -> None:
    def decide(request: Request) -> str:
        return f"{request.method} {request.path}"

    with Double(decide) as double:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(double.url + "/chat/completions", b"{}", timeout=PATIENCE) as answer:
            assert b"POST /v1/chat/completions" in answer.read()
