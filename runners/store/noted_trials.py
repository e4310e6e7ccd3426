"""What is noted of the finished trials of a study, as columns: a study may have a million trials,
and a dictionary of as many texts takes ten times the memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select

from runners.store.rows import BATCH, as_stored
from runners.store.schema import study_trials, transcripts
from runners.store.text_column import KEY, TextColumn, key_bytes

if TYPE_CHECKING:
    from runners.store.store import Store

Rows = NDArray[np.int64]
Texts = NDArray[np.bytes_]

_AT_ONCE = 4096
_KEYS = np.dtype(f"S{KEY}")


class KeyRows:
    """Finds the row of a key, which stands in one row at most."""

    def __init__(self, keys: Iterable[str]) -> None:
        rest = iter(keys)
        parts = [np.empty(0, dtype=_KEYS)]
        while some := list(islice(rest, _AT_ONCE)):
            parts.append(_encoded(some))
        every: Texts = np.concatenate(parts)
        del parts
        self._order = np.argsort(every)
        self._sorted = every[self._order]

    def rows(self, keys: Sequence[str]) -> Rows:
        """The row of each key, -1 for one that stands in none."""
        places = _places(self._sorted, _encoded(keys))
        found = places >= 0
        places[found] = self._order[places[found]]
        return places

    def row(self, key: str) -> int:
        """The row of a key, -1 where it stands in none."""
        return int(self.rows([key])[0])

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.row(key) >= 0

    def __len__(self) -> int:
        return len(self._order)


@dataclass(frozen=True, slots=True, eq=False)
class NotedTrials:
    """What is noted of n trials, arrays of shape (n,). `counts` is how many notes each has: none
    before it ends, more than one where stores with different sessions of it were merged.

    The rest is of one of its notes: how many calls it has (`sizes`), the hash of its conversation
    (`transcript`), and the numbers of the hashes of the words sent and of what was asked where. A
    number of -1 is what an older devrun noted: no hash.
    """

    counts: Rows
    sizes: Rows
    prompts: Rows
    designs: Rows
    _notes: Rows
    _transcripts: TextColumn
    _prompts: Texts
    _designs: Sequence[str]

    def transcript(self, row: int) -> str:
        """The hash of the conversation of a trial that has a note."""
        return self._transcripts[int(self._notes[row])]

    def transcripts(self, rows: Rows) -> TextColumn:
        """The same of several."""
        return self._transcripts.take(self._notes[rows].tolist())

    def design(self, row: int) -> str:
        """The hash of what was asked where in a trial whose design has a number."""
        return self._designs[int(self.designs[row])]

    def prompt_number(self, prompt: str) -> int:
        """The number of a hash of words sent, -1 where no trial has it."""
        return int(_places(self._prompts, _encoded([prompt]))[0])


def noted_trials(store: Store, study: str, keys: Iterable[str]) -> NotedTrials:
    """What is noted of the trials of a study with these keys, in their order."""
    trials = KeyRows(keys)
    n = len(trials)
    counts, sizes, notes = (np.zeros(n, dtype=np.int64) for _ in range(3))
    designs, words = np.full(n, -1, dtype=np.int64), TextColumn()
    sent, asked = np.zeros(n, dtype=_KEYS), dict[str, int]()
    names = ("trial", "size", "hash", "prompt", "design")
    mine = select(study_trials.c.trial).where(study_trials.c.study == study)
    query = select(*(transcripts.c[name] for name in names))
    with store.connected() as connection:
        query = query.where(as_stored(connection, transcripts, transcripts.c.trial.in_(mine)))
        result = connection.execute(query, execution_options={"yield_per": BATCH})
        for some in result.partitions():
            noted, size, told, prompt, design = zip(*some, strict=True)
            rows = trials.rows(noted)
            here = rows >= 0
            rows = rows[here]
            np.add.at(counts, rows, 1)
            sizes[rows] = np.array(size, dtype=np.int64)[here]
            notes[rows] = np.arange(len(words), len(words) + len(told))[here]
            words.extend(told)
            sent[rows] = _encoded(prompt)[here]
            of = [-1 if one is None else asked.setdefault(one, len(asked)) for one in design]
            designs[rows] = np.array(of, dtype=np.int64)[here]
    del trials
    every = np.unique(sent)
    every = every[every != b""]
    return NotedTrials(
        counts, sizes, _places(every, sent), designs, notes, words, every, list(asked)
    )


def _places(ordered: Texts, wanted: Texts) -> Rows:
    """Where each of these stands in what is in order, -1 for what does not."""
    if not len(ordered):
        return np.full(len(wanted), -1, dtype=np.int64)
    places = np.searchsorted(ordered, wanted)
    places[places == len(ordered)] = 0
    places[ordered[places] != wanted] = -1
    return places


def _encoded(keys: Sequence[str | None]) -> Texts:
    """Keys as 32 bytes; any other text as its hash, and None as no bytes."""
    some = [key for key in keys if key is not None]
    if len(some) == len(keys) and (found := key_bytes(some)) is not None:
        return np.frombuffer(found, dtype=_KEYS)
    return np.array([_bytes_of(key) for key in keys], dtype=_KEYS)


def _bytes_of(key: str | None) -> bytes:
    if key is None:
        return b""
    return key_bytes([key]) or sha256(key.encode("utf-8", "surrogatepass")).digest()
