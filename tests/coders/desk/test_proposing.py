"""The LRS that a coder is asked to confirm is the one that the score of record will have."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coders.desk.proposing import propose
from coders.desk.state import Judgement
from coders.marks import marked
from coders.packets.shape import Item, PacketQuestion
from dsl.experiment import IfFailed
from dsl.trial import turns
from tests.coders.building import control, question, score, session, trial

MARKS = st.tuples(
    st.sampled_from(["right", "half", "wrong"]),
    st.lists(st.sampled_from(["unclear", "refusal", "irrelevant", "hedged"]), max_size=2),
)


@st.composite
def designs(draw: st.DrawFn) -> tuple[object, Item, list[Judgement]]:
    """A trial of one or two stories, the same as a packet's item, and judgements of it."""
    sessions, asked, judged = [], [], []
    lost: list[int] = []
    for story in range(1, draw(st.integers(1, 2)) + 1):
        own = story == 1
        numbers = {}
        nodes = []
        for name in draw(st.sampled_from([("a",), ("a", "b"), ("a", "b", "c", "d")])):
            worth = draw(st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 3)]))
            nodes.append(question(name, worth=worth))
            numbers[name] = len(asked) + 1
            asked.append(
                PacketQuestion(
                    len(asked) + 1, "test", name, story=story, worth=worth, own_story=own
                )
            )
        for name in draw(st.sampled_from([(), ("gate",), ("gate", "other")])):
            failed = draw(st.sampled_from(list(IfFailed)))
            guards = draw(st.sampled_from([(), ("a",)]))
            nodes.append(control(name, guards=guards, if_failed=failed))
            asked.append(
                PacketQuestion(
                    len(asked) + 1, "control", name, story=story, own_story=own, if_failed=failed,
                    guards=tuple(numbers[one] for one in guards),
                )
            )  # fmt: skip
        sessions.append(session(*nodes, own_story=own))
    for one in asked:
        mark, flags = draw(MARKS)
        if one.is_control and mark == "half":
            mark = "wrong"
        judged.append(Judgement(one.number, mark, tuple(flags), (), True, 1, "", None))
        if draw(st.integers(0, 19)) == 0:
            lost.append(one.number)
    item = Item("i", "c", (), tuple(asked), lost=tuple(lost))
    return trial(*sessions), item, judged


@given(designs())
def test_the_desk_proposes_what_the_score_will_be(
    design: tuple[object, Item, list[Judgement]],
) -> None:
    """Over stories, worths, gates of all three kinds, guards, flags and lost replies."""
    of, item, judged = design
    places = [
        (index, turn.place)
        for index, one in enumerate(of.sessions)  # type: ignore[attr-defined]
        for turn in turns(one.nodes)
        if turn.question is not None
    ]
    verdicts = {
        place: marked(judgement.mark, judgement.flags)
        for place, judgement in zip(places, judged, strict=True)
        if judgement.question not in item.lost
    }
    told = propose(item, {one.question: one for one in judged})
    scored = score(of, verdicts)  # type: ignore[arg-type]
    assert (told.lrs, told.status) == (scored.lrs, scored.status)


def test_a_failed_control_of_a_twin_is_said_to_cost_that_twins_marks() -> None:
    asked = (
        PacketQuestion(1, "test", "a"),
        PacketQuestion(2, "test", "b", story=2, own_story=False),
        PacketQuestion(3, "control", "c", story=2, own_story=False),
    )
    marks = {1: "right", 2: "right", 3: "wrong"}
    judged = {n: Judgement(n, mark, (), (), True, n, "", None) for n, mark in marks.items()}
    told = propose(Item("i", "c", (), asked), judged)
    assert (told.lrs, told.reason) == (
        3,
        "2 right of 2, less what a failed control question guards",
    )


@pytest.mark.parametrize(("marks", "lrs"), [("rrw", 5), ("rww", 0), ("rwr", 5)])
def test_rows_of_one_gate_are_proposed_as_they_are_scored(marks: str, lrs: int) -> None:
    """Two of three rows right pass the gate, which no single wrong row fails."""
    rows = [PacketQuestion(at, "control", "?", gate=1, pass_with=2) for at in (1, 2, 3)]
    words = {"r": "right", "w": "wrong"}
    judged = {
        at: Judgement(at, words[letter], (), (), True, at, "", None)
        for at, letter in enumerate(f"{marks}r", start=1)
    }
    asked = (*rows, PacketQuestion(4, "test", "?"))
    assert propose(Item("i", "c", (), asked), judged).lrs == lrs
