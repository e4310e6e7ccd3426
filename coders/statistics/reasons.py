"""Why a coefficient is not given, in words that a reader of the table understands.

A coefficient may be undefined, may not fit the level, or may rest on too little; the reason is
looked for in that order, so that somebody is not sent for more items where the level is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, compress

import numpy as np

from coders.statistics.coefficient import Base, Definition
from coders.statistics.ratings import Flags, Ints, Ratings


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
    over the pairs that means count, and how many these are.
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


def pairs_averaged(ratings: Ratings, demands: Demands) -> Flags:
    """Which pairs of coders a mean over pairs counts, in the order of `combinations`: those with as
    many common items as are demanded. Where no pair has so many, all with common items.
    """
    common = _common(ratings)
    enough = common >= max(1, demands.least_items)
    return enough if enough.any() else common > 0


def _common(ratings: Ratings) -> Ints:
    """How many items both coders of each pair rated."""
    given = ratings.given.astype(np.int64)
    shared = (given * ratings.frequencies[:, None]).T @ given
    return np.asarray(shared[_above_diagonal(len(ratings.coders))])


@cache
def _above_diagonal(size: int) -> tuple[Ints, Ints]:
    """The rows and columns of a square table above its diagonal."""
    return np.triu_indices(size, 1)


def counts(ratings: Ratings, averaged: Flags) -> Counts:
    """How many items there are for each kind of coefficient."""
    raters, many = ratings.raters, ratings.frequencies
    m = len(ratings.coders)
    return Counts(
        int(many[raters > 1].sum()),
        int(many[raters == m].sum()) if m > 1 else 0,
        int(_common(ratings)[averaged].sum()),
        int(averaged.sum()),
    )


def method_of(definition: Definition, ratings: Ratings, there: Counts) -> str:
    """How it was computed, in words, with how many pairs a mean is over."""
    m = len(ratings.coders)
    if definition.base is not Base.PAIRS:
        return f"{definition.source}; {definition.base.value}"
    if m == 2:
        return f"{definition.source}; {Base.BOTH.value}"
    return f"{definition.source}; mean over {there.pairs} of {m * (m - 1) // 2} pairs of coders"


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
        common = f"{n} common item{'' if n == 1 else 's'}"
        common += "" if pairs == 1 else f" in {pairs} pairs"
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


def pairs_constant(ratings: Ratings, pairs: Sequence[tuple[int, int]], demands: Demands) -> bool:
    """Whether the ratings of each of these pairs of coders are nearly constant."""
    return all(nearly_constant(ratings.of_coders(pair), demands) for pair in pairs)


def undefined(definition: Definition, ratings: Ratings, averaged: Flags) -> str:
    """Why a coefficient that could be computed came out as nothing; `averaged` are the pairs of
    coders that a mean counts.
    """
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
        return _pair(name, ratings, averaged)
    if name.startswith("icc"):
        return "the items do not differ, so that there is nothing to tell apart"
    return "the ratings do not vary enough for it to be defined"


def _pair(name: str, ratings: Ratings, averaged: Flags) -> str:
    """The first pair of coders for which a mean over pairs is undefined."""
    pairs = combinations(range(len(ratings.coders)), 2)
    for one, other in compress(pairs, averaged):
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
