"""A coder beside the experts: the feedback of training, and the calibration gate.

Marks are compared, not the LRS: a coder wrong on fifteen marks in a hundred passes an LRS agreement
of .80 nearly always. Flags are shown in training and do not fail anybody; a half mark is a mark of
its own, and half of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from coders.desk.keys import mark_keys
from coders.desk.offered_answers import says_the_same
from coders.desk.state import GateResult, Judgement, LogState
from coders.packets.shape import Gold, GoldMark, Item, PacketQuestion
from dsl.record import record

PASS_SHARE = (9, 10)
"""At least nine tenths of the marks of a form."""

GATES_ALLOWED = 1
"""How many control questions of a form may be judged otherwise than the experts did."""

GATE_RULE = (
    f"Calibration is passed with {100 * PASS_SHARE[0] // PASS_SHARE[1]}% of the marks as in the "
    f"gold and at most {GATES_ALLOWED} control question not."
)
"""The same in a sentence."""


@record
class FeedbackRow:
    """One question of a training item: the coder's code and the experts', in words.

    `question` is 0 in the row of the whole item's LRS. `agree`: the marks are the same, whatever
    the flags. `reason` is the experts'.
    """

    question: int
    text: str
    yours: str
    experts: str
    agree: bool
    reason: str

    @property
    def told_apart(self) -> bool:
        """Whether there is something to learn from it: another code, or a reason."""
        return self.yours != self.experts or bool(self.reason)


def agrees(judgement: Judgement, gold: GoldMark, *, control: bool) -> bool:
    """Whether a coder marked a reply, or said what it says, as the experts did.

    A control question is passed also where it was not answered plainly.
    """
    if not gold.said or judgement.mark:
        return judgement.mark == gold.mark
    same = says_the_same(judgement.said, gold.said, gold.alike)
    return same and (control or judgement.plain == gold.plain)


def in_words(judgement: Judgement, asked: PacketQuestion) -> str:
    """A judgement as a coder would say it: `half right, hedged`; `failed`; `box, not plainly`."""
    return _words(judgement.mark, judgement.said, judgement.plain, judgement.flags, asked)


def feedback_rows(
    item: Item, judged: Mapping[int, Judgement], gold: Gold, lrs: int | None = None
) -> tuple[FeedbackRow, ...]:
    """A training item question by question, and its LRS where the experts gave one.

    Other marks come first, then other flags, then what is the same: an item has many questions, and
    what is to be learnt from it must not stand on the fifth page.
    """
    rows = []
    for mark in gold.marks:
        asked = item.question(mark.question)
        judgement = judged.get(mark.question)
        if judgement is None:
            continue
        same = agrees(judgement, mark, control=asked.is_control)
        # Another accepted wording is no other answer: shown beside the coder's it would seem one.
        said = () if judgement.mark else judgement.said if same else mark.said
        experts = _words(mark.mark if not said else "", said, mark.plain, mark.flags, asked)
        rows.append(
            FeedbackRow(
                mark.question,
                asked.text,
                in_words(judgement, asked),
                experts,
                same,
                mark.reason,
            )
        )
    if gold.lrs is not None and lrs is not None:
        rows.append(
            FeedbackRow(0, "LRS", str(lrs), str(gold.lrs), lrs == gold.lrs, gold.reason),
        )
    return tuple(sorted(rows, key=lambda row: (row.agree, row.yours == row.experts)))


def agreement_words(rows: Sequence[FeedbackRow]) -> str:
    """How far a coder and the experts agree on a training item, as a sentence."""
    marks = sum(not row.agree for row in rows)
    flags = sum(row.agree and row.yours != row.experts for row in rows)
    if not marks and not flags:
        return "You agree on everything."
    told = f"You differ on {marks} of {len(rows)}" if marks else "You agree on every mark"
    more = f"{'and on' if marks else 'but not on'} the flags of {flags}" if flags else ""
    return f"{told}, {more}." if more else f"{told}."


def same_in_words(rows: Sequence[FeedbackRow]) -> str:
    """What is the same and needs no words: `passed 1 3 4; right 6`; empty where there is none."""
    by_code: dict[str, list[str]] = {}
    for row in rows:
        if not row.told_apart:
            name = f" {row.question}" if row.question else ""
            by_code.setdefault(f"LRS {row.yours}" if not name else row.yours, []).append(name)
    return "; ".join(f"{code}{''.join(names)}" for code, names in by_code.items())


def gate_result(
    form: str,
    items: Sequence[Item],
    gold: Mapping[str, Gold],
    state: LogState,
    *,
    again: bool,
) -> GateResult:
    """How a finished form went. `again`: there is another form, should this one be failed."""
    judged = (
        (judgement, mark, item.question(mark.question).is_control)
        for item in items
        for mark in (gold[item.id].marks if item.id in gold else ())
        if (judgement := state.codes(item.id).judgements.get(mark.question)) is not None
    )
    return gate_count(form, judged, again=again)


def gate_count(
    form: str, judged: Iterable[tuple[Judgement, GoldMark, bool]], *, again: bool = False
) -> GateResult:
    """How a form went by its judgements, each with the experts' mark and whether it is of a control
    question.
    """
    right = marks = gates = gates_wrong = 0
    for judgement, mark, control in judged:
        same = agrees(judgement, mark, control=control)
        if control:
            gates += 1
            gates_wrong += not same
        else:
            marks += 1
            right += same
    share, of = PASS_SHARE
    passed = right * of >= marks * share and gates_wrong <= GATES_ALLOWED
    return GateResult(form, right, marks, gates_wrong, passed, gates, again and not passed)


def why_failed(gate: GateResult) -> str:
    """Why a form was failed; empty if it was passed, or if only the log says that it was failed."""
    share, of = PASS_SHARE
    reasons = []
    if gate.right * of < gate.marks * share:
        reasons.append(f"fewer than {100 * share // of}% of the marks right")
    if gate.gates_wrong > GATES_ALLOWED:
        reasons.append(f"{gate.gates_wrong} control questions wrong")
    return "" if gate.passed else " and ".join(reasons)


def _words(
    mark: str, said: Sequence[str], plain: bool, flags: Sequence[str], asked: PacketQuestion
) -> str:
    if mark:
        told = {key.value: key.words for key in mark_keys(asked)}.get(mark, mark)
    else:
        told = " and ".join(said)
    hedged = [] if plain or mark else ["not plainly"]
    others = [flag for flag in flags if mark or flag != "hedged"]
    return ", ".join([told, *hedged, *others])
