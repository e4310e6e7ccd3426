"""W651 says what would silence it, and doing that does.

Each case is a script that one player wins, and what its author changes after reading the help.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from dsl.expand import Expander
from dsl.faults.players import REMEDIES, ShortcutScores
from dsl.loading import check_text
from runners.check.players import READERS, RULES
from runners.check.shortcuts import SAME, shortcut_faults


@dataclass(frozen=True)
class Case:
    """`changes` are (old, new) pairs; what the help must say is `advice`."""

    player: str
    script: str
    advice: str
    changes: tuple[tuple[str, str], ...]


JARS = """experiment Jars

places
    red jar: tin, pouch
    blue jar: crate, chest

versions story
    first
    second

procedure
    say: On the shelf stand the {red jar} and the {blue jar}.
    say by story
        first: The coin lies in the {red jar}. Nothing is in the {blue jar}.
        second: The coin is in the {red jar}. Nothing lies in the {blue jar}.
    test where
        ask: Where is the coin?
        answer: {red jar}
        wrong: {blue jar}
"""

YES = """experiment Yes

versions story
    sun
    rain

procedure
    say by story
        sun: The sun shines.
        rain: It rains.
    test weather
        ask by story
            sun: Is it sunny?
            rain: Is it rainy?
        answer: yes
        wrong: no
"""

CHOICES = """experiment Choices

versions story
    day
    night

procedure
    say by story
        day: Lena is awake.
        night: Lena sleeps.
    test state
        ask: How is she?
        choices by story
            day:
                up
                down
            night:
                out
                on
        answer by story
            day: up
            night: out
"""

BOTH = """experiment Both

versions story
    one
    two

procedure
    say by story
        one: Otto feeds the cat at noon and the dog at night.
        two: Otto feeds the dog at noon and the cat at night.
    test fed
        ask: Which animals does he feed?
        choices rotated:
            the cat
            the dog
            both of them
            neither
        answer: both of them
"""

SAYS = """experiment Cannot tell

versions story
    one
    two

procedure
    say by story
        one: Somebody has put a coin into the jar or into the tin. Nobody was there.
        two: Somebody has put a coin into the tin or into the jar. All were away.
    test where
        ask: Where is the coin?
        choices rotated:
            in the jar
            in the tin
            {cannot tell}
        answer: {cannot tell}
"""

FIXED_ANSWER = """experiment Colours

versions story
    one
    two

procedure
    say by story
        one: It snows. What lies there has a colour.
        two: It has snowed. What lies there has a colour.
    test colour
        ask: Which colour?
        choices shuffled:
            white
            black
            green
        answer: white
"""


def by_story(first: str, one: str, second: str, other: str) -> str:
    """An answer with an arm for each of two versions."""
    return f"answer by story\n            {first}: {one}\n            {second}: {other}"


CASES = [
    Case(
        "sim/most-frequent-noun",
        JARS,
        "add a version in which the answer that is mentioned most often is wrong",
        (
            (
                "The coin is in the {red jar}. Nothing lies in the {blue jar}.",
                "Nothing is in the {red jar}. The coin lies in the {blue jar}.",
            ),
            ("answer: {red jar}", by_story("first", "{red jar}", "second", "{blue jar}")),
            ("wrong: {blue jar}", "wrong:\n            {red jar}\n            {blue jar}"),
        ),
    ),
    Case(
        "sim/always-yes",
        YES,
        "add a version, or a question, whose answer is no",
        (
            ("rain: Is it rainy?", "rain: Is it sunny?"),
            (
                "answer: yes\n        wrong: no",
                "answer by story\n            sun: yes\n            rain: no\n"
                "        wrong:\n            yes\n            no",
            ),
        ),
    ),
    Case(
        "always no",
        YES.replace("answer: yes", "answer: no").replace("wrong: no", "wrong: yes")
        .replace("sun: Is it sunny?", "sun: Is it rainy?")
        .replace("rain: Is it rainy?", "rain: Is it sunny?"),
        "add a version, or a question, whose answer is yes",
        (
            ("rain: Is it sunny?", "rain: Is it rainy?"),
            (
                "answer: no\n        wrong: yes",
                "answer by story\n            sun: no\n            rain: yes\n"
                "        wrong:\n            yes\n            no",
            ),
        ),
    ),
    Case(
        "first choice shown",
        CHOICES.replace("choices by", "choices fixed by"),
        "write `choices rotated:`",
        (("choices fixed by", "choices rotated by"),),
    ),
    Case(
        "sim/always-both",
        BOTH,
        "add a version in which naming both is wrong",
        (
            ("two: Otto feeds the dog at noon and the cat at night.", "two: Otto feeds the dog."),
            ("answer: both of them", by_story("one", "both of them", "two", "the dog")),
        ),
    ),
    Case(
        "sim/cannot-tell",
        SAYS,
        "add a version in which the answer can be known",
        (
            ("two: Somebody has put a coin into the tin or into the jar. All were away.",
             "two: Somebody has put a coin into the jar and not into the tin. We saw it."),
            ("answer: {cannot tell}", by_story("one", "{cannot tell}", "two", "in the jar")),
        ),
    ),
    Case(
        SAME,
        FIXED_ANSWER,
        "add versions in which `white` is wrong in `colour`, until no answer is right in more than "
        "half of them",
        (
            ("two: It has snowed.", "two: It is night."),
            ("answer: white", by_story("one", "white", "two", "black")),
        ),
    ),
]  # fmt: skip


def shortcuts(text: str) -> list[ShortcutScores]:
    loaded = check_text(text, "case.dev")
    assert loaded.experiment is not None, [fault.message() for fault in loaded.faults]
    faults = shortcut_faults(Expander(loaded.experiment, dealt=True))
    return [one for one in faults if isinstance(one, ShortcutScores)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.player} {case.script[11:17]}")
def test_doing_what_the_help_says_silences_the_warning(case: Case) -> None:
    (fault,) = shortcuts(case.script)
    assert (fault.player, fault.percent) == (case.player, 100)
    assert fault.help().startswith(case.advice)
    mended = case.script
    for old, new in case.changes:
        assert old in mended
        mended = mended.replace(old, new)
    assert [one.message() for one in shortcuts(mended)] == []


@pytest.mark.parametrize("player", [*READERS, *RULES])
def test_every_player_has_a_remedy(player: str) -> None:
    assert player.removeprefix("sim/").replace("-", " ") in REMEDIES
