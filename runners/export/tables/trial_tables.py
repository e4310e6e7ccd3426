"""The tables of whole trials: `trials`, `scores` by coder, and `words`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter

from dsl.experiment import Experiment
from dsl.tree import FactorKind
from renderers.fields.design import ADDITION, DOMAIN_NAME
from renderers.fields.field import Field, Kind, Scale, by_name, field, of, pick, read_by
from renderers.fields.kinds import trial_fields
from renderers.fields.scales import KEY, TEXT
from renderers.fields.trials import CODER, IN_TABLES, PLACED, WHO
from renderers.rows.trials import CoderRow, TrialRow
from runners.analysis.experiment_facts import is_addition
from runners.export.csv_file import ExportTable
from runners.export.exported_trials import ExportTrial
from runners.export.factor_columns import factors_of

PARTICIPANT: Field[str] = field(
    KEY, "participant", "the participant: model, provider and requested parameters; two "
    "participants of one name differ in parameters", lambda key: key,
)  # fmt: skip
HERE: tuple[Field[TrialRow], ...] = pick(
    PLACED, "trial", "simulated", "experiment", "condition", "wording", "model", "draw", "sample"
)
"""With what most rows begin."""

_DESIGN: tuple[Field[ExportTrial], ...] = read_by(
    (DOMAIN_NAME, ADDITION),
    domain=lambda one: dict(one.experiment.meta).get("domain") or None,
    addition=lambda one: is_addition(one.experiment, one.row.levels),
)
_PLACED: tuple[Field[ExportTrial], ...] = (
    *of(attrgetter("row"), PLACED),
    *_DESIGN,
    PARTICIPANT.of(lambda one: one.coded.finished.participant.key),
    field(Scale(Kind.WHOLE), "seed", "seed of every choice of words and order", "trial.seed"),
)  # fmt: skip


def trials_table(experiments: Sequence[Experiment]) -> ExportTable[ExportTrial]:
    """The table `trials`, whose factors are those of the study's scripts."""
    first = ("trial", "simulated", "experiment", "domain", "addition", "condition")
    then = ("wording", "model", "participant", "draw", "sample", "seed")
    factors = factors_of(experiments, FactorKind.CONDITIONS, FactorKind.COUNTERBALANCE)
    return ExportTable(
        "trials",
        "one finished trial",
        ("trial",),
        (
            *pick(_PLACED, *first),
            *of(attrgetter("levels"), factors),
            *pick(_PLACED, *then),
            *of(attrgetter("row"), IN_TABLES),
            *of(attrgetter("row"), trial_fields(one.design.scoring for one in experiments)),
        ),
    )


ByCoder = tuple[TrialRow, CoderRow]
"""One coder's score of a trial."""


_KIND = by_name(WHO)["kind"].but("coder_kind")
SCORES: ExportTable[ByCoder] = ExportTable(
    "scores",
    "one coder's score of one finished trial",
    ("trial", "coder", "coder_kind"),
    (
        *of(itemgetter(0), HERE),
        *of(itemgetter(1), (*pick(WHO, "coder"), _KIND, *CODER[1:])),
    ),
)


def score_rows(one: ExportTrial) -> Iterator[ByCoder]:
    """The rows of `scores` of a trial."""
    return ((one.row, coder) for coder in one.row.coders)


@dataclass(frozen=True, slots=True)
class WordInSlot:
    """A slot of a trial, and the word in it."""

    trial: ExportTrial
    slot: str
    word: str


WORDS: ExportTable[WordInSlot] = ExportTable(
    "words",
    "one word that varies, in one finished trial",
    ("trial", "slot"),
    (
        *of(
            attrgetter("trial.row"),
            pick(PLACED, "trial", "simulated", "experiment", "wording", "draw"),
        ),
        field(TEXT, "slot", "word of the script that varies"),
        field(TEXT, "word", "the word used for it in this trial"),
    ),
)


def word_rows(one: ExportTrial) -> Iterator[WordInSlot]:
    """The rows of `words` of a trial."""
    return (WordInSlot(one, slot, word) for slot, word in one.trial.words)
