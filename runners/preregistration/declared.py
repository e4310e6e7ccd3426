"""The comparisons that a preregistration declares, as `devrun compare` takes them."""

from __future__ import annotations

from runners.analysis.families import DeclaredComparison
from runners.preregistration.block import PlanBlock


def declared_in(block: PlanBlock) -> tuple[DeclaredComparison, ...]:
    """What the block declares, in its order; the scripts' own declarations are among them."""
    return tuple(
        DeclaredComparison(
            family=one.family,
            kind=one.kind,
            experiment=one.experiment,
            domain=one.domain,
            first=one.first,
            second=one.second,
            expect=one.expect,
            source="preregistration",
        )
        for one in block.compare
    )
