"""Quotation marks around an answer, which is then a word of its sentence like any other."""

from __future__ import annotations

from collections.abc import Iterator

from coders.matching.mentions import Mention
from coders.matching.plain_text import is_word
from coders.matching.vocabulary import NO, SELF, YES, listed

TELLS = listed("story says states said reads text says goes quote tells told")
"""Words with which the story is quoted."""


def quoting_an_answer(words: list[str], found: list[Mention]) -> set[int]:
    """The quotation marks around nothing but one answer, within a sentence that goes on before or
    after it: `it cannot be "the box"`. They cut nothing. What a story is quoted for stays apart.
    """
    marks: set[int] = set()
    if '"' not in words:
        return marks
    for at, end in _quoted_answers(words, found):
        opens = at - 1
        before = words[max(0, opens - 12) : opens]
        tells = bool(TELLS.intersection(before)) and not SELF.intersection(before)
        after = words[end + 1] if end + 1 < len(words) else "."
        goes_on = opens > 0 and is_word(words[opens - 1])
        if not tells and (goes_on or is_word(after)):
            marks |= {opens, end}
            # "The box." in quotes has its full stop inside.
            marks |= {end - 1} if words[end - 1] in ".," else set()
    return marks


def _quoted_answers(words: list[str], found: list[Mention]) -> Iterator[tuple[int, int]]:
    """Where a quotation of an answer and a few words begins, and its closing mark is."""
    starts = {m.start for m in found}
    longest = {m.start: m.end for m in found}
    quotes = [place for place, word in enumerate(words) if word == '"']
    for opens, closes in zip(quotes[::2], quotes[1::2], strict=False):
        inside = range(opens + 1, closes)
        named = next((place for place in inside if place in starts), None)
        if named is None:
            names = len(inside) <= _FEW and not (YES | NO).isdisjoint(words[opens + 1 : closes])
        else:
            beside = len(inside) - (longest[named] - named)
            names = beside <= _FEW and longest[named] <= closes
        if names and not _ENDS.intersection(words[opens + 1 : closes - 1]):
            yield opens + 1, closes


_FEW = 3
_ENDS = frozenset(".!?\n,;:")
