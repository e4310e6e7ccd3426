"""What passes and totals are in one version of a run, and what a guesser gets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

import pytest

from coders.guessing import odds
from coders.marks import MarkWord, Verdict, marked
from coders.measure_chance import chance
from coders.measures import AskedQuestions, ReadReply, Values, read_reply, values
from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.loading import check_text
from dsl.tree import JUDGED
from dsl.trial import Place, Question
from tests.expanded import experiment_in

SCRIPT = """\
experiment Demo
people
    Ida (she): Rose, Mia
things
    carrot: parsnip, turnip
    cookie: muffin, waffle
table cards (card, side):
    a red star | left
    a blue moon | right
    a red leaf | left
measures
    {}
design
    runs 4
    scoring accuracy
procedure
    in order
        record snack
            ask: Which would you like, the {{carrot}} or the {{cookie}}?
            choices rotated:
                the {{carrot}}
                the {{cookie}}
                the {{carrot}} and the {{cookie}}
        record felt
            ask: How does {{Ida}} feel?
            rate 1 to 4
        record shown
            ask: How does {{Ida}} look?
            rate 1 to 4
        test take
            ask: Which one does {{Ida}} take, the {{carrot}} or the {{cookie}}?
            answer: {{cookie}}
            wrong:
                {{cookie}}
                {{carrot}}
            half: {{carrot}}
        control knows
            ask: Does {{Ida}} know what you would like?
            answer: no
        for each row of cards
            test game
                ask: Here is {{card}}. Red goes left and blue goes right. Left or right?
                answer: {{side}}
                wrong:
                    left
                    right
