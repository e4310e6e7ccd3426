"""Words around scored questions, from a design, by --framing, and through every table."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from dsl.files.framings import shipped_framings
from tests.here import here

DESIGN = "    runs 6\n    scoring accuracy\n"
SCRIPT = f"""\
experiment Where it is

things
    ball: block, drum, kite

places
    basket: drawer, crate
    box: chest, locker

counterbalance side
    swap basket, box

design
{DESIGN}
procedure
    say: {{A ball}} is in the {{basket}}, and there is {{a box}}.
    test where
        ask: Where is the {{ball}}?
        choices rotated:
            the {{basket}}
            the {{box}}
        answer: the {{basket}}
"""
LOUD = 'framing loud\n    after: Write "ANSWER:" and your answer.\n    answer line: ANSWER:\n'


def test_a_framing_is_a_condition_in_the_plan_the_scores_and_the_comparisons(
    tmp_path: Path,
) -> None:
    shell = here(tmp_path)
    lines = "    framing reasons first\n    compare none with reasons first\n"
    (shell.folder / "where.dev").write_text(SCRIPT.replace(DESIGN, DESIGN + lines), "utf-8")
    plan = shell.run("plan", "where.dev").stdout
    assert "2 conditions of framing" in plan
    assert "2 cells x 6 runs = 12 trials" in plan
    # Six replies of 60 tokens, and six with reasons of 200.
    assert "1,560 written" in plan
    assert "60 tokens to a reply, 200 to one with reasons)" in plan
    shell.run("where.dev", "-m", "sim/oracle", "-m", "sim/child")
    cells = json.loads(shell.run("score", "--json").stdout)["cells"]
    assert {(one["condition"], one["addition"]) for one in cells} == {
        ("none", False),
        ("reasons first", True),
    }
    oracle = [one for one in cells if one["model"] == "sim/oracle"]
    assert [one["lrs_mean"] for one in oracle] == [5, 5]
    compared = json.loads(shell.run("compare", "--json").stdout)
    (declared,) = (
        one
        for one in compared["comparisons"]
        if one["kind"] == "conditions" and one["model"] == "sim/child"
    )
    sides = (declared["first"]["label"], declared["second"]["label"])
    assert sides == ("none", "reasons first")
    assert declared["n_pairs"] == 6
    shell.run("export", "-o", "out")
    (table,) = (shell.folder / "out").rglob("*trials*.csv")
    with table.open(encoding="utf-8", newline="") as opened:
        assert {row["factor_framing"] for row in csv.DictReader(opened)} == {
            "none",
            "reasons first",
        }


def test_a_framing_can_be_given_by_name_or_file_and_is_stored_with_the_script(
    tmp_path: Path,
) -> None:
    shell = here(tmp_path)
    script = shell.folder / "where.dev"
    script.write_text(SCRIPT, "utf-8")
    (shell.folder / "loud.dev").write_text(LOUD, "utf-8")
    given = ("--framing", "Expert", "--framing", "loud.dev")
    assert "3 conditions of framing" in shell.run("plan", "where.dev", *given).stdout
    shell.run("check", "where.dev", *given)
    shown = shell.run("show", "where.dev", "--wording", "permuted", *given).stdout
    assert "read on the line that begins with `ANSWER:`" in shown
    assert "You are a professor" in shown
    first = shell.run("where.dev", *given, "-m", "sim/oracle")
    assert "devrun show where.dev --framing Expert --framing loud.dev" in first.stderr
    again = shell.run("where.dev", *given, "-m", "sim/oracle", "--json")
    assert json.loads(again.stdout)["calls"]["made"] == 0
    script.unlink()
    (shell.folder / "loud.dev").unlink()
    assert "loud" in shell.run("score").stdout
    shell.run("replay")


def test_framings_are_listed_and_a_slip_names_the_one_that_was_meant(tmp_path: Path) -> None:
    shell = here(tmp_path)
    (shell.folder / "where.dev").write_text(SCRIPT, "utf-8")
    listed = shell.run("list", "--framings").stdout
    rows = json.loads(shell.run("list", "--framings", "--json").stdout)
    assert [row["name"] for row in rows] == list(shipped_framings())
    assert all(row["text"] in listed + "\n" for row in rows)
    refused = shell.run("show", "where.dev", "--framing", "reason first", code=2)
    assert "there is no framing `reason first`" in refused.stderr
    assert "did you mean `reasons first`?" in refused.stderr


def test_a_study_with_framings_of_the_command_line_is_found_by_its_script(tmp_path: Path) -> None:
    """Also after a key was mended, and with a file of several framings."""
    shell = here(tmp_path)
    script = shell.folder / "where.dev"
    script.write_text(SCRIPT, "utf-8")
    (shell.folder / "two.dev").write_text(LOUD + "\n" + LOUD.replace("loud", "quiet"), "utf-8")
    shell.run(
        "run", "where.dev", "-m", "sim/oracle", "--framing", "expert", "--framing", "two.dev"
    )  # fmt: skip
    whole = json.loads(shell.run("score", "--json").stdout)["cells"]
    named = json.loads(shell.run("score", "where.dev", "--json").stdout)["cells"]
    assert [one["levels"]["framing"] for one in named] == ["none", "expert", "loud", "quiet"]
    assert named == whole
    script.write_text(SCRIPT.replace("answer: the {basket}", "answer: the {box}"), "utf-8")
    mended = json.loads(shell.run("score", "where.dev", "--json").stdout)["cells"]
    assert {one["share_mean"] for one in mended} == {0.0}
    script.write_text(SCRIPT.replace("there is {a box}", "here is {a box}"), "utf-8")
    refused = shell.run("score", "where.dev", code=None)
    assert "now has a different text than when the study was run" in refused.stderr
