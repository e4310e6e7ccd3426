"""One thing that a reply says, said in one way: as a candidate, where one says the same as a word.

A script may offer "I cannot tell" among its answers, which is also a word that stands beside every
list. Two coders who press the one and the other mean the same, and must not disagree; nor may a
calibration be failed by it. Leaving the word out where a candidate says it was rejected: a key
would do something on one item and nothing on the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from coders.matching.question.candidates import Sort, sort_of
from coders.packets.shape import ContentWord
from dsl.words import folded

_SORTS = {
    ContentWord.CANNOT_TELL.value: Sort.CANNOT_TELL,
    ContentWord.NEITHER.value: Sort.NEITHER,
}


def as_offered(said: str, candidates: Sequence[str]) -> str:
    """The candidate that says the same as a word or an answer of the script, or that itself: coders
    are offered yes and no, however the script writes them.
    """
    if said in candidates:
        return said
    wanted = _SORTS.get(said)
    same = (
        one
        for one in candidates
        if folded(one) == folded(said) or (wanted is not None and sort_of(one) is wanted)
    )
    return next(same, said)


def says_the_same(
    said: Iterable[str], agreed: Sequence[str], alike: Sequence[Sequence[str]] = ()
) -> bool:
    """Whether a coder says of a reply what the experts do: each of the things in `agreed` by itself
    or by one of the candidates that are `alike`, and nothing else.
    """
    others = [*alike, *[()] * len(agreed)]
    ways = [{*map(folded, (one, *more))} for one, more in zip(agreed, others, strict=False)]
    found = {folded(one) for one in said}
    return all(found & way for way in ways) and all(any(s in way for way in ways) for s in found)
