"""What a text in braces stands for, and what was meant by one that is no name.

It is looked up in one fixed order: the columns of the row at hand, lets, kept replies, slots,
built-in phrases; for each as written, then with its first letter small (which asks for a capital),
then as a possessive, then as the plural of an original.
"""

from __future__ import annotations

import re
from functools import cached_property

from dsl import faults, tree
from dsl.checking.declared import Names, Scope
from dsl.checking.findings import Findings
from dsl.checking.naming import QUOTES, closest
from dsl.checking.words.pools import BUILT_IN
from dsl.experiment import Grammar, Use, UseKind
from dsl.patterns import lazy_pattern
from dsl.record import replace
from dsl.words import plural

POSSESSIVE = lazy_pattern(r"(['’])[sS]$", needs="'|’")


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
        if text in self.names.kept and scope.kept is not None:
            return UseKind.KEPT, text
        if text in self.names.lets:
            return UseKind.LET, text
        if text in self.names.carried:
            return UseKind.CARRIED, text
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
        built_in = [one for one in BUILT_IN if one != "done" or self.names.explores]
        return [
            *columns, *self.names.lets, *self.names.carried, *self.names.slots, *self.names.kept,
            *built_in, *plurals,
        ]  # fmt: skip


ARTICLE = lazy_pattern(r"(an?)\s+(?=\S)", re.IGNORECASE)
_PARTS = lazy_pattern(r"[\s/]+")

CASES = {
    "they": "they", "them": "them", "their": "their", "theirs": "theirs", "themself": "themself",
    "themselves": "themself", "she": "they", "hers": "theirs", "herself": "themself", "he": "they",
    "him": "them", "himself": "themself", "its": "their", "itself": "themself",
}  # fmt: skip
AMBIGUOUS = {
    "her": ("them", "their", "I saw her", "her ball"),
    "his": ("their", "theirs", "his ball", "the ball is his"),
    "it": ("they", "them", "it rolls", "I saw it"),
}


class UnknownWords:
    """Reports texts that are no names, each with the name that comes closest."""

    def __init__(self, names: Names, lookup: Lookup, found: Findings) -> None:
        self.names = names
        self.lookup = lookup
        self.found = found

    def report(
        self, brace: tree.Brace, text: str, scope: Scope, *, before: str = "", last: str | None
    ) -> None:
        """Reports a text in braces that is no name; `last` is as for `pronoun_meant`."""
        bare = text
        lead = before
        if not before and (match := ARTICLE.match(text)):
            bare, lead = text[match.end() :], text[: match.end()]
        tail = ""
        if match := POSSESSIVE.search(bare):
            bare, tail = bare[: match.start()], match.group()
        table = self.names.columns.get(bare) or self.names.columns.get(lower_first(bare))
        if table is not None:
            self.found.add(faults.names.ColumnOutsideRow(span=brace.span, name=bare, table=table))
            return
        unquoted = text.strip(QUOTES)
        article = ARTICLE.match(unquoted)
        if unquoted != text and self.lookup.use(unquoted[article.end() if article else 0 :], scope):
            self.found.add(
                faults.names.UnknownWord(
                    span=brace.span, name=text, written=brace.inside, close=before + unquoted
                )
            )
            return
        pronoun = None if before else self.pronoun_meant(bare, last)
        owner = None if before or pronoun else self._owner(bare, scope)
        first, _, rest = bare.partition(" ")
        if pronoun is None and rest and not before and self.lookup.use(rest, scope) is not None:
            outside = f"{first} {{{rest}{tail}}}"
            self.found.add(
                faults.names.UnknownWord(
                    span=brace.span, name=bare, written=brace.inside, close=None, outside=outside
                )
            )
            return
        known = self.lookup.words(scope)
        alike = next((name for name in known if name.lower() == text.lower()), None)
        if alike is not None:
            bare, lead, tail = alike, "", ""
        whole = closest(text, known) if lead else None
        if whole is not None and whole.lower().startswith(lead.lower()):
            bare, lead, alike = whole, "", whole
        close = pronoun or alike or closest(bare, known)
        if close is not None and pronoun is None:
            if bare[:1].isupper() and close[:1].islower():
                close = close[:1].upper() + close[1:]
            close = f"{lead}{close}{tail}"
        self.found.add(
            faults.names.UnknownWord(
                span=brace.span, name=bare, written=brace.inside, close=close,
                stands_for=f"{lead}{owner}{tail}" if owner else "",
            )
        )  # fmt: skip

    def _owner(self, value: str, scope: Scope) -> str | None:
        """The slot that a word may stand for, as it is to be written here."""
        for slot in self.names.slots.values():
            for word in slot.values:
                for form, name in ((word.text, slot.name), (plural(word), plural(slot.original))):
                    if form == value:
                        return name if self.lookup.use(name, scope) is not None else slot.name
                    if form[:1].upper() + form[1:] == value:
                        return name[:1].upper() + name[1:]
        return None

    def pronoun_meant(self, bare: str, last: str | None) -> str | None:
        """`they/Sally` for `she`, `they Sally` and `Sally/they`; None where no pronoun is meant.

        `last` is the slot with a pronoun that was named last.
        """
        words = [word for word in _PARTS.split(bare) if word]
        said = next((word for word in words if word.lower() in {*CASES, *AMBIGUOUS}), None)
        if said is None:
            return None
        words.remove(said)
        owner = " ".join(words)
        if owner and owner not in self.names.slots and owner not in self.names.lets:
            return None
        owner = (
            owner
            or last
            or next((slot.name for slot in self.names.slots.values() if slot.original.pronoun), "")
        )
        case = CASES.get(said.lower()) or AMBIGUOUS[said.lower()][0]
        case = case[:1].upper() + case[1:] if said[0].isupper() else case
        return f"{case}/{owner}" if owner else None
