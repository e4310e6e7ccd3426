"""A pattern that is compiled when it is first used is the same as one compiled at once."""

from __future__ import annotations

import re

import pytest

from dsl.patterns import lazy_pattern


def test_it_finds_what_a_compiled_one_finds() -> None:
    late, early = lazy_pattern(r"(\w)b", re.IGNORECASE), re.compile(r"(\w)b", re.IGNORECASE)
    for text in ("", "ab", "xAB cb"):
        assert late.findall(text) == early.findall(text)
        assert late.sub(r"\1", text) == early.sub(r"\1", text)
        assert bool(late.search(text)) is bool(early.search(text))
    assert (late.pattern, late.flags, late.groups) == (early.pattern, early.flags, early.groups)


def test_it_is_compiled_when_it_is_used() -> None:
    wrong = lazy_pattern("(")
    with pytest.raises(re.error):
        wrong.search("")
