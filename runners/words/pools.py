"""A pool of novel words: made, and read from scripts."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from dsl.experiment import Experiment
from runners.words.judging import fits_in, judged
from runners.words.making import candidates

MOST = 14
"""Words in a pool, each with an initial of its own: so many consonants can begin one."""

_TRIES = 20_000


def pool(count: int, *, seed: int, without: Collection[str] = ()) -> tuple[str, ...]:
    """Accepted words, `count` of them, or fewer where the candidates do not give so many.

    They begin with different letters, and differ from one another and from the words of `without`
    in three letters or more. The same seed gives the same words with the same `without`.
    """
    return tuple(islice(_accepted(seed, without), count))


def _accepted(seed: int, without: Collection[str]) -> Iterator[str]:
    found: list[str] = []
    for word in islice(candidates(seed), _TRIES):
        # The cheap question first: most candidates begin like a word that is there already.
        if word not in without and fits_in(word, found) and judged(word).accepted:
            found.append(word)
            yield word


def novel_words(experiment: Experiment) -> tuple[str, ...]:
    """The words that take an original's place in the pools `words` of a script."""
    return tuple(
        word.text for slot in experiment.slots if slot.kind == "words" for word in slot.values
    )
