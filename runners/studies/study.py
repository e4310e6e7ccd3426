"""A study out of the store: its scripts as they last were, and every finished trial.

Scripts come from the store, so that a study can be coded and scored where the files are gone. Where
a path is named whose procedure is the study's, its rubric counts instead: a mended key rescores,
and asks nothing again. Rubrics kept with the study alone would tie a score to a typing error.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from dsl import __devrun__
from dsl.expand import Expander, Expanders
from dsl.expanding.steps_within import steers
from dsl.experiment import Compared, Experiment, Protocol
from dsl.identity import rubric_hash
from dsl.record import replace
from dsl.trial import Cell, Trial
from dsl.ways.retelling import source_cells, told_path
from dsl.words import folded
from runners.agents.identity import agent_in
from runners.engine.plan import Plan
from runners.engine.transcripts import Transcript, transcribe
from runners.store.errors import StoreMissing
from runners.store.keys import design_hash, prompt_hash, sitting_of
from runners.store.records import (
    ParticipantRecord,
    Sitting,
    StoredReply,
    Study,
    StudyScript,
    StudyTrial,
    TranscriptRecord,
    now,
)
from runners.store.store import Store
from runners.store.study_trials import StudyTrials, TrialGroup
from runners.studies.participant_labels import any_model, labels_of
from runners.studies.people_told import told_as_now
from runners.studies.stored_scripts import scripts_at, stored_script

if TYPE_CHECKING:
    from runners.agents.agent import Agent

T = TypeVar("T")

_CHUNK = 128  # trials whose replies are read at once
_DRAWS = 512  # draws whose trials are kept for other participants and samples


@dataclass(frozen=True, slots=True)
class StudyExperiment:
    """One experiment of a study: what was sent (`procedure`), and how it is judged (`rubric`).

    `mended` says that the rubric is not the one kept with the study but that of a file named.
    `declared` are the comparisons of the script that was kept: what a file declares that is named
    afterwards was not declared beforehand. `errors` are the codes of the errors that checking finds
    in the script today, and did not when it was run.
    """

    experiment: Experiment
    procedure: str
    rubric: str
    text: str
    mended: bool
    declared: tuple[Compared, ...] = ()
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FinishedTrial:
    """One finished trial of a study, with every word of it."""

    chapter: StudyExperiment
    row: StudyTrial
    participant: ParticipantRecord
    transcript: Transcript

    @property
    def key(self) -> str:
        """The trial's key, under which codes refer to it."""
        return self.row.key

    @property
    def record(self) -> TranscriptRecord:
        """What a run notes when the trial ends."""
        trial = self.transcript.trial
        return TranscriptRecord(
            trial=self.key,
            hash=self.transcript.hash,
            calls=tuple((one.place, one.key) for one in self.transcript.exchanges),
            tool_version=__devrun__,
            at=now(),
            prompt=prompt_hash(trial),
            design=design_hash(trial),
        )


_MADE = Expanders()
"""A command may open a study several times, and each time has the same experiments."""


