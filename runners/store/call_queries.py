"""What is asked of a store about calls and their replies, what they took in tokens, and the
transcripts made of them.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    String,
    case,
    func,
    literal,
    or_,
    select,
    type_coerce,
)

from dsl.trial import Levels
from runners.agents.identity import EMBEDDED
from runners.store import messages
from runners.store.records import (
    CallRecord,
    ModelReplies,
    Sitting,
    StoredReply,
    TranscriptRecord,
    TrialReplies,
    Usage,
)
from runners.store.rows import (
    Queries,
    binary_collation,
    levels_from,
    pictures_in,
    record_of,
    size_of,
    streamed,
    with_keys,
)
from runners.store.schema import (
    ENDED_ODDLY,
    calls,
    other_transcripts,
    starts,
    study_trials,
    transcripts,
    unescape,
)
from runners.store.study_queries import calls_of_finished, calls_of_others
from runners.store.text_column import TextColumn

_EMBEDDINGS = case((calls.c.place.endswith(EMBEDDED), 1), else_=0)
_BATCHED = case((calls.c.batch != "", 1), else_=0)

_AT_ONCE = 200
"""The replies of so many trials are held at once where all of a study are read."""

APART = "\x10,"
"""It is in no stored text: see `EscapedText`."""

_NAMED = func.coalesce(type_coerce(calls.c.model_returned, String), literal(APART, String))
_UNCOUNTED = or_(calls.c.input_tokens.is_(None), calls.c.output_tokens.is_(None))
_SUMS: tuple[ColumnElement[Any], ...] = (
    *(study_trials.c[name] for name in ("participant", "experiment", "levels", "wording")),
    # Nearly every trial has its replies under one name, which then is both.
    *(end(_NAMED) for end in (func.min, func.max)),
    func.sum(_EMBEDDINGS),
    *(end(calls.c.at) for end in (func.min, func.max)),
    func.count(),
    *(
        func.coalesce(func.sum(one), 0)
        for one in (
            calls.c.input_tokens,
            calls.c.output_tokens,
            case((_UNCOUNTED, 1), else_=0),
            calls.c.tries,
        )
    ),
)
"""What is summed of a trial's replies."""


class ReplySums:
    """What replies came to, by participant, cell and the name that was returned."""

    def __init__(self) -> None:
        self._totals: dict[tuple[Any, ...], list[Any]] = {}

    def add(self, rows: Iterable[Any]) -> list[str]:
        """Adds the replies of trials, whose rows begin with the key and the columns of `_SUMS`, and
        gives the keys of those that it left out, since their replies came under several names.
        """
        several = []
        for row in rows:
            whose, (named, other, embeddings) = row[1:5], row[5:8]
            first, last, count, *_ = amounts = list(row[8 : 1 + len(_SUMS)])
            if named != other or 0 < embeddings < count:
                several.append(row[0])
                continue
            key = (*whose, named, embeddings > 0)
            if (total := self._totals.get(key)) is None:
                self._totals[key] = amounts
                continue
            total[0], total[1] = min(total[0], first), max(total[1], last)
            for at, amount in enumerate(amounts[2:], start=2):
                total[at] += amount
        return several

    @property
    def found(self) -> tuple[ModelReplies, ...]:
        """The sums, in order."""
        found = []
        for (who, script, levels, wording, named, embeddings), amounts in self._totals.items():
            first, last, *numbers = amounts
            count, read, written, uncounted, tries = map(int, numbers)
            one = ModelReplies(
                who, script, levels_from(levels), wording,
                None if named == APART else unescape(named),
                count, first, last, read, written, uncounted, tries, embeddings,
            )  # fmt: skip
            found.append(one)
        return tuple(sorted(found, key=_order))


_REPLY = (calls.c.call, calls.c.text, calls.c.finish, calls.c.outcome)
"""What a StoredReply is made of."""


