"""The page of agreement where coders gave ratings from 0 to 5 and nothing else: the kappas that a
paper prints, over all experiments and in each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from renderers.fields.coding.coefficients import FLEISS, KAPPA, NAMED, QUADRATIC, among_kappas
from renderers.fields.field import Field, pick
from renderers.tables.agreement import AgreementSection
from runners.agreement.document import BY_EXPERIMENT, KAPPA_RANGE
from runners.agreement.kappas import RANGE, coefficient_of, kappas_of, range_text, title_of
from runners.agreement.measure_page import LINE, CoefficientLine
from runners.agreement.measures import DEMANDS
from runners.agreement.page_columns import of_agreement, section
from runners.agreement.ratings_document import N, with_interval
from runners.agreement.results import Group, StudyAgreement
from runners.agreement.rows import RatedMeasure

PUBLISHED = (
    "Kosoy et al. (2023) report kappas of 0.872 to 0.937; the paper says neither of which type nor "
    "what they range over."
)
RATINGS_COUNT = (
    "n counts ratings with two coders or more; runs of one text are items of their own, and "
    "several ratings of one run are left out together."
)
FEW = (
    f"With fewer than {DEMANDS.least_items} ratings a kappa has so wide an interval that it says "
    "little: report it with its interval, or that of all experiments."
)

_KAPPA, _RANGE_OF_KAPPA = pick(KAPPA_RANGE, "kappa", "range")
_NAME: Field[CoefficientLine] = _KAPPA.told(lambda line: line.label)
_RANGE: Field[CoefficientLine] = _RANGE_OF_KAPPA.told(lambda line: line.range)


def rating_sections(found: StudyAgreement) -> Iterator[AgreementSection]:
    """Cohen's kappa of each pair and on average, Fleiss' and weighted: of all ratings with their
    range over experiments, then of each experiment.
    """
    several = len(found.experiments) > 1
    kappas = (_NAME, *LINE[1:], *((_RANGE,) if several else ()))
    notes = [RANGE] if several else _warning(found)
    yield section("Kappas of the ratings", (), kappas, _kappas(found), *notes, PUBLISHED)
    if several:
        yield section("By experiment", (), _BY_EXPERIMENT, found.experiments, *_warning(found))


def _kappas(found: StudyAgreement) -> Iterator[CoefficientLine]:
    agreement = found.marks.agreement
    ranges = {(one.kappa, one.coders): one for one in found.kappa_ranges}
    for kappa in kappas_of(agreement):
        one = coefficient_of(agreement, kappa)
        name = title_of(kappa, over_pairs=len(agreement.pairs) > 1)
        yield CoefficientLine(name, one, range=range_text(ranges.get(kappa), one))


def _warning(found: StudyAgreement) -> list[str]:
    parts = (found.marks, *(one.marks for one in found.experiments))
    few = any(0 < one.agreement.pairable < DEMANDS.least_items for one in parts)
    return [FEW] if few else []


_MARKS = attrgetter("marks.agreement")
_QUADRATIC = NAMED[QUADRATIC].heading.removesuffix(" kappa")
_BY_EXPERIMENT: tuple[Field[Group], ...] = (
    BY_EXPERIMENT[0],
    *of_agreement(_MARKS, (N, RatedMeasure.RATINGS.unit)),
    *map(
        with_interval,
        of_agreement(_MARKS, (KAPPA, among_kappas(KAPPA)), FLEISS, (QUADRATIC, _QUADRATIC)),
    ),
)
