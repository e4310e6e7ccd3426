"""Accuracies, of scripts that are scored so, plain and held against guessing."""

from __future__ import annotations

from renderers.report.conditions import condition_cell
from renderers.report.parts import Column, Section, html_table
from renderers.report.values import Value

_COLUMNS = (
    Column("Experiment"),
    Column("Condition"),
    Column("Wording"),
    Column("Model"),
    Column("Replies", numeric=True),
    Column("Undecided", numeric=True),
    Column("Accuracy", numeric=True),
    Column("Guessing", numeric=True),
    Column("Calibrated", numeric=True),
)


def accuracies_section(document: Value) -> Section | None:
    """The accuracy of every cell; None where no script is scored by accuracy."""
    found = list(document["score"]["accuracies"])
    if not found:
        return None
    table = html_table(
        "Accuracy by cell",
        _COLUMNS,
        [
            [
                one["experiment"].named(),
                condition_cell(one),
                one["wording"].named(),
                one["model"].named(),
                one["n"].count(),
                one["undecided"].count(),
                one["accuracy"].percent(1),
                one["chance"].percent(1),
                one["calibrated_accuracy"].rounded(),
            ]
            for one in found
        ],
        simulated=document["score"]["simulated"].true,
        note="Accuracy: the mean mark of the test questions, controls ignored. Calibrated: (mark - "
        "chance) / (1 - chance), the mean over replies, 0 for guessing (Wang et al., 2024).",
    )
    return Section("accuracies", "Accuracy", table)
