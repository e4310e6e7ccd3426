"""Finished trials of a study for reading, and a choice among them.

They come one by one, in the order of the study and its scripts, so that the first is on the
screen while the others are still in the store, and memory does not grow with the study.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from coders.even import choice_of
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Place
from dsl.words import counted
from renderers.rows.agent_waves import AgentAccount
from renderers.rows.replies import NOT_CODED
from renderers.rows.transcripts import Given, Mark, ReadTrial, TranscriptNote
from renderers.rows.trials import TrialRow
from runners.analysis.codings import Codings, MarkedTranscript, RaterSelection
from runners.analysis.trial_scores import Coding, TrialFacts, trial_row
from runners.analysis.trials import TrialTable, TrialWithText, trials_with_text
from runners.analysis.verdicts import places_of
from runners.coding.coded_trials import StudyCodes
from runners.engine.transcripts import lost_places, unshown_places
from runners.participants.base import Finish
from runners.participants.thoughts import thoughts_in
from runners.store.records import StudyTrial
from runners.store.store import Store
from runners.store.study_trials import TrialGroup
from runners.studies.participant_labels import labels_of
from runners.studies.study import OpenStudy


@dataclass(frozen=True, slots=True)
class TranscriptFilter:
    """Which trials are wanted; what is None or empty does not narrow.

    `contains`: words of which every one is in a reply, in any case of letters; with `anywhere` also
    in what the participant was sent. `marked`: one of these words of marks was given to a test by a
    coder who counts. `flags`: one of these was given. `disagree`: coders who count gave one reply
    different marks.
    """

    wording: str | None = None
    draw: int | None = None
    trial: str = ""
    contains: tuple[str, ...] = ()
    anywhere: bool = False
    marked: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    status: tuple[str, ...] = ()
    lrs: tuple[int, ...] = ()
    disagree: bool = False


def read_trials(
    store: Store,
    opened: OpenStudy,
    whose: RaterSelection,
    chosen: TranscriptFilter,
    *,
    scored: Mapping[str, TrialRow] | None = None,
    trial_codes: StudyCodes | None = None,
    thoughts: bool = False,
) -> Iterator[ReadTrial]:
    """The finished trials that are wanted, each with every coder's marks.

    `scored`: scores of trials by key that are known already, by the same `whose`; the others are
    scored here. `trial_codes` is what was coded of the study, where that was read already.
    `thoughts`: with what was thought before each reply, as far as the bodies tell.

    Raises:
        NoSuchCoder: `whose.coder` has coded nothing here.
    """
    codings = Codings(store, opened, whose, trial_codes=trial_codes)
    labels = labels_of(opened.participants)
    rows = opened.rows.take([at for at, row in enumerate(opened.rows) if _designed(row, chosen)])
    ordered = rows.ordered(in_declared_order(opened))
    for coded in codings.marked(replace(opened, rows=ordered).finished(store)):
        account = coded.finished.transcript.account
        found = _read(coded.text, coded.codings, labels, scored or {}, account)
        if _wanted(found, chosen):
            yield _with_thoughts(found, coded, store) if thoughts else found


def read_rows(
    store: Store,
    table: TrialTable,
    rows: Sequence[int],
    codings: Codings,
    scored: Mapping[str, TrialRow],
) -> Iterator[ReadTrial]:
    """The trials of these rows of a table, in the order of rows, each with every coder's marks. No
    conversation is walked again for that, so that they have no account of what an agent did.
    """
    labels = labels_of(table.opened.participants)
    found: dict[int, ReadTrial] = {}
    for one in trials_with_text(store, table, rows):
        codes = codings.codes_of(one.key, one.words).here
        found[one.at] = _read(one, codings.codings(one, codes), labels, scored)
    return (found[at] for at in rows if at in found)


def _with_thoughts(found: ReadTrial, coded: MarkedTranscript, store: Store) -> ReadTrial:
    asked = coded.finished.transcript.exchanges
    bodies = store.bodies([exchange.key for exchange in asked])
    told = (((one.number, one.place), thoughts_in(bodies.get(one.key, ""))) for one in asked)
    return dataclasses.replace(found, thoughts={place: text for place, text in told if text})


def _read(
    one: TrialWithText,
    codings: Sequence[Coding],
    labels: Mapping[str, str],
    scored: Mapping[str, TrialRow],
    account: AgentAccount | None = None,
) -> ReadTrial:
    trial, answers = one.trial, one.answers
    label, simulated = labels[one.participant.key], one.participant.simulated
    row = scored.get(one.key)
    if row is None:
        facts = TrialFacts(trial, label, simulated, one.key, 0)
        row = trial_row(facts, codings, lost_places(answers))
    if (unshown := unshown_places(answers)) and not lost_places(answers):
        row = replace(row, status="not shown", reason=counted(len(unshown), "item"))
    marks: dict[Place, list[Mark]] = {}
    even = {place for place, _, _ in trial.asked(QuestionKind.EVEN)}
    for coding in codings:
        notes = coding.notes or {}
        for place, verdict in coding.verdicts.items():
            marks.setdefault(place, []).append(
                Mark(
                    coding.coder,
                    coding.kind,
                    coding.counted,
                    (place in even and choice_of(verdict)) or verdict.word.value,
                    tuple(flag.value for flag in verdict.flags),
                    verdict.reason,
                    notes.get(place, ""),
                )
            )
    return ReadTrial(
        row,
        trial,
        replies={place: answer.text for place, answer in answers.items()},
        marks={place: tuple(found) for place, found in marks.items()},
        ended={
            place: answer.finish.value
            for place, answer in answers.items()
            if answer.finish is not Finish.STOP
        },
        given=tuple(each for coding in codings for each in _given(coding)),
        notes=tuple(
            TranscriptNote(coding.coder, coding.kind, coding.counted, coding.notes[None])
            for coding in codings
            if coding.notes and None in coding.notes
        ),
        agent=account,
    )


def _given(coding: Coding) -> Iterator[Given]:
    """The LRS that a coder gave before any mark, and one that is not the rule's."""
    who = (coding.coder, coding.kind, coding.counted)
    if coding.first is not None:
        yield Given(*who, coding.first.lrs, None, True, coding.first.reason)
    own = coding.given
    if own is not None and own.lrs != own.proposed:
        yield Given(*who, own.lrs, own.proposed, own.first, own.reason)


