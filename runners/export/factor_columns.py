"""The columns that a study brings itself: one for each factor of its scripts; and names of columns.

A name of a column is what R takes unchanged: small letters, digits and low lines. A factor of
one name in two scripts has one column, and the codebook says which levels it has in which script.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import partial

from dsl.experiment import Experiment
from dsl.tree import FactorKind
from dsl.trial import Levels
from renderers.fields.field import Field, field
from renderers.fields.scales import TEXT

_OTHER = re.compile(r"[^a-z0-9]+")
_WHAT = {
    FactorKind.CONDITIONS: "between factor",
    FactorKind.VERSIONS: "version (within a trial)",
    FactorKind.COUNTERBALANCE: "counterbalanced",
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


def factors_of(experiments: Sequence[Experiment], *kinds: FactorKind) -> tuple[Field[Levels], ...]:
    """A column for each factor of these kinds, in the order of the scripts; one of a name stands
    for all. It is read from the levels of a row, and empty where the factor is not among them.
    """
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
    return tuple(
        field(
            TEXT,
            columns[name],
            f"level of the factor `{name}`: {what[name]}",
            partial(_level, name),
            levels=tuple((level, f"in {', '.join(titles)}") for level, titles in having.items()),
            missing="the experiment has no such factor, or the conversation no level of it",
        )
        for name, having in levels.items()
    )


def _level(factor: str, levels: Levels) -> str | None:
    return dict(levels).get(factor)
