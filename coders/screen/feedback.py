"""After a training item and after a calibration form: how it went, in words."""

from __future__ import annotations

from collections.abc import Iterator

from coders.desk.calibrating import agreement_words, feedback_rows, same_in_words
from coders.desk.steps import GateResult, Step
from coders.desk.welcome import NOTE
from coders.screen.page import GAP, Look, Words
from coders.screen.transcript import item_page


def feedback_page(step: Step) -> tuple[Words, ...]:
    """The coder's codes beside the experts', question by question, and the transcript below."""
    return tuple(_feedback(step))


def _feedback(step: Step) -> Iterator[Words]:
    if step.item is None or step.gold is None:
        return
    lrs = step.standing if step.standing is not None else step.proposed
    rows = feedback_rows(step.item, step.judged, step.gold, lrs)
    yield Words("How the experts coded it", Look.HEADING)
    yield Words(agreement_words(rows))
    several = len(step.item.questions) > 1
    for row in rows:
        if not row.told_apart:
            continue
        yield GAP
        what = f"question {row.question}, {row.text}" if row.question and several else row.text
        told = "you agree" if row.agree else "you differ"
        if row.agree and row.yours != row.experts:
            told = "the mark is the same, the flags are not"
        yield Words(f"{what}: {told}", Look.STRONG)
        yield Words(row.yours, label="you")
        yield Words(row.experts, label="experts")
        if row.reason:
            yield Words(row.reason, label="because")
    same = same_in_words(rows)
    if same:
        yield GAP
        yield Words(f"the same as the experts': {same}" if several else "you agree: " + same)
    yield GAP
    yield Words("The item once more", Look.HEADING)
    yield GAP
    yield from item_page(step.item, step.judged)


def gate_page(gate: GateResult | None, note: str) -> tuple[Words, ...]:
    """How a calibration form went, and what comes next. `note` is the gold's own."""
    return tuple(_gate(gate, note))


def _gate(gate: GateResult | None, note: str) -> Iterator[Words]:
    if gate is None:
        return
    yield Words(f"Calibration, form {gate.form[-1:]}", Look.HEADING)
    yield GAP
    yield Words("passed" if gate.passed else "not passed", Look.STRONG)
    yield Words(f"{gate.right} of {gate.marks} marks were as the experts gave them (90% needed)")
    if gate.gates:
        yield Words(f"{gate.gates_wrong} of {gate.gates} control questions were not (1 at most)")
    if note:
        yield Words(f"{NOTE} {note}", Look.FAINT)
    yield GAP
    if gate.passed:
        yield Words("The items of the study come next. There is no feedback any more.")
    elif gate.again:
        yield Words(
            "A second form comes next, with other items. Read the rubric again before (? opens "
            "it), and think about where the training items surprised you."
        )
    else:
        yield Words(
            "The calibration ends here, and nothing of the study is shown. Send your log to the "
            "study's owner as it is. A set of marks is hard to learn in one sitting: the owner may "
            "train you again."
        )
