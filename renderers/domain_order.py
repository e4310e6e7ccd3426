"""The order in which domains are reported: that of the results in Kosoy et al. (2023).

The text of the paper names its Figure 1 and does not say in which order its bars are. Its
results, which the figure opens, go through the domains from the highest mean LRS of LaMDA to the
lowest, and that order is taken here. Its tables (3 to 6, and 7) number perception first and were
not followed: a reader compares the summary with the figure and the results.
"""

from __future__ import annotations

REPORTED = (
    "Social and Moral Understanding",
    "Perception",
    "Theory of Mind",
    "Causal Reasoning",
)


def place(domain: str) -> int:
    """The position of a domain; domains that are not the paper's come last."""
    name = _plain(domain)
    for number, known in enumerate(REPORTED):
        if _plain(known) == name:
            return number
    return len(REPORTED)


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("&", "and").split())
