"""What makes a study, and what is noted when one is started."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from dsl import __devrun__
from dsl.identity import procedure_hash, rubric_hash
from runners.store.keys import participant_key, study_key
from runners.store.records import ParticipantRecord, Start, StudyScript, now

if TYPE_CHECKING:
    from dsl.loading import Loaded
    from runners.participants.base import Participant

Setting = str | int | float | bool | None | Sequence[str]


def start(
    scripts: Sequence[StudyScript],
    seeds: Mapping[str, int],
    participants: Iterable[Participant],
    settings: Mapping[str, Setting],
) -> Start:
    """The start of a study, now: new, or going on with the study of the same procedures and seeds.

    `seeds` gives the seed for each procedure hash. `settings` are kept for the reader (runs,
    wordings, temperature, ...): nothing secret belongs there. A study with a real participant is a
    real one; its simulated participants keep their own mark.
    """
    kept = tuple(participant_record(participant) for participant in participants)
    simulated = all(participant.simulated for participant in kept)
    return Start(
        id=uuid.uuid4().hex,
        study=study_key(seeds.items(), simulated=simulated),
        simulated=simulated,
        settings=json.dumps(dict(settings), sort_keys=True, ensure_ascii=False),
        scripts=tuple(scripts),
        participants=kept,
        tool_version=__devrun__,
        at=now(),
    )


def participant_record(participant: Participant) -> ParticipantRecord:
    """The row that notes a participant."""
    identity = participant.identity()
    return ParticipantRecord(
        participant_key(identity),
        participant.name,
        participant.simulated,
        json.dumps(identity, sort_keys=True, ensure_ascii=False),
    )


def study_scripts(loaded: Sequence[Loaded]) -> list[StudyScript]:
    """Every file of checked scripts, and every picture they show, as it is now, so that the
    store explains itself.
    """
    rows = []
    for one in loaded:
        experiment = one.experiment
        if experiment is None:
            raise ValueError(f"{one.file} has errors and cannot be run")
        procedure, rubric = procedure_hash(experiment), rubric_hash(experiment)
        for file, text in one.sources.items():
            if file == one.file:
                title, shown = experiment.title, one.pictures
                rows.append(StudyScript(file, file, text, title, procedure, rubric, shown))
            else:
                rows.append(StudyScript(file, one.file, text))
    return rows