"""


def experiment(*lines: str) -> Experiment:
    """The script with these measures."""
    return experiment_in(check_text(SCRIPT.format("\n    ".join(lines)), "demo.dev"))


def asked_in(found: Experiment) -> AskedQuestions:
    """The questions of the first draw."""
    trial = Expander(found).trial(cells(found)[0], draw=1)
    return AskedQuestions(0, trial.sessions[0])


def places(asked: AskedQuestions, name: str) -> list[Place]:
    """Where a question is asked."""
    return [place for place, _ in asked.of(name)]


def verdicts_of(asked: AskedQuestions, **words: str) -> dict[Place, Verdict]:
    """Verdicts in the first letters of the marks: r, h, w, or `?` for none."""
    known = {"r": MarkWord.RIGHT, "h": MarkWord.HALF, "w": MarkWord.WRONG}
    return {
        place: marked(known[letter], (), "")
        for name, letters in words.items()
        for place, letter in zip(places(asked, name), letters, strict=True)
        if letter != "?"
    }


def value(line: str, read: Mapping[str, ReadReply] | None = None, **words: str) -> Fraction | None:
    """The first measure by these verdicts, and what was read of records."""
    found = experiment(line)
    asked = asked_in(found)
    heard = {places(asked, name)[0]: one for name, one in (read or {}).items()}
    given: Values = values(found.measures, asked, verdicts_of(asked, **words), heard)
    return given[found.measures[0].name]


@pytest.mark.parametrize(
    ("line", "words", "expected"),
    [
        ("pass a when take right", {"take": "r"}, 1),
        ("pass a when take right", {"take": "h"}, 0),
        ("pass a when take half", {"take": "h"}, 1),
        ("pass a when not take wrong", {"take": "h"}, 1),
        ("pass a when take right and knows right", {"take": "r", "knows": "w"}, 0),
        ("pass a when take right or knows right", {"take": "r", "knows": "w"}, 1),
        ("pass a when 2 of 3 game right", {"game": "rwr"}, 1),
        ("pass a when 2 of 3 game right", {"game": "rhw"}, 0),
        ("pass a when not 3 of 3 game right", {"game": "rrr"}, 0),
        ("pass a when 1 of take, knows right", {"take": "w", "knows": "r"}, 1),
        # What is missing makes the value missing, also where another reply has settled it.
        ("pass a when take right and knows right", {"take": "w", "knows": "?"}, None),
        ("pass a when take right or knows right", {"take": "r", "knows": "?"}, None),
        ("pass a when 2 of 3 game right", {"game": "rr?"}, None),
        ("total a of take, game", {"take": "r", "game": "rwr"}, 3),
        ("total a of take, game", {"take": "r", "game": "rw?"}, None),
    ],
)
def test_a_measure_follows_from_marks(
    line: str, words: dict[str, str], expected: int | None
) -> None:
    """Half marks are no passes, and nothing is filled in for a mark that is missing."""
    assert value(line, **words) == expected


def test_choices_and_ratings_are_read_by_rule() -> None:
    """A choice may hold ` and ` in its words; ratings are compared as numbers."""
    both = "the carrot and the cookie"
    line = f"pass a when snack {both} or not snack unclear"
    assert value(line, {"snack": ReadReply(both)}) == 1
    assert value(line, {"snack": ReadReply("unclear")}) == 0
    assert value(line) is None
    above = "pass hides it when felt above shown"
    ratings = {"felt": ReadReply(rating=3), "shown": ReadReply(rating=2)}
    assert value(above, ratings) == 1
    assert value("pass a when not felt above shown", ratings) == 0
    assert value(above, {**ratings, "felt": ReadReply(rating=2)}) == 0
    assert value(above, {**ratings, "felt": ReadReply()}) is None


def test_a_choice_is_read_by_its_words_in_the_script() -> None:
    """The reply names what the draw has in place of the carrot."""
    found = experiment("pass a when snack the carrot")
    ((_, question),) = asked_in(found).of("snack")
    shown = dict(question.readings)["the carrot"]
    assert shown in question.options
    assert read_reply(f"I would like {shown}.", question, None).outcome == "the carrot"
    assert read_reply("Hm.", question, None).outcome == "unclear"


def guesses(question: Question) -> list[tuple[str, Fraction]]:
    """Every guess at a question that is judged, with its probability."""
    letter = {Fraction(1): "r", Fraction(1, 2): "h", Fraction(0): "w"}
    return [(letter[mark], p) for mark, p in odds(question) or ()]


def by_enumeration(found: Experiment, name: str) -> Fraction:
    """The mean of a measure over every combination of guesses at judged questions."""
    asked = asked_in(found)
    every = [
        (known, place, question)
        for known in ("take", "knows", "game")
        for place, question in asked.of(known)
        if question.kind in JUDGED
    ]

    def each() -> Iterator[Fraction]:
        known = {"r": MarkWord.RIGHT, "h": MarkWord.HALF, "w": MarkWord.WRONG}
        for picked in product(*(guesses(question) for _, _, question in every)):
            p = Fraction(1)
            given: dict[Place, Verdict] = {}
            for (_, place, _), (letter, q) in zip(every, picked, strict=True):
                p *= q
                given[place] = marked(known[letter], (), "")
            found_value = values(found.measures, asked, given, {})[name]
            assert found_value is not None
            yield p * found_value

    return sum(each(), Fraction(0))


@pytest.mark.parametrize(
    "lines",
    [
        ("pass a when take right",),
        ("pass a when take right and not take wrong and knows right",),
        ("pass a when 2 of 3 game right or knows right",),
        ("pass a when not 2 of 3 game right and 1 of take, knows right",),
        ("pass a when take half or 1 of 3 game right",),
        ("total a of b, game, take", "pass b when knows right and 3 of 3 game right"),
    ],
)
def test_chance_is_what_all_guesses_come_to(lines: tuple[str, ...]) -> None:
    """Also where several terms count one reply."""
    found = experiment(*lines)
    known = {one.name: one for one in found.measures}
    assert chance(known["a"], known, asked_in(found)) == by_enumeration(found, "a")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("pass a when felt above shown", Fraction(6, 16)),
        ("pass a when not felt above shown", Fraction(10, 16)),
        ("pass a when snack the carrot", Fraction(1, 3)),
        ("pass a when not snack unclear", Fraction(1)),
        ("pass a when felt above shown and shown above felt", Fraction(0)),
    ],
)
def test_chance_of_ratings_and_choices(line: str, expected: Fraction) -> None:
    """A guesser takes every point of a scale, and every choice, equally often."""
    found = experiment(line)
    known = {one.name: one for one in found.measures}
    assert chance(known["a"], known, asked_in(found)) == expected