@dataclass(frozen=True, slots=True)
class OpenStudy:
    """A study and what of it was asked for. `rows` are the trials, finished or not. `asked_again`
    are the names of participants left out here: told other ratings of people, they were asked again
    with those of now.

    `expanders` are made when they are needed, by procedure and seed, and shared with every part
    that is picked out: what the draws of a script have in common is worked out once.
    """

    study: Study
    chapters: tuple[StudyExperiment, ...]
    participants: tuple[ParticipantRecord, ...]
    rows: StudyTrials
    expanders: dict[tuple[str, int], Expander] = field(
        default_factory=dict, compare=False, repr=False
    )
    asked_again: tuple[str, ...] = ()

    @property
    def protocol(self) -> Protocol:
        """How it was asked and is rated; all of its scripts are alike in this."""
        protocols = (one.experiment.design.protocol for one in self.chapters)
        return next(protocols, Protocol.BATTERY)

    @property
    def simulated(self) -> bool:
        """Whether nobody real took part in what was asked for."""
        return all(one.simulated for one in self.participants)

    def expander(self, chapter: StudyExperiment, seed: int) -> Expander:
        """What makes the trials of one experiment."""
        at = (chapter.procedure, seed)
        if at not in self.expanders:
            self.expanders[at] = _MADE.of(chapter.experiment, seed)
        return self.expanders[at]

    def finished(self, store: Store) -> Iterator[FinishedTrial]:
        """Every finished trial, in the order of `rows`; trials that lack a reply are left out."""
        by_procedure = {chapter.procedure: chapter for chapter in self.chapters}
        by_key = {one.key: one for one in self.participants}
        steered = {one.procedure for one in self.chapters if steers(one.experiment)}

        @lru_cache(_DRAWS)
        def first_sample(procedure: str, seed: int, cell: Cell, draw: int) -> Trial:
            return self.expander(by_procedure[procedure], seed).trial(cell, draw=draw)

        for chunk in _chunks(self.rows):
            sources = {row.key: _sources(by_procedure[row.procedure], row) for row in chunk}
            sittings = [row.sitting for row in chunk]
            sittings += [one for others in sources.values() for one in others.values()]
            replies = store.of_sittings(list(dict.fromkeys(one.key for one in sittings)))
            for row in chunk:
                kept = replies.get(row.sitting.key, {})
                if not kept:
                    continue
                chapter = by_procedure[row.procedure]
                sitting = row.sitting
                cell = Cell(sitting.levels, sitting.wording, chapter.experiment.only_condition)
                trial = first_sample(row.procedure, row.seed, cell, sitting.draw)
                if sitting.sample != trial.sample:
                    trial = replace(trial, sample=sitting.sample)
                after = None
                if row.procedure in steered:
                    expander = self.expander(chapter, row.seed)
                    after = expander.after(cell, sitting.draw, sitting.sample)
                agent = agent_in(json.loads(by_key[sitting.participant].identity))
                if after is not None and sources[row.key]:
                    others = {
                        other: self._transcript(row, other, theirs, replies, agent)
                        for other, theirs in sources[row.key].items()
                    }
                    if not all(one.complete for one in others.values()):
                        continue
                    told = told_path(trial, {at: one.trial for at, one in others.items()})
                    after = expander.after(cell, sitting.draw, sitting.sample, told=told)
                    trial = after(())
                transcript = transcribe(trial, sitting, kept, after, agent)
                if transcript.complete:
                    yield FinishedTrial(chapter, row, by_key[sitting.participant], transcript)

    def _transcript(
        self,
        row: StudyTrial,
        cell: Cell,
        sitting: Sitting,
        replies: Mapping[str, dict[str, StoredReply]],
        agent: Agent | None,
    ) -> Transcript:
        """The transcript of a trial of another cell, of the same draw and sample as a row."""
        chapter = next(one for one in self.chapters if one.procedure == row.procedure)
        expander = self.expander(chapter, row.seed)
        trial = expander.trial(cell, draw=sitting.draw, sample=sitting.sample)
        after = expander.after(cell, sitting.draw, sitting.sample)
        return transcribe(trial, sitting, replies.get(sitting.key, {}), after, agent)

    def without(self, trials: Container[str]) -> StudyTrials:
        """The trials that are none of these (by key)."""
        there = enumerate(self.rows.keys)
        return self.rows.take([at for at, key in there if key not in trials])

    def has_finished(self, store: Store) -> bool:
        """Whether any trial is finished; most studies have one among the first."""
        noted = any(store.finished(some) for some in _chunks(self.rows.keys))
        return noted or next(self.finished(store), None) is not None

    def finished_sizes(self, store: Store) -> dict[str, int]:
        """How many replies each finished trial has, by key; also of those whose run broke off after
        the last reply.
        """
        noted = store.finished(list(self.rows.keys))
        rest = replace(self, rows=self.without(noted))
        return noted | {one.key: len(one.transcript.exchanges) for one in rest.finished(store)}

    def transcripts(self, store: Store, rows: Sequence[StudyTrial]) -> Iterator[TranscriptRecord]:
        """The transcripts of those of these trials that are finished; one with two sessions in
        merged stores has two. A run that broke off after the last reply of a trial noted none:
        that of its replies is given.
        """
        noted = store.transcripts([row.key for row in rows])
        yield from noted
        known = {one.trial for one in noted}
        if rest := [row for row in rows if row.key not in known]:
            for told in replace(self, rows=StudyTrials.of(rest)).finished(store):
                yield told.record

    def note_transcripts(self, store: Store, trials: Set[str]) -> None:
        """Notes of these trials (by key) that they are finished, where a run that broke off did
        not: packets refer to what is noted.
        """
        from runners.store.writes import add_transcripts

        noted = {one.trial for one in store.transcripts(sorted(trials))}
        rows = self.rows.with_keys(trials - noted)
        for one in self.transcripts(store, rows) if rows else ():
            store.submit(add_transcripts, one).result()


def study_of_run(
    study: Study,
    plans: Sequence[Plan],
    participants: Sequence[ParticipantRecord],
    taken: Sequence[Sequence[Plan]] = (),
) -> OpenStudy:
    """What a run was to do of a study: these plans, by each of these participants. `taken` are what
    each participant is asked of them, if that is not all.
    """
    chapters = tuple(
        StudyExperiment(one.expander.experiment, one.procedure, "", "", mended=False)
        for one in plans
    )
    expanders = {(one.procedure, one.expander.seed): one.expander for one in plans}
    rows = StudyTrials.of(
        planned.of_study(study.id, participant.key)
        for participant, its in zip(participants, taken or [plans] * len(participants), strict=True)
        for plan in its
        for planned in plan
    )
    return OpenStudy(study, chapters, tuple(participants), rows, expanders)


