"""The scores of a study: every finished trial, by whom it was judged, and what follows from that.

Blind coders make the mean; authors only where they are asked for, models as judges never. Without
any code the matcher's marks are scored, and called provisional. A trial that nobody coded is left
out of figures that people made, and counted: filling it in with the matcher's marks would mix two
kinds of evidence in one mean.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from coders.packets.neutral import Neutral
from coders.packets.shape import CoderKind, View
from renderers.score_rows import StudyScores, TrialRow
from runners.results import (
    cell_scores,
    coder_means,
    contrast_scores,
    domain_scores,
    telling_apart,
)
from runners.results.judging import Answer, judge
from runners.results.replies import (
    answers_of,
    in_own_words,
    lost_places,
    verdicts_of,
    words_sent,
)
from runners.results.trial_scores import Coding, Sat, gate_places, trial_row

if TYPE_CHECKING:
    from coders.lrs import Place
    from runners.coding.judgements import CodedPacket, CodedTrial
    from runners.results.study import OpenStudy, Told
    from runners.store.rows import KeptParticipant
    from runners.store.store import Store

MATCHER = "matcher"


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose codes make the mean: blind coders, with authors (`as_paper`), as adjudicated, or one
    coder alone (`coder`; `matcher` for the program that sorts replies).
    """

    as_paper: bool = False
    adjudicated: bool = False
    coder: str | None = None


class NoSuchCoder(Exception):
    """Nobody of that name has coded; `coders` are those who have."""

    def __init__(self, name: str, coders: Sequence[str]) -> None:
        super().__init__(name)
        self.name = name
        self.coders = tuple(coders)


def study_scores(store: Store, opened: OpenStudy, whose: Whose) -> StudyScores:
    """Every score of what was opened of a study.

    Raises:
        NoSuchCoder: `whose.coder` has coded nothing here.
    """
    from runners.coding.judgements import packets_standing, visible_packets

    packets = visible_packets(packets_standing(store, opened.study.id))
    codes = _codes(packets)
    neutral = _NeutralCodes(packets, opened)
    _refuse_stranger(codes, whose)
    by_matcher = whose.coder == MATCHER or not codes.people
    labels = labels_of(opened.participants)
    rows: list[TrialRow] = []
    cells = cell_scores.Cells(opened.chapters)
    contrasts = contrast_scores.Contrasts(opened.chapters)
    foreign = 0
    for told in opened.told(store):
        trial = told.transcript.trial
        answers = answers_of(told.transcript)
        mine = [] if by_matcher else [neutral.undone(told, one) for one in codes.of(told.key)]
        here = [one for one in mine if one.transcript == told.transcript.hash]
        foreign += len(mine) != len(here)
        codings = [_matched(told, answers)] if by_matcher else _codings(told, answers, here, whose)
        sat = Sat(
            trial,
            labels[told.participant.key],
            told.participant.simulated,
            told.key,
            words_sent(trial),
        )
        row = trial_row(sat, codings, lost_places(answers))
        rows.append(row)
        cells.met(trial, row)
        contrasts.met(trial, row, codings)
    rows.sort(key=_as_declared(opened, labels))
    scored = cells.rows(rows)
    experiments, domains = domain_scores.over_cells(scored)
    counted = sorted({one.coder for row in rows for one in row.coders if one.counted})
    return StudyScores(
        study=opened.study.id,
        simulated=opened.simulated,
        role=_role(whose, codes, by_matcher=by_matcher),
        provisional=by_matcher,
        coders=tuple(counted),
        planned=len(opened.rows),
        trials=tuple(rows),
        cells=scored,
        experiments=experiments,
        domains=domains,
        contrasts=contrasts.rows(),
        coder_means=coder_means.over(rows),
        mended=tuple(one.experiment.title for one in opened.chapters if one.mended),
        notes=_notes(packets, rows, whose, foreign=foreign, by_matcher=by_matcher),
        telling_apart=telling_apart.found(scored),
    )


