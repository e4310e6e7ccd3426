"""The table `ratings`: a row for each thing that was rated, a column for each coder.

R's irr takes a matrix of things by coders, and so do most programs for agreement. The rows are
those from which `devrun agree` computes: trials whose words are the same are in one row, and
nothing that was adjudicated is in them, so that a kappa of these columns is the kappa it prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coders.packets.shape import CoderKind
from renderers.fields.field import Field, Kind, Scale, field, read_by
from renderers.fields.questions import NAMED
from renderers.fields.scales import KEY, TEXT
from renderers.fields.trials import LINEAR, PLACED
from runners.agreement.rows import RatedMeasure
from runners.export.csv_file import ExportTable
from runners.export.factor_columns import plain_names

if TYPE_CHECKING:
    from runners.agreement.rows import RaterColumn, RatingGroup, StudyRatings
    from runners.export.exported_trials import ExportedTrials

_NAMED = {CoderKind.BLIND: "rater", CoderKind.AUTHOR: "author", CoderKind.AUTOMATIC: "judge"}


@dataclass(frozen=True, slots=True)
class ExportedRating:
    """What was rated on one measure, and the rating by each coder; None without one."""

    measure: str
    number: int
    about: RatingGroup
    simulated: bool
    draw: int
    codes: Sequence[float | None]


_HALVES = (0.0, 0.5, 1.0)
_MEASURES = (
    ("mark", "test questions: 0, 0.5 or 1", RatedMeasure.MARKS, _HALVES),
    ("rating", "runs or prompts: 0 to 5", RatedMeasure.RATINGS, (0, 1, 2, 3, 4, 5)),
    ("control", "control questions: 0, 0.5 or 1", RatedMeasure.CONTROLS, _HALVES),
    ("gate", "trials: 0 failed, 1 passed", RatedMeasure.GATE, (0, 1)),
    (
        "lrs", "trials with an LRS above 0: 1 to 5, by the rule from the coder's marks",
        RatedMeasure.RULE, (1, 2, 3, 4, 5),
    ),
    (
        "lrs_with_zeros", "all trials: 0 to 5 as the coder left it", RatedMeasure.FINAL,
        (0, 1, 2, 3, 4, 5),
    ),
    (LINEAR.name, "all trials: 1 + 4 x share, or 0", RatedMeasure.LINEAR, None),
)  # fmt: skip
"""Their names and meanings here, and the values of codes; None for those of the measure's scale."""

_MEASURE: Field[ExportedRating] = field(
    TEXT, "measure", "what was rated; each is a table of its own",
    levels=tuple((name, what) for name, what, *_ in _MEASURES),
)  # fmt: skip
_ITEM: Field[ExportedRating] = field(
    KEY, "item", "the number of the row within its measure", lambda one: str(one.number)
)
_PLACED: tuple[Field[ExportedRating], ...] = read_by(
    (*PLACED, *NAMED),
    simulated=lambda one: one.simulated,
    experiment=lambda one: one.about.experiment,
    question=lambda one: one.about.question,
    condition=lambda one: one.about.cell[1],
    wording=lambda one: one.about.cell[2],
    model=lambda one: one.about.model,
    draw=lambda one: one.draw,
)
RATED = (_MEASURE, _ITEM, *_PLACED)


def ratings_of(
    passing: ExportedTrials,
) -> tuple[ExportTable[ExportedRating], Iterator[ExportedRating]] | None:
    """The table of a study and its rows, measure by measure; None where nobody has coded it.

    It has a column for each coder who rated anything: a packet that nobody has coded makes no
    rater. Columns whose names begin with `rater_` are pooled by `devrun agree`.
    """
    from runners.agreement.ratings import study_ratings
    from runners.analysis.coded_study import CodedStudy

    packets = [one for one in passing.packets if one.kind is not CoderKind.ADJUDICATOR]
    if not packets:
        return None
    read = CodedStudy.of(passing.store, passing.as_stored, packets)
    ratings = study_ratings(passing.store, read, packets)
    if not len(ratings.trials):
        return None
    simulated = {one.name: one.simulated for one in passing.opened.participants}
    table = ExportTable(
        "ratings",
        "one thing that coders rated, on one measure",
        ("measure", "item"),
        (*RATED, *_raters(ratings, as_paper=passing.whose.as_paper)),
    )
    return table, _rows(ratings, simulated)


def _rows(ratings: StudyRatings, simulated: Mapping[str, bool]) -> Iterator[ExportedRating]:
    for name, _, measure, given in _MEASURES:
        rows = ratings.measures[measure]
        values = given or rows.scale.values or ()
        for at in range(len(rows)):
            about = rows.groups[int(rows.group[at])]
            codes = [None if code < 0 else values[code] for code in map(int, rows.codes[at])]
            yield ExportedRating(
                name, at + 1, about, simulated[about.model], int(rows.draw[at]), codes
            )


def _raters(ratings: StudyRatings, *, as_paper: bool) -> list[Field[ExportedRating]]:
    """The columns of coders: those who are pooled first, then authors and judges."""
    rated = [
        at
        for at in range(len(ratings.columns))
        if any(len(measured.judged_by([at])) for measured in ratings.measures.values())
    ]
    raters: list[Field[ExportedRating]] = []
    for kind, word in _NAMED.items():
        mine = {at: one for at in rated if (one := ratings.columns[at]).kind is kind}
        pooled = kind is CoderKind.BLIND or (as_paper and kind is CoderKind.AUTHOR)
        plain = plain_names((one.coder for one in mine.values()), "rater" if pooled else word)
        taken = {one.name for one in raters}
        for at, one in mine.items():
            name = plain[one.coder]
            while name in taken:
                name += "_again"
            raters.append(_rater(name, at, one))
    return raters


def _rater(name: str, at: int, column: RaterColumn) -> Field[ExportedRating]:
    return field(
        Scale(Kind.NUMBER, low=0, high=5),
        name,
        f"rating by {column.coder} ({column.kind.value})",
        lambda one: one.codes[at],
        missing="not rated by this coder",
    )
