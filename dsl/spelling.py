"""Which word of a fixed vocabulary a misspelt one was meant to be.

Words of the language are counted in slips of a finger (a letter left out, put in, changed, or two
exchanged), not in the shared letters of `difflib`: among words as short as `say`, `ask` and `do` a
ratio takes `Sally` for `say`, and a wrong hint is worse than none.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

_LONGEST = 40


def closest(name: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """The known name that shares the most letters with `name`, for names outside scripts; empty
    where none shares as many as `cutoff`, from 0 to 1.
    """
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, list(known), n=1, cutoff=cutoff)), "")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is few enough slips away from `word`; of several the closest."""
    found = ((few_slips(word, other), other) for other in known)
    fitting = ((count / len(other), other) for count, other in found if count is not None)
    return min(fitting, default=(0.0, None), key=lambda pair: pair[0])[1]


def few_slips(written: str, meant: str) -> int | None:
    """The least number of slips from `meant` to `written`, if `meant` bears so many; case and
    spacing do not count.
    """
    most = allowed(meant)
    a, b = _plain(written), _plain(meant)
    if abs(len(a) - len(b)) > most:
        return None
    count = _slips(a, b)
    return count if count <= most else None


def allowed(word: str) -> int:
    """How many slips a word of this length bears before it is another word."""
    if len(word) < 2:
        return 0
    return 1 if len(word) <= 5 else 2 if len(word) <= 8 else 3


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


@lru_cache(maxsize=4096)
def _slips(a: str, b: str) -> int:
    if len(a) > _LONGEST or abs(len(a) - len(b)) > _LONGEST:
        return max(len(a), len(b))
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        before, last, row = row, before, [i]
        for j, other in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
