"""What a version answers: exit code, stdout, stderr, and every file that is new or changed. An
answer is kept, and a version with the same files is not asked again.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from benchmarks.outputs.questions import Question
from benchmarks.outputs.versions import Version

_MOMENT = re.compile(r"20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00:00| UTC)?")
_NAME = re.compile(r"(?<!\d\.)\b([0-9a-f]{16}|[0-9a-f]{32})\b")
"""What a packet and its batch, and the start of a run are called: drawn by lot."""

_CHECKSUM = re.compile(r'"checksum": ?"[0-9a-f]{64}"')
_NAMING = ("packets", "adjudicate", "code", "run")
SQLITE = b"SQLite format 3\0"
TABLES = '{"alembic_version": '
"""How a store begins, dumped as JSON."""

Answer = Mapping[str, str]
"""Texts by where they stand: `exit`, `stdout`, `stderr`, or the path of a file."""


@dataclass(frozen=True)
class Asked:
    """A version that is asked about the studies of a corpus.

    Args:
        version: the version.
        corpus: its studies.
        folder: where each command runs, in a copy of a study.
        kept: where the answers of this state of its files are kept.
        code: folders of code whose names answers do not have.
        since: when the corpus was ready, as stores write it: later moments are left out of answers.
    """

    version: Version
    corpus: Path
    folder: Path
    kept: Path
    code: Sequence[Path]
    since: str

    def answer(self, question: Question) -> Answer:
        """What the version answers, or answered when it had the same files."""
        name = hashlib.sha256(repr(question).encode()).hexdigest()[:16]
        path = self.kept / f"{name}.json"
        if path.exists():
            found: Answer = json.loads(path.read_text(encoding="utf-8"))["answer"]
            return found
        begun = perf_counter()
        found = self._asked(question)
        seconds = round(perf_counter() - begun, 2)
        path.parent.mkdir(parents=True, exist_ok=True)
        document = {"question": question.name, "seconds": seconds, "answer": found}
        path.write_text(json.dumps(document), encoding="utf-8")
        return found

    def _asked(self, question: Question) -> Answer:
        """Ask in a copy of the study's folder, so that no command sees what another one wrote."""
        study = self.corpus / question.study
        if not self.folder.exists() or _files(self.folder) != _files(study):
            shutil.rmtree(self.folder, ignore_errors=True)
            if study.exists():
                shutil.copytree(study, self.folder)
            else:
                self.folder.mkdir(parents=True)
        more = {**question.more, "COLUMNS": question.width}
        done = self.version.run(self.folder, *question.words, typed=question.typed, more=more)
        texts = {"exit": str(done.returncode), "stdout": done.stdout, "stderr": done.stderr}
        texts |= dict(_written(self.folder, study))
        settled = {place: self._settled(text) for place, text in texts.items()}
        if question.words[0] in _NAMING:
            settled = {place: _without_names(text) for place, text in settled.items()}
        return settled

    def _settled(self, text: str) -> str:
        """The text without what differs from one second or folder to the next."""

        def moment(found: re.Match[str]) -> str:
            return "<now>" if found[0].replace(" ", "T")[:16] >= self.since[:16] else found[0]

        text = text.replace(str(self.folder), "<folder>")
        for code in self.code:
            text = text.replace(str(code), "<code>")
        return _MOMENT.sub(moment, text)


def now() -> str:
    """The present moment, as stores write it."""
    return datetime.now(UTC).isoformat(timespec="seconds")[:19]


def _files(folder: Path) -> dict[str, tuple[int, int] | None]:
    """Size and time of change of all files in a folder; None for folders in it."""
    found: dict[str, tuple[int, int] | None] = {}
    waiting = [str(folder)] if folder.exists() else []
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                stat = None if entry.is_dir() else entry.stat()
                if stat is None:
                    waiting.append(entry.path)
                found[os.path.relpath(entry.path, folder)] = stat and (
                    stat.st_size,
                    stat.st_mtime_ns,
                )
    return found


def _written(folder: Path, before: Path) -> Iterator[tuple[str, str]]:
    was = _files(before)
    for name, about in sorted(_files(folder).items()):
        if about is None or was.get(name) == about or name.endswith(("-wal", "-shm")):
            continue
        path, old = folder / name, before / name
        data = path.read_bytes()
        if old.exists() and old.read_bytes() == data:
            continue
        if data.startswith(SQLITE):
            text = _dumped(path)
            if not old.exists() or _dumped(old) != text:
                yield name, text
        elif zipfile.is_zipfile(path):
            yield name, _unzipped(path)
        else:
            yield name, data.decode("utf-8", "backslashreplace")


def _dumped(path: Path) -> str:
    """The rows of a store's tables as JSON."""
    with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as store:
        store.row_factory = sqlite3.Row
        named = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        tables = {
            table: [
                {name: _plain(value) for name, value in zip(row.keys(), row, strict=True)}
                for row in store.execute(f'SELECT * FROM "{table}"')
            ]
            for (table,) in store.execute(named).fetchall()
        }
    return _ordered(tables)


def _ordered(tables: Mapping[str, list[dict[str, object]]]) -> str:
    return json.dumps({name: sorted(rows, key=json.dumps) for name, rows in tables.items()})


def _plain(value: object) -> object:
    return value.hex() if isinstance(value, bytes) else value


def _unzipped(path: Path) -> str:
    with zipfile.ZipFile(path) as file:
        return "\n".join(
            f"{name}\n{file.read(name).decode('utf-8', 'backslashreplace')}"
            for name in sorted(file.namelist())
        )


def _without_names(text: str) -> str:
    """The text without new packets' own names; rows of a store in an order that does not hang on
    them.
    """
    text = _CHECKSUM.sub('"checksum": "<checksum>"', _NAME.sub("<name>", text))
    if not text.startswith(TABLES):
        return text
    return _ordered(json.loads(text))
