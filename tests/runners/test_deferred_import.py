"""`inspect` is imported when something is used that only it has."""

from __future__ import annotations

import sys

import pytest

from runners.deferred_import import defer_inspect


def test_inspect_is_imported_for_more_than_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    known = sys.modules["inspect"]
    defer_inspect()
    assert sys.modules["inspect"] is known
    monkeypatch.delitem(sys.modules, "inspect")
    defer_inspect()
    deferred = sys.modules["inspect"]
    for line in ("", "  Help. ", "\vHelp."):
        assert deferred.cleandoc(line) == known.cleandoc(line)
    assert sys.modules["inspect"] is deferred
    for lines in ("Help,\n    and more.", "\tHelp."):
        assert deferred.cleandoc(lines) == known.cleandoc(lines)
    assert sys.modules["inspect"] is not deferred
    assert deferred.signature is sys.modules["inspect"].signature
