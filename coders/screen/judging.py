"""The panel below the transcript: what is asked, what was said so far, and the keys.

A flag that was pressed stands in brackets and is named again in words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from coders.desk.calibrating import in_words
from coders.desk.folding import ItemCodes
from coders.desk.keys import Key, flag_keys, mark_keys, said_keys
from coders.desk.rubric import LRS_WORDS
from coders.desk.steps import Step, StepKind
from coders.packets.shape import Asked
from coders.screen.page import Look, Words
from renderers.terminal import columns, visible

QUESTION = 220
"""Characters of a question in the panel; the whole of it stands in the transcript."""
COLUMN_GAP = 3


def judging_panel(
    step: Step,
    codes: ItemCodes,
    width: int,
    *,
    flags: Collection[str] = (),
    said: tuple[str, ...] = (),
    more: bool = False,
) -> tuple[Words, ...]:
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
    asked: Asked,
    codes: ItemCodes,
    width: int,
    *,
    flags: Collection[str],
    said: tuple[str, ...],
    more: bool,
) -> Iterator[Words]:
    kind = "control question" if asked.is_control else "question"
    yield Words(f"{kind} {asked.number}: {_short(asked.text)}", Look.STRONG)
    yield from _so_far(step, codes)
    if step.judged_before and asked.number in step.judged:
        stands = in_words(step.judged[asked.number], asked)
        yield Words(f"it stands as: {stands}   (Enter keeps it)", Look.STRONG)
    on = ", ".join(key.words for key in flag_keys(asked) if key.value in flags)
    if asked.candidates:
        told = tuple(f"{key.key or '-'} {key.words}" for key in said_keys(asked))
        yield from (Words(line, Look.STRONG) for line in in_columns(told, width))
        yield Words(_more(said, more=more), Look.STRONG if said or more else Look.FAINT)
    else:
        told = tuple(f"{key.key} {key.words}" for key in mark_keys(asked))
        # On one row with the marks, so that a flag does not push the transcript away.
        line = (*told, f"(with: {on})") if on else told
        yield from (Words(one, Look.STRONG) for one in in_columns(line, width, even=False))
    shown = tuple(_flag(key, flags) for key in flag_keys(asked))
    lines = in_columns(("flags first:", *shown), width, even=False)
    yield from (Words(line) for line in lines)


def _more(said: tuple[str, ...], *, more: bool) -> str:
    if said and not more:
        return f"it says: {' and '.join(said)}; and what else?"
    if more:
        return f"it says: {' and '.join((*said, 'what'))}? another answer follows"
    return "+ before an answer: the reply says that one and another"


def _flag(key: Key, flags: Collection[str]) -> str:
    told = f"{key.key} {key.words}"
    return f"[{told}]" if key.value in flags else told


def _so_far(step: Step, codes: ItemCodes) -> Iterator[Words]:
    if step.item is None:
        return
    told = [
        f"{number} {in_words(judgement, step.item.question(number))}"
        for number, judgement in sorted(step.judged.items())
        if step.question is None or number != step.question.number
    ]
    if told:
        yield Words(f"so far: {'; '.join(told)}", Look.FAINT)
    for number, note in sorted(codes.notes.items()):
        if note and number in (0, step.question.number if step.question else 0):
            yield Words(f"note: {_short(note)}", Look.FAINT)
    if codes.skipped:
        yield Words(f"skipped before: {_short(codes.skipped)}", Look.FAINT)


def lrs_panel(step: Step, codes: ItemCodes) -> tuple[Words, ...]:
    """The panel while the LRS is given: before any mark, or after the rule's proposal."""
    return tuple(_lrs(step, codes))


def _lrs(step: Step, codes: ItemCodes) -> Iterator[Words]:
    if step.kind is StepKind.LRS_FIRST:
        yield Words("before you mark anything: which LRS would you give the whole?", Look.STRONG)
    else:
        if step.proposed is not None:
            why = f" ({step.why})" if step.why else ""
            yield Words(f"the rule's LRS is {step.proposed}{why}", Look.STRONG)
        yield from _so_far(step, codes)
        if step.standing is not None:
            yield Words(f"Enter keeps your {step.standing}", Look.STRONG)
        elif step.proposed is not None:
            yield Words(f"Enter confirms {step.proposed}", Look.STRONG)
        yield Words("another digit overrides it, with a reason:")
    for lrs, words in enumerate(LRS_WORDS):
        yield Words(f"{lrs} {words}")


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


def _short(text: str) -> str:
    """A text on one line, cut to a length that leaves room for the transcript."""
    flat = " ".join(text[: 4 * QUESTION].split())
    return flat if len(flat) <= QUESTION else flat[: QUESTION - 1] + "\u2026"
