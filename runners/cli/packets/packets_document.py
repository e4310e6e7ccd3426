"""What `devrun packets` tells of the packets that it made, in its tables and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any

from coders.packets.shape import Header, Phase
from renderers.fields.coding.coders import CODER_KIND, PACKET_ID, VIEW
from renderers.fields.design import (
    CONDITION,
    EXPERIMENT_TITLE,
    FACTOR_LEVELS,
    MODEL,
    SIMULATED,
    STORE,
    STUDY,
    WORDING,
)
from renderers.fields.field import Field, each, field, group, of
from renderers.fields.scales import COUNT, COUNTS, TEXT, TEXTS, TRUTH, WHOLE
from renderers.fields.trials import CODER_NAME
from renderers.terminal import visible
from runners.coding.items import ItemDisplay, ItemPool, Stratum
from runners.coding.packing import CoderPacket, PackedStudy
from runners.studies.study import OpenStudy


@dataclass(frozen=True, slots=True)
class MadePackets:
    """The packets of a study in the store `store`, of the files `places`; `notes` are all that the
    owner should know of them.
    """

    packed: PackedStudy
    study: OpenStudy
    display: ItemDisplay
    seed: int
    places: Sequence[Path]
    store: str
    notes: Sequence[str]

    @property
    def header(self) -> Header:
        """What the headers of all these packets say alike."""
        return self.packed.packets[0].packet.header

    @property
    def placed(self) -> Iterator[Placed]:
        """Each coder's packet and its file; a packet without items has none."""
        files = iter(self.places)
        return ((one, next(files) if one.items else None) for one in self.packed.packets)


Placed = tuple[CoderPacket, Path | None]
InCell = tuple[Stratum, int]
"""A cell of a participant, and how many of its trials are in a packet."""


def _header(one: CoderPacket) -> Header:
    return one.packet.header


def _levels(cell: Stratum) -> tuple[str, ...]:
    return tuple(level for _, level in cell[1])


GOLD: tuple[Field[CoderPacket], ...] = (
    field(
        COUNT, Phase.TRAINING, "items of the training", lambda one: len(one.packet.training),
        heading="training",
    ),
    field(
        COUNT, Phase.GATE_A, "items of the first form of the calibration",
        lambda one: len(one.packet.gate_a), heading="calibration A",
    ),
    field(
        COUNT, Phase.GATE_B, "items of the second form of the calibration",
        lambda one: len(one.packet.gate_b), heading="calibration B",
    ),
    field(COUNT, Phase.SILENT, "gold items among the others", "silent", heading="silent gold"),
)  # fmt: skip
CELL: tuple[Field[Stratum], ...] = (
    EXPERIMENT_TITLE.read_by(itemgetter(0)),
    CONDITION.read_by(lambda cell: ", ".join(_levels(cell))),
    FACTOR_LEVELS.read_by(itemgetter(1)),
    WORDING.read_by(itemgetter(2)),
    MODEL.read_by(itemgetter(3)),
)
IN_CELL: tuple[Field[InCell], ...] = (
    *of(itemgetter(0), CELL),
    field(WHOLE, "trials", "its trials in the packet", itemgetter(1)),
)

