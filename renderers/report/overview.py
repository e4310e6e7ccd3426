"""The first screen: what of the study the six facts name."""

from __future__ import annotations

from collections.abc import Iterable

from renderers.report.experiments import experiment_means
from renderers.report.gates import NO_CONTROL, has_control
from renderers.report.parts import Section
from renderers.report.templating import rendered
from renderers.report.values import Value

_MOST_CONTRASTS = 6
"""Rows of contrasts up to which the first screen has them all."""


def overview_section(document: Value) -> Section:
    """The six facts, each with a link to all of it."""
    cells, report = list(document["score"]["cells"]), document["report"]
    scored = [cell for cell in cells if cell["lrs_mean"].known]
    settled = [cell for cell in cells if cell["gate_pass_rate"].known]
    answered = [one for one in report["participants"] if one["first_reply"].known]
    without_control = bool(cells) and not any(has_control(cell) for cell in cells)
    body = rendered(
        "overview",
        document=document,
        found=report["preregistration"],
        first_reply=min(
            (one["first_reply"] for one in answered), key=lambda one: one.text, default=None
        ),
        last_reply=max(
            (one["last_reply"] for one in answered), key=lambda one: one.text, default=None
        ),
        n_scored=len(scored),
        lowest=min(scored, key=lambda cell: cell["lrs_mean"].number or 0, default=None),
        highest=max(scored, key=lambda cell: cell["lrs_mean"].number or 0, default=None),
        contrast_groups=_contrasts(document["score"]["contrasts"]),
        no_control=NO_CONTROL if without_control else "",
        least_passed=min(
            settled, key=lambda cell: cell["gate_pass_rate"].number or 0, default=None
        ),
        **experiment_means(document),
    )
    return Section("overview", "At a glance", body)


def _contrasts(found: Iterable[Value]) -> list[list[Value]]:
    """Rows of one contrast and one chance together; of many rows the first few."""
    rows = list(found)
    few = rows if len(rows) <= _MOST_CONTRASTS else rows[: _MOST_CONTRASTS // 2]
    groups: dict[tuple[object, ...], list[Value]] = {}
    for one in few:
        same = (one["experiment"].text, one["contrast"].text, one["condition"].text)
        groups.setdefault((*same, one["chance"].number), []).append(one)
    return list(groups.values())
