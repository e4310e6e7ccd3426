"""Waves from the command line: what is planned, shown and scored."""

from __future__ import annotations

import csv
import re
from fractions import Fraction
from pathlib import Path

from tests.here import here

SCRIPT = """\
experiment Changing views

conditions topic from topics.csv
waves reading from articles.csv
    carry view: Nothing yet.

questionnaire opinions
    rate 1 to 5
    items from questions.csv

design
    runs 3
    wording original

procedure
    say: Noted before: {view}
    say: {text}
    do opinions
    record view
        ask: Write down what you think.
"""
LONG = " ".join(f"word{n}" for n in range(70))
FILES = {
    "views.dev": SCRIPT,
    "topics.csv": "topic\ntides\nbees\n",
    "articles.csv": f"topic,wave,text\ntides,1,{LONG}\ntides,2,Two.\nbees,1,Three.\nbees,2,Four.\n",
    "questions.csv": "topic,item,words\ntides,a,Good?\ntides,b,Bad?\nbees,a,Fine?\nbees,b,Ill?\n",
}


def test_waves_are_planned_shown_and_scored(tmp_path: Path) -> None:
    """The change is the last wave minus the first, run by run; each wave has its own mean."""
    shell = here(tmp_path)
    for name, text in FILES.items():
        (shell.folder / name).write_text(text, "utf-8")
    planned = shell.run("plan", "views.dev").stdout
    assert "3 waves of reading" in planned
    assert "6 trials x 3 waves x 2 items = 36 ratings" in planned
    assert "18 conversations, 54 calls" in planned
    brief = shell.run("show", "views.dev", "--brief").stdout
    assert "word19 ... (70 words)" in " ".join(brief.split())
    assert "word20" not in brief
    shown = shell.run("show", "views.dev", "--only", "bees").stdout
    assert "--- wave 0, before anything is shown (a fresh conversation) -" in shown
    assert "Noted before: [view]" in shown
    table = shell.run("views.dev", "-m", "sim/random").stdout
    assert re.search(r"opinions +bees +original +wave 0 +3 ", table)
    assert re.search(r"opinions change +bees +original +all waves +3 ", table)
    shell.run("export", "views.dev", "-o", "out")
    (path,) = (shell.folder / "out").glob("data/*description-measures_data.csv")
    with path.open(encoding="utf-8", newline="") as file:
        values = {
            (one["trial"], one["measure"], one["version"]): Fraction(one["value"])
            for one in csv.DictReader(file)
        }
    trials = {trial for trial, _, _ in values}
    assert len(trials) == 6
    for trial in trials:
        first, last = (values[trial, "opinions", f"wave {n}"] for n in (0, 2))
        assert values[trial, "opinions change", ""] == last - first
