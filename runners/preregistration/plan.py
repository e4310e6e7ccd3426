"""The settings of a preregistration, in a block of its text that programs can read.

Every number in the text is generated from them, and they are binding: a number in an edited
sentence cannot be compared with a study. Reading numbers from prose was rejected as unreliable.

Each field is declared here once: its name in the file, its bounds, the help on what to write, and
its comment. `runners.preregistration.plan_toml` reads and writes by these declarations.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import asdict, replace

from dsl.errors import DevrunError, Exit
from dsl.experiment import Protocol
from renderers.rows.comparisons import ComparisonKind
from runners.comparison.families import DeclaredComparison

FORMAT = 1
"""Raised when this devrun cannot read forms of older ones."""

SCORES = ("blind", "blind+author", "adjudicated", "likelihood", "matcher")
"""Roles of `devrun score`."""

COMPARISONS = (
    ComparisonKind.CONDITIONS,
    ComparisonKind.MODELS,
    ComparisonKind.WORDINGS,
    ComparisonKind.GUESSING,
    ComparisonKind.DOMAINS,
)
"""The kinds of comparison that can be declared."""


class FormUnusable(DevrunError):
    """A form that cannot be used: `message` says what and where, `help` what to write instead."""

    code = "preregistration"
    exit_code = Exit.SCRIPT


# ------------------------------------------------------------------------------- kinds of values


def _remark(words: str) -> dict[str, str]:
    return {"remark": words}


def _from(least: float, most: float | None = None, remark: str = "") -> Meta:
    return Meta(ge=least, le=most, extra=_remark(remark))


def _one_of(*choices: str, remark: str = "") -> Meta:
    signs = "|".join(one.replace("+", r"\+") for one in choices)
    told = ", ".join(one for one in choices if one)
    return Meta(pattern=rf"^({signs})\Z", description=f"one of {told}", extra=_remark(remark))


def _rare(remark: str) -> Meta:
    """Of an entry that is left out where it has its default."""
    return Meta(extra={**_remark(remark), "rare": True})


Hash = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}\Z",
        description="the hash that devrun wrote: 64 digits and letters",
    ),
]
Wording = Annotated[str, Meta(pattern=r"^(original|permuted)\Z")]
Wordings = Annotated[
    tuple[Wording, ...],
    Meta(min_length=1, description='original, permuted or both: ["original", "permuted"]'),
]
Identity = Annotated[
    dict[str, str], Meta(description='a table of strings: { provider = "...", model = "..." }')
]
Ends = Annotated[
    tuple[Annotated[float, Meta(ge=0, le=5)], ...],
    Meta(max_length=2, description="two numbers from 0 to 5, the lower first; or []"),
]
"""The lowest and the highest, or nothing."""


# ------------------------------------------------------------------------------- tables


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file. Unknown names are refused: a misspelt one would change nothing."""


class PlannedScript(_Table, frozen=True):
    """One script as it is to be run.

    `file` is its path; the hashes are of the procedure, the rubric, the word pools and the file's
    text. `system` are the system texts of the first draw, each once, `contrasts`
    the script's by name. `spread` is the standard deviation of one draw's LRS at half right, least
    and most, and `guessing` the LRS of a guesser in the lowest and the highest cell; both empty
    where that is unknown. `own_questions` is the most questions of a trial that the paper asked
    itself, 0 if it asked all or none of them. `base_cells` are those of the cells in which base
    models alone are asked, under a protocol of items.
    """

    title: str
    file: str
    procedure: Hash
    rubric: Hash
    words: Hash
    text: Hash
    cells: Annotated[int, _from(1, 100_000)]
    wordings: Wordings
    only: tuple[str, ...]
    runs: Annotated[int, _from(1, 100_000)]
    samples: Annotated[int, _from(1, 10_000)]
    seed: int
    system: tuple[str, ...]
    contrasts: tuple[str, ...]
    spread: Ends
    guessing: Ends
    own_questions: Annotated[int, _from(0, remark="most in a trial; 0: all or none are own")] = 0
    base_cells: Annotated[int, _rare("of the cells, those in which base models are asked")] = 0

    def trials(self, *, base: bool) -> int:
        """How many trials it has with a participant, a base model or one that writes."""
        cells = self.base_cells if base else self.cells - self.base_cells
        return cells * self.runs * self.samples


class PlannedModel(_Table, frozen=True):
    """A participant that is to be asked; `identity` is what its key is made of, name by name."""

    name: str
    simulated: bool
    identity: Identity
    base: Annotated[bool, _rare("a base model, asked by likelihood")] = False
    """Only under a protocol of items."""


class CodingPlan(_Table, frozen=True):
    """How replies are to be judged. Percentages are 0 to 100; `agreement_threshold` is for alpha
    of the LRS within cells, -1 to 1.
    """

    view: Annotated[str, _one_of("rubric", "content", "rating", remark="rubric, content or rating")]
    blind_coders: Annotated[int, _from(0)]
    authors: Annotated[int, _from(0, remark="not blind, not pooled")]
    judges: Annotated[int, _from(0, remark="models; reported separately from people")]
    overlap_percent: Annotated[float, _from(0, 100, "of trials, coded by two or more")]
    duplicates_percent: Annotated[float, _from(0, 100)]
    gold: bool
    gold_percent: Annotated[float, _from(0, 100, "of marks as in the gold, to pass calibration")]
    keyed: bool
    plain_replies: bool
    neutral_words: bool
    agreement_threshold: Annotated[float, _from(-1, 1, "alpha of LRS within cells")]


