"""What a person reads who is about to code."""

from __future__ import annotations

from coders.desk.welcome import welcome
from coders.packets.shape import Line, LineKind, Packet, View
from dsl.record import replace
from tests.coders.desk.rooms import packet, reply, trial

LEAVING = (
    "Every judgement is saved at once. Leave whenever you like with q; the same command continues "
    "at the same place. Code for at most an hour at a time."
)


def told(of: Packet) -> list[str]:
    return [paragraph.text for paragraph in welcome(of)]


def test_a_person_reads_what_to_do_what_is_hidden_and_how_much_it_is() -> None:
    of = packet(
        [trial("one", tests=2), trial("two", tests=1, lost=[1])],
        training=[trial("t", tests=1)],
        gate_a=[trial("a", tests=1), trial("b", tests=1)],
        gate_b=[trial("c", tests=1)],
    )
    header = replace(of.header, blind_to=("the model", "the run"), not_blind_to=("the story",))
    page = told(replace(of, header=header))
    assert page[page.index("How long it takes") :] == [
        "How long it takes",
        "1 item for training, with the experts' codes and reasons; then 2 items for "
        "calibration: 90% of your marks must agree with theirs, with a second attempt on "
        "other items; then 2 items of the study, with 4 replies to judge. After the first "
        "few items you see how much time is left.",
        "The items come in an order of their own; g goes to any of them, which is logged.",
        LEAVING,
        "",
        "You are not told:",
        "- the model",
        "- the run",
        "Please do not try to find out: do not look up the study or its stories, and do "
        "not talk about the items with anybody before all coders have handed in.",
        "",
        "You may still notice:",
        "- the story",
        "",
    ]


def test_a_packet_with_a_fixed_order_says_so() -> None:
    of = packet([trial("one")], fixed_order=True)
    assert "The items come in a fixed order; g goes back to those that you have seen." in told(of)


def test_copies_and_accepted_answers_are_explained_where_there_are_some() -> None:
    of = packet([trial("one")])
    page = told(of)
    assert page.index("") == 2
    lines = (*of.main[0].lines, Line(LineKind.COPY, "copy 2 of 6 of the conversation so far"))
    copied = replace(
        of, main=(replace(of.main[0], lines=lines),), header=replace(of.header, keyed=True)
    )
    page = told(copied)
    assert page[2 : page.index("")] == [
        '"copy 2 of 6" in a transcript means that each of these questions was asked in a separate '
        "copy of the conversation: the replies did not depend on each other.",
        "What counts as right is shown with each question.",
    ]


def test_what_is_hidden_is_listed_as_the_packet_has_it() -> None:
    of = packet([reply("one")], view=View.CONTENT)
    named = replace(of.header, blind_to=("the condition",), not_blind_to=("the wording",))
    page = told(replace(of, header=named))
    assert [line for line in page if line.startswith("- ")] == ["- the condition", "- the wording"]
    assert any(line.startswith("1 item of the study. ") for line in page)
