"""Scores of skeletons by marks, each worked out once for whoever asks: agreement and scores.

Coders mark most trials in one of a few ways, and a score hangs on no words. What is remembered is
named by the marks and flags at every place, and those by a number, so that marks that are one
object need not be compared.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coders.lrs import Place, ScoringDesign, asked_in
from dsl.trial import Trial
from renderers.score_rows import CoderRow
from runners.analysis.own_scores import Own, Verdicts, own_score
from runners.analysis.replies import verdicts_of
from runners.analysis.skeletons import Kinds
from runners.analysis.trial_scores import coder_row

if TYPE_CHECKING:
    from coders.desk.state import Judgement
    from runners.analysis.trial_scores import Coding
    from runners.studies.answers import GivenAnswer

_HELD = 5_000
"""So many mappings are known by their identity, and held for that; then it begins anew."""


@dataclass(slots=True)
class RememberedScores:
    """What is known of all skeletons. `kinds` has a number for each of them (see `Kinds`)."""

    kinds: Kinds = field(default_factory=Kinds)
    verdicts: dict[tuple[int, int], tuple[Verdicts, object]] = field(default_factory=dict)
    numbers: dict[Hashable, int] = field(default_factory=dict)
    known: dict[int, tuple[Verdicts, int]] = field(default_factory=dict)
    asked: dict[int, ScoringDesign] = field(default_factory=dict)
    owns: dict[Hashable, Own] = field(default_factory=dict)
    rows: dict[Hashable, CoderRow] = field(default_factory=dict)

    def of(self, kind: int) -> Remembered:
        """The scores of one skeleton, which has this number."""
        return Remembered(kind, self)

    def marked(
        self,
        kind: int,
        trial: Trial,
        answers: Mapping[Place, GivenAnswer],
        judgements: Mapping[Place, Judgement],
    ) -> Verdicts:
        """The verdicts of one coder in rubric view on a trial of this kind, of which every reply
        ended as it should. Marks are what they are in any words, so that those who were told other
        words and were marked alike share theirs, the very same mapping.
        """
        way = (kind, id(judgements))
        found = self.verdicts.get(way)
        if found is None:
            # Judgements are held here, so that ids name them.
            found = self.verdicts[way] = verdicts_of(trial, answers, judgements), judgements
        return found[0]

    def ended(self) -> None:
        """Lets go of what tells marks apart: no trial is asked for any more."""
        self.verdicts.clear()

    def number(self, verdicts: Verdicts) -> int:
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

    def own(
        self,
        trial: Trial,
        verdicts: Verdicts,
        *,
        technical: frozenset[Place],
        disputed: frozenset[Place] = frozenset(),
    ) -> Own:
        """The score of a trial by one coder's verdicts."""
        way = (self.kind, self.all.number(verdicts), technical, disputed)
        found = self.all.owns.get(way)
        if found is None:
            asked = self.all.asked.get(self.kind)
            if asked is None:
                asked = self.all.asked[self.kind] = asked_in(trial)
            found = own_score(trial, verdicts, asked, technical=technical, disputed=disputed)
            self.all.owns[way] = found
        return found

    def row(self, coding: Coding, own: Own) -> CoderRow:
        """What one coder makes of a trial; one row for all trials of which it says the same."""
        given, first = coding.given, coding.first
        way = (
            coding.coder,
            coding.kind,
            coding.counted,
            # Scores are held here, so that ids name them.
            id(own),
            None if given is None else given.lrs,
            None if first is None else first.lrs,
        )
        found = self.all.rows.get(way)
        if found is None:
            found = self.all.rows[way] = coder_row(coding, own)
        return found
