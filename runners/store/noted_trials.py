"""What is noted of the finished trials of a study, as columns: a study may have a million trials,
and a dictionary of as many texts takes ten times the memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select

from runners.store.schema import study_trials, transcripts

if TYPE_CHECKING:
    from runners.store.store import Store

Rows = NDArray[np.int64]
Texts = NDArray[np.bytes_]

_AT_ONCE = 16_384


class KeyRows:
    """Finds the row of a key, which stands in one row at most."""

    def __init__(self, keys: Iterable[str]) -> None:
        rest = iter(keys)
        parts = [np.empty(0, dtype="S1")]
        while some := list(islice(rest, _AT_ONCE)):
            parts.append(_encoded(some))
        every: Texts = np.concatenate(parts)
        self._order = np.argsort(every)
        self._sorted = every[self._order]

    def rows(self, keys: Sequence[str]) -> Rows:
        """The row of each key, -1 for one that stands in none."""
        wanted = _encoded(keys)
        if not len(self._sorted) or not len(wanted):
            return np.full(len(wanted), -1, dtype=np.int64)
        places = np.searchsorted(self._sorted, wanted)
        places[places == len(self._sorted)] = 0
        return np.where(self._sorted[places] == wanted, self._order[places], -1)

    def row(self, key: str) -> int:
        """The row of a key, -1 where it stands in none."""
        return int(self.rows([key])[0])

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.row(key) >= 0


@dataclass(frozen=True, slots=True, eq=False)
class NotedTrials:
    """What is noted of n trials, arrays of shape (n,). `counts` is how many notes each has: none
    before it ends, more than one where stores with different sessions of it were merged.

    The rest is of one of its notes: how many calls it has (`sizes`), the hash of its conversation,
    and the places in `hashes` of those of the words sent and of what was asked where; there None is
    what an older devrun noted.
    """

    counts: Rows
    sizes: Rows
    transcripts: Texts
    prompts: Rows
    designs: Rows
    hashes: Sequence[str | None]


def noted_trials(store: Store, study: str, keys: Iterable[str]) -> NotedTrials:
    """What is noted of the trials of a study with these keys, in their order."""
    trials = KeyRows(keys)
    n = len(trials._order)
    counts, sizes, prompts, designs = (np.zeros(n, dtype=np.int64) for _ in range(4))
    words = np.zeros(n, dtype="S64")
    numbers: dict[str | None, int] = {None: 0}
    names = ("trial", "size", "hash", "prompt", "design")
    query = (
        select(*(transcripts.c[name] for name in names))
        .join(study_trials, study_trials.c.trial == transcripts.c.trial)
        .where(study_trials.c.study == study)
    )
    with store.connected() as connection:
        result = connection.execute(query, execution_options={"yield_per": _AT_ONCE})
        for some in result.partitions():
            noted, size, told, sent, asked = zip(*some, strict=True)
            rows = trials.rows(noted)
            here = rows >= 0
            rows = rows[here]
            np.add.at(counts, rows, 1)
            sizes[rows] = np.array(size, dtype=np.int64)[here]
            words[rows] = _encoded(told)[here]
            for column, texts in ((prompts, sent), (designs, asked)):
                of = [numbers.setdefault(text, len(numbers)) for text in texts]
                column[rows] = np.array(of, dtype=np.int64)[here]
    return NotedTrials(counts, sizes, words, prompts, designs, list(numbers))


def _encoded(keys: Sequence[str]) -> Texts:
    return np.array([key.encode("utf-8", "surrogatepass") for key in keys], dtype=np.bytes_)
