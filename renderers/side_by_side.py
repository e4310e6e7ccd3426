"""Two transcripts of one draw beside each other: what was told once, and both replies to it.

What both were told in the same words stands over the whole width, so that the eye finds what
differs: the replies, and the marks below them. Where the words differ, too (another seed, a changed
script), they stand beside each other like replies.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import zip_longest

from renderers.coder_view import Speaker, Speech, conversation
from renderers.terminal import columns, visible
from renderers.transcript_page import NARROWEST, PageLine, Tone
from renderers.transcript_rows import Mark, ReadTrial

_BETWEEN = " | "
_TONES = {Speaker.REPLY: Tone.REPLY, Speaker.STORY: Tone.HEADING, Speaker.COPY: Tone.HEADING}


def side_by_side(
    first: ReadTrial, second: ReadTrial, *, labels: tuple[str, str], width: int
) -> Iterator[PageLine]:
    """The page of two trials, no line wider than `width` columns (at least `NARROWEST`)."""
    width = max(width, NARROWEST)
    trial = first.trial
    parts = (trial.experiment, trial.cell.condition, trial.cell.wording, f"draw {trial.draw}")
    place = " / ".join(visible(part) for part in (*parts, first.model) if part)
    yield from _whole(f"== {place} ==", Tone.TITLE, width)
    if first.simulated or second.simulated:
        yield PageLine("SIMULATED, not data", Tone.SIMULATED)
    yield from _beside(labels[0], labels[1], Tone.TITLE, width)
    yield from _beside(_scored(first), _scored(second), Tone.HEADING, width)
    for one, other in zip_longest(
        conversation(first.trial, first.replies), conversation(second.trial, second.replies)
    ):
        yield from _speeches(one, other, (first, second), width)


def _speeches(
    one: Speech | None, other: Speech | None, trials: tuple[ReadTrial, ReadTrial], width: int
) -> Iterator[PageLine]:
    said = one or other
    assert said is not None
    tone = _TONES.get(said.speaker, Tone.TOLD)
    told = said.speaker is not Speaker.REPLY
    if told and one is not None and other is not None and one.text == other.text:
        text = f"- {one.text} -" if tone is Tone.HEADING else one.text
        yield from _whole(text, tone, width)
        return
    yield from _beside(one.text if one else "", other.text if other else "", tone, width)
    if not told:
        yield from _beside(_marks(one, trials[0]), _marks(other, trials[1]), Tone.MARK, width)


def _marks(speech: Speech | None, trial: ReadTrial) -> str:
    if speech is None or speech.place is None:
        return ""
    return "\n".join(map(_mark, trial.marks.get(speech.place, ())))


def _mark(mark: Mark) -> str:
    flags = f", {', '.join(mark.flags)}" if mark.flags else ""
    aside = "" if mark.counted else ", not counted"
    return f"{mark.coder}: {mark.word}{flags}{aside}"


def _scored(one: ReadTrial) -> str:
    sample = f"sample {one.trial.sample}, " if one.trial.sample > 1 else ""
    lrs = "no LRS" if one.lrs is None else f"LRS {float(one.lrs):g}"
    return f"{sample}{lrs}: {one.status.replace('_', ' ')}"


def _whole(text: str, tone: Tone, width: int) -> Iterator[PageLine]:
    for line in _wrapped(text, width):
        yield PageLine(line, tone)


def _beside(one: str, other: str, tone: Tone, width: int) -> Iterator[PageLine]:
    """Two texts in two columns; nothing where both are empty."""
    if not one and not other:
        return
    half = (width - len(_BETWEEN)) // 2
    for left, right in zip_longest(_wrapped(one, half), _wrapped(other, half), fillvalue=""):
        gap = " " * (half - columns(left))
        yield PageLine(f"{left}{gap}{_BETWEEN}{right}".rstrip(), tone)


def _wrapped(text: str, width: int) -> list[str]:
    """The lines of a text, none wider than `width` columns; nothing is lost."""
    lines: list[str] = []
    for paragraph in visible(text).split("\n"):
        wrapped = textwrap.wrap(paragraph.expandtabs(4), width, break_on_hyphens=False) or [""]
        for line in wrapped:
            lines += _narrowed(line, width)
    return lines


def _narrowed(line: str, width: int) -> Iterator[str]:
    """A line cut where its characters, of which some take two columns, no longer fit."""
    while columns(line) > width:
        at = width
        while columns(line[:at]) > width:
            at -= 1
        yield line[:at]
        line = line[at:]
    yield line
