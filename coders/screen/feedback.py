"""After a training item and after a calibration form: how it went, in words."""

from __future__ import annotations

from collections.abc import Iterator

from coders.desk.calibrating import agreement_words, feedback_rows, same_in_words
from coders.desk.steps import GateResult, Step
from coders.desk.welcome import NOTE
from coders.screen.page import GAP, Paragraph, TextStyle
from coders.screen.text import item_page


def feedback_page(step: Step) -> tuple[Paragraph, ...]:
    """The coder's codes beside the experts', question by question, and the transcript below."""
    return tuple(_feedback(step))


def _feedback(step: Step) -> Iterator[Paragraph]:
    if step.item is None or step.gold is None:
        return
    lrs = step.standing if step.standing is not None else step.proposed
    rows = feedback_rows(step.item, step.judged, step.gold, lrs)
    yield Paragraph("How the experts coded it", TextStyle.HEADING)
    yield Paragraph(agreement_words(rows))
    several = len(step.item.questions) > 1
    for row in rows:
        if not row.told_apart:
            continue
        yield GAP
        what = f"question {row.question}, {row.text}" if row.question and several else row.text
        told = "you agree" if row.agree else "you differ"
        if row.agree and row.yours != row.experts:
            told = "the mark is the same, the flags are not"
        yield Paragraph(f"{what}: {told}", TextStyle.STRONG)
        yield Paragraph(row.yours, label="you")
        yield Paragraph(row.experts, label="experts")
        if row.reason:
            yield Paragraph(row.reason, label="because")
    same = same_in_words(rows)
    if same:
        yield GAP
        yield Paragraph(f"the same as the experts': {same}" if several else "you agree: " + same)
    yield GAP
    yield Paragraph("The item again", TextStyle.HEADING)
    yield GAP
    yield from item_page(step.item, step.judged)


def gate_page(gate: GateResult | None, note: str) -> tuple[Paragraph, ...]:
    """How a calibration form went, and what comes next. `note` is the gold's own."""
    return tuple(_gate(gate, note))


def _gate(gate: GateResult | None, note: str) -> Iterator[Paragraph]:
    if gate is None:
        return
    yield Paragraph(f"Calibration, form {gate.form[-1:]}", TextStyle.HEADING)
    yield GAP
    yield Paragraph("passed" if gate.passed else "not passed", TextStyle.STRONG)
    yield Paragraph(f"{gate.right} of {gate.marks} marks agree with the experts (90% needed)")
    if gate.gates:
        yield Paragraph(
            f"{gate.gates_wrong} of {gate.gates} control questions do not (at most 1 allowed)"
        )
    if note:
        yield Paragraph(f"{NOTE} {note}", TextStyle.FAINT)
    yield GAP
    if gate.passed:
        yield Paragraph("The items of the study come next, without feedback.")
    elif gate.again:
        yield Paragraph(
            "A second form with other items comes next. First read the rubric again (? opens it), "
            "and think about the training items where you differed."
        )
    else:
        yield Paragraph(
            "The calibration ends here, before any item of the study. Send your log to the study's "
            "owner as it is. Coding is hard to learn in one session: the owner may train you "
            "again."
        )
