"""The sections of the page in their order, and what stands above and below them."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from renderers.figures.drawn import Drawn
from renderers.report.agreement import agreement_section
from renderers.report.cells import cells_section
from renderers.report.contrasts import contrasts_section
from renderers.report.gates import gates_section
from renderers.report.overview import overview_section
from renderers.report.parts import Section
from renderers.report.study_facts import study_section
from renderers.report.telling import telling_section
from renderers.report.values import Value
from renderers.report.whose import standing
from renderers.score_rows import StudyScores


def sections(document: Value, scores: StudyScores) -> tuple[Section, ...]:
    """Every section; `scores` are the rows of the document, in its order."""
    found = (
        overview_section(document, adherence=Markup("nothing was preregistered.")),
        study_section(document),
        cells_section(document, scores.cells),
        contrasts_section(document),
        gates_section(document, drawn(())),
        agreement_section(document),
        telling_section(document),
    )
    return found


def drawn(figures: Iterable[Drawn]) -> Markup:
    """Figures one below another."""
    return Markup("").join(one.markup() for one in figures)


def banner(document: Value) -> Markup:
    """What stands above everything: simulated, provisional or coded."""
    return standing(document["score"])


def foot(document: Value) -> Markup:
    """What made the page, and how every number on it can be had again."""
    report = document["report"]
    return Markup(
        "<p>Made with devrun {} on {}. Every number of the study on this page is written with its "
        "exact value and its place in what <code>devrun report --study {} --json</code> prints.</p>"
    ).format(report["tool_version"].quoted(), report["made"].day(), report["study"]["id"].text)
