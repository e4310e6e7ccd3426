"""What the matcher made of whole trials before, so that it reads those of a large study once.

To read a hundred thousand trials takes the matcher minutes, for each table and each page anew. What
it made of a trial is kept in the user's cache folder, under a hash of everything that it follows
from: the script's rubric, the trial, the words that were said, and the code that read them. So a
mended key, other words and another devrun find nothing, and read anew. Nothing of this is in the
store: it says nothing that the replies do not say, and may be deleted at any time. Of what was
said nothing is kept but the marks.

Kept in the store it would have been with the replies wherever these go; but commands that only read
may not write there, and a store would hold what another devrun holds for wrong.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from coders.marks import HALF, RIGHT, WRONG, Flag, Verdict, Word
from dsl.identity import rubric_hash

if TYPE_CHECKING:
    from coders.lrs import Place
    from dsl.experiment import Experiment

VARIABLE = "DEVRUN_CACHE"
"""The folder for what is kept; empty: nothing is kept."""

MANY = 1_000
"""So many trials are enough to keep what the matcher made of them."""

_MARKS = {Word.RIGHT: RIGHT, Word.HALF: HALF, Word.WRONG: WRONG}
_AT_ONCE, _KEPT_AT_ONCE, _SAID_EVERY = 500, 2_000, 100

# Most trials are marked in one of a few ways, each of which is written once.
_TABLES = (
    "CREATE TABLE IF NOT EXISTS ways (way INTEGER PRIMARY KEY, marks TEXT UNIQUE)",
    "CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, way INTEGER) WITHOUT ROWID",
)
_WAY = "INSERT OR IGNORE INTO ways (marks) VALUES (?)"
_KEPT = "INSERT OR IGNORE INTO kept SELECT ?, way FROM ways WHERE marks = ?"
_FOUND = "SELECT key, marks FROM kept JOIN ways USING (way) WHERE key IN ({})"
_UNUSED_FOR = 30 * 24 * 3600
"""Seconds after which what another version of the code kept is deleted, if nobody looked at it."""


Say = Callable[[str], None]
"""Told how far the matcher is."""


class MatchedBefore:
    """A file of what the matcher made of trials. Whatever is wrong with it, nothing was kept. `say`
    is told while trials are read of which nothing was kept.
    """

    def __init__(self, file: Path, say: Say | None = None) -> None:
        self._file = file
        self.say = say

    def of(self, keys: Sequence[str]) -> dict[str, str]:
        """What was kept under these keys, as `packed` gave it."""
        found: dict[str, str] = {}
        # A folder that may not be looked into is an error of the system's, too.
        with suppress(sqlite3.Error, OSError):
            if not self._file.exists():
                return found
            with self._open() as connection:
                for start in range(0, len(keys), _AT_ONCE):
                    some = keys[start : start + _AT_ONCE]
                    query = _FOUND.format(", ".join("?" * len(some)))
                    found.update(connection.execute(query, some))
            os.utime(self._file)
        return found

    def keep(self, rows: Iterable[tuple[str, str]]) -> None:
        """Keeps what came of some trials, by key."""
        with suppress(sqlite3.Error, OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._make_room()
            with self._open() as connection, connection:
                some = tuple(rows)
                connection.executemany(_WAY, [(marks,) for _, marks in some])
                connection.executemany(_KEPT, some)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self._file, timeout=5)
        try:
            for table in _TABLES:
                connection.execute(table)
            yield connection
        except sqlite3.DatabaseError as error:
            # A torn file would stay torn, and nothing be kept any more.
            if type(error) is sqlite3.DatabaseError:
                connection.close()
                self._file.unlink(missing_ok=True)
            raise
        finally:
            connection.close()

    def _make_room(self) -> None:
        """Deletes what other versions of the code kept and nobody has looked at for a month."""
        for other in self._file.parent.glob("matched-*.sqlite"):
            if other != self._file and other.stat().st_mtime < time() - _UNUSED_FOR:
                other.unlink(missing_ok=True)


Before = Callable[[], MatchedBefore | None]
"""Gives what was kept: small studies do not ask."""


class FreshMarks:
    """Takes in what the matcher makes of trials, and keeps it some at a time, so that what was read
    stays kept if somebody stops the command. `trials`: how many are to be read.
    """

    def __init__(self, before: MatchedBefore, trials: int) -> None:
        self._before, self._trials, self._read = before, trials, 0
        self._rows: list[tuple[str, str]] = []

    def take(self, key: str, verdicts: Mapping[Place, Verdict]) -> None:
        """Takes in one trial; `key` is what `key_of` gives."""
        self._rows.append((key, packed(verdicts)))
        self._read += 1
        if self._before.say is not None and self._read % _SAID_EVERY == 0:
            self._before.say(f"the matcher reads trial {self._read:,} of {self._trials:,}")
        if len(self._rows) >= _KEPT_AT_ONCE:
            self.ended()

    def ended(self) -> None:
        """Keeps what was taken in."""
        if self._rows:
            self._before.keep(self._rows)
            self._rows.clear()


def matched_before(say: Say | None = None) -> MatchedBefore | None:
    """What this version of the code kept for this user; None where nothing is to be kept."""
    named = os.environ.get(VARIABLE)
    if named == "":
        return None
    if named is None:
        from platformdirs import user_cache_path

        folder = user_cache_path("devrun", appauthor=False)
    else:
        folder = Path(named)
    code = code_hash()
    return None if code is None else MatchedBefore(folder / f"matched-{code}.sqlite", say)


@lru_cache(maxsize=1)
def code_hash() -> str | None:
    """A hash of all code that a verdict may hang on; None where the code cannot be read.

    That is more than the matcher: what a key is follows from how a script is read and expanded.
    A number that is raised by hand would be forgotten.
    """
    told = blake2b(digest_size=8)
    told.update(repr(sys.version_info[:3]).encode())
    try:
        for package in ("coders", "dsl", "renderers", "runners.results", "runners.participants"):
            for name, content in _sources(files(package), package):
                told.update(f"{name} {len(content)} ".encode())
                told.update(content)
    except (OSError, ImportError):
        return None
    return told.hexdigest()


def _sources(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for one in sorted(folder.iterdir(), key=lambda each: each.name):
        if one.is_dir():
            yield from _sources(one, f"{name}/{one.name}")
        elif one.name.endswith((".py", ".json", ".lark")):
            yield f"{name}/{one.name}", one.read_bytes()


def judged_by(experiment: Experiment) -> str:
    """What judges the trials of a script, beside their words: its rubric, and which slots are tied.

    Slots of which only keys speak are in the rubric, and what ties them is in no hash.
    """
    design = experiment.design
    return f"{rubric_hash(experiment)} {design.together} {design.different}"


def key_of(rubric: str, trial: str, words: str, ended: Iterable[tuple[str, str]] = ()) -> str:
    """The key of a trial: what judges it (`judged_by`), its own key, the hash of its transcript,
    and how those replies ended that did not end by themselves, by call key.
    """
    told = [rubric, trial, words, *sorted(f"{call} {how}" for call, how in ended)]
    return blake2b(" ".join(told).encode(), digest_size=16).hexdigest()


def packed(verdicts: Mapping[Place, Verdict]) -> str:
    """Verdicts as text: marks and flags, by place."""
    told = [
        [session, place, one.word.value, *(flag.value for flag in one.flags)]
        for (session, place), one in verdicts.items()
    ]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def unpacked(text: str) -> dict[Place, Verdict] | None:
    """What `packed` was given, without the words that a verdict rests on; None for other text."""
    try:
        return {
            (int(session), str(place)): _verdict(word, tuple(flags))
            for session, place, word, *flags in json.loads(text)
        }
    except (ValueError, TypeError):
        return None


@lru_cache(maxsize=4096)
def _verdict(word: str, flags: tuple[str, ...]) -> Verdict:
    said = Word(word)
    return Verdict(_MARKS.get(said), said, tuple(map(Flag, flags)), reason="matched before")
