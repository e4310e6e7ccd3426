"""Names that a script declares, read from its lines: what a message can suggest before checking.

Told from the text, because a script with a fault of syntax has no tree that could be trusted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.keywords import Place, head_of
from dsl.parsing.draft import Draft

_BRACKETS = re.compile(r"\([^()]*\)?")
_INSIDE = re.compile(r"(?<!\{)\{(?:an?[ \t]+)?([^{}/]+?)(?:['’]s)?\}(?!\})", re.IGNORECASE)
_AROUND = re.compile(r"^(?:an?[ \t]+|[a-z]+/)(?=\S)|['’]s$", re.IGNORECASE)
_BUILT_IN = ("cannot tell", "no preference")
_JOINT = re.compile(r"[ \t]+(?:or|and)[ \t]+")


def levels(draft: Draft) -> list[str]:
    """The names of levels, as set in first below the head of any factor."""
    return list(_below(draft, Place.LEVELS))


def slots(draft: Draft) -> list[str]:
    """The originals of all pools, without what stands in brackets after them."""
    return [
        _BRACKETS.sub("", words.partition(":")[0]).strip() for words in _below(draft, Place.POOL)
    ]


def lets(draft: Draft) -> list[str]:
    """The names of all lets."""
    return [
        re.split(r":|[ \t]by[ \t]", draft.content(n)[4:], maxsplit=1)[0].strip()
        for n in range(1, len(draft.lines))
        if draft.content(n).startswith("let ")
    ]


def in_braces(draft: Draft) -> set[str]:
    """What stands in braces anywhere, without articles and endings."""
    return {found[1] for line in draft.lines for found in _INSIDE.finditer(line)}


def is_name(draft: Draft, inside: str) -> bool:
    """Whether words could stand in braces: a slot, a let, or what stands in braces elsewhere; with
    its article, as a possessive, as a plural, or after a pronoun.
    """
    names = names_in(draft)
    bare = _AROUND.sub("", " ".join(inside.split()))
    forms = (inside, bare, bare.removesuffix("s"))
    return any(form in names or form[:1].lower() + form[1:] in names for form in forms if form)


def names_in(draft: Draft) -> frozenset[str]:
    """Everything that can stand in braces, as far as the lines tell; worked out once."""
    if draft.names is None:
        draft.names = frozenset((*slots(draft), *lets(draft), *in_braces(draft), *_BUILT_IN))
    return draft.names


def label_at(draft: Draft, words: str) -> str:
    """The levels that words begin with: `away or moved and told`, or `otherwise`; else nothing."""
    known = sorted({*levels(draft), "otherwise"}, key=len, reverse=True)
    at = 0
    while True:
        name = next((n for n in known if re.match(re.escape(n) + r"(?!\w)", words[at:])), None)
        if name is None:
            return words[:at].rstrip()
        end = at + len(name)
        joint = _JOINT.match(words, end)
        after = joint.end() if joint else end
        if joint is None or not any(words.startswith(n, after) for n in known):
            return words[:end]
        at = after


def _below(draft: Draft, opened: Place) -> Iterator[str]:
    """The lines set in first below every head that opens a block of this kind."""
    depth, inside = "", False
    for n in range(1, len(draft.lines)):
        if draft.is_blank(n):
            continue
        indent = draft.indents[n]
        if not indent:
            head = head_of(draft.content(n), Place.TOP)
            inside, depth = head is not None and head.opens is opened, ""
        elif inside:
            depth = depth or indent
            if indent == depth:
                yield draft.content(n)
