"""Each coder alone: against their own earlier codes, over time, and what they could guess.

None of it is agreement with others, and none of it goes into the figures of a study; it says how
far these can be believed. Marks of controls and tests are taken together, since duplicates are few.

Which item of a packet a question of a trial was, and when its coder had it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from coders.desk.steps import NO_IDEA, WORDINGS
from coders.packets.shape import CoderKind, View
from coders.statistics.agreement import Agreement
from coders.statistics.coder_effects import DriftBlock, drift
from coders.statistics.ratings import NOT_RATED, Ints
from coders.statistics.within_cells import Masking, masking
from dsl.record import replace
from dsl.trial import Place
from runners.agreement.measures import RaterSet
from runners.agreement.rows import RatedMeasure, RatingRows, StudyRatings
from runners.coding.coded_packets import CodedPacket
from runners.coding.coded_trials import CodedTrial

BLOCK = 50
_APART = 1024  # positions of two items are so far apart, since one item may hold several questions


@dataclass(frozen=True, slots=True)
class GivenBeforeMarks:
    """LRS given before any mark, compared with the rule's for the same coder's marks: of `n` such
    items `same` agree, and `difference` is the mean of given minus rule (None of none).
    """

    n: int
    same: int
    difference: Fraction | None


@dataclass(frozen=True, slots=True)
class CoderPart:
    """One person who codes.

    `again_marks` and `again_lrs` are of hidden duplicates (None where there were none), `blocks`
    of the coder's items in their order: how often another coder's code is the same, and how often
    silent gold was judged as agreed. `model` and `wording` are the masking test (None where nobody
    was asked). `unit` says what a block counts.
    """

    coder: str
    kind: CoderKind
    again_marks: Agreement | None
    again_lrs: Agreement | None
    unit: str
    blocks: tuple[DriftBlock, ...]
    model: Masking | None
    wording: Masking | None
    first: GivenBeforeMarks


def coder_part(
    rows: StudyRatings, column: int, raters: RaterSet, models: Sequence[str]
) -> CoderPart:
    """The coder in a column, with those that the coder is compared with. `models` are all
    participants of the study, by name.
    """
    own, name = rows.columns[column], raters.names[raters.columns.index(column)]
    measure = RatedMeasure.MARKS if own.content else RatedMeasure.FINAL
    judged = rows.measures[measure].judged_by([column])
    return CoderPart(
        coder=name,
        kind=own.kind,
        again_marks=_again(rows, raters, column, RatedMeasure.MARKS)
        or _again(rows, raters, column, RatedMeasure.RATINGS),
        again_lrs=_again(rows, raters, column, RatedMeasure.FINAL),
        unit="questions" if own.content else "transcripts",
        blocks=drift(
            raters.ratings(judged),
            name,
            _positions(judged, column),
            block=BLOCK,
            gold=[(order * _APART, right) for order, right in own.gold],
        ),
        model=_masking(own.models, models),
        wording=_masking(own.wordings, WORDINGS[:-1]),
        first=_first(own.first),
    )


def _again(
    rows: StudyRatings, raters: RaterSet, column: int, measure: RatedMeasure
) -> Agreement | None:
    """The coder against their own codes of the same items, as two coders `first` and `again`."""
    pairs = rows.repeats.get((column, measure))
    if pairs is None:
        return None
    both = replace(raters, columns=(0, 1), names=("first", "again"))
    return both.agreement(replace(both.ratings(pairs), cells=None))


def _positions(judged: RatingRows, column: int) -> Ints:
    """When the coder judged each row; several questions of one item follow each other."""
    orders = judged.orders[:, column].astype(np.int64)
    ranks = np.argsort(orders, kind="stable")
    listed = orders[ranks]
    places = np.empty_like(orders)
    places[ranks] = np.arange(len(orders)) - np.searchsorted(listed, listed)
    return np.asarray(orders * _APART + np.minimum(places, _APART - 1))


def _masking(guesses: Sequence[tuple[str, str]], arms: Sequence[str]) -> Masking | None:
    answers = [(truth, None if guess == NO_IDEA else guess) for truth, guess in guesses if guess]
    return masking(answers, arms=tuple(dict.fromkeys(arms))) if answers else None


def _first(pairs: Sequence[tuple[int, int]]) -> GivenBeforeMarks:
    apart = [given - rule for given, rule in pairs]
    mean = Fraction(sum(apart), len(apart)) if apart else None
    return GivenBeforeMarks(len(apart), apart.count(0), mean)


PACKET_APART = 1_000_000
"""Orders go on from one packet of a coder to the next: each has so many to itself."""


def by_coder(
    packets: Iterable[CodedPacket],
) -> dict[tuple[str, CoderKind], list[CodedPacket]]:
    """The packets of each coder, a column each."""
    found: dict[tuple[str, CoderKind], list[CodedPacket]] = {}
    for packet in packets:
        found.setdefault((packet.packet.coder, packet.kind), []).append(packet)
    return found


class ItemPositions:
    """Which item of content view a question of a trial was, and the position of every item."""

    def __init__(self, packets: Sequence[CodedPacket]) -> None:
        self.first: dict[str, int] = {}
        self.positions: dict[tuple[str, str], int] = {}
        self.of_place: dict[tuple[str, str, Place], str] = {}
        for mine in by_coder(packets).values():
            for number, coded in enumerate(mine):
                self.first[coded.packet.packet] = number * PACKET_APART
        for packet in (coded.packet for coded in packets):
            if packet.view != View.CONTENT:
                continue
            for item in packet.items:
                self.positions[packet.packet, item.item] = self.first[packet.packet] + item.position
                if item.twin:
                    continue
                for behind in item.behind:
                    for _, session, place in behind.places:
                        self.of_place[packet.packet, behind.trial, (session, place)] = item.item

    def item(self, coded: CodedTrial, place: Place) -> str:
        """The item in which a question of a trial was judged."""
        return self.of_place.get((coded.packet, coded.trial, place), coded.item)

    def items(self, coded: CodedTrial) -> list[str]:
        """The items that a trial was judged in."""
        if coded.view is not View.CONTENT:
            return [coded.item] if coded.judgements else []
        return sorted({self.item(coded, place) for place in coded.judgements})

    def position(self, coded: CodedTrial, item: str) -> int:
        """The position of an item among all that its coder had."""
        if item == coded.item:
            return self.first[coded.packet] + coded.shown.position
        return self.positions.get((coded.packet, item), NOT_RATED)

    def first_position(self, coded: CodedTrial) -> int:
        """The position of a trial; of one that was judged in several items, that of the first."""
        if coded.view is not View.CONTENT:
            return self.position(coded, coded.item)
        each = (self.position(coded, item) for item in self.items(coded))
        return min(each, default=NOT_RATED)
