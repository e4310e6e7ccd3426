"""How far people who rated agree with each other."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from coders.statistics.agreement import Agreement, agreement
from coders.statistics.ratings import NOT_RATED, ratings_of
from coders.statistics.reasons import Demands
from dsl.files.people import PeopleRatings
from dsl.words import counted
from renderers.rows.waves import PeopleAgreement, WaveFigure


def people_agreement(people: PeopleRatings, what: str) -> Iterator[PeopleAgreement]:
    """Fleiss' kappa and the mean pairwise Spearman correlation of people's ratings, of all waves
    but 0.
    """
    given = {place: each for place, each in people.given.items() if place[1] and len(each) > 1}
    raters = list(dict.fromkeys(name for each in given.values() for name in each))
    low, high = people.scale
    if not given:
        none = WaveFigure(None, 0, 0, reason="no item was rated by two people")
        yield PeopleAgreement(what, "all steps", "Fleiss' kappa", none, len(people.raters))
        return
    ratings = ratings_of(
        [[each.get(one, NOT_RATED + low) - low for one in raters] for each in given.values()],
        coders=raters,
        labels=[str(one) for one in range(low, high + 1)],
        clusters=[levels for levels, _, _ in given],
    )
    several = counted(high - low + 1, "step")
    found = agreement(ratings, demands=Demands())
    yield _fleiss(what, several, found, len(raters))
    yield _spearman(what, several, found, len(raters))
    if high - low >= 4:
        three = agreement(ratings.in_three_steps())
        yield _fleiss(what, "3 polarities", three, len(raters))


def _fleiss(what: str, steps: str, found: Agreement, raters: int) -> PeopleAgreement:
    one = found.coefficient("fleiss_kappa")
    shown = WaveFigure(
        one.value, one.n_items, found.clusters, one.ci95, one.reason or "", one.ci_reason or ""
    )
    return PeopleAgreement(what, steps, "Fleiss' kappa", shown, raters)


def _spearman(what: str, steps: str, found: Agreement, raters: int) -> PeopleAgreement:
    """The mean over the pairs of raters that have a correlation; with an interval if all have."""
    whole = found.coefficient("spearman_mean")
    pairs = [one.coefficient("spearman_mean") for one in found.pairs if one.n]
    known = [one.value for one in pairs if one.value is not None]
    undefined = len(pairs) - len(known)
    shown = WaveFigure(
        fmean(known) if known else None,
        found.pairable,
        found.clusters,
        None if undefined else whole.ci95,
        "" if known else whole.reason or "no pair of people has a correlation",
        f"{counted(undefined, 'pair')} of people have none" if undefined
        else whole.ci_reason or "",
    )  # fmt: skip
    return PeopleAgreement(what, steps, "mean pairwise Spearman", shown, raters, len(known),
                           undefined)  # fmt: skip
