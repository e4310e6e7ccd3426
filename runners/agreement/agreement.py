"""Agreement on a study: what coders said before anything was adjudicated, in a fixed order.

One number over gate and score was rejected, and so was one number over all cells: a failed gate is
a 0 that all coders see, and cells differ, so that two coders who read nothing but know the cell
reach .88 where honest ones reach .87. The gate is given by itself, the LRS is compared among trials
that were scored, within cells as well as pooled, and the pooled figure comes with what such coders
would have reached.

Blind coders make the figures. Authors are compared apart unless they are asked to be pooled, and
models that judge always are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain

import numpy as np

from coders.packets.shape import CoderKind
from coders.statistics.agreement import Agreement
from coders.statistics.ratings import Flags
from dsl.record import replace
from renderers.fields.coding.coefficients import KAPPA, NOMINAL_ALPHA, PERCENT
from runners.agreement.collecting import AgreementInput, collect_ratings
from runners.agreement.each_coder import CoderPart, coder_part
from runners.agreement.kappas import KAPPA_MEASURES, kappa_ranges
from runners.agreement.measures import DEMANDS, RANGE_DEMANDS, RaterSet, Reliability
from runners.agreement.readings import reading_parts
from runners.agreement.results import (
    Group,
    KappaRange,
    OtherRaters,
    QuestionPart,
    Shift,
    StudyAgreement,
)
from runners.agreement.rows import (
    ASKED,
    CONTROL_SCALE,
    EXPERIMENT,
    MODEL,
    RatedMeasure,
    RaterColumn,
    RatingGroup,
    RatingRows,
)
from runners.coding.coded_packets import HUMAN
from runners.store.store import Store
from runners.studies.study import OpenStudy

REPLICATES = 2000
SEED = 1

OTHER_MAIN = (RatedMeasure.GATE, RatedMeasure.RULE)
"""Measures that are given for each experiment and participant, too, with marks or ratings."""

OTHERS = (RatedMeasure.FINAL, RatedMeasure.THREE_STEPS, RatedMeasure.LINEAR, RatedMeasure.CONTROLS)

NOMINAL = (PERCENT, KAPPA, NOMINAL_ALPHA)


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
    """The agreement of the coders in these rows."""
    return _Study(read, as_paper, replicates, seed).agreement()


class _Study:
    """The parts of a study's agreement, made from its rows."""

    def __init__(self, read: AgreementInput, as_paper: bool, replicates: int, seed: int) -> None:
        self.read, self.rows, self.as_paper = read, read.rows, as_paper
        self.replicates, self.seed = replicates, seed
        self.judged = RatedMeasure.RATINGS if read.rated else RatedMeasure.MARKS
        self.main = (self.judged, *OTHER_MAIN)
        self.names = _names(read.rows.columns)
        self.kinds = (CoderKind.BLIND, CoderKind.AUTHOR) if as_paper else (CoderKind.BLIND,)
        self.pool = self.raters(self.columns(*self.kinds))

    def columns(self, *kinds: CoderKind) -> list[int]:
        """The columns of coders of these kinds."""
        return [at for at, column in enumerate(self.rows.columns) if column.kind in kinds]

    def raters(self, columns: Sequence[int]) -> RaterSet:
        """The coders in these columns."""
        names = tuple(self.names[column] for column in columns)
        return RaterSet(tuple(columns), names, self.replicates, self.seed)

    def reliability(self, measure: RatedMeasure) -> Reliability:
        """The pooled coders' figures of a measure."""
        return self.pool.reliability(measure, self.rows.measures[measure])

    def agreement(self) -> StudyAgreement:
        """All of it, in order."""
        read, rows, pool = self.read, self.rows, self.pool
        marks, gate, rule = main = tuple(map(self.reliability, self.main))
        final, three_steps, linear, controls = map(self.reliability, OTHERS)
        trials = pool.judged(rows.trials)
        experiments = tuple(self.groups(EXPERIMENT, main))
        disputed = _differing(rows.measures[RatedMeasure.GATE], pool)
        return StudyAgreement(
            study=read.study,
            simulated=read.simulated,
            pooled=pool.judging(trials),
            as_paper=self.as_paper,
            reports=read.reports,
            hidden=read.hidden,
            trials=read.trials,
            coded=len(trials),
            double=trials.common_to(pool.columns),
            standing=int(rows.represented[rows.trials.judged(pool.columns)].sum()),
            stale=rows.stale,
            disputed=int(disputed.sum()),
            disputed_trials=int(rows.gate_trials[disputed].sum()),
            disputed_open=int((rows.gate_open[disputed] > 0).sum()),
            replicates=self.replicates,
            seed=self.seed,
            questions=tuple(self.questions()),
            marks=marks,
            gate=gate,
            controls=controls,
            rule=rule,
            final=final,
            three_steps=three_steps,
            linear=linear,
            experiments=experiments,
            models=tuple(self.groups(MODEL, main)),
            kappa_ranges=tuple(chain.from_iterable(self.kappa_ranges(experiments))),
            authors=self.authors(),
            judges=tuple(self.judges()),
            people=tuple(self.people()),
            rated=read.rated,
            readings=reading_parts(
                [one for one in read.readings if one.kind in self.kinds],
                replicates=self.replicates,
                seed=self.seed,
            ),
        )

    def questions(self) -> Iterator[QuestionPart]:
        """Every question apart: what was said where that was coded, else the marks."""
        for kind, measure in (("control", RatedMeasure.CONTROLS), ("test", self.judged)):
            rows = self.pool.judged(self.rows.measures[measure])
            for asked in rows.values(ASKED):
                yield self.question(kind, asked, rows)

    def question(self, kind: str, asked: tuple[str, str], marks: RatingRows) -> QuestionPart:
        """One question: its contents, if these were coded, else its marks, which are in `marks`."""
        coded, rows = self.judged.title, marks.where(ASKED, asked)
        if not self.read.rated:
            rows = replace(rows, scale=CONTROL_SCALE)
        if asked in self.rows.contents:
            contents = self.pool.judged(self.rows.contents[asked])
            if len(contents):
                coded, rows = "contents", contents
        found = self.pool.agreement(self.pool.ratings(rows))
        part = Reliability(asked[1], f"replies to {asked[1]}", NOMINAL, found)
        return QuestionPart(*asked, kind, coded, part)

    def groups(
        self, by: Callable[[RatingGroup], str], main: Sequence[Reliability]
    ) -> Iterator[Group]:
        """The main figures for each experiment, or each participant; `main` are those of all."""
        names = self.pool.judged(self.rows.trials).values(by)
        if len(names) == 1:
            yield Group(names[0], *main)
            return
        for name in names:
            rows = (self.rows.measures[measure].where(by, name) for measure in self.main)
            yield Group(name, *map(self.pool.reliability, self.main, rows))

    def kappa_ranges(self, experiments: Sequence[Group]) -> Iterator[tuple[KappaRange, ...]]:
        """The kappas of a measure in each of several experiments, which have no interval."""
        parts = ((one.marks, one.gate, one.rule) for one in experiments)
        found = [dict(zip(self.main, part, strict=True)) for part in parts]
        names = [one.name for one in experiments]
        measures = (self.judged,) if self.read.rated else KAPPA_MEASURES
        for measure in measures if len(names) > 1 else ():
            known = (one[measure].agreement if measure in one else None for one in found)
            each = (self.ranged(measure, name, one) for name, one in zip(names, known, strict=True))
            yield kappa_ranges(measure, list(each))

    def ranged(self, measure: RatedMeasure, name: str, known: Agreement | None) -> Agreement:
        """The agreement in an experiment on as few items as a range needs: what is `known` on more,
        if there are so many.
        """
        if known and known.pairs and all(one.n >= DEMANDS.least_items for one in known.pairs):
            return known
        pool = replace(self.pool, replicates=0)
        rows = pool.judged(self.rows.measures[measure].where(EXPERIMENT, name))
        return pool.agreement(pool.ratings(rows), RANGE_DEMANDS)

    def authors(self) -> OtherRaters | None:
        """Authors compared with blind coders, unless they are pooled or nobody is one."""
        columns = self.columns(CoderKind.AUTHOR)
        return self.apart(columns) if columns and not self.as_paper else None

    def judges(self) -> Iterator[OtherRaters]:
        """Every model that judged, compared with the people."""
        for column in self.columns(CoderKind.AUTOMATIC):
            yield self.apart([column])

    def people(self) -> Iterator[CoderPart]:
        """Every person alone, compared with the pooled coders."""
        for column in self.columns(*HUMAN):
            raters = self.raters(sorted({column, *self.pool.columns}))
            yield coder_part(self.rows, column, raters, self.read.models)

    def apart(self, columns: Sequence[int]) -> OtherRaters:
        """Some coders and the pooled ones, on the items that one of the former judged."""
        own, both = self.raters(columns), self.raters([*columns, *self.pool.columns])
        marks, rule = (
            both.reliability(measure, own.judged(self.rows.measures[measure]))
            for measure in (self.judged, RatedMeasure.RULE)
        )
        return OtherRaters(own.names, marks, rule, tuple(self.shifts(own)))

    def shifts(self, own: RaterSet) -> Iterable[Shift]:
        """What these coders give each participant more than the pooled ones, on the line."""
        linear, found = (
            self.rows.measures[RatedMeasure.LINEAR],
            dict[str, list[tuple[int, Fraction]]](),
        )
        codings = zip(linear.group.tolist(), map(tuple, linear.codes.tolist()), strict=True)
        for (group, codes), count in Counter(codings).items():
            theirs, ours = (self.mean(codes, raters) for raters in (own, self.pool))
            if theirs is not None and ours is not None:
                model = linear.groups[group].model
                found.setdefault(model, []).append((count, theirs - ours))
        for model, differences in found.items():
            n = sum(count for count, _ in differences)
            total = sum((count * apart for count, apart in differences), Fraction(0))
            yield Shift(model, n, total / n)

    def mean(self, codes: Sequence[int], raters: RaterSet) -> Fraction | None:
        """The mean line that these coders give a trial."""
        labels = self.rows.measures[RatedMeasure.LINEAR].scale.labels
        lines = [Fraction(labels[codes[at]]) for at in raters.columns if codes[at] >= 0]
        return sum(lines, Fraction(0)) / len(lines) if lines else None


def _differing(rows: RatingRows, raters: RaterSet) -> Flags:
    """On which rows these coders differ."""
    codes = rows.codes[:, list(raters.columns)]
    if not codes.size:
        return np.zeros(len(rows), dtype=np.bool_)
    lowest = np.where(codes < 0, codes.max() + 1, codes).min(axis=1)
    return np.asarray(codes.max(axis=1) > lowest)


def _names(columns: Sequence[RaterColumn]) -> tuple[str, ...]:
    """What coders are called; with their kind where two of different kinds share a name."""
    plain = [column.coder for column in columns]
    return tuple(
        f"{column.coder} ({column.kind})" if plain.count(column.coder) > 1 else column.coder
        for column in columns
    )
