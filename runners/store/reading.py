"""What is asked of a store: by key in bulk, and study by study.

Questions with many keys go in slices, since databases limit the number of values in a statement.
Rows of a study come as an iterator, so that memory does not grow with the store.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from sqlite3 import sqlite_version_info
from sys import intern
from typing import TYPE_CHECKING

from dsl.files.pictures import PictureFile
from dsl.trial import Levels
from runners.store import messages
from runners.store.plain_order import plainly
from runners.store.rows import (
    Attempt,
    KeptCall,
    KeptParticipant,
    KeptTranscript,
    Sitting,
    StoredReply,
    Study,
    StudyScript,
    StudyTrial,
    TrialProgress,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection, RowMapping

_SLICE = 500
_MANY = 2_000 if sqlite_version_info >= (3, 32) else _SLICE  # older ones take 999 values


def kept_by_key(connection: Connection, keys: Sequence[str]) -> dict[str, StoredReply]:
    """The stored replies to these calls, by call key; unanswered calls are missing."""
    from sqlalchemy import select

    from runners.store.schema import calls

    found: dict[str, StoredReply] = {}
    for some in _slices(keys):
        rows = connection.execute(
            select(calls.c.call, calls.c.text, calls.c.finish).where(calls.c.call.in_(some))
        )
        found.update((key, StoredReply(key, text, finish)) for key, text, finish in rows)
    return found


def kept_of_sittings(
    connection: Connection, sittings: Sequence[str]
) -> dict[str, dict[str, StoredReply]]:
    """Every stored reply of these sittings, by sitting and then by call key."""
    from sqlalchemy import select

    from runners.store.schema import calls

    found: dict[str, dict[str, StoredReply]] = {sitting: {} for sitting in sittings}
    columns = (calls.c.sitting, calls.c.call, calls.c.text, calls.c.finish)
    for some in _slices(sittings):
        rows = connection.execute(select(*columns).where(calls.c.sitting.in_(some)))
        for sitting, key, text, finish in rows:
            found[sitting][key] = StoredReply(key, text, finish)
    return found


def finished(connection: Connection, trials: Sequence[str]) -> dict[str, int]:
    """Which of these trials have every reply, and how many replies those are."""
    from sqlalchemy import select

    from runners.store.schema import transcripts

    found: dict[str, int] = {}
    columns = (transcripts.c.trial, transcripts.c.size)
    for some in _slices(trials):
        rows = connection.execute(select(*columns).where(transcripts.c.trial.in_(some)))
        found.update((trial, size) for trial, size in rows)
    return found


def standing(connection: Connection, study: str, trials: Sequence[str]) -> TrialProgress:
    """Which of these trials are noted as the study's, and which are finished.

    One question answers both for a study that is gone on with; what is finished and not noted yet
    (other studies told it) takes a second one.
    """
    from sqlalchemy import select

    from runners.store.schema import study_trials, transcripts

    noted: set[str] = set()
    done: dict[str, int] = {}
    both = study_trials.outerjoin(transcripts, transcripts.c.trial == study_trials.c.trial)
    query = select(study_trials.c.trial, transcripts.c.size).select_from(both)
    # Keys in their order are near each other in the index.
    for some in _slices(sorted(trials), _MANY):
        mine = query.where(study_trials.c.study == study, study_trials.c.trial.in_(some))
        for trial, size in connection.execute(mine):
            noted.add(trial)
            if size is not None:
                done[trial] = size
    strangers = [trial for trial in trials if trial not in noted]
    return TrialProgress(frozenset(noted), {**done, **finished(connection, strangers)})


def studies(connection: Connection) -> tuple[Study, ...]:
    """Every recorded study, the one that was started last first."""
    from sqlalchemy import select

    from runners.store.schema import starts
    from runners.store.schema import studies as table

    found = []
    for row in connection.execute(select(table)).mappings():
        times = connection.scalars(
            select(starts.c.at).where(starts.c.study == row["study"]).order_by(starts.c.at)
        ).all()
        found.append(_study(connection, row, times or [row["at"]]))
    return tuple(sorted(found, key=lambda study: (study.last_started, study.id), reverse=True))


def _study(connection: Connection, row: RowMapping, times: Sequence[str]) -> Study:
    from sqlalchemy import distinct, func, select

    from runners.store.schema import study_trials, transcripts

    study = row["study"]
    mine = study_trials.c.study == study
    trials = connection.scalar(select(func.count()).select_from(study_trials).where(mine))
    done = connection.scalar(
        select(func.count(distinct(study_trials.c.trial)))
        .select_from(study_trials.join(transcripts, transcripts.c.trial == study_trials.c.trial))
        .where(mine)
    )
    return Study(
        id=study,
        simulated=row["simulated"],
        first_started=times[0],
        last_started=times[-1],
        experiments=tuple(
            script.experiment
            for script in scripts(connection, study, pictures=False)
            if script.experiment
        ),
        participants=participants(connection, study),
        trials=trials or 0,
        finished=done or 0,
        tool_version=row["tool_version"],
    )


def participants(connection: Connection, study: str) -> tuple[KeptParticipant, ...]:
    """Everybody who took part in a study, in the order of their names."""
    from sqlalchemy import select

    from runners.store.schema import participants as table
    from runners.store.schema import start_participants, starts

    query = (
        select(table)
        .distinct()
        .join(start_participants, start_participants.c.participant == table.c.participant)
        .join(starts, starts.c.start == start_participants.c.start)
        .where(starts.c.study == study)
    )
    found = [
        KeptParticipant(row["participant"], row["name"], row["simulated"], row["identity"])
        for row in connection.execute(query).mappings()
    ]
    return tuple(sorted(found, key=lambda one: (one.name, one.key)))


def scripts(
    connection: Connection, study: str, *, pictures: bool = True
) -> tuple[StudyScript, ...]:
    """The scripts of a study as they stood when it was last started with them, and the files that
    they include; every included file comes after the script that names it. With `pictures` each
    script has those that it shows.
    """
    from sqlalchemy import select

    from runners.store.schema import scripts as texts
    from runners.store.schema import start_scripts, starts

    query = (
        select(start_scripts, texts.c.content)
        .join(starts, starts.c.start == start_scripts.c.start)
        .join(texts, texts.c.hash == start_scripts.c.hash)
        .where(starts.c.study == study)
        .order_by(starts.c.at.desc(), starts.c.start, start_scripts.c.main, start_scripts.c.file)
    )
    rows = connection.execute(query).mappings().all()
    chosen = _last_run(rows)
    shown = _shown(connection, study, chosen) if pictures else {}
    found = [
        StudyScript(
            row["file"],
            row["main"],
            row["content"],
            row["experiment"],
            row["procedure"],
            row["rubric"],
            shown.get(row["main"], ()) if row["procedure"] else (),
        )
        for row in rows
        if (row["start"], row["main"]) in chosen
    ]
    return tuple(sorted(found, key=lambda script: (script.main, not script.procedure, script.file)))


def _last_run(rows: Sequence[RowMapping]) -> set[tuple[str, str]]:
    """The (start, main script) pairs of the starts that ran a procedure last; newest rows first."""
    newest: dict[str, str] = {}
    for row in rows:
        if row["procedure"]:
            newest.setdefault(row["procedure"], row["start"])
    return {
        (row["start"], row["main"])
        for row in rows
        if row["procedure"] and newest[row["procedure"]] == row["start"]
    }


def _shown(
    connection: Connection, study: str, chosen: set[tuple[str, str]]
) -> dict[str, tuple[PictureFile, ...]]:
    """The pictures of a study at these starts, by the main script that shows them."""
    from sqlalchemy import select

    from runners.store.schema import pictures, start_pictures, starts

    query = (
        select(start_pictures)
        .join(starts, starts.c.start == start_pictures.c.start)
        .where(starts.c.study == study)
        .order_by(start_pictures.c.file)
    )
    rows = [
        row for row in connection.execute(query).mappings() if (row["start"], row["main"]) in chosen
    ]
    kept: dict[str, tuple[str, bytes]] = {}
    for some in _slices(sorted({row["picture"] for row in rows})):
        held = connection.execute(select(pictures).where(pictures.c.picture.in_(some)))
        kept.update((key, (media_type, content)) for key, media_type, content in held)
    found: dict[str, tuple[PictureFile, ...]] = {}
    for row in rows:
        key = row["picture"]
        if key in kept:  # `devrun store check` tells of one that is missing
            media_type, content = kept[key]
            one = PictureFile(row["file"], media_type, key, content)
            found[row["main"]] = (*found.get(row["main"], ()), one)
    return found


def trials_of(connection: Connection, study: str) -> Iterator[StudyTrial]:
    """The trials of a study, by experiment, cell, participant, draw and sample."""
    from sqlalchemy import select

    from runners.store.schema import study_trials as table

    order = (
        table.c.experiment,
        table.c.wording,
        table.c.levels,
        table.c.participant,
        table.c.draw,
        table.c.sample,
        table.c.trial,
    )
    columns = (
        table.c.trial,
        table.c.procedure,
        table.c.seed,
        table.c.sitting,
        table.c.participant,
        table.c.experiment,
        table.c.levels,
        table.c.wording,
        table.c.draw,
        table.c.sample,
    )
    query = select(*columns).where(table.c.study == study).order_by(*plainly(connection, order))
    rows = connection.execution_options(yield_per=1000).execute(query)
    # What most trials share is held once for all of them.
    for trial, procedure, seed, key, participant, experiment, levels, wording, draw, sample in rows:
        who, script, told = intern(participant), intern(experiment), intern(wording)
        sitting = Sitting(key, who, script, _levels(levels), told, draw, sample)
        yield StudyTrial(study, intern(trial), sitting, intern(procedure), int(seed))


def calls_of(connection: Connection, study: str) -> Iterator[KeptCall]:
    """Every stored call of a study's trials, finished or not, one sitting after another.

    Calls that an earlier edition of the script left in the same sitting are among them: the
    transcript of a trial says which are its own.
    """
    from sqlalchemy import select

    from runners.store.schema import calls, study_trials

    mine = select(study_trials.c.sitting).where(study_trials.c.study == study)
    order = (calls.c.experiment, calls.c.wording, calls.c.levels, calls.c.sitting, calls.c.at)
    query = select(calls).where(calls.c.sitting.in_(mine))
    query = query.order_by(*plainly(connection, order), calls.c.call)
    for row in connection.execution_options(yield_per=1000).execute(query).mappings():
        yield call_from(row)


def attempts_of(connection: Connection, study: str) -> Iterator[Attempt]:
    """The calls of a study that at some time got no reply, oldest first."""
    from sqlalchemy import select

    from runners.store.schema import attempts as table
    from runners.store.schema import study_trials

    mine = select(study_trials.c.sitting).where(study_trials.c.study == study)
    query = select(table).where(table.c.sitting.in_(mine)).order_by(table.c.at, table.c.attempt)
    for row in connection.execution_options(yield_per=1000).execute(query):
        yield Attempt(*row)


def calls_by_key(connection: Connection, keys: Sequence[str]) -> dict[str, KeptCall]:
    """Everything kept of these calls, by call key."""
    from sqlalchemy import select

    from runners.store.schema import calls

    found: dict[str, KeptCall] = {}
    for some in _slices(keys):
        rows = connection.execute(select(calls).where(calls.c.call.in_(some))).mappings()
        found.update((row["call"], call_from(row)) for row in rows)
    return found


def transcripts_of(connection: Connection, trials: Sequence[str]) -> tuple[KeptTranscript, ...]:
    """The transcripts of these trials; a trial told twice in stores that were merged has two."""
    from sqlalchemy import select

    from runners.store.schema import transcripts as table

    found: list[KeptTranscript] = []
    for some in _slices(trials):
        query = select(table).where(table.c.trial.in_(some)).order_by(table.c.at, table.c.hash)
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


def told_of(connection: Connection, trials: Sequence[str]) -> set[tuple[str, str]]:
    """The (trial, hash) pairs of all transcripts of these trials, whichever session counts."""
    from sqlalchemy import select

    from runners.store.schema import other_transcripts, transcripts

    found: set[tuple[str, str]] = set()
    for some in _slices(trials):
        for table in (transcripts, other_transcripts):
            rows = connection.execute(
                select(table.c.trial, table.c.hash).where(table.c.trial.in_(some))
            )
            found.update((trial, words) for trial, words in rows)
    return found


def told_words(connection: Connection, study: str) -> dict[str, tuple[str, ...]]:
    """The hashes of the transcripts of a study's finished trials, by trial key."""
    from sqlalchemy import select

    from runners.store.schema import study_trials, transcripts

    query = (
        select(transcripts.c.trial, transcripts.c.hash)
        .join(study_trials, study_trials.c.trial == transcripts.c.trial)
        .where(study_trials.c.study == study)
    )
    found: dict[str, tuple[str, ...]] = {}
    for trial, words in connection.execute(query):
        found[intern(trial)] = (*found.get(trial, ()), intern(words))
    return found


def replies_that_ended(
    connection: Connection, finishes: Sequence[str], sittings: Container[str]
) -> dict[str, dict[str, StoredReply]]:
    """The replies of these sittings that ended in one of these ways, by sitting and by call key."""
    from sqlalchemy import select

    from runners.store.schema import calls

    # A question about the sittings would be answered one by one, and few replies end so.
    query = select(calls.c.sitting, calls.c.call, calls.c.text, calls.c.finish).where(
        calls.c.finish.in_(finishes)
    )
    found: dict[str, dict[str, StoredReply]] = {}
    for sitting, key, text, finish in connection.execute(query):
        if sitting in sittings:
            found.setdefault(sitting, {})[key] = StoredReply(key, text, finish)
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
        _levels(row["levels"]),
        row["wording"],
        row["draw"],
        row["sample"],
    )


@lru_cache(maxsize=256)
def _levels(text: str) -> Levels:
    return tuple((str(factor), str(level)) for factor, level in json.loads(text))


def _slices(keys: Sequence[str], size: int = _SLICE) -> Iterator[Sequence[str]]:
    for start in range(0, len(keys), size):
        yield keys[start : start + size]
