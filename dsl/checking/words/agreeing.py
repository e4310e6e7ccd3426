"""Words that would not agree with what a draw puts in: `an {apple}`, `{Johns}`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.experiment import Grammar, Slot, Use, UseKind
from dsl.words import article

_ARTICLE = re.compile(r"(?:(?<![\w'’-])(an?)|(?:^|[.!?:\n] ?[\"“]?)(An?)) $")


def check_agreement(
    brace: tree.Brace, use: Use, before: str, slots: Mapping[str, Slot], found: Findings
) -> None:
    """Warns of a slot that stands behind an article of its own, and of the plural of a name.

    `before` are the words right before the braces.
    """
    slot = slots.get(use.name) if use.kind is UseKind.SLOT else None
    if slot is None:
        return
    if use.grammar is Grammar.PLURAL:
        _plural(brace, slot, found)
    elif not use.article and (outside := _ARTICLE.search(before)):
        _article(brace, slot, outside.group(1) or outside.group(2), found)


def _article(brace: tree.Brace, slot: Slot, said: str, found: Findings) -> None:
    for word in slot.values:
        if article(word.text, word.article) != said.lower():
            found.add(
                faults.method.ArticleOutsideBraces(
                    span=brace.span, article=said, slot=slot.name, value=word.text,
                    written=" ".join(brace.inside.split()),
                )
            )  # fmt: skip
            return


def _plural(brace: tree.Brace, slot: Slot, found: Findings) -> None:
    """A name has a plural where one is declared; else it is a possessive without apostrophe."""
    if slot.kind == "people" and slot.name[:1].isupper() and slot.original.plural is None:
        written = " ".join(brace.inside.split())
        found.add(faults.method.PluralOfName(span=brace.span, written=written, slot=slot.name))
