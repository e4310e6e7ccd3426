"""Words with braces become words with slots.

An article is read only when the whole is not itself a name (`lookup`).

Words that would not agree with what a draw puts in (`an {apple}`, `{Johns}`) are looked for here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise

from dsl import faults, tree
from dsl.checking.declared import LOST, Names, RowColumns, Scope
from dsl.checking.findings import Findings
from dsl.checking.space import Region, Space
from dsl.checking.words.lengths import LONGEST, Lengths
from dsl.checking.words.lookup import AMBIGUOUS, ARTICLE, CASES, Lookup, UnknownWords
from dsl.diagnostic import Pointer
from dsl.experiment import (
    Article,
    Case,
    Grammar,
    HashedTemplate,
    Piece,
    Pronoun,
    Slot,
    Template,
    Use,
    UseKind,
    named,
)
from dsl.patterns import lazy_pattern
from dsl.record import replace
from dsl.words import article

_ARTICLE = lazy_pattern(r"(?:(?<![\w'’-])(an?)|(?:^|[.!?:\n] ?[\"“]?)(An?)) $")


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
    elif (
        not use.article
        and before.endswith(("a ", "an ", "A ", "An "))
        and (outside := _ARTICLE.search(before))
    ):
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


_SPACES = lazy_pattern(r"[ \t]+")


class Braces:
    """Resolves braces against the names of a script."""

    def __init__(
        self,
        names: Names,
        space: Space,
        found: Findings,
        lets: Mapping[str, tuple[Case[Template], ...]] | None = None,
    ) -> None:
        self.names = names
        self.space = space
        self.found = found
        self.lets = lets
        self.written = 0
        """Characters of all lines so far, each brace filled; too long a line is reported."""
        self._lengths = None if lets is None else Lengths(names.slots, lets)
        self._gaps: dict[tuple[str, Region], tuple[str, Region] | None] = {}
        self._lookup = Lookup(names)
        self._unknown = UnknownWords(names, self._lookup, found)
        self._last: str | None = None
        """The slot with a pronoun that was named last."""

    def prose(self, prose: tree.Prose, scope: Scope) -> Template:
        """A block of prose as one run of words, its lines joined."""
        pieces: list[Piece] = []
        for before, line in pairwise([None, *prose.lines]):
            assert line is not None
            if before is not None:
                pieces.append(_joint(before, line))
            pieces.extend(self.line(line, scope))
        return _tidy(pieces)

    def lines(self, prose: tree.Prose, scope: Scope) -> tuple[Template, ...]:
        """A block of prose as a list, an item to a line."""
        return tuple(self.line(line, scope) for line in prose.lines)

    def line(self, line: tree.ProseLine, scope: Scope) -> Template:
        """One line; what cannot be resolved is reported, and a mark stands in its place."""
        pieces: list[Piece] = []
        for part in line.parts:
            if isinstance(part, tree.Text):
                pieces.append(_single_spaces(part.words))
                continue
            piece = self.brace(part, scope)
            if isinstance(piece, Use):
                before = pieces[-1] if pieces and isinstance(pieces[-1], str) else ""
                check_agreement(part, piece, before, self.names.slots, self.found)
            pieces.append(piece or LOST)
        return self._measured(_tidy(pieces), line, scope)

    def _measured(self, template: Template, line: tree.ProseLine, scope: Scope) -> Template:
        """The line, or a mark in its place where it grows too long."""
        if self._lengths is None:
            return template
        length = self._lengths.of(template, scope.row)
        if length > LONGEST:
            what = "a cell" if line.literal else "this line"
            self.found.add(
                faults.session.TooMuchText(
                    span=line.span, what=what, most=LONGEST, in_file=line.literal
                )
            )
            return (LOST,)
        self.written += length
        return template

    def brace(self, brace: tree.Brace, scope: Scope) -> Piece | None:
        """What a pair of braces puts in, or None after reporting why it cannot."""
        inside = " ".join(brace.inside.split())
        if not inside:
            return None
        if inside.lower() in {"a", "an"}:
            return Article(capital=inside[0].isupper())
        if "/" in inside and self._lookup.name(inside, scope) is None:
            return self._pronoun(brace, inside, scope)
        piece = self._lookup.use(inside, scope)
        if piece is None and (match := ARTICLE.match(inside)):
            piece = self._with_article(brace, match.group(1), inside[match.end() :], scope)
            if piece is None and self._lookup.use(inside[match.end() :], scope) is not None:
                return None
        if piece is None:
            self._unknown.report(brace, inside, scope, last=self._last)
            return None
        if piece.kind is UseKind.KEPT:
            return piece if self._is_kept(brace, piece.name, scope) else None
        self._mark(piece)
        self._has_words(brace, piece, scope)
        return piece

    def _is_kept(self, brace: tree.Brace, name: str, scope: Scope) -> bool:
        """Whether the reply is there to look at; only words that judge can look at it."""
        if scope.kept is None:
            self.found.add(faults.braces.KeptInSentWords(span=brace.span, name=name))
            return False
        if scope.reach and (late := scope.reach & ~scope.kept.get(name, 0)):
            cell = self.space.describe(late, scope.reach)
            self.found.add(faults.braces.KeptTooLate(span=brace.span, name=name, cell=cell))
        return True

    def _has_words(self, brace: tree.Brace, piece: Use | Pronoun, scope: Scope) -> None:
        """Reports a let without words in some combination that gets here."""
        if not scope.reach or self.lets is None:
            return
        gap = self._gap(piece, scope.reach, scope.row)
        if gap is not None:
            missing, region = gap
            cell = self.space.describe(region, scope.reach)
            if missing in self.names.quoted:
                self.found.add(
                    faults.following.NothingChosen(
                        span=brace.span, name=missing, question=self.names.quoted[missing],
                        cell=cell,
                    )
                )  # fmt: skip
                return
            # The let is what has to be mended, however many places use it.
            written = self.names.lets[missing].name_span.span
            used = (Pointer(brace.span, "used here"),)
            self.found.add(
                faults.braces.LetMissing(span=written, name=missing, cell=cell, pointers=used)
            )

    def _gap(
        self, piece: Use | Pronoun, reach: Region, row: RowColumns | None
    ) -> tuple[str, Region] | None:
        """A let without words that is needed to say a let or a column, and where; None if all is
        said. A let that has no part at all has been reported as a circle, or as too much.
        """
        kind, name = piece.kind, piece.name
        if kind is UseKind.COLUMN and row is not None:
            return self._gap_in((reach, cells[name]) for cells in row.cells if name in cells)
        if kind is not UseKind.LET or not self.lets or not self.lets.get(name):
            return None
        # Lets may stand in each other many times over.
        at = (name, reach)
        if at not in self._gaps:
            parts = list(self.space.taken(self.lets[name], reach))
            left = reach
            for part, _ in parts:
                left &= ~part
            self._gaps[at] = (name, left) if left else self._gap_in(parts)
        return self._gaps[at]

    def _gap_in(self, templates: Iterable[tuple[Region, Template]]) -> tuple[str, Region] | None:
        for part, template in templates:
            for piece in named(template) if part else ():
                gap = self._gap(piece, part, None)
                if gap is not None:
                    return gap
        return None

    def _mark(self, piece: Use | Pronoun) -> None:
        name = piece.name
        if piece.kind is UseKind.SLOT:
            self.names.used.slots.add(name)
            if name in self.names.slots and self.names.slots[name].original.pronoun:
                self._last = name
        elif piece.kind is UseKind.LET:
            self.names.used.lets.add(name)

    def _with_article(self, brace: tree.Brace, article: str, rest: str, scope: Scope) -> Use | None:
        use = self._lookup.use(rest, scope)
        if use is None:
            return None
        if use.grammar is Grammar.PLURAL:
            self.found.add(
                faults.braces.ArticleOfPlural(
                    span=brace.span, article=article, name=rest, single=use.name
                )
            )
            return None
        # `{a Sally}` keeps the capital of a name; `{A blicket}` asks for one on the article.
        if use.capital:
            return None
        return replace(use, article=True, capital=article[0].isupper())

    def _pronoun(self, brace: tree.Brace, inside: str, scope: Scope) -> Pronoun | None:
        said, _, of = (part.strip() for part in inside.partition("/"))
        owner = self._lookup.named(of, scope)
        if owner is None or owner.kind in (UseKind.KEPT, UseKind.CARRIED):
            if self._lookup.named(said, scope) is not None and self._unknown.pronoun_meant(
                inside, self._last
            ):
                self._unknown.report(brace, inside, scope, last=self._last)
            else:
                self._unknown.report(brace, of, scope, before=f"{said}/", last=self._last)
            return None
        self._mark(owner)
        lower = said.lower()
        if lower in AMBIGUOUS:
            first, second, first_example, second_example = AMBIGUOUS[lower]
            self.found.add(
                faults.braces.AmbiguousPronoun(
                    span=brace.span, pronoun=said, first=first, second=second,
                    first_example=first_example, second_example=second_example, of=of,
                )
            )  # fmt: skip
            return None
        case = CASES.get(lower)
        if case is None:
            self.found.add(faults.braces.UnknownPronoun(span=brace.span, pronoun=said, of=of))
            return None
        self._has_pronoun(brace, owner, case, scope)
        pronoun = Pronoun(case, owner.kind, owner.name, capital=said[:1].isupper())
        self._has_words(brace, pronoun, scope)
        return pronoun

    def _has_pronoun(self, brace: tree.Brace, owner: Use, case: str, scope: Scope) -> None:
        """Reports a slot without a pronoun, and words that are not one slot."""
        if owner.kind is UseKind.SLOT:
            owners: set[str] | None = {owner.name}
        elif owner.kind is UseKind.LET:
            if self.lets is None:
                return
            owners = self._one_slot(c.value for c in self.lets.get(owner.name, ()))
        else:
            assert scope.row is not None
            owners = self._one_slot(row[owner.name] for row in scope.row.cells if row)
        if owners is None:
            self.found.add(
                faults.braces.PronounOfWords(span=brace.span, name=owner.name, case=case)
            )
            return
        for name in sorted(owners):
            slot = self.names.slots.get(name)
            words = () if slot is None else (slot.original, *slot.values)
            lacking = next((word.text for word in words if word.pronoun is None), None)
            if slot is None or lacking is not None:
                self.found.add(faults.braces.NoPronoun(span=brace.span, slot=lacking or name))

    def _one_slot(self, templates: Iterable[Template]) -> set[str] | None:
        """The slots of words each of which is one slot, or None if one of them is not."""
        owners: set[str] = set()
        for template in templates:
            uses = [piece for piece in template if isinstance(piece, Use)]
            if len(uses) != 1:
                return None
            use = uses[0]
            if use.kind is UseKind.SLOT:
                owners.add(use.name)
            elif use.kind is UseKind.LET and self.lets is not None:
                inner = self._one_slot(case.value for case in self.lets.get(use.name, ()))
                if inner is None:
                    return None
                owners |= inner
            else:
                return None
        return owners


def _joint(before: tree.ProseLine, line: tree.ProseLine) -> str:
    if line.new_paragraph:
        return "\n\n"
    return "\n" if line.deeper or before.deeper else " "


def _single_spaces(text: str) -> str:
    """A text in which a stretch of spaces is one: most texts are so, and some are long."""
    return _SPACES.sub(" ", text) if "  " in text or "\t" in text else text


def _tidy(pieces: list[Piece]) -> Template:
    """Neighbouring words joined, spaces at the ends of lines and of the whole removed."""
    joined: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str) and joined and isinstance(joined[-1], str):
            joined[-1] = joined[-1] + piece
        elif piece != "":
            joined.append(piece)
    for place, piece in enumerate(joined):
        if not isinstance(piece, str):
            continue
        text = re.sub(r"[ \t]*\n[ \t]*", "\n", piece) if "\n" in piece else piece
        text = _single_spaces(text)
        if place == 0:
            text = text.lstrip(" \t\n")
        if place == len(joined) - 1:
            text = text.rstrip(" \t\n")
        joined[place] = text
    return HashedTemplate(piece for piece in joined if piece != "")
