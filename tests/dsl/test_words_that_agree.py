"""What is warned of where words would not agree with a draw, and what is not."""

from __future__ import annotations

import pytest

from dsl.loading import check_text

SCRIPT = """experiment Words

people
    John (he): Omar, Felix
    girl (she): boy (he), child (they)
    Smith (plural Smiths): Jones (plural Joneses)

things
    apple: pear, egg
    cup: mug, bowl
    colour set: deck, kit

words
    tall: wide, small

counterbalance roles
    swap {swap}

procedure
    say: {say}
    test what
        ask: What is there?
        answer: {{apple}}
        wrong: {{cup}}
"""


def warned(say: str = "There is {an apple}.", swap: str = "apple, cup") -> list[str]:
    text = (
        SCRIPT.replace("{say}", say).replace("{swap}", swap).replace("{{", "{").replace("}}", "}")
    )
    wanted = {"W626", "W628", "W630"}
    return [fault.code for fault in check_text(text, "words.dev").faults if fault.code in wanted]


@pytest.mark.parametrize(
    ("say", "codes"),
    [
        ("He takes an {apple}.", ["W628"]),
        ("An {apple} is there.", ["W628"]),
        ("There it is. An {apple}!", ["W628"]),
        ("He takes {an apple}.", []),
        ("He takes a {cup}.", []),
        ("He takes a red {apple}.", []),
        ("There is vitamin A {apple}.", []),
        ("It is {Johns} cup.", ["W630"]),
        ("It is {John's} cup.", []),
        ("The {girls} and the {Smiths} are here, with the {apples}.", []),
    ],
)
def test_words_in_a_story(say: str, codes: list[str]) -> None:
    assert warned(say) == codes


@pytest.mark.parametrize(
    ("swap", "codes"),
    [("John, cup", ["W626"]), ("John, girl", []), ("tall, cup", []), ("apple, cup", [])],
)
def test_what_changes_places(swap: str, codes: list[str]) -> None:
    assert warned(swap=swap) == codes
