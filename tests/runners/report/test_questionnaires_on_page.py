"""Questionnaires in the report, also of a script that asks no test."""

from __future__ import annotations

from pathlib import Path

from tests.runners.cli.commands.test_questionnaire import LIKERT, study


def test_a_report_has_means_and_consistency_and_no_lrs_that_nobody_has(tmp_path: Path) -> None:
    """Tables of measures and questionnaires take the place of the table of cells."""
    shell = study(tmp_path, LIKERT, "sim/always-both")
    shell.run("report", "worry.dev", "-o", "page.html")
    page = (shell.folder / "page.html").read_text("utf-8")
    assert '<section id="script_measures"' in page or 'id="script_measures"' in page
    assert 'id="cells"' not in page
    assert 'href="#cells"' not in page
    assert "worry change" in page
    assert "Internal consistency of questionnaires" in page
    assert "No alpha: no variance: all draws have the same total." in page
    assert "no script asks a test question, so there is no LRS" in " ".join(page.split())
