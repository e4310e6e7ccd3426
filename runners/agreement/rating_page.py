"""The page of agreement where coders gave ratings from 0 to 5 and nothing else: the kappas that a
paper prints, over all experiments and in each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from coders.statistics.coefficient import Coefficient
from renderers.fields.field import Field
from renderers.tables.agreement import AgreementSection, cell, label
from runners.agreement.kappas import RANGE, coefficient_of, kappas_of, range_text, title_of
from runners.agreement.measures import DEMANDS
from runners.agreement.page_columns import FLEISS, KAPPA, QUADRATIC, figure, interval, section
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


@dataclass(frozen=True, slots=True)
class RatingKappa:
    """One kappa of the ratings, and its range over experiments in words."""

    label: str
    coefficient: Coefficient
    range: str


def rating_sections(found: StudyAgreement) -> Iterator[AgreementSection]:
    """Cohen's kappa of each pair and on average, Fleiss' and weighted: of all ratings with their
    range over experiments, then of each experiment.
    """
    several = len(found.experiments) > 1
    fields: list[Field[RatingKappa]] = [
        label("kappa", lambda one: one.label),
        figure("value", lambda one: one.coefficient),
        interval(lambda one: one.coefficient),
        cell("n", lambda one: one.coefficient.n_items),
    ]
    if several:
        fields.append(cell("range over\nexperiments", lambda one: one.range))
    notes = [RANGE] if several else _warning(found)
    yield section("Kappas of the ratings", (), fields, _kappas(found), *notes, PUBLISHED)
    if several:
        yield section("By experiment", (), _BY_EXPERIMENT, found.experiments, *_warning(found))


def _kappas(found: StudyAgreement) -> Iterator[RatingKappa]:
    agreement = found.marks.agreement
    ranges = {(one.kappa, one.coders): one for one in found.kappa_ranges}
    for kappa in kappas_of(agreement):
        one = coefficient_of(agreement, kappa)
        name = title_of(kappa, over_pairs=len(agreement.pairs) > 1)
        yield RatingKappa(name, one, range_text(ranges.get(kappa), one))


def _warning(found: StudyAgreement) -> list[str]:
    parts = (found.marks, *(one.marks for one in found.experiments))
    few = any(0 < one.agreement.pairable < DEMANDS.least_items for one in parts)
    return [FEW] if few else []


def _of(name: str) -> Callable[[Group], Coefficient]:
    return lambda group: group.marks.agreement.coefficient(name)


_BY_EXPERIMENT: tuple[Field[Group], ...] = (
    label("experiment", lambda one: one.name),
    cell(f"{RatedMeasure.RATINGS.unit}", lambda one: one.marks.agreement.pairable),
    figure("Cohen's", _of(KAPPA)),
    interval(_of(KAPPA)),
    figure("Fleiss'", _of(FLEISS)),
    interval(_of(FLEISS)),
    figure("quadratic", _of(QUADRATIC)),
    interval(_of(QUADRATIC)),
)
