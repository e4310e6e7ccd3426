"""What a person reads who is about to code."""

from __future__ import annotations

from coders.desk.welcome import WelcomePart, welcome
from coders.packets.shape import Line, LineKind, View
from dsl.record import replace
from tests.coders.desk.rooms import packet, reply, trial

LEAVING = (
    "Every judgement is kept the moment it is made. Leave whenever you like with q: the same "
    "command comes back to the same place. An hour at a time is enough."
)


def test_a_person_is_told_what_to_do_what_is_hidden_and_how_much_it_is() -> None:
    of = packet(
        [trial("one", tests=2), trial("two", tests=1, lost=[1])],
        training=[trial("t", tests=1)],
        gate_a=[trial("a", tests=1), trial("b", tests=1)],
        gate_b=[trial("c", tests=1)],
    )
    header = replace(of.header, blind_to=("the model", "the run"), not_blind_to=("the story",))
    assert welcome(replace(of, header=header))[1:] == (
        WelcomePart(
            "How long it takes",
            (
                "1 item to learn by, with what experts said of each and why; then 2 items without "
                "that: nine tenths of your marks have to be theirs, with a second try on others; "
                "then 2 items of the study, with 4 replies to judge. After the first few you "
                "are told how much time is left.",
                LEAVING,
            ),
        ),
        WelcomePart(
            "You are not told",
            (),
            ("the model", "the run"),
            (
                "Please do not try to find it out: do not look up the study, the stories or the "
                "people in them, and do not speak about the items with anybody before all coders "
                "have handed in.",
            ),
        ),
        WelcomePart("You may see all the same", (), ("the story",)),
    )


def test_copies_and_accepted_answers_are_explained_where_there_are_some() -> None:
    of = packet([trial("one")])
    assert len(welcome(of)[0].paragraphs) == 1
    lines = (*of.main[0].lines, Line(LineKind.COPY, "copy 2 of 6 of the conversation so far"))
    copied = replace(
        of, main=(replace(of.main[0], lines=lines),), header=replace(of.header, keyed=True)
    )
    assert welcome(copied)[0].paragraphs[1:] == (
        '"copy 2 of 6" in a transcript means that each of these questions was asked in a copy of '
        "the conversation of its own: who answered one had not seen the others.",
        "What counts as right is shown with each question.",
    )


def test_what_is_hidden_is_listed_as_the_packet_has_it() -> None:
    of = packet([reply("one")], view=View.CONTENT)
    named = replace(of.header, blind_to=("the condition",), not_blind_to=("the wording",))
    parts = welcome(replace(of, header=named))
    assert [part.listed for part in parts] == [(), (), ("the condition",), ("the wording",)]
    assert parts[1].paragraphs[0].startswith("1 item of the study. ")
