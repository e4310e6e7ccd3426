"""Which words are real, and which are common: from the frequency lists of pyspellchecker.

Seven languages are looked up, because models read all of them and people's names, brands and loans
cross borders. The lists come with that library and are read here only when words are made or
judged. wordfreq was left out: its data may be shared only under their own licence.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from importlib.resources import files

LANGUAGES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "it": "Italian",
    "nl": "Dutch",
    "pt": "Portuguese",
}

COMMON = 30_000
"""So many of the most frequent English words count as common."""


@cache
def frequencies(language: str) -> dict[str, int]:
    """How often each word of a language occurs in its list, by word in small letters."""
    packed = files("spellchecker").joinpath("resources", f"{language}.json.gz").read_bytes()
    found: dict[str, int] = json.loads(gzip.decompress(packed))
    return found


@cache
def common_words() -> frozenset[str]:
    """The commonest English words of three letters or more."""
    counts = frequencies("en")
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    return frozenset(word for word in ranked[:COMMON] if len(word) > 2 and word.isalpha())


def languages_with(word: str) -> tuple[str, ...]:
    """The languages, by their English names, whose lists hold this word."""
    return tuple(name for code, name in LANGUAGES.items() if word in frequencies(code))
