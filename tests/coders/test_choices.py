"""Which choice a reply takes, for replies from anywhere, with a key and without one."""

from __future__ import annotations

import doctest

import pytest

from coders import choices
from coders.choices import read_choice
from coders.marks import Flag, MarkWord

ANIMALS = ("a cat", "a dog", "a cow", "it cannot be said")

TAKEN = [
    ("A: The answer is \\boxed{B}", "B"),
    ("A: a dog", "B"),
    ("Answer: A: $\\boxed{\\text{C}}$", "C"),
    ("The answer is: \x08oxed{B}", "B"),
    ("\\boxed{The correct answer is C.}", "C"),
    ("I would choose option C) a cow as the answer, since a cat is small.", "C"),
    ("A careful look shows that A is wrong. B is wrong, too. So the answer is C.", "C"),
    ("Option A is correct.", "A"),
    ("The answer is not A but B.", "B"),
    ("Not A, but C.", "C"),
    ("Answer: B (a dog), not A (a cat).", "B"),
    ("A. a cat\nB. a dog\nC. a cow\nD. it cannot be said\n\nThe answer is D.", "D"),
    ("A) a cat ❌\nB) a dog ✅\nC) a cow ❌", "B"),
    ("- Option A: not correct.\n- Option C: correct, because it gives milk.", "C"),
    ("B\n\nQuestion: What is red?\nOptions: A. grass B. blood\nAnswer: A", "B"),
    ('{"reasoning": "A cat is small.", "answer": "C"}', "C"),
    ("<think>The answer is A.</think><answer>B</answer>", "B"),
    ("The answer is A. I apologize, that was a mistake. The answer is B.", "B"),
    ("The answer is a dgo", "B"),
    ("Die richtige Antwort ist C.", "C"),
    ("答案是C。", "C"),
    ("<B>", "B"),
    ("The answer is \\boxed{B}. It might also depend on other things, but B fits best.", "B"),
    ("I would describe it as (B) a dog.", "B"),
    ("It barks, so C.", "C"),
    ("The best plan is option A, as it purrs.", "A"),
    ("The correct answer, however, is C.", "C"),
    ("Only C makes sense.", "C"),
    ("I'm leaning towards B.", "B"),
    ("I choose 'D'.", "D"),
    ("[/INST] The answer is \\boxed{B}.", "B"),
    ("A: a cat ❌\nC: a cow ❌\nB: a dog ✅", "B"),
    ("The answer is \\boxed{B}.\n\nA (a cat) is wrong, and C could be right elsewhere.", "B"),
    ("The answer is A. B. C. D.", None),
    ("It may be (B), or it may be (C).", None),
    ("B) a cat", None),
    ("The answer is \\boxed{A} and \\boxed{B}.", None),
    ("Option A is wrong.", None),
    ("A. a cat\nB. a dog\nC. a cow\nD. it cannot be said", None),
    ("The answer is \\boxed{your option}.", None),
    ("The answer is A. Later the answer is B.", None),
    ("I am not sure, but the answer is B, I guess.", "B"),
    ("The third option.", "C"),
    ("The correct option is the last one.", "D"),
    ("I choose the second option.", "B"),
    ("The first option is the most fitting one, because it purrs.", "A"),
    ("The fifth option.", None),
    ("The second to last option.", None),
    ("The third option, a dog.", None),
    ("The first option or the second option.", None),
    ("The first option is what most people would wrongly choose.", None),
    ("She drew the third one.", None),
    ("It looks like a dog, but it is really a cow.", "C"),
    ("It is far from a dog.", None),
    ("It used to be a dog.", None),
    ("It was a dog, because it barked.", None),
    ("It is less a dog.", None),
    ("A dog lives in the house next door.", "B"),
    ("A cat, a cow and a dog were seen.", None),
    ("The answers are A and B.", None),
    ("A, B and D do not fit as well as C does.", None),
    ("In some ways it is a cat, in other ways it is a dog.", None),
    ("A: no. B: yes. C: no. D: no.", "B"),
    ("a cat - incorrect\na dog: it has four legs and barks - correct\na cow - incorrect", "B"),
    ("Check each option:\na cat: it purrs, wrong.\na cow: it moos, right.", "C"),
    ("Option 2", "B"),
    ("Number three", "C"),
    ("(2)", "B"),
    ("Option 2 or option 3", None),
    ("The 2nd option", "B"),
    ("C it is!", "C"),
    ("I think A.", "A"),
    ("A A A A", "A"),
    ("B (confidence: 95%)", "B"),
    ("所以选C。", "C"),
    ("不选C。", None),
    ("答えはBです。", "B"),
    ("정답은 B입니다.", "B"),
    ("Option B ist richtig.", "B"),
    ("Je choisis C.", "C"),
    ("a dgo", "B"),
    ("B\nA lion roars. What does it eat?\nA", "B"),
    ("B<|endoftext|>Question: What is red? A. grass B. blood Answer: A", "B"),
    ("<think>It may be a dog. The answer is B.", None),
    ("There are four animals. Each of them has legs. Option B", None),
    ('{"answer": ["B"]}', "B"),
    ("B. Many would say C, but that is wrong.", "B"),
    ("A as well as B", None),
    ("B, but also A", None),
    ("Options A and C", None),
    ("D is a good option, B too.", None),
    ("It looks like a dog.", None),
    ("~~A~~ B", "B"),
    ("Eliminate A, B and D. That leaves C.", "C"),
    ("I'd say C. Actually, B.", "B"),
    ("A: it purrs. ✗\nB: it barks. ✓\nC: it moos. ✗", "B"),
    ("A) a cat - it purrs\nB) a dog - it barks\nC) a cow - it moos\n\nSo it is a dog.", "B"),
    ("Option A: it purrs. Option C: it moos. Therefore, B is the best answer.", "B"),
    ("The answer is B.\n\n- Option A: it purrs. Option C: it moos.", "B"),
    ("A: it purrs.\nB: it barks.\nC: it moos.", None),
    ("A: correct.\nB: wrong.\nC: wrong.\n\nSo the answer is B.", None),
    ("a cat: not big\na dog: not big\na cow: big\nit cannot be said: no", "C"),
    ("A purrs, so it is out. Only option B barks.", "B"),
    ("It has four legs. A cat has four legs, too. It barks. So a dog remains.", "B"),
    ("Intuition says A, but the picture says C.", "C"),
    ("A cat purrs. A dog barks.", None),
    ("You should take the dog. A cat scratches. A cow needs a field.", "B"),
    ("Based on the text, it is a cow. It eats grass. A cat purrs.", "C"),
    ("It is a cat. Then it barks. It is a dog.", None),
    ("Anything but A.", None),
    ("If", None),
    ("- [ ] a cat\n- [x] a dog\n- [ ] a cow", "B"),
    ("A small dog has four legs. It has four legs, as a cow has.", None),
    ("The second one", "B"),
    ("Only the third makes sense.", "C"),
    ("The second explanation, because it barks.", "B"),
    ("A does not fit, but C might.", None),
    ("C seems odd.", None),
    ("B if it barks, C if it moos.", None),
    ("$\\boxedtwo$", None),
]
SIGNS = [
    ("\\boxed{x > 2}", ("x < 2", "x > 2", "x \\geq 2"), "B"),
    ("$x\\ge2$", ("x < 2", "x > 2", "x ≥ 2"), "C"),
    ("The answer is -3.", ("3", "-3"), "B"),
    ("$O(n\\log n)$", ("O(n)", "O(log n)", "O(n log n)"), "C"),
    ("x + 3", ("x - 3", "x + 3"), "B"),
    ("B - 7 cm", ("5 cm", "7 cm"), "B"),
    (" = ", ("5", "10"), ""),
    ("The afraid one is 😨.", ("😢", "😨"), "B"),
    ("A", ("😢", "😨"), "A"),
    ("20% of 50 is \\(0.2 \\times 50 = 10\\).", ("5", "10", "20"), "B"),
    ("5 are left.\n\n8 - 3 = 5, so five of 8 are left.", ("3", "5", "8"), "B"),
]
"""Choices that differ in signs, or in a function."""
WHERE = ("In the basket", "In the box", "Because it was raining", "It floats")
SHORTER = [
    ("Sally put the ball into it. She looks into the basket, since she saw nothing.", "A"),
    ("It was dark. The ball floats.", "D"),
    ("People need umbrellas to stay dry. So it was raining.", "C"),
    ("The ball is in the box, but she will look in the basket.", "A"),
]
"""Choices without the small words at their beginning."""
WATER = ("more than before", "less than before", "the same as before")
AMOUNTS = [
    ("The amount of water is the same as before, because pouring does not change it.", "C"),
    ("The amount of water is the same as before.", "C"),
    ("It looks like more than before, but it is really the same as before.", "C"),
    ("It looks like less than before but is actually the same as before.", "C"),
    ("Less", "B"),
    ("The same amount", None),
    ("The amount is not the same as before, because some was spilled.", None),
    ("If some was spilled, the amount is less than before.", None),
    ("The amount is less than before, because it is not the same as before.", "B"),
]
ORDERED = ("the first box", "the second box", "the last box")
"""Choices that are called by a place themselves: "the last option" may be any of them."""


