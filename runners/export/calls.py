"""The table `calls`, and every reply as it came, as lines of JSON in `data/raw`.

The lines hold what the store holds of a call, the provider's answer byte for byte among it; so they
hold no key and no header. They come in parts, since an editor opens a file of a hundred megabytes,
and none of ten gigabytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import IO, TYPE_CHECKING

from renderers.fields.field import (
    Document,
    Field,
    Kind,
    Scale,
    document,
    field,
    pick,
    read_by,
)
from renderers.fields.questions import FINISH, TURN
from renderers.fields.scales import NUMBER, TEXT, TIME, TRUTH
from renderers.fields.trials import PLACED
from runners.export.csv_file import CsvFile, ExportTable
from runners.export.tables.question_table import CALL
from runners.export.tables.trial_tables import PARTICIPANT
from runners.store.noted_trials import KeyRows
from runners.store.rows import whole_groups

if TYPE_CHECKING:
    from collections.abc import Mapping

    from renderers.prompt import Message
    from runners.store.records import CallRecord, StudyTrial
    from runners.store.store import Store
    from runners.studies.study import OpenStudy


@dataclass(frozen=True, slots=True)
class ExportCall:
    """A call with its trial. `model` is the participant's name, `used`: the reply is part of a
    finished trial.
    """

    call: CallRecord
    trial: StudyTrial
    condition: str
    model: str
    used: bool


_PLACED: tuple[Field[ExportCall], ...] = read_by(
    (CALL, *PLACED, PARTICIPANT, *TURN),
    call=lambda one: one.call.key,
    trial=lambda one: one.trial.key,
    simulated=lambda one: one.call.simulated,
    experiment=lambda one: one.call.sitting.experiment,
    condition=lambda one: one.condition,
    wording=lambda one: one.call.sitting.wording,
    model=lambda one: one.model,
    participant=lambda one: one.call.sitting.participant,
    draw=lambda one: one.call.sitting.draw,
    sample=lambda one: one.call.sitting.sample,
    place=lambda one: one.call.place,
)
_TOKENS = Scale[int](Kind.WHOLE, unit="tokens", low=0)
_SECONDS = Scale[float](Kind.NUMBER, unit="seconds", low=0)
_UNSAID = "the provider did not say"
_DOCUMENTS = Scale[Sequence[Document]](Kind.LIST)

_COLUMNS: tuple[Field[ExportCall], ...] = (
    *_PLACED,
    field(
        TRUTH, "used", "whether the reply is part of a finished trial",
        levels=(
            ("TRUE", "it is in `questions`"),
            ("FALSE", "its trial is not finished, or the script has changed since"),
        ),
    ),
    field(
        TEXT, "model_returned", "model that the provider said answered", "call.model_returned",
        missing=_UNSAID,
    ),
    FINISH.of(lambda one: one.call.finish),
    field(
        TEXT, "outcome", "what the reply was read as when it came", "call.outcome",
        missing="nothing that was sent depends on this reply",
    ),
    field(
        TEXT, "reader", "version of the rules that read it", "call.reader",
        missing="nothing that was sent depends on this reply",
    ),
    field(
        TEXT, "requested", "provider, model and parameters asked for, as JSON", "call.requested",
        json=lambda one: json.loads(one.call.requested),
    ),
    field(
        TEXT, "sent", "parameters sent, as JSON; others had the provider's default",
        "call.sent", json=lambda one: json.loads(one.call.sent),
    ),
    field(
        _TOKENS, "input_tokens", "tokens read, as the provider counts", "call.input_tokens",
        missing=_UNSAID,
    ),
    field(
        _TOKENS, "output_tokens", "tokens written, as the provider counts", "call.output_tokens",
        missing=_UNSAID,
    ),
    field(_SECONDS, "latency_s",
    "time from sending to the complete reply, last attempt",
    "call.latency_s"),
    field(NUMBER, "attempts", "number of attempts of the call", "call.tries"),
    field(
        TEXT, "request_id", "the provider's name for the request", "call.request_id",
        missing="the provider gave none",
    ),
    field(
        TEXT, "batch", "the batch that brought the reply; `devrun batch list` lists them",
        "call.batch", missing="the call was asked by itself",
    ),
    field(TIME, "replied_at", "when the reply was stored", "call.at"),
    field(TEXT, "tool_version", "version of devrun that made the call", "call.tool_version"),
)  # fmt: skip

CALLS = ExportTable("calls", "one call: one request and the reply to it", ("call",), _COLUMNS)

_VERBATIM: tuple[Field[ExportCall], ...] = (
    *read_by(PLACED, levels=attrgetter("call.sitting.levels")),
    field(
        _DOCUMENTS, "messages", "the whole conversation that was sent",
        lambda one: [message_document(message) for message in one.call.messages],
    ),
    field(TEXT, "text", "the reply, verbatim", "call.text"),
    field(TEXT, "raw", "the provider's answer, unchanged", "call.raw"),
    field(TEXT, "at", "when the reply was stored", "call.at"),
)  # fmt: skip
RAW: tuple[Field[ExportCall], ...] = pick(
    (*_COLUMNS, *_VERBATIM), "call", "trial", "simulated", "experiment", "levels", "wording",
    "draw", "sample", "place", "messages", "text", "finish", "raw", "requested", "sent",
    "model_returned", "request_id", "input_tokens", "output_tokens", "latency_s", "attempts",
    "batch", "tool_version", "at",
)  # fmt: skip
"""The fields of a line of `data/raw`."""

CALLS_WITH_REPLIES = ExportTable(
    CALLS.name, CALLS.row, CALLS.key, (*_COLUMNS, *pick(_VERBATIM, "text"))
)
"""Where no lines with every word lie beside the table."""

PART = 64 * 1024 * 1024
"""Characters after which the next part begins."""

_HALVES = re.compile("[\ud800-\udfff]")
"""Half a character, which no file can hold; JSON can spell it."""


def write_calls(
    store: Store,
    opened: OpenStudy,
    *,
    labels: Mapping[str, str],
    table: CsvFile[ExportCall],
    raw: Path,
) -> tuple[int, str, str]:
    """Write the calls of the trials that were opened to `table`, and to parts in the folder `raw`;
    gives how many parts those are, and when the first and the last reply came.
    """
    first = last = ""
    with _Parts(raw) as parts:
        for one in exported_calls(store, opened, labels):
            table.add(one)
            parts.add(as_line(document(RAW, one)))
            first = min(first or one.call.at, one.call.at)
            last = max(last, one.call.at)
    return parts.number, first, last


def exported_calls(
    store: Store, opened: OpenStudy, labels: Mapping[str, str], *, brief: bool = False
) -> Iterator[ExportCall]:
    """The calls of the trials that were opened, some at a time; `brief` as in `calls_of`."""
    rows, trials = opened.rows, KeyRows(opened.rows.sittings)
    conditions = {one.procedure: one.experiment.only_condition for one in opened.chapters}
    mine = store.calls_of(opened.study.id, brief=brief)
    for every in whole_groups(mine, attrgetter("sitting.key"), 2_000):
        places = zip(every, trials.rows(list(every)).tolist(), strict=True)
        some = {sitting: rows[at] for sitting, at in places if at >= 0}
        told = opened.transcripts(store, list(some.values()))
        used = {key for one in told for _, key in one.calls}
        for sitting, row in some.items():
            levels = ", ".join(level for _, level in row.sitting.levels)
            condition = levels or conditions[row.procedure]
            label = labels[row.sitting.participant]
            for call in every[sitting]:
                yield ExportCall(call, row, condition, label, used=call.key in used)


def message_document(message: Message) -> Document:
    """A message as it was sent; of a picture the place among the words, and its name."""
    found: Document = {"role": message.role.value, "text": message.text}
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


def as_line(found: Document) -> str:
    """A document as one line of JSON."""
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
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
