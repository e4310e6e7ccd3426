"""Agreement on a study: what coders said before anything was adjudicated, in a fixed order.

One number over gate and score was rejected, and so was one number over all cells: a failed gate is
a 0 that all coders see, and cells differ, so that two coders who read nothing but know the cell
reach .88 where honest ones reach .87. The gate stands apart, the LRS is compared among trials that
were scored, within cells as well as pooled, and beside the pooled figure stands what such coders
would have reached.

Blind coders make the figures. Authors are compared apart unless they are asked to be pooled, and
models that judge always are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from coders.packets.shape import CoderKind
from coders.statistics.ratings import MeasurementLevel
from runners.agreement.each_coder import coder_parts
from runners.agreement.inputs import AgreementInput, collect_ratings
from runners.agreement.measures import Making, Measure, Reliability
from runners.agreement.results import Group, OtherRaters, QuestionPart, Shift, StudyAgreement
from runners.agreement.rows import Flags, ItemGroup, RatingRows, Rows
from runners.analysis.background import Threads, done, two_threads
from runners.coding.judgements import HUMAN

if TYPE_CHECKING:
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

REPLICATES = 2000
SEED = 1

NOMINAL = ("percent_agreement", "cohen_kappa", "krippendorff_alpha_nominal")
GATE = ("percent_agreement", "cohen_kappa")
SCALE = (
    "percent_agreement",
    "percent_within_1",
    "cohen_kappa_quadratic",
    "krippendorff_alpha_ordinal",
)
WHOLE = ("percent_agreement", "cohen_kappa", "cohen_kappa_quadratic")
LINE = ("icc_2_1", "icc_2_k")


def study_agreement(
    store: Store,
    opened: OpenStudy,
    *,
    as_paper: bool = False,
    replicates: int = REPLICATES,
    seed: int = SEED,
) -> StudyAgreement:
    """The agreement of the coders on an opened study, before adjudication.

    `as_paper` pools authors with blind coders. Raises NothingCoded where no packet was made, or
    nothing came home.
    """
    read = collect_ratings(store, opened)
    return agreement_of(read, as_paper=as_paper, replicates=replicates, seed=seed)


def agreement_of(
    read: AgreementInput, *, as_paper: bool = False, replicates: int = REPLICATES, seed: int = SEED
) -> StudyAgreement:
    """The agreement of the coders in these rows. A function of its arguments and nothing else, so
    that it can be worked out in another process.
    """
    with two_threads() as here:
        return _Study(read, as_paper, replicates, seed, here).agreement()


class _Study:
    """The parts of a study's agreement, made from its rows."""

    def __init__(
        self, read: AgreementInput, as_paper: bool, replicates: int, seed: int, work: Threads
    ) -> None:
        self.read, self.rows, self.as_paper, self.work = read, read.rows, as_paper, work
        self.replicates, self.seed = replicates, seed
        self.names = _names(read.rows)
        kinds = {CoderKind.BLIND, CoderKind.AUTHOR} if as_paper else {CoderKind.BLIND}
        self.pool = self.making(kinds)

    def making(self, kinds: Iterable[CoderKind]) -> Making:
        """How figures of coders of these kinds are made."""
        wanted = set(kinds)
        places = [n for n, column in enumerate(self.rows.columns) if column.kind in wanted]
        return self.making_of(places)

    def making_of(self, places: Sequence[int]) -> Making:
        """How figures of the coders in these columns are made."""
        names = tuple(self.names[place] for place in places)
        return Making(tuple(places), names, self.replicates, self.seed)

    def agreement(self) -> StudyAgreement:
        """All of it, in order."""
        read, rows, pool, begin = self.read, self.rows, self.pool, self.work.begin
        # What takes longest is begun first, so that nothing long is left over at the end.
        whole = begin(
            [
                partial(self.marks, pool, rows.marks),
                partial(self.gate, pool, rows.gates),
                partial(self.rule, pool, rows.rule),
            ]
        )
        standing = begin([partial(self.left_standing, pool)])
        line = begin([partial(self.linear, pool)])
        single = begin([partial(self.controls, pool)])
        people = begin(coder_parts(rows, read.own, self.people(), list(read.models)))
        authors, judges = begin(self.authors()), begin(self.judges())
        questions = begin(self.questions(pool))
        experiments = begin(self.groups(pool, lambda spot: spot.experiment, whole))
        participants = begin(self.groups(pool, lambda spot: spot.model, whole))
        trials = pool.those(rows.trials)
        marks, gate, rule = done(whole)
        ((final, polar),) = done(standing)
        (linear,) = done(line)
        (controls,) = done(single)
        disputed = _differing(rows.gates, pool)
        return StudyAgreement(
            study=read.study,
            simulated=read.simulated,
            pooled=pool.judging(trials),
            as_paper=self.as_paper,
            reports=read.reports,
            hidden=read.hidden,
            trials=read.trials,
            coded=len(trials),
            double=pool.common(trials),
            standing=rows.standing,
            foreign=rows.foreign,
            disputed=int(disputed.sum()),
            disputed_trials=int(rows.gate_trials[disputed].sum()),
            disputed_open=int((rows.gate_open[disputed] > 0).sum()),
            replicates=self.replicates,
            seed=self.seed,
            questions=done(questions),
            marks=marks,
            gate=gate,
            controls=controls,
            rule=rule,
            final=final,
            polar=polar,
            linear=linear,
            experiments=done(experiments),
            models=done(participants),
            authors=next(iter(done(authors)), None),
            judges=done(judges),
            people=done(people),
        )

    def marks(self, making: Making, rows: RatingRows) -> Reliability:
        """The marks of test questions."""
        shown = ("percent_agreement", "cohen_kappa", "krippendorff_alpha_ordinal")
        return making.part("marks", "test questions", making.those(rows), Measure.MARKS, shown)

    def gate(self, making: Making, rows: RatingRows) -> Reliability:
        """The gates of trials, passed or failed."""
        return making.part("gate", "trials", making.those(rows), Measure.GATES, GATE)

    def controls(self, making: Making) -> Reliability:
        """The control questions, each by itself."""
        rows = making.those(self.rows.controls)
        return making.part("controls", "control questions", rows, Measure.CONTROLS, GATE)

    def rule(self, making: Making, rows: RatingRows) -> Reliability:
        """The rule's LRS of trials that were scored."""
        return making.part("LRS", "scored trials", making.those(rows), Measure.RULE, SCALE)

    def left_standing(self, making: Making) -> tuple[Reliability, Reliability]:
        """The LRS left standing, zeros among them; and the same in three steps."""
        ratings = making.ratings(making.those(self.rows.final), Measure.FINAL)
        return (
            Reliability("LRS with the zeros", "trials", WHOLE, making.agreement(ratings)),
            Reliability(
                "LRS in three steps", "trials", WHOLE, making.agreement(ratings.in_three_steps())
            ),
        )

    def linear(self, making: Making) -> Reliability:
        """The straight line beside the LRS, 1 + 4 x share, 0 where the trial is 0."""
        steps = self.rows.steps
        ratings = making.rated(
            making.those(self.rows.linear),
            [str(step) for step in steps],
            [float(step) for step in steps],
            MeasurementLevel.INTERVAL,
        )
        return Reliability("LRS on a line", "trials", LINE, making.agreement(ratings))

    def questions(self, making: Making) -> Iterator[Callable[[], QuestionPart]]:
        """Every question apart: what was said where that was coded, else the marks."""
        said = {
            (spot.experiment, spot.question): rows
            for spot, rows in making.those(self.rows.contents).apart(_asked)
        }
        for kind, listed in (("control", self.rows.controls), ("test", self.rows.marks)):
            for spot, marks in making.those(listed).apart(_asked):
                contents = said.get((spot.experiment, spot.question))
                yield partial(self.question, making, spot, kind, marks, contents)

    def question(
        self,
        making: Making,
        spot: ItemGroup,
        kind: str,
        marks: RatingRows,
        contents: RatingRows | None,
    ) -> QuestionPart:
        """One question: its contents, if these were coded, else its marks."""
        experiment, question = spot.experiment, spot.question
        unit = f"replies to {question}"
        if contents is None:
            part = making.part(question, unit, marks, Measure.CONTROLS, NOMINAL)
            return QuestionPart(experiment, question, kind, "marks", part)
        labels = tuple(self.rows.said[experiment, question])
        ratings = making.rated(contents, labels, None, MeasurementLevel.NOMINAL)
        part = Reliability(question, unit, NOMINAL, making.agreement(ratings))
        return QuestionPart(experiment, question, kind, "contents", part)

    def groups(
        self, making: Making, by: Callable[[ItemGroup], str], whole: Sequence[Future[Reliability]]
    ) -> Iterator[Callable[[], Group]]:
        """The main figures for each experiment, or each participant; `whole` are those of all, and
        were begun before.
        """
        names = [by(spot) for spot, _ in making.those(self.rows.trials).apart(by)]
        if len(names) == 1:
            # All there is, which is worked out already.
            yield lambda: Group(names[0], *done(whole))
            return
        marks, gates, rule = (
            {by(spot): rows for spot, rows in of.apart(by)}
            for of in (self.rows.marks, self.rows.gates, self.rows.rule)
        )
        for name in names:
            yield partial(
                self.group,
                making,
                name,
                marks.get(name, self.rows.marks.none()),
                gates.get(name, self.rows.gates.none()),
                rule.get(name, self.rows.rule.none()),
            )

    def group(
        self, making: Making, name: str, marks: RatingRows, gates: RatingRows, rule: RatingRows
    ) -> Group:
        """The main figures of one experiment, or one participant."""
        return Group(
            name, self.marks(making, marks), self.gate(making, gates), self.rule(making, rule)
        )

    def authors(self) -> Iterator[Callable[[], OtherRaters]]:
        """Authors beside blind coders, unless they are pooled or nobody is one."""
        places = self.places(CoderKind.AUTHOR)
        if places and not self.as_paper:
            yield partial(self.apart, places)

    def judges(self) -> Iterator[Callable[[], OtherRaters]]:
        """Every model that judged, beside the people."""
        for place in self.places(CoderKind.AUTOMATIC):
            yield partial(self.apart, [place])

    def people(self) -> dict[int, Making]:
        """Every person's column, with the pooled coders to be held against."""
        columns = [n for n, column in enumerate(self.rows.columns) if column.kind in HUMAN]
        return {place: self.making_of(sorted({place, *self.pool.columns})) for place in columns}

    def places(self, kind: CoderKind) -> list[int]:
        """The columns of coders of a kind."""
        return [n for n, column in enumerate(self.rows.columns) if column.kind is kind]

    def apart(self, places: Sequence[int]) -> OtherRaters:
        """Some coders and the pooled ones, on the items that one of the former judged."""
        making = self.making_of([*places, *self.pool.columns])
        own = self.making_of(places)
        return OtherRaters(
            own.names,
            self.marks(making, own.those(self.rows.marks)),
            self.rule(making, own.those(self.rows.rule)),
            tuple(self.shifts(own)),
        )

    def shifts(self, own: Making) -> Iterable[Shift]:
        """What these coders give each participant more than the pooled ones, on the line."""
        linear, found = self.rows.linear, dict[str, list[tuple[int, Fraction]]]()
        kinds = Counter(zip(linear.spot.tolist(), map(tuple, linear.codes.tolist()), strict=True))
        for (spot, codes), count in kinds.items():
            theirs, ours = self.mean(codes, own), self.mean(codes, self.pool)
            if theirs is not None and ours is not None:
                model = linear.spots[spot].model
                found.setdefault(model, []).append((count, theirs - ours))
        for model, differences in found.items():
            n = sum(count for count, _ in differences)
            total = sum((count * apart for count, apart in differences), Fraction(0))
            yield Shift(model, n, total / n)

    def mean(self, codes: Sequence[int], making: Making) -> Fraction | None:
        """The mean line that these coders give a trial."""
        lines = [self.rows.steps[codes[n]] for n in making.columns if codes[n] >= 0]
        return sum(lines, Fraction(0)) / len(lines) if lines else None


def _asked(spot: ItemGroup) -> tuple[str, str]:
    return spot.experiment, spot.question


def _differing(rows: RatingRows, making: Making) -> Flags:
    """On which rows these coders differ."""
    codes = rows.codes[:, list(making.columns)]
    if not codes.size:
        return np.zeros(len(rows), dtype=np.bool_)
    lowest = np.where(codes < 0, codes.max() + 1, codes).min(axis=1)
    return np.asarray(codes.max(axis=1) > lowest)


def _names(rows: Rows) -> tuple[str, ...]:
    """What coders are called; with their kind where two of different kinds share a name."""
    plain = [column.coder for column in rows.columns]
    return tuple(
        f"{column.coder} ({column.kind})" if plain.count(column.coder) > 1 else column.coder
        for column in rows.columns
    )
