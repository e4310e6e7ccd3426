"""What varies and what is compared: factors, lets, machines, contrasts, and the runs of a study."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from dsl.experiment.words import Case, Template
from dsl.record import record
from dsl.tree import FactorKind


class MachineRule(StrEnum):
    """How a machine works: any one of its things, all of them, or at least two of them."""

    ANY = "any of"
    ALL = "all of"
    TWO = "two of"


Things = tuple[str, ...]
"""Slot names, in the order written: what is put on a machine together."""

MACHINE_COLUMNS = ("things", "outcome")
"""The columns of what is shown of a machine, as the rows of a table."""


@record
class Machine:
    """Evidence stated once. `shown` are the sets of things shown, as cases; `needs` is the truth.

    `rules` is the space of rules a reasoner should consider. It is a table for `for each row of`,
    with the columns `things` and `outcome`. `offers` are the things that may be put on it where it
    is explored, and empty where it is not.
    """

    name: str
    works: Template
    fails: Template
    rules: tuple[MachineRule, ...]
    needs: tuple[Case[tuple[MachineRule, Things]], ...]
    shown: tuple[Case[tuple[Things, ...]], ...]
    offers: Things = ()


@record
class Level:
    """One level. For versions: its weight, and whether the study it is from has this story."""

    name: str
    worth: Fraction = Fraction(1)
    own: bool = False


@record
class Factor:
    """A factor. `swap` names the slots whose values change places, level by level: level k moves
    every value k places on, so that level 0 leaves them as drawn.
    """

    kind: FactorKind
    name: str
    levels: tuple[Level, ...]
    swap: tuple[str, ...] = ()


@record
class Let:
    """Words that depend on levels; when several levels give the same let, the later factor's case
    is first.
    """

    name: str
    cases: tuple[Case[Template], ...]


class Permutation(StrEnum):
    """How values are spread over draws."""

    LATIN_SQUARE = "latin square"
    EVERY_COMBINATION = "every combination"
    RANDOM = "random"


@record
class ContrastLine:
    """All forms of `question` must be right at every one of `levels` of `factor`."""

    question: str
    factor: str
    levels: tuple[str, ...]


@record
class Contrast:
    """Passed in a draw when every line is."""

    name: str
    lines: tuple[ContrastLine, ...]


class What(StrEnum):
    """What a script declares that it will compare."""

    CONDITIONS = "conditions"
    GUESSING = "guessing"
    WORDINGS = "wordings"


OWN_STORIES = "own stories"
"""The proportion correct in the paper's own stories, where other stories are matched."""


@record
class Compared:
    """A comparison declared before anything is run: it alone gets a p value, in its family.

    `first` and `second` are levels of `factor`, empty where it is no comparison of conditions.
    `expect` is `more` or `less` (the first than the second), or empty; so may be `family`. `on` is
    the measure that is compared, or OWN_STORIES; empty for the score.
    """

    what: What
    factor: str = ""
    first: str = ""
    second: str = ""
    expect: str = ""
    family: str = ""
    on: str = ""


class Protocol(StrEnum):
    """How a study asks and rates; see `dsl.protocol`."""

    BATTERY = "battery"
    """Matched stories in many draws of words; coders mark replies."""
    PAPER = "paper"
    """Kosoy et al. (2023): own stories, one prompt ten times, a rating from 0 to 5 of each run."""
    PAPER_BY_PROMPT = "paper-by-prompt"
    """The same with one rating of each prompt; a run has the mean of its ratings."""
    BANK = "bank"
    """The items of a bank with rotated choices; of base models the likelihoods of choices."""
    COGLM_CODE = "coglm-code"
    """Wang et al. (2024): the items of a bank as their published code asks them."""
    COGLM_PAPER = "coglm-paper"
    """The same as their paper says that they are asked."""

    @property
    def rated(self) -> bool:
        """Whether coders give ratings from 0 to 5 and nothing else."""
        return self in (Protocol.PAPER, Protocol.PAPER_BY_PROMPT)

    @property
    def of_items(self) -> bool:
        """Whether it says how the items of a bank are asked; see `dsl.protocol`."""
        return self in (Protocol.BANK, Protocol.COGLM_CODE, Protocol.COGLM_PAPER)


@record
class Design:
    """How often, in which words, and how chance is handled."""

    runs: int = 10
    samples: int = 1
    seed: int = 1
    wordings: tuple[str, ...] = ("permuted",)
    permutation: Permutation = Permutation.LATIN_SQUARE
    different: tuple[tuple[str, ...], ...] = ()
    together: tuple[tuple[str, ...], ...] = ()
    scoring: str = "lrs"
    contrasts: tuple[Contrast, ...] = ()
    compared: tuple[Compared, ...] = ()
    protocol: Protocol = Protocol.BATTERY
