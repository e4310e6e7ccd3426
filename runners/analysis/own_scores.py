"""What one coder's verdicts on a trial come to, by the rule and by what stands beside the rule.

That is all that a trial's row needs of a coder, so that it can be remembered for every trial of the
same skeleton that was marked in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from coders.lrs import Place, Scored, ScoringDesign, lrs_of, score_of
from coders.marks import HALF, RIGHT, WRONG, Flag, MarkWord, Verdict
from dsl.record import replace

Verdicts = Mapping[Place, Verdict]


@dataclass(frozen=True, slots=True, eq=False)
class Own:
    """One coder's score of one trial. `strict` and `lenient` are the LRS with every half mark taken
    for wrong, or for right; `gates` says which control questions were passed, of those that do
    something and have a mark; `invents`: some reply is flagged as hallucinated.
    """

    scored: Scored
    strict: int | None
    lenient: int | None
    gates: Mapping[Place, bool]
    invents: bool


def own_score(
    verdicts: Verdicts,
    asked: ScoringDesign,
    *,
    technical: frozenset[Place],
    disputed: frozenset[Place] = frozenset(),
) -> Own:
    """The score of a trial by one coder's verdicts; `asked` is what is asked in it. `technical` and
    `disputed` are places, as in `coders.lrs.score`.
    """

    def lrs(changed: Verdicts) -> int | None:
        return lrs_of(asked, changed, technical=technical, disputed=disputed)

    scored = score_of(asked, verdicts, technical=technical, disputed=disputed)
    strict, lenient = (_halved(asked, verdicts, mark, scored, lrs) for mark in (WRONG, RIGHT))
    return Own(scored, strict, lenient, _gates(asked, verdicts), _invents(verdicts))


def _halved(
    asked: ScoringDesign,
    verdicts: Verdicts,
    mark: Fraction,
    scored: Scored,
    lrs: Callable[[Verdicts], int | None],
) -> int | None:
    changed = with_halves(asked, verdicts, mark)
    return scored.lrs if changed is verdicts else lrs(changed)


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


def gates_in_dispute(owns: Sequence[Own]) -> frozenset[Place]:
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


def _gates(asked: ScoringDesign, verdicts: Verdicts) -> Mapping[Place, bool]:
    found: dict[Place, bool] = {}
    for at, _ in asked.gating:
        verdict = verdicts.get(at)
        if verdict is not None and verdict.mark in (RIGHT, WRONG):
            found[at] = verdict.right
    return found


def _invents(verdicts: Verdicts) -> bool:
    return any(Flag.HALLUCINATION in verdict.flags for verdict in verdicts.values())
