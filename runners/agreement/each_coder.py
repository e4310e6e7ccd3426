"""Each coder alone: against their own earlier codes, over time, and what they could guess.

None of it is agreement with others, and none of it goes into the figures of a study; it says how
far these can be believed. Marks of controls and tests are taken together, since duplicates are few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from coders.desk.steps import NO_IDEA, WORDINGS
from coders.packets.shape import CoderKind, Phase, View
from coders.statistics.agreement import Agreement
from coders.statistics.drift import DriftBlock, drift
from coders.statistics.masking import Masking, masking
from dsl.record import replace
from runners.agreement.judged_trials import PACKET_APART
from runners.agreement.measures import RaterSet
from runners.agreement.rows import RatedMeasure, RatingRows, StudyRatings
from runners.coding.gold_items import expert_marks

if TYPE_CHECKING:
    from runners.coding.coded_packets import CodedPacket

BLOCK = 50
_APART = 1024  # positions of two items are so far apart, since one item may hold several questions


@dataclass(frozen=True, slots=True)
class GivenBeforeMarks:
    """LRS given before any mark, beside the rule's for the same coder's marks: of `n` such items
    `same` agree, and `difference` is the mean of given minus rule (None of none).
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


@dataclass(frozen=True, slots=True)
class OwnFact:
    """What a coder's packets say beside what was judged: whether one was in content view, and for
    each judgement of silent gold where it stood and whether it is as the experts agreed.
    """

    content: bool
    gold: tuple[tuple[int, bool], ...]


OwnFacts = Mapping[tuple[str, CoderKind], OwnFact]
"""By the coder's name and kind."""


def own_facts(packets: Sequence[CodedPacket]) -> OwnFacts:
    """What the packets say of each coder, so that they need not be held."""
    by_coder: dict[tuple[str, CoderKind], list[CodedPacket]] = {}
    for packet in packets:
        by_coder.setdefault((packet.packet.coder, packet.kind), []).append(packet)
    return {
        who: OwnFact(any(p.packet.view == View.CONTENT for p in mine), tuple(_gold(mine)))
        for who, mine in by_coder.items()
    }


def coder_parts(
    rows: StudyRatings, own: OwnFacts, raters: Mapping[int, RaterSet], models: Sequence[str]
) -> Iterator[Callable[[], CoderPart]]:
    """Every coder alone whose column `raters` names, with those that the coder is held against.

    `models` are all participants of the study, by name.
    """
    for column, others in raters.items():
        who = rows.columns[column]
        yield partial(_part, rows, own[who.coder, who.kind], others, column, models)


def _part(
    rows: StudyRatings, own: OwnFact, raters: RaterSet, column: int, models: Sequence[str]
) -> CoderPart:
    name = raters.names[raters.columns.index(column)]
    measure = RatedMeasure.MARKS if own.content else RatedMeasure.FINAL
    judged = rows.measures[measure].judged_by([column])
    guesses = [guess for guess in rows.guesses if guess.column == column]
    return CoderPart(
        coder=name,
        kind=rows.columns[column].kind,
        again_marks=_again(rows, raters, column, RatedMeasure.MARKS),
        again_lrs=_again(rows, raters, column, RatedMeasure.FINAL),
        unit="questions" if own.content else "transcripts",
        blocks=drift(
            raters.ratings(judged),
            name,
            _positions(judged, column),
            block=BLOCK,
            gold=[(order * _APART, right) for order, right in own.gold],
        ),
        model=_masking([(one.true_model, one.model) for one in guesses], models),
        wording=_masking([(one.true_wording, one.wording) for one in guesses], WORDINGS[:-1]),
        first=_first(rows, column),
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


def _positions(judged: RatingRows, column: int) -> list[int]:
    """When the coder judged each row; several questions of one item follow each other."""
    met: dict[int, int] = {}
    found = []
    for order in judged.orders[:, column].tolist():
        place = met[order] = met.get(order, -1) + 1
        found.append(order * _APART + min(place, _APART - 1))
    return found


def _gold(packets: Iterable[CodedPacket]) -> Iterator[tuple[int, bool]]:
    """Each judgement of silent gold: where it stood, and whether it is as the experts agreed."""
    for number, coded in enumerate(packets):
        agreed = expert_marks(coded.packet.settings)
        for item in coded.packet.items:
            if item.phase != Phase.SILENT:
                continue
            judged = coded.state.codes(item.item).judgements
            for question, gold in agreed.get(item.item, {}).items():
                one = judged.get(question)
                if one is not None:
                    yield number * PACKET_APART + item.position, gold.is_as(one)


def _masking(guesses: Sequence[tuple[str, str]], arms: Sequence[str]) -> Masking | None:
    told = [(truth, None if guess == NO_IDEA else guess) for truth, guess in guesses if guess]
    return masking(told, arms=tuple(dict.fromkeys(arms))) if told else None


def _first(rows: StudyRatings, column: int) -> GivenBeforeMarks:
    apart = [Fraction(one.first - one.rule) for one in rows.holistic if one.column == column]
    return GivenBeforeMarks(
        len(apart),
        sum(not one for one in apart),
        sum(apart, Fraction(0)) / len(apart) if apart else None,
    )
