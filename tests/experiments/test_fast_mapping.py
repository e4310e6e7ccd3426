"""Fast mapping: its keys follow from who named what, and from what the things are made of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.trial import Question, Session, Trial, turns
from renderers.prompt import user_message
from tests.expanded import flawless
from tests.shell import ROOT

SCRIPT = ROOT / "additions" / "fast_mapping.dev"
DRAWS = 16
SOLID = {
    "wood",
    "oak",
    "cork",
    "bamboo",
    "brass",
    "copper",
    "iron",
    "steel",
    "stone",
    "marble",
    "granite",
    "slate",
    "leather",
    "rubber",
    "plastic",
    "felt",
}
THING = re.compile(r"\ban? ([a-z]+) ([a-z]+) of ([a-z ]+?)(?=,| and |\.)")
"""Colour, shape and material of a thing, as a story describes it."""

Thing = tuple[str, str, str]


def script() -> Experiment:
    return flawless(SCRIPT)


def stories() -> Iterator[tuple[Trial, Session]]:
    expander = Expander(script())
    for cell in cells(script()):
        for draw in range(1, DRAWS + 1):
            trial = expander.trial(cell, draw=draw)
            for session in trial.sessions:
                yield trial, session


def key(question: Question) -> str:
    (clause,) = question.key.answer
    (phrase,) = clause.phrases
    return phrase.text


def told(session: Session) -> dict[str, tuple[str, Question]]:
    """What is read before each question, and the question."""
    return {
        turn.question.name: (user_message(turn).text, turn.question)
        for turn in turns(session.nodes)
        if turn.question is not None
    }


def meant(story: str) -> tuple[Thing, Thing]:
    """The thing that is asked for, and the other one of the two that have no familiar name: the one
    that was named has its word, and another word is for what has none.
    """
    things = {thing[1]: thing for thing in THING.findall(story.split("\n\n", maxsplit=1)[0])}
    assert len(things) == 2
    shape, word = re.findall(r'points to the ([a-z]+) and .*?"That is my ([a-z]+)\."', story)[0]
    asked, stays = re.findall(r'"Please bring me my ([a-z]+)\. My ([a-z]+) can', story)[0]
    assert {asked, stays} > {word}
    assert asked != stays
    named = things.pop(shape)
    (other,) = things.values()
    return (named, other) if asked == word else (other, named)


def test_the_word_means_what_was_named_or_what_is_left() -> None:
    right: Counter[str] = Counter()
    for trial, session in stories():
        if trial.cell.condition != "which thing":
            continue
        story, question = told(session)["which"]
        (colour, shape, _), _ = meant(story)
        assert key(question) == f"the {colour} {shape}"
        assert len(set(question.options)) == 4
        right[session.version.split()[0]] += 1
    assert right["new"] == right["old"] > 0


def test_a_name_goes_with_the_shape_of_solids_and_with_the_material_of_powders() -> None:
    kinds: Counter[bool] = Counter()
    for trial, session in stories():
        if trial.cell.condition != "what else":
            continue
        story, question = told(session)["other"]
        (colour, shape, material), (second, *_) = meant(story)
        others: list[Thing] = THING.findall(story.split("\n\n")[2])
        assert len({thing[1] for thing in others}) == len({thing[2] for thing in others}) == 4
        assert not {colour, second} & {thing[0] for thing in others}
        solid = material in SOLID
        (same,) = (one for one in others if (one[1] == shape if solid else one[2] == material))
        assert key(question) == f"the {same[0]} {same[1]}"
        assert all(one[1] in " ".join(question.options) for one in others)
        kinds[solid] += 1
    assert kinds[True] == kinds[False] > 0


def test_controls_have_the_material_and_whether_it_keeps_its_form() -> None:
    for _, session in stories():
        story, question = told(session)["material"]
        things = THING.findall(story.split("\n\n")[0])
        (of,) = (one[2] for one in things if f"{one[0]} {one[1]}" in question.text)
        assert key(question) == of
        _, question = told(session)["form"]
        assert key(question) == ("yes" if of in SOLID else "no")
