"""Scores of skeletons by marks, each worked out once.

Coders mark most trials in one of a few ways, and a score hangs on no words. What is remembered is
named by the marks and flags at every place, and those by a number, so that marks that are one
object need not be compared.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from coders import lrs
from coders.lrs import Asked, Place, Scored
from coders.marks import Verdict
from dsl.trial import Trial
from runners.results import replies

_HELD = 5_000
"""So many mappings are known by their identity, and held for that; then it begins anew."""


@dataclass(slots=True)
class RememberedScores:
    """What is known of all skeletons."""

    numbers: dict[Hashable, int] = field(default_factory=dict)
    known: dict[int, tuple[Mapping[Place, Verdict], int]] = field(default_factory=dict)
    asked: dict[int, Asked] = field(default_factory=dict)
    scores: dict[Hashable, Scored] = field(default_factory=dict)
    changed: dict[Hashable, Mapping[Place, Verdict] | None] = field(default_factory=dict)

    def of(self, kind: int) -> Remembered:
        """The scores of one skeleton, which has this number."""
        return Remembered(kind, self)

    def number(self, verdicts: Mapping[Place, Verdict]) -> int:
        """A number for marks and flags, the same for the same ones."""
        held = self.known.get(id(verdicts))
        if held is None:
            # One flat tuple: a tuple for each place would be most of what is remembered.
            marks = tuple(
                [part for at, found in verdicts.items() for part in (at, found.mark, found.flags)]
            )
            number = self.numbers.setdefault(marks, len(self.numbers))
            if len(self.known) >= _HELD:
                self.known.clear()
            held = self.known[id(verdicts)] = verdicts, number
        return held[1]


@dataclass(frozen=True, slots=True)
class Remembered:
    """Scores trials of one skeleton."""

    kind: int
    all: RememberedScores

    def score(
        self,
        trial: Trial,
        verdicts: Mapping[Place, Verdict],
        *,
        technical: frozenset[Place],
        disputed: frozenset[Place] = frozenset(),
    ) -> Scored:
        """The score of a trial by one coder's verdicts."""
        way = (self.kind, self.all.number(verdicts), technical, disputed)
        found = self.all.scores.get(way)
        if found is None:
            asked = self.all.asked.get(self.kind)
            if asked is None:
                asked = self.all.asked[self.kind] = lrs.asked_in(trial)
            found = lrs.score(trial, verdicts, technical=technical, disputed=disputed, asked=asked)
            self.all.scores[way] = found
        return found

    def with_halves(
        self, trial: Trial, verdicts: Mapping[Place, Verdict], mark: Fraction
    ) -> Mapping[Place, Verdict]:
        """The verdicts with other marks for half ones; the same mapping where there are none."""
        way, changed = (self.kind, self.all.number(verdicts), mark), self.all.changed
        if way not in changed:
            other = replies.with_halves(trial, verdicts, mark)
            changed[way] = None if other is verdicts else other
        return changed[way] or verdicts
