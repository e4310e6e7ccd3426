"""When training ends: so many right in a row, or of the last ones, within a bound.

A row is a window that is as long as what it asks for, so that both are one rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from dsl.record import record


@record
class Criterion:
    """`right` right replies among the last `window`, within `most` questions."""

    right: int
    window: int
    most: int

    @property
    def words(self) -> str:
        """The criterion as a script has it: `3 right in a row`."""
        if self.right == self.window:
            return f"{self.right} right in a row"
        return f"{self.right} of the last {self.window} right"

    @property
    def bound(self) -> str:
        """When to give up, as a script has it: `12 questions`."""
        return f"{self.most} questions" if self.most != 1 else "1 question"

    def met(self, replies: Sequence[bool]) -> bool:
        """Whether these replies, the last one last, end with the criterion; True is right. It can
        be met before `window` replies are there.
        """
        return sum(replies[-self.window :]) >= self.right

    @lru_cache(maxsize=64)  # noqa: B019 - of so many criteria, which are small
    def guessing(self, right: Fraction) -> tuple[Fraction, ...]:
        """How likely a guesser has met the criterion after each question, exactly; `right` is how
        likely one guess is right. Every state of the window is followed: at most 2**n of a window
        of n replies, and n of a row.
        """
        hit, miss = right.numerator, right.denominator - right.numerator
        # Which replies are still in the window at the next question; a miss ends a row.
        last = (1 << self.window - 1) - 1
        after_miss = last if self.right < self.window else 0
        waiting: Counter[int] = Counter({0: 1})
        reached: list[Fraction] = []
        met = 0
        for asked in range(1, self.most + 1):
            after: Counter[int] = Counter()
            met *= right.denominator
            for replies, ways in waiting.items():
                if replies.bit_count() + 1 >= self.right:
                    met += ways * hit
                else:
                    after[(replies << 1 | 1) & last] += ways * hit
                after[replies << 1 & after_miss] += ways * miss
            waiting = after
            reached.append(Fraction(met, right.denominator**asked))
        return tuple(reached)

    def by_guessing(self, right: Fraction) -> Fraction:
        """How likely a guesser meets the criterion within the bound."""
        return self.guessing(right)[-1]

    def questions_by_guessing(self, right: Fraction) -> Fraction:
        """How many questions a guesser is asked on average, at most the bound."""
        return self.most - sum(self.guessing(right)[:-1], Fraction(0))
