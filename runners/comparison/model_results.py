"""Results of many models in several concepts: from a table of published accuracies, or a study.

Models are the units: a concept's figure is a mean over models, stages are compared within models,
and concepts are correlated over models.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite, nan
from statistics import fmean

import numpy as np

from coders.statistics.over_models import (
    BY_SERIES,
    Rises,
    item_counts,
    rises,
)
from coders.tables.models import ModelRow
from coders.tables.results import Concept, ResultRow, ResultTable, bare
from dsl.errors import DevrunError, Exit
from dsl.record import replace
from dsl.scoring import Accuracy, ScoreLevel
from dsl.words import and_list, counted
from renderers.rows.model_results import (
    ConceptResult,
    ModelResult,
    ModelResults,
)
from renderers.rows.questions import KindScore
from renderers.rows.scores import StudyScores
from runners.analysis.questions.fails import Fails, fail_lines, rule
from runners.analysis.questions.fails import board_of as on_board
from runners.comparison.boards import (
    CORRELATIONS,
    STAGES,
    Board,
    best_of,
    board_of,
    correlations,
    differences,
    others_of,
    stage_correlations,
)

_KEPT, _LEFT_OUT = "kept (--keep-fails)", "left out of means, ranks and comparisons (--keep-fails)"


class NoSuchStage(DevrunError):
    """A difference was declared of a stage that there is not."""

    code = "no-such-stage"
    exit_code = Exit.USAGE

    def __init__(self, name: str, stages: Sequence[str]) -> None:
        known = and_list([f"`{one}`" for one in dict.fromkeys(stages)]) or "none"
        super().__init__(f"there is no stage `{name}`", f"the stages are {known}")


def results_of_table(
    table: ResultTable,
    file: str,
    known: Mapping[str, Concept],
    *,
    models: Mapping[str, ModelRow],
    others: ResultTable | None,
    top: Sequence[int],
    declared: Sequence[tuple[str, str]],
) -> ModelResults:
    """What follows from a table: `known` says what is known of concepts, `models` their sizes and
    series, `others` are scores in other tests, `top` how many of the best models are taken again,
    `declared` which differences of stages have a p value.

    Raises:
        NoSuchStage: a declared difference is of a stage that no concept is of.
    """
    rows = tuple(_sized(row, models) for row in table.rows)
    concepts = [known.get(bare(name), Concept(name)) for name in table.concepts]
    notes = []
    if any(one.items is None for one in concepts):
        told, concepts = _with_items(rows, concepts)
        notes.append(told)
    left_out = [f"ignored columns: {', '.join(table.ignored)}"] if table.ignored else []
    return _results(
        file, rows, concepts, frozenset(), others, top=top, declared=declared, notes=notes,
        left_out=left_out,
    )  # fmt: skip


def results_of_study(
    scores: StudyScores,
    *,
    models: Mapping[str, ModelRow],
    others: ResultTable | None,
    top: Sequence[int],
    declared: Sequence[tuple[str, str]],
    by_format: bool = False,
    keep_fails: bool = False,
) -> ModelResults:
    """The same from the banks of a study: its groups are the concepts, each cell is a board, and
    `by_format` so are the items of each format in it. FAIL (`questions.fails`)
    counts as wrong; participants who have too many are in no mean, unless `keep_fails`.
    """
    fails: dict[tuple[str, str], Fails] = {}
    accuracies: dict[tuple[str, str], dict[str, float]] = {}
    concepts: dict[str, Concept] = {}
    stages: dict[str, str] = {}
    own: dict[str, dict[str, Concept]] = {}
    for row in (*scores.kind_scores, *(scores.format_scores if by_format else ())):
        if row.items is None:
            continue
        if row.level is ScoreLevel.STAGE:
            stages |= dict.fromkeys(row.groups, row.group)
        elif row.level is ScoreLevel.GROUP:
            found = row.of(Accuracy)
            board = on_board(row)
            chance = None if found.chance is None else float(found.chance)
            concept = Concept(row.group, "", row.items, chance)
            for there in (concepts, own.setdefault(board, {})):
                # A participant without a mark tells nothing of chance.
                if there.get(row.group, Concept("")).chance is None:
                    there[row.group] = concept
            here = board, row.model
            fails[here] = fails.get(here, Fails()).and_of(row.n + row.undecided, row.fails)
            accuracy = found.figure.mean if row.with_fails is None else row.with_fails
            if accuracy is not None:
                accuracies.setdefault(here, {})[row.group] = float(accuracy)
    rows = [
        ResultRow(board, model, tuple(values.get(name) for name in concepts), None, None, "")
        for (board, model), values in accuracies.items()
    ]
    simulated = frozenset(row.model for row in scores.kind_scores if row.simulated)
    staged = {
        board: [
            replace(there.get(name, one), stage=stages.get(name, ""))
            for name, one in concepts.items()
        ]
        for board, there in own.items()
    }
    return _results(
        scores.study,
        [_sized(row, models) for row in rows],
        [replace(one, stage=stages.get(one.name, "")) for one in concepts.values()],
        simulated, others, top=top, declared=declared,
        notes=[*scores.judge_notes, rule("wrong", _KEPT if keep_fails else _LEFT_OUT)],
        left_out=_not_shown(scores.kind_scores), of_boards=staged, fails=fails,
        keep_fails=keep_fails,
    )  # fmt: skip


def _not_shown(rows: Sequence[KindScore]) -> list[str]:
    """How many items of each experiment are left out, since some model was not shown them."""
    counts = {
        row.experiment: row.not_shown + row.left_out
        for row in rows
        if row.items is not None and row.level is ScoreLevel.CELL
    }
    return [
        f"{name}: {counted(count, 'item')} not shown to all models, and left out"
        for name, count in counts.items()
        if count
    ]


def _sized(row: ResultRow, models: Mapping[str, ModelRow]) -> ResultRow:
    known = models.get(row.participant)
    if known is None:
        return row
    return replace(
        row,
        parameters=known.parameters or row.parameters,
        series=known.series or row.series,
    )


def _with_items(
    rows: Sequence[ResultRow], concepts: Sequence[Concept]
) -> tuple[str, list[Concept]]:
    """Concepts with their numbers of items, where the printed means tell these."""
    whole = [row for row in rows if row.mean is not None and None not in row.accuracies]
    figures = np.array([row.accuracies for row in whole], dtype=float)
    means = np.array([row.mean for row in whole], dtype=float)
    found = item_counts(figures, means) if whole else None
    if found is None:
        told = (
            "numbers of items: unknown; they do not follow from the printed means, which may be "
            "rounded, or not over items (--concepts names them)"
        )
        return told, list(concepts)
    counts, error = found
    told = (
        f"numbers of items: recovered by least squares from the printed means of {len(whole)} rows "
        f"({sum(counts):,} items, or a multiple; largest error {error:.0e})"
    )
    return told, [replace(one, items=count) for one, count in zip(concepts, counts, strict=True)]


# ------------------------------------------------------------------------------------- boards


def _results(
    source: str,
    rows: Sequence[ResultRow],
    concepts: Sequence[Concept],
    simulated: frozenset[str],
    others: ResultTable | None,
    *,
    top: Sequence[int],
    declared: Sequence[tuple[str, str]],
    notes: Sequence[str],
    left_out: Sequence[str],
    of_boards: Mapping[str, Sequence[Concept]] | None = None,
    fails: Mapping[tuple[str, str], Fails] | None = None,
    keep_fails: bool = False,
) -> ModelResults:
    missing = list(left_out)
    told = fails or {}
    failing = frozenset(at for at, one in told.items() if one.too_many and not keep_fails)
    missing += fail_lines({at: one for at, one in told.items() if at in failing})
    boards = []
    for name in dict.fromkeys(row.board for row in rows):
        here = (of_boards or {}).get(name, concepts)
        kept = [row for row in rows if row.board == name and (name, row.participant) not in failing]
        board = board_of(name, kept, here, simulated)
        if board is None and not any(not row.people for row in kept):
            missing.append(f"{name or source}: all participants have too many FAIL (--keep-fails)")
            continue
        if board is None:
            missing.append(f"{name or source}: no concept was shown to all models")
            continue
        boards.append(board)
        lost = [one.name for one in here if one not in board.concepts]
        if lost:
            where = f"{name}: " if name else ""
            missing.append(f"{where}not shown to all models, and left out: {', '.join(lost)}")
    for name in (name for pair in declared for name in pair):
        if all(name not in board.stages for board in boards):
            raise NoSuchStage(name, [one for board in boards for one in board.stages])
    boards.sort(key=lambda board: -len(board.models))
    cuts = [cut for board in boards for cut in (board, *best_of(board, top))]
    sized = {board.name: _rises(board) for board in boards}
    apart = tuple(one for cut in cuts for one in differences(cut, declared))
    pairs = tuple(one for board in boards for one in correlations(board))
    tests = () if others is None or not boards else tuple(others_of(boards[0], others))
    methods = [*notes, *(_size_method(name, one) for name, one in sized.items() if one is not None)]
    methods += [STAGES] if apart else []
    methods += [CORRELATIONS] if pairs or tests else []
    return ModelResults(
        source,
        tuple(one for board in boards for one in _concepts(board, sized[board.name])),
        tuple(one for board in boards for one in _models(board, rows, concepts, told, simulated)),
        apart,
        pairs,
        tuple(one for cut in cuts for one in stage_correlations(cut)),
        tests,
        tuple(dict.fromkeys(methods)),
        tuple(missing),
        tuple(
            fail_lines(
                {at: one for at, one in told.items() if one.nearly or (one.too_many and keep_fails)}
            )
        ),
    )


def _size_method(board: str, sized: Rises) -> str:
    return (
        f"slope{f' ({board})' if board else ''}: rise of accuracy per tenfold parameters, least "
        f"squares over {sized.models} models; 95%: {BY_SERIES} ({sized.series} series; a model "
        "without one is its own)"
    )


def _rises(board: Board) -> Rises | None:
    """Slopes of concepts, and of how far each is above the last stage (or NaN)."""
    at = [i for i, row in enumerate(board.models) if row.parameters]
    sizes = np.log10([board.models[i].parameters or nan for i in at])
    figures = board.figures[at]
    last = list(board.stages.values())[-1] if board.stages else ()
    above = figures - (board.of_stage(last)[at][:, None] if last else nan)
    series = [board.models[i].series for i in at]
    return rises(sizes, np.hstack([figures, above]), series)


def _concepts(board: Board, sized: Rises | None) -> Iterator[ConceptResult]:
    count = len(board.concepts)
    for at, concept in enumerate(board.concepts):
        slope, slope_ci = _slope(sized, at)
        beyond, beyond_ci = _slope(sized, count + at)
        yield ConceptResult(
            board.name, concept.name, concept.stage, concept.items, concept.chance,
            len(board.models), float(board.figures[:, at].mean()),
            None if board.people is None else board.people.accuracies[at],
            slope, slope_ci, beyond, beyond_ci, board.simulated,
        )  # fmt: skip


def _slope(sized: Rises | None, at: int) -> tuple[float | None, tuple[float, float] | None]:
    if sized is None or not isfinite(sized.slopes[at]):
        return None, None
    limits = float(sized.low[at]), float(sized.high[at])
    return float(sized.slopes[at]), limits if isfinite(limits[0]) else None


def _models(
    board: Board,
    rows: Sequence[ResultRow],
    concepts: Sequence[Concept],
    fails: Mapping[tuple[str, str], Fails],
    simulated: frozenset[str],
) -> Iterator[ModelResult]:
    """The models of a board by rank; then people, and those left out of it."""
    means, items = board.means(), board.items()
    order = np.argsort(-means, kind="stable")
    stages = {name: board.of_stage(columns) for name, columns in board.stages.items()}
    given = {row.participant: row for row in rows if row.board == board.name}
    for rank, at in enumerate(order, start=1):
        row = given[board.models[at].participant]
        yield ModelResult(
            board.name, rank, row.participant, board.simulated,
            _named(row, concepts),
            tuple((name, float(values[at])) for name, values in stages.items()),
            float(board.figures[at].mean()),
            None if items is None else float(means[at]),
            row.mean, sum(one is not None for one in row.accuracies),
            _share(fails.get((board.name, row.participant))),
        )  # fmt: skip
    ranked = {row.participant for row in board.models}
    for row in given.values():
        if row.participant not in ranked:
            failed = fails.get((board.name, row.participant))
            there = [one for one in row.accuracies if one is not None]
            yield ModelResult(
                board.name, None, row.participant, row.participant in simulated,
                _named(row, concepts), (),
                fmean(there) if len(there) == len(concepts) else None, None, row.mean, len(there),
                _share(failed), not row.people,
            )  # fmt: skip


def _share(one: Fails | None) -> float | None:
    return None if one is None else one.share


def _named(row: ResultRow, concepts: Sequence[Concept]) -> tuple[tuple[str, float | None], ...]:
    return tuple(zip((one.name for one in concepts), row.accuracies, strict=True))
