"""The columns that a study brings itself: one for each factor of its scripts, one for each coder.

A name of a column is what R takes as it stands: small letters, digits and low lines. A factor of
one name in two scripts has one column, and the codebook says which levels it has in which script.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dsl.experiment import Experiment
from dsl.tree import FactorKind
from dsl.trial import Levels
from renderers.fields.field import Kind, Variable

_OTHER = re.compile(r"[^a-z0-9]+")
_WHAT = {
    FactorKind.CONDITIONS: "between factor",
    FactorKind.VERSIONS: "version (within a trial)",
    FactorKind.COUNTERBALANCE: "counterbalanced, not reported",
}


def plain_names(names: Iterable[str], prefix: str) -> dict[str, str]:
    """A name for a column for each of these, all different: `factor_moved` for `Moved!`."""
    found: dict[str, str] = {}
    for name in names:
        # Accents go, letters of other scripts have no plain form and give a number.
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        stem = f"{prefix}_{_OTHER.sub('_', plain).strip('_') or len(found) + 1}"[:60]
        chosen, number = stem, 2
        while chosen in found.values():
            chosen, number = f"{stem}_{number}", number + 1
        found[name] = chosen
    return found


@dataclass(frozen=True, slots=True)
class Factors:
    """The factors of all scripts of a study: names in the order of the columns, and the columns."""

    names: tuple[str, ...]
    columns: tuple[Variable, ...]

    def fields(self, *levels: Levels) -> tuple[str | None, ...]:
        """The level of each factor; None for a factor that is not among `levels`."""
        known = {factor: level for some in levels for factor, level in some}
        return tuple(known.get(name) for name in self.names)


def factors_of(experiments: Sequence[Experiment], *kinds: FactorKind) -> Factors:
    """The factors of these kinds, in the order of the scripts; one of a name stands for all."""
    levels: dict[str, dict[str, list[str]]] = {}
    what: dict[str, str] = {}
    for experiment in experiments:
        for factor in experiment.factors:
            if factor.kind not in kinds:
                continue
            what.setdefault(factor.name, _WHAT.get(factor.kind, str(factor.kind.value)))
            for level in factor.levels:
                having = levels.setdefault(factor.name, {}).setdefault(level.name, [])
                having.append(experiment.title)
    columns = plain_names(levels, "factor")
    return Factors(
        tuple(levels),
        tuple(
            Variable(
                columns[name],
                Kind.TEXT,
                f"level of the factor `{name}`: {what[name]}",
                tuple((level, f"in {', '.join(titles)}") for level, titles in having.items()),
                missing="the experiment has no such factor, or the conversation no such level",
            )
            for name, having in levels.items()
        ),
    )
