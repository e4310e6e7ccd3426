"""The whole of an experiment, and the published figures for comparison."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.expansion import EXPANSION_VERSION
from dsl.experiment.design import Design, Factor, Let, Machine
from dsl.experiment.measures import Measure
from dsl.experiment.questionnaires import PeoplesRatings, Questionnaire
from dsl.experiment.questions import Step
from dsl.experiment.waves import Waves
from dsl.experiment.words import Guard, Slot, Table, Template
from dsl.record import hashed_record, record
from dsl.tree import BankContents, Donor, FactorKind

FRAMING = "framing"
"""The condition that framings make."""


@record
class Reference:
    """A published figure with which results are compared.

    `value` is None where it is unknown; `unit` is LRS, % or empty. `guard` says for which cells.
    `question` is the test that was put to them and scored as it is here, where the script says so;
    `n` is how many were asked it, where that is known.
    """

    who: str
    value: str | None
    unit: str
    guard: Guard
    source: str
    question: str = ""
    n: int | None = None


@record
class Erasure:
    """A framing which says that the participant lacks what a group of the items of a bank is for.

    `baseline` is the framing that it is compared with besides none, for example one with the same
    age and no more; empty without one.
    """

    framing: str
    group: str
    baseline: str = ""


@record
class Stage:
    """Groups of the items of a bank that are averaged, each counting the same."""

    name: str
    groups: tuple[str, ...]


@hashed_record
class Experiment:
    """A checked script, ready to expand. `routines` are already put in place in `steps`."""

    title: str
    file: str
    meta: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    references: tuple[Reference, ...]
    slots: tuple[Slot, ...]
    lets: tuple[Let, ...]
    tables: tuple[Table, ...]
    machines: tuple[Machine, ...]
    factors: tuple[Factor, ...]
    steps: tuple[Step, ...]
    design: Design
    guide: tuple[tuple[int, Template], ...]
    expansion: int = EXPANSION_VERSION
    """The version by which it is expanded: an older one for a study that was run by it."""
    questionnaires: tuple[Questionnaire, ...] = ()
    replies: tuple[Factor, ...] = ()
    """The questions on which lines of the script depend; the levels are their outcomes."""
    measures: tuple[Measure, ...] = ()
    """What is measured in addition to the LRS, in the order written."""
    framings: tuple[str, ...] = ()
    """The levels of the condition FRAMING but for `none`; empty without framings."""
    erasures: tuple[Erasure, ...] = ()
    """The framings that say what the participant cannot do, in the order written."""
    banks: tuple[BankContents, ...] = ()
    """What is in the files of the banks that are asked, of which a sample may be asked only."""
    donors: tuple[Donor, ...] = ()
    """Whose replies are put before the items of banks; all have one name."""
    people: tuple[PeoplesRatings, ...] = ()
    """How people rated questionnaires that are given."""
    waves: Waves | None = None
    """What is asked again after more was shown; None where nothing is."""
    stages: tuple[Stage, ...] = ()
    """The stages of the banks that are asked, in the order written."""

    def framing_at(self, levels: Iterable[tuple[str, str]]) -> str:
        """The framing of a cell with these levels; empty for `none`, and without framings."""
        named = next((level for factor, level in levels if factor == FRAMING), "")
        return named if named in self.framings else ""

    @property
    def only_condition(self) -> str:
        """The name on the line `only condition:`; empty if there is none."""
        return next((words for name, words in self.meta if name == "only condition"), "")

    def of_kind(self, kind: FactorKind) -> tuple[Factor, ...]:
        """The factors of one kind, in order of declaration."""
        return tuple(f for f in self.factors if f.kind is kind)
