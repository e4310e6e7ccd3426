"""The gold of a packet, kept in the store: a coder is held to all that the experts said."""

from __future__ import annotations

import json

import pytest

from coders.desk.state import Judgement
from coders.packets.shape import Gold, GoldMark, View
from runners.coding.gold.items import expert_marks, rows_of
from tests.coders.desk.rooms import packet, reply


def judged(said: tuple[str, ...] = (), *, mark: str = "", plain: bool = True) -> Judgement:
    return Judgement(1, mark, (), said, plain, 1, "2026-01-01T00:00:00+00:00", None)


HEDGED = GoldMark(1, "half", ("hedged",), ("hand it",), False, "why", (("give it back",),))


@pytest.mark.parametrize(
    ("judgement", "right"),
    [
        (judged(("hand it",), plain=False), True),
        (judged(("give it back",), plain=False), True),
        (judged(("hand it",)), False),
        (judged(("keep on",), plain=False), False),
        (judged(mark="half"), True),
        (judged(mark="right"), False),
    ],
)
def test_silent_gold_is_distinguished_as_the_gate_does(judgement: Judgement, right: bool) -> None:
    """A half answer taken for a whole one is another judgement, also in content view."""
    of = packet([reply("s")], view=View.CONTENT, gold=[Gold("s", (HEDGED,))])
    kept = expert_marks(json.dumps({"gold": rows_of(of.items, of.gold)}))
    assert kept["s"][1].is_as(judgement) is right


def test_a_control_question_is_passed_either_way() -> None:
    of = packet([reply("s", kind="control")], view=View.CONTENT, gold=[Gold("s", (HEDGED,))])
    kept = expert_marks(json.dumps({"gold": rows_of(of.items, of.gold)}))
    assert kept["s"][1].is_as(judged(("hand it",)))


def test_the_row_of_an_older_packet_is_read_as_far_as_it_goes() -> None:
    """It has the mark, flags and what is said, and not whether that was said plainly."""
    kept = expert_marks(json.dumps({"gold": {"s": [[1, "half", ["hedged"], ["hand it"]]]}}))
    assert kept["s"][1].is_as(judged(("hand it",)))
    assert not kept["s"][1].is_as(judged(("give it back",)))
    assert expert_marks("{}") == {}
