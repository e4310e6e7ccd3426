"""What somebody declared before looking: which comparisons get a p value, and in which family.

A script declares comparisons of its own conditions, with guessing and between wordings (`compare`
in its design); models are declared in a preregistration, since a script knows none. Both say it in
one form, so that nothing downstream asks where a declaration is from. Testing whatever happens to
be in a study, with a correction for its size, was the alternative: its p values would change with
every participant that joins.

Here p values are given to what was declared, with Holm's correction within each family. A
comparison that nobody declared leaves without one, whatever its differences are. So does every one
where only a part of the study was asked for: a family corrected for the part that somebody chose to
see would have smaller p values the less is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from coders.statistics.tests_exact import above_guessing, holm, sign_flip
from dsl.experiment import Compared, Experiment, What
from dsl.record import replace
from dsl.words import folded
from renderers.rows.comparisons import (
    Comparison,
    ComparisonKind,
    ComparisonScope,
    EffectScale,
    FamiliarEffect,
    Family,
    PValue,
)
from runners.comparison.differences import Guessed, UntestedComparison, turned

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


PART = "p values need whole families: leave out PATH, -m and --only"
RECORD = "only the effect on the LRS is tested"
ONE_EXPERIMENT = "one experiment gives a single difference, which cannot be tested"
GUESS_METHOD = "exact one-sided test against the exact distribution of guessing, one trial per text"


@dataclass(frozen=True, slots=True)
class TestedComparisons:
    """Comparisons and effects with what a test says of those that were declared."""

    comparisons: tuple[Comparison, ...]
    effects: tuple[FamiliarEffect, ...]
    families: tuple[Family, ...]
    not_found: tuple[DeclaredComparison, ...]
    """Declared, and not to be found in the study."""


def apply_tests(
    candidates: Sequence[UntestedComparison],
    effects: Sequence[FamiliarEffect],
    declared: Sequence[DeclaredComparison],
    *,
    whole: bool,
) -> TestedComparisons:
    """Tests what was declared. `whole`: all of the study is here."""
    found: set[DeclaredComparison] = set()
    rows: list[Comparison] = []
    for one in candidates:
        its = next((each for each in declared if _declares(each, one.row)), None)
        if its is None:
            rows.append(replace(one.row, untested=""))
        else:
            found.add(its)
            rows.append(_tested(one, its, whole=whole))
    wordings = next((one for one in declared if one.kind is ComparisonKind.WORDINGS), None)
    if wordings is not None and effects:
        found.add(wordings)
        effects = [_tested_effect(effect, wordings, whole=whole) for effect in effects]
    corrected = _corrected([*rows, *effects])
    return TestedComparisons(
        tuple(row for row in corrected if isinstance(row, Comparison)),
        tuple(row for row in corrected if isinstance(row, FamiliarEffect)),
        _families(declared, corrected),
        tuple(one for one in declared if one not in found),
    )


def _declares(declared: DeclaredComparison, row: Comparison) -> bool:
    """Whether a declaration is about this comparison."""
    if declared.kind is not row.kind or declared.on != row.measure:
        return False
    named = folded(declared.experiment)
    if declared.kind is ComparisonKind.GUESSING:
        return named in ("", folded(row.experiment))
    labels = {folded(row.first.label), folded(row.second.label)}
    if labels != {folded(declared.first), folded(declared.second)}:
        return False
    if declared.kind is ComparisonKind.DOMAINS:
        return True
    if declared.kind is ComparisonKind.CONDITIONS:
        return named == folded(row.experiment)
    if named:
        alone = row.scope is ComparisonScope.CELL and not row.levels
        return (row.scope is ComparisonScope.EXPERIMENT or alone) and named == folded(
            row.experiment
        )
    if declared.domain:
        return row.scope is ComparisonScope.DOMAIN and folded(declared.domain) == folded(row.domain)
    return row.scope is ComparisonScope.BATTERY


def _tested(one: UntestedComparison, declared: DeclaredComparison, *, whole: bool) -> Comparison:
    """The comparison as it was declared, with its p value not yet adjusted."""
    if declared.first and folded(one.row.first.label) != folded(declared.first):
        one = turned(one)
    row = replace(
        one.row,
        family=declared.family,
        expected=declared.expect,
        within=declared.equivalent_within,
        within_declared=bool(declared.equivalent_within),
    )
    if row.untested:
        return row
    if not whole:
        return replace(row, untested=PART)
    if one.guessed is not None:
        return replace(row, test=_guessed(one.guessed, declared.family))
    return replace(row, test=_flipped(one.differences, declared.family, "draws"))


def _tested_effect(
    effect: FamiliarEffect, declared: DeclaredComparison, *, whole: bool
) -> FamiliarEffect:
    named = replace(effect, family=declared.family)
    if effect.measure is not EffectScale.LRS:
        return replace(named, untested=RECORD)
    if effect.n < 2:
        return replace(named, untested=ONE_EXPERIMENT)
    if not whole:
        return replace(named, untested=PART)
    values = tuple(effect.by_experiment.values())
    return replace(named, test=_flipped(values, declared.family, "experiments"))


def _flipped(differences: Sequence[float], family: str, units: str) -> PValue | None:
    found = sign_flip(differences)
    if found is None:
        return None
    ways = "all sign changes" if found.exact else "99,999 sampled sign changes, seed 0"
    method = f"two-sided sign-flip test over {units}, {ways}"
    return PValue(family, found.p, found.smallest, found.p, found.n, found.ties, method)


def _guessed(guessed: Guessed, family: str) -> PValue | None:
    odds: dict[Fraction, Fraction] = dict(guessed.guessing)
    p = above_guessing(guessed.shares, odds)
    if p is None:
        return None
    n = len(guessed.shares)
    smallest = float(odds[max(odds)]) ** n
    return PValue(family, p, smallest, p, n, 0, GUESS_METHOD)


def _corrected(
    rows: Iterable[Comparison | FamiliarEffect],
) -> list[Comparison | FamiliarEffect]:
    """The rows with Holm's p, family by family."""
    found = list(rows)
    families: dict[tuple[str, bool], list[tuple[int, PValue]]] = {}
    for at, row in enumerate(found):
        if row.test is not None:
            families.setdefault((row.family, row.simulated), []).append((at, row.test))
    for tests in families.values():
        adjusted = holm([test.p for _, test in tests])
        for (at, test), p in zip(tests, adjusted, strict=True):
            found[at] = replace(found[at], test=replace(test, holm=p))
    return found


def _families(
    declared: Sequence[DeclaredComparison], rows: Sequence[Comparison | FamiliarEffect]
) -> tuple[Family, ...]:
    found: list[Family] = []
    for name in dict.fromkeys(one.family for one in declared):
        mine = [one for one in declared if one.family == name]
        members = [row for row in rows if row.family == name]
        for simulated in sorted({row.simulated for row in members}) or [False]:
            tests = [row for row in members if row.simulated is simulated]
            found.append(
                Family(
                    name,
                    tuple(one.words for one in mine),
                    " and ".join(dict.fromkeys(one.source for one in mine)),
                    simulated,
                    sum(row.test is not None for row in tests),
                )
            )
    return tuple(found)
