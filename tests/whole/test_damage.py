"""However a script is damaged, there is no traceback, and every place named is inside the file."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dsl.diagnostic import Severity
from dsl.expand import cells
from runners.check import inspect
from tests.expanded import expand
from tests.injuries import injured
from tests.places import assert_inside, assert_read, spans
from tests.shell import EXPERIMENTS, ROOT

SCRIPTS = [
    *sorted((ROOT / "tests" / "dsl" / "scripts").glob("*.dev")),
    *sorted(EXPERIMENTS.glob("*.dev")),
]
COPIES = 75 // len(SCRIPTS)
THOROUGH_COPIES = 20_000 // len(SCRIPTS)


def assert_checked(path: Path) -> None:
    """What is wrong is said in words, and a script without an error can be expanded."""
    loaded = inspect(path)
    for fault in loaded.faults:
        assert fault.message()
        assert isinstance(fault.label() + fault.help(), str)
        assert_inside(spans(fault), loaded.sources[fault.span.file])
    errors = any(fault.severity is Severity.ERROR for fault in loaded.faults)
    assert (loaded.experiment is None) == errors
    if loaded.experiment is not None:
        expand(loaded.experiment, cells(loaded.experiment)[0], draw=3)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_damage_ends_in_a_traceback(
    script: Path, tmp_path: Path, dice: Random, thorough: bool
) -> None:
    whole = script.read_text(encoding="utf-8")
    path = tmp_path / script.name
    for _ in range(THOROUGH_COPIES if thorough else COPIES):
        text = injured(whole, dice)
        path.write_bytes(text.encode("utf-8"))
        try:
            assert_read(text)
            assert_checked(path)
        except Exception as failed:
            failed.add_note(f"{script.name}, damaged, is kept in {path}")
            raise
