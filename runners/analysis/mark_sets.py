"""The ways in which trials were marked, each known by a number and scored once.

Coders mark most trials in one of a few ways, and a score hangs on the design of a trial and its
marks and on no words. So a hundred thousand trials with three coders have a few thousand scores,
and agreement and scores, which ask for the same ones, share them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from coders.marks import Verdict
from coders.votes import vote_of
from dsl.trial import Place
from runners.analysis.matcher_cache import unpacked
from runners.analysis.rater_scores import RaterScore, RuleScore, RuleScores, Verdicts, rater_score
from runners.analysis.verdicts import verdicts_of

if TYPE_CHECKING:
    from coders.desk.state import Judgement
    from runners.analysis.trials import TrialDesign

_NOWHERE = frozenset[Place]()


class MarkSet(dict[Place, Verdict]):
    """One coder's verdicts on a trial of some design, and their `number` among sets. Marks, flags
    and what the items of a bank vote for are those of every trial that has this set; reasons and
    what was matched elsewhere are those of the first.
    """

    __slots__ = ("design", "number")

    def __init__(self, design: TrialDesign, verdicts: Verdicts, number: int) -> None:
        super().__init__(verdicts)
        self.design, self.number = design, number


class MarkSets:
    """Sets of marks by number, and what each comes to."""

    def __init__(self) -> None:
        self.listed: list[MarkSet] = []
        self._numbers: dict[object, int] = {}
        self._judged: dict[tuple[int, int], int] = {}
        self._cached: dict[tuple[int, str], int] = {}
        self._scores: dict[tuple[int, frozenset[Place], frozenset[Place]], RaterScore] = {}
        self._by_rule: dict[int, RuleScores] = {}
        self._by_questions: dict[object, RuleScores] = {}
        self._alike: dict[object, RuleScore] = {}

    def number(self, design: TrialDesign, verdicts: Mapping[Place, Verdict]) -> int:
        """The number of the set that these verdicts are."""
        if isinstance(verdicts, MarkSet) and self.listed[verdicts.number] is verdicts:
            return verdicts.number
        # One flat tuple: a tuple for each place would be most of what is kept.
        marks = [part for at, one in verdicts.items() for part in (at, one.word, one.flags)]
        votes = [vote_of(verdicts[at]) for at in design.voted if at in verdicts]
        key = (design.skeleton, *marks, *votes)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.listed)
            self.listed.append(MarkSet(design, verdicts, found))
        return found

    def judged(
        self, design: TrialDesign, number: int, judgements: Mapping[Place, Judgement]
    ) -> int:
        """The number of the set that marks of one coder come to, where every reply ended as it
        should and no word of it counts. `number` is that of the judgements.
        """
        at = (design.skeleton, number)
        found = self._judged.get(at)
        if found is None:
            verdicts = verdicts_of(design.trial, design.fine, judgements)
            found = self._judged[at] = self.number(design, verdicts)
        return found

    def cached(self, design: TrialDesign, text: str) -> int:
        """The number of the set that the matcher's cache has as this text."""
        at = (design.skeleton, text)
        found = self._cached.get(at)
        if found is None:
            verdicts = unpacked(text)
            assert verdicts is not None, "the cache gives no text that cannot be read"
            found = self._cached[at] = self.number(design, verdicts)
        return found

    def score_of(
        self,
        design: TrialDesign,
        verdicts: Mapping[Place, Verdict],
        *,
        technical: frozenset[Place] = _NOWHERE,
        disputed: frozenset[Place] = _NOWHERE,
    ) -> RaterScore:
        """What verdicts come to, with these replies lost and these gates in dispute."""
        return self.score(self.number(design, verdicts), technical=technical, disputed=disputed)

    def score(
        self,
        number: int,
        *,
        technical: frozenset[Place] = _NOWHERE,
        disputed: frozenset[Place] = _NOWHERE,
    ) -> RaterScore:
        """What a set comes to, with these replies lost and these gates in dispute."""
        at = (number, technical, disputed)
        found = self._scores.get(at)
        if found is None:
            one = self.listed[number]
            found = self._scores[at] = rater_score(
                one,
                one.design.asked,
                technical=technical,
                disputed=disputed,
                known=self._rules_of(one.design),
            )
        return found

    def _rules_of(self, design: TrialDesign) -> RuleScores:
        """The scores of a design so far."""
        found = self._by_rule.get(design.skeleton)
        if found is None:
            asked = design.asked
            # The rule looks at what is asked and in what order, and not at the places.
            questions = tuple(tuple(one for _, one in some) for some in (asked.units, asked.gating))
            key = (*questions, asked.rated, asked.lrs)
            found = self._by_questions.setdefault(key, RuleScores(self._alike))
            self._by_rule[design.skeleton] = found
        return found
