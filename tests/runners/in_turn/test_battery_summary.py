"""A folder of experiments is run as one study, and summarised by domain next to LaMDA."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.runners.analysis.test_domain_scores import PAPER
from tests.shell import ROOT, Shell

ONE = """\
experiment {title}
domain: {domain}
reference LaMDA {lrs} LRS: Kosoy et al. (2023)
{more}
people
    Ada (she): Berta, Carla, Dora

design
    runs {runs}
    wording permuted

procedure
    say: {{Ada}} is here.
    test who
        ask: Who is here?
        answer: {{Ada}}
        wrong: nobody
"""
CONDITIONS = """\
experiment {title}
domain: {domain}

people
    Ada (she): Berta, Carla, Dora

conditions condition
{levels}
design
    runs {runs}
    wording permuted

procedure
    say: {{Ada}} is here.
    test who
        ask: Who is here?
        answer: {{Ada}}
        wrong: nobody
"""


def battery(folder: Path, *, runs: int = 1) -> Path:
    """Scripts with the experiments, conditions and LRS of the paper's tables, and one addition."""
    home = folder / "battery"
    home.mkdir()
    for domain, experiments in PAPER.items():
        for number, (title, means) in enumerate(experiments.items()):
            if len(means) == 1:
                text = ONE.format(title=title, domain=domain, lrs=means[0], more="", runs=runs)
            else:
                levels = "".join(
                    f"    case {at}\n        reference LaMDA {lrs} LRS: Kosoy et al. (2023)\n"
                    for at, lrs in enumerate(means, 1)
                )
                text = CONDITIONS.format(title=title, domain=domain, levels=levels, runs=runs)
            path = home / f"{domain.split()[0].lower()}_{number}.dev"
            path.write_text(text, encoding="utf-8")
    added = ONE.format(
        title="Added", domain="Perception", lrs="5", more="fidelity: addition\n", runs=runs
    )
    (home / "added.dev").write_text(added, encoding="utf-8")
    return home


def figures(document: dict[str, Any]) -> dict[str, tuple[float, ...]]:
    return {
        row["domain"]: (
            row["cells"],
            row["n_experiments"],
            row["additions_left_out"],
            round(row["reference"]["lrs_mean"], 3),
            round(row["reference"]["lrs_mean_by_experiment"], 3),
        )
        for row in document["domains"]
    }


def test_lamda_is_next_to_every_domain_as_its_own_cells_have_it(shell: Shell) -> None:
    """The paper prints 2.91, 2.86, 4.33 and 1.34, which do not all follow from its tables."""
    battery(shell.folder)
    ran = shell.json("battery", "-m", "sim/oracle")
    assert figures(ran) == {
        "Social and Moral Understanding": (3, 2, 0, 4.3, 4.475),
        "Perception": (4, 4, 1, 2.935, 2.935),
        "Theory of Mind": (6, 3, 0, 2.893, 3.297),
        "Causal Reasoning": (8, 3, 0, 1.34, 1.517),
    }
    assert [row["domain"] for row in ran["domains"]] == [
        "Social and Moral Understanding",
        "Perception",
        "Theory of Mind",
        "Causal Reasoning",
    ]
    assert {row["lrs_mean"] for row in ran["domains"]} == {5.0}
    assert len(ran["cells"]) == 22
    assert [cell["experiment"] for cell in ran["cells"] if cell["addition"]] == ["Added"]
    scored = shell.json("score")
    assert scored["domains"] == ran["domains"]
    assert scored["telling_apart"] == ran["telling_apart"]


def test_lamda_is_unknown_where_a_cell_was_never_published(shell: Shell) -> None:
    home = battery(shell.folder)
    path = home / "perception_2.dev"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("reference LaMDA 4.2 LRS", "reference LaMDA unknown"))
    ran = shell.json("battery", "-m", "sim/oracle")
    found = {row["domain"]: row["reference"] for row in ran["domains"]}
    assert found["Perception"] == {
        "who": "LaMDA",
        "lrs_mean": None,
        "lrs_mean_by_experiment": None,
    }
    assert found["Causal Reasoning"]["lrs_mean"] == pytest.approx(1.34)


def test_many_experiments_are_one_page_and_not_a_table_each(shell: Shell) -> None:
    """The long tables of single experiments are there when they are asked for."""
    battery(shell.folder, runs=6)
    names = ["battery/social_1.dev", "battery/causal_0.dev", "battery/added.dev"]
    page = shell.run(*names, "-m", "sim/oracle").stdout
    assert page.count("wording") == 3
    assert [line for line in page.splitlines() if line.isupper() or line.startswith("+")] == [
        "SOCIAL AND MORAL UNDERSTANDING",
        "CAUSAL REASONING",
        "ADDITIONS TO THE PAPER'S CELLS, NOT IN ANY MEAN",
        "+ Added",
    ]
    rows = [line.split() for line in page.splitlines() if line.startswith("Social and Moral")]
    assert rows == [
        ["Social", "and", "Moral", "permuted", "2", "1", "5.00", "3.29", "to", "5.00", "3.95",
         "5.00", "3.29", "to", "5.00"],
        ["Social", "and", "Moral", "Understanding", "permuted", "3.95"],
    ]  # fmt: skip
    told = page.split("precision\n")[1].split("\n\n")[0]
    assert " ".join(told.split()).startswith(
        "sim/oracle, 6 draws per cell (no variation between draws)"
    )
    scored = shell.run("score").stdout
    assert "domains and experiments, permuted wording: mean LRS and 95% interval" in scored
    assert "Altruism, sim/oracle: SIMULATED" not in scored
    long = shell.run("score", "--by", "cell").stdout
    assert "Altruism, sim/oracle: SIMULATED" in long
    assert "cells, sim/oracle" not in long


def test_one_display_tells_how_the_whole_study_goes_and_what_is_under_way(shell: Shell) -> None:
    pty = pytest.importorskip("pty")
    battery(shell.folder, runs=8)
    inner, outer = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "runners.main", "battery", "-m", "sim/child"],
        cwd=shell.folder,
        env={**shell.environment, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "160"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=outer,
    )
    os.close(outer)
    seen = b""
    while True:
        try:
            part = os.read(inner, 65536)
        except OSError:
            break
        if not part:
            break
        seen += part
    os.close(inner)
    assert process.wait(timeout=PATIENCE) == 0
    assert b"/176" in seen
    assert b" of 13)" in seen
    assert b"calls, " in seen
    assert b"176 trials: 176 completed" in seen


def test_a_plan_says_what_so_many_runs_can_tell_apart(shell: Shell) -> None:
    battery(shell.folder, runs=10)
    script = ("plan", "battery/causal_0.dev")
    (line,) = [one for one in shell.run(*script).stdout.splitlines() if "80% power" in one]
    assert line.startswith("10 runs per cell: the margin of error (95%) will be about ±1.4 LRS")
    few = shell.run(*script, "--runs", "4").stdout
    assert "4 runs per cell: precision unknown: no interval is given below 5 runs" in few
    found = json.loads(shell.run(*script, "--runs", "20", "--json").stdout)["telling_apart"]
    assert [(one["runs"], one["power"]) for one in found] == [(20, 0.8)]
    assert found[0]["difference"][0] == pytest.approx(1.9, abs=0.05)
