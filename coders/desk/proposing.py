"""The LRS that the rule gives to an item as it is judged, to be confirmed by its coder."""

from __future__ import annotations

from collections.abc import Mapping

from coders.desk.state import Judgement
from coders.marks import MARKS, RIGHT, Flag, MarkWord, marked
from coders.outcome import (
    Control,
    ControlResult,
    ScoredQuestion,
    TrialOutcome,
    gates_of,
    result_of,
    settle,
)
from coders.packets.shape import Item
from dsl.experiment import IfFailed
from dsl.record import replace


def propose(item: Item, judged: Mapping[int, Judgement]) -> TrialOutcome:
    """What the rule gives for an item all of whose questions are judged (but for lost replies). Its
    reason says also why an LRS is given.
    """
    units: list[ScoredQuestion] = []
    gating: list[Control] = []
    for asked in item.questions:
        judgement = judged.get(asked.number)
        lost = asked.number in item.lost or judgement is None or judgement.mark not in MARKS
        verdict = None if lost or judgement is None else marked(judgement.mark, judgement.flags)
        if asked.is_scored:
            unit = ScoredQuestion(asked.number, asked.story, asked.own_story, asked.worth, verdict)
            units.append(unit)
        elif asked.is_control and asked.if_failed != IfFailed.COUNT_ANYWAY:
            gating.append(
                Control(
                    asked.story,
                    asked.own_story,
                    f"number {asked.gate or asked.number}",
                    IfFailed(asked.if_failed),
                    asked.guards or None,
                    result_of(verdict),
                    (asked.pass_with, 0) if asked.gate else None,
                )
            )
    gating = gates_of(gating)
    outcome = settle(units, gating)
    return replace(outcome, reason=outcome.reason or _share(units, gating))


def _share(units: list[ScoredQuestion], gating: list[Control]) -> str:
    """What a scored outcome rests on: `2 right, 1 half right and 1 wrong of 4`."""
    words = {MarkWord.RIGHT: "right", MarkWord.HALF: "half right", MarkWord.WRONG: "wrong"}
    verdicts = [unit.verdict for unit in units if unit.verdict is not None]
    counts = [(sum(v.word is word for v in verdicts), told) for word, told in words.items()]
    parts = [f"{count} {told}" for count, told in counts if count]
    listed = " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
    unclear = any(v.mark == RIGHT and Flag.UNCLEAR in v.flags for v in verdicts)
    more = ", a right one unclear" if unclear else ""
    if any(control.result in (ControlResult.FAILED, ControlResult.REFUSED) for control in gating):
        more += ", less what a failed control question guards"
    return f"{listed} of {len(units)}{more}"
