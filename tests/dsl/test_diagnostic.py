"""Faults are frozen values, made by the names of their fields."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from dsl.diagnostic import Pointer, Span
from dsl.faults.layout import MixedIndentation, NothingToOpen

SPAN = Span("a.dev", 2, 1, 2, 5)
MIXED = MixedIndentation(span=SPAN, found="tabs", around="spaces")


def test_faults_are_compared_by_kind_and_value() -> None:
    assert MixedIndentation(span=SPAN, found="tabs", around="spaces", where="above") == MIXED
    assert MixedIndentation(span=SPAN, found="tabs", around="both") != MIXED
    assert NothingToOpen(span=SPAN, above="tabs", advice="spaces") != MIXED
    assert len({MIXED, MixedIndentation(span=SPAN, found="tabs", around="spaces")}) == 1
    assert repr(MIXED) == (
        "MixedIndentation(span=Span(file='a.dev', line=2, column=1, end_line=2, end_column=5), "
        "pointers=(), cell='', found='tabs', around='spaces', where='above')"
    )


def test_a_fault_moves_as_a_whole() -> None:
    there = Span("a.dev", 3, 1, 3, 5)
    moved = MixedIndentation(
        span=SPAN, found="tabs", around="spaces", pointers=(Pointer(SPAN, "here"),)
    ).moved(there)
    assert moved == MixedIndentation(
        span=there, found="tabs", around="spaces", pointers=(Pointer(SPAN, "here"),)
    )
    assert (moved.code, moved.label()) == ("E101", "tabs here, spaces in the lines above")


def test_a_fault_cannot_be_changed_and_takes_just_its_fields() -> None:
    with pytest.raises(FrozenInstanceError, match="cannot change 'found'"):
        MIXED.found = "both"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="cannot change 'found'"):
        del MIXED.found
    with pytest.raises(TypeError, match=r"not given \['around'\], not known \['width'\]"):
        MixedIndentation(span=SPAN, found="tabs", width=3)  # type: ignore[call-arg]
