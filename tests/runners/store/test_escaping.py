"""Any text can be stored."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from runners.store.schema import escape, unescape

_ANY = st.text(st.characters(codec=None, categories=None), max_size=60)
_AWKWARD = st.text("\x00\x10\ud800\udc00\udfff0123abcd é😀", max_size=60)


@given(_ANY | _AWKWARD)
def test_every_text_comes_back_as_it_was(text: str) -> None:
    assert unescape(escape(text)) == text


@given(_ANY | _AWKWARD)
def test_what_is_stored_is_utf_8_without_nul(text: str) -> None:
    assert "\x00" not in escape(text)
    escape(text).encode("utf-8")


def test_ordinary_text_is_stored_as_it_is() -> None:
    assert escape("¿Dónde está? 😀\n") == "¿Dónde está? 😀\n"


def test_what_cannot_be_stored_is_written_out() -> None:
    assert escape("a\x00b\ud83dc\x10d") == "a\x100000b\x10d83dc\x100010d"