@pytest.mark.parametrize(("reply", "letter"), SHORTER)
def test_small_words_that_begin_a_choice_may_be_left_out(reply: str, letter: str) -> None:
    assert read_choice(reply, WHERE).letter == letter


@pytest.mark.parametrize(("reply", "choices", "letter"), SIGNS)
def test_signs_tell_choices_apart(reply: str, choices: tuple[str, ...], letter: str) -> None:
    assert read_choice(reply, choices).letter == letter


LEFT_OVER = (
    (
        "We can rule out the red block (no music) and the green one. That leaves the blue block.",
        "B",
    ),
    ("By elimination, it's the blue one.", "B"),
    (
        "She would first take the red block. After not hearing it, she might take the blue block.",
        "",
    ),
)


@pytest.mark.parametrize(("reply", "letter"), LEFT_OVER)
def test_a_choice_that_is_left_over_is_taken_and_one_that_may_come_later_is_not(
    reply: str, letter: str
) -> None:
    blocks = ("The red block", "The blue block", "The green block")
    assert read_choice(reply, blocks).letter == letter


@pytest.mark.parametrize(("reply", "letter"), TAKEN)
def test_the_choice_that_a_reply_takes(reply: str, letter: str | None) -> None:
    found = read_choice(reply, ANIMALS)
    assert (found.letter or None) == letter
    assert found.text == ("" if letter is None else ANIMALS["ABCD".index(letter)])