class CallQueries(Queries):
    """Questions about calls, replies and transcripts."""

    def lookup(self, keys: Sequence[str]) -> dict[str, StoredReply]:
        """The stored replies to these calls, by call key; unanswered calls are missing."""
        with self.connected() as connection:
            rows = with_keys(connection, select(*_REPLY), calls.c.call, keys)
            return {row[0]: StoredReply(*row) for row in rows}

    def bodies(self, keys: Sequence[str]) -> dict[str, str]:
        """The bodies of these calls' replies as they came, by call key."""
        with self.connected() as connection:
            query = select(calls.c.call, calls.c.raw)
            rows = with_keys(connection, query, calls.c.call, keys)
            return {row[0]: row[1] for row in rows}

    def of_sittings(self, sittings: Sequence[str]) -> dict[str, dict[str, StoredReply]]:
        """Every stored reply of these sittings, by sitting and then by call key."""
        with self.connected() as connection:
            found: dict[str, dict[str, StoredReply]] = {sitting: {} for sitting in sittings}
            query = select(calls.c.sitting, *_REPLY)
            for sitting, *reply in with_keys(connection, query, calls.c.sitting, sittings):
                found[sitting][reply[0]] = StoredReply(*reply)
            return found

    def told_in(self, sittings: Sequence[str]) -> dict[str, tuple[int, str]]:
        """How many replies these sittings have, and of each, in no order, its place, how it ended
        and its words, all `escape`d and joined by `APART`; by sitting, if there is any.
        """
        told = _joined(calls.c.place, calls.c.finish, calls.c.text)
        # The database joins them faster than so many rows are read.
        query = select(calls.c.sitting, func.count(), func.aggregate_strings(told, APART))
        with self.connected() as connection:
            rows = with_keys(connection, query.group_by(calls.c.sitting), calls.c.sitting, sittings)
            return {sitting: (count, some) for sitting, count, some in rows}

    def replies_by_trial(
        self, study: str, places: Collection[str], sums: ReplySums | None = None
    ) -> Iterator[list[TrialReplies]]:
        """The stored replies of every trial of a study that has one transcript (in merged stores it
        may have two), some trials at a time and in no order; with those at these places apart.

        The replies of all trials are added to `sums` on the way, if it is given: the database reads
        each only once then.
        """
        place, text = calls.c.place, calls.c.text
        columns = (
            study_trials.c.trial,
            *(_SUMS if sums else ()),
            func.min(transcripts.c.size),
            func.count(),
            # The database joins them faster than so many rows are read.
            func.aggregate_strings(text, "\n"),
            func.aggregate_strings(case((place.in_(places), _joined(place, text))), APART),
        )
        with self.connected() as connection:
            query = calls_of_finished(connection, study, *columns)
            for some in _added(connection, study, query, sums):
                yield [
                    TrialReplies(trial, size, count, unescape(texts), _told(there))
                    for trial, *_, size, count, texts, there in some
                ]
            if sums:
                others = calls_of_others(study, study_trials.c.trial, *_SUMS)
                deque(_added(connection, study, others, sums), maxlen=0)

    def replies_that_ended(
        self, finishes: Sequence[str], sittings: Container[str]
    ) -> dict[str, dict[str, StoredReply]]:
        """The replies of these sittings that ended in one of these ways (values of Finish, not
        `stop`), by sitting and then by call key; sittings without any are missing.
        """
        with self.connected() as connection:
            # A question about the sittings would be answered one by one, and few replies end so.
            query = select(calls.c.sitting, *_REPLY)
            # The words of the index: without them the database reads all calls.
            query = query.where(calls.c.finish.in_(finishes), ENDED_ODDLY)
            found: dict[str, dict[str, StoredReply]] = {}
            for sitting, *reply in streamed(connection, query):
                if sitting in sittings:
                    found.setdefault(sitting, {})[reply[0]] = StoredReply(*reply)
            return found

    def calls(self, keys: Sequence[str]) -> dict[str, CallRecord]:
        """Everything kept of these calls, by call key."""
        with self.connected() as connection:
            rows = with_keys(connection, select(calls), calls.c.call, keys)
            return {row.call: call_from(row._mapping) for row in rows}

    def calls_of(self, study: str, *, brief: bool = False) -> Iterator[CallRecord]:
        """Every stored call of a study's trials, finished or not, one sitting after another; with
        `brief` without the messages and the body of the answer.

        Calls that an earlier edition of the script left in the same sitting are among them: the
        transcript of a trial says which are its own.
        """
        mine = study_trials.c
        names = mine.experiment, mine.wording, mine.levels, mine.sitting
        with self.connected() as connection:
            order = binary_collation(connection, names)
            query = select(*order).where(mine.study == study).distinct().order_by(*order)
            found = connection.execute(query, execution_options={"yield_per": 4096})
            sittings = TextColumn(sitting for *_, sitting in found)
            read = _CallReader(brief=brief)
            # To sort the calls themselves a database writes all of them once more.
            for start in range(0, len(sittings), _AT_ONCE):
                some = sittings[start : start + _AT_ONCE]
                places = {sitting: at for at, sitting in enumerate(some)}
                rows = with_keys(connection, read.query, calls.c.sitting, some)
                for row in sorted(rows, key=lambda row: (places[row.sitting], row.at, row.call)):
                    yield read.call(row)

    def transcripts(self, trials: Sequence[str]) -> tuple[TranscriptRecord, ...]:
        """The transcripts of these trials; one with two sessions in merged stores has two."""
        with self.connected() as connection:
            query = select(transcripts).order_by(transcripts.c.at, transcripts.c.hash)
            rows = with_keys(connection, query, transcripts.c.trial, trials)
            return tuple(
                record_of(TranscriptRecord, row._mapping, calls=_pairs(row.calls)) for row in rows
            )

    def calls_in(self, trials: Sequence[str]) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
        """These trials with the `calls` of their transcripts; one with two comes twice."""
        with self.connected() as connection:
            query = select(transcripts.c.trial, transcripts.c.calls)
            for trial, calls in with_keys(connection, query, transcripts.c.trial, trials):
                yield trial, _pairs(calls)

    def transcript_pairs(self, trials: Sequence[str]) -> set[tuple[str, str]]:
        """The (trial, hash) pairs of all transcripts of these trials, whichever session counts."""
        with self.connected() as connection:
            return {
                (trial, words)
                for table in (transcripts, other_transcripts)
                for trial, words in with_keys(
                    connection, select(table.c.trial, table.c.hash), table.c.trial, trials
                )
            }

    def usage_of(self, study: str, participants: Sequence[str]) -> tuple[Usage, ...]:
        """What these participants' replies to a study's trials came to, since it was first started.

        A reply that was there before the study was paid for by another one. Embeddings are a line
        of their own, and so are batches. Where nobody counted tokens, each byte of a text is one:
        more than a model makes of it, so that no ceiling is passed. Pictures are then counted by
        themselves.
        """
        with self.connected() as connection:
            mine = select(study_trials.c.sitting).where(study_trials.c.study == study)
            first = select(func.min(starts.c.at)).where(starts.c.study == study).scalar_subquery()
            shown = pictures_in(calls.c.messages)
            sent, said = (size_of(connection, one) for one in (calls.c.messages, calls.c.text))
            query = (
                select(
                    calls.c.participant,
                    _EMBEDDINGS,
                    func.count(),
                    func.sum(func.coalesce(calls.c.input_tokens, sent)),
                    func.sum(func.coalesce(calls.c.output_tokens, said)),
                    _BATCHED,
                    func.sum(case((calls.c.input_tokens.is_(None), shown), else_=0)),
                )
                .where(
                    calls.c.sitting.in_(mine),
                    calls.c.participant.in_(participants),
                    calls.c.at >= first,
                )
                .group_by(calls.c.participant, _EMBEDDINGS, _BATCHED)
                .order_by(calls.c.participant, _EMBEDDINGS, _BATCHED)
            )
            return tuple(
                Usage(who, n, int(read), int(written), bool(compares), bool(by_batch), int(seen))
                for who, compares, n, read, written, by_batch, seen in connection.execute(query)
            )

    def model_replies(self, study: str) -> tuple[ModelReplies, ...]:
        """The replies to all calls of a study's trials, whenever they came."""
        sums, columns = ReplySums(), (study_trials.c.trial, *_SUMS)
        with self.connected() as connection:
            finished = calls_of_finished(connection, study, *columns)
            for query in (finished, calls_of_others(study, *columns)):
                deque(_added(connection, study, query, sums), maxlen=0)
        return sums.found


