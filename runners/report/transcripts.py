"""Which transcripts a report page carries: as many from every cell as the cells allow.

They are chosen by their place in the design, before a word of them is read, so that the choice
cannot know what was said, and a study of a hundred thousand is not read for two thousand. Within a
cell the first draws are taken: what a draw says was settled before anything was asked, and cells
and models can then be read side by side in the same words. Transcripts on which coders differ were
not preferred: a page that shows the odd ones shows another study than the one that was run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dsl.record import replace
from renderers.fields.field import Field, field
from renderers.fields.scales import WHOLE
from renderers.report.embedding import Embedded, TranscriptCounts
from renderers.rows.trials import TrialRow
from runners.agents.identity import agent_in
from runners.analysis.coded_study import CodedStudy
from runners.analysis.codings import Codings, RaterSelection
from runners.analysis.score_table import ScoreTable
from runners.store.store import Store
from runners.store.study_trials import StudyTrials, TrialGroup
from runners.studies.study import OpenStudy

AT_MOST = 2_000
"""How many transcripts a page has by default."""

_Cell = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Picked:
    """A study narrowed to the trials that a page carries, and how many those are."""

    opened: OpenStudy
    counts: TranscriptCounts


def picked(opened: OpenStudy, rows: StudyTrials, *, at_most: int | None = AT_MOST) -> Picked:
    """Those of these finished trials whose transcripts a page carries; all if `at_most` is None."""
    cells = dict[_Cell, list[int]]()
    groups = list(map(_cell, rows.groups))
    for at, group in enumerate(rows.group):
        cells.setdefault(groups[group], []).append(at)
    there = {cell: len(some) for cell, some in cells.items()}
    shares = shared_out(there, sum(there.values()) if at_most is None else at_most)
    chosen = rows.take(
        [at for cell, some in cells.items() for at in _first(rows, some, shares[cell])]
    )
    counts = TranscriptCounts(
        here=len(chosen),
        of=sum(there.values()),
        cells=len(cells),
        fewest=min(shares.values(), default=0),
        most=max(shares.values(), default=0),
    )
    return Picked(replace(opened, rows=chosen), counts)


def embedded(
    store: Store,
    some: Picked,
    whose: RaterSelection,
    *,
    scored: Sequence[TrialRow],
    read: CodedStudy,
) -> Embedded:
    """The transcripts that were picked, with every word and every coder's marks.

    `scored`: rows of the same study by the same `whose`, so that no trial is scored twice.
    `read` is what was read of the study already.

    Raises:
        NoSuchCoder: `whose.coder` has coded nothing here.
    """
    from runners.analysis.reading import (
        TranscriptFilter,
        in_declared_order,
        read_rows,
        read_trials,
    )

    opened = some.opened
    if not opened.rows:
        return Embedded((), some.counts)
    table, keys = ScoreTable.of(scored), set(opened.rows.keys)
    known = {key: table[at] for at, key in enumerate(table.keys) if key in keys}
    if any(agent_in(json.loads(one.identity)) for one in opened.participants):
        found = read_trials(
            store, opened, whose, TranscriptFilter(), scored=known, trial_codes=read.trial_codes
        )
        return Embedded(tuple(found), some.counts)
    rows = read.trials.rows
    places = list(map(in_declared_order(opened), rows.groups))
    chosen = [at for at, key in enumerate(rows.keys) if key in keys]
    chosen.sort(key=lambda at: (places[rows.group[at]], rows.draws[at], rows.samples[at]))
    codings = Codings(store, opened, whose, trial_codes=read.trial_codes)
    return Embedded(tuple(read_rows(store, read.trials, chosen, codings, known)), some.counts)


ON_PAGE: tuple[Field[TranscriptCounts], ...] = (
    field(WHOLE, "on_page", "transcripts on the page", "here"),
    field(WHOLE, "finished", "finished trials, each of which has one", "of"),
    field(WHOLE, "cells", "cells that these are from"),
    field(WHOLE, "fewest_of_a_cell", "the fewest of one cell on the page", "fewest"),
    field(WHOLE, "most_of_a_cell", "the most of one cell on the page", "most"),
)
"""How many transcripts a page has."""


def shared_out(there: Mapping[_Cell, int], at_most: int) -> dict[_Cell, int]:
    """How many of each cell: as equal as can be, none more than there are, `at_most` together.

    What is left after equal shares goes one by one to the first cells that have more.
    """
    shares = dict.fromkeys(there, 0)
    left = min(at_most, sum(there.values()))
    while left:
        open_cells = [cell for cell in there if shares[cell] < there[cell]]
        each = left // len(open_cells)
        if not each:
            for cell in open_cells[:left]:
                shares[cell] += 1
            break
        for cell in open_cells:
            more = min(each, there[cell] - shares[cell])
            shares[cell] += more
            left -= more
    return shares


def _cell(group: TrialGroup) -> _Cell:
    return (group.procedure, group.levels, group.wording, group.participant)


def _first(rows: StudyTrials, some: Sequence[int], count: int) -> Sequence[int]:
    """The first samples of as many draws as there are, then the second ones."""
    return sorted(some, key=lambda at: (rows.samples[at], rows.draws[at]))[:count]