USUAL_CODING = CodingPlan(
    view="rubric",
    blind_coders=2,
    authors=0,
    judges=0,
    overlap_percent=100.0,
    duplicates_percent=10.0,
    gold=True,
    gold_percent=90.0,
    keyed=False,
    plain_replies=False,
    neutral_words=False,
    agreement_threshold=0.667,
)
NOBODY_CODES = replace(
    USUAL_CODING,
    blind_coders=0,
    overlap_percent=0.0,
    duplicates_percent=0.0,
    gold=False,
    gold_percent=0.0,
)
"""If all answers are scored by likelihood, from the key."""
RATINGS = replace(USUAL_CODING, view="rating", duplicates_percent=0.0, gold=False, gold_percent=0.0)
"""If coders give ratings from 0 to 5 and nothing else, for which there is no gold."""


class AnalysisPlan(_Table, frozen=True):
    """What is counted, and at which level it is tested. `score_of_record` is a role of `devrun
    score`.
    """

    alpha: Annotated[float, _from(0, 1)]
    score_of_record: Annotated[str, _one_of(*SCORES, remark=", ".join(SCORES))]
    technical_loss_percent: Annotated[float, _from(0, 100)]
    sensitivity: tuple[str, ...]


USUAL_ANALYSIS = AnalysisPlan(
    alpha=0.05,
    score_of_record="blind",
    technical_loss_percent=5.0,
    sensitivity=(
        "half marks counted as wrong, and as right",
        "failed controls scored 0, left out, and ignored",
        "the linear score, 1 + 4 x proportion correct",
        "equal weight for cells, and for experiments",
        "scores after adjudication",
        "LRS 0 for trials flagged as hallucination",
    ),
)

ANALYSIS_OF_RATINGS = replace(
    USUAL_ANALYSIS,
    sensitivity=("ratings of each coder", "equal weight for cells, and for experiments"),
)
"""There are no marks, and no control questions but in the coders' judgement."""


class PlannedComparison(_Table, frozen=True):
    """A comparison declared beforehand, in the words of `runners.comparison.families`."""

    kind: Annotated[ComparisonKind, Meta(description=f"one of {', '.join(COMPARISONS)}")]
    family: str = "primary"
    experiment: str = ""
    domain: str = ""
    first: str = ""
    second: str = ""
    expect: Annotated[str, _one_of("more", "less", "")] = ""
    equivalent_within: Annotated[float, _from(0, 5)] = 0.0
    on: str = ""


class PublishedFigure(_Table, frozen=True):
    """A published figure with which results are to be shown, as given in the script; `cells` are
    the levels that it is for, empty for all.
    """

    script: str
    cells: str
    who: str
    value: str
    unit: str
    source: str


class SeenOf(_Table, frozen=True):
    """Replies of one participant to one script that existed already; `newest` is UTC."""

    script: str
    model: str
    simulated: bool
    calls: Annotated[int, _from(0)]
    newest: str


class SeenAlready(_Table, frozen=True, rename={"replies": "reply"}):
    """What existed when the form was filled (or renewed), at `at` (UTC), in the store `store`."""

    at: str
    store: str
    codes: Annotated[int, _from(0)]
    replies: tuple[SeenOf, ...] = ()

    @property
    def document(self) -> dict[str, object]:
        """As it is kept with a seal and printed: `replies` is called `reply` in forms alone."""
        return asdict(self) | {"replies": to_builtins(self.replies)}


class PlanBlock(_Table, frozen=True, kw_only=True, rename={"scripts": "script", "models": "model"}):
    """All of it. Forms of an older devrun have no `protocol`: they were for the battery's own."""

    format: Annotated[int, _from(1)]
    made_with: str
    protocol: Annotated[
        Protocol,
        Meta(extra=_remark(f"how scripts are asked and rated: {', '.join(Protocol)}")),
    ] = Protocol.BATTERY
    scripts: tuple[PlannedScript, ...]
    models: tuple[PlannedModel, ...]
    coding: CodingPlan
    analysis: AnalysisPlan
    compare: tuple[PlannedComparison, ...] = ()
    shown: tuple[PublishedFigure, ...] = ()
    seen: SeenAlready

    @property
    def simulated(self) -> bool:
        """Whether all participants are programs."""
        return all(one.simulated for one in self.models)

    @property
    def trials(self) -> int:
        """How many trials all participants have."""
        return sum(one.trials(base=who.base) for one in self.scripts for who in self.models)

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of the scripts."""
        return tuple(one.title for one in self.scripts)

    @property
    def declared(self) -> tuple[DeclaredComparison, ...]:
        """The comparisons that are declared, as `devrun compare` takes them."""
        return tuple(
            DeclaredComparison(**asdict(one), source="preregistration") for one in self.compare
        )