def _as_declared(
    opened: OpenStudy, labels: Mapping[str, str]
) -> Callable[[TrialRow], tuple[object, ...]]:
    """The order of experiments, participants, wordings and levels in the study and its scripts; a
    store has them in the order of the alphabet.
    """
    experiments = {one.experiment.title: at for at, one in enumerate(opened.chapters)}
    models = {label: at for at, label in enumerate(labels.values())}
    levels = {
        (one.experiment.title, factor.name, level.name): at
        for one in opened.chapters
        for factor in one.experiment.factors
        for at, level in enumerate(factor.levels)
    }

    def place(row: TrialRow) -> tuple[object, ...]:
        return (
            experiments[row.experiment],
            models[row.model],
            row.wording,
            tuple(levels[row.experiment, factor, level] for factor, level in row.levels),
            row.draw,
            row.sample,
        )

    return place


def labels_of(participants: Sequence[KeptParticipant]) -> dict[str, str]:
    """What each participant (by key) is called: its name, and where two have one name, as much of
    the key as tells them apart, since other parameters make another participant.
    """
    names = [one.name for one in participants]
    return {
        one.key: one.name if names.count(one.name) == 1 else f"{one.name} #{one.key[:6]}"
        for one in participants
    }


@dataclass(frozen=True, slots=True)
class _Codes:
    """What was coded, by trial: each coder's newest coding, and what adjudicators settled."""

    by_trial: Mapping[str, tuple[CodedTrial, ...]]
    kinds: Mapping[str, CoderKind]

    def of(self, trial: str) -> tuple[CodedTrial, ...]:
        return self.by_trial.get(trial, ())

    @property
    def people(self) -> bool:
        """Whether any person has coded anything."""
        return any(kind in (CoderKind.BLIND, CoderKind.AUTHOR) for kind in self.kinds.values())


def _codes(packets: Sequence[CodedPacket]) -> _Codes:
    from runners.coding.judgements import coded_trials

    found: dict[str, dict[tuple[str, str], CodedTrial]] = {}
    kinds: dict[str, CoderKind] = {}
    for coded in coded_trials(packets):
        # A hidden duplicate serves the agreement of a coder with himself.
        if coded.twin:
            continue
        kinds[coded.coder] = coded.kind
        mine = found.setdefault(coded.trial, {})
        at = (coded.coder, coded.kind.value)
        mine[at] = _joined(mine[at], coded) if at in mine else coded
    return _Codes({trial: tuple(mine.values()) for trial, mine in found.items()}, kinds)


class _NeutralCodes:
    """Puts what was said in packets with neutral words back into the words of each trial."""

    def __init__(self, packets: Sequence[CodedPacket], opened: OpenStudy) -> None:
        some = any(json.loads(one.packet.settings).get("neutral_words") is True for one in packets)
        self._words = {one.procedure: Neutral(one.experiment) for one in opened.chapters if some}

    def undone(self, told: Told, coded: CodedTrial) -> CodedTrial:
        if not self._words or coded.view is not View.CONTENT:
            return coded
        trial = told.transcript.trial
        words = self._words[told.chapter.procedure].of(trial.words)
        return replace(coded, judgements=in_own_words(trial, coded.judgements, words))


def _joined(one: CodedTrial, other: CodedTrial) -> CodedTrial:
    """A coder's codes of one trial from two packets: of each question the newest judgement."""
    first, second = sorted((one, other), key=lambda each: each.at)
    if first.transcript != second.transcript:
        return second
    return replace(
        second,
        judgements={**first.judgements, **second.judgements},
        lrs=second.lrs or first.lrs,
        first_lrs=first.first_lrs or second.first_lrs,
    )


def _refuse_stranger(codes: _Codes, whose: Whose) -> None:
    there = [name for name, kind in codes.kinds.items() if kind is not CoderKind.ADJUDICATOR]
    if whose.coder is not None and whose.coder not in (*there, MATCHER):
        raise NoSuchCoder(whose.coder, (*there, MATCHER))


