"""Ratings in waves, of participants beside people's, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dsl.record import record
from dsl.trial import Levels
from renderers.number_words import Ends


@record
class WaveRating:
    """One answer of a participant to an item in one wave. `rating` is None where there is none,
    and `missing` says why. `reason` is the reply. `people` is what most people said, None where
    nobody did or a tie is left open; `raters` is how many did. `skipped` are the steps of its agent
    in this wave of which no reply could be read. `profile` is whom the participant was by then, and
    `recalled` what it was reminded of; a table does not say.
    """

    levels: Levels
    draw: int
    sample: int
    participant: str
    wave: int
    item: str
    rating: int | None
    missing: str = ""
    reason: str = ""
    people: int | None = None
    tied: bool = False
    raters: int = 0
    simulated: bool = False
    sees_feedback: bool = False
    reversed: bool = False
    """Its item counts the other way round."""
    skipped: tuple[str, ...] = ()
    profile: str = ""
    recalled: tuple[str, ...] = ()


@record
class WaveFigure:
    """A figure of `n` ratings in so many `conversations`. Without a value there is a `reason`,
    without an interval a `ci_reason`.
    """

    value: float | None
    n: int
    conversations: int
    ci95: Ends | None = None
    reason: str = ""
    ci_reason: str = ""


@record
class WaveRow:
    """Figures of a participant, or of people, by their names in documents. `facts` are what they
    are of, such as a wave, and counts. `renderers.fields.waves` has the names that each table has,
    and what they mean.
    """

    participant: str
    simulated: bool
    sees_feedback: bool
    facts: Mapping[str, Any]
    figures: Mapping[str, WaveFigure]


@record
class WaveScores:
    """All scores: `agents` over waves, the highest weighted area first and those that see feedback
    last; `waves` one by one, `levels` of conditions, `profiles`, `pairs` of agents, `differences`
    of two studies, and what was `published`; `judged` are ratings of reasons by models as judges,
    which are in no other figure. `notes` say how it was computed, `counts` what is missing.
    """

    source: str
    scale: tuple[int, int]
    agents: tuple[WaveRow, ...]
    waves: tuple[WaveRow, ...]
    levels: tuple[WaveRow, ...]
    profiles: tuple[WaveRow, ...]
    pairs: tuple[WaveRow, ...]
    differences: tuple[WaveRow, ...]
    people: tuple[WaveRow, ...]
    published: tuple[WaveRow, ...]
    counts: tuple[str, ...]
    notes: tuple[str, ...]
    judged: tuple[WaveRow, ...] = ()

    @property
    def simulated(self) -> bool:
        """Whether a program answered for some participant."""
        return any(one.simulated for one in self.agents)
