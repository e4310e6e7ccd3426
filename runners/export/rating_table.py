"""The table `ratings`: a row for each thing that was rated, a column for each coder.

R's irr takes a matrix of things by coders, and so do most programs for agreement. The rows are
those from which `devrun agree` computes: trials whose words are the same stand in one row, and
nothing that was adjudicated is in them, so that a kappa of these columns is the kappa it prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from coders.packets.shape import CoderKind
from renderers.fields.field import Kind, Variable
from runners.agreement.rows import Measure
from runners.export.dictionary import named
from runners.export.own_columns import plain_names
from runners.export.variables import DataFile, Row

if TYPE_CHECKING:
    from runners.agreement.rows import RaterColumn, StudyRatings
    from runners.export.exported_trials import ExportedTrials

_NAMED = {CoderKind.BLIND: "rater", CoderKind.AUTHOR: "author", CoderKind.AUTOMATIC: "judge"}


class RatingsFile:
    """The table, with a column for each coder who rated anything: a packet that nobody has coded
    makes no rater. Columns whose names begin with `rater_` are pooled by `devrun agree`. Without
    any code of a person there is no table: see `ratings_of`.
    """

    def __init__(self, rows: StudyRatings, *, simulated: dict[str, bool], as_paper: bool) -> None:
        self._rows = rows
        self._simulated = simulated
        names: dict[int, Variable] = {}
        rated = {
            at
            for at in range(len(rows.columns))
            if any(len(measured.judged_by([at])) for measured in rows.measures.values())
        }
        for kind, word in _NAMED.items():
            mine = {at: rows.columns[at] for at in sorted(rated) if rows.columns[at].kind is kind}
            pooled = kind is CoderKind.BLIND or (as_paper and kind is CoderKind.AUTHOR)
            prefix = "rater" if pooled else word
            taken = [one.name for one in names.values()]
            plain = plain_names((one.coder for one in mine.values()), prefix)
            for at, one in mine.items():
                name = plain[one.coder]
                while name in taken:
                    name += "_again"
                names[at] = _variable(name, one)
        self._places = tuple(names)
        self.table = DataFile(
            "ratings",
            "one thing that coders rated, on one measure",
            ("measure", "item"),
            (
                *named(
                    "measure", "item", "simulated", "experiment", "question", "condition",
                    "wording", "model", "draw",
                ),
                *names.values(),
            ),
        )  # fmt: skip

    def rows(self) -> Iterator[Row]:
        """Every row, measure by measure."""
        halves, steps = (0.0, 0.5, 1.0), self._rows.measures[Measure.LINEAR].scale.values or ()
        yield from self._measure("mark", Measure.MARKS, halves)
        yield from self._measure("control", Measure.CONTROLS, halves)
        yield from self._measure("gate", Measure.GATE, (0, 1))
        yield from self._measure("lrs", Measure.RULE, (1, 2, 3, 4, 5))
        yield from self._measure("lrs_with_zeros", Measure.FINAL, (0, 1, 2, 3, 4, 5))
        yield from self._measure("lrs_linear", Measure.LINEAR, steps)

    def _measure(self, name: str, measure: Measure, values: Sequence[float]) -> Iterator[Row]:
        rows = self._rows.measures[measure]
        for at in range(len(rows)):
            group = rows.groups[int(rows.group[at])]
            codes = [int(rows.codes[at, place]) for place in self._places]
            _, condition, wording, *_ = group.cell
            yield (
                name, str(at + 1), self._simulated[group.model], group.experiment,
                group.question or None, condition or None, wording, group.model,
                int(rows.draw[at]), *(None if code < 0 else values[code] for code in codes),
            )  # fmt: skip


def ratings_of(passing: ExportedTrials) -> RatingsFile | None:
    """The ratings of a study; None where nobody has coded it."""
    from runners.agreement.ratings import study_ratings

    packets = [one for one in passing.packets if one.kind is not CoderKind.ADJUDICATOR]
    if not packets:
        return None
    rows = study_ratings(passing.store, passing.as_stored, packets)
    if not len(rows.trials):
        return None
    simulated = {one.name: one.simulated for one in passing.opened.participants}
    return RatingsFile(rows, simulated=simulated, as_paper=passing.whose.as_paper)


def _variable(name: str, column: RaterColumn) -> Variable:
    return Variable(
        name,
        Kind.NUMBER,
        f"rating by {column.coder} ({column.kind.value})",
        low=0,
        high=5,
        missing="not rated by this coder",
    )