def _designed(row: StudyTrial, chosen: TranscriptFilter) -> bool:
    """Whether the place of a trial in the design is wanted; that needs no text."""
    return (
        (chosen.wording is None or row.sitting.wording == chosen.wording)
        and (chosen.draw is None or row.sitting.draw == chosen.draw)
        and row.key.startswith(chosen.trial)
    )


def _wanted(one: ReadTrial, chosen: TranscriptFilter) -> bool:
    if chosen.status and one.score.status not in chosen.status:
        return False
    if chosen.lrs and one.score.lrs not in {Fraction(each) for each in chosen.lrs}:
        return False
    counted = [
        (place, mark) for place, found in one.marks.items() for mark in found if mark.counted
    ]
    if chosen.marked:
        tests = places_of(one.trial, QuestionKind.TEST)
        if not any(mark.word in chosen.marked for place, mark in counted if place in tests):
            return False
    if chosen.flags and not any(set(mark.flags) & set(chosen.flags) for _, mark in counted):
        return False
    if chosen.disagree and not _differ(counted):
        return False
    return not chosen.contains or _contains(one, chosen)


def _differ(counted: Sequence[tuple[Place, Mark]]) -> bool:
    words: dict[Place, set[str]] = {}
    for place, mark in counted:
        if mark.reason != NOT_CODED:  # Who has not coded a reply yet disagrees with nobody.
            words.setdefault(place, set()).add(mark.word)
    return any(len(found) > 1 for found in words.values())


def _contains(one: ReadTrial, chosen: TranscriptFilter) -> bool:
    texts = list(one.replies.values())
    if chosen.anywhere:
        from renderers.coder_view import conversation

        texts = [speech.text for speech in conversation(one.trial, one.replies)]
    folded = [text.casefold() for text in texts]
    return all(any(word.casefold() in text for text in folded) for word in chosen.contains)


def in_declared_order(opened: OpenStudy) -> Callable[[TrialGroup], tuple[Any, ...]]:
    """The order of experiments, participants, wordings and levels in the study and its scripts, as
    a key to sort groups of trials by.
    """
    experiments = {one.procedure: at for at, one in enumerate(opened.chapters)}
    people = {one.key: at for at, one in enumerate(opened.participants)}
    levels = {
        (one.procedure, factor.name, level.name): at
        for one in opened.chapters
        for factor in one.experiment.factors
        for at, level in enumerate(factor.levels)
    }

    def place(group: TrialGroup) -> tuple[Any, ...]:
        return (
            experiments[group.procedure],
            people[group.participant],
            group.wording,
            tuple(levels[group.procedure, factor, level] for factor, level in group.levels),
        )

    return place
