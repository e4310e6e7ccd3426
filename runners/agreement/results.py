"""The shape of what is said about the agreement on a study, for a page and for a document."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from runners.agreement.each_coder import CoderPart
from runners.agreement.measures import Reliability
from runners.agreement.readings import ReadingPart
from runners.agreement.rows import RatedMeasure
from runners.coding.coder_progress import CoderReport


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One question: `kind` is control or test, `coded` what was compared: contents, marks or
    ratings.
    """

    experiment: str
    question: str
    kind: str
    coded: str
    part: Reliability


@dataclass(frozen=True, slots=True)
class Group:
    """One experiment, or one participant: the marks, the gate, and the LRS of scored trials."""

    name: str
    marks: Reliability
    gate: Reliability
    rule: Reliability


@dataclass(frozen=True, slots=True)
class KappaRange:
    """One kappa in each of several experiments: of a pair of `coders`, or of all of them. `values`
    are those of the experiments, of `experiments` in all, in which it is defined.
    """

    measure: RatedMeasure
    kappa: str
    coders: tuple[str, ...]
    values: tuple[float, ...]
    experiments: int

    @property
    def ends(self) -> tuple[float, float] | None:
        """The lowest and the highest; None of fewer than two."""
        return (min(self.values), max(self.values)) if len(self.values) > 1 else None


@dataclass(frozen=True, slots=True)
class Shift:
    """By how much some coders score one participant's trials above (or below) the pooled ones.

    `difference` is the mean, over `n` trials that both sides scored, of their mean line minus the
    pooled coders'. A shift that differs between participants is a bias in their comparison.
    """

    model: str
    n: int
    difference: Fraction


@dataclass(frozen=True, slots=True)
class OtherRaters:
    """Coders who are not pooled, with those who are, on the items that these coders judged.

    In `marks` and `rule` every pair is listed: pairs with one of `coders`, and all others.
    """

    coders: tuple[str, ...]
    marks: Reliability
    rule: Reliability
    shifts: tuple[Shift, ...]


@dataclass(frozen=True, slots=True)
class StudyAgreement:
    """Everything that is said of a study's coders. `pooled` are those who make the figures.

    `double` of `coded` pieces of evidence were judged by two or more of the pooled coders. `trials`
    are asked for in all, finished or not, and what was coded represents `standing` of them, since
    the same words are coded once. On `disputed` transcripts coders differ about the gate; they are
    those of `disputed_trials` trials, and `disputed_open` of them nobody has settled. `stale`
    codings are of words that the store does not have. `hidden` are coders whose judgements are not
    shown before the people have handed in. `kappa_ranges` are empty where there is one experiment.
    `rated`: coders gave ratings from 0 to 5, and `marks` are those. `readings` are of replies on
    which later words depended: of all of them, then by question.
    """

    study: str
    simulated: bool
    pooled: tuple[str, ...]
    as_paper: bool
    reports: tuple[CoderReport, ...]
    hidden: tuple[str, ...]
    trials: int
    coded: int
    double: int
    standing: int
    stale: int
    disputed: int
    disputed_trials: int
    disputed_open: int
    replicates: int
    seed: int
    questions: tuple[QuestionPart, ...]
    marks: Reliability
    gate: Reliability
    controls: Reliability
    rule: Reliability
    final: Reliability
    three_steps: Reliability
    linear: Reliability
    experiments: tuple[Group, ...]
    models: tuple[Group, ...]
    kappa_ranges: tuple[KappaRange, ...]
    authors: OtherRaters | None
    judges: tuple[OtherRaters, ...]
    people: tuple[CoderPart, ...]
    rated: bool = False
    readings: tuple[ReadingPart, ...] = ()

    @property
    def double_share(self) -> float | None:
        """The share of the evidence that two or more judged; None where nothing is coded."""
        return self.double / self.coded if self.coded else None

    @property
    def calibrated(self) -> dict[str, list[bool]]:
        """Of every pooled coder which forms of the calibration were passed, in all packets."""
        forms: dict[str, list[bool]] = {name: [] for name in self.pooled}
        for report in self.reports:
            for name in (report.coder, f"{report.coder} ({report.kind})"):
                if name in forms:
                    forms[name] += [form.passed for form in report.gates]
        return forms
