"""Published figures, and the cells they stand beside.

`reference WHO VALUE [UNIT] [of N] [in QUESTION] [when LEVELS]: source`. The value is a number, or
`unknown`; who may be several words. A reference under a level belongs to that level. `in` says that
the question of this name is the very one that was asked, scored in the same way: only then is a
share put beside the shares of participants, so it is never taken for granted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from dsl import faults, tree
from dsl.checking.arms import both
from dsl.checking.findings import Findings
from dsl.checking.labels import guard_of, level_names
from dsl.experiment import ALWAYS, Factor, Guard, Reference
from dsl.patterns import lazy_pattern
from dsl.words import folded

_SHAPE = lazy_pattern(
    # A figure in per cent that is not read as one is a slip, and no part of a name.
    r"(?P<who>(?:(?!\d\s*%).)+?)\s+(?P<value>unknown|[-+]?\d+(?:[.,]\d+)?(?:/\d+)?)\s*"
    r"(?P<unit>%|lrs)?(?:\s+of\s+(?P<n>[1-9]\d{0,8}))?(?:\s+in\s+(?P<question>.+?))?"
    r"(?:\s+when\s+(?P<when>.+))?",
    re.IGNORECASE | re.DOTALL,
)


def references_of(
    items: Iterable[tree.TopItem],
    declared: Mapping[str, tree.FactorNode],
    factors: Sequence[Factor],
    tests: Sequence[str] | None,
    found: Findings,
) -> tuple[Reference, ...]:
    """Every reference of a script: its own, then those of its levels, in order of declaration.
    `tests` are the names of the test questions; None where these cannot all be read.
    """
    references = [
        _reference(item, ALWAYS, factors, tests, found)
        for item in items
        if isinstance(item, tree.ReferenceNode)
    ]
    for factor in factors:
        for level in declared[factor.name].levels:
            name = level_names(factor).get(folded(level.name.text))
            for item in level.items:
                if isinstance(item, tree.ReferenceNode) and name is not None:
                    guard = Guard(((factor.name, (name,)),))
                    references.append(_reference(item, guard, factors, tests, found))
    return tuple(one for one in references if one is not None)


def _reference(
    reference: tree.ReferenceNode,
    guard: Guard,
    factors: Sequence[Factor],
    tests: Sequence[str] | None,
    found: Findings,
) -> Reference | None:
    match = _SHAPE.fullmatch(reference.what.text)
    if match is None:
        found.add(faults.whole.ReferenceShape(span=reference.what.span))
        return None
    if match["when"]:
        narrower = guard_of(reference.what.part(*match.span("when")), factors, found)
        if narrower is None:
            return None
        guard = both(guard, narrower)
    unknown = match["value"].lower() == "unknown"
    unit = match["unit"] or ""
    if (match["n"] or match["question"]) and (unit != "%" or unknown or not _is_share(match)):
        found.add(faults.whole.ReferenceShape(span=reference.what.span))
        return None
    question = ""
    if match["question"]:
        if tests is None:
            return None
        question = {folded(name): name for name in tests}.get(folded(match["question"]), "")
        if not question:
            asked = reference.what.part(*match.span("question"))
            found.unknown(faults.names.UnknownQuestion, asked, tests, kind="test")
            return None
    return Reference(
        who=match["who"],
        value=None if unknown else match["value"],
        unit="LRS" if unit.lower() == "lrs" else unit,
        guard=guard,
        source=plain(reference.source),
        question=question,
        n=int(match["n"]) if match["n"] else None,
    )


def _is_share(match: re.Match[str]) -> bool:
    """Whether the value is one that a share can have, in per cent."""
    return re.fullmatch(r"\d+(?:[.,]\d+)?", match["value"]) is not None and (
        float(match["value"].replace(",", ".")) <= 100
    )


def plain(prose: tree.Prose) -> str:
    """Words that are never put to anybody, as written: braces stay braces."""
    lines = (" ".join(line.written().split()) for line in prose.lines)
    return " ".join(filter(None, lines))
