"""How far people who rated agree with each other."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from coders.statistics.agreement import Agreement, agreement
from coders.statistics.ratings import NOT_RATED, ratings_of
from coders.statistics.reasons import Demands
from dsl.files.people import PeopleRatings
from dsl.words import counted
from renderers.fields.coding.coefficients import FLEISS, NAMED, SPEARMAN
from renderers.rows.waves import WaveFigure, WaveRow


def people_agreement(people: PeopleRatings, what: str) -> Iterator[WaveRow]:
    """Fleiss' kappa and the mean pairwise Spearman correlation of people's ratings, of all waves
    but 0.
    """
    given = {place: each for place, each in people.given.items() if place[1] and len(each) > 1}
    raters = list(dict.fromkeys(name for each in given.values() for name in each))
    low, high = people.scale

    def row(steps: str, coefficient: str, figure: WaveFigure, **pairs: int) -> WaveRow:
        facts: dict[str, object] = {
            "what": what, "steps": steps, "coefficient": coefficient,
            "raters": len(raters or people.raters), "pairs": None, "undefined_pairs": None,
        }  # fmt: skip
        return WaveRow("", False, False, facts | pairs, {"figure": figure})

    if not given:
        none = WaveFigure(None, 0, 0, reason="no item was rated by two people")
        yield row("all steps", NAMED[FLEISS].what, none)
        return
    ratings = ratings_of(
        [[each.get(one, NOT_RATED + low) - low for one in raters] for each in given.values()],
        coders=raters,
        labels=[str(one) for one in range(low, high + 1)],
        clusters=[levels for levels, _, _ in given],
    )
    several = counted(high - low + 1, "step")
    found = agreement(ratings, demands=Demands())
    yield row(several, NAMED[FLEISS].what, _fleiss(found))
    shown, pairs, undefined = _spearman(found)
    yield row(several, "mean pairwise Spearman", shown, pairs=pairs, undefined_pairs=undefined)
    if high - low >= 4:
        yield row("3 polarities", NAMED[FLEISS].what, _fleiss(agreement(ratings.in_three_steps())))


def _fleiss(found: Agreement) -> WaveFigure:
    one = found.coefficient(FLEISS)
    return WaveFigure(
        one.value, one.n_items, found.clusters, one.ci95, one.reason or "", one.ci_reason or ""
    )


def _spearman(found: Agreement) -> tuple[WaveFigure, int, int]:
    """The mean over the pairs of raters that have a correlation, how many have one and how many
    have none; with an interval if all have.
    """
    whole = found.coefficient(SPEARMAN)
    pairs = [one.coefficient(SPEARMAN) for one in found.pairs if one.n]
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
    return shown, len(known), undefined
