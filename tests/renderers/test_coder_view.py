"""A coder reads what the participant had, and no name of anything."""

from __future__ import annotations

from fractions import Fraction

from dsl.experiment import IfFailed, Order, Scorer
from dsl.tree import QuestionKind
from dsl.trial import Cell, Fork, Key, Node, Question, ScriptedTurn, Session, Trial, Turn
from renderers.coder_view import asked_words, conversation, reply_words, story_to


def asking(text: str, *options: str) -> Question:
    key = Key((), (), (), Scorer.MATCH, 0, 0)
    return Question(
        QuestionKind.TEST,
        "the hidden name",
        "",
        text,
        options,
        Order.FIXED,
        None,
        (),
        key,
        Fraction(1),
        (),
        IfFailed.SCORE_ZERO,
        None,
    )


def trial(*sessions: Session) -> Trial:
    cell = Cell((("condition", "secret"),), "permuted")
    return Trial("secret title", cell, 1, 1, 1, (), (), sessions)


def session(*nodes: Node, system: tuple[str, ...] = ()) -> Session:
    return Session((("version", "secret twin"),), True, Fraction(1), system, nodes)


def shown(told: Trial, replies: dict[tuple[int, str], str]) -> list[tuple[str, str]]:
    return [(speech.speaker.value, speech.text) for speech in conversation(told, replies)]


FORKED = session(
    ScriptedTurn(("Here is a hill.",), "I see it."),
    Fork(
        (
            (Turn("a", ("A ball rolls.", "It stops."), asking("Why?")),),
            (
                Turn("b", ("A ball rolls.",), asking("Where is it?", "up", "down")),
                Fork(((Turn("c", (), asking("Sure?")),), (Turn("d", (), None),))),
            ),
        )
    ),
    Turn("e", ("Then it gets dark.",), asking("What now?")),
    system=("Be brief.",),
)
REPLIES = {(0, "a"): "wind", (0, "b"): "B) down", (0, "c"): "yes", (0, "d"): " ", (0, "e"): "hm"}


def test_a_trunk_is_shown_once_and_each_copy_after_it() -> None:
    assert shown(trial(FORKED), REPLIES) == [
        ("system", "Be brief."),
        ("told", "Here is a hill."),
        ("scripted", "I see it."),
        ("told", "A ball rolls."),
        ("copy", "copy 1 of 2 of the conversation so far"),
        ("told", "It stops.\n\nWhy?"),
        ("reply", "wind"),
        ("copy", "copy 2 of 2 of the conversation so far"),
        ("told", "Where is it?\n\nA) up\nB) down"),
        ("reply", "B) down"),
        ("copy", "copy 1 of 2 of copy 2"),
        ("told", "Sure?"),
        ("reply", "yes"),
        ("copy", "copy 2 of 2 of copy 2"),
        ("reply", "(no words came)"),
        ("copy", "back to the conversation so far, as it was before the copies"),
        ("told", "Then it gets dark.\n\nWhat now?"),
        ("reply", "hm"),
    ]


def test_versions_are_numbered_and_never_named() -> None:
    one = session(Turn("x", ("A story.",), asking("Who?")))
    told = trial(one, one)
    assert shown(told, {(0, "x"): "she", (1, "x"): "he"}) == [
        ("story", "story 1 of 2: a new conversation"),
        ("told", "A story.\n\nWho?"),
        ("reply", "she"),
        ("story", "story 2 of 2: a new conversation"),
        ("told", "A story.\n\nWho?"),
        ("reply", "he"),
    ]
    assert "secret" not in str(shown(told, {}))


def test_every_told_and_reply_line_knows_the_turn_it_belongs_to() -> None:
    places = [(s.speaker.value, s.place) for s in conversation(trial(FORKED), REPLIES) if s.place]
    assert places == [
        ("told", (0, "a")),
        ("reply", (0, "a")),
        ("told", (0, "b")),
        ("reply", (0, "b")),
        ("told", (0, "c")),
        ("reply", (0, "c")),
        ("reply", (0, "d")),
        ("told", (0, "e")),
        ("reply", (0, "e")),
    ]


def test_the_story_to_a_question_leaves_other_copies_out() -> None:
    story = story_to(trial(FORKED), (0, "c"), REPLIES)
    assert [(speech.speaker.value, speech.text) for speech in story] == [
        ("system", "Be brief."),
        ("told", "Here is a hill."),
        ("scripted", "I see it."),
        ("told", "A ball rolls.\n\nWhere is it?\n\nA) up\nB) down"),
        ("reply", "B) down"),
        ("told", "Sure?"),
        ("reply", "yes"),
    ]


def test_a_question_alone_has_its_choices_with_their_letters() -> None:
    assert asked_words(asking("Where is it?", "up", "down")) == "Where is it?\n\nA) up\nB) down"


def test_no_reply_is_longer_than_somebody_can_read() -> None:
    """Packets, judges, pages and terminals have their words from here."""
    made = trial(session(Turn("ask", ("Where?",), None)))
    said = {(0, "ask"): "Box. " * 1_000_000}
    shown = [
        speech.text for speech in (*conversation(made, said), *story_to(made, (0, "ask"), said))
    ]
    assert max(map(len, [*shown, reply_words(said, (0, "ask"))])) < 101_000
    assert sum("4.9 MB left out of 5.0 MB" in text for text in shown) == 2
