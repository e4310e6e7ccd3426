"""Success of those who say that they know the story, and what replies give away of its source.

A script may ask what a story reminds of (`record recognition`). Trials in which that is answered
with yes are set against those in which it is not, within conditions, so that a condition that is
easy and well known makes no difference by itself. Replies are read once, and only of scripts that
ask; what is found in them changes no mark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from coders.recognition import LONGEST, NamedWords, has_citation, has_link, recognises
from coders.statistics.differences import MOVER_DIFFERENCE, difference
from coders.statistics.intervals import over_experiments
from dsl.expand import ORIGINAL, steps_within
from dsl.experiment import QuestionStep
from dsl.tree import QuestionKind
from dsl.trial import Cell, Levels
from renderers.rows.cell_row import place_of
from renderers.rows.recognition import Recognition, RecognitionSide, RecognitionSource, ReplySources
from runners.analysis.means import DrawMeans, draw_means, mean
from runners.analysis.score_table import CellKey, cell_key
from runners.comparison.differences import NO_INTERVAL, Estimated

if TYPE_CHECKING:
    from renderers.rows.trials import TrialRow
    from runners.store.records import StudyTrial
    from runners.store.store import Store
    from runners.studies.study import OpenStudy, StudyExperiment

QUESTION = "recognition"
"""The name of the recorded question that is read."""

SHORTEST = 3
"""Letters; shorter words of a script are not looked for in replies."""

CELLS_ADDED = f"{MOVER_DIFFERENCE}; half-widths of conditions added, since they share draws"

_AT_ONCE = 256  # trials whose replies are read at once
_MEASURES = (("lrs", 5), ("share", 1), ("own_share", 1))
"""What is compared, and the upper end of its scale."""


@dataclass(slots=True)
class RepliesRead:
    """What was read in replies: by trial key whether the story was recognised, None where the words
    do not decide it, and by cell what they hold of sources.
    """

    recognised: dict[str, bool | None] = field(default_factory=dict)
    sources: tuple[ReplySources, ...] = ()


def read_replies(store: Store, opened: OpenStudy, trials: Sequence[TrialRow]) -> RepliesRead:
    """The replies of these trials, of those scripts that ask for recognition. The store is asked
    for nothing where no script does.
    """
    asking = {one.procedure: one for one in opened.chapters if asks(one)}
    if not asking:
        return RepliesRead()
    scored = {one.key: one for one in trials}
    rows = [row for row in opened.rows if row.procedure in asking and row.key in scored]
    words = {procedure: _OriginalWords(opened, one) for procedure, one in asking.items()}
    places: dict[tuple[str, Levels, str], frozenset[str]] = {}
    found = RepliesRead()
    counts: dict[CellKey, Counter[str]] = {cell_key(scored[row.key]): Counter() for row in rows}
    for row in rows:
        at = _place_of(row)
        if at not in places:
            places[at] = _places(opened, asking[row.procedure], row)
    for some in _finished(store, opened, rows):
        # Few replies have a source: the others need not be read one by one.
        sources = {
            one.row.key
            for one in some
            if words[one.row.procedure].may_name_source(one.text, one.row)
        }
        keys = [
            one.calls[place]
            for one in some
            for place in (one.calls if one.row.key in sources else places[_place_of(one.row)])
            if place in one.calls
        ]
        texts = {key: reply.text for key, reply in store.lookup(keys).items()}
        for one in some:
            row, count = one.row, counts[cell_key(scored[one.row.key])]
            said = [
                recognises(texts[one.calls[place]])
                for place in places[_place_of(row)]
                if place in one.calls
            ]
            if said:
                found.recognised[row.key] = (
                    True if True in said else (None if None in said else False)
                )
            count["trials"] += 1
            count["replies"] += len(one.calls)
            if row.key in sources:
                replies = [texts[key] for key in one.calls.values()]
                _count(count, replies, words[row.procedure], row)
    cells: dict[CellKey, TrialRow] = {}
    for each in trials:
        cells.setdefault(cell_key(each), each)
    found.sources = tuple(
        _sources(first, counts[key]) for key, first in cells.items() if counts.get(key)
    )
    return found


def by_recognition(
    trials: Sequence[TrialRow], recognised: Mapping[str, bool | None]
) -> Iterator[Recognition]:
    """Success of recognised trials against others, for each participant and wording: in each
    experiment, then over experiments. First as replies say it, then as coders flagged it.
    """
    flagged = {one.key: one.recognised for one in trials if one.recognised is not None}
    readings = {RecognitionSource.REPLY: recognised}
    if any(flagged.values()):
        readings[RecognitionSource.FLAG] = flagged
    for source, known in readings.items():
        groups: dict[tuple[str, str], dict[str, list[TrialRow]]] = {}
        for one in trials:
            if one.key in known:
                mine = groups.setdefault((one.model, one.wording), {})
                mine.setdefault(one.experiment, []).append(one)
        for experiments in groups.values():
            rows = [_of_experiment(some, known, source) for some in experiments.values()]
            yield from rows
            if len(rows) > 1:
                yield _over_experiments(rows)


# ------------------------------------------------------------------- success


def _of_experiment(
    trials: Sequence[TrialRow], known: Mapping[str, bool | None], source: RecognitionSource
) -> Recognition:
    one = trials[0]
    sides = [[row for row in trials if known[row.key] is side] for side in (True, False)]
    cells = tuple(dict.fromkeys(row.levels for row in trials))
    estimates: dict[str, tuple[Estimated, str]] = {}
    for name, high in _MEASURES:
        parts = [_draws_of(sides, levels, name) for levels in cells]
        estimates[name] = within_cells([(yes, no) for yes, no in parts if yes and no], high=high)
    recognised, other = (_side(side) for side in sides)
    return Recognition(
        source=source,
        experiment=one.experiment,
        wording=one.wording,
        model=one.model,
        simulated=one.simulated,
        n_experiments=1,
        trials=len(trials),
        recognised=recognised,
        not_recognised=other,
        difference=estimates["lrs"][0][0],
        ci95=estimates["lrs"][0][1],
        ci_method=estimates["lrs"][1],
        share_difference=estimates["share"][0][0],
        share_ci95=estimates["share"][0][1],
        own_difference=estimates["own_share"][0][0],
        own_ci95=estimates["own_share"][0][1],
    )


def _draws_of(sides: Sequence[Sequence[TrialRow]], levels: Levels, name: str) -> list[DrawMeans]:
    """The means of the draws of both sides in one cell."""
    return [
        draw_means((row.draw, getattr(row, name)) for row in side if row.levels == levels)
        for side in sides
    ]


def within_cells(
    parts: Sequence[tuple[DrawMeans, DrawMeans]], *, high: int
) -> tuple[Estimated, str]:
    """The difference within cells, each weighing n1 n2 / (n1 + n2), and its interval.

    Cells of one experiment share their draws, so their half-widths are added as if the cells were
    fully correlated: with independent cells that is too wide, and never too narrow.
    """
    if not parts:
        return (None, None), ""
    weights = [Fraction(len(yes) * len(no), len(yes) + len(no)) for yes, no in parts]
    total = sum(weights)
    gaps = [(yes.mean or 0) - (no.mean or 0) for yes, no in parts]
    middle = Fraction(sum((w * gap for w, gap in zip(weights, gaps, strict=True)), Fraction(0)))
    middle /= total
    ends = [
        difference(yes.floats, no.floats, paired=False, high=high).interval for yes, no in parts
    ]
    there = [one for one in ends if one is not None]
    if len(there) < len(parts):
        return (middle, None), NO_INTERVAL
    low, high_end = (
        sum(float(w / total) * end for w, end in zip(weights, some, strict=True))
        for some in ([one.low for one in there], [one.high for one in there])
    )
    return (middle, (low, high_end)), MOVER_DIFFERENCE if len(parts) == 1 else CELLS_ADDED


def _side(trials: Sequence[TrialRow]) -> RecognitionSide:
    by_draw: dict[str, Fraction | None] = {}
    n = 0
    for name, _ in _MEASURES:
        cells: dict[Levels, list[tuple[int, Fraction | None]]] = {}
        for row in trials:
            cells.setdefault(row.levels, []).append((row.draw, getattr(row, name)))
        draws = [value for some in cells.values() for value in draw_means(some).values()]
        by_draw[name] = mean(draws)
        n = len(draws) if name == "lrs" else n
    return RecognitionSide(len(trials), n, by_draw["lrs"], by_draw["share"], by_draw["own_share"])


def _over_experiments(rows: Sequence[Recognition]) -> Recognition:
    """The mean of experiments in which some trials were recognised and some not."""
    one = rows[0]
    both = [row for row in rows if row.difference is not None]
    found: dict[str, Estimated] = {}
    method = ""
    for name, high in (("difference", 5), ("share_difference", 1), ("own_difference", 1)):
        values = [value for row in rows if (value := getattr(row, name)) is not None]
        over = over_experiments([float(value) for value in values], scale=(-high, high))
        found[name] = mean(values), None if over is None else (over.low, over.high)
        if name == "difference" and over is not None:
            method = f"t over experiments, df = {over.df}"
    return Recognition(
        source=one.source,
        experiment="",
        wording=one.wording,
        model=one.model,
        simulated=one.simulated,
        n_experiments=len(both),
        trials=sum(row.trials for row in rows),
        recognised=_sum_of([row.recognised for row in rows], [row.recognised for row in both]),
        not_recognised=_sum_of(
            [row.not_recognised for row in rows], [row.not_recognised for row in both]
        ),
        difference=found["difference"][0],
        ci95=found["difference"][1],
        ci_method=method,
        share_difference=found["share_difference"][0],
        share_ci95=found["share_difference"][1],
        own_difference=found["own_difference"][0],
        own_ci95=found["own_difference"][1],
    )


def _sum_of(every: Sequence[RecognitionSide], both: Sequence[RecognitionSide]) -> RecognitionSide:
    """All trials of one side, and the means over the experiments that have both sides."""
    return RecognitionSide(
        sum(one.trials for one in every),
        sum(one.n for one in every),
        mean(one.lrs for one in both),
        mean(one.share for one in both),
        mean(one.own for one in both),
    )


# ------------------------------------------------------------------- replies


def asks(chapter: StudyExperiment) -> bool:
    """Whether a script asks if the story is recognised."""
    return any(
        isinstance(step, QuestionStep)
        and step.name == QUESTION
        and step.kind is QuestionKind.RECORD
        for step in steps_within(chapter.experiment.steps)
    )


def _places(opened: OpenStudy, chapter: StudyExperiment, row: StudyTrial) -> frozenset[str]:
    """Where recognition is asked in the paper's own stories; in all where it is asked in none."""
    cell = Cell(row.sitting.levels, row.sitting.wording)
    trial = opened.expander(chapter, row.seed).trial(cell, draw=row.sitting.draw)
    asked = [
        (place[1], session.own_story)
        for place, session, question in trial.asked(QuestionKind.RECORD)
        if question.name == QUESTION
    ]
    own = frozenset(place for place, own in asked if own)
    return own or frozenset(place for place, _ in asked)


