"""What a paper reports of agreement: figures for the LRS, for marks of test questions and for
control questions, as a table and as a sentence to paste.

The LRS has two: alpha within cells, which coders cannot reach who know the condition and read
nothing, and weighted kappa, which other papers print.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from coders.statistics.coefficient import DEFINITIONS, Base, Coefficient
from dsl.words import and_list, counted
from renderers.fields.coding.coefficients import (
    ALPHA,
    FLEISS,
    KAPPA,
    MEASURED,
    QUADRATIC,
    WITHIN_CELL,
    in_a_sentence,
)
from renderers.fields.field import Field, field, through
from renderers.fields.scales import TEXT
from renderers.tables.agreement import AgreementSection, figure_text
from runners.agreement.measures import Reliability
from runners.agreement.page_columns import section
from runners.agreement.ratings_document import CI95, VALUE
from runners.agreement.results import StudyAgreement
from runners.agreement.rows import RatedMeasure

_LRS = "the LRS (1 to 5)"

NO_COMMON_CELL = Coefficient(ALPHA, None, reason="no cell has two comparable items")


@dataclass(frozen=True, slots=True)
class ReportedFigure:
    """One figure: what coders agree on, the statistic, and in `unit` what is counted as n.
    `pairs`: of so many pairs of coders it is the mean; 0 if it is no mean.
    """

    on: str
    coefficient: Coefficient
    unit: str
    pairs: int = 0

    @property
    def statistic(self) -> str:
        """What a paper calls it."""
        name = in_a_sentence(self.coefficient.name)
        return f"{name} {WITHIN_CELL.heading}" if self.coefficient.name == ALPHA else name

    def n(self, unit: str = "") -> str:
        """How many of its units, or of these."""
        return counted(self.coefficient.n_items, unit or self.unit)


TO_REPORT: tuple[Field[ReportedFigure], ...] = (
    field(
        TEXT, "on", "what coders agree on", lambda one: one.on.removeprefix("the "),
        heading="agreement on", label=True, folds=True,
    ),
    field(TEXT, "statistic", "name of the coefficient", heading="statistic", folds=True),
    *through(ReportedFigure, "coefficient", (VALUE, CI95)),
    field(
        TEXT, "n", "what it rests on", lambda one: one.n("pair" if one.pairs else ""),
        heading="n", folds=True,
    ),
)  # fmt: skip


def to_report_section(found: StudyAgreement) -> AgreementSection:
    """The figures to report, and their sentence."""
    return section("To report", (), TO_REPORT, reported(found), "", agreement_sentence(found))


def within_cells(part: Reliability) -> Coefficient:
    """Ordinal alpha within cells, or why there is none."""
    return part.within_cells or NO_COMMON_CELL


def reported(found: StudyAgreement) -> tuple[ReportedFigure, ...]:
    """The figures to report, in their order."""
    if found.rated:
        on = f"the {MEASURED['ratings'].what}"
        kappas = (KAPPA, FLEISS, QUADRATIC)
        return tuple(_reported(on, found.marks, kappa, "rating") for kappa in kappas)
    return (
        ReportedFigure(_LRS, within_cells(found.rule), "transcript"),
        _reported(_LRS, found.rule, QUADRATIC, "transcript"),
        _reported(RatedMeasure.MARKS.unit, found.marks, KAPPA, "mark"),
        _reported(RatedMeasure.CONTROLS.unit, found.controls, KAPPA, "mark"),
    )


def _reported(on: str, part: Reliability, name: str, unit: str) -> ReportedFigure:
    one, pairs = part.agreement.coefficient(name), len(part.agreement.pairs)
    if pairs < 2 or DEFINITIONS[name].base is not Base.PAIRS:
        return ReportedFigure(on, one, unit)
    unit = "rating pair" if unit == "rating" else "judgement pair"
    return ReportedFigure(on, one, unit, part.agreement.averaged)


def agreement_sentence(found: StudyAgreement) -> str:
    """The figures in a sentence, for a paper; what is missing in a second one."""
    every = reported(found)
    known = [one for one in every if one.coefficient.value is not None]
    why: dict[str, list[str]] = {}
    for one in every:
        if one not in known:
            why.setdefault(str(one.coefficient.reason), []).append(f"{one.statistic} of {one.on}")
    missing = "; ".join(f"{and_list(names)} ({reason})" for reason, names in why.items())
    return " ".join(
        (
            *([_opened(_figures(known), rated=found.rated)] if known else []),
            *([f"Not computed: {missing}."] if missing else []),
        )
    )


def _opened(figures: str, *, rated: bool) -> str:
    """The sentence on these figures; nothing is adjudicated of ratings."""
    return f"{figures}." if rated else f"Before adjudication, {figures}."


def _figures(known: Sequence[ReportedFigure]) -> str:
    """Figures one after another; what is the same as in the one before is not repeated."""
    clauses: list[list[str]] = []
    for before, one in zip((None, *known), known, strict=False):
        if before is not None and before.on == one.on:
            clauses[-1].append(f"{one.statistic} {_printed(one)}")
        elif before is not None and before.statistic == one.statistic:
            clauses[-1].append(f"of {one.on} {_printed(one)}")
        else:
            clauses.append([f"{one.statistic} of {one.on} was {_printed(one)}"])
    return "; ".join(map(and_list, clauses)) + "".join(_explained(known))


def _printed(one: ReportedFigure) -> str:
    found = one.coefficient
    ends = f"[{', '.join(map(figure_text, found.ci95))}]" if found.ci95 else "without interval"
    return f"{figure_text(found.value)} {ends} (n = {one.n()})"


def _explained(known: Sequence[ReportedFigure]) -> Iterator[str]:
    pairs = [one.pairs for one in known if one.pairs]
    if pairs:
        least = f"{min(pairs)} to " if min(pairs) < max(pairs) else ""
        yield f"; kappas are means over {least}{counted(max(pairs), 'coder pair')}"
    methods = {one.coefficient.ci_method for one in known if one.coefficient.ci95}
    if methods:
        how = (f"{name} " for name in ("bootstrap", "jackknife") if _all_by(name, methods))
        yield f"; brackets: 95% {''.join(how)}intervals"


def _all_by(name: str, methods: Collection[str | None]) -> bool:
    return all(name in str(method) for method in methods)
