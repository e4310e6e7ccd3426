"""One coder's score of a trial: the LRS by the rule, and with half marks taken in two other ways.

It depends on the design of the trial and its marks, and on no words, so that it is computed once
for all trials of a design that were marked alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from coders.lrs import Lrs, Scored, ScoringDesign, gates_passed, lrs_of, score_of
from coders.marks import HALF, RIGHT, WRONG, Flag, MarkWord, Verdict
from dsl.record import replace
from dsl.trial import Place

Verdicts = Mapping[Place, Verdict]


_OF_THE_RULE = frozenset({Flag.REFUSAL, Flag.IRRELEVANT, Flag.HALLUCINATION, Flag.UNCLEAR})
"""The flags that the rule looks at."""


@dataclass(frozen=True, slots=True, eq=False)
class RuleScore:
    """The score of a trial by the rule. `strict` and `lenient` are the LRS with every half mark
    taken for wrong, or for right.
    """

    scored: Scored
    strict: Lrs | None
    lenient: Lrs | None


@dataclass(frozen=True, slots=True, eq=False)
class RaterScore:
    """One coder's score of one trial. `gates` says which control questions were passed, of those
    that do something and have a mark; `invents`: some reply is flagged as hallucinated;
    `recognises`: some is flagged `recognised`.
    """

    by_rule: RuleScore
    gates: Mapping[Place, bool]
    invents: bool
    recognises: bool

    @property
    def scored(self) -> Scored:
        """The score of record."""
        return self.by_rule.scored


def rater_score(
    verdicts: Verdicts,
    asked: ScoringDesign,
    *,
    technical: frozenset[Place],
    disputed: frozenset[Place] = frozenset(),
    known: RuleScores | None = None,
) -> RaterScore:
    """The score of a trial by one coder's verdicts; `asked` is what is asked in it. `technical` and
    `disputed` are places, as in `coders.lrs.score`. `known` has the scores of this design so far.
    """
    flags = {flag for verdict in verdicts.values() for flag in verdict.flags}
    known = RuleScores() if known is None else known
    key = _what_counts(verdicts, asked, technical, disputed)
    found = known.get(key) or known.put(key, _by_rule(verdicts, asked, technical, disputed))
    return RaterScore(
        found,
        gates_passed(asked, verdicts),
        Flag.HALLUCINATION in flags,
        Flag.RECOGNISED in flags,
    )


class RuleScores:
    """The scores of one design by what they follow from. Equal scores are one object in all designs
    that share `alike`.
    """

    def __init__(self, alike: dict[object, RuleScore] | None = None) -> None:
        self._alike = {} if alike is None else alike
        self._known: dict[object, RuleScore] = {}

    def get(self, key: object) -> RuleScore | None:
        """The score that follows from this, if it was put."""
        return self._known.get(key)

    def put(self, key: object, score: RuleScore) -> RuleScore:
        """Puts a score, and gives the one that is kept for it."""
        value = (score.scored, score.strict, score.lenient)
        found = self._known[key] = self._alike.setdefault(value, score)
        return found


def _what_counts(
    verdicts: Verdicts,
    asked: ScoringDesign,
    technical: frozenset[Place],
    disputed: frozenset[Place],
) -> object:
    """All that a score follows from: trials with the same have the same."""
    return tuple(
        None
        if at in technical or (one := verdicts.get(at)) is None
        else at in disputed or (one.word, one.flags and _OF_THE_RULE.intersection(one.flags))
        for at, _ in (*asked.units, *asked.gating)
    )


def _by_rule(
    verdicts: Verdicts,
    asked: ScoringDesign,
    technical: frozenset[Place],
    disputed: frozenset[Place],
) -> RuleScore:
    scored = score_of(asked, verdicts, technical=technical, disputed=disputed)

    def halved(mark: Fraction) -> Lrs | None:
        changed = with_halves(asked, verdicts, mark)
        if changed is verdicts:
            return scored.lrs
        return lrs_of(asked, changed, technical=technical, disputed=disputed)

    return RuleScore(scored, halved(WRONG), halved(RIGHT))


def with_halves(asked: ScoringDesign, verdicts: Verdicts, mark: Fraction) -> Verdicts:
    """The verdicts with every half mark of a test taken for `mark`: 0 is strict, 1 is lenient.

    The very same mapping where there is no half mark.
    """
    halves = {at for at, _ in asked.units if at in verdicts and verdicts[at].mark == HALF}
    if not halves:
        return verdicts
    word = MarkWord.RIGHT if mark == RIGHT else MarkWord.WRONG
    return {
        place: replace(one, mark=mark, word=word) if place in halves else one
        for place, one in verdicts.items()
    }


def gates_in_dispute(owns: Sequence[RaterScore]) -> frozenset[Place]:
    """The places of control questions that one coder marks as passed, and another as not."""
    if not owns or all(one.gates == owns[0].gates for one in owns):
        return frozenset()
    met: dict[Place, bool] = {}
    return frozenset(
        at
        for one in owns
        for at, passed in one.gates.items()
        if met.setdefault(at, passed) is not passed
    )
