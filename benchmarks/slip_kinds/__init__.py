"""The slips that people make in scripts, kind by kind; `benchmarks/slips.py` makes and judges them.

What a message must say is part of each kind, and was fixed before the messages were mended.
"""

from benchmarks.slip_kinds import (
    exploring,
    keywords,
    layout,
    lists,
    marks,
    names,
    replies,
    training,
    whole,
)
from benchmarks.slip_kinds.page import KINDS, Page, Slip

__all__ = [
    "KINDS",
    "Page",
    "Slip",
    "exploring",
    "keywords",
    "layout",
    "lists",
    "marks",
    "names",
    "replies",
    "training",
    "whole",
]
