"""Single letters that may be the label of one choice or a word of another: `glass A`, shown as C).

"The answer is C." then names the third choice to one participant and glass C to the next, and no
rule can tell. A person reads such a reply, unless the choice stands in it in full. A single `A` has
a second trouble: read as an article it is dropped, and "the glass" would be glass A.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from dsl.lone_letters import LABELS, LONE, clashes, letters_in
from dsl.trial import Phrase, Question


def letter_in_doubt(reply: str, question: Question) -> str | None:
    """Why a person has to say what a single letter of the reply, or the lack of one, stands for."""
    names, with_a = _names(question)
    clashing = clashes(question.options)
    if not with_a and not clashing:
        return None
    rest = _without_names(reply, names, question.options)
    for letter in letters_in(rest):
        if letter in clashing:
            return f"`{letter}` may be the letter of one choice or a word of another"
    for name in with_a:
        others = " ".join(LONE.sub(" ", name).split())
        if others and re.search(rf"(?<!\w){re.escape(others)}(?!\w)", rest, re.IGNORECASE):
            return f"it may mean {name}, and leaves out its letter"
    return None


@lru_cache(maxsize=4096)
def _names(question: Question) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All that a reply may name, in the spelling of the script, the longest first; and those with a
    single A.
    """
    names = {*question.options, *_keyed(question)}
    ordered = tuple(sorted(names, key=lambda one: (-len(one), one)))
    return ordered, tuple(name for name in ordered if "A" in letters_in(name))


def _keyed(question: Question) -> Iterator[str]:
    key = question.key
    ways = (clause for way in key.alternatives for clause in way)
    phrases: list[Phrase] = [one for c in (*key.answer, *ways) for one in c.phrases]
    for phrase in (*phrases, *key.wrong, *key.half):
        yield from phrase.accepted


def _without_names(reply: str, names: Sequence[str], options: Sequence[str]) -> str:
    """The reply without the names that stand in it in full, and the labels right before them."""
    rest = reply
    for name in names:
        words = r"\s+".join(map(re.escape, name.split()))
        at = options.index(name) if name in options else len(LABELS)
        if at < len(LABELS):
            # A choice that is nothing but a letter is known by its label alone.
            bound = "" if len(name.strip()) == 1 else "?"
            words = rf"(?:\(?{LABELS[at]}[).:]{{1,2}}[\s*]*){bound}{words}"
        rest = re.sub(rf"(?<!\w){words}(?!\w)", " ", rest, flags=re.IGNORECASE)
    return rest