def opened_study(
    store: Store,
    *,
    study: str | None = None,
    paths: Sequence[Path] = (),
    models: Sequence[str] = (),
    only: Sequence[str] = (),
) -> OpenStudy:
    """The study with this id (its beginning is enough), else the newest, as far as asked for.

    `paths` narrow it to the experiments of these scripts (by title), `models` to participants by
    name or label (`?agent=NAME` is every model with that agent), `only` to cells with these levels.
    Raises StoreMissing where nothing is left.
    """
    found = store.study(study)
    chapters = _chapters(store.scripts_of(found.id), paths, store.where)
    wanted = {folded(level) for level in only}
    everybody = store.participants_of(found.id)
    labels = labels_of(everybody)
    known = {one.key: {one.name, labels[one.key], *any_model(one.name)} for one in everybody}
    asked = tuple(one for one in everybody if not models or known[one.key] & {*models})
    strangers = [name for name in models if not any(name in names for names in known.values())]
    if strangers:
        who = strangers[0]
        if who.startswith("?agent="):
            who = f"the agent {who.removeprefix('?agent=')}"
        raise StoreMissing(
            f"{who} took no part in study {found.id}",
            f"participants: {', '.join(labels.values())}",
        )
    levels = {
        folded(level.name)
        for chapter in chapters
        for factor in chapter.experiment.factors
        for level in factor.levels
    }
    if wanted - levels:
        raise StoreMissing(
            f"no condition in study {found.id} has a level `{sorted(wanted - levels)[0]}`",
            "`devrun show FILE` names the cells",
        )
    asked, before = told_as_now(asked, [one.experiment for one in chapters])
    procedures = {chapter.procedure for chapter in chapters}
    keys = {one.key for one in asked}
    every = store.trials_of(found.id)
    rows = every.of_groups(
        one
        for one in every.groups
        if one.procedure in procedures
        and one.participant in keys
        and _chosen(one, wanted, chapters)
    )
    return OpenStudy(found, chapters, asked, rows, asked_again=before)


def _chosen(group: TrialGroup, wanted: set[str], chapters: tuple[StudyExperiment, ...]) -> bool:
    """Whether trials are in one of the cells asked for; several levels of one factor are an or."""
    if not wanted:
        return True
    factors = next(c.experiment.factors for c in chapters if c.procedure == group.procedure)
    asked = {
        factor.name: {level.name for level in factor.levels if folded(level.name) in wanted}
        for factor in factors
    }
    return all(not asked.get(factor) or level in asked[factor] for factor, level in group.levels)


def _chapters(
    scripts: Sequence[StudyScript], paths: Sequence[Path], where: str
) -> tuple[StudyExperiment, ...]:
    mains = [script for script in scripts if script.procedure]
    mended = scripts_at(paths, mains)
    titles = {one.experiment.title for one in mended.values()}
    chapters: list[StudyExperiment] = []
    for main in mains:
        if paths and main.experiment not in titles:
            continue
        parts = [one for one in scripts if one.main == main.main and not one.procedure]
        found = mended.get(main.procedure)
        if found is None and main.experiment in titles:
            raise StoreMissing(
                f"`{main.experiment}` now has a different text than when the study was run",
                "run the current script, or leave out the path to use the study's own copy",
            )
        kept = stored_script(main, parts, where)
        chosen = found or kept
        rubric = rubric_hash(chosen.experiment)
        chapters.append(
            StudyExperiment(
                chosen.experiment,
                main.procedure,
                rubric,
                main.text,
                found is not None and rubric != rubric_hash(kept.experiment),
                kept.experiment.design.compared,
                chosen.errors,
            )
        )
    if paths and not chapters:
        raise StoreMissing(
            f"the study has no script called {' or '.join(sorted(titles))}",
            f"it has {', '.join(main.experiment for main in mains)}; `--study ID` takes another, "
            "and `devrun studies` lists them",
        )
    return tuple(chapters)


def _sources(chapter: StudyExperiment, row: StudyTrial) -> dict[Cell, Sitting]:
    """The cells whose tries are said again in a trial, and the sitting of each."""
    mine = row.sitting
    cell = Cell(mine.levels, mine.wording, chapter.experiment.only_condition)
    return {
        other: sitting_of(
            mine.participant, mine.experiment, other, draw=mine.draw, sample=mine.sample
        )
        for other in source_cells(chapter.experiment, cell)
    }


def _chunks(items: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(items)
    while chunk := list(islice(rest, _CHUNK)):
        yield chunk
