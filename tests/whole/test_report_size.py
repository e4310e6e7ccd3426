"""How large a report is, and how many sheets of paper it fills: what people can mail and print."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import opened_browser, sheets, watched
from tests.here import here

MODELS = ("sim/child?p=0.8", "sim/child?p=0.5", "sim/random", "sim/oracle")


@pytest.mark.thorough
def test_the_battery_with_four_models_is_two_megabytes_and_seventeen_sheets(tmp_path: Path) -> None:
    """Small studies are in test_report_in_browser.py."""
    shell = here(tmp_path)
    shell.run_once("experiments", *(word for model in MODELS for word in ("-m", model)))
    shell.run("report", "-o", "report.html")
    file = tmp_path / "report.html"
    assert file.stat().st_size < 2_300_000
    with opened_browser() as browser, watched(browser, file) as found:
        assert sheets(found.page) <= 17
        assert found.faults == []
