"""A figure of agreement with its interval, or the reason why there is none; and all there are.

What is undefined has no value and a reason in words. Libraries print NaN, 0 or, by a convention, 1
where two coders gave every item the same single code; each of these is quoted as a finding by
somebody.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Base(StrEnum):
    """Which items a coefficient rests on, in words that fit behind a number."""

    TWO = "items with two or more ratings"
    PAIRS = "items that both coders of a pair rated, summed over pairs"
    BOTH = "items that both coders rated"
    ALL = "items that every coder rated"


@dataclass(frozen=True, slots=True)
class Definition:
    """A coefficient: its `name` in JSON, which items it rests on, who defined it, what it needs.

    `ordered` needs categories in an order; `numbers` equal distances between them, too, which is
    said in the docs and left to the reader. `corrected`: agreement by chance is taken out.
    """

    name: str
    base: Base
    source: str
    ordered: bool = False
    corrected: bool = True


_GWET = "Gwet (2014)"
_COHEN = "Cohen (1960, 1968)"
_ICC = "Shrout & Fleiss (1979)"
_ALPHA = "Krippendorff (2011)"

DEFINITIONS: dict[str, Definition] = {
    one.name: one
    for one in (
        Definition("percent_agreement", Base.TWO, _GWET, corrected=False),
        Definition("percent_within_1", Base.TWO, _GWET, ordered=True, corrected=False),
        Definition("cohen_kappa", Base.PAIRS, _COHEN),
        Definition("cohen_kappa_linear", Base.PAIRS, _COHEN, ordered=True),
        Definition("cohen_kappa_quadratic", Base.PAIRS, _COHEN, ordered=True),
        Definition("light_kappa", Base.PAIRS, "Light (1971)"),
        Definition("scott_pi", Base.TWO, "Scott (1955), Fleiss (1971), Gwet (2014)"),
        Definition("fleiss_kappa", Base.TWO, "Fleiss (1971), Gwet (2014)"),
        Definition("conger_kappa", Base.TWO, "Conger (1980), Gwet (2014)"),
        Definition("brennan_prediger", Base.TWO, _GWET),
        Definition("gwet_ac1", Base.TWO, "Gwet (2008, 2014)"),
        Definition("gwet_ac2_linear", Base.TWO, _GWET, ordered=True),
        Definition("gwet_ac2_quadratic", Base.TWO, _GWET, ordered=True),
        Definition("krippendorff_alpha_nominal", Base.TWO, _ALPHA),
        Definition("krippendorff_alpha_ordinal", Base.TWO, _ALPHA, ordered=True),
        Definition("krippendorff_alpha_interval", Base.TWO, _ALPHA, ordered=True),
        Definition("krippendorff_alpha_ratio", Base.TWO, _ALPHA, ordered=True),
        Definition("icc_1_1", Base.ALL, _ICC, ordered=True),
        Definition("icc_2_1", Base.ALL, _ICC, ordered=True),
        Definition("icc_3_1", Base.ALL, _ICC, ordered=True),
        Definition("icc_1_k", Base.ALL, _ICC, ordered=True),
        Definition("icc_2_k", Base.ALL, _ICC, ordered=True),
        Definition("icc_3_k", Base.ALL, _ICC, ordered=True),
        Definition("kendall_w", Base.ALL, "Kendall & Babington Smith (1939)", ordered=True),
        Definition("spearman_mean", Base.PAIRS, "Spearman (1904)", ordered=True),
    )
}
"""In the order in which they are printed. `specific_agreement` is one figure for each category and
is not among them."""


@dataclass(frozen=True, slots=True)
class Coefficient:
    """One figure of agreement.

    `value` is None with a `reason` where it is undefined or not to be given. `ci95` is None where
    there is no value or no interval, with `ci_reason` for the latter. `n_items` counts the items
    it rests on (see `Base`), `expected` is the agreement by chance that was taken out, and
    `undefined_replicates` says in how many of the bootstrap replicates it was undefined.
    """

    name: str
    value: float | None
    ci95: tuple[float, float] | None = None
    reason: str | None = None
    method: str = ""
    ci_method: str | None = None
    ci_reason: str | None = None
    n_items: int = 0
    expected: float | None = None
    undefined_replicates: int | None = None
