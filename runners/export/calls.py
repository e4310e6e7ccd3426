"""The table `calls`, and every reply as it came, as lines of JSON in `data/raw`.

The lines hold what the store holds of a call, the provider's answer byte for byte among it; so they
hold no key and no header. They come in parts, since an editor opens a file of a hundred megabytes,
and none of ten gigabytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import IO, TYPE_CHECKING

from runners.export.csv_file import CsvFile
from runners.export.dictionary import named
from runners.export.variables import DataFile, Row

if TYPE_CHECKING:
    from collections.abc import Mapping

    from renderers.prompt import Message
    from runners.store.records import CallRecord, StudyTrial
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

CALLS = DataFile(
    "calls",
    "one call: one request and the reply to it",
    ("call",),
    named(
        "call", "trial", "simulated", "experiment", "condition", "wording", "model", "participant",
        "draw", "sample", "place", "used", "model_returned", "finish", "requested", "sent",
        "input_tokens", "output_tokens", "latency_s", "attempts", "request_id", "replied_at",
        "tool_version",
    ),
)  # fmt: skip

PART = 64 * 1024 * 1024
"""Characters after which the next part begins."""

_BATCH = 500  # calls that are held at once

_HALVES = re.compile("[\ud800-\udfff]")
"""Half a character, which no file can hold; JSON can spell it."""


def write_calls(
    store: Store,
    opened: OpenStudy,
    *,
    labels: Mapping[str, str],
    table: CsvFile,
    raw: Path,
) -> tuple[int, str, str]:
    """Write the calls of the trials that were opened to `table`, and to parts in the folder `raw`;
    gives how many parts those are, and when the first and the last reply came.
    """
    trials = {row.sitting.key: row for row in opened.rows}
    conditions = {one.procedure: one.experiment.only_condition for one in opened.chapters}
    first = last = ""
    with _Parts(raw) as parts:
        for some in _batches(store.calls_of(opened.study.id), trials):
            mine = {trials[call.sitting.key].key for call in some}
            told = store.transcripts(sorted(mine))
            used = {key for one in told for _, key in one.calls}
            for call in some:
                row = trials[call.sitting.key]
                condition = _condition(row) or conditions[row.procedure] or None
                label = labels[call.sitting.participant]
                table.add(_row(call, row, condition, label, used=call.key in used))
                parts.add(as_line(_document(call, row)))
                first = min(first or call.at, call.at)
                last = max(last, call.at)
    return parts.number, first, last


def _batches(
    calls: Iterable[CallRecord], sittings: Container[str]
) -> Iterator[tuple[CallRecord, ...]]:
    """The calls of these sittings, some whole sittings at a time: a sitting's follow each other."""
    held: list[CallRecord] = []
    for sitting, its in groupby(calls, key=lambda call: call.sitting.key):
        if sitting not in sittings:
            continue
        held.extend(its)
        if len(held) >= _BATCH:
            yield tuple(held)
            held = []
    if held:
        yield tuple(held)


def _condition(row: StudyTrial) -> str:
    return ", ".join(level for _, level in row.sitting.levels)


def _row(
    call: CallRecord, row: StudyTrial, condition: str | None, label: str, *, used: bool
) -> Row:
    sitting = call.sitting
    return (
        call.key, row.key, call.simulated, sitting.experiment, condition, sitting.wording, label,
        sitting.participant, sitting.draw, sitting.sample, call.place, used, call.model_returned,
        call.finish, call.requested, call.sent, call.input_tokens, call.output_tokens,
        call.latency_s, call.tries, call.request_id, call.at, call.tool_version,
    )  # fmt: skip


def _document(call: CallRecord, row: StudyTrial) -> dict[str, object]:
    sitting = call.sitting
    return {
        "call": call.key,
        "trial": row.key,
        "simulated": call.simulated,
        "experiment": sitting.experiment,
        "levels": dict(sitting.levels),
        "wording": sitting.wording,
        "draw": sitting.draw,
        "sample": sitting.sample,
        "place": call.place,
        "messages": [message_document(one) for one in call.messages],
        "text": call.text,
        "finish": call.finish,
        "raw": call.raw,
        "requested": json.loads(call.requested),
        "sent": json.loads(call.sent),
        "model_returned": call.model_returned,
        "request_id": call.request_id,
        "input_tokens": call.input_tokens,
        "output_tokens": call.output_tokens,
        "latency_s": call.latency_s,
        "attempts": call.tries,
        "tool_version": call.tool_version,
        "at": call.at,
    }


def message_document(message: Message) -> dict[str, object]:
    """A message as it was sent; of a picture the place among the words, and its name."""
    found: dict[str, object] = {"role": message.role.value, "text": message.text}
    if message.pictures:
        found["pictures"] = [
            {
                "offset": one.offset,
                "sha256": one.picture.digest,
                "media_type": one.picture.media_type,
                "description": one.picture.alt,
            }
            for one in message.pictures
        ]
    return found


def as_line(document: object) -> str:
    """A document as one line of JSON."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return _HALVES.sub(lambda half: f"\\u{ord(half.group()):04x}", text)


class _Parts:
    """Lines in files of about the same size, `replies-0001.jsonl` first."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file: IO[str] | None = None
        self._size = 0
        self.number = 0

    def add(self, line: str) -> None:
        if self._file is None or self._size >= PART:
            self.__exit__()
            self.number += 1
            place = self._folder / f"replies-{self.number:04d}.jsonl"
            self._file = place.open("x", encoding="utf-8", newline="\n")
            self._size = 0
        self._file.write(line + "\n")
        self._size += len(line) + 1

    def __enter__(self) -> _Parts:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()


def write_logs(store: Store, opened: OpenStudy, folder: Path) -> Iterator[str]:
    """Write the coding logs that came home to `folder`, line for line as the coding tool wrote
    them; gives the names of the files.
    """
    from sqlalchemy import select

    from runners.store.schema import codes

    for packet in sorted(store.packet_keys(opened.study.id)):
        mine = select(codes.c.body).where(codes.c.packet == packet)
        # Databases sort long rows on disk; the lines of a log were stored in their order.
        query = mine.order_by(codes.c.sequence, codes.c.code)
        with store.snapshot() as connection:
            lines = connection.execution_options(yield_per=1000).execute(query).scalars()
            first = next(iter(lines), None)
            if first is None:
                continue
            folder.mkdir(parents=True, exist_ok=True)
            name = f"{packet}.log.jsonl"
            with (folder / name).open(
                "x", encoding="utf-8", errors="surrogatepass", newline="\n"
            ) as file:
                file.write(first + "\n")
                file.writelines(f"{line}\n" for line in lines)
            yield name
