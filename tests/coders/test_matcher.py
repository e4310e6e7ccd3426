"""What the matcher does beyond its lists: kept answers, keys of several sets, bounded work."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coders.marks import Flag, MarkWord, Verdict
from coders.matcher import LONGEST, match, matched_phrase
from coders.matching.question.candidates import stems_of
from dsl.experiment import Quantity
from dsl.record import replace
from dsl.trial import Clause, Key, Phrase, Question
from tests.coders.golden import question_of
from tests.property import examples
from tests.work import calls

BASKET = question_of(
    {"text": "Where will Sally look first?", "answer": ["basket"], "wrong": ["box"]}
)
CHOICE = question_of(
    {
        "text": "Which other one is a snogav?",
        "options": ["The blue cone", "The red ball", "The blue ring", "I cannot tell"],
        "answer": ["The blue cone"],
        "wrong": ["The red ball", "The blue ring", "I cannot tell"],
    }
)
SIDE = question_of(
    {"text": "Here is a red star. Left or right?", "answer": ["right"], "wrong": ["left"]}
)
RECORD = question_of({"kind": "record", "text": "What do you think is in the tube?"})


def _changed(question: Question, **key: object) -> Question:
    return replace(question, key=replace(question.key, **key))  # type: ignore[arg-type]


def test_a_verdict_says_what_it_rests_on() -> None:
    """Mark, word, lure, matched phrase and a reason."""
    assert match("In the box.", BASKET) == Verdict(
        Fraction(0), MarkWord.WRONG, (), "box", "box", "it says box"
    )
    assert match("The basket, wait, no, the box.", BASKET).flags == (Flag.UNCLEAR,)


@pytest.mark.parametrize(
    ("reply", "mark", "matched"),
    [
        ("Right. That follows from what I have read.", MarkWord.RIGHT, "right"),
        ("Right! Stars go there.", MarkWord.RIGHT, "right"),
        ("Right. Not left.", MarkWord.RIGHT, "right"),
        ("Right. Definitely.", MarkWord.RIGHT, "right"),
        ("Right, because it is a star.", MarkWord.RIGHT, "right"),
        ("Right. No wait, left.", MarkWord.WRONG, "left"),
        # Talk before an answer, plainly or perhaps.
        ("Right, so left.", MarkWord.WRONG, "left"),
        ("Right then, it goes to the left.", MarkWord.WRONG, "left"),
        ("Right. The star goes to the left.", MarkWord.WRONG, "left"),
        ("Right. I would put it in the left tray.", MarkWord.HUMAN, None),
        ("Right, so that is the other one.", MarkWord.HUMAN, None),
        ("Right, of course.", MarkWord.HUMAN, None),
    ],
)
def test_a_right_that_opens_a_reply_is_an_answer_where_it_can_be_one(
    reply: str, mark: MarkWord, matched: str | None
) -> None:
    verdict = match(reply, SIDE)
    assert (verdict.word, verdict.matched) == (mark, matched)


def test_a_right_that_opens_a_reply_is_talk_where_it_cannot_be_an_answer() -> None:
    assert match("Right! She will look in the basket.", BASKET).matched == "basket"


def test_none_of_them_beside_an_answer_needs_a_human() -> None:
    same = ["The upper row has more.", "The lower row has more.", "They have the same number."]
    question = question_of(
        {
            "text": "How do the two rows compare now in the number of counters?",
            "options": same,
            "answer": same[2:],
            "wrong": same[:2],
        }
    )
    assert match("Neither; it is the same.", question).word is MarkWord.HUMAN
    assert match("Neither.", question).word is MarkWord.WRONG
    assert match("The same number in both.", question).word is MarkWord.RIGHT


def test_a_question_without_a_key_is_unkeyed_and_keeps_what_was_said() -> None:
    """A record question has no mark, and its short answer can be kept."""
    assert match("Some Smarties.", RECORD) == Verdict(
        None, MarkWord.UNKEYED, (), None, "smarties", "nothing is keyed here"
    )
    assert (
        matched_phrase("It is hard to say, but I would think of many, many things", RECORD) is None
    )


def test_the_phrase_matched_is_the_script_s_own_word() -> None:
    """A synonym in the reply is kept as the key has it; a later key is held against that."""
    question = question_of(
        {
            "text": "What do you think is in the tube?",
            "answer": ["Smarties"],
            "also": {"Smarties": ["sweets"]},
        }
    )
    assert match("Sweets, I suppose.", question).matched == "Smarties"
    assert matched_phrase("Sweets, I suppose.", question) == "Smarties"


def test_a_kept_key_is_the_participant_s_own_earlier_answer() -> None:
    """Right is what was kept; without anything kept, a person decides."""
    question = _changed(
        question_of({"text": "What did you think was in it?", "wrong": ["pencil"]}),
        answer=(Clause(Quantity.ANY, (), ("guess",)),),
    )
    assert (
        match("I thought of crayons.", question, kept={"guess": "crayons"}).word is MarkWord.RIGHT
    )
    assert match("Crayons.", question, kept={"guess": "crayons"}).word is MarkWord.RIGHT
    assert match("A pencil.", question, kept={"guess": "crayons"}).lure == "pencil"
    assert match("Crayons.", question).word is MarkWord.HUMAN


def test_of_several_sets_one_is_enough_and_nothing_next_to_it() -> None:
    """A machine that two sets of things set going has two right answers."""
    red, blue, green = (Phrase(word, (word,)) for word in ("red", "blue", "green"))
    key = Key(
        answer=(),
        wrong=(),
        half=(),
        scorer=BASKET.key.scorer,
        candidates=7,
        right=2,
        alternatives=(
            (Clause(Quantity.ALL, (red, blue)), Clause(Quantity.NONE, (green,))),
            (Clause(Quantity.ALL, (green,)), Clause(Quantity.NONE, (red, blue))),
        ),
    )
    question = replace(question_of({"text": "What makes the light come on?"}), key=key)
    assert match("The red one and the blue one.", question).word is MarkWord.RIGHT
    assert match("Green.", question).word is MarkWord.RIGHT
    assert match("Red.", question).flags == (Flag.INCOMPLETE,)
    assert match("Red, blue and green.", question).word is not MarkWord.RIGHT
    assert match("Red or green.", question).word is MarkWord.HUMAN


def test_none_of_is_met_by_any_other_option() -> None:
    """A key that only bars an answer accepts the others, and not silence."""
    question = question_of(
        {
            "text": "Which one would you put away?",
            "options": ["The cone", "The ball", "The ring"],
            "none_of": ["The ball"],
        }
    )
    assert match("The cone.", question).word is MarkWord.RIGHT
    assert match("B", question).word is MarkWord.WRONG
    assert match("Some other thing", question).word is MarkWord.HUMAN


@pytest.mark.parametrize("reply", ["", " \n", "...", "?!", "-"])
def test_a_reply_without_a_word_is_no_answer(reply: str) -> None:
    """Silence is a refusal, so that it is never scored as a fluent wrong answer."""
    assert match(reply, BASKET) == Verdict(
        Fraction(0), MarkWord.WRONG, (Flag.REFUSAL,), None, None, "the reply is empty"
    )


def test_a_picture_alone_goes_to_a_person() -> None:
    """An emoji may well be an answer."""
    assert match("🧺", BASKET).word is MarkWord.HUMAN


def test_a_right_answer_with_a_web_link_goes_to_a_person() -> None:
    """A link is more likely made up than not; a person should see it."""
    assert match("The basket, see https://example.org/sally", BASKET).word is MarkWord.HUMAN
    assert match("The box, see www.example.org", BASKET).lure == "box"


def test_a_reply_that_names_the_study_is_flagged() -> None:
    """Recognition is a covariate and changes no mark."""
    verdict = match("The basket. This is the Sally-Anne test.", BASKET)
    assert (verdict.word, verdict.flags) == (MarkWord.RIGHT, (Flag.RECOGNISED,))


@pytest.mark.parametrize(
    "author",
    [
        *("Gopnik", "Perner", "Hamlin", "Schulz", "Woodward", "Csibra", "Ullman", "Wynn"),
        *("Tomasello", "Piaget", "Zelazo", "Wellman and Liu", "Flavell", "Bryant and Trabasso"),
        *("Markman", "Soja, Carey and Spelke", "Müller-Lyer", "Muller-Lyer"),
    ],
)
def test_the_authors_of_shipped_scripts_are_known(author: str) -> None:
    """Each script has a paper, and a reply may name it by who wrote it."""
    assert match(f"The basket, as in the study by {author}.", BASKET).flags == (Flag.RECOGNISED,)


@pytest.mark.parametrize(
    "task",
    ["fast mapping task", "transitive inference task", "appearance-reality test", "card sort task"],
)
def test_the_tasks_of_additions_are_known_by_their_names(task: str) -> None:
    assert match(f"The basket. It is the {task}.", BASKET).flags == (Flag.RECOGNISED,)


@pytest.mark.parametrize("name", ["Carey", "Lucas", "Bryant", "Liu", "Marksman"])
def test_names_that_anybody_may_have_do_not_name_a_study(name: str) -> None:
    assert match(f"The basket, said {name}.", BASKET).flags == ()


@pytest.mark.parametrize(
    "says",
    [
        "In the box. No, in the basket.",
        "In the box! Oh no, in the basket!",
        "In the box. Sorry, in the basket.",
        "The box\nNo. The basket",
    ],
)
def test_a_bare_no_takes_back_what_was_said(says: str) -> None:
    """It opens a sentence, and another answer follows."""
    verdict = match(says, BASKET)
    assert (verdict.word, verdict.flags) == (MarkWord.RIGHT, (Flag.UNCLEAR,))


def test_a_bare_no_before_words_that_are_not_plain_goes_to_a_person() -> None:
    """The answer before it no longer stands, and the one after it may not be read."""
    says = "She will look in the box. No, sorry, in the basket: that is the last that she saw."
    assert match(says, BASKET).word is MarkWord.HUMAN


@pytest.mark.parametrize(
    "says",
    [
        "No, not the box. The basket.",
        "She will look in the basket. No, she does not know of the move.",
        "Does she know of the move? No, she does not. She will look in the basket.",
    ],
)
def test_a_no_that_takes_nothing_back_changes_nothing(says: str) -> None:
    """No other answer was named before it, or none after it."""
    verdict = match(says, BASKET)
    assert (verdict.word, verdict.flags) == (MarkWord.RIGHT, ())


def test_a_correction_among_several_parts_goes_to_a_person() -> None:
    """Which of the parts it takes back is not plain."""
    key = Key(
        answer=(
            Clause(Quantity.ANY, (Phrase("hand it", ("hand it",)), Phrase("open", ("open",)))),
            Clause(Quantity.NONE, (Phrase("hide it", ("hide it",)),)),
        ),
        wrong=(Phrase("keep building", ("keep building",)),),
        half=(),
        scorer=BASKET.key.scorer,
        candidates=2,
        right=1,
    )
    question = replace(question_of({"text": "What do you do next?"}), key=key)
    assert match("I hand it over.", question).word is MarkWord.RIGHT
    assert match("I keep building. Wait, no: I hand it over.", question).word is MarkWord.HUMAN
    assert match("I hand it over. No, I keep building.", question).word is MarkWord.HUMAN
    assert match("I hand it over, or maybe just stack blocks.", question).word is MarkWord.HUMAN


def test_yes_and_no_in_one_sentence_goes_to_a_person() -> None:
    """An echo of the question that says it and denies it says neither."""
    question = question_of(
        {"text": "Does it make sense to go this way?", "answer": ["yes"], "wrong": ["no"]}
    )
    assert match("It makes sense.", question).word is MarkWord.RIGHT
    assert match("It makes no sense.", question).word is MarkWord.WRONG
    assert match("It makes sense and it makes no sense.", question).word is MarkWord.HUMAN


def test_nowhere_goes_to_a_person_where_neither_is_offered() -> None:
    """It may well be that answer; where none is offered it names none."""
    asked = {
        "text": "Which of the two does it go to?",
        "options": ["The square", "The triangle", "Neither"],
        "answer": ["Neither"],
        "wrong": ["The square", "The triangle"],
    }
    assert match("Neither.", question_of(asked)).word is MarkWord.RIGHT
    assert match("Nowhere!", question_of(asked)).word is MarkWord.HUMAN
    assert match("Nowhere!", BASKET).word is MarkWord.WRONG


def test_both_after_one_of_them_goes_to_a_person() -> None:
    """Asked what would surprise: the second sentence takes in what the first leaves out."""
    question = question_of(
        {
            "text": "Which of these would be more surprising now?",
            "options": ["A curve", "A straight way", "I cannot tell"],
            "answer": ["A curve"],
            "wrong": ["A straight way", "I cannot tell"],
        }
    )
    assert match("A curve would surprise me.", question).word is MarkWord.RIGHT
    assert match("A curve would surprise me. The answer is both.", question).word is MarkWord.HUMAN


@pytest.mark.parametrize(
    "reply",
    [
        "the basket " * 1_000_000,
        "<think>" * 2_800,
        "(a)" * 6_000,
        "a)\n" * 6_000,
        "1-" * 9_000,
        "not the basket or " * 1_100,
        "you might think " * 1_200,
        "i really simply " * 1_200,
        "\\boxed{" * 2_800,
        "answer:" * 2_800,
        "she looks there if she " * 800,
        '"' * 19_000,
        "*_`" * 6_000,
        "| " * 9_000,
        "a" + " " * 19_000 + "b",
        "\x00" * 19_000,
        "9" * 19_000,
        "z\u0301\u0302" * 6_000,
        '{"answer": ' + "[" * 1_990 + "]" * 1_990 + "}" + " box" * 2_000,
    ],
    ids=lambda reply: reply[:14],
)
@pytest.mark.parametrize("question", [BASKET, CHOICE], ids=["open", "choice"])
def test_hostile_replies_cost_little(reply: str, question: Question, thorough: bool) -> None:
    """The work is bounded, whatever a reply holds. In every run half of its length is enough: what
    is not bounded grows faster than that.
    """
    reply = reply if thorough else reply[: len(reply) // 2]
    assert calls(partial(match, reply, question)) < 150 * min(len(reply), LONGEST)


def test_a_very_long_reply_goes_to_a_person() -> None:
    """Nobody wrote a rule for a reply of this length."""
    assert match("The basket. " * (LONGEST // 10), BASKET).word is MarkWord.HUMAN


@examples(100, thorough=2000)
@given(st.text(max_size=300))
def test_any_text_gets_a_verdict(reply: str) -> None:
    """The matcher never raises."""
    for question in (BASKET, CHOICE, RECORD):
        assert isinstance(match(reply, question), Verdict)


TELLING = (
    "the a basket box not no yes or and but because so if Sally look looks there is in A) B. (C)"
    " ** answer: , . ? ! ' - 1 2 two one as an AI I cannot tell maybe wait blue red cone ball ring"
    " both either neither than over @ @b"
)
PIECES = st.sampled_from([*TELLING.split(), "\n", '"'])


@examples(100, thorough=2000)
@given(st.lists(PIECES, max_size=30))
def test_any_order_of_telling_words_gets_a_verdict(pieces: list[str]) -> None:
    """Words that the rules look for, in orders nobody would write."""
    reply = " ".join(pieces)
    for question in (BASKET, CHOICE, RECORD):
        verdict = match(reply, question)
        assert (verdict.mark is None) == (verdict.word in (MarkWord.HUMAN, MarkWord.UNKEYED))
        assert verdict == match(reply, question)


@examples(75, thorough=1500)
@given(st.characters(categories=["Cs"]), st.text(max_size=5))
def test_half_an_emoji_does_no_harm(broken: str, text: str) -> None:
    """Replies may hold lone surrogates; they are kept as they came."""
    assert isinstance(match(text + broken + "basket", BASKET), Verdict)


WORDS = st.text("abcdefghijklmnoprstuvw", min_size=4, max_size=9).filter(
    lambda word: word not in ("none", "nothing", "both")
)


@examples(75, thorough=1500)
@given(st.lists(WORDS, min_size=2, max_size=4, unique=True))
def test_the_key_alone_is_right_and_a_lure_alone_is_wrong(words: list[str]) -> None:
    """Whatever the words are: bare, with an article, in capitals, with a full stop."""
    key, *lures = words
    question = question_of({"text": "Where will she look?", "answer": [key], "wrong": lures})
    if len({stems_of(word) for word in words}) < len(words) or () in map(stems_of, words):
        return
    for form in ("{}", "The {}.", "{}!", "**{}**", " {} "):
        assert match(form.format(key), question).word is MarkWord.RIGHT
        assert match(form.format(lures[0]).upper(), question).lure == lures[0]


@pytest.mark.parametrize("place", range(4))
def test_a_letter_says_what_its_option_says(place: int) -> None:
    """`B`, `(b)`, `B.`, `Option B`, `Answer: B` and the text of B are one answer."""
    letter, option = "ABCD"[place], CHOICE.options[place]
    whole = match(option, CHOICE)
    for form in (
        "{}",
        "({})",
        "{}.",
        "{})",
        "Option {}",
        "Answer: {}",
        "**{}**",
        "I choose {}.",
        "The answer is {}.",
        "\\boxed{{{}}}",
    ):
        for case in (str.upper, str.lower):
            assert match(form.format(case(letter)), CHOICE) == whole
    assert match(f"{letter}) {option}", CHOICE) == whole
