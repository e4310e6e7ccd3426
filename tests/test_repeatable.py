"""The promised run draws the same examples every time, whatever was tested before."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.property import examples


def drawn() -> list[tuple[str, int]]:
    found = []

    @given(st.text(), st.integers())
    @settings(settings.get_profile("promised"), max_examples=200)
    def tried(text: str, number: int) -> None:
        found.append((text, number))

    tried()
    return found


def test_what_is_imported_between_two_runs_changes_no_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hypothesis would also draw the constants that it finds in imported modules."""
    before = drawn()
    path = tmp_path / "constants.py"
    path.write_text(f"WORDS = {[f'word {n}' for n in range(99)]}\nNUMBERS = {list(range(999))}\n")
    found = importlib.util.spec_from_file_location("constants", path)
    assert found is not None
    monkeypatch.setitem(sys.modules, "constants", importlib.util.module_from_spec(found))
    assert drawn() == before


def test_no_example_has_a_deadline() -> None:
    assert settings.default.deadline is None
    assert settings.get_profile("thorough").deadline is None
    assert examples(40).deadline is None


def test_a_thorough_run_tries_ten_times_as_many_examples(thorough: bool) -> None:
    assert examples(40).max_examples == (400 if thorough else 40)
