"""What is read of a half of CogBench (Lv et al., 2024), and which part of it is wanted."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from coders.tables.json_records import Found
from coders.tables.word_counts import words_in
from dsl.record import record

Place = tuple[str, str, int]
"""(topic, profile, wave)"""


@record
class Subset:
    """What is wanted: names of topics and profiles, or how many, the first ones; and waves. None
    stands for all.
    """

    topics: tuple[str, ...] | int | None = None
    profiles: tuple[str, ...] | int | None = None
    waves: frozenset[int] | None = None

    def wants(self, wave: int) -> bool:
        """Whether this wave is wanted."""
        return self.waves is None or wave in self.waves


@record
class MethodRating:
    """What a published method answered; None for a rating that is not set."""

    method: str
    place: Place
    question: int
    rating: int | None
    reason: str
    rationality: int | None


@dataclass(slots=True)
class DatasetHalf:
    """What was read of one half.

    `categories` are those of topics, empty where there is none; `questions` and `flows` (articles
    or videos of a topic and wave) are texts; `people` are the ratings of questions, numbered from
    0, that were given, and `not_rated` how many were not. What is wrong or odd is in `shown`, or in
    `rated` if it is in the file with ratings.
    """

    categories: dict[str, str] = field(default_factory=dict)
    profiles: dict[str, dict[str, str]] = field(default_factory=dict)
    questions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    flows: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)
    people: dict[tuple[Place, int], int] = field(default_factory=dict)
    not_rated: int = 0
    methods: list[MethodRating] = field(default_factory=list)
    shown: Found = field(default_factory=Found)
    rated: Found = field(default_factory=Found)

    @property
    def waves(self) -> tuple[int, ...]:
        """The waves that there are, in order."""
        return tuple(sorted({wave for _, wave in self.flows}))

    def mean_words(self, category: str | None = None) -> Fraction | None:
        """Mean words of an article or video, of a category if one is given; None without any."""
        found = [
            words_in(text)
            for (topic, _), texts in self.flows.items()
            for text in texts
            if category in (None, self.categories[topic])
        ]
        return Fraction(sum(found), len(found)) if found else None
