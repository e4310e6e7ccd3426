"""One participant at two dates: the same study split by the time of its replies, or two studies.

Providers change what answers under a name. Whoever asks again later, with more samples, more runs,
another seed or in another store, has the same scripts answered by the same name at two dates; the
two stand beside each other as two participants would. Nothing here is tested: a date is chosen
after the replies are there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from renderers.comparison_rows import Comparison, ComparisonKind, Comparisons, DatedModel
from renderers.design_words import counted
from renderers.score_rows import CellScore, StudyScores
from runners.analysis import compared_cells, compared_means
from runners.analysis.families import ALPHA

if TYPE_CHECKING:
    from runners.store.reply_times import ReplyTimes
    from runners.studies.study import OpenStudy


@dataclass(frozen=True, slots=True)
class DatedSide:
    """One side: what is opened of it, its scores, and when each trial (by key) was answered."""

    label: str
    opened: OpenStudy
    scores: StudyScores
    times: Mapping[str, ReplyTimes]


def split(
    opened: OpenStudy, times: Mapping[str, ReplyTimes], moment: str
) -> tuple[OpenStudy, OpenStudy]:
    """The trials that were wholly answered before `moment` (UTC, as the store has it, or the
    beginning of that), and those with a reply since. `times` are by trial; trials that are not
    finished are on neither side.
    """
    told = [row for row in opened.rows if row.key in times]
    before = tuple(row for row in told if times[row.key].last < moment)
    since = tuple(row for row in told if times[row.key].last >= moment)
    return replace(opened, rows=before), replace(opened, rows=since)


def two_dates(first: DatedSide, second: DatedSide) -> Comparisons:
    """Every participant of both sides, first side minus second, by cell and over cells."""
    other_words = _told_otherwise(first.opened, second.opened)
    rows: list[Comparison] = []
    models = [one for one in _models(first) if one in _models(second)]
    for model in models:
        cells = [
            *_cells(first.scores.cells, model, first.label),
            *_cells(second.scores.cells, model, second.label),
        ]
        candidates = (
            *compared_cells.models(cells, other_words=other_words),
            *compared_means.models_over_cells(cells, other_words=other_words),
        )
        rows += [
            replace(one.row, kind=ComparisonKind.DATES, model=model, untested="")
            for one in candidates
        ]
    return Comparisons(
        study=first.scores.study,
        simulated=first.scores.simulated,
        role=first.scores.role,
        provisional=first.scores.provisional or second.scores.provisional,
        alpha=ALPHA,
        families=(),
        comparisons=tuple(rows),
        familiar=(),
        familiar_effects=(),
        dates=tuple(_dated(side, model) for model in models for side in (first, second)),
        notes=tuple(_notes(first, second, other_words=other_words)),
    )


def _models(side: DatedSide) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cell.model for cell in side.scores.cells))


def _cells(cells: Sequence[CellScore], model: str, label: str) -> list[CellScore]:
    """The cells of one participant, which goes by the label of its side."""
    return [replace(cell, model=label) for cell in cells if cell.model == model]


def _told_otherwise(first: OpenStudy, second: OpenStudy) -> frozenset[str]:
    """The experiments of both sides whose draws have other words on one than on the other: each by
    itself, since a second date may have asked but one of several scripts, or a changed one.
    """
    one, other = _drawn(first), _drawn(second)
    return frozenset(title for title in one if title in other and one[title] != other[title])


def _drawn(opened: OpenStudy) -> dict[str, set[tuple[str, int]]]:
    """What the words of draws follow from, by experiment: its procedure and its seed."""
    found: dict[str, set[tuple[str, int]]] = {}
    for row in opened.rows:
        found.setdefault(row.sitting.experiment, set()).add((row.procedure, row.seed))
    return found


def _dated(side: DatedSide, model: str) -> DatedModel:
    from runners.analysis.scores import labels_of

    labels = labels_of(side.opened.participants)
    mine = [row for row in side.opened.rows if labels[row.sitting.participant] == model]
    times = [side.times[row.key] for row in mine if row.key in side.times]
    returned: Counter[str] = Counter()
    for one in times:
        returned.update(one.returned)
    return DatedModel(
        label=side.label,
        model=model,
        simulated=any(cell.simulated for cell in side.scores.cells if cell.model == model),
        study=side.opened.study.id,
        first=min((one.first for one in times), default=""),
        last=max((one.last for one in times), default=""),
        trials=sum(row.model == model for row in side.scores.trials),
        replies=sum(returned.values()),
        returned=dict(returned),
    )


def _notes(first: DatedSide, second: DatedSide, *, other_words: frozenset[str]) -> Iterator[str]:
    common = [title for title in _drawn(first.opened) if title in _drawn(second.opened)]
    why = "(another seed, or a changed script)"
    if other_words and len(other_words) == len(common):
        yield f"the two sides were not told in the same words {why}, so nothing is paired"
    elif other_words:
        which = ", ".join(title for title in common if title in other_words)
        yield f"not told in the same words on both sides {why}, and so not paired: {which}"
    for one, other in ((first, second), (second, first)):
        alone = [model for model in _models(one) if model not in _models(other)]
        if alone:
            yield f"only in {one.label}: {', '.join(alone)}"
        beyond = [title for title in _drawn(one.opened) if title not in common]
        if beyond:
            yield f"scripts only in {one.label}: {', '.join(beyond)}"
    for side in (first, second):
        for note in side.scores.notes:
            yield f"{side.label}: {note}"
    if first.times is not second.times:
        both = {row.key for row in first.scores.trials} & {row.key for row in second.scores.trials}
        same = sum(key in first.times and first.times[key] == second.times.get(key) for key in both)
        if same:
            yield (
                f"{counted(same, 'trial')} on both sides: the very same replies, which can differ "
                "in nothing"
            )
