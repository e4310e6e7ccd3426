"""Answers that read the same once words are drawn, because two slots may get the same word.

In the original wording they differ. In a draw in which they do not, a choice is offered twice, or
what is right is wrong, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from dsl import faults
from dsl.checking.declared import Declared
from dsl.checking.questions.options import answers_of, choices_of, lures_of
from dsl.checking.questions.readings import Option
from dsl.checking.session.thread import Visit

_SLOT = re.compile("⟦([^⟧]*)⟧")


def check_drawn_alike(
    visits: Sequence[Visit], declared: Declared, common: Mapping[frozenset[str], str]
) -> None:
    """Warns once of every two slots that may make two answers of a question the same. `common` has
    a word for every two slots that may get it in one draw.
    """
    told: set[frozenset[str]] = set()
    for visit in visits:
        for one, other in _pairs(visit, declared):
            slots = _telling_apart(one, other)
            pairs = set(map(frozenset, slots))
            if not slots or pairs <= told or not pairs <= common.keys():
                continue
            told |= pairs
            first, second = slots[0]
            declared.found.add(
                faults.method.DrawnAlike(
                    span=other[2], question=visit.question.name, first=first, second=second,
                    word=common[frozenset(slots[0])],
                )
            )  # fmt: skip


def _pairs(visit: Visit, declared: Declared) -> Iterator[tuple[Option, Option]]:
    """Every two answers that should not be the same, slots read by name."""
    original = declared.original(by_name=True)
    for row in visit.rows:
        yield from combinations(choices_of(visit, row, original), 2)
        right, wrong = (list(of(visit, row, original)) for of in (answers_of, lures_of))
        yield from product(right, wrong)


def _telling_apart(one: Option, other: Option) -> list[tuple[str, str]]:
    """The slots in which two answers differ, of each; none where they differ in more, or never
    stand side by side.
    """
    if not one[0] & other[0] or _SLOT.sub("⟦⟧", one[1]) != _SLOT.sub("⟦⟧", other[1]):
        return []
    pairs = zip(_SLOT.findall(one[1]), _SLOT.findall(other[1]), strict=True)
    return [pair for pair in pairs if pair[0] != pair[1]]
