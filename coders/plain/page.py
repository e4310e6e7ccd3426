"""What a step looks like in plain lines: no boxes, no colour, no cursor that moves.

A screen reader reads line by line, so who speaks and what is asked stands in words at the beginning
of a line. An item's transcript is printed once, when the coder comes to it; after that each
question comes with its own reply only, and `t` prints the transcript again.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from coders.desk.calibrating import agreement_words, feedback_rows, in_words, same_in_words
from coders.desk.keys import (
    AND,
    KeyBinding,
    candidate_keys,
    command_keys,
    flag_keys,
    help_lines,
    mark_keys,
    said_keys,
)
from coders.desk.steps import WORDINGS, PhaseProgress, Step, StepKind
from coders.desk.welcome import NOTE
from coders.desk.welcome import welcome as parts_of_welcome
from coders.packets.shape import Item, Line, LineKind, Packet, PacketQuestion, Phase, View
from renderers.terminal import visible

_SPEAKERS = {
    LineKind.SYSTEM: "Instructions",
    LineKind.TOLD: "Told",
    LineKind.REPLY: "Reply",
    LineKind.SCRIPTED: "Reply, written by the script",
}


def wrapped(text: str, *, width: int, indent: str = "") -> list[str]:
    """Untrusted text made visible and broken into lines of at most `width` columns."""
    lines: list[str] = []
    for line in visible(text).split("\n"):
        lines += textwrap.wrap(
            line, max(20, width), initial_indent=indent, subsequent_indent=indent
        ) or [""]
    return lines


def labelled(label: str, text: str, *, width: int) -> list[str]:
    """`Reply: ...`, with what follows the first line set in by two."""
    lines = wrapped(f"{label}: {text}", width=width - 2)
    return [lines[0], *(f"  {line}" if line else "" for line in lines[1:])]


def welcome(packet: Packet, *, width: int) -> Iterator[str]:
    """What is to be done, what is not told, how long it takes, and how to work with lines."""
    content = packet.header.view is View.CONTENT
    for part in parts_of_welcome(packet):
        yield from wrapped(f"{part.heading}:" if part.listed else f"{part.heading}.", width=width)
        for paragraph in (*part.paragraphs, *(f"- {one}" for one in part.listed), *part.after):
            yield from wrapped(paragraph, width=width)
        yield ""
    yield "Write one line for each act and press Enter. For example:"
    yield "  1        the mark or answer with key 1"
    if content:
        yield "  h2       a flag first, then the answer: hedged, the second"
        yield f"  1{AND.key}2      both answers, if the reply gives both"
    else:
        yield "  h2       a flag first, then the mark: hedged, half right"
    yield "  n text   a note; s reason skips the item; z undoes"
    yield "  g 12     go to item 12; / word searches"
    yield "  ?        the rubric and every key"
    yield "  q        leave; everything is saved, and the same command continues here"
    yield ""
    yield "Press Enter to begin."


def heading(step: Step, progress: PhaseProgress) -> Iterator[str]:
    """Which item it is, and how far the coder is."""
    words = {
        Phase.TRAINING: "Training item",
        Phase.GATE_A: "Calibration item",
        Phase.GATE_B: "Calibration item, second form,",
    }.get(step.phase or Phase.MAIN, "Item")
    yield f"{words} {step.position} of {step.of}"
    if progress.seconds_per_item is not None and progress.minutes_left is not None:
        yield (
            f"{progress.done} of {progress.total} coded, about {progress.seconds_per_item} s "
            f"each, {progress.minutes_left} min left"
        )


def transcript(item: Item, lines: Iterable[Line], *, width: int) -> Iterator[str]:
    """Lines of a transcript, each with who speaks; questions that are judged have their number."""
    numbers = {asked.number for asked in item.questions}
    for line in lines:
        if line.kind in (LineKind.STORY, LineKind.COPY):
            yield ""
            yield from wrapped(f"{line.text[:1].upper()}{line.text[1:]}.", width=width)
            continue
        label = _SPEAKERS[line.kind]
        if line.kind is LineKind.TOLD and line.question in numbers:
            label = f"Question {line.question}"
        elif line.kind is LineKind.REPLY and line.question in numbers:
            label = f"Reply to question {line.question}"
            if line.question in item.lost:
                label += " (lost or cut off: do not judge it)"
        yield from labelled(label, line.text, width=width)


def question(
    step: Step, item: Item, asked: PacketQuestion, *, content: bool, width: int
) -> Iterator[str]:
    """The question to judge, its reply, and the keys that answer."""
    kind = "control question" if asked.is_control else "question"
    number = "" if content else f" {asked.number}"
    if any(one.story > 1 for one in item.questions) and not content:
        number += f" in story {asked.story}"
    yield ""
    yield from asked_and_replied(f"To judge, {kind}{number}", item, asked, width=width)
    standing = step.judged.get(asked.number)
    if step.judged_before and standing is not None:
        told = in_words(standing, asked)
        yield from wrapped(
            f"Your code: {told}. Enter keeps it; `rest` keeps it and all that follow.",
            width=width,
        )
    yield from answers(asked, width=width)


def asked_and_replied(
    heading: str, item: Item, asked: PacketQuestion, *, width: int
) -> Iterator[str]:
    """A question of an item, its reply, and the accepted answers where they are shown."""
    yield from labelled(heading, asked.text, width=width)
    for line in item.lines:
        if line.kind is LineKind.REPLY and line.question == asked.number:
            yield from labelled("Reply", line.text, width=width)
    for accepted in asked.accepted:
        yield from labelled("Accepted answer", accepted, width=width)


def answers(asked: PacketQuestion, *, width: int) -> Iterator[str]:
    """The keys that answer a question."""
    if not asked.candidates:
        yield from help_lines(mark_keys(asked), width=width)
        return
    for number, key in enumerate(candidate_keys(asked), start=1):
        yield from wrapped(f"{number} {key.words}", width=width)
    yield from help_lines(said_keys(asked)[len(asked.candidates) :], width=width)


def keys(asked: PacketQuestion | None, *, content: bool, width: int) -> Iterator[str]:
    """Every key that means something now."""
    if asked is not None:
        yield "Flags, before the mark:"
        yield from (f"  {line}" for line in help_lines(flag_keys(asked), width=width - 2))
        if asked.candidates:
            yield f"  {AND.key} joins two answers: 1{AND.key}2"
    commands = command_keys(content=content)
    if not content:
        commands = (*commands[:-1], KeyBinding("t", "story", "the transcript again"), commands[-1])
    yield "Commands:"
    yield from (f"  {line}" for line in help_lines(commands, width=width - 2))


def lrs(step: Step, *, width: int) -> Iterator[str]:
    """The question for the LRS."""
    yield ""
    if step.kind is StepKind.LRS_FIRST:
        yield from wrapped(
            "First, before any mark: which LRS, 0 to 5, does the whole transcript deserve?",
            width=width,
        )
        return
    yield from wrapped(f"LRS {step.proposed} by the rule: {step.why}.", width=width)
    if step.standing is not None:
        yield f"You gave {step.standing}. Enter keeps it."
    elif step.proposed == 0:
        yield from wrapped(
            "Enter confirms it. To change it, undo (z) and change the mark or its flag.",
            width=width,
        )
    else:
        yield from wrapped(
            "Enter confirms it; another, 0 to 5, needs a reason: 4 because of ...", width=width
        )


def feedback(step: Step, *, width: int) -> Iterator[str]:
    """A training item beside the experts' codes."""
    assert step.item is not None
    assert step.gold is not None
    yield ""
    lrs = step.standing if step.standing is not None else step.proposed
    rows = feedback_rows(step.item, step.judged, step.gold, lrs)
    yield from wrapped(f"Compared with the experts, {agreement_words(rows)}.", width=width)
    several = len(step.item.questions) > 1
    for row in rows:
        if not row.told_apart:
            continue
        name = f"Question {row.question}" if several else "Answer"
        name = name if row.question else "LRS"
        if row.yours == row.experts:
            told = f"you and they say {row.yours}"
        else:
            same = " (the mark is the same, the flags are not)" if row.agree else ""
            told = f"you say {row.yours}, they say {row.experts}{same}"
        yield from labelled(name, told, width=width)
        if row.reason:
            yield from wrapped(f"their reason: {row.reason}", width=width, indent="  ")
    same_rows = same_in_words(rows)
    if same_rows:
        yield from wrapped(f"The same as the experts': {same_rows}.", width=width)
    yield "Press Enter to continue."


