"""What is asked of a store about calls and their replies, and the transcripts made of them."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Sequence
from sys import intern

from sqlalchemy import RowMapping, select

from runners.store import messages
from runners.store.queries import Queries, binary_collation, levels_from, slices
from runners.store.records import (
    Attempt,
    KeptCall,
    KeptTranscript,
    Sitting,
    StoredReply,
    TranscriptHashes,
)
from runners.store.schema import attempts, calls, other_transcripts, study_trials, transcripts


class CallQueries(Queries):
    """Questions about calls, replies and transcripts."""

    def lookup(self, keys: Sequence[str]) -> dict[str, StoredReply]:
        """The stored replies to these calls, by call key; unanswered calls are missing."""
        with self.connected() as connection:
            found: dict[str, StoredReply] = {}
            for some in slices(keys):
                rows = connection.execute(
                    select(calls.c.call, calls.c.text, calls.c.finish).where(calls.c.call.in_(some))
                )
                found.update((key, StoredReply(key, text, finish)) for key, text, finish in rows)
            return found

    def of_sittings(self, sittings: Sequence[str]) -> dict[str, dict[str, StoredReply]]:
        """Every stored reply of these sittings, by sitting and then by call key."""
        with self.connected() as connection:
            found: dict[str, dict[str, StoredReply]] = {sitting: {} for sitting in sittings}
            columns = (calls.c.sitting, calls.c.call, calls.c.text, calls.c.finish)
            for some in slices(sittings):
                rows = connection.execute(select(*columns).where(calls.c.sitting.in_(some)))
                for sitting, key, text, finish in rows:
                    found[sitting][key] = StoredReply(key, text, finish)
            return found

    def replies_that_ended(
        self, finishes: Sequence[str], sittings: Container[str]
    ) -> dict[str, dict[str, StoredReply]]:
        """The replies of these sittings that ended in one of these ways (values of Finish), by
        sitting and then by call key; sittings without any are missing.
        """
        with self.connected() as connection:
            # A question about the sittings would be answered one by one, and few replies end so.
            query = select(calls.c.sitting, calls.c.call, calls.c.text, calls.c.finish).where(
                calls.c.finish.in_(finishes)
            )
            found: dict[str, dict[str, StoredReply]] = {}
            for sitting, key, text, finish in connection.execute(query):
                if sitting in sittings:
                    found.setdefault(sitting, {})[key] = StoredReply(key, text, finish)
            return found

    def calls(self, keys: Sequence[str]) -> dict[str, KeptCall]:
        """Everything kept of these calls, by call key."""
        with self.connected() as connection:
            found: dict[str, KeptCall] = {}
            for some in slices(keys):
                rows = connection.execute(select(calls).where(calls.c.call.in_(some))).mappings()
                found.update((row["call"], call_from(row)) for row in rows)
            return found

    def calls_of(self, study: str) -> Iterator[KeptCall]:
        """Every stored call of a study's trials, finished or not, one sitting after another.

        Calls that an earlier edition of the script left in the same sitting are among them: the
        transcript of a trial says which are its own.
        """
        with self.connected() as connection:
            mine = select(study_trials.c.sitting).where(study_trials.c.study == study)
            order = (
                calls.c.experiment,
                calls.c.wording,
                calls.c.levels,
                calls.c.sitting,
                calls.c.at,
            )
            query = select(calls).where(calls.c.sitting.in_(mine))
            query = query.order_by(*binary_collation(connection, order), calls.c.call)
            for row in connection.execution_options(yield_per=1000).execute(query).mappings():
                yield call_from(row)

    def attempts_of(self, study: str) -> Iterator[Attempt]:
        """The calls of a study that at some time got no reply, oldest first."""
        with self.connected() as connection:
            mine = select(study_trials.c.sitting).where(study_trials.c.study == study)
            query = (
                select(attempts)
                .where(attempts.c.sitting.in_(mine))
                .order_by(attempts.c.at, attempts.c.attempt)
            )
            for row in connection.execution_options(yield_per=1000).execute(query):
                yield Attempt(*row)

    def transcripts(self, trials: Sequence[str]) -> tuple[KeptTranscript, ...]:
        """The transcripts of these trials; one with two sessions in merged stores has two."""
        with self.connected() as connection:
            found: list[KeptTranscript] = []
            for some in slices(trials):
                query = (
                    select(transcripts)
                    .where(transcripts.c.trial.in_(some))
                    .order_by(transcripts.c.at, transcripts.c.hash)
                )
                for row in connection.execute(query).mappings():
                    pairs = tuple((str(place), str(key)) for place, key in json.loads(row["calls"]))
                    found.append(
                        KeptTranscript(
                            row["trial"],
                            row["hash"],
                            pairs,
                            row["tool_version"],
                            row["at"],
                            row["prompt"],
                            row["design"],
                        )
                    )
            return tuple(found)

    def transcript_hashes(self, study: str) -> dict[str, tuple[TranscriptHashes, ...]]:
        """The hashes kept with a study's finished trials, by trial key; more than one where stores
        with different sessions of one trial were merged.
        """
        noted = transcripts.c
        with self.connected() as connection:
            query = (
                select(noted.trial, noted.hash, noted.prompt, noted.design)
                .join(study_trials, study_trials.c.trial == noted.trial)
                .where(study_trials.c.study == study)
            )
            found: dict[str, tuple[TranscriptHashes, ...]] = {}
            for trial, words, prompt, design in connection.execute(query):
                note = TranscriptHashes(
                    intern(words), prompt and intern(prompt), design and intern(design)
                )
                found[intern(trial)] = (*found.get(trial, ()), note)
            return found

    def told_of(self, trials: Sequence[str]) -> set[tuple[str, str]]:
        """The (trial, hash) pairs of all transcripts of these trials, whichever session counts."""
        with self.connected() as connection:
            found: set[tuple[str, str]] = set()
            for some in slices(trials):
                for table in (transcripts, other_transcripts):
                    rows = connection.execute(
                        select(table.c.trial, table.c.hash).where(table.c.trial.in_(some))
                    )
                    found.update((trial, words) for trial, words in rows)
            return found


def call_from(row: RowMapping) -> KeptCall:
    """A stored call out of its row."""
    return KeptCall(
        key=row["call"],
        sitting=_sitting(row),
        place=row["place"],
        messages=messages.read(row["messages"]),
        text=row["text"],
        finish=row["finish"],
        raw=row["raw"],
        requested=row["requested"],
        sent=row["sent"],
        model_returned=row["model_returned"],
        request_id=row["request_id"],
        input_tokens=row["input_tokens"],
        output_tokens=row["output_tokens"],
        latency_s=row["latency_s"],
        tries=row["tries"],
        simulated=row["simulated"],
        tool_version=row["tool_version"],
        at=row["at"],
    )


def _sitting(row: RowMapping) -> Sitting:
    return Sitting(
        row["sitting"],
        row["participant"],
        row["experiment"],
        levels_from(row["levels"]),
        row["wording"],
        row["draw"],
        row["sample"],
    )
