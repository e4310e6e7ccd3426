"""A sample of the items of a bank, which hangs on the seed of the script and on nothing else.

Each item has a number of its own, a hash of the seed, the bank and the name of the item; the items
with the smallest numbers are taken. So a new item takes the place of one item at most in its group,
and every participant and every run is asked the same items.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dsl import faults as kinds
from dsl.diagnostic import Fault
from dsl.files.bank_items import FileItem
from dsl.files.bank_lines import Sample
from dsl.projections import canonical, hashed
from dsl.words import counted, folded


def sampled(
    items: Sequence[FileItem], sample: Sample, *, seed: int, bank: str
) -> list[FileItem] | Fault:
    """The items that are asked, in the order of the files; the fault where there are too few."""
    groups: dict[str, list[FileItem]] = {}
    for item in items:
        groups.setdefault(item.group, []).append(item)
    if sample.each:
        short = [name for name, found in groups.items() if len(found) < sample.count]
        if short:
            smallest = min(short, key=lambda name: len(groups[name]))
            return kinds.data_files.BankUnclear(
                span=sample.span,
                what=f"`{smallest}` has only {counted(len(groups[smallest]), 'item')}",
                instead=f"write at most: sample {len(groups[smallest])} items of each group",
            )  # fmt: skip
        shares = dict.fromkeys(groups, sample.count)
    elif sample.count > len(items):
        return kinds.data_files.BankUnclear(
            span=sample.span, what=f"`{bank}` has only {counted(len(items), 'item')}",
            instead=f"write at most: sample {len(items)} items",
        )  # fmt: skip
    elif sample.count < len(groups):
        return kinds.data_files.BankUnclear(
            span=sample.span,
            what=f"{counted(sample.count, 'item')} cannot be balanced over {len(groups)} groups",
            instead=f"write at least: sample {len(groups)} items",
        )  # fmt: skip
    else:
        sizes = {name: len(found) for name, found in groups.items()}
        first = sorted(sizes, key=lambda name: _number(seed, bank, "group", name))
        shares = even_shares(sample.count, sizes, first)
    asked = {
        item.name
        for name, found in groups.items()
        for item in sorted(found, key=lambda one: _number(seed, bank, "item", one.name))[
            : shares[name]
        ]
    }
    return [item for item in items if item.name in asked]


def even_shares(count: int, sizes: Mapping[str, int], first: Sequence[str]) -> dict[str, int]:
    """How many of `count` items are from each group: equally many, but for groups that have fewer;
    what is left over goes to one more of each of the groups named `first`.
    """
    shares = dict.fromkeys(sizes, 0)
    left = count
    while left:
        open_to = [name for name in first if shares[name] < sizes[name]]
        more = max(1, left // len(open_to))
        for name in open_to:
            given = min(more, sizes[name] - shares[name], left)
            shares[name] += given
            left -= given
    return shares


def _number(seed: int, bank: str, kind: str, name: str) -> bytes:
    return hashed(canonical(["sample", seed, folded(bank), kind, folded(name)]))
