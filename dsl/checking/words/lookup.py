"""What a text in braces stands for.

It is looked up in one fixed order: the columns of the row at hand, lets, kept replies, slots,
built-in phrases; for each as written, then with its first letter small (which asks for a capital),
then as a possessive, then as the plural of an original.
"""

from __future__ import annotations

import re
from functools import cached_property

from dsl.checking.declared import Names, Scope
from dsl.checking.words.pools import BUILT_IN
from dsl.experiment import Grammar, Use, UseKind
from dsl.record import replace
from dsl.words import plural

POSSESSIVE = re.compile(r"(['’])[sS]$")


def lower_first(text: str) -> str:
    """The text with its first letter small."""
    return text[:1].lower() + text[1:]


class Lookup:
    """Looks texts up among the names of a script."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def use(self, text: str, scope: Scope) -> Use | None:
        """What a text stands for; None for no name."""
        direct = self.named(text, scope)
        if direct is not None:
            return direct
        if match := POSSESSIVE.search(text):
            owner = self.named(text[: match.start()], scope)
            if owner is not None:
                return replace(owner, grammar=Grammar.POSSESSIVE, apostrophe=match.group(1))
        for capital, form in ((False, text), (True, lower_first(text))):
            if capital and form == text:
                continue
            slot = self._plurals.get(form)
            if slot is not None:
                return Use(UseKind.SLOT, slot, Grammar.PLURAL, capital=capital)
        return None

    def named(self, text: str, scope: Scope) -> Use | None:
        """What a text stands for as written, or with its first letter small."""
        found = self.name(text, scope)
        if found is not None:
            return Use(*found)
        lower = lower_first(text)
        if lower != text and (found := self.name(lower, scope)) is not None:
            return Use(*found, capital=True)
        return None

    def name(self, text: str, scope: Scope) -> tuple[UseKind, str] | None:
        """What a text names as written, and in which kind of names."""
        if scope.row is not None and text in scope.row.columns:
            return UseKind.COLUMN, text
        if text in self.names.lets:
            return UseKind.LET, text
        if text in self.names.kept:
            return UseKind.KEPT, text
        if text in self.names.slots or text in BUILT_IN:
            return UseKind.SLOT, text
        return None

    @cached_property
    def _plurals(self) -> dict[str, str]:
        """The slots by the plurals of their originals; of two that share one the first."""
        slots = list(self.names.slots.values())
        return {plural(slot.original): slot.name for slot in reversed(slots)}

    def words(self, scope: Scope) -> list[str]:
        """Every name that can stand in braces here."""
        columns = scope.row.columns if scope.row is not None else ()
        plurals = [plural(s.original) for s in self.names.slots.values()]
        return [
            *columns, *self.names.lets, *self.names.slots, *self.names.kept, *BUILT_IN, *plurals,
        ]  # fmt: skip
