"""Lists that were begun on the line of their head, with commas between what look like members.

A list of words has one member a line, and a comma in it is a comma. Splitting at commas instead
would cut `No, he cannot` in two; taking `{church}, {pool}` for one lure would match nothing that
anybody says. So what could be meant either way is a fault, and either is written in lines.
"""

from __future__ import annotations

import re

from dsl import tree
from dsl.patterns import lazy_pattern

_COMMA = lazy_pattern(r",\s+")
_ARTICLE = lazy_pattern(r"^(?:the|an?)\s+", re.IGNORECASE)
_SHORT = 2
"""So many words a member has at most, where nothing else says that several are meant."""

_BEGINS = frozenset(
    ("yes", "no", "yeah", "nope", "well", "oh", "perhaps", "maybe", "probably", "first", "then")
)
"""Words that a comma follows within one answer: `no, in the box`."""


def members_of(prose: tree.Prose, *, line: int, several: bool) -> tuple[str, ...]:
    """The members that a list on the line of its head seems to have; none where it is plain.

    `several`: the head itself says that several follow (`choices`, `answer any of`).
    """
    if len(prose.lines) != 1 or prose.lines[0].span.line != line:
        return ()
    written = _COMMA.split(prose.lines[0].written())
    members = tuple(one.strip() for one in written if one.strip())
    if len(members) < 2:
        return ()
    return members if several or _alike(members) else ()


def _alike(members: tuple[str, ...]) -> bool:
    """Whether all are as short as the names of things are."""
    if members[0].casefold() in _BEGINS:
        return False
    return all(len(_words(one)) <= _SHORT for one in members)


def _words(member: str) -> list[str]:
    """The words of a member without its article; a slot is one."""
    return re.sub(r"\{[^}]*\}", "x", _ARTICLE.sub("", member)).split()
