"""The matcher's marks of whole trials, kept so that it reads those of a large study once.

Reading a hundred thousand trials takes the matcher minutes. Its marks are kept in the user's cache
folder, under a hash of everything they depend on: the script's rubric, the trial, the words said,
and the code that read them. So a mended key, other words or another devrun find nothing, and read
again. Only marks are kept, no words; the file may be deleted at any time.

They are not kept in the store: commands that only read may not write there, and a store would hold
what another devrun holds for wrong.

Trials of scripts in which a mark depends on an earlier reply or on a likelihood are not kept: their
words are read anyway.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from array import array
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from time import time

from coders.marks import MARKS, Flag, MarkWord, Verdict
from coders.votes import vote_of
from dsl.expanding.steps_within import questions_within
from dsl.experiment import Experiment
from dsl.identity import rubric_hash
from dsl.tree import QuestionKind
from dsl.trial import Place
from runners.analysis.experiment_facts import words_decide
from runners.analysis.trials import ODD, TrialTable
from runners.participants.base import Finish
from runners.store.noted_trials import KeyRows
from runners.store.store import Store
from runners.store.text_column import TextColumn
from runners.studies.study import OpenStudy

VARIABLE = "DEVRUN_CACHE"
"""The folder for what is kept; empty: nothing is kept."""

MANY = 1_000
"""So many trials, or items of banks in them, are enough to keep what the matcher made of them."""

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
"""Called with how far the matcher is."""


class MatcherCache:
    """A file of what the matcher made of trials. Whatever is wrong with it, nothing was kept. `say`
    is reported while trials are read of which nothing was kept.
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


Before = Callable[[], MatcherCache | None]
"""Gives what was kept: small studies do not ask."""


class NewMarks:
    """Takes in what the matcher makes of trials, and keeps it some at a time, so that what was read
    stays kept if somebody stops the command. `trials`: how many are to be read.
    """

    def __init__(self, before: MatcherCache, trials: int) -> None:
        self._before, self._trials, self._read = before, trials, 0
        self._rows: list[tuple[str, str]] = []

    def add(self, key: str, marks: str) -> None:
        """Adds one trial; `key` is what `key_of` gives, and `marks` what `packed` gives."""
        self._rows.append((key, marks))
        self._read += 1
        if self._before.say is not None and self._read % _SAID_EVERY == 0:
            self._before.say(f"the matcher reads trial {self._read:,} of {self._trials:,}")
        if len(self._rows) >= _KEPT_AT_ONCE:
            self.finish()

    def finish(self) -> None:
        """Keeps what was added."""
        if self._rows:
            self._before.keep(self._rows)
            self._rows.clear()


def matcher_cache(say: Say | None = None) -> MatcherCache | None:
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
    return None if code is None else MatcherCache(folder / f"matched-{code}.sqlite", say)


@lru_cache(maxsize=1)
def code_hash() -> str | None:
    """A hash of all code that a verdict may hang on; None where the code cannot be read.

    That is more than the matcher: what a key is follows from how a script is read and expanded.
    A number that is raised by hand would be forgotten.
    """
    told = blake2b(digest_size=8)
    told.update(repr(sys.version_info[:3]).encode())
    try:
        for package in ("coders", "dsl", "renderers", "runners.analysis", "runners.participants"):
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
    """What judges the trials of a script, apart from their words: its rubric, and which slots are
    tied.

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


def packed(verdicts: Mapping[Place, Verdict], voted: Container[Place] = ()) -> str:
    """Verdicts as text: marks and flags, by place; at places in `voted` also what a wrong reply
    votes for.
    """
    told = [
        [
            *at,
            [one.word.value, vote] if at in voted and (vote := vote_of(one)) else one.word.value,
            *(flag.value for flag in one.flags),
        ]
        for at, one in verdicts.items()
    ]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def unpacked(text: str) -> dict[Place, Verdict] | None:
    """What `packed` was given, without the words that a verdict rests on, but for votes; None for
    other text.
    """
    try:
        return {
            (int(session), str(place)): (
                _verdict(word, tuple(flags))
                if isinstance(word, str)
                else _verdict(word[0], tuple(flags), word[1])
            )
            for session, place, word, *flags in json.loads(text)
        }
    except (ValueError, TypeError, IndexError):
        return None


@lru_cache(maxsize=65_536)
def _verdict(word: str, flags: tuple[str, ...], vote: str | None = None) -> Verdict:
    said = MarkWord(word)
    return Verdict(
        MARKS.get(said), said, tuple(map(Flag, flags)), matched=vote, reason="matched before"
    )


class CachedMarks:
    """The matcher's marks of a trial table, by row."""

    def __init__(self, before: MatcherCache, store: Store, table: TrialTable) -> None:
        self._keys = TextColumn(_keys(store, table))
        self._ways = array("i", [-1]) * len(self._keys)
        ways: dict[str, int] = {}
        for start in range(0, len(self._keys), _KEPT_AT_ONCE):
            some = self._keys[start : start + _KEPT_AT_ONCE]
            kept = before.of([key for key in some if key])
            for at, key in enumerate(some, start):
                if key in kept:
                    self._ways[at] = ways.setdefault(kept[key], len(ways))
        self._marks = [text if unpacked(text) is not None else None for text in ways]
        known = sum(at >= 0 and self._marks[at] is not None for at in self._ways)
        self._fresh = NewMarks(before, len(table) - known)

    def text_of(self, at: int) -> str | None:
        """The marks of a row as `packed` has them, if they are known."""
        return None if self._ways[at] < 0 else self._marks[self._ways[at]]

    def add(self, at: int, marks: str) -> None:
        """Adds what the matcher made of a row that was not known, as `packed` has it."""
        if key := self._keys[at]:
            self._fresh.add(key, marks)

    def finish(self) -> None:
        """Keeps what was added."""
        self._fresh.finish()


def cached_marks(
    before: Before | None, store: Store, table: TrialTable, *, many: int = MANY
) -> CachedMarks | None:
    """What is known of the trials of a study; None of a smaller one, and where nothing is to be
    kept.
    """
    kept = before() if before is not None and _is_large(table.opened, many) else None
    return None if kept is None else CachedMarks(kept, store, table)


def _is_large(opened: OpenStudy, many: int) -> bool:
    if len(opened.rows) >= many:
        return True
    items = {
        one.procedure: sum(1 for _ in questions_within(one.experiment.steps, QuestionKind.ITEM))
        for one in opened.chapters
    }
    return sum(items[row.procedure] for row in opened.rows) >= many


def _keys(store: Store, table: TrialTable) -> Iterator[str]:
    """The key of each row; empty where its marks are not kept."""
    rows, opened = table.rows, table.opened
    odd = store.replies_that_ended((*ODD, Finish.REFUSAL), KeyRows(rows.sittings))
    # The hash of a transcript does not say how replies ended, and the matcher asks for that.
    ended = {
        sitting: {(key, one.finish) for key, one in some.items()} for sitting, some in odd.items()
    }
    rubrics = {
        one.procedure: judged_by(one.experiment)
        for one in opened.chapters
        if not words_decide(one.experiment)
    }
    of_group = [rubrics.get(one.procedure) for one in rows.groups]
    columns = rows.keys, rows.sittings, rows.group, table.sizes, table.transcripts
    for key, sitting, group, size, words in zip(*columns, strict=True):
        rubric = of_group[group]
        if rubric is None or not size:
            yield ""
        else:
            yield key_of(rubric, key, words, ended.get(sitting, ()))
