"""A reply that was weighed, not worded: it is, to the letter, one of the answers on offer.

No rule of reading is needed for it, and none is let near it: an option may hold a hedge, two names
or a link, and be chosen all the same. What is not to the letter an answer is read like any reply.
Answers are weighed by a model, or taken by a player that answers by a rule (`runners.check`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from coders.marks import WRONG, MarkWord, Verdict, half, right, wrong
from dsl.experiment import Quantity
from dsl.kept_replies import KeptReplies, bare, is_keyed, with_kept
from dsl.likelihoods import weighed
from dsl.trial import Clause, Key, Phrase, Question


def chosen(reply: str, question: Question, *, kept: KeptReplies | None = None) -> Verdict | None:
    """The verdict on a reply that is one of the weighed answers; None for any other, where nothing
    is keyed, and where the earlier answer that it is compared with was not `kept`.
    """
    if reply not in weighed(question) or not is_keyed(question.key):
        return None
    filled = with_kept(question, kept)
    if filled is None:
        return None
    key = filled.key
    ways = [(*key.answer, *way) for way in key.alternatives or ((),)]
    if any(way and _holds(way, reply) for way in ways):
        return right(reply, f"it says {reply}")
    if _is_one(reply, key.half):
        return half(reply, f"it says {reply}")
    lure = next((phrase.text for phrase in key.wrong if _names(phrase, reply)), None)
    if lure is not None:
        return wrong(lure, f"it says {reply}")
    return Verdict(WRONG, MarkWord.WRONG, (), None, reply, f"it says {reply}")


def by_words(key: Key) -> dict[str, Verdict]:
    """The verdict on each answer that a key names and that decides by itself, by its `bare`
    words: for whoever looks up very many answers.
    """
    wanted = [one for one in key.answer if one.quantity is not Quantity.NONE]
    together = any(one.quantity is Quantity.ALL and len(one.phrases) > 1 for one in wanted)
    if key.alternatives or together or not wanted:
        return {}
    keyed = [_by_words(one.phrases, right) for one in wanted]
    barred = _by_words(
        (one for clause in key.answer if clause not in wanted for one in clause.phrases), wrong
    )
    whole = {words for words in keyed[0] if all(words in one for one in keyed)}
    parts = {words for one in keyed for words in one} - whole
    found = _by_words(key.wrong, wrong) | barred | _by_words(key.half, half) | keyed[0]
    undecided = parts | (whole & barred.keys())
    return {words: verdict for words, verdict in found.items() if words not in undecided}


def _by_words(
    phrases: Iterable[Phrase], verdict: Callable[[str, str], Verdict]
) -> dict[str, Verdict]:
    found: dict[str, Verdict] = {}
    for one in phrases:
        told = verdict(one.text, f"it says {one.text}")
        found |= dict.fromkeys(map(bare, (one.text, *one.accepted)), told)
    return found


def _holds(clauses: tuple[Clause, ...], reply: str) -> bool:
    """Whether one answer alone fulfils every clause."""
    # What judges replies in words takes a while to import, and is not needed to look up an answer.
    from coders.matching.verdicts.parts import meets

    return meets(clauses, lambda phrase: _names(phrase, reply)) is True


def _is_one(reply: str, phrases: tuple[Phrase, ...]) -> bool:
    return any(_names(phrase, reply) for phrase in phrases)


def _names(phrase: Phrase, reply: str) -> bool:
    return any(_same(text, reply) for text in (phrase.text, *phrase.accepted))


def _same(one: str, other: str) -> bool:
    return one.casefold().split() == other.casefold().split()
