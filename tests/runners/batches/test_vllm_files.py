"""Request files answered as `vllm run-batch` answers them, by the recipe for Slurm."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.here import Here
from tests.runners.cli.cup_script import TEXT
from tests.shell import ROOT

STUB = Path(__file__).with_name("vllm_run_batch.py")
MODEL = "vllm/any"

pytestmark = pytest.mark.skipif(shutil.which("awk") is None, reason="the recipe is for a shell")


def answered(shell: Here, *, tasks: int = 2, fault: str = "", job: int = 1) -> list[int]:
    """Runs every task of the array; gives the exit codes."""
    programs = shell.folder / "programs"
    programs.mkdir(exist_ok=True)
    (programs / "vllm").write_text(f'#!/bin/sh\nexec "{sys.executable}" -I "{STUB}" "$@"\n')
    (programs / "vllm").chmod(0o755)
    codes = []
    for task in range(1, tasks + 1):
        environment = {
            "PATH": f"{programs}:{os.environ['PATH']}", "SLURM_ARRAY_TASK_ID": str(task),
            "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": str(tasks),
            "SLURM_ARRAY_JOB_ID": str(job), "VLLM_STUB": fault, "TMPDIR": str(shell.folder),
        }  # fmt: skip
        command = ["bash", str(ROOT / "recipes/slurm_array.sh"), "calls", "any"]
        done = subprocess.run(command, cwd=shell.folder, env=environment, check=False)
        codes.append(done.returncode)
    assert not list(shell.folder.glob("tmp*"))
    return codes


def desk(shell: Here) -> Here:
    (shell.folder / "cup.dev").write_text(TEXT, encoding="utf-8")
    shell.run("batch", "out", "cup.dev", "-m", MODEL, "--runs", "9", "--to", "calls")
    return shell


def test_shares_of_an_array_come_home_as_one_study(shell: Here) -> None:
    assert answered(desk(shell), tasks=4) == [0] * 4
    results = sorted((shell.folder / "calls").glob("*.results.jsonl"))
    assert len(results) == 4
    taken = json.loads(shell.run("batch", "in", "calls", "--json").stdout)
    assert taken["stored"] == sum(len(one.read_text().splitlines()) for one in results)
    done = shell.run("cup.dev", "-m", MODEL, "--runs", "9", "--json")
    trials = json.loads(done.stdout)["trials"]
    assert trials["replayed"] == trials["planned"] == taken["stored"]


def test_what_a_task_left_that_was_cut_short_is_kept_and_the_rest_comes_with_the_next_job(
    shell: Here,
) -> None:
    assert answered(desk(shell), fault="cut") == [1, 1]
    first = json.loads(shell.run("batch", "in", "calls", "--json", code=3).stdout)
    assert (first["stored"], first["unreadable"]) == (4, 2)
    assert answered(shell, job=2) == [0, 0]
    second = json.loads(shell.run("batch", "in", "calls", "--json", code=3).stdout)
    assert second["already"] == first["stored"]
    done = shell.run("cup.dev", "-m", MODEL, "--runs", "9", "--json")
    assert json.loads(done.stdout)["trials"]["replayed"] == first["stored"] + second["stored"]


def test_what_vllm_refused_is_said_in_its_words(shell: Here) -> None:
    answered(desk(shell), tasks=1, fault="refused")
    taken = shell.run("batch", "in", "calls", code=None)
    assert "vLLM has no model called `any` (404): The model `any` does not exist." in taken.stderr
    assert "Model does not support endpoint" in taken.stderr
