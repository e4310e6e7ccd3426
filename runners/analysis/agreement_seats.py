"""What each coder has to say of one trial, and of which questions: what rows are made of."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from coders.lrs import Place
from coders.packets.shape import CoderKind, View
from dsl.trial import Question, Trial
from runners.analysis.agreement_rows import NOT_RATED, PACKET_APART
from runners.coding.judgements import CodedPacket, CodedTrial


class Items:
    """Which item of content view a question of a trial was, and where every item stood."""

    def __init__(self, packets: Sequence[CodedPacket]) -> None:
        self.first: dict[str, int] = {}
        self.positions: dict[tuple[str, str], int] = {}
        self.of_place: dict[tuple[str, str, Place], str] = {}
        before: dict[tuple[str, CoderKind], int] = {}
        for coded in packets:
            packet, who = coded.packet, (coded.packet.coder, coded.kind)
            number = before[who] = before.get(who, -1) + 1
            self.first[packet.packet] = number * PACKET_APART
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

    def position(self, coded: CodedTrial, item: str) -> int:
        """Where an item stood among all that its coder had."""
        if item == coded.item:
            return self.first[coded.packet] + coded.order
        return self.positions.get((coded.packet, item), NOT_RATED)


@dataclass(frozen=True, slots=True)
class RaterMarks:
    """What a coder's judgements of a trial come to: a mark (or -1) for each place judged, and the
    code of the trial for each measure. `places` are those judged, one tuple for all who judged the
    same; `tests` and `controls` the marks at them in the order of the trial.
    """

    marks: Mapping[Place, int]
    places: tuple[Place, ...]
    tests: tuple[int, ...]
    controls: tuple[int, ...]
    lrs: int | None
    gate: int
    rule: int
    step: int


@dataclass(slots=True)
class Seat:
    """What one coder has to say of one trial. `items` and `orders` are by place where the trial was
    judged in several items, each with a question of it; else it was `coded.item`, at `order`.
    """

    judged: RaterMarks
    coded: CodedTrial
    order: int
    items: Mapping[Place, str] | None = None
    orders: Mapping[Place, int] | None = None

    def item(self, place: Place) -> str | None:
        """The item in which a place was judged; None where it was not."""
        if place not in self.judged.marks:
            return None
        return self.coded.item if self.items is None else self.items[place]

    def order_of(self, place: Place) -> int:
        """When a place was judged; -1 where it was not."""
        if place not in self.judged.marks:
            return NOT_RATED
        return self.order if self.orders is None else self.orders[place]

    @property
    def signature(self) -> tuple[str, ...]:
        """The items that the trial was judged in."""
        if self.items is None:
            return (self.coded.item,) if self.judged.marks else ()
        return tuple(sorted(set(self.items.values())))


@dataclass(frozen=True, slots=True)
class QuestionSlot:
    """One control or test question of a trial, and the spot of its rows."""

    place: Place
    question: Question
    tested: bool
    spot: int


@dataclass(frozen=True, slots=True)
class TrialQuestions:
    """A trial's questions, and the spot of its rows; one for each participant."""

    trial: Trial
    asked: tuple[QuestionSlot, ...]
    spot: int
    spots: dict[int, tuple[Sequence[int], Sequence[int]]]
    """The spots of tests and of controls at some places, by the id of these."""

    def spots_at(self, places: tuple[Place, ...]) -> tuple[Sequence[int], Sequence[int]]:
        """The spots of the tests and of the controls at places: those of a `RaterMarks`."""
        found = self.spots.get(id(places))
        if found is None:
            at = frozenset(places)
            tests, controls = (
                array("i", [o.spot for o in self.asked if o.place in at and o.tested is tested])
                for tested in (True, False)
            )
            found = self.spots[id(places)] = tests, controls
        return found
