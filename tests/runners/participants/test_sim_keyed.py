"""Those who are handed the key: right or wrong by intent, in words that the matcher can tell."""

from __future__ import annotations

from fractions import Fraction

import pytest
from voices import STORY, ask, asked, call_for, phrase, told

from coders.marks import MarkWord
from coders.matcher import match
from dsl.experiment import Quantity
from dsl.tree import QuestionKind
from dsl.trial import Clause, Question
from renderers.prompt import Message, Role
from runners.participants.base import Call, Hints
from runners.participants.sim import simulated
from runners.participants.sim.chance import Chance
from runners.participants.sim.keys import right, wrong
from runners.participants.sim.wording import ways

SHAPES = ("The red gear", "The yellow gear", "Neither")
BOTH = (
    Clause(Quantity.ALL, (phrase("green"), phrase("grey"))),
    Clause(Quantity.NONE, (phrase("brown"),)),
)
QUESTIONS = {
    "a place": asked(right=("drawer",), wrong=("jar",)),
    "a person": asked("Which of the two went out?", right=("Rose",), wrong=("Nora",)),
    "yes": asked("Did the light come on?", right=("yes",), wrong=("no",)),
    "no": asked("Did the light come on?", right=("no",), wrong=("yes",)),
    "no without a lure": asked("Did the light come on?", right=("no",)),
    "an option": asked(
        "Which gear?", right=("Neither",), wrong=("The red gear", "The yellow gear"), options=SHAPES
    ),
    "an option without a lure": asked("Which gear?", right=("The red gear",), options=SHAPES),
    "cannot tell": asked(
        "Is the green block a blicket?", right=("I cannot tell",), wrong=("yes", "no")
    ),
    "several": asked("Which colours?", right=("green", "grey", "brown"), quantity=Quantity.ALL),
    "what works": asked("Which blocks make it go?", answer=BOTH, wrong=("brown",)),
    "either of two": asked(
        "Which one?",
        alternatives=(
            (Clause(Quantity.ALL, (phrase("green"),)), Clause(Quantity.NONE, (phrase("grey"),))),
            (Clause(Quantity.ALL, (phrase("grey"),)), Clause(Quantity.NONE, (phrase("green"),))),
        ),
        wrong=("brown",),
    ),
    "a sentence": asked(
        "What did the light do?", right=("The light stays off.",), wrong=("The light comes on.",)
    ),
    "one of several": asked("Where?", right=("drawer", "cupboard"), wrong=("jar",)),
}
every_question = pytest.mark.parametrize("name", QUESTIONS)


def every_way(question: Question, *, rightly: bool) -> set[str]:
    """All that may be said to this question, over all choices of what to say."""
    found: set[str] = set()
    for seed in range(40):
        call = call_for(question)
        saying = (right if rightly else wrong)(call, question, Chance(str(seed)))
        assert saying is not None
        found.update(ways(saying, question, call.messages))
    return found


@every_question
def test_the_oracle_has_ten_ways_and_the_matcher_finds_all_of_them_right(name: str) -> None:
    question = QUESTIONS[name]
    said = every_way(question, rightly=True)
    assert len(said) >= 10
    assert {text for text in said if match(text, question).word is not MarkWord.RIGHT} == set()


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name != "several"])
def test_a_wrong_answer_is_wrong_in_all_of_its_ways(name: str) -> None:
    question = QUESTIONS[name]
    said = every_way(question, rightly=False)
    assert {text for text in said if match(text, question).word is not MarkWord.WRONG} == set()


@every_question
def test_a_right_answer_never_mentions_a_lure(name: str) -> None:
    question = QUESTIONS[name]
    for lure in question.key.wrong:
        own = any(lure.text in answer.text for c in question.key.answer for answer in c.phrases)
        if lure.text not in ("yes", "no") and not own:
            assert not any(lure.text in text for text in every_way(question, rightly=True))


def test_what_the_oracle_says_is_spread_over_its_ways() -> None:
    question = QUESTIONS["an option"]
    said = {ask(simulated("oracle"), call_for(question, key=str(k))).text for k in range(300)}
    assert said == set(ways_of("Neither"))


def ways_of(text: str) -> tuple[str, ...]:
    question = QUESTIONS["an option"]
    call = call_for(question)
    saying = right(call, question, Chance("x"))
    assert saying is not None
    assert saying.phrases[0].text == text
    return ways(saying, question, call.messages)


def test_the_oracle_puts_an_article_only_where_the_story_has_one() -> None:
    place, person = QUESTIONS["a place"], QUESTIONS["a person"]
    assert "It is the drawer." in every_way(place, rightly=True)
    assert not any("the Rose" in text for text in every_way(person, rightly=True))


def test_the_question_is_not_repeated_when_it_names_a_lure() -> None:
    plain = asked("Where is it?", right=("drawer",), wrong=("jar",))
    naming = asked("Is it in the drawer or in the jar?", right=("drawer",), wrong=("jar",))
    assert "Where is it?\n\nDrawer." in every_way(plain, rightly=True)
    assert not any("jar" in text for text in every_way(naming, rightly=True))


