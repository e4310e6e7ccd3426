"""Why a coefficient is not given, in words that a reader of the table understands.

A coefficient may be undefined, may not fit the level, or may rest on too little; the reason is
looked for in that order, so that somebody is not sent for more items where the level is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from coders.statistics.coefficient import Base, Definition
from coders.statistics.ratings import Ints, Ratings


@dataclass(frozen=True, slots=True)
class Demands:
    """What somebody asks of a figure before giving it; by default it has to be defined, no more.

    `least_items`: common items. `least_share`: a share of the ratings that at least two categories
    must have each, for the coefficients that are corrected for chance; nearly constant ratings
    make them mean nothing. The tables of a study ask for 20 items and .05. `left_out`:
    coefficients that are not given whatever they rest on, with the reason.
    """

    least_items: int = 1
    least_share: float = 0.0
    left_out: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many items have two or more ratings, or all; how many both coders of a pair rated, summed
    over pairs, and how many pairs have such items.
    """

    pairable: int
    complete: int
    common: int
    pairs: int

    def on(self, base: Base) -> int:
        """The items that a coefficient rests on."""
        return {Base.TWO: self.pairable, Base.BOTH: self.common, Base.PAIRS: self.common}.get(
            base, self.complete
        )


def counts(ratings: Ratings) -> Counts:
    """How many items there are for each kind of coefficient."""
    raters, many = ratings.raters, ratings.frequencies
    m = len(ratings.coders)
    given = ratings.given.astype(np.int64)
    return Counts(
        int(many[raters > 1].sum()),
        int(many[raters == m].sum()) if m > 1 else 0,
        int((raters * (raters - 1) // 2) @ many),
        int((np.triu(given.T @ given, 1) > 0).sum()),
    )


def before(
    definition: Definition,
    ratings: Ratings,
    there: Counts,
    demands: Demands,
    *,
    tables: bool,
    flat: str | None,
) -> str | None:
    """A reason that is known before anything is computed; None if there is none.

    `tables`: whether there are tables of the categories. `flat` is what `nearly_constant` says.
    """
    if definition.name in demands.left_out:
        return demands.left_out[definition.name]
    if definition.ordered and ratings.values is None:
        return "needs categories in an order, and the level is nominal"
    if definition.name == "krippendorff_alpha_ratio" and min(ratings.values or (0.0,)) < 0:
        return "a category is below 0, so that there are no ratios"
    if len(ratings.coders) < 2:
        return "fewer than two coders rated anything"
    n = there.on(definition.base)
    if n == 0:
        if definition.base is Base.ALL and len(ratings.coders) > 2:
            return f"no item was rated by all {len(ratings.coders)} coders"
        return "no item was rated by two coders"
    by_value = definition.name.startswith("icc") or definition.name == "krippendorff_alpha_interval"
    if not tables and not by_value:
        return f"there are {len(ratings.labels):,} different ratings, too many for categories"
    pairs = there.pairs if definition.base is Base.PAIRS else 1
    if n < demands.least_items * pairs:
        common = f"{n} common items" if pairs == 1 else f"{n} common items in {pairs} pairs"
        each = "" if pairs == 1 else " each"
        return f"{common}, fewer than {demands.least_items}{each}"
    return flat if definition.corrected else None


def use_of_categories(ratings: Ratings) -> Ints:
    """How often each category was given where two or more rated, shape (categories,)."""
    pairable = ratings.rows(ratings.raters > 1)
    return sum(
        (
            np.bincount(codes[codes >= 0], pairable.frequencies[codes >= 0], len(ratings.labels))
            for codes in pairable.codes.T
        ),
        np.zeros(len(ratings.labels)),
    ).astype(np.int64)


def nearly_constant(ratings: Ratings, demands: Demands) -> str | None:
    """The reason where fewer than two categories have the share of the ratings that is demanded."""
    least = demands.least_share
    if least <= 0:
        return None
    used = use_of_categories(ratings)
    if not used.sum() or int((used >= least * used.sum()).sum()) >= 2:
        return None
    top = ratings.labels[int(used.argmax())]
    share = used.max() / used.sum()
    return f"nearly constant: {share:.0%} of the ratings are `{top}`"


def undefined(definition: Definition, ratings: Ratings) -> str:
    """Why a coefficient that could be computed came out as nothing."""
    name = definition.name
    if name in {"brennan_prediger", "gwet_ac1"} or name.startswith("gwet_ac2"):
        return "there is only one category: agreement cannot be told from chance"
    raters = ratings.raters
    needed = len(ratings.coders) if definition.base is Base.ALL else 2
    rated = ratings.codes[raters >= needed]
    if name.startswith("icc") and ratings.frequencies[raters >= needed].sum() < 2:
        return "needs two items that every coder rated, and there is 1"
    used = np.unique(rated[rated >= 0])
    if used.size == 1:
        return (
            f"constant: every rating is `{ratings.labels[int(used[0])]}`, so that agreement cannot "
            "be told from chance"
        )
    if definition.base is Base.PAIRS:
        return _pair(name, ratings)
    if name.startswith("icc"):
        return "the items do not differ, so that there is nothing to tell apart"
    return "the ratings do not vary enough for it to be defined"


def _pair(name: str, ratings: Ratings) -> str:
    """The first pair of coders for which a mean over pairs is undefined."""
    for one, other in combinations(range(len(ratings.coders)), 2):
        both = ratings.given[:, one] & ratings.given[:, other]
        left, right = ratings.codes[both, one], ratings.codes[both, other]
        if not left.size:
            continue
        who = f"{ratings.coders[one]} and {ratings.coders[other]}"
        same = np.unique(np.concatenate([left, right]))
        if same.size == 1:
            return f"{who} rated every item that they share `{ratings.labels[int(same[0])]}`"
        if name == "spearman_mean":
            for coder, codes in ((one, left), (other, right)):
                if np.unique(codes).size == 1:
                    label = ratings.labels[int(codes[0])]
                    return f"{ratings.coders[coder]} rated every item `{label}`: nothing to rank"
    return "a pair of coders does not vary enough for it to be defined"
