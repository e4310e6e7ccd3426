"""The line at the top: who codes, what, how far, and at what pace.

Nothing of accuracy stands here, or anywhere else on the screen: a coder who sees how they do
begins to code for the figure.
"""

from __future__ import annotations

from coders.desk.steps import PhaseProgress, Step, StepKind
from coders.packets.shape import Phase
from renderers.terminal import columns, visible

_PHASES = {
    Phase.TRAINING: "training",
    Phase.GATE_A: "calibration A",
    Phase.GATE_B: "calibration B",
    Phase.SILENT: "coding",
    Phase.MAIN: "coding",
}
_KINDS = {
    StepKind.WELCOME: "welcome",
    StepKind.GATE_RESULT: "calibration",
    StepKind.HYPOTHESIS: "the end",
    StepKind.READY: "the end",
    StepKind.LOCKED: "handed in",
    StepKind.ENDED: "ended",
}
BAR = 10
"""Columns of the bar."""


def status_line(coder: str, step: Step, progress: PhaseProgress, width: int) -> str:
    """The line: `Ada | coding 12 of 60 | [#---------] | 11 done, 43 s each, about 35 min left`.

    What does not fit into `width` columns is left out from the end; the bar goes first.
    """
    where = phase_words(step)
    begun = step.kind is not StepKind.WELCOME
    pace = pace_words(progress) if begun else ""
    bar = progress_bar(progress) if begun else ""
    name = visible(coder)
    if columns(name) > 20:
        name = name[:19] + "\u2026"
    for parts in ((name, where, bar, pace), (name, where, pace), (name, where), (where,)):
        line = " | ".join(part for part in parts if part)
        if columns(line) <= width:
            return line
    return where[:width]


def phase_words(step: Step) -> str:
    """What is being done, e.g. `training 3 of 6`."""
    if step.kind in _KINDS:
        return _KINDS[step.kind]
    phase = _PHASES[step.phase] if step.phase else step.kind.value
    return f"{phase} {step.position} of {step.of}" if step.of else phase


def pace_words(progress: PhaseProgress) -> str:
    """How many are done and how long the rest will take, as far as it is known."""
    if not progress.total:
        return ""
    words = [f"{progress.done} done"]
    if progress.skipped:
        words.append(f"{progress.skipped} skipped")
    if progress.seconds_per_item is not None:
        words.append(f"{progress.seconds_per_item} s each")
    if progress.minutes_left is not None and progress.done < progress.total:
        minutes = f"about {progress.minutes_left}" if progress.minutes_left else "under 1"
        words.append(f"{minutes} min left")
    return ", ".join(words)


def progress_bar(progress: PhaseProgress) -> str:
    """A bar of signs, e.g. `[####------]`; empty where nothing is to be done."""
    if not progress.total:
        return ""
    full = min(BAR, progress.done * BAR // progress.total)
    return f"[{'#' * full}{'-' * (BAR - full)}]"
