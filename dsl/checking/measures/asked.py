"""A question as measures name it: its outcomes, and how often it is asked in a version of a run."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from dsl import faults
from dsl.checking.findings import Findings
from dsl.checking.outcomes import outcomes_of
from dsl.checking.session.thread import Visit
from dsl.checking.space import Region, Space
from dsl.diagnostic import Span
from dsl.experiment import Outcome
from dsl.tree import JUDGED, QuestionKind
from dsl.words import folded

_JUDGED = (Outcome.RIGHT.value, Outcome.HALF.value, Outcome.WRONG.value)


class MeasuredQuestion:
    """All places where one question is asked."""

    def __init__(self, space: Space) -> None:
        self.visits: list[Visit] = []
        self.space = space

    @property
    def name(self) -> str:
        """As the script first has it."""
        return self.visits[0].question.name

    @cached_property
    def even(self) -> bool:
        """Whether it is scored over draws alone."""
        return any(one.question.kind is QuestionKind.EVEN for one in self.visits)

    @cached_property
    def tested(self) -> bool:
        """Whether its marks are part of scores."""
        return any(one.question.kind is QuestionKind.TEST for one in self.visits)

    @cached_property
    def outcomes(self) -> tuple[str, ...]:
        """What a reply can be: by its mark where coders judge it, else as it is read."""
        found: dict[str, str] = {}
        for one in self.visits:
            judged = one.question.kind in JUDGED
            for outcome in _JUDGED if judged else outcomes_of(one.asked.tree):
                found.setdefault(folded(outcome), outcome)
        return () if self.even else tuple(found.values())

    @cached_property
    def scale(self) -> tuple[int, int] | None:
        """The ends of its scale, if it has one and everywhere the same."""
        ends = {
            None if (rating := one.question.rating) is None else (rating.low, rating.high)
            for one in self.visits
        }
        return ends.pop() if len(ends) == 1 else None

    @cached_property
    def counts(self) -> Mapping[int, Region]:
        """How often it is asked in one version of a run, and at which levels so often."""
        found: dict[int, Region] = {0: self.space.full}
        for one in self.visits:
            here = one.times * max(len(one.question.forms), 1)
            for count, region in list(found.items()):
                if more := region & one.reach:
                    found[count] = region & ~more
                    found[count + here] = found.get(count + here, 0) | more
        return {count: region for count, region in found.items() if count and region}

    def fits(self, least: int, of: int, span: Span, found: Findings) -> None:
        """Reports where it is not asked `of` times, or `least` of them cannot be right."""
        for count, region in self.counts.items():
            if count != of or not 1 <= least <= of:
                found.add(
                    faults.measures.CountDoesNotFit(
                        span=span, least=least, of=of, count=count,
                        why=f"`{self.name}` is asked {times(count)}",
                        cell=self.space.describe(region, self.reach),
                    )
                )  # fmt: skip

    @cached_property
    def reach(self) -> Region:
        """Where it is asked."""
        region = 0
        for one in self.counts.values():
            region |= one
        return region


def times(count: int) -> str:
    """`once`, or `6 times`."""
    return "once" if count == 1 else f"{count} times"