def _matched(told: Told, answers: Mapping[Place, Answer]) -> Coding:
    judgement = judge(told.transcript.trial, answers)
    return Coding(MATCHER, MATCHER, counted=True, verdicts=judgement.verdicts)


def _codings(
    told: Told,
    answers: Mapping[Place, Answer],
    coded: Sequence[CodedTrial],
    whose: Whose,
) -> list[Coding]:
    """Every coder's verdicts on a trial, with what was settled laid over those who count."""
    trial = told.transcript.trial
    settled = [one for one in coded if one.kind is CoderKind.ADJUDICATOR]
    settled.sort(key=lambda one: one.at)
    gates = set(gate_places(trial))
    codings: list[Coding] = []
    for one in coded:
        if one.kind is CoderKind.ADJUDICATOR:
            continue
        counted = _counts(one, whose)
        over = {
            place: judgement
            for ruling in settled
            for place, judgement in ruling.judgements.items()
            if counted and whose.coder is None and (whose.adjudicated or place in gates)
        }
        whole = verdicts_of(trial, answers, {**one.judgements, **over})
        codings.append(Coding(one.coder, one.kind.value, counted, whole, one.lrs, one.first_lrs))
    return sorted(codings, key=lambda one: (not one.counted, one.coder))


def _counts(coded: CodedTrial, whose: Whose) -> bool:
    if whose.coder is not None:
        return coded.coder == whose.coder
    return coded.kind is CoderKind.BLIND or (whose.as_paper and coded.kind is CoderKind.AUTHOR)


def _role(whose: Whose, codes: _Codes, *, by_matcher: bool) -> str:
    if by_matcher:
        return "matcher (provisional)"
    if whose.coder is not None:
        kind = codes.kinds[whose.coder]
        told = {CoderKind.BLIND: "blind coder", CoderKind.AUTHOR: "author, not blind:"}
        return f"{told.get(kind, 'judge')} {whose.coder.removeprefix('judge ')}"
    who = "blind+author" if whose.as_paper else "blind"
    if not whose.adjudicated:
        return who
    return "adjudicated" if who == "blind" else f"{who}, adjudicated"


def _notes(
    packets: Sequence[CodedPacket],
    rows: Iterable[TrialRow],
    whose: Whose,
    *,
    foreign: int,
    by_matcher: bool,
) -> tuple[str, ...]:
    """What a reader of the figures has to know besides, a sentence each."""
    from renderers.design_words import counted

    notes: list[str] = []
    statuses = [row.status for row in rows]
    if by_matcher:
        if packets and whose.coder is None:
            notes.append("packets were handed out and no code of a person has come home yet")
        return tuple(notes)
    missing = statuses.count("uncoded")
    if missing:
        notes.append(
            f"{missing} of {counted(len(statuses), 'finished trial')} have no code that counts, "
            "and are in no figure"
        )
    authors = any(one.kind is CoderKind.AUTHOR for one in packets)
    if authors and missing == len(statuses) and not whose.as_paper and whose.coder is None:
        notes.append("authors are not blind; their codes count with --as-paper")
    disputed = statuses.count("disputed")
    if disputed:
        notes.append(
            f"{counted(disputed, 'trial')} disputed: coders disagree on a control question; in no "
            "mean LRS that heeds controls until `devrun adjudicate` settles them"
        )
    waiting = statuses.count("undecided")
    if waiting:
        notes.append(f"{counted(waiting, 'trial')} not wholly coded yet, and in no mean")
    if foreign:
        notes.append(
            f"codes for {counted(foreign, 'trial')} are about other words than those in the store, "
            "and do not count"
        )
    still = [one.packet.coder for one in packets if one.folded.items and not one.locked]
    if still:
        names = ", ".join(dict.fromkeys(still))
        notes.append(f"not handed in yet: {names}; these scores may change")
    return tuple(notes)
