"""Ratings in waves, of agents beside people's, and what follows from them."""

from __future__ import annotations

from dsl.record import record
from dsl.trial import Levels

Ends = tuple[float, float]


@record
class WaveRating:
    """One answer of a participant to an item in one wave. `rating` is None where there is none,
    and `missing` says why. `reason` is the reply. `people` is what most people said, None where
    nobody did or a tie is left open; `raters` is how many did. `profile` is whom the participant
    was by then, and `recalled` what it was reminded of, where these were read.
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
    profile: str = ""
    recalled: tuple[str, ...] = ()
    reversed: bool = False
    """Its item counts the other way round."""


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
class AgentScore:
    """One participant over all waves but 0. `theirs` is Authenticity as it was published, the mean
    of unweighted kappas, with what it is in wave 5 and the last; `area` the mean height of weighted
    kappas over waves. `missing` and `unrated` count ratings that the participant, or people, did
    not give.
    """

    participant: str
    simulated: bool
    sees_feedback: bool
    missing: int
    unrated: int
    theirs: WaveFigure
    fifth: WaveFigure
    last: WaveFigure
    area: WaveFigure
    rationality: WaveFigure | None


@record
class WaveScore:
    """One participant in one wave. `mean` and `neutral` are of its ratings, also those of items
    that people did not rate; `neutral` is the share of the middle step, None on a scale without
    one. `step` is the rating that it always gave, None where it gave several.
    """

    participant: str
    simulated: bool
    sees_feedback: bool
    wave: int
    unweighted: WaveFigure
    weighted: WaveFigure
    mean: WaveFigure
    people_mean: float | None
    neutral: float | None
    people_neutral: float | None
    rationality: WaveFigure | None
    step: int | None


@record
class WaveMean:
    """Mean ratings in one wave, of a participant and of people; None where there are none."""

    wave: int
    n: int
    mean: float | None
    people_mean: float | None


@record
class LevelScore:
    """Weighted kappa at one level of a condition, all waves but 0 pooled, and `means` by wave."""

    participant: str
    simulated: bool
    sees_feedback: bool
    condition: str
    level: str
    weighted: WaveFigure
    means: tuple[WaveMean, ...]


@record
class Individuation:
    """Whether a participant answers as the profile that it has: the mean variance of its ratings,
    and of people's, between profiles; and weighted kappa with people of its `own` profile and with
    those of `others`.
    """

    participant: str
    simulated: bool
    sees_feedback: bool
    profiles: int
    variance: float | None
    people_variance: float | None
    own: WaveFigure
    others: WaveFigure
    difference: WaveFigure


@record
class PeopleAgreement:
    """How far people agree. `steps`: all of the scale, or three polarities. `pairs` of raters are
    averaged in a mean pairwise correlation; `undefined` more have none.
    """

    what: str
    steps: str
    coefficient: str
    figure: WaveFigure
    raters: int
    pairs: int | None = None
    undefined: int | None = None


@record
class SourceDifference:
    """The same participant in two studies, on what both asked; `wave` is None over all but 0.
    `figure` names what is compared, `difference` is the second less the first.
    """

    participant: str
    simulated: bool
    sees_feedback: bool
    figure: str
    wave: int | None
    first: float | None
    second: float | None
    difference: WaveFigure


@record
class PublishedKappa:
    """A published unweighted kappa of so many `ratings` in a wave, with about the intervals that
    follow from their number. Of the `mean` over waves none follows.
    """

    participant: str
    sees_feedback: bool
    source: str
    ratings: int
    mean: float
    fifth: float
    fifth_ci95: Ends
    tenth: float
    tenth_ci95: Ends


@record
class WaveScores:
    """All of it. `notes` say how it was computed, `counts` what is missing."""

    source: str
    scale: tuple[int, int]
    agents: tuple[AgentScore, ...]
    waves: tuple[WaveScore, ...]
    levels: tuple[LevelScore, ...]
    individuation: tuple[Individuation, ...]
    people: tuple[PeopleAgreement, ...]
    differences: tuple[SourceDifference, ...]
    published: tuple[PublishedKappa, ...]
    counts: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def simulated(self) -> bool:
        """Whether a program answered for some participant."""
        return any(one.simulated for one in self.agents)
