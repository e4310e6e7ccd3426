"""What somebody declared before looking: which comparisons get a p value, and in which family.

A script declares comparisons of its own conditions, with guessing and between wordings (`compare`
in its design); models are declared in a preregistration, since a script knows none. Both say it in
one form, so that nothing downstream asks where a declaration is from. Testing whatever happens to
be in a study, with a correction for its size, was the alternative: its p values would change with
every participant that joins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dsl.experiment import Compared, Experiment, What
from renderers.rows.comparisons import ComparisonKind

PRIMARY = "primary"
"""The family of a declaration that names none."""

ALPHA = 0.05
"""The level that a family is held at unless a preregistration says otherwise."""


@dataclass(frozen=True, slots=True)
class DeclaredComparison:
    """One comparison declared beforehand; what is empty is not narrowed.

    `kind` says which of the other fields count:

    - conditions: `experiment`, and the levels `first` and `second` of one condition. In permuted
      wording, for every participant, with the levels of other conditions held equal;
    - guessing: `experiment` (empty: every one). Every cell in every wording, every participant;
    - wordings: the familiar-words effect over experiments, of every participant;
    - models: the participants `first` and `second` by name; over the `experiment` or the `domain`
      that is named, else over the whole battery. In permuted wording;
    - domains: the domains `first` and `second`, of every participant in every wording. There is an
      interval and no test: their experiments are not paired.

    `expect` is `more`, `less` (the first than the second) or empty: p stays two-sided, and the
    report says whether the direction was that. `equivalent_within` are bounds of equivalence in LRS
    points, 0 for none (conditions, models and domains). `source` is `script` or `preregistration`.
    """

    family: str
    kind: ComparisonKind
    experiment: str = ""
    domain: str = ""
    first: str = ""
    second: str = ""
    expect: str = ""
    source: str = "script"
    equivalent_within: float = 0.0
    on: str = ""
    """The measure that conditions are compared on; empty for the LRS."""

    @property
    def words(self) -> str:
        """The declaration as a person would write it."""
        where = self.experiment or self.domain
        over = (
            f", {where}"
            if where
            else ", over the battery"
            if self.kind is ComparisonKind.MODELS
            else ""
        )
        more = self.second if self.expect == "less" else self.first
        expected = f", expecting more in {more}" if self.expect else ""
        match self.kind:
            case ComparisonKind.GUESSING:
                said = f"every cell with guessing{over}"
            case ComparisonKind.WORDINGS:
                said = "original with permuted wording, over experiments"
            case _:
                said = f"{self.first} with {self.second}{over}"
        on = f"on {self.on}" if self.on else ""
        bounds = f"within ±{self.equivalent_within:g} LRS" if self.equivalent_within else ""
        return ", ".join(filter(None, (said + expected, on, bounds)))


def of_scripts(experiments: Iterable[Experiment]) -> tuple[DeclaredComparison, ...]:
    """What the scripts declare in their designs."""
    return tuple(
        of_script(experiment.title, compared)
        for experiment in experiments
        for compared in experiment.design.compared
    )


def of_script(title: str, compared: Compared) -> DeclaredComparison:
    """A declaration in the design of the experiment with this title."""
    return DeclaredComparison(
        family=compared.family or PRIMARY,
        kind=ComparisonKind(compared.what),
        experiment="" if compared.what is What.WORDINGS else title,
        first=compared.first,
        second=compared.second,
        expect=compared.expect,
        on=compared.on,
    )


def together(*sources: Sequence[DeclaredComparison]) -> tuple[DeclaredComparison, ...]:
    """Declarations of several sources; what two of them declare alike is taken once, at first.

    The family may differ: then the one said first holds, since a comparison has one p value.
    """
    found: dict[tuple[object, ...], DeclaredComparison] = {}
    for declared in (one for source in sources for one in source):
        pair = frozenset((declared.first, declared.second))
        key = (declared.kind, declared.experiment, declared.domain, pair, declared.on)
        found.setdefault(key, declared)
    return tuple(found.values())
