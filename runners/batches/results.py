"""Takes results into a store, out of files in any order, as often as they come.

While some are stored, the next are read (`lines.py`): of many in other processes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

from dsl.errors import os_errors_as
from dsl.files.source import opened
from runners.batches.formats import ResultLine, missing
from runners.batches.lines import Line, LineReader, ReadLines, TakenIn, read_lines
from runners.batches.writing import REQUESTS, BatchesUnusable
from runners.store.batches import BatchRecord, BatchResults, end_batches, keep_results
from runners.store.records import now
from runners.store.store import Store

_CHUNK = 50_000
_CHUNK_BYTES = 64_000_000
"""Calls that are stored in one transaction, and the bytes of their lines. Results come in any
order, and of an index every page is written again for each transaction that adds to it. The first
transactions are smaller: while one is written the next is read."""
_READERS = 2
"""Processes that read: it takes longer than to store what was read."""
_AHEAD = _READERS + 1
"""Chunks that are with them at once: each reads one, and the next waits."""


@dataclass(slots=True)
class ResultReader:
    """Takes results into a store. `heard` gets the counts after every few thousand lines."""

    store: Store
    heard: Callable[[TakenIn], object] = lambda taken: None
    taken: TakenIn = field(default_factory=TakenIn)
    _batches: set[str] = field(default_factory=set)
    _reader: LineReader = field(init=False)
    _writing: tuple[BatchResults, Future[frozenset[str]]] | None = None

    def __post_init__(self) -> None:
        self._reader = LineReader(self.store)

    def take(self, lines: Iterable[Line], *, fresh: bool = False) -> TakenIn:
        """Take in all lines; gives what came of them and of those before. `fresh` lines were not
        read before.
        """
        chunks = _chunks(lines)
        for chunk in islice(chunks, 1):
            self._store(self._reader.lines(chunk, fresh=fresh))
        for chunk in islice(chunks, 1):
            self._store_more(chain([chunk], chunks), fresh=fresh)
        self._written()
        return self.taken

    def _store_more(self, chunks: Iterable[list[Line]], *, fresh: bool) -> None:
        from runners.background import processes

        ahead: deque[Future[ReadLines]] = deque()
        with processes(_READERS) as pool:
            for chunk in chunks:
                ahead.append(pool.begin(read_lines, self.store.url, chunk, fresh=fresh))
                if len(ahead) == _AHEAD:
                    self._store(ahead.popleft().result())
            while ahead:
                self._store(ahead.popleft().result())

    def end(self, batch: BatchRecord, rest: Callable[[str], ResultLine] = missing) -> None:
        """Note that no more results of a batch will come: the calls that still wait have none, for
        the reason that `rest` gives.
        """
        before = self.taken.failed
        while some := self.store.waiting_in(batch.key):
            found = {one.key: [(rest(one.key), ("", b""))] for one in some}
            self._store(self._reader.results(found, TakenIn(), fresh=True))
            self._written()
        self.taken.silent += self.taken.failed - before
        self.close((batch.key,))

    def close(self, keys: Collection[str] = ()) -> None:
        """Note of these batches, or all from which something came, whether they are done."""
        at = now()
        ended = keys or self._batches
        for done in [self.store.submit_bulk(end_batches, (one, at)) for one in ended]:
            done.result()

    def _store(self, read: ReadLines) -> None:
        """Have what was read written, once what came before is."""
        self.taken.and_of(read.taken)
        self._batches |= read.batches
        self._written()
        self._writing = read.results, self.store.submit_bulk(keep_results, read.results)
        self.heard(self.taken)

    def _written(self) -> None:
        """Wait until what was read is written."""
        if self._writing is not None:
            results, done = self._writing
            self._writing = None
            self.taken.kept(results, done.result())


def _chunks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines of one transaction after the other."""
    some: list[Line] = []
    size, most = 0, max(1, _CHUNK // 8)
    for line in lines:
        some.append(line)
        size += len(line[1])
        if len(some) >= most or size >= _CHUNK_BYTES:
            yield some
            some, size, most = [], 0, min(2 * most, _CHUNK)
    if some:
        yield some


def result_files(paths: Iterable[Path]) -> list[Path]:
    """The files of results that are named: of a folder every `.jsonl` but the requests.

    Raises:
        BatchesUnusable: there is no such file or folder, or a folder without results.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(one for one in path.glob("*.jsonl") if not one.name.endswith(REQUESTS))
            if not inside:
                raise BatchesUnusable(
                    f"{path} has no results: no file ends in .jsonl but those of requests",
                    "copy the result files there, or fetch them with `devrun batch in`",
                )
            found += inside
        elif path.exists():
            found.append(path)
        else:
            raise BatchesUnusable(
                f"there is no file or folder {path}", "name result files, or their folder"
            )
    return found


_COMPRESSED = (b"\x1f\x8b", b"PK\x03\x04", b"\x28\xb5\x2f\xfd")
"""How files begin that gzip, zip and zstd made."""


def lines_of(path: Path) -> Iterator[Line]:
    """The lines of a file that are not blank.

    Raises:
        BatchesUnusable: it cannot be read, or is compressed.
    """
    with (
        os_errors_as(BatchesUnusable, f"{path} cannot be read", "check the file"),
        opened(path, pipe=True) as file,
    ):
        if file.peek(4).startswith(_COMPRESSED):
            raise BatchesUnusable(
                f"{path} is compressed", "unpack it (`gunzip`, `unzip`), and name what comes out"
            )
        for number, line in enumerate(file, 1):
            if line.strip():
                yield f"{path.name} line {number}", line
