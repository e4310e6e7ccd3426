"""A trial's score, worked out once for all trials that were marked alike.

A score hangs on the skeleton of a trial (which questions are where, what they guard and are worth)
and on the marks, and on no words; coders mark most trials in one of a few ways. Scoring each by
itself took most of the time of a large study.

Marks are known to be alike without being looked at where people coded in rubric view: judgements
that were kept alike are one object. What was said in content view is held against the key first.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coders.packets.shape import CoderKind, View
from dsl.record import replace
from dsl.tree import QuestionKind
from renderers.score_rows import TrialRow
from runners.analysis.replies import places_of
from runners.analysis.trial_scores import Coding, Sat, trial_row
from runners.studies.answers import lost_places

if TYPE_CHECKING:
    from coders.desk.state import HolisticScore
    from runners.analysis.answered import Answered
    from runners.analysis.codings import Codes, Codings
    from runners.coding.judgements import CodedTrial


@dataclass(frozen=True, slots=True, eq=False)
class ScoredTrial:
    """The row of a trial, and the codings that it was made of. `shared`: the codings are those of
    other trials, too, that were marked alike: marks and flags are true, words are another trial's.
    """

    row: TrialRow
    codings: tuple[Coding, ...]
    foreign: bool
    shared: bool


class ScoredAlike:
    """Scores trials; remembers each way in which a skeleton was marked."""

    def __init__(self, codings: Codings, labels: Mapping[str, str]) -> None:
        self._codings = codings
        self._labels = labels
        self._rows: dict[Hashable, tuple[TrialRow, tuple[Coding, ...], Codes]] = {}

    def scored(self, one: Answered) -> ScoredTrial:
        """The score of a trial."""
        codes = self._codings.codes_of(one)
        way = self._by_matcher(one) if self._codings.by_matcher else _way(one, codes)
        if way is not None and way in self._rows:
            row, codings, _ = self._rows[way]
            return ScoredTrial(self._row_of(one, row), codings, codes.foreign, shared=True)
        codings = self._codings.codings(one, codes)
        row = self._made(one, codings)
        if way is not None:
            # Codes are held here, so that ids name their judgements.
            self._rows[way] = row, codings, codes
        return ScoredTrial(row, codings, codes.foreign, shared=way is not None)

    def _by_matcher(self, one: Answered) -> Hashable | None:
        """How the matcher marked a trial before, so that two with the same are scored alike."""
        known = self._codings.known
        marks = known.of(one.key) if known is not None and one.usual else None
        return None if marks is None else (one.scene.kind, id(marks))

    def _made(self, one: Answered, codings: Sequence[Coding]) -> TrialRow:
        """The row of a trial, of scores that may be known from trials that are like it."""
        who, lost = one.participant, lost_places(one.answers)
        asked = lost.intersection(places_of(one.trial, *QuestionKind)) if lost else lost
        ends = tuple(one.answers[at].finish.value for at in sorted(asked))
        sat = Sat(one.trial, self._labels[who.key], who.simulated, one.key, one.scene.text, ends)
        return trial_row(sat, codings, lost, scoring=self._codings.remembered.of(one.scene.kind))

    def _row_of(self, one: Answered, like: TrialRow) -> TrialRow:
        """The row of a trial that was marked as another was."""
        trial, who = one.trial, one.participant
        return replace(
            like,
            experiment=trial.experiment,
            levels=trial.cell.levels,
            wording=trial.cell.wording,
            model=self._labels[who.key],
            simulated=who.simulated,
            draw=trial.draw,
            sample=trial.sample,
            key=one.key,
            text=one.scene.text,
            name=trial.cell.name,
        )


def _way(one: Answered, codes: Codes) -> Hashable | None:
    """How a trial was coded, so that two with the same are scored alike; None where that shows only
    when its words are looked at.
    """
    if not one.usual or not codes.here:
        return None
    if any(each.view is not View.RUBRIC for each in codes.here):
        return None
    # What two of them settled counts in the order in which they did.
    if sum(each.kind is CoderKind.ADJUDICATOR for each in codes.here) > 1:
        return None
    return (one.scene.kind, *map(_judged, codes.here))


def _judged(coded: CodedTrial) -> Hashable:
    given = (_lrs(coded.lrs), _lrs(coded.first_lrs))
    return coded.coder, coded.kind, id(coded.judgements), *given


def _lrs(given: HolisticScore | None) -> int | None:
    return None if given is None else given.lrs
