"""What a reply is read as where the next words depend on it: one of the outcomes of its question.

The reading is the matcher's, so that the next words follow from the script and the reply alone.
A reply that a person would have to judge is `unclear`. What was read is kept with the reply: a
matcher that reads more, or a key that is mended, changes no conversation that was held.
"""

from __future__ import annotations

import re
from functools import lru_cache

from coders.desk.state import Judgement
from coders.marks import HALF, OF_WRONG, RIGHT, Flag, NoOneAnswer, Verdict
from coders.matcher import kept_phrase, matched_phrase, memoized_match
from coders.matching.answer_lines import answer_part
from coders.matching.plain_text import plain
from coders.matching.stances import refuses
from coders.packets.shape import ContentWord
from dsl.expanding.following import attempt_outcome
from dsl.experiment import Outcome, Quantity
from dsl.kept_replies import KeptReplies
from dsl.record import replace
from dsl.scales import point_called
from dsl.trial import Attempt, Clause, Question

READER = "2"
"""The version of this reading, which is kept with each outcome. A change of the matcher that reads
replies otherwise is another version."""

Outcomes = tuple[tuple[str, str], ...]
"""All that a reply can be read as, each with the option that it is (`Question.outcomes`)."""

_NO_ONE_ANSWER = frozenset(one.value for one in NoOneAnswer)


def reply_outcome(reply: str, question: Question, *, kept: KeptReplies | None = None) -> str:
    """The outcome of a reply to a question that has outcomes; `kept` is as for `match`."""
    if question.attempt is not None:
        return attempted_outcome(reply, question, question.attempt)
    known = dict(question.outcomes)
    if Outcome.RATED in known and rated(reply, question) is not None:
        return Outcome.RATED.value
    if Outcome.RIGHT in known:
        return marked_outcome(memoized_match(reply, question, kept=kept), question.outcomes)
    return chosen_outcome(reply, question, question.outcomes)


def attempted_outcome(reply: str, question: Question, attempt: Attempt) -> str:
    """What a reply puts on a machine: `tried green, grey`. It is read as a list of things is that
    a key wants whole, so that what is denied, supposed or left open is put on by nobody.
    """
    reply = _without_reasons(reply)
    verdict = memoized_match(reply, _all_offered(question, attempt))
    if Flag.REFUSAL in verdict.flags:
        return _one_of(Outcome.REFUSAL.value, question.outcomes)
    named = _named(verdict, attempt)
    if named == [_DONE]:
        return Outcome.DONE.value
    in_turn = len(named) > 1 and _IN_TURN.search(reply)
    if not named or _DONE in named or in_turn or Flag.HEDGED in verdict.flags:
        return Outcome.UNCLEAR.value
    return attempt_outcome(named)


_DONE = ""
"""Among the things named: that the participant has seen enough."""

_VERBS = (
    "Which would you like to try, test, put, place, use, choose or start with together or alone?"
)
"""The verbs in which such a reply is given, whatever the script asks."""

_REASON = r"(?:because|since|so that|which would|(?:to|and) (?:see|find out|check|learn))"
_SAID_BESIDE = (
    (re.compile(r"\([^()\n]*\)"), ""),
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
    r"|instead|replace)\b|^\s*[0-9][.)]",
    re.MULTILINE,
)
"""What says of several things that they are not put on together."""

_ENDS = (
    "done", "I am done", "we are done", "I'm done", "finished", "I am finished", "stop", "enough",
    "that is enough", "I have seen enough", "no more", "nothing more", "no more tries",
)  # fmt: skip
"""How an exploration is ended, in addition to the script's own words for it."""


def _without_reasons(reply: str) -> str:
    """A reply to an exploration without what is said around the try."""
    for said, plainer in _SAID_BESIDE:
        reply = said.sub(plainer, reply)
    return reply


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


def rated(reply: str, question: Question) -> int | None:
    """The point of its scale that a reply names, by number or label; None where it names none, or
    several, or where there is no scale.
    """
    if question.rating is None:
        return None
    said = matched_phrase(reply, question)
    point = None if said is None else point_called(said, question.rating, question.labels)
    return None if point is None else int(point[0])


def marked_outcome(verdict: Verdict, outcomes: Outcomes) -> str:
    """The outcome of a reply that the matcher has marked, to a question with a key."""
    if verdict.mark == RIGHT:
        found = Outcome.RIGHT
    elif verdict.mark == HALF:
        found = Outcome.HALF
    elif Flag.REFUSAL in verdict.flags:
        found = Outcome.REFUSAL
    else:
        found = Outcome.WRONG if _is_wrong(verdict) else Outcome.UNCLEAR
    return _one_of(found.value, outcomes)


def coded_outcome(verdict: Verdict, question: Question, judgement: Judgement) -> str:
    """The outcome of a reply as a coder judged it; `verdict` is what the judgement says by the key.

    Right and half right are themselves. Wrong is wrong if the reply gives one answer: hedged, off
    the point, made up and two answers at once are unclear, and a refusal is one. Without a key the
    one choice that the coder says was plainly said is the outcome. What has no arm of its own is
    unclear, as for the reader.
    """
    known, said = dict(question.outcomes), judgement.said
    if Outcome.RIGHT in known:
        found = marked_outcome(verdict, question.outcomes)
        loose = len(said) > 1 or ContentWord.BOTH in said or Flag.HEDGED in verdict.flags
        return Outcome.UNCLEAR.value if found == Outcome.WRONG and loose else found
    plainly = said[0] if len(said) == 1 and judgement.plain else None
    for outcome, option in question.outcomes:
        if option and option == plainly:
            return outcome
    refused = Flag.REFUSAL in verdict.flags
    return _one_of((Outcome.REFUSAL if refused else Outcome.UNCLEAR).value, question.outcomes)


def chosen_outcome(reply: str, question: Question, outcomes: Outcomes) -> str:
    """The outcome of a reply to a question with choices and no key."""
    phrase = kept_phrase(matched_phrase(reply, question), question)
    for outcome, option in outcomes:
        if option and option == phrase:
            return outcome
    refused = refuses(plain(answer_part(reply, question.answer_line)))
    return _one_of((Outcome.REFUSAL if refused else Outcome.UNCLEAR).value, outcomes)


def _one_of(found: str, outcomes: Outcomes) -> str:
    """What has no outcome of its own is `unclear`."""
    return found if found in dict(outcomes) else Outcome.UNCLEAR.value


def _is_wrong(verdict: Verdict) -> bool:
    """Whether a reply gives one answer, and a wrong one."""
    off_task = OF_WRONG.intersection(verdict.flags)
    return verdict.decided and not off_task and verdict.reason not in _NO_ONE_ANSWER
