"""A story's varying words as neutral tokens: CHARACTER 1, THING 2, NOVEL WORD 1.

A coder who knows the literature tells the published wording from the permuted one by its names.
With neutral words every wording reads alike, in prompt and reply. A token goes by the slot and not
by the word, so that it is the same in all draws; where the story is not shown that would tell the
part a word plays (PLACE 1 is where it was first), and numbers are drawn by lot from the words.

A published word that a participant brings in of itself, where the story had another, stays visible:
it is evidence. It is counted, like every other slot word that is left.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping

from dsl.experiment import Experiment, Slot, Word
from dsl.words import folded, plural, regular_plural

_TOKENS = {
    "people": "CHARACTER",
    "things": "THING",
    "places": "PLACE",
    "words": "NOVEL WORD",
    "colours": "COLOUR",
    "numbers": "NUMBER",
    "phrases": "PHRASE",
}


class Neutral:
    """The neutral words of one experiment, made ready for one trial after another."""

    def __init__(self, experiment: Experiment) -> None:
        varying = [slot for slot in experiment.slots if slot.values]
        counts: Counter[str] = Counter()
        self._tokens: dict[str, str] = {}
        for slot in varying:
            kind = _TOKENS[slot.kind]
            counts[kind] += 1
            self._tokens[slot.name] = f"{kind} {counts[kind]}"
        self._slots = {slot.name: slot for slot in varying}
        self._ready: dict[tuple[bool, tuple[tuple[str, str], ...]], NeutralWords] = {}

    def of(self, words: Iterable[tuple[str, str]], *, mixed: bool = False) -> NeutralWords:
        """The tokens of a trial with these (slot, word) pairs; `mixed`: numbered by lot."""
        here = tuple((slot, word) for slot, word in words if slot in self._slots)
        if (mixed, here) not in self._ready:
            mine = {slot: _word(self._slots, slot, text) for slot, text in here}
            others = {
                form.casefold()
                for slot in self._slots.values()
                for word in (slot.original, *slot.values)
                for form in _forms(word)
            }
            tokens = self._mixed(here) if mixed else self._tokens
            self._ready[mixed, here] = NeutralWords(mine, tokens, others)
        return self._ready[mixed, here]

    def _mixed(self, words: tuple[tuple[str, str], ...]) -> dict[str, str]:
        """The tokens with the numbers of each kind changed about, by a lot made of the words."""
        lot = random.Random(str(words))
        found: dict[str, str] = {}
        for kind in dict.fromkeys(slot.kind for slot in self._slots.values()):
            names = [slot.name for slot in self._slots.values() if slot.kind == kind]
            tokens = [self._tokens[name] for name in names]
            found.update(zip(names, lot.sample(tokens, len(tokens)), strict=True))
        return found


class NeutralWords:
    """What the words of one trial become."""

    def __init__(
        self, words: Mapping[str, Word], tokens: Mapping[str, str], others: set[str]
    ) -> None:
        self._becomes: dict[str, str] = {}
        for slot, word in words.items():
            for form, token in _forms_and_tokens(word, tokens[slot]):
                self._becomes.setdefault(folded(form), token)
        self._pattern = _pattern(self._becomes)
        self._left = _pattern(others - set(self._becomes))

    def text(self, text: str) -> str:
        """The text with every slot word as its token, articles agreeing."""
        if self._pattern is None:
            return text
        return self._pattern.sub(self._put, text)

    def leftovers(self, text: str) -> Counter[str]:
        """Slot words of other draws that a text still has, and how often."""
        if self._left is None:
            return Counter()
        return Counter(folded(found[2]) for found in self._left.finditer(text))

    def back(self, candidates: Iterable[str]) -> dict[str, str]:
        """The script's own words of each of these candidates, by what a coder reads."""
        return {self.text(candidate): candidate for candidate in candidates}

    def _put(self, found: re.Match[str]) -> str:
        token = self._becomes[folded(found[2])]
        article = found[1]
        if not article:
            return token
        # No token begins with a vowel.
        return f"{article[0]} {token}"


def _pattern(forms: Iterable[str]) -> re.Pattern[str] | None:
    """Any of the forms as whole words, the longest first, with an article before it."""
    ordered = sorted(forms, key=lambda form: (-len(form), form))
    if not ordered:
        return None
    spelt = "|".join(r"\s+".join(map(re.escape, form.split())) for form in ordered)
    return re.compile(rf"(?<!\w)(?:(an?)\s+)?(?<!\w)({spelt})(?!\w)", re.IGNORECASE)


def _word(slots: Mapping[str, Slot], name: str, text: str) -> Word:
    """The word with this text, which a swap may have brought from another slot."""
    own = slots[name]
    everywhere = (own, *(slot for slot in slots.values() if slot is not own))
    for slot in everywhere:
        for word in (slot.original, *slot.values):
            if word.text == text:
                return word
    return Word(text)


def _forms(word: Word) -> tuple[str, ...]:
    return tuple(form for form, _ in _forms_and_tokens(word, ""))


def _forms_and_tokens(word: Word, token: str) -> list[tuple[str, str]]:
    many = f"{token}s"
    found = [(word.text, token), (plural(word), many)]
    for also in word.also:
        found += [(also, token), (regular_plural(also), many)]
    return found