def _added(
    connection: Connection, study: str, query: Select[Any], sums: ReplySums | None
) -> Iterator[Sequence[Any]]:
    """The rows of a query about the replies of each trial, some at a time, which are added to
    `sums` on the way.
    """
    result = connection.execute(query, execution_options={"yield_per": _AT_ONCE})
    for some in result.partitions():
        if sums and (several := sums.add(some)):
            mine = study_trials.c
            apart = select(mine.trial, *_SUMS).join(calls, calls.c.sitting == mine.sitting)
            apart = apart.where(mine.study == study).group_by(
                mine.study, mine.trial, _NAMED, _EMBEDDINGS
            )
            sums.add(with_keys(connection, apart, mine.trial, several))
        yield some


def _joined(first: ColumnElement[str], *others: ColumnElement[str]) -> ColumnElement[str]:
    """Several columns as one text, which `APART` takes apart."""
    for other in others:
        first = first.concat(literal(APART, String)).concat(other)
    return first


def _told(there: str | None) -> list[tuple[str, str]]:
    """Places with what was said there, out of texts that `APART` joins."""
    each = [unescape(one) for one in there.split(APART)] if there else []
    return list(zip(each[::2], each[1::2], strict=True))


class _CallReader:
    """Makes calls of rows that follow each other by their sittings, faster than one by one."""

    def __init__(self, *, brief: bool) -> None:
        empty = ("messages", "raw") if brief else ()
        names = [{"key": "call"}.get(one, one) for one in CallRecord.__match_args__]
        of_sitting = ("participant", "experiment", "levels", "wording", "draw", "sample")
        columns = [literal("").label(one) if one in empty else calls.c[one] for one in names]
        self.query = select(*columns, *(calls.c[one] for one in of_sitting))
        self._size, self._seat, self._said = len(names), *map(names.index, ("sitting", "messages"))
        self._latest: Sitting | None = None

    def call(self, row: Any) -> CallRecord:
        """The call of a row."""
        values = list(row[: self._size])
        if self._latest is None or self._latest.key != row.sitting:
            self._latest = sitting_from(row._mapping)
        values[self._seat] = self._latest
        told = values[self._said]
        values[self._said] = messages.read(told) if told else ()
        return CallRecord(*values)


def call_from(row: RowMapping) -> CallRecord:
    """A stored call out of its row."""
    return record_of(
        CallRecord,
        row,
        key=row["call"],
        sitting=sitting_from(row),
        messages=messages.read(row["messages"]),
    )


def sitting_from(row: RowMapping | Mapping[str, Any]) -> Sitting:
    """The sitting of a stored call."""
    return record_of(Sitting, row, key=row["sitting"], levels=levels_from(row["levels"]))


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((str(place), str(key)) for place, key in json.loads(text))


def _order(one: ModelReplies) -> tuple[str, str, Levels, str, str]:
    return one.participant, one.experiment, one.levels, one.wording, one.returned or ""
