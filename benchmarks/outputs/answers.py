"""What a version answers: exit code, stdout, stderr, and every file that is new or changed."""

from __future__ import annotations

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
_NAME = re.compile(r"\b([0-9a-f]{16}|[0-9a-f]{32})\b")
"""What a packet and its batch, and the start of a run are called: drawn by lot."""

_CHECKSUM = re.compile(r'"checksum": ?"[0-9a-f]{64}"')
_NAMING = ("packets", "adjudicate", "code", "run")
SQLITE = b"SQLite format 3\0"

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
    with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as store:
        return "\n".join(sorted(store.iterdump()))


def _unzipped(path: Path) -> str:
    with zipfile.ZipFile(path) as file:
        return "\n".join(
            f"{name}\n{file.read(name).decode('utf-8', 'backslashreplace')}"
            for name in sorted(file.namelist())
        )


def _without_names(text: str) -> str:
    """The text without new packets' own names, in an order that does not hang on them."""
    lines = _CHECKSUM.sub("<checksum>", _NAME.sub("<name>", text)).splitlines()
    return "\n".join(sorted(lines) if "BEGIN TRANSACTION;" in lines[:1] else lines)


def _settled(text: str, folder: Path, since: str) -> str:
    """The text without what differs from one second or folder to the next."""

    def moment(found: re.Match[str]) -> str:
        return "<now>" if found[0].replace(" ", "T")[:16] >= since[:16] else found[0]

    return _MOMENT.sub(moment, text.replace(str(folder), "<folder>"))
