"""Templates with every brace filled: the words of one draw at one place of a session.

Filling goes through fragments and not straight to text, because an article may be before the
word it agrees with in another piece (`{a} "{blicket} machine"`), and a let may begin with a slot
whose article was declared.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Mapping
from itertools import islice, product

from dsl import words as forms
from dsl.expanding.guards import LevelOf, choose
from dsl.expanding.template_cache import TemplateCache
from dsl.experiment import Article, Grammar, Let, Pronoun, Template, Use, UseKind, Word
from dsl.patterns import lazy_pattern
from dsl.record import record, replace

Columns = tuple[Mapping[str, Template], ...]
"""The rows of the `for each` steps around a place, the innermost last."""

MOST_WORDINGS = 64
"""So many wordings of one key are spelt out, at most."""

CARRIED = "\0"
"""Stands around the name of what a wave carries, which differs from trial to trial and is put in
when all else is filled: nobody can write it in a script."""
_HOLDS_CARRIED = lazy_pattern("\0([^\0]*)\0")

_SPACES = lazy_pattern(r" {2,}")
_SPACE_AT_LINE_END = lazy_pattern(r" +(?=\n)|(?<=\n) +")
_LEADING_ARTICLE = lazy_pattern(r"^(a|an|the|some)\b", re.IGNORECASE)


def with_carried(text: str, carried: Mapping[str, str]) -> str:
    """A filled text with what a wave carries, whole; a name in brackets where it is not known."""
    if CARRIED not in text:
        return text
    return _HOLDS_CARRIED.sub(lambda found: carried.get(found[1], f"[{found[1]}]"), text)


@record
class _Fragment:
    """A stretch of text; `declared` is the article its first word was declared with, if any."""

    text: str
    declared: str | None = None
    article: Article | None = None


@record
class Filler:
    """What names mean, at one place: words, lets, levels, and the rows around it.

    `lenient`: the words are further wordings for judging, which may bring their own article.
    `cache` is that of this place, where many draws are filled.
    """

    words: Mapping[str, Word]
    lets: Mapping[str, Let]
    levels: LevelOf
    columns: Columns = ()
    lenient: bool = False
    cache: TemplateCache | None = None

    def within(self, row: Mapping[str, Template]) -> Filler:
        """The same place one row further in."""
        cache = None if self.cache is None else self.cache.within(row)
        columns = (*self.columns, row)
        return Filler(self.words, self.lets, self.levels, columns, self.lenient, cache)

    def by_name(self) -> Filler:
        """The same place, every slot read by its name: what is alike so, is alike in any draw."""
        by_name = {name: Word(f"{{{name}}}") for name in self.words}
        return replace(self, words=by_name, cache=None)

    def watched(self, words: Mapping[str, Word], levels: LevelOf) -> Filler:
        """The same place with other mappings of the same words and levels."""
        return Filler(words, self.lets, levels, self.columns, self.lenient, self.cache)

    def text(self, template: Template) -> str:
        """The template as a participant reads it; runs of spaces become one."""
        if not template:
            return ""
        if len(template) == 1 and isinstance(template[0], str):
            return _tidy(template[0])
        if self.cache is None:
            return self._text(template)
        return self.cache.cached(template, "text", self, Filler._text)

    def _text(self, template: Template) -> str:
        return _tidy("".join(fragment.text for fragment in self._fragments(template)))

    def wordings(self, template: Template) -> tuple[str, ...]:
        """Every wording that counts as this template, the template's own first.

        The `also` of each slot in it is spelt out; a slot that occurs twice is the same both times.
        """
        if self.cache is None:
            return self._wordings(template)
        return self.cache.cached(template, "wordings", self, Filler._wordings)

    def _wordings(self, template: Template) -> tuple[str, ...]:
        names = [name for name in self.slots(template) if self.words[name].also]
        if not names:
            return (self.text(template),)
        choices = [
            (
                self.words[name],
                *(
                    Word(other, plural=other, pronoun=self.words[name].pronoun)
                    for other in self.words[name].also
                ),
            )
            for name in names
        ]
        found = {self.text(template): None}
        for chosen in islice(product(*choices), 1, MOST_WORDINGS):
            # Looked up through, not copied: what is read of a word is watched. None is written.
            other = ChainMap(dict(zip(names, chosen, strict=True)), self.words)  # type: ignore[arg-type]
            further = replace(self, words=other, lenient=True, cache=None)
            found[further.text(template)] = None
        return tuple(found)

    def slots(self, template: Template) -> tuple[str, ...]:
        """The slots whose words are in the template here, through lets and columns."""
        found: dict[str, None] = {}
        for piece in template:
            if isinstance(piece, Use):
                found.update(dict.fromkeys(self._slots_of(piece.kind, piece.name)))
        return tuple(found)

    def _slots_of(self, kind: UseKind, name: str) -> tuple[str, ...]:
        if kind is UseKind.SLOT:
            return (name,)
        inner = self._inside(kind, name)
        return () if inner is None else inner[0].slots(inner[1])

    def _inside(self, kind: UseKind, name: str) -> tuple[Filler, Template] | None:
        """The template that a let or column means, and the place from which it is filled."""
        if kind is UseKind.LET:
            found = choose(self.lets[name].cases, self.levels)
            return None if found is None else (self, found)
        if kind is UseKind.COLUMN:
            for depth in range(len(self.columns) - 1, -1, -1):
                if name in self.columns[depth]:
                    around = self.columns[:depth]
                    outside = Filler(self.words, self.lets, self.levels, around, self.lenient)
                    return outside, self.columns[depth][name]
        return None

    def _word(self, kind: UseKind, name: str) -> Word | None:
        """The word that a use is, if it is one word and nothing else."""
        if kind is UseKind.SLOT:
            return self.words[name]
        inner = self._inside(kind, name)
        return None if inner is None else inner[0]._only_word(inner[1])

    def _only_word(self, template: Template) -> Word | None:
        """The word that a template is, if it is one word and nothing else."""
        piece = template[0] if len(template) == 1 else None
        if isinstance(piece, Use) and piece.grammar is Grammar.BARE and not piece.article:
            return self._word(piece.kind, piece.name)
        return None

    def _fragments(self, template: Template) -> list[_Fragment]:
        found: list[_Fragment] = []
        waiting = False
        for piece in template:
            match piece:
                case str():
                    found.append(_Fragment(piece))
                case Use():
                    found.extend(self._used(piece))
                case Pronoun():
                    text = forms.pronoun(self._person(piece), piece.case)
                    found.append(_Fragment(forms.capital(text) if piece.capital else text))
                case Article():
                    waiting = True
                    found.append(_Fragment("", article=piece))
        return _agree(found) if waiting else found

    def _used(self, use: Use) -> list[_Fragment]:
        found = self._bare(use)
        if use.article:
            text = "".join(fragment.text for fragment in found)
            if not (self.lenient and _LEADING_ARTICLE.match(text)):
                declared = found[0].declared if found else None
                found = [_Fragment(f"{forms.article(text, declared)} "), *found]
        if use.capital and found:
            found[0] = replace(found[0], text=forms.capital(found[0].text))
        return found

    def _bare(self, use: Use) -> list[_Fragment]:
        """The use in its grammar, before any article or capital."""
        if use.kind is UseKind.KEPT:
            return [_Fragment(f"[{use.name}]")]
        if use.kind is UseKind.CARRIED:
            return [_Fragment(f"{CARRIED}{use.name}{CARRIED}")]
        inner: tuple[Filler, Template] | None = None
        if use.kind is UseKind.SLOT:
            word: Word | None = self.words[use.name]
        else:
            inner = self._inside(use.kind, use.name)
            word = None if inner is None else inner[0]._only_word(inner[1])
        if use.grammar is Grammar.PLURAL and word is not None:
            return [_Fragment(forms.plural(word))]
        if word is not None:
            found = [_Fragment(word.text, word.article)]
        else:
            found = [] if inner is None else inner[0]._fragments(inner[1])
        if use.grammar is Grammar.BARE or not found:
            return found
        text = "".join(fragment.text for fragment in found)
        if use.grammar is Grammar.PLURAL:
            return [_Fragment(forms.regular_plural(text), found[0].declared)]
        return [_Fragment(forms.possessive(text, use.apostrophe), found[0].declared)]

    def _person(self, piece: Pronoun) -> Word:
        """Whose pronoun is meant: the word of the slot, or of the one slot in a let or column."""
        names = self._slots_of(piece.kind, piece.name)
        return self.words[names[0]] if len(names) == 1 else Word(piece.name, pronoun="it")


def _tidy(text: str) -> str:
    """The text without spaces that only come of putting it together."""
    if "  " in text:
        text = _SPACES.sub(" ", text)
    if "\n" in text:
        text = _SPACE_AT_LINE_END.sub("", text)
    return text.strip(" ")


def _agree(fragments: list[_Fragment]) -> list[_Fragment]:
    """The fragments with every lone article agreeing with the word that follows it."""
    found: list[_Fragment] = []
    after = ""
    declared: str | None = None
    for fragment in reversed(fragments):
        now = fragment
        if fragment.article is not None:
            text = forms.article(after, declared)
            now = _Fragment(forms.capital(text) if fragment.article.capital else text)
        if any(sign.isalnum() for sign in now.text):
            declared = now.declared
        after = now.text + after
        found.append(now)
    found.reverse()
    return found
