"""Headings of columns: their lines, and their words, broken only where a column is too narrow."""

from __future__ import annotations

from rich.cells import cell_len

SOFT_HYPHEN = "\u00ad"
"""Where a word may be broken. Names that users chose have none: it is not visible."""


def in_one_line(heading: str) -> str:
    """A heading without its breaks."""
    return " ".join(_whole(heading).split())


def broken(heading: str, width: int) -> str:
    """A heading, those words of it broken that are broader than the column."""
    return "\n".join(
        " ".join(
            _whole(word) if cell_len(_whole(word)) <= width else word.replace(SOFT_HYPHEN, "-\n")
            for word in line.split(" ")
        )
        for line in heading.split("\n")
    )


def broadest_line(heading: str, *, whole: bool) -> int:
    """The width of its lines, with `whole` words or with all of them broken."""
    text = _whole(heading) if whole else broken(heading, 0)
    return max(map(cell_len, text.split("\n")))


def broadest_part(heading: str) -> int:
    """The width of its words, all of them broken."""
    return max(map(cell_len, broken(heading, 0).split()), default=0)


def _whole(heading: str) -> str:
    return heading.replace(SOFT_HYPHEN, "")
