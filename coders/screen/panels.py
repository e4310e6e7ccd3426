"""The panel below the transcript: what is asked, what was said so far, and the keys.

A pure function of the step, the codes that stand for its item, and what is half pressed. The screen
draws it again after every key; it keeps no picture of its own that could differ. A flag that was
pressed stands in brackets and is named again in words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from coders.desk import pages
from coders.desk.calibrating import in_words
from coders.desk.keys import (
    AND,
    COLUMN_GAP,
    CONTENT_WORDS,
    candidate_keys,
    flag_keys,
    guess_keys,
    mark_keys,
    one_after_another,
)
from coders.desk.paragraphs import Paragraph, TextStyle, strong
from coders.desk.rubric import LRS_WORDS, points_of
from coders.desk.state import ItemCodes
from coders.desk.steps import WORDINGS, Step, StepKind
from coders.packets.shape import PacketQuestion
from dsl.record import record, replace
from renderers.terminal import columns, visible

SEVERAL = f"{AND.key} several"
"""What is shown for the key before each answer but the last, if a reply gives several."""

HAND_IN = (
    "Enter hands in",
    "hand in now? y: yes   any other key: no",
    "nothing can be changed afterwards. really hand in? y: yes   any other key: no",
)
"""What is asked in turn before a log is handed in."""

_GOING_ON = {
    StepKind.WELCOME: "Enter begins",
    StepKind.FEEDBACK: "Enter goes on to the next item",
    StepKind.GATE_RESULT: "Enter goes on   ? opens the rubric",
    StepKind.HYPOTHESIS: "Enter to write an answer   0 for no idea",
    StepKind.CHANGE: "What in this would change the person? Enter to write a note   0 for nothing",
    StepKind.LOCKED: "q leaves and says what to send where",
    StepKind.ENDED: "q leaves",
}


@record
class Pressed:
    """What is half pressed, and so not yet the desk's: flags before a mark, answers of which there
    are more (`more`: the next one is not the last), the model before the wording, and how often a
    coder said that they want to hand in.
    """

    flags: Collection[str] = ()
    said: tuple[str, ...] = ()
    more: bool = False
    model: str = ""
    handing_in: int = 0
    standing: str = ""
    """A mark or answer that stands once Enter gives it."""


def panel_of(
    step: Step, codes: ItemCodes, pressed: Pressed, width: int, *, whole: bool = False
) -> tuple[Paragraph, ...]:
    """The panel of a step, for a page `width` columns wide: questions and notes with all their
    rows if it is to be `whole`, else with the first.
    """
    match step.kind:
        case StepKind.JUDGE if step.question is not None:
            return tuple(_judging(step, step.question, codes, pressed, width, whole=whole))
        case StepKind.LRS | StepKind.LRS_FIRST:
            return tuple(_lrs(step, codes, width, whole))
        case StepKind.MASKING:
            return tuple(_masking(step, pressed.model, width))
        case StepKind.READY:
            return (strong(HAND_IN[pressed.handing_in]),)
        case _:
            return (strong(_GOING_ON[step.kind]),)


def _judging(
    step: Step,
    asked: PacketQuestion,
    codes: ItemCodes,
    pressed: Pressed,
    width: int,
    *,
    whole: bool,
) -> Iterator[Paragraph]:
    question = strong(f"{pages.question_name(step.item, asked)}: {asked.text}")
    # A statement to rate stands in no transcript.
    yield from _cut((question, *pages.accepted(asked)), width, whole or bool(asked.scale))
    yield from _so_far(step)
    yield from _cut(pages.noted(step, codes), width, whole)
    if step.judged_before and asked.number in step.judged:
        stands = in_words(step.judged[asked.number], asked)
        yield strong(f"your code: {stands}   (Enter keeps it, Escape keeps it and the rest)")
    if pressed.standing:
        yield strong(f"{pressed.standing}: Enter gives it, shows what comes next, and it stands")
    on = ", ".join(key.words for key in flag_keys(asked) if key.value in pressed.flags)
    # On a row that is there anyway, so that a flag does not push the transcript away.
    with_flags = (f"(with: {on})",) if on else ()
    if asked.candidates:
        named = tuple(f"{key.key or '-'} {key.words}" for key in candidate_keys(asked))
        yield from map(strong, in_columns(named, width))
        words = (key.help for key in CONTENT_WORDS)
        yield from map(strong, one_after_another((*words, SEVERAL), width=width))
        if pressed.said or pressed.more:
            yield strong(_more(pressed))
    elif not asked.is_rated:
        told = (key.help for key in mark_keys(asked))
        yield from map(strong, one_after_another((*told, *with_flags), width=width))
    shown = tuple(
        f"[{key.help}]" if key.value in pressed.flags else key.help for key in flag_keys(asked)
    )
    after = with_flags if asked.candidates else ()
    if asked.is_rated:
        points = points_of(asked).items()
        yield from (Paragraph(f"{at} {words}".rstrip(), hang=2) for at, words in points)
        return
    yield from map(Paragraph, one_after_another(("flags first:", *shown, *after), width=width))


def _more(pressed: Pressed) -> str:
    if pressed.said and not pressed.more:
        return f"it says: {' and '.join(pressed.said)}; what else?"
    return f"it says: {' and '.join((*pressed.said, 'what'))}? another answer follows"


def _so_far(step: Step) -> Iterator[Paragraph]:
    """What was judged already, by what was said of it."""
    here = step.question.number if step.question else 0
    if step.question is not None and step.question.scale and step.judged:
        ratings = " ".join(one.mark for _, one in sorted(step.judged.items()))
        yield Paragraph(f"so far: {ratings}", TextStyle.FAINT)
        return
    judged: dict[str, list[str]] = {}
    for number, judgement in sorted(step.judged.items()):
        if number != here and step.item is not None:
            told = in_words(judgement, step.item.question(number))
            judged.setdefault(told, []).append(str(number))
    if judged:
        told = "; ".join(f"{words} {' '.join(numbers)}" for words, numbers in judged.items())
        yield Paragraph(f"so far: {told}", TextStyle.FAINT)


def _lrs(step: Step, codes: ItemCodes, width: int, whole: bool) -> Iterator[Paragraph]:
    question, *choices = pages.lrs(step)
    yield question
    if choices:
        yield from _so_far(step)
        yield from _cut(pages.noted(step, codes), width, whole)
        yield from choices
    yield from (Paragraph(f"{lrs} {words}") for lrs, words in enumerate(LRS_WORDS))


def _masking(step: Step, model: str, width: int) -> Iterator[Paragraph]:
    if not model:
        yield pages.WHICH_MODEL
    else:
        yield Paragraph(f"model: {model}", TextStyle.FAINT)
        yield from pages.WHICH_WORDING
    keys = guess_keys(WORDINGS if model else step.models)
    yield from map(Paragraph, in_columns(tuple(key.help for key in keys), width))


def _cut(paragraphs: Iterable[Paragraph], width: int, whole: bool) -> Iterable[Paragraph]:
    """Paragraphs of one row each, unless they are to be whole."""
    if whole:
        return paragraphs
    return (replace(one, text=one_row(one.text, width)) for one in paragraphs)


def in_columns(texts: tuple[str, ...], width: int) -> tuple[str, ...]:
    """Short texts side by side, in columns of one width where they take several rows."""
    told = tuple(visible(text) for text in texts)
    widest = max(map(columns, told), default=0)
    per_row = max(1, (width + COLUMN_GAP) // (widest + COLUMN_GAP))
    if len(told) > per_row:
        padded = [one + " " * (widest + COLUMN_GAP - columns(one)) for one in told]
        rows = [padded[start : start + per_row] for start in range(0, len(told), per_row)]
        return tuple("".join(row).rstrip() for row in rows)
    return one_after_another(told, width=width)


def one_row(text: str, width: int) -> str:
    """The first line of a text, cut to a width; the whole of it stands in the transcript."""
    line = visible(text.strip().split("\n", 1)[0][: 4 * width]).expandtabs(1)
    whole = line == visible(text.strip())
    if whole and columns(line) <= width:
        return line
    while line and columns(line) > width - 2:
        line = line[:-1]
    return f"{line} \u2026"