def _place_of(row: StudyTrial) -> tuple[str, Levels, str]:
    return row.procedure, row.sitting.levels, row.sitting.wording


@dataclass(frozen=True, slots=True)
class _Finished:
    """A finished trial: the key of the call at each place, and its replies in one text."""

    row: StudyTrial
    calls: Mapping[str, str]
    text: str


def _finished(
    store: Store, opened: OpenStudy, rows: Sequence[StudyTrial]
) -> Iterator[list[_Finished]]:
    """These trials, some at a time; of one with two sessions (stores were merged) that of which all
    replies are there.
    """
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        joined = store.joined_replies([row.sitting.key for row in some])
        calls: dict[str, list[dict[str, str]]] = {}
        for one in opened.transcripts(store, some):
            calls.setdefault(one.trial, []).append(dict(one.calls))
        yield [
            _Finished(row, here[0], joined[row.sitting.key].text)
            for row in some
            if (
                here := [
                    each
                    for each in calls.get(row.key, ())
                    if joined[row.sitting.key].keys.issuperset(each.values())
                ]
            )
        ]


class _OriginalWords:
    """Finds words of the original in replies to permuted draws. A script says them nowhere but in
    its slots (E319), so that a draw has been sent those that are among its words, and no others.
    """

    def __init__(self, opened: OpenStudy, chapter: StudyExperiment) -> None:
        self._opened, self._chapter = opened, chapter
        slots = [slot for slot in chapter.experiment.slots if slot.values]
        self._names = NamedWords(
            slot.original.text for slot in slots if len(slot.original.text) >= SHORTEST
        )
        self._drawn: dict[tuple[int, int], set[str]] = {}

    def found(self, reply: str, row: StudyTrial, *, at_most: int | None = LONGEST) -> bool:
        """Whether a reply has an original word that the participant was not sent."""
        if row.sitting.wording == ORIGINAL:
            return False
        hits = self._names.found(reply, at_most=at_most)
        return bool(hits) and not hits <= self._words(row)

    def may_name_source(self, replies: str, row: StudyTrial) -> bool:
        """Whether one of the replies of a trial, a line apart, may hold something of a source."""
        return (
            has_link(replies, at_most=None)
            or has_citation(replies, at_most=None)
            or self.found(replies, row, at_most=None)
        )

    def _words(self, row: StudyTrial) -> set[str]:
        """The original words that are among the words of a draw, too."""
        at = (row.seed, row.sitting.draw)
        if at not in self._drawn:
            expander = self._opened.expander(self._chapter, row.seed)
            words = expander.assignment.permuted(row.sitting.draw - 1).values()
            forms = (text for word in words for text in (word.text, word.plural or ""))
            self._drawn[at] = self._names.found(" | ".join(forms))
        return self._drawn[at]


def _count(
    count: Counter[str], replies: Iterable[str], words: _OriginalWords, row: StudyTrial
) -> None:
    for text in replies:
        link, citation, named = has_link(text), has_citation(text), words.found(text, row)
        count["links"] += link
        count["citations"] += citation
        count["named"] += named
        count["any"] += link or citation or named


def _sources(trial: TrialRow, count: Counter[str]) -> ReplySources:
    return ReplySources(
        **place_of(trial),
        trials=count["trials"],
        replies=count["replies"],
        links=count["links"],
        citations=count["citations"],
        original_words=None if trial.wording == ORIGINAL else count["named"],
        any=count["any"],
    )
