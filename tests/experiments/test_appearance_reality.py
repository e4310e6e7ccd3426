"""What it looks like and what it is: the keys follow from what is seen and what is found."""

from __future__ import annotations

import re
from itertools import pairwise

from dsl.trial import Trial, turns
from tests.experiments.told import found, keys, stories, trials
from tests.shell import ROOT

SCRIPT = ROOT / "additions" / "appearance_reality.dev"
PLACES = ("left", "middle", "right")
SEEN = {"grey with dull edges": "stone", "yellow and full of holes": "sponge"}
FOUND = {"feels hard and heavy": "stone", "feels soft and drips": "sponge"}


def names_of(trial: Trial, story: str) -> dict[str, tuple[str, str]]:
    """What the thing in each place looks like and is, by the name of the slot."""
    words = dict(trial.words)
    seen = {words[slot]: name for slot, name in SEEN.items()}
    handled = {words[slot]: name for slot, name in FOUND.items()}
    return {
        place: (
            seen[found(rf"From the door the {place} one is (.+?)\.(?: |$)", story)],
            handled[found(rf"In your hands the {place} one (.+?)\.(?: |$)", story)],
        )
        for place in PLACES
    }


def test_every_key_follows_from_the_lines_on_the_thing_that_is_asked_about() -> None:
    for trial in trials(SCRIPT):
        for session in trial.sessions:
            right = keys(session)
            (story,) = set(stories(session).values()) - {""}
            names = names_of(trial, story)
            asked = {
                turn.question.name: found(r"the (\w+) one", turn.question.text)
                for turn in turns(session.nodes)
                if turn.question is not None and turn.question.name in right
            }
            assert asked["looks"] == asked["is"]
            # Of three things one is not what it looks like, and both names are among the others.
            plain = {names[place] for place in PLACES if place != asked["looks"]}
            assert plain == {("stone", "stone"), ("sponge", "sponge")}
            assert len(set(names[asked["looks"]])) == 2
            for question, place in asked.items():
                name = dict(trial.words)[names[place]["is" in question.split()]]
                assert re.fullmatch(rf"an? {name}", right[question])


def test_each_name_is_right_twice_and_so_is_what_it_looks_like() -> None:
    for trial in trials(SCRIPT):
        every = [(keys(session)["looks"], keys(session)["is"]) for session in trial.sessions]
        assert every[0] == every[1][::-1]
        assert every[0][0] != every[0][1]


def pairs(story: str) -> set[tuple[str, str]]:
    """All words of a story with the word that follows."""
    words = re.findall(r"\w+", story)
    return set(pairwise(words))


def test_both_stories_have_the_same_pairs_of_words() -> None:
    """So that a cue of two words is of no use."""
    for trial in trials(SCRIPT):
        first, second = (pairs(stories(session)["looks"]) for session in trial.sessions)
        assert first == second
