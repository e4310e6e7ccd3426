"""Sections on one measure each, with a coefficient a line: control questions, the LRS of scored
trials, with the zeros, and on a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from coders.statistics.coefficient import DEFINITIONS, Base, Coefficient
from dsl.words import capital, counted
from renderers.fields.coding.coefficients import (
    ALPHA,
    FROM_CELLS,
    ICC_OF_MEAN,
    ICC_OF_ONE,
    KAPPA,
    NAMED,
    PERCENT,
    POOLED,
    QUADRATIC,
    WITHIN_1,
    WITHIN_CELL,
)
from renderers.fields.field import Field, by_name, field, headed, through
from renderers.fields.scales import TEXT
from renderers.fields.trials import LINEAR
from renderers.tables.agreement import AgreementSection
from runners.agreement.document import CONTROLS as CONTROL_QUESTIONS
from runners.agreement.document import GATE as PASSED
from runners.agreement.document import LRS, STUDY
from runners.agreement.document import WITH_ZEROS as LRS_WITH_ZEROS
from runners.agreement.page_columns import of_measure, section
from runners.agreement.ratings_document import (
    CI95,
    EXPECTED,
    N_ITEMS,
    SPECIFIC,
    VALUE,
)
from runners.agreement.results import StudyAgreement
from runners.agreement.to_report import within_cells


@dataclass(frozen=True, slots=True)
class CoefficientLine:
    """One coefficient in a row of its own. `of_pairs`: it rests on pairs of codes, since several
    pairs of coders have one each; `range`: over experiments, in words.
    """

    label: str
    coefficient: Coefficient
    of_pairs: bool = False
    range: str = ""


def _items(line: CoefficientLine) -> str:
    n = line.coefficient.n_items
    return counted(n, "pair") if line.of_pairs else f"{n:,}"


LINE: tuple[Field[CoefficientLine], ...] = (
    field(TEXT, "figure", "name of the figure", "label", heading="figure", label=True, folds=True),
    *through(CoefficientLine, "coefficient", (VALUE, CI95)),
    N_ITEMS.told(_items),
)

_MEASURES = by_name(STUDY)
_SAME, _ALPHA, _QUADRATIC = "the same LRS", "alpha ordinal", "kappa, quadratic"

CONTROLS = of_measure(
    CONTROL_QUESTIONS,
    (PERCENT, f"{CONTROL_QUESTIONS.what}: agreement"), (KAPPA, f"  {NAMED[KAPPA].what}"),
)  # fmt: skip
GATE = of_measure(
    PASSED,
    (PERCENT, f"{PASSED.what}: agreement"), (KAPPA, f"  {NAMED[KAPPA].what}"),
)  # fmt: skip
SCORED = of_measure(
    LRS,
    (PERCENT, _SAME), WITHIN_1, (QUADRATIC, f"{NAMED[QUADRATIC].heading}, {POOLED}"),
    (ALPHA, f"{_ALPHA}, {POOLED}"),
)  # fmt: skip
WITH_ZEROS = of_measure(
    LRS_WITH_ZEROS,
    (PERCENT, _SAME), (KAPPA, "kappa, unweighted"), (QUADRATIC, _QUADRATIC),
)  # fmt: skip
THREE_STEPS = of_measure(
    _MEASURES["lrs_in_three_steps"].read_by(attrgetter("three_steps")),
    (PERCENT, "the same of 3 steps (0-1, 2-3, 4-5)"), (QUADRATIC, f"{_QUADRATIC}, of 3 steps"),
)  # fmt: skip
ON_A_LINE = of_measure(_MEASURES[LINEAR.name], ICC_OF_ONE, ICC_OF_MEAN)
LINES = (*CONTROLS, *GATE, *SCORED, *WITH_ZEROS, *THREE_STEPS, *ON_A_LINE)


def measure_sections(found: StudyAgreement) -> Iterator[AgreementSection]:
    """The sections, in their order."""
    passed, kappa = GATE
    yield section(
        capital(headed(CONTROL_QUESTIONS)),
        "Specific agreement: if one coder chooses a category, how often another does.",
        LINE,
        (
            *_told((*CONTROLS, passed), found),
            *(
                CoefficientLine(f"  {SPECIFIC.heading}: {one.label}", one.specific)
                for one in found.gate.agreement.categories
            ),
            *_told((kappa,), found),
        ),
    )
    yield section(
        "LRS of trials scored by both coders of a pair (1 to 5)",
        "Quote the figure within cells: pooled agreement is inflated by differences "
        "between cells, which coders can know without reading.",
        LINE,
        _scored(found),
    )
    one, mean = ON_A_LINE
    whole, few = (len(one.agreement.labels) for one in (found.final, found.three_steps))
    yield section(
        f"Final {LRS_WITH_ZEROS.what} (0 to 5)",
        "Closest to the paper's kappa, whose type is unknown. Zeros raise it.",
        LINE,
        _told((*WITH_ZEROS, *THREE_STEPS), found),
        f"Agreement is usually higher with fewer categories: {few} here instead of {whole}.",
    )
    yield section(
        "Linear score: 1 + 4 x proportion correct, 0 if the trial scores 0",
        f"{one.heading}: reliability of one coder; {mean.heading}: of the mean of all coders.",
        LINE,
        _told(ON_A_LINE, found),
    )


def _told(
    figures: Iterable[Field[StudyAgreement]], found: StudyAgreement
) -> Iterator[CoefficientLine]:
    for one in figures:
        assert one.inner is not None
        coefficient: Any = one.value(found)
        several = len(one.inner(found).pairs) > 1
        pairs = several and DEFINITIONS[coefficient.name].base is Base.PAIRS
        yield CoefficientLine(one.heading, coefficient, of_pairs=pairs)


def _scored(found: StudyAgreement) -> Iterator[CoefficientLine]:
    """Each figure, then what it would be by chance, or of coders who read nothing."""
    alone = {one.name: one for one in found.rule.agreement.baseline_cell_only}
    for line in _told(SCORED, found):
        one = line.coefficient
        yield line
        if one.value is None:
            continue
        if one.name == WITHIN_1 and one.expected is not None:
            expected = Coefficient(one.name, one.expected, n_items=one.n_items)
            yield CoefficientLine(f"{line.label}, {EXPECTED.heading}", expected)
        if one.name in (QUADRATIC, ALPHA) and one.name in alone:
            yield CoefficientLine(f"  {FROM_CELLS.heading}", alone[one.name])
    within = within_cells(found.rule)
    yield CoefficientLine(f"{_ALPHA}, {WITHIN_CELL.heading}", within)
