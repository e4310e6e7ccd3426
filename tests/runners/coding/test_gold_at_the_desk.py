"""The gold that ships, coded at a real desk: by one who codes as it says, and by one who does not
read.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from coders.desk.desk import Desk
from coders.desk.state import GateResult
from coders.desk.steps import StepKind
from coders.packets.shape import GoldMark, Packet, PacketQuestion, Phase, View
from dsl.record import replace
from tests.coders.desk.rooms import opened, packet
from tests.coders.starter import items

Coder = Callable[[GoldMark, PacketQuestion], GoldMark]


def golden(view: View, *, forms: bool = False) -> Packet:
    """A packet of the starter's training and first form, with silent gold for the study's items;
    or of both forms alone.
    """
    found = items(view)
    every = [one for phase in Phase for one in found.of(phase)]
    training, gate_a, gate_b, silent = (
        [one.item for one in found.of(phase)]
        for phase in (Phase.TRAINING, Phase.GATE_A, Phase.GATE_B, Phase.SILENT)
    )
    return packet(
        silent if view is View.RUBRIC else silent[:3],
        view=view,
        training=() if forms else training,
        gate_a=gate_a,
        gate_b=gate_b if forms else (),
        gold=[one.gold for one in every],
    )


def coded(desk: Desk, coder: Coder, *, until: StepKind = StepKind.READY) -> list[GateResult]:
    """Codes on until there is a step of that kind, and gives how the forms went. Wherever all of an
    item is coded as gold has it, the LRS proposed must be gold's.
    """
    gates: list[GateResult] = []
    while desk.step.kind is not until:
        step = desk.step
        match step.kind:
            case StepKind.JUDGE:
                assert step.item is not None
                assert step.question is not None
                gold = desk.packet.gold[step.item.id]
                marks = {mark.question: mark for mark in gold.marks}
                # A reply that only decides what is said next has no code in gold; those of a
                # training are right in all of it.
                chosen = GoldMark(step.question.number, "right", said=step.question.candidates[:1])
                mark = marks.get(step.question.number)
                given = chosen if mark is None else coder(mark, step.question)
                flags = given.flags
                if step.question.candidates:
                    flags = tuple(f for f in flags if f not in {"refusal", "hedged"})
                    desk.said(given.said, plain=given.plain, flags=flags)
                else:
                    desk.mark(given.mark, flags)
            case StepKind.LRS:
                assert step.item is not None
                assert step.proposed is not None
                gold = desk.packet.gold[step.item.id]
                if coder is as_the_experts:
                    assert step.proposed == gold.lrs, step.why
                desk.lrs(step.proposed)
            case StepKind.GATE_RESULT:
                assert step.gate is not None
                gates.append(step.gate)
                desk.seen()
            case StepKind.FEEDBACK:
                desk.seen()
            case StepKind.HYPOTHESIS:
                desk.hypothesis("no idea")
            case _:
                raise AssertionError(step)
    return gates


def as_the_experts(mark: GoldMark, asked: PacketQuestion) -> GoldMark:
    del asked
    return mark


def without_reading(mark: GoldMark, asked: PacketQuestion) -> GoldMark:
    """Everything is right; or, where something is offered, the first."""
    return GoldMark(mark.question, "right", said=asked.candidates[:1])


@pytest.mark.parametrize("view", [View.RUBRIC, View.CONTENT])
def test_who_codes_as_the_experts_passes_with_every_mark(view: View, tmp_path: Path) -> None:
    """In rubric view the desk's own proposal is the LRS that the gold states, item for item."""
    with opened(tmp_path, golden(view)) as desk:
        (gate,) = coded(desk, as_the_experts)
        assert (gate.form, gate.right, gate.marks, gate.gates_wrong, gate.passed) == (
            "gate A",
            312,
            312,
            0,
            True,
        )


def test_who_does_not_read_fails_both_forms(tmp_path: Path) -> None:
    """Saying right to everything gets the 138 right ones of 312."""
    with opened(tmp_path, golden(View.RUBRIC, forms=True)) as desk:
        coded(desk, without_reading, until=StepKind.ENDED)
        gate = desk.step.gate
        assert gate is not None
        assert (gate.form, gate.right, gate.marks) == ("gate B", 138, 312)
        assert (gate.passed, gate.again) == (False, False)


def in_other_words(mark: GoldMark, asked: PacketQuestion) -> GoldMark:
    """As the experts, but by the last of the candidates that say the same."""
    del asked
    if not mark.alike:
        return mark
    return replace(mark, said=tuple(more[-1] for more in mark.alike))


def test_who_chooses_another_accepted_wording_is_not_failed_for_it(tmp_path: Path) -> None:
    """Of scripts that accept an answer in many wordings, content view offers them all."""
    of = golden(View.CONTENT)
    several = [m for one in of.gate_a for m in of.gold[one.id].marks if m.alike]
    assert len(several) > 20
    with opened(tmp_path, of) as desk:
        (gate,) = coded(desk, in_other_words)
        assert (gate.right, gate.marks, gate.gates_wrong, gate.passed) == (312, 312, 0, True)
