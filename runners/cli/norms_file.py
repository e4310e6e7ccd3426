"""Norms of a bank that a command names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from runners.cli.errors import Exit, Stop, system_errors_as
from runners.shipped import SHIPPED_NORMS

if TYPE_CHECKING:
    from coders.norms.ages import Norms


def norms_in(file: str | None) -> Norms:
    """The norms in a file, by default those of the original CogLM bank."""
    from coders.tables.abilities import read_norms

    path = SHIPPED_NORMS if file is None else Path(file)
    what, advice = f"the norms file `{path}` cannot be read", "name a norms file"
    with system_errors_as(Exit.USAGE, "no-such-norms", what, advice):
        return read_norms(path.read_bytes(), str(path))


def other_bank(file: str, reasons: Sequence[str]) -> Stop:
    """The norms are not those of any bank of the study."""
    why = "; ".join(dict.fromkeys(reasons)) or "no script of the study asks a bank with groups"
    return Stop(
        Exit.SCRIPT,
        "other-norms",
        f"`{file}` gives no ages for this study: {why}",
        "norms belong to one bank: fit some to people who answered it (devrun norms fit), "
        "or leave out --norms",
    )
