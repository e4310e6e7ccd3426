"""The sections of the page in their order, and what stands above and below them.

Six facts come before any figure, in a fixed order; then what compares, then what explains, and last
what everything rests on: the transcripts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from renderers.coding_methods import CodingFacts, coding_sentences
from renderers.figures.cells import cell_figures
from renderers.figures.coder_means import coder_mean_figures
from renderers.figures.confusions import confusion_figures
from renderers.figures.cost import cost_figures
from renderers.figures.domains import domain_figures
from renderers.figures.drawn import Drawn
from renderers.figures.drift import drift_figures
from renderers.figures.familiar import familiar_figures
from renderers.figures.gates import gate_figures
from renderers.figures.question_shares import question_share_figures
from renderers.report.accuracies import accuracies_section
from renderers.report.agreement import agreement_section
from renderers.report.cells import cells_section
from renderers.report.coders import coders_section
from renderers.report.comparisons import (
    dates_section,
    declared_section,
    exploratory_section,
    familiar_section,
)
from renderers.report.contrasts import contrasts_section
from renderers.report.costs import costs_section
from renderers.report.deviations import deviations_line, deviations_section
from renderers.report.disagreements import disagreements_section
from renderers.report.gates import gates_section
from renderers.report.methods import methods_section
from renderers.report.overview import overview_section
from renderers.report.parts import Section, heading, paragraph
from renderers.report.reader import reader_section, transcript_link
from renderers.report.references import references_table
from renderers.report.sensitivity import sensitivity_section
from renderers.report.study_facts import study_section
from renderers.report.telling import telling_section
from renderers.report.values import Value
from renderers.report.whose import standing

if TYPE_CHECKING:
    from renderers.comparison_rows import Comparisons
    from renderers.report.embedding import Embedded
    from renderers.score_rows import DomainScore, StudyScores


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows behind the document, in its order, for whoever draws; `coding` is None where nobody
    has coded.
    """

    scores: StudyScores
    comparisons: Comparisons
    coding: CodingFacts | None
    carried: Embedded


def sections(document: Value, rows: Rows) -> tuple[Section, ...]:
    """Every section in which there is something to say."""
    keys = rows.carried.keys

    def link(key: str) -> str | None:
        return transcript_link(key) if key in keys else None

    scores, compare = rows.scores, document["compare"]
    planned = document["report"]["preregistration"]
    coding = coding_sentences(rows.coding) if rows.coding is not None else ()
    found = (
        overview_section(document, adherence=deviations_line(planned) + Markup(".")),
        study_section(document),
        deviations_section(planned),
        cells_section(document, scores.cells),
        contrasts_section(document),
        gates_section(document),
        agreement_section(document),
        telling_section(document),
        sensitivity_section(document),
        _domains(document, scores.domains),
        _models(scores),
        declared_section(compare),
        exploratory_section(compare),
        familiar_section(compare, _drawn(familiar_figures(rows.comparisons))),
        dates_section(compare),
        _coders(document, scores),
        disagreements_section(document, link),
        accuracies_section(document),
        _costs(document, scores),
        methods_section(document, coding),
        reader_section(rows.carried),
    )
    return tuple(one for one in found if one is not None)


def _domains(document: Value, rows: tuple[DomainScore, ...]) -> Section:
    figures = _drawn(domain_figures(rows))
    if not figures:
        figures = paragraph("No script names its domain, so there is no mean of a domain.")
    return Section("domains", "Domains", figures + references_table(document))


def _models(scores: StudyScores) -> Section:
    gates = _drawn(gate_figures(scores.cells))
    beside = heading("The same under three treatments of failed controls") + gates if gates else ""
    shares = _drawn(question_share_figures(scores.question_shares))
    if shares:
        shares = heading("Questions that others were asked, too") + shares
    return Section(
        "models",
        "Cells side by side by model",
        _drawn(cell_figures(scores.cells)) + shares + beside,
    )


def _coders(document: Value, scores: StudyScores) -> Section | None:
    agree, simulated = document["agree"], scores.simulated
    if not agree.known:
        return None
    return coders_section(
        document,
        means=_drawn(coder_mean_figures(scores.cells)),
        confusions=_drawn(confusion_figures(agree, simulated=simulated)),
        drift=_drawn(drift_figures(agree, simulated=simulated)),
    )


def _costs(document: Value, scores: StudyScores) -> Section:
    costs, judges = document["report"]["costs"], document["report"]["judges"]
    counted = any(one["input_tokens"].whole for bill in (costs, judges) for one in bill)
    # A drawing of nothing but "unknown" would say less than the table.
    figures = cost_figures(costs, judges, simulated=scores.simulated) if counted else ()
    return costs_section(document, _drawn(figures))


def _drawn(figures: Iterable[Drawn]) -> Markup:
    """Figures one below another."""
    return Markup("").join(one.markup() for one in figures)


def title(document: Value) -> str:
    """What the page is called: by its experiments, as far as they fit in a line."""
    titles = [one["experiment"].text for one in document["report"]["scripts"]]
    if len(titles) == 1:
        return titles[0]
    if len(titles) == 2:
        return f"{titles[0]}, and {titles[1]}"
    return f"{len(titles)} experiments"


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
