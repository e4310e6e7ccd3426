"""What is known of replies that were weighed: the numbers of each option, and what they come to.

Every number is kept with the reading that decided. A reading chosen after the fact, because it
gives the best figure, is then seen to be that.

How familiar the original words are to a model that reports likelihoods.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dsl.scoring import ScoreLevel
from renderers.number_words import Ends
from renderers.rows.cell_row import CellRow
from renderers.rows.measures import Figure

READINGS = ("letter", "sum", "token", "character", "bare", "whole")
"""Which number may decide, by the name that `--param likelihood=` takes."""


@dataclass(frozen=True, slots=True)
class OptionNumbers:
    """One option of one reply. Numbers are natural logarithms; None where one does not apply.

    `sum` is that of the option's words after the prompt, `per_token` and `per_character` are it
    divided by the option's length, `against_bare_prompt` is it less the sum after the bare prompt,
    and `letter_sum` is that of the option's letter. `chosen` is the reply; `right` by the key.
    `per_token_of_whole` is the mean over the tokens of prompt and option together.
    """

    option: str
    letter: str | None
    sum: float | None
    per_token: float | None
    per_character: float | None
    against_bare_prompt: float | None
    letter_sum: float | None
    chosen: bool
    right: bool
    per_token_of_whole: float | None = None

    def by(self, reading: str) -> float | None:
        """The number by which a reading goes."""
        return {
            "letter": self.letter_sum,
            "sum": self.sum,
            "token": self.per_token,
            "character": self.per_character,
            "bare": self.against_bare_prompt,
            "whole": self.per_token_of_whole,
        }[reading]


@dataclass(frozen=True, slots=True)
class WeighedReply(CellRow):
    """One reply to a question scored by likelihood.

    `text` is a number that identifies the exact words and pictures sent, good within one process;
    `key` is the trial's; `reading` is the one that decided. `kind` is test, item, control, record
    or practice, and `group` that of an item of a bank.
    """

    draw: int
    sample: int
    key: str
    place: str
    version: str
    question: str
    kind: str
    text: int
    reading: str
    options: tuple[OptionNumbers, ...]
    group: str = ""

    @property
    def chance(self) -> Fraction:
        """How often a guesser is right."""
        return Fraction(sum(one.right for one in self.options), len(self.options))

    def right_by(self, reading: str) -> bool | None:
        """Whether the likeliest option by this reading is right; None where a number is missing.
        Two in other words that are exactly as likely are no answer, and not right.
        """
        known = [(one.by(reading), one) for one in self.options]
        numbers = [number for number, _ in known if number is not None]
        if len(numbers) < len(known):
            return None
        best = {one.option: one.right for number, one in known if number == max(numbers)}
        return len(best) == 1 and all(best.values())


@dataclass(frozen=True, slots=True)
class ReadingShare:
    """What one reading gives over `n` replies; None where there are none. `calibrated`: over those
    replies in which a guesser may be right and may be wrong.
    """

    reading: str
    n: int
    right: Fraction | None
    calibrated: Fraction | None


@dataclass(frozen=True, slots=True)
class WeighedGroup:
    """A group of the items of a bank in one cell, the plain mean of all groups, or all items. `n`
    is items and `replies` their replies; `figure` is the calibrated accuracy by what decided, runs
    averaged first and its interval over items.
    """

    level: ScoreLevel
    group: str
    n: int
    replies: int
    chance: Fraction
    figure: Figure
    shares: tuple[ReadingShare, ...]


@dataclass(frozen=True, slots=True)
class WeighedCell(CellRow):
    """The test questions of one cell that were weighed. `n` is replies, `texts` the different texts
    among them; `decided` are (reading, number of replies) pairs. `groups` are those of the items of
    a bank, their mean, and all items; none without a bank.
    """

    n: int
    texts: int
    chance: Fraction
    decided: tuple[tuple[str, int], ...]
    shares: tuple[ReadingShare, ...]
    groups: tuple[WeighedGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class Likelihoods:
    """All of a study that was weighed. `in_words` counts replies to such questions that hold no
    likelihoods, since whoever gave them was asked in words.
    """

    study: str
    simulated: bool
    replies: tuple[WeighedReply, ...]
    cells: tuple[WeighedCell, ...]
    in_words: int


def calibrated(right: bool, chance: Fraction) -> Fraction | None:
    """One reply's part of calibrated accuracy: 1 where it is right, and where it is wrong so far
    below 0 that guessing comes to 0. None where a guess is always right, or never.

    Wang et al. (2024), CogLM, equation 1, in which one of k options is right and chance is 1/k.
    """
    if chance in (0, 1):
        return None
    return (Fraction(right) - chance) / (1 - chance)


@dataclass(frozen=True, slots=True)
class WordFamiliarity:
    """One model and one experiment, or all experiments (`experiment` is empty).

    Stories: `original_bits` and `permuted_bits` are bits per character, lower is likelier, and
    `difference` is permuted minus original; `more_likely` is the share of draws in which the
    original is the likelier. Words: `first` is the share of places at which the original's words
    are the likeliest of all that could stand there, `first_chance` that of a choice at random, and
    `rank` the mean share of the other words that are less likely, .5 by chance; both take the
    likelihood at the beginning of a text off, `rank_uncorrected` does not. Intervals are over
    experiments.
    """

    experiment: str
    model: str
    simulated: bool
    n_experiments: int
    n_draws: int
    original_bits: float
    permuted_bits: float
    difference: float
    more_likely: float
    n_words: int
    first: float | None
    first_chance: float | None
    rank: float | None
    rank_uncorrected: float | None
    difference_ci95: Ends | None = None
    rank_ci95: Ends | None = None