@pytest.mark.parametrize(("reply", "letter"), AMOUNTS)
def test_the_words_of_a_choice_may_be_those_of_a_reason(reply: str, letter: str | None) -> None:
    """The words "as before" in a choice give none; a reason may follow the choice."""
    assert read_choice(reply, WATER).letter == (letter or "")


def test_what_a_claim_only_looks_like_is_not_taken() -> None:
    """Although "looks" is a word with which questions are taken up."""
    question = "Is the claim true, false or undetermined?"
    claim = ("true", "false", "undetermined")
    for reply in ("It looks true, but it is false.", "It looks like true, but is really false."):
        assert read_choice(reply, claim, question=question).letter != "A"
    assert read_choice("It looks true.", claim, question=question).letter == "A"


def test_no_place_is_read_where_choices_are_called_by_places() -> None:
    """The last box may be shown first."""
    assert not read_choice("The second option.", ORDERED).decided


def test_a_key_marks_the_same_reading() -> None:
    right, wrong = (
        read_choice("A: \\boxed{B}", ANIMALS, key=key).verdict.word for key in ANIMALS[1::-1]
    )
    assert (right, wrong) == (MarkWord.RIGHT, MarkWord.WRONG)
    with pytest.raises(ValueError, match="the key 'a hen' is none of the choices"):
        read_choice("B", ANIMALS, key="a hen")


