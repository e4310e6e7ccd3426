"""Explains why a draft cannot be read on, and changes the draft so that it can."""

from __future__ import annotations

from lark.exceptions import UnexpectedInput

from dsl.draft import LOST, Draft
from dsl.faults.lines import Unfit


def recover(draft: Draft, problem: UnexpectedInput) -> None:
    """Add a fault for what stopped the parser, and take the line out of its way."""
    line = min(max(1, problem.line - 1), len(draft.lines) - 1)
    if not draft.content(line):
        line = draft.above(line + 1) or line
    if draft.content(line) == LOST:
        draft.blank(line)
        return
    draft.faults.append(Unfit(span=draft.whole(line), here="here", advice="change it"))
    draft.lose(line)
