"""The README's set-up commands, on a fresh clone and in a fresh virtual environment."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).resolve().parents[2]


def setup_lines() -> list[str]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    return [line for block in found for line in block.splitlines() if "venv" in line]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The working tree as git would clone it: tracked and new files, no build outputs."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    folder = tmp_path / "devrun"
    for name in filter(None, listed.split("\0")):
        source = ROOT / name
        if source.is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    return folder


@pytest.mark.thorough
def test_the_first_command_sets_up_and_runs_the_main_job(clone: Path) -> None:
    main_job = setup_lines()[0]
    assert main_job.endswith("devrun experiments/blicket.dev")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("DEVRUN_")}
    line = main_job.replace("python3", sys.executable, 1)
    done = subprocess.run(
        line, shell=True, cwd=clone, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "SIMULATED" in done.stdout
    again = subprocess.run(
        [".venv/bin/devrun", "experiments/blicket.dev", "--json"],
        cwd=clone,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert '"made": 0' in again.stdout


def test_the_wheel_runs_from_an_empty_folder(clone: Path, tmp_path: Path) -> None:
    """The wheel holds the four packages and the scripts, and nothing of the clone is needed."""
    (wheel,) = WheelBuilder(str(clone)).build(directory=str(tmp_path), versions=["standard"])
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    empty = tmp_path / "empty"
    empty.mkdir()
    environment = {k: v for k, v in os.environ.items() if not k.startswith("DEVRUN_")}
    environment["PYTHONPATH"] = str(site)
    done = subprocess.run(
        [sys.executable, "-m", "runners.main", "blicket"],
        cwd=empty,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "SIMULATED" in done.stdout
    assert sorted(path.name for path in empty.iterdir()) == ["devrun.sqlite"]
