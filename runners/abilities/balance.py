"""What habits of answering earn on an item, and the choice of items on which they earn nothing.

A habit looks only at the outside of an item: the longest option, the one whose words are mentioned
most in the question, the one that is mentioned first, the one that is most like the others, the
greatest number, always the same words, always one letter, a single word that gives the key away.
What it earns on an item is calibrated, (p - 1/k) / (1 - 1/k), with p how likely it is to be right
there and k the number of options: 1 where it is right, 0 where it says nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from dsl.record import record
from dsl.words import folded
from runners.abilities.rules import DraftedItem

_WORD = re.compile(r"[\w']+")
_NUMBER = re.compile(r"\d+")
_LITTLE = frozenset(
    _WORD.findall(
        "a an the of to in on at is are was be it its and or with for by as from than that this these "
        "those there then no not one two so do does did has have had will would can into"
    )
)
SAME = re.compile(
    r"\b(?:same|just as|as \w+ as (?:before|at first)|equal(?:ly)?|unchanged|alike|no change)\b",
    re.IGNORECASE,
)
"""What says that nothing has changed, in whatever words."""


@record
class Option:
    """What habits see of an option: its text, its words and those of the other options."""

    text: str
    words: tuple[str, ...]
    telling: tuple[str, ...]
    others: frozenset[str]
    number: int


@record
class Asked:
    """What habits see of a question: its words, how often each is there, and all as one text."""

    words: tuple[str, ...]
    counts: Mapping[str, int]
    line: str


Score = Callable[[Option, Asked], float]


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.casefold()))


def _option(text: str, options: Sequence[str]) -> Option:
    words = _words(text)
    found = _NUMBER.findall(text)
    return Option(
        text, words, tuple([word for word in words if word not in _LITTLE]) or words,
        frozenset(word for other in options if other != text for word in _words(other)),
        int("".join(found)) if found else 0,
    )  # fmt: skip


def _asked(question: str) -> Asked:
    words = _words(question)
    return Asked(words, Counter(words), f" {' '.join(words)} ")


def _mentions(wanted: Sequence[str], asked: Asked) -> int:
    """How many words of the question are among these."""
    return sum([asked.counts[word] for word in set(wanted)])


def _place(wanted: Sequence[str], asked: Asked, *, last: bool) -> int:
    """Where the words come in the question one after the other, the earlier or the later the
    higher; 0 for nowhere.
    """
    words = f" {' '.join(wanted)} "
    at = asked.line.rfind(words) if last else asked.line.find(words)
    return 0 if at < 0 else at + 1 if last else len(asked.line) - at


def _shared(option: Option) -> int:
    return len(option.others.intersection(option.words))


HABITS: dict[str, Score] = {
    "longest": lambda option, _: len(option.text),
    "shortest": lambda option, _: -len(option.text),
    "most mentioned": lambda option, asked: _mentions(option.telling, asked),
    "least mentioned": lambda option, asked: -_mentions(option.telling, asked),
    "most words mentioned": lambda option, asked: _mentions(option.words, asked),
    "first mentioned": lambda option, asked: _place(option.words, asked, last=False),
    "last mentioned": lambda option, asked: _place(option.words, asked, last=True),
    "last word first mentioned": lambda option, asked: _place(
        option.telling[-1:], asked, last=False
    ),
    "last word last mentioned": lambda option, asked: _place(option.telling[-1:], asked, last=True),
    "most like the others": lambda option, _: _shared(option),
    "least like the others": lambda option, _: -_shared(option),
    "greatest number": lambda option, _: option.number,
    "least number": lambda option, _: -option.number,
    "same": lambda option, _: bool(SAME.search(option.text)),
}
"""Each habit as a score of an option in a question: the highest is taken, ties by lot."""


def earned(question: str, options: Sequence[str], answer: str) -> dict[str, float]:
    """What each habit earns on an item, calibrated. `says WORDS` is the habit of taking the option
    of these words wherever there is one, `word WORD` that of taking one with this word.
    """
    asked = _asked(question)
    seen = [_option(one, options) for one in options]
    right, chance = options.index(answer), 1 / len(options)
    found = {
        name: _taken([score(one, asked) for one in seen], right, chance)
        for name, score in HABITS.items()
    }
    having = Counter(word for one in seen for word in dict.fromkeys(one.words))
    for word, many in having.items():
        likely = 1 / many if word in seen[right].words else 0
        found[f"word {word}"] = _calibrated(likely, chance)
    for at, option in enumerate(options):
        found[f"says {folded(option)}"] = _calibrated(at == right, chance)
    return {name: gain for name, gain in found.items() if gain}


def _taken(scores: Sequence[float], right: int, chance: float) -> float:
    """What taking the highest earns, calibrated; among several highest, one by lot."""
    highest = max(scores)
    likely = 1 / scores.count(highest) if scores[right] == highest else 0
    return _calibrated(likely, chance)


def letters(place: int, count: int) -> dict[str, float]:
    """What each constant letter earns on an item of `count` options whose key is at `place`, both
    calibrated and above chance, on which the aggregate form depends; where there is no such letter,
    0.
    """
    chance = 1 / count
    found = {}
    for at in range(count):
        found[f"letter {'ABCDE'[at]}"] = _calibrated(at == place, chance)
        found[f"letter {'ABCDE'[at]} above chance"] = (at == place) - chance
    return found


def _calibrated(right: float, chance: float) -> float:
    return (right - chance) / (1 - chance)


def fittest(totals: Mapping[str, float], offers: Sequence[Mapping[str, float]]) -> int:
    """Which offer keeps the totals of all habits nearest to 0; the first of those alike."""
    costs = [
        sum((2 * totals.get(name, 0) + gain) * gain for name, gain in one.items()) for one in offers
    ]
    return costs.index(min(costs))


def habits_of(draft: DraftedItem) -> dict[str, float]:
    """What each habit earns on a draft."""
    return earned(draft.question, draft.options, draft.right)
