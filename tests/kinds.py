"""Kinds of tests that one may want to select: `pytest -m "not browser"`, `pytest -m postgres`.

A test is of a kind by what it asks for or where it stands, so that nobody has to remember a mark.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

KINDS = {
    "browser": "looks at a page in Chromium, Chrome or Edge",
    "postgres": "needs a PostgreSQL, which the tests start",
    "torch": "runs a model on this computer, with torch and transformers",
    "process": "runs commands as from a shell, in processes of their own",
}

_TORCH = ("runners/participants/hf/", "whole/test_local_models.py")
_PROCESS = ("whole/", "docs/", "runners/engine/test_interruptions.py", "test_ready.py")


def kinds(item: pytest.Item, path: str) -> Iterator[str]:
    """The kinds of a test that stands in the file `path` below tests/."""
    fixtures = getattr(item, "fixturenames", ())
    parameters = getattr(item, "callspec", None)
    on = parameters.params.get("store_url") if parameters is not None else None
    if "browser" in fixtures:
        yield "browser"
    if "postgres" in fixtures or on == "postgresql":
        yield "postgres"
    if path.startswith(_TORCH):
        yield "torch"
    # In tests/runners a `shell` calls commands within the tests' own process.
    if path.startswith(_PROCESS) or ("shell" in fixtures and not path.startswith("runners/")):
        yield "process"
