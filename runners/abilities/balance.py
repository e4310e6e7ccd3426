"""What habits of answering earn on an item, and the choice of items on which they earn nothing.

A habit looks only at the outside of an item: the longest option, the one whose words are mentioned
most in the question, the one that is mentioned first, always the same words, always one letter.
What it earns on an item is calibrated, (p - 1/k) / (1 - 1/k), with p how likely it is to be right
there and k the number of options: 1 where it is right, 0 where it says nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from dsl.words import folded
from runners.abilities.rules import Draft

_WORD = re.compile(r"[\w']+")
_LITTLE = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "to",
        "in",
        "on",
        "at",
        "is",
        "are",
        "was",
        "be",
        "it",
        "its",
        "and",
        "or",
        "with",
        "for",
        "by",
        "as",
        "from",
        "than",
        "that",
        "this",
        "those",
        "these",
        "there",
        "then",
        "no",
        "not",
        "one",
        "two",
        "so",
        "do",
        "does",
        "did",
        "has",
        "have",
        "had",
        "will",
        "would",
        "can",
        "into",
    ]
)
SAME = re.compile(
    r"\b(?:same|just as|as \w+ as (?:before|at first)|equal(?:ly)?|unchanged|alike|no change)\b",
    re.IGNORECASE,
)
"""What says that nothing has changed, in whatever words."""

Score = Callable[[str, list[str]], float]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _telling(text: str) -> list[str]:
    words = _words(text)
    return [word for word in words if word not in _LITTLE] or words


def _mentions(wanted: list[str], question: list[str]) -> int:
    """How many words of the question are among these."""
    told = Counter(question)
    return sum(told[word] for word in set(wanted))


def _place(wanted: list[str], question: list[str], *, last: bool) -> int:
    """Where the words come in the question one after the other, the earlier or the later the
    higher; 0 for nowhere.
    """
    size = len(wanted)
    at = [
        n
        for n, word in enumerate(question)
        if word == wanted[0] and question[n : n + size] == wanted
    ]
    return (at[-1] + 1 if last else len(question) - at[0]) if at else 0


HABITS: dict[str, Score] = {
    "longest": lambda option, _: len(option),
    "shortest": lambda option, _: -len(option),
    "most mentioned": lambda option, question: _mentions(_telling(option), question),
    "least mentioned": lambda option, question: -_mentions(_telling(option), question),
    "most words mentioned": lambda option, question: _mentions(_words(option), question),
    "first mentioned": lambda option, question: _place(_words(option), question, last=False),
    "last mentioned": lambda option, question: _place(_words(option), question, last=True),
    "last word first mentioned": lambda option, question: _place(
        _telling(option)[-1:], question, last=False
    ),
    "last word last mentioned": lambda option, question: _place(
        _telling(option)[-1:], question, last=True
    ),
    "same": lambda option, _: bool(SAME.search(option)),
}
"""Each habit as a score of an option in a question of these words: the highest is taken, ties by
lot."""


def earned(question: str, options: Sequence[str], answer: str) -> dict[str, float]:
    """What each habit earns on an item, calibrated. `says WORDS` is the habit of taking the option
    of these words wherever there is one.
    """
    words = _words(question)
    chance = 1 / len(options)
    found = {}
    for name, score in HABITS.items():
        scores = [score(option, words) for option in options]
        highest = max(scores)
        best = [one for one, of in zip(options, scores, strict=True) if of == highest]
        found[name] = _calibrated((answer in best) / len(best), chance)
    for option in options:
        found[f"says {folded(option)}"] = _calibrated(option == answer, chance)
    return found


def letters(place: int, count: int) -> dict[str, float]:
    """What each constant letter earns on an item of `count` options whose key is at `place`; where
    there is no such letter, 0.
    """
    chance = 1 / count
    return {f"letter {'ABCDE'[at]}": _calibrated(at == place, chance) for at in range(count)}


def _calibrated(right: float, chance: float) -> float:
    return (right - chance) / (1 - chance)


def fittest(totals: Mapping[str, float], offers: Sequence[Mapping[str, float]]) -> int:
    """Which offer keeps the totals of all habits nearest to 0; the first of those alike."""
    costs = [
        sum((2 * totals.get(name, 0) + gain) * gain for name, gain in one.items()) for one in offers
    ]
    return costs.index(min(costs))


def habits_of(draft: Draft) -> dict[str, float]:
    """What each habit earns on a draft."""
    return earned(draft.question, draft.options, draft.right)


def totalled(items: Sequence[Mapping[str, float]]) -> Counter[str]:
    """The sum over items of what each habit earns."""
    found: Counter[str] = Counter()
    for one in items:
        found.update(one)
    return found
