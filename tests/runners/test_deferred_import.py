"""Modules are imported when something is used that only they have."""

from __future__ import annotations

import gettext
import platform
import sys
import urllib.parse

import pytest

from runners.deferred_import import defer_imports


def test_inspect_is_imported_for_more_than_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    known = sys.modules["inspect"]
    defer_imports()
    assert sys.modules["inspect"] is known
    monkeypatch.delitem(sys.modules, "inspect")
    defer_imports()
    deferred = sys.modules["inspect"]
    for line in ("", "  Help. ", "\vHelp."):
        assert deferred.cleandoc(line) == known.cleandoc(line)
    assert sys.modules["inspect"] is deferred
    for lines in ("Help,\n    and more.", "\tHelp."):
        assert deferred.cleandoc(lines) == known.cleandoc(lines)
    assert sys.modules["inspect"] is not deferred
    assert deferred.signature is sys.modules["inspect"].signature


def test_the_system_is_known_without_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "platform", raising=False)
    monkeypatch.delitem(sys.modules, "ipaddress", raising=False)
    defer_imports()
    deferred = sys.modules["platform"]
    assert deferred.system() == platform.system()
    assert deferred.python_version() == platform.python_version()
    assert sys.modules["platform"] is not deferred
    address = sys.modules["ipaddress"].ip_address("127.0.0.1")
    assert address.is_loopback


def test_words_are_not_looked_for_in_other_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "gettext")
    defer_imports()
    deferred = sys.modules["gettext"]
    assert deferred.gettext("Usage:") == gettext.gettext("Usage:")
    for count in (0, 1, 2):
        told = deferred.ngettext("one", "several", count)
        assert told == gettext.ngettext("one", "several", count)
    assert sys.modules["gettext"] is deferred
    assert deferred.NullTranslations().gettext("Usage:") == "Usage:"
    assert sys.modules["gettext"] is not deferred


def test_urls_are_imported_for_more_than_a_path(monkeypatch: pytest.MonkeyPatch) -> None:
    known = sys.modules["urllib.parse"]
    monkeypatch.delitem(sys.modules, "urllib.parse")
    monkeypatch.setattr(urllib, "parse", known)
    defer_imports()
    deferred = sys.modules["urllib.parse"]
    assert urllib.parse is deferred
    assert urllib.parse.urlsplit("http://a/b?c=d").query == "c=d"
    assert urllib.parse is sys.modules["urllib.parse"] is not deferred
    assert deferred.quote_from_bytes(b"a b") == "a%20b"
