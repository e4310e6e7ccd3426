"""The report of scripts that have one condition, or no control question: it says so in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.here import here
from tests.renderers.report.trials_to_read import unpacked

PLAIN = """\
experiment Hats

domain: Theory of Mind
only condition: {name}

things
    hat: scarf, torch

places
    box: crate, trunk
    bag: sack, pouch

design
    runs 5
    wording original and permuted

procedure
    say: Otto puts {{a hat}} into the {{box}} and leaves. The {{hat}} is moved to the {{bag}}.
    separately
        test look
            ask: Where does Otto think the {{hat}} is?
            answer: {{box}}
            wrong: {{bag}}
"""
CONTROL = """\
        control now
            ask: Where is the {{hat}} now?
            answer: {{bag}}
            wrong: {{box}}
"""


def page(folder: Path, *scripts: str, options: Sequence[str] = ()) -> str:
    """The page of a study of these scripts, run with these options."""
    shell = here(folder)
    for number, script in enumerate(scripts):
        (folder / f"hats{number}.dev").write_text(script, encoding="utf-8")
    shell.run("run", ".", "-m", "sim/child", *options)
    shell.run("report", "-o", "report.html")
    return (folder / "report.html").read_text(encoding="utf-8")


def markup(page: str, anchor: str) -> str:
    """The HTML of one section."""
    found = re.search(rf'<section id="{anchor}".*?</section>', page, re.DOTALL)
    assert found
    return found[0]


def section(page: str, anchor: str) -> str:
    """What one section says, its spaces as one."""
    return " ".join(re.sub(r"<[^>]+>", " ", markup(page, anchor)).split())


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> str:
    return page(tmp_path_factory.mktemp("desk"), PLAIN.format(name="original"))


def test_the_only_condition_is_not_named_like_a_wording_next_to_the_wording(plain: str) -> None:
    assert "one condition" in section(plain, "cells")
    assert "original, original" not in re.sub(r"</?(bdi|span|data)[^>]*>", "", plain)
    # What a drawing shows stands in its alternative text, too.
    assert "LRS of every draw. original wording: sim/child" in plain
    data = re.search(r'id="transcripts-data">(.*?)</script>', plain)
    assert data
    found = unpacked(data[1])
    assert {found["names"][one] for one in found["trials"]["condition"]} == {""}


def test_another_name_of_the_only_condition_stands_below_that_there_is_one(tmp_path: Path) -> None:
    found = section(page(tmp_path, PLAIN.format(name="hats and bags")), "cells")
    assert "one condition hats and bags" in found


def test_without_a_control_question_there_is_no_table_of_rules(plain: str) -> None:
    assert section(plain, "gates") == (
        "Rules for failed controls No script of this study has a control question that affects "
        "the LRS, so the LRS is the same under all three rules."
    )
    assert (
        "Controls . No script of this study has a control question that affects the LRS."
        in section(plain, "overview")
    )


def test_only_cells_with_a_control_stand_in_the_table_of_rules(tmp_path: Path) -> None:
    named = PLAIN.format(name="original").replace("Hats", "Hats with a control")
    found = page(tmp_path, PLAIN.format(name="original"), named + CONTROL.format())
    rows = re.findall(r'<tr[^>]*><th scope="row">.*?(?=<tr|</tbody>)', markup(found, "gates"))
    assert len(rows) == 2
    assert all("Hats with a control" in row for row in rows)
    assert "Cells without a control question are left out" in section(found, "gates")


def test_the_design_is_that_of_the_run_and_not_of_the_script(tmp_path: Path, plain: str) -> None:
    both = "Hats : 1 cell; 5 runs of each cell in original and permuted wording."
    assert both in section(plain, "study")
    asked = ("--wording", "original", "--runs", "2", "--samples", "3")
    found = page(tmp_path, PLAIN.format(name="original"), options=asked)
    design = "1 cell; 2 runs of each cell in original wording, every text sent"
    assert f"Hats : {design} 3 times." in section(found, "study")
    methods = section(found, "methods")
    assert "in original wording, with 2 draws each, and every text was sent 3 times." in methods
    assert "In original wording, the draws of a cell are replies to one text" in methods
    assert "permuted" not in methods
    assert "In permuted wording, a draw is one assignment" in section(plain, "methods")
