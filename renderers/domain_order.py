"""The order in which domains are reported: that of the results in Kosoy et al. (2023).

The text of the paper names its Figure 1 and does not say in which order its bars are. Its
results, which the figure opens, go through the domains from the highest mean LRS of LaMDA to the
lowest, and that order is taken here. Its tables (3 to 6, and 7) number perception first and were
not followed: a reader compares the summary with the figure and the results.
"""

from __future__ import annotations

from collections.abc import Sequence

REPORTED = (
    "Social and Moral Understanding",
    "Perception",
    "Theory of Mind",
    "Causal Reasoning",
)


TABLES = ("Perception", "Theory of Mind", "Social and Moral Understanding", "Causal Reasoning")
"""The order of Tables 3 to 6, for tables that are laid out like them."""


def place(domain: str) -> int:
    """The position of a domain; domains that are not the paper's come last."""
    return _place(domain, REPORTED)


def place_in_tables(domain: str) -> int:
    """The position of a domain in tables like the paper's; other domains come last."""
    return _place(domain, TABLES)


def _place(domain: str, order: Sequence[str]) -> int:
    names = list(map(_plain, order))
    name = _plain(domain)
    return names.index(name) if name in names else len(names)


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("&", "and").split())
