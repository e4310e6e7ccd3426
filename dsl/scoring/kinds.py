"""The kinds of score.

Each kind is declared here whole: how `scoring` names it, its score, its chance, its scale, its
interval and the levels on which it is averaged. To add a kind, write a class, list it in `KINDS`
and test it; the language, `check`, score tables, JSON documents, exports and the report read it
from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from dsl import exact
from dsl.patterns import lazy_pattern
from dsl.record import record
from dsl.scoring.score_kind import (
    IntervalMethod,
    ItemValues,
    MarkedQuestion,
    MarkTotal,
    Odds,
    ScoreKind,
    ScoreLevel,
)


class Lrs(ScoreKind):
    """LLM Response Score: bands of the weighted proportion correct (Kosoy et al., 2023, Table 1).

    The paper's bands have gaps (0-24, 25-49, 50-74, 75-99, 100 per cent); they are read here as
    half-open. An LRS of 0 comes from the status of a trial, not from its marks: see `coders.lrs`.
    """

    name = "lrs"
    heading = "LRS"
    meaning = "LLM Response Score: bands of the proportion correct"
    high = Fraction(5)
    levels = frozenset(ScoreLevel)

    def score(self, questions: Sequence[MarkedQuestion]) -> Fraction | None:
        """The band, 1 to 5, of a trial of which every question has a mark."""
        marks = [one.mark for one in questions]
        worth = sum((one.worth for one in questions), Fraction(0))
        if not worth or None in marks:
            return None
        earned = sum(((one.mark or 0) * one.worth for one in questions), Fraction(0))
        return Fraction(rule(earned / worth))

    def chance(self, questions: Sequence[MarkedQuestion]) -> Fraction | None:
        """The mean band over every combination of guesses, with control questions passed."""
        worth = sum((one.worth for one in questions), Fraction(0))
        totals = _totals((one.worth, one.odds) for one in questions)
        if totals is None or not worth:
            return None
        return sum((rule(earned / worth) * p for earned, p in totals.items()), Fraction(0))


class _OfItems(ScoreKind):
    """A mean of what each question is worth by itself."""

    def score(self, questions: Sequence[MarkedQuestion]) -> Fraction | None:
        """The mean over questions that have a mark; None of nothing, and where a chance that is
        needed is unknown, 0 or 1.
        """
        found = self.of_items(questions)
        return None if found is None else found.mean


class Accuracy(_OfItems):
    """The mean mark."""

    name = "accuracy"
    heading = "accuracy"
    meaning = "mean mark of the test questions"
    interval = IntervalMethod.TWO_DRAWS

    def chance(self, questions: Sequence[MarkedQuestion]) -> Fraction | None:
        """The mean over the same questions of the mean mark of a guess."""
        return _mean(one.chance for one in questions if one.mark is not None)

    def of_items(self, items: Sequence[MarkedQuestion]) -> ItemValues | None:
        """The marks."""
        marks = tuple(one.mark for one in items if one.mark is not None)
        return ItemValues(marks, Fraction(0)) if marks else None

    def of_totals(self, totals: Sequence[MarkTotal]) -> tuple[Fraction | None, Fraction | None]:
        """The share of marks."""
        count = sum(one.marked for one in totals)
        if not count:
            return None, None
        return sum(one.total for one in totals) / Fraction(count), _mean_chance(totals, count)


class _Calibrated(_OfItems):
    """A mean that is 0 for guessing."""

    low = None

    def chance(self, questions: Sequence[MarkedQuestion]) -> Fraction | None:
        """0, by its definition, where it has a value."""
        return None if self.score(questions) is None else Fraction(0)


class CalibratedAccuracy(_Calibrated):
    """(mark - chance) / (1 - chance), question by question (Wang et al., 2024, equation 1)."""

    name = "calibrated_accuracy"
    heading = "calibrated"
    meaning = "mean of (mark - chance) / (1 - chance): 0 for guessing, 1 for all right"

    def of_items(self, items: Sequence[MarkedQuestion]) -> ItemValues | None:
        """The score of each item."""
        known = _with_chances(items)
        if not known:
            return None
        values = tuple(_above_chance(mark, chance) for mark, chance in known)
        return ItemValues(
            values, exact.mean([_above_chance(Fraction(0), chance) for _, chance in known])
        )

    def of_totals(self, totals: Sequence[MarkTotal]) -> tuple[Fraction | None, Fraction | None]:
        """The mean over items; None where a chance is unknown, 0 or 1."""
        count, known = _with_totals(totals)
        if not known:
            return None, None
        above = sum((total - n * chance) / (1 - chance) for n, total, chance in known)
        return above / Fraction(count), Fraction(0)


class AggregateCalibrated(_Calibrated):
    """(accuracy - chance) / (1 - chance) of the totals: what the tables of Wang et al. (2024) have.

    It is not their equation 1, the mean of the same over items, where these have different chances.
    """

    name = "aggregate_calibrated_accuracy"
    heading = "aggregate"
    meaning = (
        "(accuracy - chance) / (1 - chance) of all items together: 0 for guessing, 1 for all right"
    )

    def of_items(self, items: Sequence[MarkedQuestion]) -> ItemValues | None:
        """(mark - c) / (1 - c) of each item, with c the mean chance of all."""
        known = _with_chances(items)
        if not known:
            return None
        chance = exact.mean([chance for _, chance in known])
        values = tuple(_above_chance(mark, chance) for mark, _ in known)
        return ItemValues(values, _above_chance(Fraction(0), chance))

    def of_totals(self, totals: Sequence[MarkTotal]) -> tuple[Fraction | None, Fraction | None]:
        """That of all items together; None where a chance is unknown, 0 or 1."""
        count, known = _with_totals(totals)
        if not known:
            return None, None
        chance = sum(n * one for n, _, one in known) / Fraction(count)
        share = sum(total for _, total, _ in known) / Fraction(count)
        return _above_chance(share, chance), Fraction(0)


@record
class PassWhen(ScoreKind):
    """A criterion: a trial passes when `right` of its `questions` test questions are right.

    Half marks are not right. What is undecided does not stop a result that it could not change.
    """

    right: int
    questions: int

    name = "passed"
    heading = "passed"
    meaning = "proportion of trials with at least K of N test questions right"
    interval = IntervalMethod.WILSON

    @property
    def criterion(self) -> str:
        """As the script has it."""
        return f"pass when {self.right} of {self.questions} right"

    def score(self, questions: Sequence[MarkedQuestion]) -> Fraction | None:
        """1 for a pass, 0 for none."""
        right = sum(one.mark == 1 for one in questions)
        undecided = sum(one.mark is None for one in questions)
        if right >= self.right:
            return Fraction(1)
        return None if right + undecided >= self.right else Fraction(0)

    def chance(self, questions: Sequence[MarkedQuestion]) -> Fraction | None:
        """The probability of a pass by guessing each question independently, exact."""
        totals = _totals((Fraction(1), _all_or_nothing(one.odds)) for one in questions)
        if totals is None:
            return None
        return sum((p for right, p in totals.items() if right >= self.right), Fraction(0))


@record
class ScoringKinds:
    """How a script is scored: the kinds that `score` prints in addition to the LRS, and those that
    only documents have. `items` are further kinds for the items of a bank, printed as the last of
    the others is.
    """

    printed: tuple[ScoreKind, ...] = ()
    documented: tuple[ScoreKind, ...] = ()
    items: tuple[ScoreKind, ...] = ()

    @property
    def kinds(self) -> tuple[ScoreKind, ...]:
        """Those of any questions."""
        return (*self.printed, *self.documented)

    @property
    def of_items(self) -> ScoringKinds:
        """The kinds for the items of a bank."""
        if self.documented:
            return ScoringKinds(self.printed, (*self.documented, *self.items))
        return ScoringKinds((*self.printed, *self.items))


LRS = Lrs()
ACCURACY = Accuracy()
CALIBRATED = CalibratedAccuracy()
AGGREGATE = AggregateCalibrated()

_PASS = lazy_pattern(r"pass when ([0-9]{1,9}) of ([0-9]{1,9}) right")

NAMED: dict[str, ScoringKinds] = {
    "lrs": ScoringKinds(),
    "accuracy": ScoringKinds((ACCURACY,), (CALIBRATED,), (AGGREGATE,)),
    "calibrated accuracy": ScoringKinds((ACCURACY, CALIBRATED), (), (AGGREGATE,)),
    "agreement": ScoringKinds(),
}
"""What `scoring` may say in fixed words."""

KINDS: tuple[type[ScoreKind], ...] = (
    Lrs, Accuracy, CalibratedAccuracy, AggregateCalibrated, PassWhen,
)  # fmt: skip
FORMS = (*NAMED, "pass when 3 of 4 right")
"""What may follow `scoring`; numbers are an example."""


def scoring_of(words: str) -> ScoringKinds | None:
    """What `scoring` means with these words after it; None for words that name no kind."""
    if words in NAMED:
        return NAMED[words]
    found = _PASS.fullmatch(words)
    if found is None:
        return None
    return ScoringKinds((PassWhen(int(found[1]), int(found[2])),))


def rule(share: Fraction, *, unclear: bool = False) -> int:
    """The LRS, 1 to 5, of a trial in which `share` of the marks was earned.

    `unclear`: some right answer carries the flag unclear, which bars a 5.
    """
    if share >= 1:
        return 4 if unclear else 5
    return 1 + int(share * 4)


def linear(share: Fraction) -> Fraction:
    """The LRS without bands, 1 + 4 x share: the same for any number of questions."""
    return 1 + 4 * share


def _mean(values: Iterable[Fraction | None]) -> Fraction | None:
    """The mean; None of nothing, and where one of them is None."""
    found = list(values)
    known = [one for one in found if one is not None]
    return exact.mean(known) if found and len(known) == len(found) else None


def _mean_chance(totals: Sequence[MarkTotal], count: int) -> Fraction | None:
    """The mean mark of guesses at these items; None where the chance of one is unknown."""
    known = [(one.marked, one.chance) for one in totals if one.marked]
    parts = [n * chance for n, chance in known if chance is not None]
    return sum(parts, Fraction(0)) / count if len(parts) == len(known) else None


def _with_totals(
    totals: Sequence[MarkTotal],
) -> tuple[int, list[tuple[int, Fraction, Fraction]]]:
    """How many items are marked, and (marked, total, chance) of each odds; nothing where one of
    them has no chance, or one of 0 or 1.
    """
    marked = [(one.marked, one.total, one.chance) for one in totals if one.marked]
    known = [(n, total, c) for n, total, c in marked if c is not None and 0 < c < 1]
    return sum(n for n, _, _ in marked), known if len(known) == len(marked) else []


@lru_cache(maxsize=4096)
def _above_chance(mark: Fraction, chance: Fraction) -> Fraction:
    """(mark - chance) / (1 - chance). Many items have the same."""
    return (mark - chance) / (1 - chance)


def _with_chances(items: Sequence[MarkedQuestion]) -> list[tuple[Fraction, Fraction]]:
    """(mark, chance) of the items that have a mark; empty where one of them has no chance, or one
    of 0 or 1.
    """
    marked = [(one.mark, one.chance) for one in items if one.mark is not None]
    known = [(mark, c) for mark, c in marked if c is not None and 0 < c < 1]
    return known if len(known) == len(marked) else []


def _all_or_nothing(odds: Odds | None) -> Odds | None:
    """The odds of a question of which only the whole mark counts."""
    if odds is None:
        return None
    right = sum((p for mark, p in odds if mark == 1), Fraction(0))
    return ((Fraction(1), right), (Fraction(0), 1 - right))


def _totals(weighted: Iterable[tuple[Fraction, Odds | None]]) -> dict[Fraction, Fraction] | None:
    """How likely each sum of weighted marks is for a guesser; None where some odds are unknown."""
    totals = {Fraction(0): Fraction(1)}
    for worth, odds in weighted:
        if odds is None:
            return None
        longer: dict[Fraction, Fraction] = {}
        for total, p in totals.items():
            for mark, q in odds:
                there = total + worth * mark
                longer[there] = longer.get(there, Fraction(0)) + p * q
        totals = longer
    return totals
