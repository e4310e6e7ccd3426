"""Tests are selected by their kind: `pytest -m KIND`."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.shell import ROOT

BROWSER = "tests/whole/test_report_in_browser.py"
INTERRUPTIONS = "tests/runners/engine/test_interruptions.py"
MODELS = "tests/runners/participants/hf/test_local_opening.py"
OTHERS = "tests/runners/participants/test_proxy.py"
POSTGRES = "tests/runners/store/test_postgres_unusable.py"


CHOSEN = {
    "not browser": {INTERRUPTIONS, MODELS, OTHERS, POSTGRES},
    "browser or torch": {BROWSER, MODELS},
    "process and not browser or postgres": {INTERRUPTIONS, POSTGRES},
}
COLLECT = """\
import json, sys
import pytest

for words in json.loads(sys.argv[1]):
    assert pytest.main(words) == 0
    print("collected")
"""


def test_a_kind_is_chosen_or_left_out() -> None:
    """All are asked of one process, since importing takes longer than collecting."""
    files = [BROWSER, INTERRUPTIONS, MODELS, OTHERS, POSTGRES]
    asked = [["--collect-only", "-qqq", "-m", chosen, *files] for chosen in CHOSEN]
    told = subprocess.run(
        [sys.executable, "-c", COLLECT, json.dumps(asked)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    *parts, rest = told.split("collected\n")
    assert not rest
    for (chosen, wanted), part in zip(CHOSEN.items(), parts, strict=True):
        listed = {line.rpartition(":")[0] for line in part.splitlines() if line}
        assert listed == wanted, chosen
