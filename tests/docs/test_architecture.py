"""Every file that docs/architecture.md names from the first path on is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_NAMED = re.compile(r"`([\w./]+)`")
_FILE = re.compile(r"/|\.(?:py|toml|jinja|md|css|lark)$")
_ANY = re.compile(r"\b[A-Z]{3,}\b")
"""Stands for any name, as in `tests/dsl/faults/CODE/`."""


def not_there(page: str) -> Iterator[str]:
    """The files and folders named in a page that are nowhere: a name alone is in a folder that its
    line has named before.
    """
    for line in page.splitlines():
        folders = [ROOT]
        for name in filter(_FILE.search, _NAMED.findall(line)):
            if _ANY.search(name):
                folders.append((ROOT / name).parent)
                continue
            found = [folder / name for folder in folders if (folder / name).exists()]
            if found:
                folders.append(found[-1] if found[-1].is_dir() else found[-1].parent)
            else:
                yield f"{name}: {line}"


def test_every_file_that_is_named_is_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    _, _, paths = page.partition("### Path 1")
    assert paths.count(".py`") > 400
    assert list(not_there(paths)) == []


def test_a_file_that_was_renamed_is_told() -> None:
    line = "| a task | `coders/lrs.py` | `outcome.py`, `gone.py`; `coders/desk/gone_too.py` |"
    assert [one.split(":")[0] for one in not_there(line)] == ["gone.py", "coders/desk/gone_too.py"]
