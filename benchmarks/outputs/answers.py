"""What a version answers: exit code, stdout, stderr, and every file that is new or changed."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

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


def now() -> str:
    """The present moment, as stores write it."""
    return datetime.now(UTC).isoformat(timespec="seconds")[:19]


def answer(version: Version, question: Question, corpus: Path, room: Path, since: str) -> Answer:
    """Ask in a copy of the study's folder, so that no command sees what another one wrote."""
    study = corpus / question.study
    folder = room / "study"
    shutil.rmtree(folder, ignore_errors=True)
    if study.exists():
        shutil.copytree(study, folder)
    else:
        folder.mkdir(parents=True)
    more = {**question.more, "COLUMNS": question.width}
    done = version.run(folder, *question.words, typed=question.typed, more=more)
    texts = {"exit": str(done.returncode), "stdout": done.stdout, "stderr": done.stderr}
    texts |= dict(_written(folder, study))
    settled = {
        place: _settled(text.replace(str(version.root), "<code>"), folder, since)
        for place, text in texts.items()
    }
    if question.words[0] in _NAMING:
        settled = {place: _without_names(text) for place, text in settled.items()}
    return settled


def _written(folder: Path, before: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        old = before / name
        if not path.is_file() or path.name.endswith(("-wal", "-shm")):
            continue
        data = path.read_bytes()
        if old.exists() and old.read_bytes() == data:
            continue
        if data.startswith(SQLITE):
            text = _dumped(path)
            if not old.exists() or _dumped(old) != text:
                yield str(name), text
        elif zipfile.is_zipfile(path):
            yield str(name), _unzipped(path)
        else:
            yield str(name), data.decode("utf-8", "backslashreplace")


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


def _settled(text: str, folder: Path, since: str) -> str:
    """The text without what differs from one second or folder to the next."""

    def moment(found: re.Match[str]) -> str:
        return "<now>" if found[0].replace(" ", "T")[:16] >= since[:16] else found[0]

    return _MOMENT.sub(moment, text.replace(str(folder), "<folder>"))
