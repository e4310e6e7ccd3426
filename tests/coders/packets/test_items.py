"""A trial becomes items with its story and its answers, and nothing about where it is from."""

from __future__ import annotations

from fractions import Fraction

from coders.packets.candidate_answers import CandidateAnswers
from coders.packets.codebook import guide_of
from coders.packets.file import to_json
from coders.packets.items import Answers, Masks, content_drafts, rubric_draft, sealed, shuffled
from coders.packets.masking import NameMask
from coders.packets.neutral import Neutral
from coders.packets.shape import Item, Line, LineKind, PacketQuestion
from dsl.expand import Expander
from dsl.record import replace
from dsl.trial import Cell, Fork, Node, Question, Turn
from renderers.coder_view import Speaker
from tests.coders.packets.stories import answered, experiment, trial


def say(question: Question | None) -> str:
    name = question.name if question is not None else ""
    return {"before": "A", "look": "On the **shelf**, says ChatGPT.", "sure": " "}.get(
        name, "None."
    )


TOLD = trial()
ANSWERS = answered(TOLD, say)
STORY = "Otto puts a cup on the shelf and goes away. Somebody puts the cup on the table."
MASKS = Masks(NameMask(()))


def test_every_kind_of_speech_is_a_kind_of_line() -> None:
    assert {kind.value for kind in Speaker} < {kind.value for kind in LineKind}


def test_a_rubric_item_is_the_whole_transcript_with_its_questions() -> None:
    guide = guide_of(Expander(experiment()), TOLD.cell, 1)
    draft = rubric_draft(TOLD, ANSWERS, guide=guide, masks=MASKS)
    first = [(line.kind.value, line.text, line.question) for line in draft.item.lines[:11]]
    assert first == [
        ("story", "story 1 of 2: a new conversation", 0),
        ("told", STORY, 0),
        ("copy", "copy 1 of 4 of the conversation so far", 0),
        ("told", "Where was the cup at first?\n\nA) The shelf\nB) The table", 1),
        ("reply", "A", 1),
        ("copy", "copy 2 of 4 of the conversation so far", 0),
        ("told", "Where will Otto look for the cup?", 2),
        ("reply", "On the **shelf**, says [A NAME].", 2),
        ("copy", "copy 3 of 4 of the conversation so far", 0),
        ("told", "Is Otto sure?", 3),
        ("reply", "(no words came)", 3),
    ]
    assert draft.item.questions[:2] == (
        PacketQuestion(
            1,
            "control",
            "Where was the cup at first?\n\nA) The shelf\nB) The table",
            guards=(2,),
        ),
        PacketQuestion(
            2,
            "test",
            "Where will Otto look for the cup?",
            guidance=("The last word counts.",),
            examples=(("right", "On the shelf."),),
        ),
    )
    twin = draft.item.question(4)
    assert (twin.story, twin.own_story, twin.guards) == (2, False, (5,))
    assert draft.item.guide == ((5, "Twice the shelf."),)
    assert draft.masked == ((8, "ChatGPT"), (22, "ChatGPT"))
    assert draft.places[1] == (2, 0, "alone/test look")


def test_the_key_is_next_to_the_questions_of_a_keyed_packet_only() -> None:
    keyed = rubric_draft(TOLD, ANSWERS, keyed=True).item.question(2)
    assert (keyed.accepted, keyed.lures) == (("shelf",), ("table",))
    plain = rubric_draft(TOLD, ANSWERS).item.question(2)
    assert (plain.accepted, plain.lures, plain.candidates) == ((), (), ())


def test_a_lost_reply_is_shown_as_lost() -> None:
    place = (0, "alone/test look")
    lost = Answers({**ANSWERS.texts, place: "On the sh"}, frozenset({place}))
    item = rubric_draft(TOLD, lost).item
    assert item.lost == (2,)
    assert Line(LineKind.REPLY, "On the sh", 2) in item.lines


def test_the_weight_of_a_question_is_its_own_times_its_versions() -> None:
    sessions = (TOLD.sessions[0], replace(TOLD.sessions[1], worth=Fraction(1, 3)))
    asked = rubric_draft(replace(TOLD, sessions=sessions), ANSWERS).item.questions
    assert [one.worth for one in asked] == [1, 1, 1, *[Fraction(1, 3)] * 3]