def gate_result(step: Step, packet: Packet, *, width: int) -> Iterator[str]:
    """How a calibration form went, and what comes next."""
    gate = step.gate
    assert gate is not None
    told = f"{gate.right} of {gate.marks} marks agree with the experts"
    if gate.gates:
        told += f", and {gate.gates - gate.gates_wrong} of {gate.gates} control questions"
    yield ""
    yield from wrapped(f"Calibration: {told}.", width=width)
    if packet.header.gold_note:
        yield from wrapped(f"{NOTE} {packet.header.gold_note}", width=width)
    if gate.passed:
        yield "Passed. Next come the items of the study. Press Enter to continue."
    elif gate.again:
        yield from wrapped(
            "Not passed: you need 90% of the marks and all but one of the control questions. "
            "Read the guide again (? shows the rubric); a second form follows. "
            "Press Enter to continue.",
            width=width,
        )
    else:
        yield from wrapped(
            "Not passed: you need 90% of the marks and all but one of the control questions. "
            "Coding ends here; your work is saved. Press Enter to continue.",
            width=width,
        )


def masking(step: Step, *, width: int) -> Iterator[str]:
    """Which model, which wording."""
    yield ""
    yield from wrapped(
        "Which model do you think this was, and which wording? Two numbers, for example 0 0.",
        width=width,
    )
    yield "Model:"
    for number, model in _numbered(step.models):
        yield from wrapped(f"{number} {model}", width=width, indent="  ")
    yield from wrapped(
        "Wording (original: the words of the published study; permuted: other words):", width=width
    )
    for number, wording in _numbered(WORDINGS):
        yield f"  {number} {wording}"


def _numbered(words: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Numbers from 1, and 0 for the last, which is no idea."""
    for index, word in enumerate(words, start=1):
        yield (0 if index == len(words) else index), word


def ready(step: Step, *, width: int) -> Iterator[str]:
    """All is coded: what was left out, and how to hand in."""
    yield ""
    yield (
        "Everything is coded."
        if not step.skipped
        else "Everything is coded, except what you skipped."
    )
    if step.skipped:
        listed = ", ".join(map(str, step.skipped))
        yield from wrapped(f"Skipped: {listed}. `g` with its number goes to one.", width=width)
    yield "Write `hand in` to hand in. Afterwards nothing can be changed."


HYPOTHESIS = "What do you think this study wants to find out? One line, or `no idea`."
LOCKED = "This packet was handed in and can no longer be changed."
ENDED = "The calibration was not passed, so coding ends here. Your work is saved."
