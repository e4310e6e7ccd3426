"""What one thinks that another thinks: every key follows from who was sent to whom."""

from __future__ import annotations

from collections import Counter

from dsl.trial import Session
from tests.experiments.told import asked, found, keys, stories, trials
from tests.shell import ROOT

SCRIPT = ROOT / "additions" / "second_order_belief.dev"


def key_by_story(story: str, asked: str) -> dict[str, str]:
    """The keys for a reader of the story: who is asked about, and the story."""
    first, then = (
        found(r"at the ([\w ]+)\. \w+ and \w+ have", story),
        found(r"moves on to the ([\w ]+),", story),
    )
    sent = found(r"Please run to (\w+),", story) == asked
    brought = found(r"rings at the door of (\w+)\.", story) == asked
    return {
        "second order": then if sent else first,
        "thinks she knows": "yes" if sent else "no",
        "first order": then if brought else first,
        "reality": then,
        "memory": first,
    }


def asked_about(session: Session) -> str:
    """The second of the two names in the question on what one thinks of the other."""
    return found(r"think that (\w+) is going", asked(session, "second order"))


def test_every_key_follows_from_the_two_names_in_the_story() -> None:
    for trial in trials(SCRIPT):
        for session in trial.sessions:
            (story,) = set(stories(session).values()) - {""}
            assert keys(session) == key_by_story(story, asked_about(session))


def test_neither_what_is_the_case_nor_what_she_thinks_is_right_in_more_than_two_stories() -> None:
    for trial in trials(SCRIPT):
        every = [keys(session) for session in trial.sessions]
        for other in ("first order", "reality", "memory"):
            assert [one[other] == one["second order"] for one in every].count(True) == 2
        # To whom word is brought, and to whom it was sent, are crossed.
        crossed = {(one["thinks she knows"], one["first order"]) for one in every}
        assert len(crossed) == 4


def test_the_four_stories_have_the_same_words_but_for_two_names() -> None:
    for trial in trials(SCRIPT):
        names = [dict(trial.words)[slot] for slot in ("Mary", "Susan")]
        counted = set()
        for session in trial.sessions:
            words = Counter(stories(session)["second order"].replace('"', " ").split())
            counted.add(
                frozenset((word, n) for word, n in words.items() if word.strip(",.") not in names)
            )
        assert len(counted) == 1
