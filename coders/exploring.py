"""What exploring a machine came to, and what is right of it by truth.

Bits per try: the expected information of an experiment, as in Oaksford and Chater (1994,
Psychological Review 101, 608-631), here as it came: the binary logarithm of the rules that fit
before the first try, divided by those after the last. The best explorer is that of
`dsl.expanding.exploration`.

What a reply puts on a machine that is explored.

The reading is the matcher's, after what is said around a try is taken out: why it is made, and what
was seen before. It is strict, since a machine does something after it: things that are left open,
denied, supposed or put on in turn are no try, and are asked for again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import log2
from typing import TYPE_CHECKING

from coders.marks import Flag, Verdict
from coders.memoized_match import memoized_match
from dsl.expanding.exploration import SETTLED
from dsl.expanding.following import attempt_outcome
from dsl.experiment import ExploredMachine, Measure, MeasureKind, Outcome, Quantity
from dsl.record import replace
from dsl.trial import Attempt, Clause, Phrase, Place, Question

if TYPE_CHECKING:
    from coders.measures import AskedQuestions, ReadReply


def right_by_truth(reply: str, question: Question) -> bool | None:
    """Whether a reply says how a machine truly works: read by the key, with what is so as right."""
    if question.machine is None:
        return None
    verdict = memoized_match(reply, _by_truth(question, question.machine.truth))
    return None if verdict.mark is None else verdict.right


@lru_cache(maxsize=4_000)
def _by_truth(question: Question, true: tuple[Phrase, ...]) -> Question:
    """The question with what is so as its key."""
    others = {one.text: one for one in question.key.phrases if one not in true}
    many = Quantity.ALL if len(true) > 1 else Quantity.ANY
    key = replace(
        question.key, answer=(Clause(many, true),), wrong=tuple(others.values()), alternatives=()
    )
    return replace(question, key=key)


def of_exploration(
    measure: Measure,
    explored: ExploredMachine,
    asked: AskedQuestions,
    read: Mapping[Place, ReadReply],
    lost: Collection[Place],
) -> Fraction | None:
    """What an exploration came to. Bits per try are missing where nothing was tried."""
    if measure.kind is MeasureKind.TRUTH:
        places = [place for place, _ in asked.about(explored.machine)]
        true = [read[at].true if at in read and at not in lost else None for at in places]
        return None if None in true else Fraction(true.count(True), len(true))
    came = asked.explorations[explored.machine]
    tries = len(came.tries)
    settled = came.left.index(SETTLED) if SETTLED in came.left else None
    match measure.kind:
        case MeasureKind.SETTLED:
            return Fraction(settled is not None)
        case MeasureKind.TRIES:
            return Fraction(explored.most if settled is None else settled)
        case MeasureKind.IDLE_TRIES:
            return Fraction(sum(before == after for before, after in pairwise(came.left)))
        case MeasureKind.BITS:
            return learnt(came.left) / tries if tries else None
        case _:
            return learnt(came.best) / tries if tries else None


def learnt(left: Sequence[int]) -> Fraction:
    """What was learnt, in bits, to the fourth decimal."""
    return Fraction(str(round(log2(left[0]) - log2(left[-1]), 4)))


def truth_chance(
    measure: Measure, explored: ExploredMachine, asked: AskedQuestions
) -> Fraction | None:
    """How often a guess at an answer about a machine is right by truth; None of all that hangs on
    what is tried.
    """
    about = [question for _, question in asked.about(explored.machine)]
    if measure.kind is not MeasureKind.TRUTH or not all(one.key.right == 1 for one in about):
        return None
    return sum((Fraction(1, one.key.candidates) for one in about), Fraction(0)) / len(about)


def tried_outcome(reply: str, question: Question, attempt: Attempt) -> str:
    """The outcome of a reply to an exploration: `tried green, grey` by slots, done, refusal or
    unclear. It is read as a list of things is that a key wants whole.
    """
    reply = _joined(_without_reasons(reply), attempt)
    verdict = memoized_match(reply, _all_offered(question, attempt))
    if Flag.REFUSAL in verdict.flags:
        return Outcome.REFUSAL.value
    named = _named(verdict, attempt)
    if named == [_DONE]:
        return Outcome.DONE.value
    if not named or _DONE in named or Flag.HEDGED in verdict.flags:
        return Outcome.UNCLEAR.value
    if len(named) > 1 and _in_turn(reply, attempt):
        return Outcome.UNCLEAR.value
    return attempt_outcome(named)


_DONE = ""
"""Among the things named: that the participant has seen enough."""

_VERBS = (
    "Which would you like to try, test, put, place, use, choose or start with together or alone?"
)
"""The verbs in which such a reply is given, whatever the script asks."""

_REASON = r"(?:because|since|so that|which would|(?:to|and) (?:see|find out|check|learn))"
_AROUND = (
    (re.compile(r"\([^()\n]*\)"), ""),
    (re.compile(r"(?i)\b(?:did|does|do) nothing\b"), "did not work"),
    (re.compile(rf"(?i)(^|[.!?\n]\s*){_REASON}\b[^.,!?\n]*,\s*"), r"\1"),
    (re.compile(rf"(?i)(?:,\s*)?\b{_REASON}\b[^.!?\n]*"), ""),
    (re.compile(r"(?i)\b(?:let me|let us|let['’]s)\b"), "I will"),
    (re.compile(r"(?i)^\W*(?:next|now|first|then|okay|ok|so),?\s+"), ""),
    (re.compile(r"(?i)\b(?:start|begin) (?:with|by (?:placing|putting|testing|trying))\b"), "put"),
    (re.compile(r"(?i)\s*\b(?:by itself|on its own|alone|just|only|again|exploring)\b"), ""),
)  # fmt: skip
"""What is said around a try: why it is made, that it comes next, and that it is no more."""

_IN_TURN = re.compile(
    r"(?i)\b(?:first|second|then|later|next|after (?:that|which)|one (?:by|after)|off|actually"
    r"|instead|replace)\b"
)
"""What says of several things that they are not put on together."""
_NUMBERED = re.compile(r"(?m)^\W*[0-9][.)](.*)")

_ENDS = (
    "done", "I am done", "we are done", "I'm done", "finished", "I am finished", "stop", "enough",
    "that is enough", "I have seen enough", "no more", "nothing more", "no more tries",
)  # fmt: skip
"""How an exploration is ended, in addition to the script's own words for it."""


