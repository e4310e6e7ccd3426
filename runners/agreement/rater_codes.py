"""What a coder made of a trial as numbers, each way of judging once.

Sets of marks are scored where the scores' are (`MarkSets`), so that scores and agreement cannot
differ on what a coder meant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from coders.lrs import Gate
from coders.marks import HALF, RATINGS, RIGHT, WRONG
from coders.statistics.ratings import NOT_RATED
from dsl.tree import JUDGED, TESTS
from dsl.trial import Place, Question
from runners.analysis.marks import MarkSets
from runners.studies.trial_designs import TrialDesign

NOT_ASKED = -2
"""The mark of a question that a coder did not judge; of one that has no mark it is -1."""

_MARKS = {WRONG: 0, HALF: 1, RIGHT: 2}
_GATES = {Gate.FAILED: 0, Gate.PASSED: 1}


@dataclass(frozen=True, slots=True)
class QuestionSlot:
    """One control or test question of a design."""

    place: Place
    question: Question
    tested: bool
    title: str


def slots_of(design: TrialDesign) -> tuple[QuestionSlot, ...]:
    """The questions of a design, in order."""
    found: list[QuestionSlot] = []
    for place, session, one in design.trial.asked(*JUDGED):
        version = f" ({session.version})" if session.version else ""
        tested = one.kind in TESTS
        found.append(QuestionSlot(place, one, tested, f"{one.title}{version}"))
    return tuple(found)


class RaterCodes:
    """What coders made of trials, each way once: `marks` at the slots of its design, and what the
    rule makes of them.
    """

    def __init__(self, sets: MarkSets) -> None:
        self.sets = sets
        self.marks: list[list[int]] = []
        self.trials: list[tuple[int, int, int, int]] = []
        """LRS, gate, the LRS where it was scored, and the step on the line."""
        self.steps: dict[Fraction, int] = {}
        self._numbers: dict[object, int] = {}

    def number(
        self,
        marks: int,
        judged: Mapping[Place, object],
        slots: Sequence[QuestionSlot],
        *,
        alike: object,
        lost: frozenset[Place],
    ) -> int:
        """The number of a set of marks with these places judged; `alike` names the places."""
        key = (marks, alike, lost)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.marks)
            self.marks.append(
                [
                    self._mark(marks, one.place) if one.place in judged else NOT_ASKED
                    for one in slots
                ]
            )
            self.trials.append(self._trial(marks, lost))
        return found

    def _mark(self, marks: int, place: Place) -> int:
        verdict = self.sets.listed[marks].get(place)
        if verdict is not None and verdict.word in RATINGS:
            return RATINGS[verdict.word]
        return NOT_RATED if verdict is None or verdict.mark is None else _MARKS[verdict.mark]

    def _trial(self, marks: int, lost: frozenset[Place]) -> tuple[int, int, int, int]:
        scored = self.sets.score(marks, technical=lost).scored
        # The mean of several ratings of a run is no category; the ratings are.
        lrs, line = scored.lrs if isinstance(scored.lrs, int) else None, scored.linear
        return (
            NOT_RATED if lrs is None else lrs,
            _GATES.get(scored.gate, NOT_RATED),
            # A 0 is a failed gate or no answer; without an LRS a reply was lost, or is not judged.
            lrs - 1 if lrs else NOT_RATED,
            NOT_RATED if line is None else self.steps.setdefault(line, len(self.steps)),
        )
