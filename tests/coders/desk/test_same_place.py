"""A desk is found from its log: whatever was done, the same log gives the very same step."""

from __future__ import annotations

import random
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest

from coders.desk.desk import Desk
from coders.desk.log import Log, read_log
from coders.desk.next_step import find_step
from coders.desk.state import replay
from coders.desk.steps import NO_IDEA, WORDINGS, Refused, StepKind
from coders.marks import Flag
from coders.packets.shape import Packet, View
from tests.coders.desk.rooms import packet, reply, ticking, trial

RUBRIC = packet(
    [trial("one"), trial("two", lost=[1]), trial("three", tests=2, gate="exclude"), trial("four")],
    training=[trial("t1", tests=1), trial("t2", tests=1)],
    lrs_first=Fraction(1, 2),
    masking=Fraction(1, 2),
)
GATED = packet([trial("one")], gate_a=[trial("a1", tests=1)], gate_b=[trial("b1", tests=1)])
CONTENT = packet(
    [reply(f"r{number}") for number in range(5)] + [reply("free", candidates=[])],
    view=View.CONTENT,
    training=[reply("t1")],
    masking=Fraction(1, 2),
)


def some_act(desk: Desk, dice: random.Random) -> None:
    """One act, sensible or not."""
    step = desk.step
    flags = dice.sample(list(Flag), dice.choice([0, 0, 0, 1]))
    acts = [
        lambda: desk.mark(dice.choice(["right", "right", "half", "wrong"]), flags),
        lambda: desk.said([dice.choice(["the basket", "the box", "a hole"])], flags=flags),
        lambda: desk.lrs(dice.choice([step.proposed or 0, dice.randrange(6)]), "so"),
        desk.keep,
        desk.seen,
        lambda: desk.masking(dice.choice(["alpha/one", NO_IDEA]), dice.choice(WORDINGS)),
        lambda: desk.hypothesis("no idea"),
    ]
    rarely = [
        desk.undo,
        lambda: desk.go_to(dice.randrange(1, 7), dice.choice([0, 0, 1, 2])),
        lambda: desk.skip("so"),
        lambda: desk.note("so", dice.choice([0, 1])),
        lambda: desk.reveal("card"),
        desk.close,
        desk.reopen,
    ]
    dice.choice(rarely if dice.random() < 0.25 else acts)()


@pytest.mark.parametrize("of", [RUBRIC, GATED, CONTENT], ids=["rubric", "gated", "content"])
@pytest.mark.parametrize("seed", range(6))
def test_after_any_acts_the_log_alone_gives_the_same_step(
    of: Packet, seed: int, tmp_path: Path
) -> None:
    """Four hundred acts at random: refused ones change nothing, and every event is taken up alike
    one by one and all at once.
    """
    dice = random.Random(seed)
    path = tmp_path / "Ada.log.jsonl"
    done = 0
    with Log(path, of, clock=ticking(), tool_version="0.0") as log:
        desk = Desk(of, log)
        desk.begin()
        for _ in range(400):
            before, size = desk.step, len(log.events)
            try:
                some_act(desk, dice)
                done += 1
            except Refused:
                assert (desk.step, len(log.events)) == (before, size)
            anew = replay(log.events)
            assert anew == desk.state
            assert find_step(of, anew) == desk.step
        last = desk.step
    assert done > 60 or last.kind is StepKind.ENDED
    events = read_log(path.read_text(encoding="utf-8"), "the log")
    assert find_step(of, replay(events)) == last


@pytest.mark.parametrize("seed", range(4))
def test_taking_everything_back_leads_to_the_beginning(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    of = packet([trial("one", tests=2), trial("two", tests=2)], masking=Fraction(1, 2))
    with Log(tmp_path / "log", of, clock=ticking(), tool_version="0.0") as log:
        desk = Desk(of, log)
        desk.begin()
        first = desk.step
        for _ in range(100):
            with suppress(Refused):
                some_act(desk, dice)
        for _ in range(len(desk.state.undoable)):
            desk.undo()
        with pytest.raises(Refused):
            desk.undo()
        for codes in desk.state.items.values():
            assert (codes.judgements, codes.lrs, codes.first_lrs, codes.masking) == (
                {}, None, None, None,
            )  # fmt: skip
            assert (codes.notes, codes.skips) == ({}, 0)
        desk.go_to(1)
        assert desk.step == first


def test_any_packet_can_be_coded_to_its_end(tmp_path: Path) -> None:
    """Whoever does what is asked, and nothing else, gets to handing in."""
    for number, of in enumerate((RUBRIC, GATED, CONTENT)):
        path = tmp_path / str(number)
        with Log(path, of, clock=ticking(), tool_version="0.0") as log:
            desk = Desk(of, log)
            desk.begin()
            for _ in range(200):
                if desk.step.kind is StepKind.READY:
                    break
                what_is_asked(desk)
            assert desk.lock().kind is StepKind.LOCKED
            assert {item.id for item in of.main} <= set(desk.state.items)


def what_is_asked(desk: Desk) -> None:
    step = desk.step
    match step.kind:
        case StepKind.JUDGE if step.question is not None and step.question.candidates:
            desk.said(step.question.candidates[:1])
        case StepKind.JUDGE:
            desk.mark("right")
        case StepKind.LRS_FIRST:
            desk.lrs(4)
        case StepKind.LRS:
            desk.lrs(step.proposed or 0)
        case StepKind.MASKING:
            desk.masking(NO_IDEA, NO_IDEA)
        case StepKind.HYPOTHESIS:
            desk.hypothesis("no idea")
        case _:
            desk.seen()