def test_without_a_key_the_oracle_takes_an_anchor_or_says_nothing_that_could_be_wrong() -> None:
    anchored = asked("Why?", examples=(("wrong", "Magic."), ("right", "She did not see it.")))
    assert ask(simulated("oracle"), call_for(anchored)).text == "She did not see it."
    record = asked("Does this remind you of anything?", kind=QuestionKind.RECORD)
    assert ask(simulated("oracle"), call_for(record)).text in {
        "Nothing more comes to mind.",
        "I have nothing to add.",
        "I leave that open.",
    }
    assert ask(simulated("oracle"), call_for(None)).text in {
        "All right.",
        "I see.",
        "Okay, go on.",
        "I am listening.",
    }


def test_the_oracle_remembers_what_it_said_first() -> None:
    question = asked("What did you think was in it?", kept="guess", wrong=("pencil",))
    messages = (
        *told("What do you think is in the tube?"),
        Message(Role.ASSISTANT, "Let me think.\n\n**Sweets.**"),
        *told("Now I open it: a pencil. What did you think was in it?"),
    )
    hinted = Hints(kept=(("guess", "Sweets."), ("other", "Yes.")))
    for hints in (hinted, Hints()):
        for key in range(20):
            reply = ask(simulated("oracle"), Call(str(key), messages, 0, question, hints)).text
            assert match(reply, question, kept={"guess": "Sweets"}).word is MarkWord.RIGHT, reply


def test_the_lure_falls_for_every_lure_and_answers_controls() -> None:
    options = asked("Which?", right=("a",), wrong=("b", "c"), options=("a", "b", "c"))
    lures = set()
    for key in range(60):
        verdict = match(ask(simulated("lure"), call_for(options, key=str(key))).text, options)
        assert verdict.word is MarkWord.WRONG
        lures.add(verdict.lure)
    assert lures == {"b", "c"}
    control = asked(right=("drawer",), wrong=("jar",), kind=QuestionKind.CONTROL)
    reply = ask(simulated("lure"), call_for(control)).text
    assert match(reply, control).word is MarkWord.RIGHT


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (asked(right=("drawer",), wrong=("jar",)), "jar"),
        (asked(right=("jar",), wrong=("drawer",)), "jar"),
        (asked("Which?", right=("The drawer",), options=("The drawer", "The jar")), "The jar"),
    ],
    ids=["as a lure", "as the key", "as an option"],
)
def test_reality_says_what_is_really_so_wherever_that_is_a_candidate(
    question: Question, said: str
) -> None:
    really = asked("Where is it really?", right=("jar",), kind=QuestionKind.CONTROL, name="reality")
    for key in range(30):
        call = call_for(question, key=str(key), hints=Hints(reality=really))
        verdict = match(ask(simulated("reality"), call).text, question)
        assert said in (verdict.matched, verdict.lure)


def test_reality_without_a_candidate_says_what_was_mentioned_last() -> None:
    question = asked(right=("drawer",), wrong=("jar",))
    assert ask(simulated("reality"), call_for(question)).text == "The jar."


def test_the_inattentive_fail_controls_and_nothing_else() -> None:
    for key in range(30):
        test = asked(right=("drawer",), wrong=("jar",))
        reply = ask(simulated("inattentive"), call_for(test, key=str(key))).text
        assert match(reply, test).word is MarkWord.RIGHT
        for control in (
            asked("Did it?", right=("yes",), kind=QuestionKind.CONTROL),
            asked("Which?", right=("Rose",), kind=QuestionKind.CONTROL),
        ):
            reply = ask(simulated("inattentive"), call_for(control, key=str(key))).text
            assert match(reply, control).word is MarkWord.WRONG


def test_a_child_is_right_as_often_as_its_probabilities_say() -> None:
    test = asked(right=("drawer",), wrong=("jar",))
    control = asked(right=("drawer",), wrong=("jar",), kind=QuestionKind.CONTROL)

    def share(name: str, question: Question) -> Fraction:
        replies = [ask(simulated(name), call_for(question, key=str(k))).text for k in range(400)]
        marks = [match(reply, question).mark for reply in replies]
        return sum((mark or Fraction(0) for mark in marks), Fraction(0)) / len(marks)

    assert abs(share("child", test) - Fraction(7, 10)) < Fraction(7, 100)
    assert abs(share("child", control) - Fraction(95, 100)) < Fraction(4, 100)
    assert share("child?p=0&gate=1", test) == 0
    assert share("child?p=0&gate=1", control) == 1
    assert share("child?p=1&gate=0", test) == 1


def test_a_number_is_answered_by_the_next_one() -> None:
    for number, other in (("two", "three"), ("4", "5")):
        question = asked("How many?", right=(number,), kind=QuestionKind.CONTROL)
        saying = wrong(call_for(question), question, Chance("x"))
        assert saying is not None
        assert saying.phrases == (phrase(other),)


def test_nothing_is_known_to_be_wrong_beside_a_number_of_thousands_of_digits() -> None:
    question = asked("How many?", right=("9" * 5_000,), kind=QuestionKind.CONTROL)
    assert wrong(call_for(question), question, Chance("x")) is None


def test_a_point_of_a_scale_is_answered_by_another_one() -> None:
    question = asked("How sure?", right=("3",), rating=(1, 5))
    points = set()
    for seed in range(60):
        saying = wrong(call_for(question, story=STORY), question, Chance(str(seed)))
        assert saying is not None
        points.add(saying.phrases[0].text)
    assert points <= {"1", "2", "4", "5"}