def test_a_gate_that_guards_no_test_of_its_story_stops_nothing() -> None:
    sessions = tuple(
        replace(session, nodes=tuple(map(_without_look, session.nodes)))
        for session in TOLD.sessions
    )
    control = rubric_draft(replace(TOLD, sessions=sessions), ANSWERS).item.question(1)
    assert (control.guards, control.if_failed) == ((), "count anyway")


def _without_look(node: Node) -> Node:
    assert isinstance(node, Fork)
    kept = tuple(
        branch
        for branch in node.branches
        if not (isinstance(branch[0], Turn) and "look" in branch[0].place)
    )
    return Fork(kept)


def test_a_content_item_is_one_question_its_reply_and_what_any_cell_could_make_right() -> None:
    shared = CandidateAnswers(Expander(experiment(), seed=TOLD.seed)).of(TOLD)
    drafts = list(content_drafts(TOLD, ANSWERS, shared, masks=MASKS))
    assert len(drafts) == 6
    look = drafts[1]
    assert look.item.lines == (
        Line(LineKind.TOLD, "Where will Otto look for the cup?", 1),
        Line(LineKind.REPLY, "On the **shelf**, says [A NAME].", 1),
    )
    (asked,) = look.item.questions
    assert sorted(asked.candidates) == ["shelf", "shelf or table", "table"]
    assert replace(asked, candidates=()) == PacketQuestion(
        1, "test", "Where will Otto look for the cup?", guidance=("The last word counts.",)
    )
    assert sorted(drafts[2].item.questions[0].candidates) == ["no", "yes"]
    assert look.item.card == ("Otto", "shelf", "table")
    assert look.places == ((1, 0, "alone/test look"),)
    assert [(line.kind.value, line.question) for line in look.story] == [("told", 1), ("reply", 1)]
    assert look.story[0].text == f"{STORY}\n\nWhere will Otto look for the cup?"


def test_a_reply_that_was_lost_is_no_item_of_content_view() -> None:
    place = (0, "alone/test look")
    shared = CandidateAnswers(Expander(experiment(), seed=TOLD.seed)).of(TOLD)
    lost = Answers(ANSWERS.texts, frozenset({place}))
    drafts = content_drafts(TOLD, lost, shared)
    assert [draft.places[0][2] for draft in drafts] == [
        "alone/control before",
        "alone/test sure",
        "watched/control before",
        "watched/test look",
        "watched/test sure",
    ]


def test_replies_are_set_plain_and_words_neutral_where_that_is_wanted() -> None:
    neutral = Neutral(experiment()).of(TOLD.words)
    masks = Masks(NameMask(()), plain=True, neutral=neutral)
    item = rubric_draft(TOLD, ANSWERS, guide=((5, "Twice the shelf."),), masks=masks).item
    texts = [line.text for line in item.lines if line.question in {1, 2}]
    assert texts == [
        "Where was the cup at first?\n\nA) The PLACE 1\nB) The PLACE 2",
        "A",
        "Where will CHARACTER 1 look for the cup?",
        "On the PLACE 1, says [A NAME].",
    ]
    assert item.guide == ((5, "Twice the PLACE 1."),)
    assert "shelf" not in str(to_json(item))


def test_with_neutral_words_every_wording_and_draw_gives_the_same_items() -> None:
    made = experiment()
    found = set()
    for wording in ("original", "permuted"):
        for draw in range(1, 5):
            told = Expander(made).trial(Cell(TOLD.cell.levels, wording), draw=draw)
            masks = Masks(neutral=Neutral(made).of(told.words))
            answers = answered(told, lambda question: "I do not know.")
            found.add(rubric_draft(told, answers, masks=masks).item.content)
    assert len(found) == 1


def test_a_content_hash_covers_all_but_the_id_and_the_order_of_what_is_offered() -> None:
    item = sealed(Item("a", "", (), (PacketQuestion(1, "test", "?", candidates=("x", "y", "z")),)))
    again = sealed(Item("b", "", (), (PacketQuestion(1, "test", "?", candidates=("z", "y", "x")),)))
    assert item.content == again.content
    assert shuffled(item).questions == shuffled(again).questions
    other = sealed(replace(item, lost=(1,)))
    assert other.content != item.content


def test_what_is_offered_stands_in_an_order_of_the_items_own() -> None:
    firsts = set()
    for number in range(40):
        asked = PacketQuestion(1, "test", f"{number}?", candidates=("x", "y", "z"))
        firsts.add(shuffled(sealed(Item("", "", (), (asked,)))).questions[0].candidates)
    assert len(firsts) == 6