def _in_turn(reply: str, attempt: Attempt) -> bool:
    """Whether things are put on one after the other: in these words, or in a numbered list."""
    if _IN_TURN.search(reply):
        return True
    listed = " ".join(_NUMBERED.findall(reply)).casefold()
    words = (form.casefold() for _, phrase in attempt.offers for form in phrase.accepted)
    return any(word in listed for word in words)


def _without_reasons(reply: str) -> str:
    """A reply to an exploration without what is said around the try."""
    for said, plainer in _AROUND:
        reply = said.sub(plainer, reply)
    return reply


def _joined(reply: str, attempt: Attempt) -> str:
    """A reply in which `the teal block with the sand one` is `the teal block and the sand one`."""
    words = (form for _, phrase in attempt.offers for form in phrase.accepted)
    named = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    together = rf"(?i)\b({named})((?:\s+\w+)??)\s+(?:together |along |combined )?with\b"
    return re.sub(together, r"\1\2 and", reply)


@lru_cache(maxsize=4096)
def _all_offered(question: Question, attempt: Attempt) -> Question:
    """A question to which all that is offered is the answer; that one is done is a wrong one."""
    offered = tuple(phrase for _, phrase in attempt.offers)
    done = attempt.done
    ends = () if done is None else (replace(done, accepted=(*done.accepted, *_ENDS)),)
    key = replace(question.key, answer=(Clause(Quantity.ALL, offered),), wrong=ends)
    return replace(question, text=f"{question.text} {_VERBS}", key=key, attempt=None)


def _named(verdict: Verdict, attempt: Attempt) -> list[str]:
    """The slots of the phrases that a verdict is on, in the order offered, and `_DONE`. A person
    would have to judge what it does not decide.
    """
    if not verdict.decided or verdict.matched is None:
        return []
    phrases = {phrase.text: slot for slot, phrase in attempt.offers}
    if attempt.done is not None:
        phrases[attempt.done.text] = _DONE
    left, found = verdict.matched, []
    while left:
        said = max(
            (one for one in phrases if left == one or left.startswith(f"{one}, ")),
            key=len,
            default=None,
        )
        if said is None:
            return []
        found.append(phrases[said])
        left = left[len(said) + 2 :]
    order = [slot for slot, _ in attempt.offers]
    return sorted(found, key=lambda slot: order.index(slot) if slot in order else -1)
