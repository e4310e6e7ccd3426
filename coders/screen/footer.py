"""The keys at the foot of the screen: those that do something where the coder is now."""

from __future__ import annotations

from coders.desk.keys import command_keys, help_lines
from coders.desk.steps import Step, StepKind
from coders.packets.shape import Phase

_CALIBRATION = frozenset({"note", "undo", "rubric", "card", "story", "leave"})
_AFTER = frozenset({"undo", "go to", "search", "rubric", "leave"})
_ONLY = {
    StepKind.WELCOME: frozenset({"rubric", "leave"}),
    StepKind.FEEDBACK: frozenset({"note", "undo", "rubric", "leave"}),
    StepKind.GATE_RESULT: frozenset({"rubric", "leave"}),
    StepKind.MASKING: frozenset({"note", "undo", "rubric", "leave"}),
    StepKind.HYPOTHESIS: _AFTER,
    StepKind.READY: _AFTER,
    StepKind.LOCKED: frozenset({"leave"}),
    StepKind.ENDED: frozenset({"leave"}),
}
LOW = 20
"""In a window of fewer rows the keys are only behind `?`."""


def footer_lines(step: Step, *, content: bool, width: int, height: int) -> tuple[str, ...]:
    """The commands of a step, in lines of at most `width` columns."""
    keys = command_keys(content=content)
    if step.kind in _ONLY:
        keys = tuple(key for key in keys if key.value in _ONLY[step.kind])
    elif step.phase is not Phase.MAIN:
        keys = tuple(key for key in keys if key.value in _CALIBRATION)
    if height < LOW:
        keys = tuple(key for key in keys if key.value in ("rubric", "leave"))
    return help_lines(keys, width=width)
