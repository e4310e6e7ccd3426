"""What the shipped scripts say of themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.loading import load
from runners.shipped import heading, shipped_scripts


@pytest.mark.parametrize("path", shipped_scripts(), ids=lambda path: path.stem)
def test_a_heading_says_what_the_checked_script_says(path: Path) -> None:
    experiment = load(path).experiment
    assert experiment is not None
    meta = {name: words for name, words in experiment.meta if name in ("domain", "age", "paper")}
    assert heading(path) == {"title": experiment.title, **meta}
