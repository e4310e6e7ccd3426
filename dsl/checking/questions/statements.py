"""The statements of a question laid out flat, and their words as cases.

A statement may stand under `when`, and its words `by` factors; whoever gathers statements of one
kind wants each with the guard under which it holds, and the combinations that come to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar, cast

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.arms import against, arms_of, both
from dsl.checking.declared import Declared, Scope
from dsl.checking.labels import guard_of
from dsl.checking.space import Region
from dsl.record import record, replace
from dsl.words import folded

T = TypeVar("T")
Item = TypeVar("Item", bound=tree.QuestionItem)


@record
class Placed(Generic[Item]):
    """A statement of a question, when it holds, and which combinations get there."""

    item: Item
    guard: ex.Guard
    reach: Region


Statement = Placed[tree.QuestionItem]


def of_kind(statements: Iterable[Statement], kind: type[Item]) -> list[Placed[Item]]:
    """The statements of one kind, in the order written."""
    return [cast("Placed[Item]", one) for one in statements if isinstance(one.item, kind)]


def items_of(statements: Iterable[Statement], kind: type[Item]) -> list[Item]:
    """The statements of one kind as written, wherever they hold."""
    return [one.item for one in statements if isinstance(one.item, kind)]


def first_of(statements: Iterable[Statement], kind: type[Item]) -> Item | None:
    """The first statement of a kind, or None."""
    return next((one.item for one in statements if isinstance(one.item, kind)), None)


class Statements:
    """Lays out the statements of questions."""

    def __init__(self, declared: Declared) -> None:
        self.declared = declared
        self.found = declared.found
        self.space = declared.space

    def flat(
        self, items: Iterable[tree.QuestionItem], guard: ex.Guard, reach: Region
    ) -> Iterable[Statement]:
        """Every statement, with those under `when` and `otherwise` in place."""
        for item in items:
            if not isinstance(item, tree.QuestionWhen):
                yield Placed(item, guard, reach)
                continue
            inner = guard_of(
                item.label,
                self.declared.factors,
                self.found,
                questions=self.declared.outcomes,
            )
            if inner is None:
                yield from self.flat(item.items, guard, reach)
                yield from self.flat(item.otherwise or (), guard, 0)
                continue
            self.declared.names.used.note(inner)
            here = against(inner) if item.negated else inner
            there = inner if item.negated else against(inner)
            holds = self.space.of(here)
            if reach and not reach & holds:
                verb, label = "unless" if item.negated else "when", item.label
                self.found.add(
                    faults.levels.NeverHolds(span=label.span, verb=verb, levels=label.text)
                )
            yield from self.flat(item.items, both(guard, here), reach & holds)
            yield from self.flat(item.otherwise or (), both(guard, there), reach & ~holds)

    def words(
        self,
        words: tree.Words,
        one: Placed[Any],
        scope: Scope,
        convert: Callable[[tree.Prose, Scope], T],
        *,
        everywhere: bool = True,
    ) -> tuple[ex.Case[T], ...]:
        """The words of a statement, converted, each case under the guard of the statement.

        `everywhere`: every combination that gets there must have an arm.
        """
        return tuple(
            ex.Case(
                both(one.guard, case.guard),
                convert(
                    case.value, scope if region == scope.reach else replace(scope, reach=region)
                ),
            )
            for case, region in self.cases(words, one.reach, everywhere=everywhere)
        )

    def picture(self, show: tree.ShowNode, words: tuple[ex.Case[ex.Template], ...]) -> ex.Show:
        """A picture and what is to be seen on it. One that was not read is told from others by its
        name, so that the rest of the script can be checked.
        """
        from dsl.files.pictures import PictureFile

        path = show.path.text
        unread = PictureFile(path, "", path, b"")
        return ex.Show(self.declared.pictures.get(path, unread), words, show.at)

    def cases(
        self, words: tree.Words, reach: Region, *, everywhere: bool = True
    ) -> tuple[tuple[ex.Case[tree.Prose], Region], ...]:
        """Words as cases, each with the combinations that take it."""
        if isinstance(words, tree.Prose):
            return ((ex.Case(ex.ALWAYS, words), reach),)
        cases = []
        for case in arms_of(words, reach, self.space, self.found, complete=everywhere):
            region = reach & self.space.of(case.guard)
            reach &= ~region
            cases.append((case, region))
            self.declared.names.used.note(case.guard)
        self.declared.names.used.factors.update(folded(name.text) for name in words.factors)
        return tuple(cases)
