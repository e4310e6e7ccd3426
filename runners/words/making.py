"""Candidates for novel words: pronounceable, of two syllables and five to seven letters.

A word is an onset, a vowel, what stands between, a vowel and a coda, each taken by a hash of the
seed and the number of the candidate. So a seed gives the same words everywhere, and a laboratory
that keeps its seed to itself has words that nobody has published. Taking trigrams from a list of
real words (as UniPseudo does) gives words that look more English, but needs the list, and stays
close to what is on it.

References
----------
New, B., Bourgin, J., Barra, J., & Pallier, C. (2024). UniPseudo: A universal pseudoword generator.
Quarterly Journal of Experimental Psychology, 77(2), 278-286.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.chance import below

_ONSETS = (
    "b", "bl", "br", "d", "dr", "f", "fl", "fr", "g", "gl", "gr", "k", "kl", "kr", "l", "m", "n",
    "p", "pl", "pr", "r", "s", "sk", "sl", "sm", "sn", "sp", "st", "t", "tr", "v", "z",
)  # fmt: skip
_VOWELS = ("a", "e", "i", "o", "u")
_MIDDLES = (
    "b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "t", "v", "z", "lb", "ld", "lg", "lp", "lt",
    "mb", "mp", "nd", "nk", "nt", "rb", "rd", "rg", "rk", "rm", "rp", "rt", "zb", "zg",
)  # fmt: skip
_CODAS = ("b", "d", "f", "g", "k", "l", "m", "n", "p", "t", "v")

SHORTEST = 5
LONGEST = 7


def candidates(seed: int) -> Iterator[str]:
    """Words without end, in an order that the seed fixes; some come twice."""
    number = 0
    while True:
        word = "".join(
            parts[below(len(parts), seed, "novel word", number, place)]
            for place, parts in enumerate((_ONSETS, _VOWELS, _MIDDLES, _VOWELS, _CODAS))
        )
        number += 1
        if SHORTEST <= len(word) <= LONGEST:
            yield word
