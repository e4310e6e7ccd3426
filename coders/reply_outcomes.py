"""What a reply is read as where the next words depend on it: one of the outcomes of its question.

The reading is the matcher's, so that the next words follow from the script and the reply alone.
A reply that a person would have to judge is `unclear`. What was read is kept with the reply: a
matcher that reads more, or a key that is mended, changes no conversation that was held.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coders.marks import HALF, OF_WRONG, RIGHT, Flag, NoOneAnswer, Verdict
from coders.matcher import kept_phrase, matched_phrase
from coders.matching.doubts.stances import refuses
from coders.matching.text.answer_lines import answer_part
from coders.matching.text.plain_text import plain
from coders.memoized_match import memoized_match
from dsl.experiment import Outcome
from dsl.kept_replies import KeptReplies
from dsl.scales import point_called
from dsl.trial import Question

if TYPE_CHECKING:
    from coders.desk.state import Judgement

READER = "6"
"""The version of this reading, which is kept with each outcome. A change of the matcher that reads
replies otherwise is another version."""

Outcomes = tuple[tuple[str, str], ...]
"""All that a reply can be read as, each with the option that it is (`Question.outcomes`)."""

_NO_ONE_ANSWER = frozenset(one.value for one in NoOneAnswer)


def reply_outcome(reply: str, question: Question, *, kept: KeptReplies | None = None) -> str:
    """The outcome of a reply to a question that has outcomes; `kept` is as for `match`."""
    if question.attempt is not None:
        # Few scripts have tries, and what reads them takes a while to import.
        from coders.exploring import tried_outcome
        from dsl.expanding.exploring import things_tried

        found = tried_outcome(reply, question, question.attempt)
        return found if things_tried(found) else _one_of(found, question.outcomes)
    known = dict(question.outcomes)
    if Outcome.CARRIED in known:
        return (Outcome.REFUSAL if _declines(reply) else Outcome.CARRIED).value
    if Outcome.RATED in known and rated(reply, question) is not None:
        return Outcome.RATED.value
    if Outcome.RIGHT in known:
        return marked_outcome(memoized_match(reply, question, kept=kept), question.outcomes)
    return chosen_outcome(reply, question, question.outcomes)


_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_FEW_WORDS = 3
"""A first sentence of fewer words, such as `Sorry.`, does not say yet what follows."""


def _declines(reply: str) -> bool:
    """Whether a text begins by declining; further on, such words may be about something else."""
    sentences = _SENTENCE_END.split(plain(reply))
    begins = (one for one in sentences if len(one.split()) >= _FEW_WORDS)
    return refuses(next(begins, ""))


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
    from coders.packets.shape import ContentWord  # only coders need packets

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
