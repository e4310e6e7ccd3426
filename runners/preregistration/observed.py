"""What was done in a study, as far as a preregistration speaks of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from coders.packets.shape import View
from dsl.trial import Levels
from renderers.rows.scores import StudyScores
from runners.agreement.results import StudyAgreement
from runners.preregistration.lookup import Preregistration, fitting
from runners.store.coding_queries import PacketHead
from runners.store.noted_trials import noted_trials
from runners.store.preregistrations import Replied
from runners.store.records import ParticipantRecord, Study, StudyTrial
from runners.store.store import Store
from runners.store.study_trials import StudyTrials
from runners.studies.study import OpenStudy

CellKey = tuple[Levels, str]


@dataclass(frozen=True, slots=True)
class ObservedScript:
    """The trials of one script. `noted` and `finished` are the (draw, sample) pairs of each
    participant (by name) in each cell.
    """

    title: str
    procedures: frozenset[str]
    seeds: frozenset[int]
    cells: frozenset[CellKey]
    noted: Mapping[tuple[str, CellKey], frozenset[tuple[int, int]]]
    finished: Mapping[tuple[str, CellKey], frozenset[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class ObservedStudy:
    """A study as it was run, coded and scored. `agreement` is None where nothing was coded."""

    opened: OpenStudy
    scripts: tuple[ObservedScript, ...]
    participants: tuple[ParticipantRecord, ...]
    replied: Replied
    heads: tuple[PacketHead, ...]
    elsewhere: tuple[Study, ...]
    scores: StudyScores
    agreement: StudyAgreement | None

    def identities(self, name: str) -> list[dict[str, str]]:
        """Who the participants of this name were; more than one where parameters differed."""
        return [json.loads(one.identity) for one in self.participants if one.name == name]


def observe(
    store: Store,
    opened: OpenStudy,
    plan: Preregistration,
    *,
    scores: StudyScores | None,
    agreement: StudyAgreement | None,
) -> ObservedStudy:
    """What was done in the whole study, also where only a part of it is looked at; its rubrics are
    those of `opened`. What is not given is computed.
    """
    from runners.analysis.codings import RaterSelection
    from runners.analysis.matcher_cache import matcher_cache
    from runners.analysis.scores import study_scores

    study = opened.study
    apart = _planned_apart(store, plan)
    names = {one.name for one in plan.block.models}
    return ObservedStudy(
        opened=opened,
        scripts=_scripts(store, opened),
        participants=store.participants_of(study.id),
        replied=store.replied(study.id, plan.seal.at),
        heads=tuple(one for one in store.packet_heads(study.id) if not View(one.view).has_scale),
        elsewhere=tuple(
            other
            for other in store.studies()
            if other.id != study.id
            and other.last_started > plan.seal.at
            and not set(other.experiments).isdisjoint(plan.block.titles)
            and any(one.name in names for one in other.participants)
            and not (apart and apart.issuperset(r.procedure for r in store.trials_of(other.id)))
        ),
        scores=study_scores(store, opened, RaterSelection(), before=matcher_cache)
        if scores is None
        else scores,
        agreement=_agreement(store, opened) if agreement is None else agreement,
    )


def _planned_apart(store: Store, plan: Preregistration) -> frozenset[str]:
    """The procedures that are planned under other protocols: a study of these is no second attempt
    at this one.
    """
    return frozenset(
        script.procedure
        for one in fitting(store.seals(), ())
        if one.block.protocol is not plan.block.protocol
        for script in one.block.scripts
    )


def _agreement(store: Store, opened: OpenStudy) -> StudyAgreement | None:
    from runners.agreement.agreement import study_agreement
    from runners.agreement.collecting import NothingCoded

    try:
        # A threshold is compared with the figure, not with its interval.
        return study_agreement(store, opened, replicates=0)
    except NothingCoded:
        return None


def _scripts(store: Store, opened: OpenStudy) -> tuple[ObservedScript, ...]:
    names = {one.key: one.name for one in store.participants_of(opened.study.id)}
    whole = len(opened.rows) == opened.study.trials
    rows = opened.rows if whole else store.trials_of(opened.study.id)
    ended = noted_trials(store, opened.study.id, rows.keys).counts > 0
    by_title: dict[str, list[int]] = {}
    for at, group in enumerate(rows.group):
        by_title.setdefault(rows.groups[group].experiment, []).append(at)
    return tuple(
        _script(title, rows.take(mine), rows.take([at for at in mine if ended[at]]), names)
        for title, mine in by_title.items()
    )


def _script(
    title: str, mine: StudyTrials, ended: StudyTrials, names: Mapping[str, str]
) -> ObservedScript:
    groups = mine.used
    return ObservedScript(
        title,
        frozenset(one.procedure for one in groups),
        frozenset(one.seed for one in groups),
        frozenset((one.levels, one.wording) for one in groups),
        _by_cell(mine, names),
        _by_cell(ended, names),
    )


def _by_cell(
    rows: Iterable[StudyTrial], names: Mapping[str, str]
) -> dict[tuple[str, CellKey], frozenset[tuple[int, int]]]:
    found: dict[tuple[str, CellKey], set[tuple[int, int]]] = {}
    for sitting in (row.sitting for row in rows):
        where = (names[sitting.participant], (sitting.levels, sitting.wording))
        found.setdefault(where, set()).add((sitting.draw, sitting.sample))
    return {where: frozenset(many) for where, many in found.items()}
