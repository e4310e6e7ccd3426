"""How far a coder is and how fast, for the coder's own planning and for nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from statistics import median

from coders.desk.state import ItemCodes, LogState
from coders.desk.steps import PhaseProgress
from coders.packets.shape import Item

_RECENT = 20
_ENOUGH = 3


def progress(items: Sequence[Item], done: Sequence[bool], state: LogState) -> PhaseProgress:
    """Progress through the items of a phase; `done` says of each whether it is coded."""
    finished = [state.codes(item.id) for item, is_done in zip(items, done, strict=True) if is_done]
    recent = sorted(finished, key=_newest)[-_RECENT:]
    seconds = [spent for codes in recent if (spent := _seconds(codes)) is not None]
    pace = round(median(seconds)) if len(seconds) >= _ENOUGH else None
    skipped = sum(bool(state.codes(item.id).skipped) for item in items)
    left = len(items) - len(finished)
    minutes = None if pace is None else -(-left * pace // 60)
    return PhaseProgress(len(finished), len(items), skipped, pace, minutes)


def _newest(codes: ItemCodes) -> int:
    return max((one.seq for one in codes.judgements.values()), default=0)


def _seconds(codes: ItemCodes) -> float | None:
    """From when an item was first shown to its newest judgement."""
    last = max((one.at for one in codes.judgements.values()), default="")
    try:
        spent = datetime.fromisoformat(last) - datetime.fromisoformat(codes.shown_at)
    except (ValueError, TypeError):
        return None
    return max(0.0, spent.total_seconds())
