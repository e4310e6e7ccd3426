"""What replies say of where a story comes from."""

from __future__ import annotations

import pytest

from coders.recognition import NamedWords, has_citation, has_link, recognises
from tests.work import calls


@pytest.mark.parametrize(
    "reply",
    [
        "Yes.",
        "**Yes!** It is very similar to something I know.",
        "Yes, this is a version of the Sally–Anne false-belief task.",
        "This doesn't remind me of a specific story, but it's the Sally-Anne task.",
        "It reminds me of a bedtime story.",
        "This is reminiscent of a puzzle in psychology.",
        "It sounds like a fable by Aesop.",
        "A theory-of-mind vignette.",
    ],
)
def test_a_reply_that_says_so_or_names_a_study_recognises(reply: str) -> None:
    assert recognises(reply) is True


@pytest.mark.parametrize(
    "reply",
    [
        "No.",
        "*Nothing specific.*",
        "Not of anything in particular.",
        "It does not remind me of anything in particular.",
        "No, it doesn't remind me of anything I've read.",
        "I don't recall reading anything like this.",
        "It does not ring a bell.",
        "I have looked for a likeness and found none.",
        "Nothing more comes to mind.",
    ],
)
def test_a_reply_that_denies_it_does_not(reply: str) -> None:
    assert recognises(reply) is False


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "The basket.",
        "Hamlet.",
        "I'm sorry, I can't help with that.",
        "It is like a puzzle from a rainy afternoon, but I could not say which.",
        "No. It does not remind me of anything specific, though it resembles hide and seek.",
    ],
)
def test_words_that_do_not_decide_it_are_undecided(reply: str) -> None:
    assert recognises(reply) is None


def test_links_and_citations_are_found() -> None:
    assert has_link("See HTTPS://example.com/a")
    assert has_link("www.example")
    assert has_link("doi:10.1016/0010-0277(83)90004-5")
    assert not has_link("He went to the com. and back.")
    assert has_citation("as in (1985)")
    assert has_citation("the penguin study (Wimmer & Perner, 1983, p. 4)")
    assert has_citation("Kosoy et al. asked this")
    assert not has_citation("in 1985 (12 blocks)")


def test_words_are_found_as_wholes_in_any_form() -> None:
    names = NamedWords(["Sally", "blicket", "a toy box"])
    assert names.found("SALLY's blickets; <b>A toy box</b>") == {"sally", "blicket", "a toy box"}
    assert names.found("Sallying forth") == set()
    assert NamedWords([]).found("Sally") == set()
    # Of several replies, a line apart, all are read.
    long = "The ball. " * 3000
    assert (names.found(f"{long}\nSally"), names.found(f"{long}\nSally", at_most=None)) == (
        set(),
        {"sally"},
    )
    assert has_link(f"{long}\nwww.example", at_most=None)
    assert has_citation(f"{long}\n(1985)", at_most=None)
    assert NamedWords(["c++ (set)"]).found("all (sets)") == set()


@pytest.mark.parametrize(
    ("part", "recognised", "link"),
    [
        *((part, None, False) for part in ("a", "(", "( ", "can not ", "(1985", "is not it ")),
        *((part, False, False) for part in ("not ", "does not recall ", "no one ")),
        *((part, None, False) for part in ("w.", "\x1b[31m", "<script>")),
        ("10.1234/", None, True),
    ],
)
def test_hostile_replies_cost_little(part: str, recognised: bool | None, link: bool) -> None:
    """Each pattern looks through a reply once, however long it is."""
    names = NamedWords(["Sally"])

    def read(reply: str) -> tuple[bool | None, bool, bool, set[str]]:
        return recognises(reply), has_link(reply), has_citation(reply), names.found(reply)

    longer, reply = (part * (length // len(part)) for length in (50_000, 40_000))
    assert read(longer) == (recognised, link, False, set())  # patterns are compiled here
    assert calls(lambda: read(reply)) < 100
