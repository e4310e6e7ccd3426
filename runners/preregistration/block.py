"""The settings of a preregistration, which stand once in its text, in a form that a program reads.

Every figure in the text is made from them, and they are what binds: a number in a sentence that
somebody edits cannot be held against a study. Reading numbers out of prose was the alternative, and
would have found whatever it was taught to find.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.errors import DevrunError, Exit
from renderers.comparison_rows import ComparisonKind

FORMAT = 1
"""Raised when a devrun of today could not read a form of yesterday."""


class FormUnusable(DevrunError):
    """A form that cannot be used: `message` says what and where, `help` what to write instead."""

    code = "preregistration"
    exit_code = Exit.SCRIPT


@dataclass(frozen=True, slots=True)
class PlannedScript:
    """One script as it is to be run.

    `file` is where it stood; the hashes are of what is sent, of what judges, of the pools of words
    and of the file's text. `system` are the system texts of the first draw, each once, `contrasts`
    the script's by name. `spread` is the standard deviation of one draw's LRS at half right, least
    and most, and `guessing` the LRS of a guesser in the lowest and the highest cell; both empty
    where that is unknown.
    """

    title: str
    file: str
    procedure: str
    rubric: str
    words: str
    text: str
    cells: int
    wordings: tuple[str, ...]
    only: tuple[str, ...]
    runs: int
    samples: int
    seed: int
    system: tuple[str, ...] = ()
    contrasts: tuple[str, ...] = ()
    spread: tuple[float, ...] = ()
    guessing: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedModel:
    """A participant that is to be asked; `identity` is what its key is made of, name by name."""

    name: str
    simulated: bool
    identity: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class CodingPlan:
    """How replies are to be judged. Percentages are 0 to 100; `agreement_threshold` is for alpha
    of the LRS within cells, -1 to 1.
    """

    view: str = "rubric"
    blind_coders: int = 2
    authors: int = 0
    judges: int = 0
    overlap_percent: float = 100.0
    duplicates_percent: float = 10.0
    gold: bool = True
    gold_percent: float = 90.0
    keyed: bool = False
    plain_replies: bool = False
    neutral_words: bool = False
    agreement_threshold: float = 0.667


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is counted, and at which level it is tested. `score_of_record` is a role of `devrun
    score`: blind, blind+author, adjudicated, likelihood or matcher.
    """

    alpha: float = 0.05
    score_of_record: str = "blind"
    technical_loss_percent: float = 5.0
    sensitivity: tuple[str, ...] = (
        "half marks taken as wrong, and as right",
        "failed controls as zero, left out, and ignored",
        "the linear score 1 + 4 x share beside the bands",
        "cells weighted alike, and experiments weighted alike",
        "after adjudication",
        "a trial with any flag of hallucination taken as zero",
    )


@dataclass(frozen=True, slots=True)
class PlannedComparison:
    """A comparison declared beforehand, in the words of `runners.analysis.families.Declared`."""

    kind: ComparisonKind
    family: str
    experiment: str = ""
    domain: str = ""
    first: str = ""
    second: str = ""
    expect: str = ""


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A published figure beside which results are to be shown, as the script has it; `cells` are
    the levels that it is of, empty for all.
    """

    script: str
    cells: str
    who: str
    value: str
    unit: str
    source: str


@dataclass(frozen=True, slots=True)
class SeenOf:
    """Replies of one participant to one script that existed already; `newest` is UTC."""

    script: str
    model: str
    simulated: bool
    calls: int
    newest: str


@dataclass(frozen=True, slots=True)
class SeenAlready:
    """What existed when the form was filled (or renewed), at `at` (UTC), in the store `store`."""

    at: str
    store: str
    codes: int
    replies: tuple[SeenOf, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanBlock:
    """All of it."""

    made_with: str
    scripts: tuple[PlannedScript, ...]
    models: tuple[PlannedModel, ...]
    coding: CodingPlan
    analysis: Analysis
    compare: tuple[PlannedComparison, ...]
    shown: tuple[PublishedFigure, ...]
    seen: SeenAlready
    format: int = field(default=FORMAT)

    @property
    def simulated(self) -> bool:
        """Whether nobody real is to be asked."""
        return all(one.simulated for one in self.models)

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of the scripts."""
        return tuple(one.title for one in self.scripts)
