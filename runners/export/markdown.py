"""Somebody else's words inside a file of Markdown: one line that builds no table and no tag."""

from __future__ import annotations

from renderers.csv_text import shown

_SIGNS = str.maketrans({"|": "\\|", "<": "\\<", "\\": "\\\\"})


def plain(text: str) -> str:
    """The text on one line, hidden marks visible, the signs that Markdown acts on escaped."""
    return " ".join(shown(text).translate(_SIGNS).split())
