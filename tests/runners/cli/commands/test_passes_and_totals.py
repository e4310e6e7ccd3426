"""A study of a script with passes and totals, from the script to what is compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.here import here

SCRIPT = """\
experiment Two places
people
    Ida (she): Runa, Bente, Lotte
things
    plum: pear, fig, date
    bun: roll, waffle, bagel
conditions seat
    near
    far
measures
    pass knows it when knows right and liked right
    pass likes when liked right
    pass denies when knows right
    total both of knows, liked
    total tasks of likes, denies
design
    runs 6
    scoring accuracy
    compare near with far, expecting more in near
    compare far with near, expecting more in near, on both
procedure
    say by seat
        near: {Ida} sits near the {plum} and the {bun}.
        far: {Ida} sits far from the {plum} and the {bun}.
    in order
        test knows
            ask: Does {Ida} know what is in your pocket?
            answer: no
        test liked
            ask: Which does {Ida} like, the {plum} or the {bun}? She likes what she sits near.
            answer: {plum}
            wrong:
                {plum}
                {bun}
"""


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A folder in which two participants were run."""
    made = here(tmp_path_factory.mktemp("measures"))
    (made.folder / "places.dev").write_text(SCRIPT, "utf-8")
    made.run("places.dev", "-m", "sim/oracle", "-m", "sim/lure")
    return made


def test_score_has_every_measure_of_every_cell(shell: Any) -> None:
    """Means, intervals and chance; nothing of it is in the LRS."""
    rows = shell.json("score", "-m", "sim/oracle")["script_measures"]
    names = ["knows it", "likes", "denies", "both", "tasks"]
    assert [(row["condition"], row["measure"]) for row in rows] == [
        (seat, name) for seat in ("near", "far") for name in names
    ]
    first, second = rows[0], rows[3]
    assert (first["mean"], first["chance"], first["high"]) == (1, 0.25, 1)
    assert (second["mean"], second["chance"], second["high"]) == (2, 1, 2)
    assert first["ci95"][1] == 1
    trial = shell.json("score", "-m", "sim/oracle")["trials"][0]
    assert {one["measure"]: one["value"] for one in trial["script_measures"]} == {
        "knows it": 1, "likes": 1, "denies": 1, "both": 2, "tasks": 2,
    }  # fmt: skip


def test_a_measure_is_compared_as_declared(shell: Any) -> None:
    """The sides are those of the declaration; the other one is on the LRS."""
    found = shell.json("compare", "-m", "sim/oracle")
    (declared,) = found["measures"]
    assert [declared[name] for name in ("measure", "first", "second", "expected")] == [
        "both", "far", "near", "less",
    ]  # fmt: skip
    assert (declared["difference"], declared["n_pairs"]) == (0, 6)
    assert len(found["families"][0]["declared"]) == 2


def test_plan_prints_what_guessing_gives(shell: Any) -> None:
    """Exactly, questions taken as independent."""
    printed = shell.run("plan", "places.dev").stdout
    assert "measured: pass knows it when knows right and liked right; chance level 25%" in printed
    assert "measured: total both of knows, liked; chance level 1.00 of 2.00" in printed
    assert shell.json("plan", "places.dev")["measures"][0]["chance"] == [0.25, 0.25]


def test_totals_of_passes_are_counted_and_need_twenty_draws_for_a_scale(tmp_path: Path) -> None:
    """Who has only what it was told last passes one task, and never both."""
    made = here(tmp_path)
    (made.folder / "places.dev").write_text(SCRIPT.replace("runs 6", "runs 20"), "utf-8")
    made.run("places.dev", "-m", "sim/oracle", "-m", "sim/always-yes", "--only", "near")
    rows = {row["model"]: row for row in made.json("score")["totals"]}
    assert set(rows) == {"sim/oracle", "sim/always-yes"}
    whole = rows["sim/oracle"]
    assert (whole["total"], whole["n_draws"], whole["left_out"]) == ("tasks", 20, 0)
    assert whole["distribution"] == [[0, 0], [1, 0], [2, 20]]
    assert (whole["reproducibility"], whole["reversed"]) == (1, 0)
    assert sorted(whole["order"]) == ["denies", "likes"]
    assert (
        sum(runs for _, runs in rows["sim/always-yes"]["distribution"])
        == rows["sim/always-yes"]["n_draws"]
    )
    printed = made.run("score").stdout
    assert "totals: how many tasks were passed" in printed
    assert "2 x 20" in printed
    made.run("report", "-o", "page.html")
    assert "Totals of passes" in (made.folder / "page.html").read_text("utf-8")


def test_no_scale_of_few_draws(shell: Any) -> None:
    """The distribution is there all the same."""
    row = shell.json("score", "-m", "sim/oracle")["totals"][0]
    assert row["distribution"] == [[0, 0], [1, 0], [2, 6]]
    assert row["reproducibility"] is None
    assert row["order"] is None or row["order"] == []


def test_measures_judge_and_send_nothing(shell: Any, tmp_path: Path) -> None:
    """Without them the script has the same procedure, so that its replies are taken again."""
    start, end = SCRIPT.index("measures\n"), SCRIPT.index("design\n")
    without = SCRIPT[:start] + SCRIPT[end:].replace(", on both", ", family other")
    (shell.folder / "bare.dev").write_text(
        without.replace("    compare far with near, expecting more in near, family other\n", ""),
        "utf-8",
    )
    again = shell.run("bare.dev", "-m", "sim/oracle", "-m", "sim/lure")
    assert "0 calls made" in again.stdout + again.stderr
