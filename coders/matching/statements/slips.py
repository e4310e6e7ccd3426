"""The words of a reply with slips put right that a word of a choice explains: `teh bxo`."""

from __future__ import annotations

from coders.matching.question.sheet import AnswerSheet
from coders.matching.text import vocabulary
from coders.matching.text.plain_text import stem

_KNOWN = frozenset[str]().union(
    *(value for value in vars(vocabulary).values() if isinstance(value, frozenset))
)
_ALWAYS = ("the", "not", "answer")
_LONG = 6
"""Letters; in shorter words another letter makes another word: house, horse."""


def without_slips(sheet: AnswerSheet, words: list[str]) -> list[str]:
    """The tokens of a reply, those with one slip in a word of a choice put right."""
    meant = {word for _, wanted in sheet.spelt for word in wanted} | set(_ALWAYS)
    return [_meant(sheet, word, meant) for word in words]


def _meant(sheet: AnswerSheet, word: str, meant: set[str]) -> str:
    if not word.isalpha() or word in meant or word in _KNOWN or stem(word) in sheet.around:
        return word
    found = [other for other in meant if _slipped(word, other)]
    return found[0] if len(found) == 1 else word


def _slipped(word: str, meant: str) -> bool:
    """Whether a letter of a word is left out, put in, or changed, or two are exchanged; not the
    first one.
    """
    if word[:1] != meant[:1] or abs(len(word) - len(meant)) > 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(word, meant, strict=False)) if a != b), None)
    if at is None:
        at = min(len(word), len(meant))
    if len(word) == len(meant):
        exchanged = word[at : at + 2] == meant[at : at + 2][::-1]
        if exchanged and word[at + 2 :] == meant[at + 2 :]:
            return True
        return len(meant) >= _LONG and word[at + 1 :] == meant[at + 1 :]
    if len(meant) < 4 and meant not in _ALWAYS:
        return False
    longer, shorter = sorted((word, meant), key=len, reverse=True)
    return longer[at + 1 :] == shorter[at:]
