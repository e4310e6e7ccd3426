"""Published figures, and the cells they stand beside.

`reference WHO VALUE [UNIT] [when LEVELS]: source`. The value is a number, or `unknown`; who may be
several words. A reference under a level belongs to that level.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.checking.guarding import both
from dsl.checking.labels import guard_of
from dsl.checking.naming import key, within
from dsl.experiment import ALWAYS, Factor, Guard, Reference

_SHAPE = re.compile(
    r"(?P<who>.+?)\s+(?P<value>unknown|[-+]?\d+(?:[.,]\d+)?(?:/\d+)?)\s*"
    r"(?P<unit>%|lrs)?(?:\s+when\s+(?P<when>.+))?",
    re.IGNORECASE | re.DOTALL,
)


def references_of(
    items: Iterable[tree.TopItem],
    declared: Mapping[str, tree.Factor],
    factors: Sequence[Factor],
    found: Findings,
) -> tuple[Reference, ...]:
    """Every reference of a script: its own, then those of its levels, in order of declaration."""
    references = [
        _reference(item, ALWAYS, factors, found)
        for item in items
        if isinstance(item, tree.Reference)
    ]
    for factor in factors:
        canonical = {key(level.name): level.name for level in factor.levels}
        for level in declared[factor.name].levels:
            for item in level.items:
                if isinstance(item, tree.Reference) and key(level.name.text) in canonical:
                    guard = Guard(((factor.name, (canonical[key(level.name.text)],)),))
                    references.append(_reference(item, guard, factors, found))
    return tuple(one for one in references if one is not None)


def _reference(
    reference: tree.Reference, guard: Guard, factors: Sequence[Factor], found: Findings
) -> Reference | None:
    match = _SHAPE.fullmatch(reference.what.text)
    if match is None:
        found.add(faults.whole.ReferenceShape(span=reference.what.span))
        return None
    if match["when"]:
        start, end = match.span("when")
        label = tree.Name(match["when"], within(reference.what, start, end))
        narrower = guard_of(label, factors, found)
        if narrower is None:
            return None
        guard = both(guard, narrower)
    unknown = match["value"].lower() == "unknown"
    unit = match["unit"] or ""
    return Reference(
        who=match["who"],
        value=None if unknown else match["value"],
        unit="LRS" if unit.lower() == "lrs" else unit,
        guard=guard,
        source=plain(reference.source),
    )


def plain(prose: tree.Prose) -> str:
    """Words that are never put to anybody, as written: braces stay braces."""
    lines = []
    for line in prose.lines:
        parts = (
            part.words if isinstance(part, tree.Text) else f"{{{part.inside}}}"
            for part in line.parts
        )
        lines.append(" ".join("".join(parts).split()))
    return " ".join(filter(None, lines))
