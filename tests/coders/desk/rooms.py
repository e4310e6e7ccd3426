"""A desk for tests: packets made by hand, a clock that ticks, a log in a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import count
from pathlib import Path

from coders.desk.desk import Desk
from coders.desk.log import Log
from coders.packets.shape import (
    CoderKind,
    Gold,
    GoldMark,
    Header,
    Item,
    Line,
    LineKind,
    Packet,
    PacketQuestion,
    QuestionOrder,
    View,
)

NEVER = Fraction(0)
ALWAYS = Fraction(1)
PLACES = ("the basket", "the box", "the garden")


def trial(name: str, *, tests: int = 4, lost: Sequence[int] = (), gate: str = "score zero") -> Item:
    """A trial whose last question is its control: questions 1 to `tests`, then the control."""
    lines = [
        Line(LineKind.STORY, "story 1 of 2: a new conversation"),
        Line(LineKind.TOLD, f"Sally puts the marble into the basket. ({name})"),
    ]
    asked = []
    for number in range(1, tests + 2):
        control = number > tests
        text = "Where is the marble now?" if control else f"Where will Sally look, {number}?"
        lines.append(Line(LineKind.TOLD, text, number))
        lines.append(Line(LineKind.REPLY, f"In the basket, {name} {number}.", number))
        kind = "control" if control else "test"
        asked.append(
            PacketQuestion(number, kind, text, guidance=("Code the place.",), if_failed=gate)
        )
    guide = ((5, "Every answer names the basket."),)
    return Item(name, f"content of {name}", tuple(lines), tuple(asked), guide, lost=tuple(lost))


def reply(name: str, *, candidates: Sequence[str] = PLACES, kind: str = "test") -> Item:
    """One reply in content view."""
    asked = PacketQuestion(1, kind, f"Where will she look? ({name})", candidates=tuple(candidates))
    lines = (
        Line(LineKind.TOLD, asked.text, 1),
        Line(LineKind.REPLY, f"In the basket. ({name})", 1),
    )
    return Item(name, f"content of {name}", lines, (asked,), card=("Anne", "Sally", "the basket"))


def right(item: Item, **other: str) -> Gold:
    """Experts who say right to everything but the questions named `q2="wrong"`."""
    marks = tuple(
        GoldMark(
            asked.number,
            other.get(f"q{asked.number}", "right"),
            said=asked.candidates[:1],
            reason="It names the basket.",
        )
        for asked in item.questions
    )
    return Gold(item.id, marks, None if item.questions[0].candidates else 5)


def packet(
    main: Sequence[Item],
    *,
    view: View = View.RUBRIC,
    training: Sequence[Item] = (),
    gate_a: Sequence[Item] = (),
    gate_b: Sequence[Item] = (),
    gold: Sequence[Gold] | None = None,
    stories: dict[str, tuple[Line, ...]] | None = None,
    lrs_first: Fraction = NEVER,
    masking: Fraction = NEVER,
    masking_last: bool = False,
    fixed_order: bool = False,
    question_order: QuestionOrder = QuestionOrder.CONTROLS,
    coder: str = "Ada",
    name: str = "p1",
) -> Packet:
    """A packet for Ada; gold says right to everything unless it is given."""
    header = Header(
        packet=name,
        batch="b1",
        coder=coder,
        kind=CoderKind.BLIND,
        view=view,
        keyed=False,
        codebook_version="c1",
        tool_version="0.0",
        made="2026-01-01T00:00:00Z",
        items=len(main),
        blind_to=("model", "wording"),
        not_blind_to=("condition",),
        statement="You are blind to model and wording, and not to condition.",
        lrs_first_share=lrs_first,
        masking_share=masking,
        masking_last=masking_last,
        fixed_order=fixed_order,
        question_order=question_order,
    )
    golden = [right(item) for item in (*training, *gate_a, *gate_b)] if gold is None else gold
    return Packet(
        header,
        tuple(training),
        tuple(gate_a),
        tuple(gate_b),
        tuple(main),
        {one.item: one for one in golden},
        stories or {},
        ("alpha/one", "beta/two"),
        "f" * 64,
        "Ada.packet.jsonl",
    )


def ticking(seconds: int = 5) -> Callable[[], str]:
    """A clock that goes on by so many seconds whenever it is looked at."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    looks = count()

    def now() -> str:
        return (start + timedelta(seconds=seconds * next(looks))).isoformat()

    return now


@contextmanager
def opened(folder: Path, of: Packet, *, seconds: int = 5) -> Iterator[Desk]:
    """Ada at her desk, after the welcome."""
    path = folder / f"{of.header.coder}.log.jsonl"
    with Log(path, of, clock=ticking(seconds), tool_version="0.0") as log:
        desk = Desk(of, log)
        if not desk.state.begun:
            desk.begin()
        yield desk


def judge(desk: Desk, *marks: str) -> None:
    """Marks in turn; `ok` confirms the LRS proposed."""
    for mark in marks:
        if mark == "ok":
            proposed = desk.step.proposed
            assert proposed is not None
            desk.lrs(proposed)
        else:
            word, *flags = mark.split("+")
            desk.mark(word, flags)
