"""The words that vary: pools of slots with the forms of each word, and the phrases built in.

A value without a pronoun of its own takes its original's, so that `Sally (she): Rose, Mia` says
it once; plural, article and synonyms belong to one word alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.diagnostic import Pointer, Span
from dsl.experiment import Slot, Word
from dsl.words import folded

PRONOUNS = {
    "she": "she", "her": "she", "he": "he", "him": "he", "they": "they", "them": "they", "it": "it",
}  # fmt: skip
ARTICLES = ("a", "an")


def word(text: str, forms: tree.Forms | None, found: Findings, *, pronoun: str | None) -> Word:
    """A word with the forms declared on its line; `pronoun` is that of its original, if any."""
    given: dict[str, str] = {}
    also: tuple[str, ...] = ()
    for part, span in _parts(forms):
        kind, value = _form(part)
        if kind is None:
            found.add(faults.names.UnknownForm(span=span, form=part))
        elif kind in given:
            found.add(faults.names.FormTwice(span=span, form=part))
        else:
            given[kind] = value
            if kind == "also":
                also = tuple(dict.fromkeys(_collapse(v) for v in value.split(",") if v.strip()))
    return Word(
        text=text,
        article=given.get("article"),
        plural=given.get("plural"),
        pronoun=given.get("pronoun", pronoun),
        also=also,
    )


def _collapse(text: str) -> str:
    return " ".join(text.split())


def _form(part: str) -> tuple[str | None, str]:
    lower = part.lower()
    if lower in PRONOUNS:
        return "pronoun", PRONOUNS[lower]
    if lower in ARTICLES:
        return "article", lower
    for kind in ("plural", "also"):
        if lower.startswith(f"{kind} "):
            return kind, _collapse(part[len(kind) :])
    return None, part


def _parts(forms: tree.Forms | None) -> list[tuple[str, Span]]:
    if forms is None:
        return []
    parts = []
    at = 0
    offset = _offset(forms)
    for piece in forms.text.split(";"):
        start = at + len(piece) - len(piece.lstrip())
        at += len(piece) + 1
        text = _collapse(piece)
        if offset is None or not text:
            span = forms.span
        else:
            column = forms.span.column + offset + start
            span = Span(
                forms.span.file, forms.span.line, column, forms.span.line,
                column + len(piece.strip()),
            )  # fmt: skip
        parts.append((text, span))
    return parts


def _offset(forms: tree.Forms) -> int | None:
    """How far inside its span the text begins: the span may hold the brackets, or not."""
    whole = forms.span
    if whole.line != whole.end_line:
        return None
    return {0: 0, 2: 1}.get(whole.end_column - whole.column - len(forms.text))


PHRASES = "phrases"
BUILT_IN = {
    "cannot tell": "I cannot tell",
    "no preference": "I have no preference",
    "done": "done",
}
"""Slots that are there undeclared, and their words: right answers in their own right, and how a
participant ends an exploration."""

RESERVED = {
    "a": "`{a}` agrees with the next word",
    "an": "`{an}` agrees with the next word",
    "the": "`the` never changes, so it needs no braces",
    "they": "`{they/Sally}` is the pronoun of a slot",
}


def check_reserved(kind: str, name: tree.Name, found: Findings) -> bool:
    """Whether a name may be used in braces; reports it when it may not."""
    reason = RESERVED.get(folded(name.text))
    if reason is not None:
        found.add(
            faults.names.ReservedName(span=name.span, kind=kind, name=name.text, reason=reason)
        )
    return reason is None


def slots_of(
    pools: Iterable[tree.Pool], found: Findings
) -> tuple[dict[str, Slot], dict[str, tree.PoolSlot]]:
    """Every slot by its name, and where each is declared."""
    slots: dict[str, Slot] = {}
    places: dict[str, tree.PoolSlot] = {}
    for pool in pools:
        for declared in pool.slots:
            name = declared.name.text
            check_reserved("slot", declared.name, found)
            if name in slots:
                found.declared_twice("slot", declared.name, places[name].name.span)
                second = _slot(pool.kind, declared, Findings())
                if slots[name].original.pronoun is None and second.original.pronoun is not None:
                    # Which of the two is meant is not known: let no pronoun be missed for it.
                    slots[name] = second
                continue
            slots[name] = _slot(pool.kind, declared, found)
            places[name] = declared
    return slots, places


def _slot(kind: str, declared: tree.PoolSlot, found: Findings) -> Slot:
    name = declared.name.text
    built_in = BUILT_IN.get(name) if kind == PHRASES else None
    if built_in is not None and declared.values:
        found.add(faults.names.BuiltInVaries(span=declared.name.span, name=name))
    original = word(built_in or name, declared.forms, found, pronoun=None)
    values: list[Word] = []
    seen = {folded(original.text): declared.name.span}
    for value in declared.values:
        text = " ".join(value.text.split())
        if folded(text) in seen:
            first = Pointer(seen[folded(text)], "first here")
            found.add(
                faults.names.ValueTwice(span=value.span, value=text, slot=name, pointers=(first,))
            )
            continue
        if ";" in text and (kind != PHRASES or _are_several(text, declared)):
            mended = ", ".join(part.strip() for part in text.split(";") if part.strip())
            found.add(faults.names.Semicolon(span=value.span, value=text, mended=mended))
        seen[folded(text)] = value.span
        values.append(word(text, value.forms, found, pronoun=original.pronoun))
    return Slot(name, kind, original, tuple(values))


def _are_several(text: str, declared: tree.PoolSlot) -> bool:
    """Whether a phrase with semicolons is several: the only value, in parts as short as the
    original.
    """
    longest = len(declared.name.text.split()) + 1
    return len(declared.values) == 1 and all(len(p.split()) <= longest for p in text.split(";"))


def built_in(name: str) -> Slot | None:
    """The built-in slot of this name, for scripts that use it without declaring it."""
    text = BUILT_IN.get(name)
    return None if text is None else Slot(name, PHRASES, Word(text), ())