WHOSE = (CODER_NAME.of(_header), CODER_KIND.of(_header))
ITEMS: Field[CoderPacket] = field(COUNT, "items", "items of the study", heading="items")
DUPLICATES: Field[CoderPacket] = field(
    COUNT, "duplicates", "items that come twice", "order.duplicates", heading="twice"
)
ALL: Field[CoderPacket] = field(
    COUNT, "all", "all items of the packet", "packet.header.items", heading="all",
    text=lambda one: f"{one.packet.header.items:,}" if one.items else "no packet",
)  # fmt: skip
GIVEN: tuple[Field[CoderPacket], ...] = (
    ITEMS,
    DUPLICATES,
    field(WHOLE, "duplicates_wanted", "items that were to come twice", "order.wanted"),
    field(WHOLE, "gap", "least distance of an item from its duplicate, in items", "order.gap"),
    field(WHOLE, "touching", "pairs of neighbours with the same text or trial", "order.touching"),
    field(WHOLE, "had", "trials that are left out, since the coder had them before"),
    group("gold", "items of the gold", *GOLD),
    each("cells", "each cell", IN_CELL, lambda one: sorted(one.strata.items())),
)
CODER_PACKET: tuple[Field[Placed], ...] = (
    *of(itemgetter(0), WHOSE),
    PACKET_ID.read_by(lambda row: row[0].packet.header.packet if row[1] else None),
    field(
        TEXT, "file", "its file", lambda row: str(row[1]) if row[1] else None,
        missing="nothing is new for the coder",
    ),
    *of(itemgetter(0), GIVEN),
)  # fmt: skip
COLUMNS = (*WHOSE, ITEMS, DUPLICATES, *GOLD, ALL)
"""Those of the table of packets."""

BALANCE: tuple[Field[Stratum], ...] = (
    field(
        TEXT, "cell", "the cell", lambda cell: ", ".join((cell[0], *_levels(cell))),
        heading="trials of", label=True, folds=True,
    ),
    field(TEXT, "wording", WORDING.what, itemgetter(2), heading="wording", label=True, folds=True),
    field(TEXT, "model", MODEL.what, itemgetter(3), heading="model", label=True, folds=True),
)  # fmt: skip


def trials_of(one: CoderPacket) -> Field[Stratum]:
    """How many trials of a cell a coder has."""
    return field(
        COUNT, "trials", "its trials in the packet", lambda cell: one.strata.get(cell, 0),
        heading=visible(one.packet.header.coder),
    )  # fmt: skip


DISPLAY: tuple[Field[ItemDisplay], ...] = (
    VIEW,
    field(TRUTH, "keyed", "whether coders see the accepted answers"),
    field(TRUTH, "plain_replies", "whether Markdown is removed from replies"),
    field(TRUTH, "neutral_words", "whether words that vary are replaced by neutral ones"),
)
HEADER: tuple[Field[Header], ...] = (
    field(TEXT, "codebook_version", "name of all that guides coding"),
    field(TEXTS, "blind_to", "what coders are blind to"),
    field(TEXTS, "not_blind_to", "what coders can see"),
    field(TEXT, "statement", "the same in a sentence, which coders read first"),
)


def _by_word(name: str, what: str) -> Field[ItemPool]:
    def counts(pool: ItemPool) -> Mapping[str, int]:
        return dict(sorted(getattr(pool, name).items()))

    return field(COUNTS, name, what, counts)


POOL: tuple[Field[ItemPool], ...] = (
    field(WHOLE, "trials", "finished trials of the study"),
    field(WHOLE, "items", "items to code", lambda pool: len(pool.drafts)),
    field(WHOLE, "merged", "transcripts or replies that are identical to another, coded once"),
    field(WHOLE, "lost", "replies that were lost or cut off, and are in no item"),
    field(WHOLE, "settled", "replies that were scored by likelihood, and are in no item"),
    field(WHOLE, "thinking", "replies with a model's thinking, as its server printed it"),
    _by_word("masked", "names that are masked in replies, by word"),
    _by_word("left", "words of other draws that stay visible in replies, by word"),
)


_STUDY: tuple[Field[Any], ...] = (STUDY.read_by(lambda o: o.study.id), SIMULATED)
PACKETS: tuple[Field[MadePackets], ...] = (
    *of(attrgetter("study"), _STUDY),
    STORE,
    field(
        TEXT,
        "batch",
        "id that all of these packets have",
        lambda made: made.packed.packets[0].packet.header.batch,
    ),
    *of(attrgetter("display"), DISPLAY),
    field(WHOLE, "seed", "seed of the order"),
    *of(attrgetter("header"), HEADER),
    *of(attrgetter("packed.pool"), POOL),
    each("packets", "each coder's packet", CODER_PACKET, "placed"),
    field(TEXTS, "notes", "what the owner should know, in sentences"),
)
