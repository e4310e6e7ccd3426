"""The panel below the transcript: what is asked, what was said so far, and the keys.

A flag that was pressed stands in brackets and is named again in words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from coders.desk.calibrating import in_words
from coders.desk.keys import AND, CONTENT_WORDS, KeyBinding, candidate_keys, flag_keys, mark_keys
from coders.desk.rubric import LRS_WORDS
from coders.desk.state import ItemCodes
from coders.desk.steps import Step, StepKind
from coders.packets.shape import PacketQuestion
from coders.screen.page import Paragraph, TextStyle
from renderers.terminal import columns, visible

SEVERAL = f"{AND.key} several"
"""How the key is told that comes before each answer but the last, where a reply gives several."""
COLUMN_GAP = 3


def judging_panel(
    step: Step,
    codes: ItemCodes,
    width: int,
    *,
    flags: Collection[str] = (),
    said: tuple[str, ...] = (),
    more: bool = False,
) -> tuple[Paragraph, ...]:
    """The panel while one question is judged.

    `flags` are those pressed so far, `said` the answers chosen already, `more`: the next one will
    not be the last.
    """
    asked = step.question
    if asked is None:
        return ()
    return tuple(_judging(step, asked, codes, width, flags=flags, said=said, more=more))


def _judging(
    step: Step,
    asked: PacketQuestion,
    codes: ItemCodes,
    width: int,
    *,
    flags: Collection[str],
    said: tuple[str, ...],
    more: bool,
) -> Iterator[Paragraph]:
    kind = "control question" if asked.is_control else "question"
    number = f" {asked.number}" if step.item is None or len(step.item.questions) > 1 else ""
    yield Paragraph(one_row(f"{kind}{number}: {asked.text}", width), TextStyle.STRONG)
    if asked.accepted:
        yield Paragraph(
            one_row(f"counts as right: {' / '.join(asked.accepted)}", width), TextStyle.STRONG
        )
    yield from _so_far(step, codes, width)
    if step.judged_before and asked.number in step.judged:
        stands = in_words(step.judged[asked.number], asked)
        keeping = "(Enter keeps it, Escape keeps it and the rest)"
        yield Paragraph(f"your code: {stands}   {keeping}", TextStyle.STRONG)
    on = ", ".join(key.words for key in flag_keys(asked) if key.value in flags)
    # On a row that is there anyway, so that a flag does not push the transcript away.
    with_flags = (f"(with: {on})",) if on else ()
    if asked.candidates:
        named = tuple(f"{key.key or '-'} {key.words}" for key in candidate_keys(asked))
        yield from _rows(in_columns(named, width), TextStyle.STRONG)
        words = tuple(f"{key.key} {key.words}" for key in CONTENT_WORDS)
        yield from _rows(in_columns((*words, SEVERAL), width, even=False), TextStyle.STRONG)
        if said or more:
            yield Paragraph(_more(said, more=more), TextStyle.STRONG)
    else:
        told = tuple(f"{key.key} {key.words}" for key in mark_keys(asked))
        yield from _rows(in_columns((*told, *with_flags), width, even=False), TextStyle.STRONG)
    shown = tuple(_flag(key, flags) for key in flag_keys(asked))
    after = with_flags if asked.candidates else ()
    yield from _rows(
        in_columns(("flags first:", *shown, *after), width, even=False), TextStyle.PLAIN
    )


def _rows(lines: tuple[str, ...], look: TextStyle) -> Iterator[Paragraph]:
    return (Paragraph(line, look) for line in lines)


def _more(said: tuple[str, ...], *, more: bool) -> str:
    if said and not more:
        return f"it says: {' and '.join(said)}; what else?"
    return f"it says: {' and '.join((*said, 'what'))}? another answer follows"


def _flag(key: KeyBinding, flags: Collection[str]) -> str:
    told = f"{key.key} {key.words}"
    return f"[{told}]" if key.value in flags else told


def _so_far(step: Step, codes: ItemCodes, width: int) -> Iterator[Paragraph]:
    """What was judged already, by what was said of it, and notes."""
    here = step.question.number if step.question else 0
    judged: dict[str, list[str]] = {}
    for number, judgement in sorted(step.judged.items()):
        if number != here and step.item is not None:
            told = in_words(judgement, step.item.question(number))
            judged.setdefault(told, []).append(str(number))
    if judged:
        told = "; ".join(f"{words} {' '.join(numbers)}" for words, numbers in judged.items())
        yield Paragraph(f"so far: {told}", TextStyle.FAINT)
    for number, note in sorted(codes.notes.items()):
        if note and number in (0, here):
            yield Paragraph(one_row(f"note: {note}", width), TextStyle.FAINT)
    if codes.skipped:
        yield Paragraph(one_row(f"skipped before: {codes.skipped}", width), TextStyle.FAINT)


def lrs_panel(step: Step, codes: ItemCodes, width: int) -> tuple[Paragraph, ...]:
    """The panel while the LRS is given: before any mark, or after the rule's proposal."""
    return tuple(_lrs(step, codes, width))


def _lrs(step: Step, codes: ItemCodes, width: int) -> Iterator[Paragraph]:
    if step.kind is StepKind.LRS_FIRST:
        yield Paragraph(
            "before you mark anything: which LRS does the whole deserve?", TextStyle.STRONG
        )
    else:
        if step.proposed is not None:
            why = f" ({step.why})" if step.why else ""
            yield Paragraph(f"the rule's LRS is {step.proposed}{why}", TextStyle.STRONG)
        yield from _so_far(step, codes, width)
        if step.standing is not None:
            yield Paragraph(f"Enter keeps your {step.standing}", TextStyle.STRONG)
        elif step.proposed is not None:
            yield Paragraph(f"Enter confirms {step.proposed}", TextStyle.STRONG)
        yield Paragraph("another digit overrides it, with a reason:")
    for lrs, words in enumerate(LRS_WORDS):
        yield Paragraph(f"{lrs} {words}")


def in_columns(texts: tuple[str, ...], width: int, *, even: bool = True) -> tuple[str, ...]:
    """Short texts side by side: in columns of one width where `even`, else one after the other."""
    told = tuple(visible(text) for text in texts)
    widest = max(map(columns, told), default=0)
    per_row = max(1, (width + COLUMN_GAP) // (widest + COLUMN_GAP))
    if even and len(told) > per_row:
        padded = [one + " " * (widest + COLUMN_GAP - columns(one)) for one in told]
        rows = [padded[start : start + per_row] for start in range(0, len(told), per_row)]
        return tuple("".join(row).rstrip() for row in rows)
    lines: list[str] = []
    for one in told:
        if lines and columns(lines[-1]) + COLUMN_GAP + columns(one) <= width:
            lines[-1] += " " * COLUMN_GAP + one
        else:
            lines.append(one)
    return tuple(lines)


def one_row(text: str, width: int) -> str:
    """The first line of a text, cut to a width; the whole of it stands in the transcript."""
    line = visible(text.strip().split("\n", 1)[0][: 4 * width]).expandtabs(1)
    whole = line == visible(text.strip())
    if whole and columns(line) <= width:
        return line
    while line and columns(line) > width - 2:
        line = line[:-1]
    return f"{line} \u2026"
