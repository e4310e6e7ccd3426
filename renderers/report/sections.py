"""The sections of the page in their order, with the banner above and the foot below.

First one figure and its table: the models by domain, or by cell for one script. Then limitations
and up to six facts in a fixed order, what compares, what explains, and last what everything rests
on: the transcripts. Where no script asks a test question, sections about the LRS are left out, and
the profiles of banks come first.

Deviations from the preregistration: a line for the first screen, and a section.

Every cell in the order of its domain, with its draws as a strip and its warnings.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from renderers import domain_order
from renderers.fields.bills import COST, JUDGE_COST
from renderers.fields.cell_tables import ZEROS
from renderers.fields.cells import CHANCE, CHANCE_NOTE
from renderers.fields.field import headed
from renderers.figures.abilities import ability_figures
from renderers.figures.ages import age_figures
from renderers.figures.cells import cell_figures, strip
from renderers.figures.confusions import confusion_figures
from renderers.figures.cost import bill_columns, cost_figures
from renderers.figures.domains import domain_figures
from renderers.figures.drawn import Drawn
from renderers.figures.drift import drift_figures
from renderers.figures.erasures import erasure_figures
from renderers.figures.familiar import familiar_figures
from renderers.figures.hacking import hacking_figures
from renderers.figures.question_shares import question_share_figures
from renderers.figures.sizes import size_figures
from renderers.figures.spread import coder_mean_figures, gate_figures
from renderers.figures.trainings import training_figures
from renderers.figures.waves import wave_figures
from renderers.report.agreement_facts import coefficient_rows
from renderers.report.bank_facts import bank_facts
from renderers.report.comparisons import declared_section, exploratory_section, familiar_section
from renderers.report.embedding import Embedded
from renderers.report.parts import Section
from renderers.report.reader import reader_section, transcript_link
from renderers.report.section_facts import (
    contrasts_facts,
    gates_facts,
    kind_columns,
    methods_facts,
    overview_facts,
    script_measures_facts,
    sensitivity_facts,
    wave_tables,
)
from renderers.report.templating import rendered
from renderers.report.values import Value
from renderers.rows.comparisons import Comparisons
from renderers.rows.scores import CellScore, StudyScores
from renderers.rows.waves import WaveScores


def sections(
    document: Value,
    scores: StudyScores,
    comparisons: Comparisons,
    waves: WaveScores | None,
    carried: Embedded,
) -> tuple[Section, ...]:
    """Every section in which there is something to say; what follows the document are the rows
    behind it, in its order, for whoever draws.
    """
    keys = carried.keys

    def link(key: str) -> str | None:
        return transcript_link(key) if key in keys else None

    compare = document["compare"]
    tested = bool(scores.scored_cells) or not scores.untested
    cells = cell_figures(scores.cells, without=scores.untested)
    domains = domain_figures(
        scores.domains, chances=[one[CHANCE.name] for one in document["report"]["domains"]]
    )
    first = _first(scores, cells, domains)
    familiar = familiar_figures(comparisons)
    banks = section(
        "banks",
        "Banks of items",
        document=document,
        figures=_drawn(ability_figures(scores.kind_scores)),
        sizes=_drawn(size_figures(comparisons.sizes)),
        hacking=_drawn(
            hacking_figures(
                scores.hacking,
                parameters=comparisons.parameters,
                people=comparisons.people,
            )
        ),
        **bank_facts(document),
    )
    found = (
        section(
            "overview",
            "At a glance",
            document=document,
            first=first.markup(opened=True) if first else "",
            **overview_facts(document),
        ),
        None if tested else banks,
        section("study", "What was run", document=document),
        deviations_section(document["report"]["preregistration"]),
        cells_section(document, scores.cells, without=scores.untested) if tested else None,
        section(
            "script_measures",
            "Measures of scripts",
            document=document,
            figures=_drawn(training_figures(scores.measure_scores)),
            **script_measures_facts(document),
        ),
        banks if tested else None,
        _waves(document, waves),
        *(_of_lrs(document) if tested or list(document["score"]["even"]) else ()),
        section(
            "agreement",
            "Agreement between coders",
            document=document,
            rows=list(coefficient_rows(document["agree"])) if document["agree"].known else (),
        ),
        *(_of_rules(document) if tested else ()),
        _domains(
            document,
            (*(one for one in domains if one is not first), *age_figures(comparisons.ages)),
            "Domains" if tested else "Published figures",
        ),
        _models(scores, [one for one in cells if one is not first]),
        declared_section(compare),
        exploratory_section(compare),
        familiar_section(
            compare,
            over=_drawn(one for one in familiar if not one.section),
            by_cell=[one for one in familiar if one.section],
        ),
        section(
            "erasures",
            "Erasures",
            document=document,
            figures=_drawn(erasure_figures(comparisons.erasures)),
        ),
        _coders(document, scores),
        section("disagreements", "Disagreements between coders", document=document, link=link),
        section("measures", "Accuracy and criteria", document=document, columns=kind_columns()),
        _costs(document, scores),
        section(
            "methods",
            "Method section",
            document=document,
            **methods_facts(document, tested=tested),
        ),
        reader_section(carried),
    )
    return tuple(one for one in found if one is not None)


def _waves(document: Value, found: WaveScores | None) -> Section | None:
    return section(
        "waves",
        "Ratings in waves",
        document=document,
        tables=list(wave_tables(document["waves"])) if found is not None else (),
        figures=_drawn(wave_figures(found) if found is not None else ()),
    )


def _of_lrs(document: Value) -> Iterator[Section | None]:
    yield section("contrasts", "Contrasts", document=document, **contrasts_facts(document))
    yield section("gates", "Rules for failed controls", document=document, **gates_facts(document))


def _of_rules(document: Value) -> Iterator[Section | None]:
    yield section("telling", "Precision", document=document)
    facts = sensitivity_facts(document)
    yield section("sensitivity", "Sensitivity to the rules", document=document, **facts)


def section(name: str, title: str, **names: object) -> Section | None:
    """The section that the template of this name makes; None where it has nothing to say."""
    body = rendered(name, **names)
    return Section(name, title, body) if body else None


def _first(scores: StudyScores, cells: Sequence[Drawn], domains: Sequence[Drawn]) -> Drawn | None:
    """The figure with which the page begins: domains, of which the last is of permuted wording if
    there is any; cells where there is one experiment, or no domain.
    """
    if len({cell.experiment for cell in scores.cells}) > 1 and domains:
        return domains[-1]
    return cells[0] if cells else None


def _domains(document: Value, figures: Sequence[Drawn], title: str) -> Section | None:
    domain = any(one["domain"].text for one in document["score"]["domains"])
    named = domain or title != "Domains"
    return section("domains", title, document=document, figures=_drawn(figures), named=named)


def _models(scores: StudyScores, cells: Sequence[Drawn]) -> Section | None:
    return section(
        "models",
        "Cells by model",
        cells=cells,
        shares=question_share_figures(scores.question_shares),
        gates=gate_figures(scores.cells),
    )


def _coders(document: Value, scores: StudyScores) -> Section | None:
    agree, simulated = document["agree"], scores.simulated
    if not agree.known:
        return None
    return section(
        "coders",
        "The coders",
        document=document,
        means=coder_mean_figures(scores.cells),
        confusions=_drawn(confusion_figures(agree, simulated=simulated)),
        drift=_drawn(drift_figures(agree, simulated=simulated)),
    )


def _costs(document: Value, scores: StudyScores) -> Section | None:
    costs, judges = document["report"]["costs"], document["report"]["judges"]
    counted = any(one["input_tokens"].whole for bill in (costs, judges) for one in bill)
    # A drawing of nothing but "unknown" would say less than the table.
    figures = cost_figures(costs, judges, simulated=scores.simulated) if counted else ()
    return section(
        "cost",
        "Cost",
        document=document,
        figures=_drawn(figures),
        columns=bill_columns(COST),
        judge_columns=bill_columns(JUDGE_COST),
    )


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
    """The banner: simulated, provisional or coded."""
    return rendered("banner", score=document["score"])


def foot(document: Value) -> Markup:
    """The program and date, and how to reproduce every number of the page."""
    return rendered("foot", report=document["report"])


def deviations_line(found: Value) -> Markup:
    """The number of deviations, within a sentence; `found` is what `preregister --check` says."""
    return rendered("deviations_line", found=found)


def deviations_section(found: Value) -> Section:
    """Every deviation with what was planned and done, and everything that was compared."""
    title = "Deviations from the preregistration"
    return Section("deviations", title, rendered("deviations", found=found))


_MANY = 100
"""With more cells than this, the table of each experiment is folded."""
_WARNINGS = {"holds_guessing": "includes chance", "technical": "many trials lost"}


@dataclass(frozen=True, slots=True)
class _Cell:
    cell: Value
    strip: Markup
    heuristic: Value
    warnings: Sequence[str]


def cells_section(
    document: Value, rows: Sequence[CellScore], *, without: Container[str] = ()
) -> Section:
    """The cells, a table for each experiment but those in `without`; `rows` are those of the
    document, in its order.
    """
    warnings = document["report"]["warnings"]
    warned = {
        said: {one.whole for one in warnings[name]["cells"]} for name, said in _WARNINGS.items()
    }
    groups: dict[str, list[_Cell]] = {}
    # The order is that of the domains in the paper, as everywhere where experiments are listed.
    for at in sorted(range(len(rows)), key=lambda at: domain_order.place(rows[at].domain)):
        if rows[at].experiment not in without:
            groups.setdefault(rows[at].experiment, []).append(_cell(document, at, rows[at], warned))
    body = rendered(
        "cells",
        document=document,
        experiments=list(groups.items()),
        many=len(rows) > _MANY,
        zeros={one.name: headed(one) for one in ZEROS},
        chance_note=CHANCE_NOTE,
    )
    return Section("cells", "LRS by experiment and cell", body)


def _cell(document: Value, at: int, row: CellScore, warned: Mapping[str, set[int]]) -> _Cell:
    return _Cell(
        cell=document["score"]["cells"][at],
        strip=strip(row.lrs, chance=row.chance, simulated=row.simulated),
        heuristic=document["report"]["cells"][at]["heuristic"],
        warnings=[said for said, places in warned.items() if at in places],
    )
