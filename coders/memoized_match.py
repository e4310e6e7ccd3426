"""Verdicts of the matcher, remembered."""

from __future__ import annotations

from functools import lru_cache
from itertools import count

from coders.marks import Verdict
from coders.matcher import match
from dsl.kept_replies import KeptReplies, names_kept
from dsl.trial import Question

_MOST = 50_000
"""So many verdicts on short replies are remembered; then all are let go. To a bank of a thousand
items tens of thousands are different."""

_known: dict[tuple[str, int, tuple[tuple[str, str | None], ...]], Verdict] = {}
_numbers = count()


@lru_cache(maxsize=4096)
def _number(question: Question) -> int:
    """What a verdict is remembered by. A question takes ten times the memory of a verdict, and in a
    study of drawn words nearly each is asked once.
    """
    return next(_numbers)


def memoized_match(reply: str, question: Question, *, kept: KeptReplies | None = None) -> Verdict:
    """The verdict of `match`, which reads the same reply to the same question once: participants
    who were asked in the same words often answer in the same words.
    """
    earlier = kept or {}
    told = tuple((n, earlier.get(n)) for n in names_kept(question.key))
    if len(reply) > _SHORT:
        return _match(reply, question, told)
    at = reply, _number(question), told
    found = _known.get(at)
    if found is None:
        if len(_known) >= _MOST:
            _known.clear()
        found = _known[at] = match(reply, question, kept=dict(told))
    return found


_SHORT = 80
"""So many characters of a reply are few enough to remember very many of them."""


@lru_cache(maxsize=1024)
def _match(reply: str, question: Question, kept: tuple[tuple[str, str | None], ...]) -> Verdict:
    return match(reply, question, kept=dict(kept))