def test_a_refusal_takes_none_and_needs_no_human() -> None:
    found = read_choice("I'm sorry, but I cannot answer this question.", ANIMALS)
    assert (found.option, found.decided, found.flags) == (None, True, (Flag.REFUSAL,))


def test_choices_in_the_same_words_are_one() -> None:
    """Either letter takes it."""
    options = ("red, blue", "blue, red", "blue, red")
    assert [read_choice(letter, options).text for letter in "ABC"] == list(options)
    assert read_choice("The answer is C) blue, red", options).decided


def test_choices_that_differ_by_an_ending_are_told_apart_by_their_letters() -> None:
    """Their stems are alike, and so their words name neither."""
    options = ("the cat chased dogs", "the cats chase dogs")
    assert [read_choice(f"The answer is {one}", options).option for one in "AB"] == [0, 1]
    assert read_choice(options[1], options).option in (1, None)


def test_numbers_are_read_in_figures_and_in_words() -> None:
    assert read_choice("The answer is seven.", ("5", "7", "12")).letter == "B"
    assert (
        read_choice("The answer is \\boxed{9 buttons}", ("ten buttons", "nine buttons")).letter
        == "B"
    )


def test_the_next_question_may_be_this_one_again() -> None:
    """Answered otherwise, a person decides."""
    question = "Which of these animals barks at night?"
    again = f"B\n\nQuestion: {question}\nAnswer: "
    assert read_choice(f"{again}B", ANIMALS, question=question).letter == "B"
    assert not read_choice(f"{again}C", ANIMALS, question=question).decided
    begun = f"Question: {question}\nOptions: A. a cat B. a dog C. a cow D. it cannot be said"
    assert read_choice(f"{begun}\nAnswer: C", ANIMALS, question=question).letter == "C"


def test_the_example_in_the_module() -> None:
    assert doctest.testmod(choices).failed == 0


def test_a_hedge_takes_nothing_from_the_mark_of_an_item() -> None:
    two = ["nobody may smoke here", "this could be a shop"]
    for reply in ("The most likely answer is A.", "A) Nobody may smoke here.", "It is probably A."):
        found = read_choice(reply, two, key=two[0])
        assert (found.letter, found.verdict.mark, found.flags) == ("A", 1, (Flag.HEDGED,))


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("No, a moving cloud is not alive. Clouds are made of water.", "B"),
        ("No, it may be alive on windy days.", "C"),
        ("We cannot conclude that. A) Yes, because it moves: this does not follow. B", None),
        ("The cloud moves, so it is no, it is not alive (B).", "B"),
    ],
)
def test_a_choice_that_begins_with_yes_or_no_and_what_cannot_be_known(
    reply: str, letter: str | None
) -> None:
    three = ["Yes, because it moves", "No, it is not alive", "It may be alive on windy days"]
    found = read_choice(reply, three, question="Is a moving cloud alive?")
    assert (found.letter or None) == letter
    assert found.decided == (letter is not None)


def test_an_explanation_of_what_cannot_be_concluded_takes_nothing_back() -> None:
    four = ["It is raining", "It is not raining", "It may be raining", "Nothing follows"]
    reply = (
        "The correct answer is D) Nothing follows.\n\nThe statement only tells us what happens if "
        "it rains. Therefore, we cannot conclude that it is not raining."
    )
    assert read_choice(reply, four).letter == "D"
