"""`devrun score` from the shell: what it prints, what it takes, and how it says no."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.runners.analysis.scoring_rooms import HAT, coded, honest, study
from tests.shell import Shell

CELL_KEYS = {
    "experiment", "condition", "levels", "wording", "model", "n_draws", "n_texts", "lrs_mean",
    "lrs_sd", "ci95", "ci_method", "share_mean", "lrs_linear_mean", "zero_share", "chance_lrs",
    "gates", "role",
}  # fmt: skip
TRIAL_KEYS = {
    "experiment", "condition", "levels", "wording", "model", "draw", "sample", "status", "reason",
    "share", "lrs", "lrs_linear", "by_coder", "gate",
}  # fmt: skip
DOMAIN_KEYS = {
    "domain", "model", "wording", "lrs_mean", "lrs_mean_by_experiment", "ci95", "cells",
    "n_experiments",
}  # fmt: skip


def document(shell: Shell, *arguments: str) -> dict[str, Any]:
    import json

    found = json.loads(shell.run("score", "--json", *arguments).stdout)
    assert isinstance(found, dict)
    return found


def test_the_document_has_every_key_that_was_promised(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle")
    coded(shell, "A", honest)
    found = document(shell)
    assert {"study", "simulated", "trials", "cells", "domains", "contrasts"} <= set(found)
    assert found["simulated"] is True
    assert set(found["trials"][0]) >= TRIAL_KEYS
    assert set(found["cells"][0]) >= CELL_KEYS
    assert set(found["cells"][0]["gates"]) == {"zero", "exclude", "ungated"}
    assert set(found["domains"][0]) >= DOMAIN_KEYS
    assert len(found["trials"]) == 12
    assert found["trials"][0]["by_coder"] == {
        "A": {
            "kind": "blind",
            "counted": True,
            "status": "scored",
            "gate": "passed",
            "share": 1.0,
            "lrs": 5,
            "given_lrs": None,
            "first_lrs": None,
        }
    }
    cell = found["cells"][0]
    assert (cell["n_draws"], cell["lrs_mean"], cell["role"]) == (6, 5.0, "blind")
    assert cell["ci_method"] == "t with one pseudo-draw, half at each end of the scale"
    assert found["contrasts"][0]["n"] == 6
    assert found["contrasts"][0]["passed"] == 6


def test_a_study_that_nobody_coded_is_provisional_on_the_page(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle")
    page = shell.run("score").stdout
    first, second, _, title, *_ = page.splitlines()
    assert first.endswith(", scored automatically (provisional: nobody has coded it)")
    assert second == "SIMULATED, not data: rows with this label were answered by a program"
    assert title == "The hat, sim/oracle: SIMULATED"
    assert "domains, sim/oracle" in shell.run("score", "--all").stdout
    assert "mean LRS by coder" not in page


@pytest.mark.parametrize("width", [80, 100, 120])
def test_an_experiment_and_two_models_fit_one_screen(shell: Shell, width: int) -> None:
    study(shell, "-m", "sim/oracle", "-m", "sim/lure")
    wide = {"COLUMNS": str(width)}
    for command in ("score", "compare"):
        lines = shell.run(command, more=wide).stdout.splitlines()
        whole = shell.run(command, "--all", more=wide).stdout.splitlines()
        assert len(lines) <= 45 < len(whole)
        assert max(map(len, lines)) <= width
        headings = [line for line in lines if set(line) == {"─"}]
        assert len(headings) == 2
        assert f"`devrun {command} --all` shows the rest (" in " ".join(lines)


def test_many_comparisons_of_an_experiment_fit_one_screen(shell: Shell) -> None:
    """Four conditions in two wordings are twelve comparisons of each participant."""
    levels, said = [], []
    for name, key, lure in (("told", "box", "bag"), ("asked", "bag", "box")):
        levels.append(f"    {name}\n        let key: {{{key}}}\n        let lure: {{{lure}}}\n")
        said.append(f"        {name}: Otto is {name} where the {{hat}} is now, in the {{{key}}}.\n")
    text = HAT.replace("\ndesign\n    runs 6\n    wording permuted\n", "".join(
        [*levels, "\ndesign\n    runs 2\n    wording original and permuted\n"]
    )).replace("    separately\n", "".join([*said, "    separately\n"])).replace(
        "look across unseen, seen", "look across unseen, seen, told, asked"
    )  # fmt: skip
    study(shell, "-m", "sim/oracle", "-m", "sim/lure", text=text)
    lines = shell.run("compare", more={"COLUMNS": "120"}).stdout.splitlines()
    assert len(lines) <= 40
    rows = [line.split()[0] for line in lines if line.startswith(("original ", "permuted "))]
    assert rows == 12 * ["permuted"]
    assert "conditions in original wording" in " ".join(lines)


def test_a_battery_is_told_by_domain_and_experiment_on_one_screen(shell: Shell) -> None:
    for number in range(5):
        text = HAT.replace("The hat", f"Hat {number}").replace("runs 6", "runs 2")
        (shell.folder / f"hat{number}.dev").write_text(text, encoding="utf-8")
    scripts = [f"hat{number}.dev" for number in range(5)]
    shell.run_once(*scripts, "-m", "sim/oracle", "-m", "sim/lure", "-m", "sim/silent")
    wide = {"COLUMNS": "100"}
    lines = shell.run("score", more=wide).stdout.splitlines()
    assert len(lines) <= 40
    table = [
        line.split()[0] for line in lines[lines.index("") :] if line.startswith(("THEORY", "  Hat"))
    ]
    assert table == ["THEORY", *(5 * ["Hat"])]
    assert "cells, " not in lines
    lines = shell.run("compare", more=wide).stdout.splitlines()
    assert len(lines) <= 48
    whole = shell.run("compare", "--all", more=wide).stdout.splitlines()
    assert len(whole) > 2 * len(lines)


def test_why_trials_have_no_lrs_is_said_below_the_table_of_cells(shell: Shell) -> None:
    study(shell, "-m", "sim/hedger", "-m", "sim/silent")
    lines = shell.run("score", more={"COLUMNS": "200"}).stdout.splitlines()
    (line,) = [line for line in lines if "no LRS and are left out of means" in line]
    assert "undecided (a mark is missing)" in line
    assert lines.index(line) < lines.index("contrasts: draws with all questions right")


def test_tables_are_chosen(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle", "--runs", "2")
    page = shell.run("score", "--by", "trial", "--by", "experiment").stdout
    titles = [line for line in page.splitlines() if line.endswith(": SIMULATED")]
    assert [title.split(",")[0] for title in titles] == ["The hat", "experiments"]
    rows = [line for line in page.splitlines() if line.startswith(("unseen", "seen"))]
    assert [row.split()[:4] for row in rows] == [
        ["unseen", "permuted", "1", "scored"],
        ["unseen", "permuted", "2", "scored"],
        ["seen", "permuted", "1", "scored"],
        ["seen", "permuted", "2", "scored"],
    ]


def test_a_mended_key_rescores_where_its_script_is_named(shell: Shell) -> None:
    path = study(shell, "-m", "sim/lure")
    assert {cell["lrs_mean"] for cell in document(shell)["cells"]} == {1.0}
    path.write_text(HAT.replace("answer: {key}\n            wrong: {lure}", "answer: {lure}"))
    found = document(shell, "hat.dev")
    assert {cell["lrs_mean"] for cell in found["cells"]} == {5.0}
    assert found["mended"] == ["The hat"]
    assert {cell["lrs_mean"] for cell in document(shell)["cells"]} == {1.0}


def test_a_study_is_narrowed(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle", "-m", "sim/lure")
    found = document(shell, "-m", "sim/lure", "--only", "seen")
    assert [(cell["model"], cell["condition"]) for cell in found["cells"]] == [("sim/lure", "seen")]


def test_what_cannot_be_done_is_said(shell: Shell, tmp_path: Path) -> None:
    refused = shell.run("score", code=5)
    assert refused.stderr.startswith("devrun: ")
    study(shell, "-m", "sim/oracle", "--runs", "1")
    stranger = shell.run("score", "--coder", "B", code=2)
    assert "`B` has not coded anything in study" in stranger.stderr
    assert "choose among: matcher" in stranger.stderr
    both = shell.run("score", "--coder", "A", "--as-paper", code=2)
    assert "leave one of them out" in both.stderr
