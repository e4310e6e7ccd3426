"""The scores of a study: every finished trial, by whom it was judged, and what follows from that.

Whose codes count is settled in `codings`. A trial that nobody coded is left out of figures that
people made, and counted: filling it in with the matcher's marks would mix two kinds of evidence in
one mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING

from coders.packets.shape import CoderKind, View
from renderers.score_rows import StudyScores, TrialRow
from runners.analysis import (
    accuracy,
    cell_scores,
    coder_adjusted,
    coder_means,
    contrast_scores,
    domain_scores,
    question_shares,
    telling_apart,
)
from runners.analysis.answered import answered_trials
from runners.analysis.background import gc_paused
from runners.analysis.codings import MATCHER, WEIGHED, Codings, NoSuchCoder, Whose
from runners.analysis.matcher_cache import Unknown
from runners.analysis.remembered_scores import RememberedScores
from runners.analysis.scored_alike import ScoredAlike
from runners.analysis.told_texts import Texts, texts_aside
from runners.coding.judgements import HUMAN
from runners.studies.unsupported_parameters import omissions

if TYPE_CHECKING:
    from renderers.likelihood_rows import WeighedReply
    from runners.analysis.answered import Answered
    from runners.analysis.matcher_cache import Before
    from runners.coding.laid_out import LaidOut
    from runners.store.records import KeptParticipant
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

Order = Callable[[TrialRow], tuple[object, ...]]
"""Where a trial stands among others."""

__all__ = ["NoSuchCoder", "Whose", "gathered", "labels_of", "scores_by_matcher", "study_scores"]


def study_scores(
    store: Store,
    opened: OpenStudy,
    whose: Whose,
    *,
    laid: LaidOut | None = None,
    texts: Texts | None = None,
    remembered: RememberedScores | None = None,
    before: Before | None = None,
    order: Order | None = None,
) -> StudyScores:
    """Every score of what was opened of a study. `laid` is what was coded, where it was laid out
    already, and is used up; `texts` are the study's texts, where they are worked out aside;
    `remembered` is what others know of its scores; `before` keeps what the matcher makes of a large
    study. Rows stand in this `order`, else as in the scripts (`as_declared`).

    Raises:
        NoSuchCoder: `whose.coder` has coded nothing here.
    """
    with gc_paused(), ExitStack() as aside:
        if texts is None:
            # Before codes are read, beside which it is done.
            texts = aside.enter_context(texts_of_coded(store, opened, whose))
        codings = Codings(store, opened, whose, laid=laid, remembered=remembered, before=before)
        if texts is None and codings.known is not None and codings.known.most:
            texts = aside.enter_context(texts_aside(opened))
        known = codings.known
        trials = answered_trials(
            store,
            opened,
            every_word=codings.by_matcher,
            texts=texts,
            in_words=codings.trials_in_words if known is None else Unknown(known),
            kinds=codings.remembered.kinds,
            known=known,
        )
        return scores_of(opened, codings, gathered(opened, codings, trials, order=order))


@contextmanager
def texts_of_coded(store: Store, opened: OpenStudy, whose: Whose) -> Iterator[Texts | None]:
    """The texts of a large study that was given to coders, worked out in another process until they
    are asked for; None for any other, of which the matcher reads every trial in its own words.
    """
    if whose.coder == MATCHER or not store.packet_keys(opened.study.id):
        yield None
        return
    with texts_aside(opened) as texts:
        yield texts


def scores_by_matcher(
    store: Store, opened: OpenStudy, *, order: Order, before: Before | None = None
) -> StudyScores:
    """The scores of what was opened of a study as the matcher marks it, whoever has coded: those of
    a run.
    """
    from runners.coding.laid_out import laid_out

    matcher = Whose(coder=MATCHER)
    return study_scores(store, opened, matcher, laid=laid_out(()), before=before, order=order)


@dataclass(frozen=True, slots=True)
class Gathered:
    """Scored trials, and what figures over them are made of. `foreign` of them have codes that are
    about other words.
    """

    rows: tuple[TrialRow, ...]
    cells: cell_scores.Cells
    contrasts: contrast_scores.Contrasts
    accuracies: accuracy.Accuracies
    shares: question_shares.QuestionShares
    foreign: int


def gathered(
    opened: OpenStudy,
    codings: Codings,
    trials: Iterable[Answered],
    *,
    order: Order | None = None,
) -> Gathered:
    """The scores of these trials, which are finished ones of a study."""
    labels = labels_of(opened.participants)
    found: list[tuple[int, TrialRow]] = []
    cells = cell_scores.Cells(opened.chapters)
    contrasts = contrast_scores.Contrasts(opened.chapters)
    accuracies = accuracy.Accuracies()
    shares = question_shares.QuestionShares(opened.chapters)
    alike = ScoredAlike(codings, labels)
    foreign = 0
    for one in trials:
        mine = alike.scored(one)
        codings.let_go(one)
        foreign += mine.foreign
        found.append((one.at, mine.row))
        cells.met(one.scene.in_own_words, mine.row)
        contrasts.met(one, mine)
        scoring = one.chapter.experiment.design.scoring
        accuracies.met(one.trial, mine.row, mine.codings, scoring)
        shares.met(one.trial, mine.row, mine.codings)
    # What tells ways of marking apart is as much as all that is known of trials.
    contrasts.ended()
    codings.ended()
    del alike
    rows = [row for _, row in sorted(found, key=itemgetter(0))]
    rows.sort(key=as_declared(opened, labels) if order is None else order)
    return Gathered(tuple(rows), cells, contrasts, accuracies, shares, foreign)


def scores_of(opened: OpenStudy, codings: Codings, found: Gathered) -> StudyScores:
    """Every figure over scored trials of a study."""
    rows, labels = found.rows, labels_of(opened.participants)
    made = coder_adjusted.adjustment(rows)
    scored = coder_adjusted.adjusted(found.cells.rows(rows), rows, made)
    experiments, domains = domain_scores.over_cells(scored)
    counted = sorted({one.coder for row in rows for one in row.coders if one.counted} - {WEIGHED})
    weighed = sum(any(one.kind == WEIGHED for one in row.coders) for row in rows)
    all_weighed = codings.by_matcher and bool(rows) and weighed == len(rows)
    return StudyScores(
        study=opened.study.id,
        simulated=opened.simulated,
        role=WEIGHED if all_weighed else _role(codings),
        provisional=codings.by_matcher and not all_weighed,
        coders=tuple(counted),
        planned=len(opened.rows),
        trials=rows,
        cells=scored,
        experiments=experiments,
        domains=domains,
        contrasts=found.contrasts.rows(scored),
        coder_means=coder_means.over(rows),
        mended=tuple(one.experiment.title for one in opened.chapters if one.mended),
        notes=(
            *_notes(codings, rows, foreign=found.foreign),
            *_marks_stand(codings, opened, counted),
            *_weighed_note(weighed, len(rows)),
            *omissions(opened.participants, labels),
        ),
        telling_apart=telling_apart.found(scored),
        accuracies=found.accuracies.rows(rows),
        adjustment=made,
        question_shares=found.shares.rows(rows),
    )


def as_declared(
    opened: OpenStudy, labels: Mapping[str, str]
) -> Callable[[TrialRow | WeighedReply], tuple[object, ...]]:
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

    def place(row: TrialRow | WeighedReply) -> tuple[object, ...]:
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


def _marks_stand(codings: Codings, opened: OpenStudy, counted: Sequence[str]) -> tuple[str, ...]:
    """What a mended key cannot do: a mark that somebody gave is no reading of the key."""
    from renderers.design_words import and_list

    mended = [one.experiment.title for one in opened.chapters if one.mended]
    marked = any(
        one.packet.view == View.RUBRIC and one.packet.coder in counted for one in codings.packets
    )
    if codings.by_matcher or not mended or not marked:
        return ()
    return (
        f"the answers of {and_list(mended)} were corrected, but coders' marks are unchanged: "
        "code again, or use --coder matcher to score with the corrected answers",
    )


def _weighed_note(weighed: int, trials: int) -> tuple[str, ...]:
    from renderers.design_words import counted

    if not weighed:
        return ()
    return (
        f"{weighed} of {counted(trials, 'trial')} scored by likelihood, without coders: see "
        "`devrun score --likelihoods`",
    )


def _role(codings: Codings) -> str:
    whose = codings.whose
    if codings.by_matcher:
        return "matcher (provisional)"
    if whose.coder is not None:
        kind = codings.kinds[whose.coder]
        told = {CoderKind.BLIND: "blind coder", CoderKind.AUTHOR: "author, not blind:"}
        return f"{told.get(kind, 'judge')} {whose.coder.removeprefix('judge ')}"
    who = "blind+author" if whose.as_paper else "blind"
    if not whose.adjudicated:
        return who
    return "adjudicated" if who == "blind" else f"{who}, adjudicated"


def _notes(codings: Codings, rows: Iterable[TrialRow], *, foreign: int) -> tuple[str, ...]:
    """What a reader of the figures has to know besides, a sentence each."""
    from renderers.design_words import counted

    packets, whose = codings.packets, codings.whose
    notes: list[str] = []
    statuses = [row.status for row in rows]
    if codings.by_matcher:
        if packets and whose.coder is None:
            notes.append("packets exist but no person's codes have been collected yet")
        return tuple(notes)
    missing = statuses.count("uncoded")
    if missing:
        notes.append(
            f"{missing} of {counted(len(statuses), 'finished trial')} have no valid codes "
            "and are left out"
        )
    authors = any(one.kind is CoderKind.AUTHOR for one in packets)
    if authors and missing == len(statuses) and not whose.as_paper and whose.coder is None:
        notes.append("authors are not blind; their codes count with --as-paper")
    disputed = statuses.count("disputed")
    if disputed:
        notes.append(
            f"{counted(disputed, 'trial')} disputed: coders disagree on a control question; "
            "left out of mean LRS until `devrun adjudicate` resolves them"
        )
    waiting = statuses.count("undecided")
    if waiting:
        notes.append(f"{counted(waiting, 'trial')} not completely coded yet and left out")
    if foreign:
        notes.append(
            f"codes for {counted(foreign, 'trial')} belong to a text that differs from the "
            "store and are not counted"
        )
    # People who have begun nothing are waited for, too, as `devrun adjudicate` waits for them.
    still = [
        one.packet.coder
        for one in packets
        if not one.locked
        and one.kind is not CoderKind.ADJUDICATOR
        and (one.state.items or one.kind in HUMAN)
    ]
    if still:
        names = ", ".join(dict.fromkeys(still))
        notes.append(f"not handed in yet: {names}; these scores may change")
    return tuple(notes)
