"""The statements of a question laid out flat, and their words as cases.

A statement may stand under `when`, and its words `by` factors; whoever gathers statements of one
kind wants each with the guard under which it holds, and the combinations that come to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from dsl import faults, tree
from dsl.checking.arms import against, arms_of, both
from dsl.checking.declared import Declared, Scope
from dsl.checking.labels import guard_of
from dsl.checking.space import Region
from dsl.experiment import (
    ALWAYS,
    Case,
    Guard,
    Show,
    Template,
)
from dsl.record import record, replace
from dsl.words import folded

T = TypeVar("T")


@record
class Placed:
    """A statement of a question, when it holds, and which combinations get there."""

    item: tree.QuestionItem
    guard: Guard
    reach: Region


class Statements:
    """Lays out the statements of questions."""

    def __init__(self, declared: Declared) -> None:
        self.declared = declared
        self.found = declared.found
        self.space = declared.space

    def flat(
        self, items: Iterable[tree.QuestionItem], guard: Guard, reach: Region
    ) -> Iterable[Placed]:
        """Every statement, with those under `when` and `otherwise` in place."""
        for item in items:
            if not isinstance(item, tree.QuestionWhen):
                yield Placed(item, guard, reach)
                continue
            inner = guard_of(item.label, self.declared.factors, self.found)
            if inner is None:
                yield from self.flat(item.items, guard, reach)
                yield from self.flat(item.otherwise or (), guard, 0)
                continue
            self.declared.names.used.note(inner)
            here = against(inner) if item.negated else inner
            there = inner if item.negated else against(inner)
            if reach and not reach & self.space.of(here):
                verb = "unless" if item.negated else "when"
                self.found.add(
                    faults.levels.NeverHolds(
                        span=item.label.span, verb=verb, levels=item.label.text
                    )
                )
            yield from self.flat(item.items, both(guard, here), reach & self.space.of(here))
            yield from self.flat(
                item.otherwise or (), both(guard, there), reach & self.space.of(there)
            )

    def words(
        self,
        words: tree.Words,
        one: Placed,
        scope: Scope,
        convert: Callable[[tree.Prose, Scope], T],
        *,
        everywhere: bool = True,
    ) -> tuple[Case[T], ...]:
        """The words of a statement, converted, each case under the guard of the statement.

        `everywhere`: every combination that gets there must have an arm.
        """
        return tuple(
            Case(both(one.guard, case.guard), convert(case.value, replace(scope, reach=region)))
            for case, region in self.cases(words, one.reach, everywhere=everywhere)
        )

    def picture(self, show: tree.ShowNode, words: tuple[Case[Template], ...]) -> Show:
        """A picture and what is to be seen on it. One that was not read is told from others by its
        name, so that the rest of the script can be checked.
        """
        from dsl.files.pictures import PictureFile

        path = show.path.text
        unread = PictureFile(path, "", path, b"")
        return Show(self.declared.pictures.get(path, unread), words)

    def cases(
        self, words: tree.Words, reach: Region, *, everywhere: bool = True
    ) -> tuple[tuple[Case[tree.Prose], Region], ...]:
        """Words as cases, each with the combinations that take it."""
        if isinstance(words, tree.Prose):
            return ((Case(ALWAYS, words), reach),)
        cases = []
        factors, space, found = self.declared.factors, self.space, self.found
        for case in arms_of(words, reach, factors, space, found, complete=everywhere):
            region = reach & self.space.of(case.guard)
            reach &= ~region
            cases.append((case, region))
            self.declared.names.used.note(case.guard)
        self.declared.names.used.factors.update(folded(name.text) for name in words.factors)
        return tuple(cases)
