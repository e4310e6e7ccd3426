"""The comparisons that a preregistration declares, as `devrun compare` takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runners.preregistration.block import Block
from runners.results.families import Declared

if TYPE_CHECKING:
    from runners.preregistration.belonging import Preregistration


def declared_in(block: Block) -> tuple[Declared, ...]:
    """What the block declares, in its order; the scripts' own declarations are among them."""
    return tuple(
        Declared(
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


def declared_of(preregistration: Preregistration | None) -> tuple[Declared, ...]:
    """What a preregistration declares; nothing where there is none."""
    return () if preregistration is None else preregistration.declared
