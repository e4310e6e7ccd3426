"""Banks that come with devrun, and those that the same rules make (`devrun new abilities`)."""

from __future__ import annotations

from pathlib import Path

from runners.abilities.sizes import FEWEST, MOST_ASKED, SHIPPED_ITEMS, SHIPPED_SEED
from runners.cli.errors import UsageError
from runners.cli.output import note
from runners.core_pairs import CORE_PAIRS, SHIPPED_PAIRS


def bank_items(
    shipped: dict[Path, bytes], folder: Path, bank: str, items: int | None, seed: int | None
) -> dict[Path, bytes]:
    """The files of a bank by where they go: those that ship, or made ones."""
    if items is None and seed is None:
        return shipped
    from runners.abilities.bank import UsedUp, bank_files
    from runners.core_pairs.bank import pair_files

    seed = SHIPPED_SEED if seed is None else seed
    try:
        if bank == CORE_PAIRS:
            made = pair_files(pairs=SHIPPED_PAIRS if items is None else items, seed=seed)
        else:
            made = bank_files(items=_enough(items), seed=seed)
    except UsedUp as problem:
        raise UsageError(str(problem), "ask for fewer with `--items`", "used-up") from None
    return {folder / name: data for name, data in made.items()}


def _enough(items: int | None) -> int:
    """How many items of each ability are made."""
    if items is None:
        return SHIPPED_ITEMS
    if items < FEWEST:
        raise UsageError(
            f"{items} items of each ability are too few to balance what habits earn",
            f"ask for {FEWEST} or more with `--items`",
            "too-few-items",
        )
    if items > MOST_ASKED:
        note(f"making {items:,} items of each ability takes some minutes")
    return items
