"""What `devrun collect --json` tells of coding logs, tables of codes and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from renderers.fields.coding.coders import PACKET_ID, PROGRESS
from renderers.fields.design import STORE
from renderers.fields.field import Field, each, field
from renderers.fields.scales import TEXT, TEXTS, TRUTH, WHOLE
from renderers.fields.trials import CODER_NAME
from runners.coding.coder_progress import CoderReport
from runners.coding.log_files import Rejected
from runners.coding.log_import import ImportedLog


@dataclass(frozen=True, slots=True)
class Collected:
    """The logs that were imported into a `store` and those that were not, how far each packet of
    them is, and who has not handed in.
    """

    store: str
    taken: Sequence[ImportedLog]
    rejected: Sequence[Rejected]
    reports: Sequence[CoderReport]
    waiting: tuple[str, ...]


_FILE: Field[Any] = field(TEXT, "file", "the file")
REFUSED: tuple[Field[Rejected], ...] = (
    _FILE,
    field(TEXT, "message", "what is wrong with it"),
    field(TEXT, "help", "what to do; may be empty"),
)
IMPORTED: tuple[Field[ImportedLog], ...] = (
    _FILE,
    PACKET_ID.of(lambda one: one.packet),
    CODER_NAME.of(lambda one: one.packet),
    field(WHOLE, "new", "lines of it that the store did not have"),
    field(WHOLE, "known", "lines of it that the store had"),
    field(TRUTH, "shorter", "whether the store had more of it"),
    field(TRUTH, "cut", "whether its last line was incomplete and left out"),
)
COLLECTED: tuple[Field[Collected], ...] = (
    STORE,
    each("files", "what was imported", IMPORTED, "taken"),
    each("refused", "faults for which something was not imported", REFUSED, "rejected"),
    each("coders", "how far each packet is", PROGRESS, "reports"),
    field(TEXTS, "waiting_for", "people who have not handed in yet", "waiting"),
)


@dataclass(frozen=True, slots=True)
class RaterProgress:
    """What has come from one rater, as `RATER` says."""

    rater: str
    handed_in: int
    under_way: int
    packets: int
    ratings: int
    fast: int
    lost: int


@dataclass(frozen=True, slots=True)
class RatingTable:
    """What came of logs of one kind, as `TABLE` says."""

    file: str
    rows: int
    raters: tuple[RaterProgress, ...]
    items: int
    fewest: int
    most: int
    ties: int


RATER: tuple[Field[RaterProgress], ...] = (
    field(TEXT, "rater", "name of the rater"),
    field(WHOLE, "handed_in", "packets that were handed in"),
    field(WHOLE, "under_way", "packets that were begun and not handed in"),
    field(WHOLE, "packets", "packets that the rater has"),
    field(WHOLE, "ratings", "the rater's ratings in the table"),
    field(WHOLE, "fast", "ratings that took less than a second"),
    field(WHOLE, "lost", "lines of the logs that were damaged and dropped"),
)
TABLE: tuple[Field[RatingTable], ...] = (
    field(TEXT, "file", "the table"),
    field(WHOLE, "rows", "its rows"),
    each("raters", "each rater", RATER),
    field(WHOLE, "items", "items, each in its wave, that people rate"),
    field(WHOLE, "fewest", "fewest ratings of one of these"),
    field(WHOLE, "most", "most ratings of one of these"),
    field(WHOLE, "ties", "those of them with a tie among the most frequent ratings"),
)
RATINGS: tuple[Field[tuple[Iterable[RatingTable], Sequence[Rejected]]], ...] = (
    each("tables", "what was added to tables of ratings", TABLE, itemgetter(0)),
    each("refused", "faults for which something was not collected", REFUSED, itemgetter(1)),
)
