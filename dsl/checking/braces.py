"""Words with braces become words with slots.

What stands in braces is looked up in one fixed order: the columns of the row at hand, lets, kept
replies, slots, built-in phrases; for each as written, then with its first letter small (which asks
for a capital), then as a possessive, then as the plural of an original. An article is read only
when the whole is not itself a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise

from dsl import faults, tree
from dsl.checking.agreeing import check_agreement
from dsl.checking.declared import LOST, Names, Row, Scope
from dsl.checking.findings import Findings
from dsl.checking.lengths import LONGEST, Lengths
from dsl.checking.naming import QUOTES, closest
from dsl.checking.pools import BUILT_IN
from dsl.checking.space import Region, Space
from dsl.diagnostic import Pointer
from dsl.experiment import Article, Case, Grammar, Piece, Pronoun, Template, Use, UseKind
from dsl.record import replace
from dsl.words import plural

_ARTICLE = re.compile(r"(an?)\s+(?=\S)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"(['’])[sS]$")
_SPACES = re.compile(r"[ \t]+")
_PARTS = re.compile(r"[\s/]+")

_CASES = {
    "they": "they", "them": "them", "their": "their", "theirs": "theirs", "themself": "themself",
    "themselves": "themself", "she": "they", "hers": "theirs", "herself": "themself", "he": "they",
    "him": "them", "himself": "themself", "its": "their", "itself": "themself",
}  # fmt: skip
_AMBIGUOUS = {
    "her": ("them", "their", "I saw her", "her ball"),
    "his": ("their", "theirs", "his ball", "the ball is his"),
    "it": ("they", "them", "it rolls", "I saw it"),
}


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


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
        """Characters of all lines so far, each brace filled; a line too long by itself is told."""
        self._lengths = None if lets is None else Lengths(names.slots, lets)
        self._gaps: dict[tuple[str, Region], tuple[str, Region] | None] = {}
        self._plurals: dict[str, str] | None = None
        self._last: str | None = None

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

    def line(self, line: tree.Line, scope: Scope) -> Template:
        """One line; what cannot be resolved is reported, and a mark stands in its place."""
        pieces: list[Piece] = []
        for part in line.parts:
            if isinstance(part, tree.Text):
                pieces.append(_SPACES.sub(" ", part.words))
                continue
            piece = self.brace(part, scope)
            if isinstance(piece, Use):
                before = pieces[-1] if pieces and isinstance(pieces[-1], str) else ""
                check_agreement(part, piece, before, self.names.slots, self.found)
            pieces.append(piece or LOST)
        return self._measured(_tidy(pieces), line, scope)

    def _measured(self, template: Template, line: tree.Line, scope: Scope) -> Template:
        """The line, or a mark in its place where it grows too long."""
        if self._lengths is None:
            return template
        length = self._lengths.of(template, scope.row)
        if length > LONGEST:
            self.found.add(
                faults.session.TooMuchText(span=line.span, what="this line", most=LONGEST)
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
        if "/" in inside and self._name(inside, scope) is None:
            return self._pronoun(brace, inside, scope)
        piece = self._use(inside, scope)
        if piece is None and (match := _ARTICLE.match(inside)):
            piece = self._with_article(brace, match.group(1), inside[match.end() :], scope)
            if piece is None and self._use(inside[match.end() :], scope) is not None:
                return None
        if piece is None:
            self._unknown(brace, inside, scope)
            return None
        if piece.kind is UseKind.KEPT:
            return piece if self._is_kept(brace, piece.name, scope) else None
        self._mark(piece)
        self._has_words(brace, piece, scope)
        return piece

    def _is_kept(self, brace: tree.Brace, name: str, scope: Scope) -> bool:
        """Whether the reply is there to look at; only words that judge can look at it."""
        if scope.kept is None:
            self.found.add(faults.slots.KeptInSentWords(span=brace.span, name=name))
            return False
        if scope.reach and (late := scope.reach & ~scope.kept.get(name, 0)):
            cell = self.space.describe(late, scope.reach)
            self.found.add(faults.slots.KeptTooLate(span=brace.span, name=name, cell=cell))
        return True

    def _has_words(self, brace: tree.Brace, piece: Use | Pronoun, scope: Scope) -> None:
        """Reports a let without words in some combination that gets here."""
        if not scope.reach or self.lets is None:
            return
        name = piece.name if isinstance(piece, Use) else piece.of
        gap = gap_of(
            piece.kind, name, scope.reach, scope.row,
            lets=self.lets, space=self.space, known=self._gaps,
        )  # fmt: skip
        if gap is not None:
            missing, region = gap
            cell = self.space.describe(region, scope.reach)
            # The let is what has to be mended, however many places use it.
            written = self.names.lets[missing].name_span.span
            used = (Pointer(brace.span, "used here"),)
            self.found.add(
                faults.slots.LetMissing(span=written, name=missing, cell=cell, pointers=used)
            )

    def _mark(self, piece: Use | Pronoun) -> None:
        name = piece.name if isinstance(piece, Use) else piece.of
        if piece.kind is UseKind.SLOT:
            self.names.used.slots.add(name)
            if name in self.names.slots and self.names.slots[name].original.pronoun:
                self._last = name
        elif piece.kind is UseKind.LET:
            self.names.used.lets.add(name)

    def _with_article(self, brace: tree.Brace, article: str, rest: str, scope: Scope) -> Use | None:
        use = self._use(rest, scope)
        if use is None:
            return None
        if use.grammar is Grammar.PLURAL:
            self.found.add(
                faults.slots.ArticleOfPlural(
                    span=brace.span, article=article, name=rest, single=use.name
                )
            )
            return None
        # `{a Sally}` keeps the capital of a name; `{A blicket}` asks for one on the article.
        if use.capital:
            return None
        return replace(use, article=True, capital=article[0].isupper())

    def _use(self, text: str, scope: Scope) -> Use | None:
        direct = self._capital_or_not(text, scope)
        if direct is not None:
            return direct
        if match := _POSSESSIVE.search(text):
            owner = self._capital_or_not(text[: match.start()], scope)
            if owner is not None:
                return replace(owner, grammar=Grammar.POSSESSIVE, apostrophe=match.group(1))
        for capital, form in ((False, text), (True, _lower_first(text))):
            if capital and form == text:
                continue
            slot = self._of_plural(form)
            if slot is not None:
                return Use(UseKind.SLOT, slot, Grammar.PLURAL, capital=capital)
        return None

    def _capital_or_not(self, text: str, scope: Scope) -> Use | None:
        found = self._name(text, scope)
        if found is not None:
            return Use(*found)
        lower = _lower_first(text)
        if lower != text and (found := self._name(lower, scope)) is not None:
            return Use(*found, capital=True)
        return None

    def _name(self, text: str, scope: Scope) -> tuple[UseKind, str] | None:
        if scope.row is not None and text in scope.row.columns:
            return UseKind.COLUMN, text
        if text in self.names.lets:
            return UseKind.LET, text
        if text in self.names.kept:
            return UseKind.KEPT, text
        if text in self.names.slots or text in BUILT_IN:
            return UseKind.SLOT, text
        return None

    def _of_plural(self, text: str) -> str | None:
        if self._plurals is None:
            self._plurals = {}
            for slot in self.names.slots.values():
                self._plurals.setdefault(plural(slot.original), slot.name)
        return self._plurals.get(text)

    def _pronoun(self, brace: tree.Brace, inside: str, scope: Scope) -> Pronoun | None:
        said, _, of = (part.strip() for part in inside.partition("/"))
        owner = self._capital_or_not(of, scope)
        if owner is None or owner.kind is UseKind.KEPT:
            if self._capital_or_not(said, scope) is not None and self._pronoun_meant(inside):
                self._unknown(brace, inside, scope)
            else:
                self._unknown(brace, of, scope, before=f"{said}/")
            return None
        self._mark(owner)
        lower = said.lower()
        if lower in _AMBIGUOUS:
            first, second, first_example, second_example = _AMBIGUOUS[lower]
            self.found.add(
                faults.slots.AmbiguousPronoun(
                    span=brace.span, pronoun=said, first=first, second=second,
                    first_example=first_example, second_example=second_example, of=of,
                )
            )  # fmt: skip
            return None
        case = _CASES.get(lower)
        if case is None:
            self.found.add(faults.slots.UnknownPronoun(span=brace.span, pronoun=said, of=of))
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
            self.found.add(faults.slots.PronounOfWords(span=brace.span, name=owner.name, case=case))
            return
        for name in sorted(owners):
            slot = self.names.slots.get(name)
            words = () if slot is None else (slot.original, *slot.values)
            lacking = next((word.text for word in words if word.pronoun is None), None)
            if slot is None or lacking is not None:
                self.found.add(faults.slots.NoPronoun(span=brace.span, slot=lacking or name))

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

    def _unknown(self, brace: tree.Brace, text: str, scope: Scope, before: str = "") -> None:
        bare = text
        lead = before
        if not before and (match := _ARTICLE.match(text)):
            bare, lead = text[match.end() :], text[: match.end()]
        tail = ""
        if match := _POSSESSIVE.search(bare):
            bare, tail = bare[: match.start()], match.group()
        table = self.names.columns.get(bare) or self.names.columns.get(_lower_first(bare))
        if table is not None:
            self.found.add(faults.names.ColumnOutsideRow(span=brace.span, name=bare, table=table))
            return
        unquoted = text.strip(QUOTES)
        article = _ARTICLE.match(unquoted)
        if unquoted != text and self._use(unquoted[article.end() if article else 0 :], scope):
            self.found.add(
                faults.names.UnknownWord(
                    span=brace.span, name=text, written=brace.inside, close=before + unquoted
                )
            )
            return
        pronoun = None if before else self._pronoun_meant(bare)
        owner = None if before or pronoun else self._owner(bare, scope)
        first, _, rest = bare.partition(" ")
        if pronoun is None and rest and not before and self._use(rest, scope) is not None:
            outside = f"{first} {{{rest}{tail}}}"
            self.found.add(
                faults.names.UnknownWord(
                    span=brace.span, name=bare, written=brace.inside, close=None, outside=outside
                )
            )
            return
        known = self.words(scope)
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
                        return name if self._use(name, scope) is not None else slot.name
                    if form[:1].upper() + form[1:] == value:
                        return name[:1].upper() + name[1:]
        return None

    def _pronoun_meant(self, bare: str) -> str | None:
        """`they/Sally` for `she`, `they Sally` and `Sally/they`; None where no pronoun is meant."""
        words = [word for word in _PARTS.split(bare) if word]
        said = next((word for word in words if word.lower() in {*_CASES, *_AMBIGUOUS}), None)
        if said is None:
            return None
        words.remove(said)
        owner = " ".join(words)
        if owner and owner not in self.names.slots and owner not in self.names.lets:
            return None
        owner = owner or self._somebody() or ""
        case = _CASES.get(said.lower()) or _AMBIGUOUS[said.lower()][0]
        case = case[:1].upper() + case[1:] if said[0].isupper() else case
        return f"{case}/{owner}" if owner else None

    def _somebody(self) -> str | None:
        """The slot with a pronoun that was named last, else the first of the script."""
        return self._last or next(
            (s.name for s in self.names.slots.values() if s.original.pronoun), None
        )

    def words(self, scope: Scope) -> list[str]:
        """Every name that can stand in braces here."""
        columns = scope.row.columns if scope.row is not None else ()
        plurals = [plural(s.original) for s in self.names.slots.values()]
        return [
            *columns, *self.names.lets, *self.names.slots, *self.names.kept, *BUILT_IN, *plurals,
        ]  # fmt: skip


def gap_of(
    kind: UseKind,
    name: str,
    reach: Region,
    row: Row | None,
    *,
    lets: Mapping[str, tuple[Case[Template], ...]],
    space: Space,
    known: dict[tuple[str, Region], tuple[str, Region] | None] | None = None,
) -> tuple[str, Region] | None:
    """A let without words that is needed to say a let or a column, and where; None if all is said.

    A let that has no part at all has been reported as a circle, or as too much. `known` keeps what
    was found of lets, which may stand in each other many times over.
    """
    known = {} if known is None else known
    if kind is UseKind.COLUMN and row is not None:
        templates = [(cells[name], reach) for cells in row.cells if name in cells]
        return _gap_in(templates, lets, space, known)
    if kind is not UseKind.LET or not lets.get(name):
        return None
    at = (name, reach)
    if at not in known:
        templates, left = [], reach
        for case in lets[name]:
            part = left & space.of(case.guard)
            left &= ~part
            templates.append((case.value, part))
        known[at] = (name, left) if left else _gap_in(templates, lets, space, known)
    return known[at]


def _gap_in(
    templates: Iterable[tuple[Template, Region]],
    lets: Mapping[str, tuple[Case[Template], ...]],
    space: Space,
    known: dict[tuple[str, Region], tuple[str, Region] | None],
) -> tuple[str, Region] | None:
    for template, part in templates:
        for piece in template:
            if isinstance(piece, Use | Pronoun) and part:
                inner = piece.name if isinstance(piece, Use) else piece.of
                gap = gap_of(piece.kind, inner, part, None, lets=lets, space=space, known=known)
                if gap is not None:
                    return gap
    return None


def _joint(before: tree.Line, line: tree.Line) -> str:
    if line.new_paragraph:
        return "\n\n"
    return "\n" if line.deeper or before.deeper else " "


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
        text = re.sub(r"[ \t]*\n[ \t]*", "\n", piece)
        text = _SPACES.sub(" ", text)
        if place == 0:
            text = text.lstrip(" \t\n")
        if place == len(joined) - 1:
            text = text.rstrip(" \t\n")
        joined[place] = text
    return tuple(piece for piece in joined if piece != "")
