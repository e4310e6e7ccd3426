"""Files that another distribution put among ours are found by their hashes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import urlsafe_b64encode
from hashlib import sha256
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path

import pytest

from runners.own_files import changed, foreign_file
from tests.shell import ROOT

FILES = ("coders/__init__.py", "coders/marks.py", "dsl/expand.py")


@pytest.fixture
def installed(tmp_path: Path) -> Distribution:
    """Three files of a wheel, with the record that pip keeps of them."""
    lines = []
    for name in FILES:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"# {name}\n", "utf-8")
        digest = urlsafe_b64encode(sha256(path.read_bytes()).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{path.stat().st_size}")
    about = tmp_path / "devrun-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Name: devrun\nVersion: 0.1.0\n", "utf-8")
    (about / "RECORD").write_text("\n".join((*lines, "../../bin/devrun,sha256=x,1", "")), "utf-8")
    return PathDistribution(about)


def test_files_as_they_were_installed_are_ours(installed: Distribution) -> None:
    assert changed(installed.files or ()) is None


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_was_overwritten_is_named(
    name: str, installed: Distribution, tmp_path: Path
) -> None:
    (tmp_path / name).write_text("# somebody else's\n", "utf-8")
    assert changed(installed.files or ()) == name


def test_a_file_that_is_gone_is_named(installed: Distribution, tmp_path: Path) -> None:
    files = list(installed.files or ())
    (tmp_path / "coders/marks.py").unlink()
    assert changed(files) == "coders/marks.py"


def test_a_clone_has_no_record_of_its_files() -> None:
    assert foreign_file() is None


@pytest.mark.parametrize("name", ["dsl", "coders"])
def test_a_package_of_another_distribution_is_named_whatever_it_lacks(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text("# somebody else's\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "runners.main", "list", "--json"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, "")
    assert json.loads(done.stdout) == {
        "error": {
            "code": "foreign-package",
            "message": f"the installed Python package `{name}` is not devrun's: another "
            "package has replaced its files",
            "help": "install devrun in its own environment: `python3 -m venv .venv && "
            ".venv/bin/pip install .`, or with pipx",
        }
    }
