"""Where a coder stands, found from what stands in the log and from nothing else.

There is no cursor that could be lost or contradict the log: the same log opened again gives the
same step, in the middle of an item as well. Training comes first, then the calibration forms, then
the items of the study. Last come what the study is supposed to be about and then the masking
question, which names the models and so would tell what is compared. In a packet of an older tool it
follows its item at once.

Random shares of items that need no list: a lot drawn from the item's own id.

Which items get the masking question, or an LRS before the marks, must be the same when a log is
opened again and for whoever reads it later, and must not be written beside the item, where it
could be seen to go with something. The id is random, so a digest of it is a fair lot.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction

from coders.desk.calibrating import gate_result
from coders.desk.proposing import propose
from coders.desk.state import DeskPosition, ItemCodes, LogState
from coders.desk.steps import NO_IDEA, Step, StepKind
from coders.outcome import TrialOutcome
from coders.packets.parts import as_seen, is_in_parts, shows_reading
from coders.packets.shape import Gold, Item, Packet, PacketQuestion, Phase, QuestionOrder, View

ROUNDS = 2
"""How often an item is put before the coder who skips it."""


def find_step(packet: Packet, state: LogState) -> Step:
    """What is asked of the coder next."""
    if state.locked:
        return Step(StepKind.LOCKED)
    if not state.begun:
        return Step(StepKind.WELCOME)
    return _calibration(packet, state) or next(_main_steps(packet, state))


def judged_in_order(packet: Packet, item: Item) -> tuple[PacketQuestion, ...]:
    """The questions of an item in the order in which they are judged, which the packet says; lost
    replies are passed over. A question is the same in two stories if its words are.
    """
    here = [asked for asked in item.questions if asked.number not in item.lost]
    order = packet.header.question_order
    if order is QuestionOrder.ASKED:
        return tuple(here)
    if order is QuestionOrder.STORY:
        return tuple(sorted(here, key=lambda one: (one.story, not one.is_control)))
    if order is QuestionOrder.QUESTION:
        first = {one.text: at for at, one in reversed(list(enumerate(here)))}
        return tuple(sorted(here, key=lambda one: (not one.is_control, first[one.text])))
    return tuple(sorted(here, key=lambda one: not one.is_control))


def item_as_seen(packet: Packet, item: Item, codes: ItemCodes) -> Item:
    """The item as far as its coder may read it by now."""
    return as_seen(packet, item, judged_in_order(packet, item), codes.judgements)


def beyond(item: Item) -> int:
    """A number for the place after the last question: the LRS."""
    return max((asked.number for asked in item.questions), default=0) + 1


def complete(item: Item, codes: ItemCodes, *, wants_lrs: bool) -> bool:
    """Whether nothing of an item is left to judge. `wants_lrs`: an LRS is given as well, wherever
    the rule proposes one.
    """
    judged = (*codes.judgements, *item.lost)
    if any(asked.number not in judged for asked in item.questions):
        return False
    return not wants_lrs or codes.lrs is not None or propose(item, codes.judgements).lrs is None


def _settled(packet: Packet, item: Item, codes: ItemCodes) -> bool:
    """Whether all is judged, with an LRS if the packet wants one. It is asked of every item at
    every key, so it proposes nothing: where the rule proposes no LRS, `complete` knows more.
    """
    if codes.lrs is None and wants_lrs(packet):
        return False
    judged = codes.judgements
    for asked in item.questions:
        if asked.number not in judged and asked.number not in item.lost:
            return False
    return bool(judged)


def wants_lrs(packet: Packet) -> bool:
    """Whether coders of a packet give an LRS, and not marks or contents alone."""
    return packet.header.view is View.RUBRIC


def phase_items(packet: Packet, phase: Phase | None) -> tuple[Item, ...]:
    """The items of a phase in order; silent gold is among those of MAIN."""
    return {
        Phase.TRAINING: packet.training,
        Phase.GATE_A: packet.gate_a,
        Phase.GATE_B: packet.gate_b,
    }.get(phase or Phase.MAIN, packet.main)


def phase_of(packet: Packet, item: str) -> tuple[Phase, int]:
    """The phase of an item and its position there, from 1; KeyError for a strange item."""
    for phase in (Phase.MAIN, Phase.TRAINING, Phase.GATE_A, Phase.GATE_B):
        for index, one in enumerate(phase_items(packet, phase), start=1):
            if one.id == item:
                return phase, index
    raise KeyError(item)


def _calibration(packet: Packet, state: LogState) -> Step | None:
    """The step in training or calibration; None when both are behind."""
    for index, item in enumerate(packet.training, start=1):
        codes = state.codes(item.id)
        if _settled(packet, item, codes) and (codes.feedback or item.id not in packet.gold):
            continue
        at = _At(packet, state, Phase.TRAINING, item, index)
        step = at.judging(None) or at.feedback()
        if step is not None:
            return step
    forms = [(Phase.GATE_A, packet.gate_a), (Phase.GATE_B, packet.gate_b)]
    forms = [(phase, items) for phase, items in forms if items]
    passed = {one.form: one.passed for one in state.gates}
    for phase, items in forms:
        if passed.get(phase):
            return None
        last = phase is forms[-1][0]
        if phase not in passed:
            return _in_form(packet, state, phase, items, last=last)
        if last:
            result = gate_result(phase, items, packet.gold, state, again=False)
            return Step(StepKind.ENDED, gate=result)
    return None


def _in_form(
    packet: Packet, state: LogState, phase: Phase, items: Sequence[Item], *, last: bool
) -> Step:
    for index, item in enumerate(items, start=1):
        if _settled(packet, item, state.codes(item.id)):
            continue
        step = _At(packet, state, phase, item, index).judging(None)
        if step is not None:
            return step
    result = gate_result(phase, items, packet.gold, state, again=not last)
    return Step(StepKind.GATE_RESULT, phase=phase, gate=result, position=len(items), of=len(items))


def _main_steps(packet: Packet, state: LogState) -> Iterator[Step]:
    """The steps that come into question, the first of which is the one."""

    def at(index: int) -> _At:
        return _At(packet, state, Phase.MAIN, packet.main[index], index + 1)

    shown = [index for index, item in enumerate(packet.main) if item.id in state.items]
    place = state.place
    for index in shown:
        if place is not None and packet.main[index].id == place.item:
            here = at(index)
            if here.codes.skip_seq < place.seq:
                yield from here.steps(place)
    masking = (one.masking() for one in map(at, shown) if one.masking_due())
    if not packet.header.masking_last:
        yield from masking
    for already in range(ROUNDS):
        for index, item in enumerate(packet.main):
            codes = state.codes(item.id)
            if codes.skips == already and not _settled(packet, item, codes):
                yield from at(index).steps(None)
    every = enumerate(packet.main, start=1)
    skipped = tuple(
        position
        for position, item in every
        if not complete(item, state.codes(item.id), wants_lrs=wants_lrs(packet))
    )
    last = len(packet.main)
    # The paper's coders gave ratings and nothing else.
    view = packet.header.view
    if state.hypothesis is None and view is not View.RATING and not view.has_scale:
        yield Step(StepKind.HYPOTHESIS, phase=Phase.MAIN, position=last, of=last)
    yield from masking
    yield Step(StepKind.READY, phase=Phase.MAIN, skipped=skipped, position=last, of=last)


class _At:
    """One item with what stands for it."""

    def __init__(
        self, packet: Packet, state: LogState, phase: Phase, item: Item, position: int
    ) -> None:
        self.packet = packet
        self.item = item
        self.codes = state.codes(item.id)
        self.phase = phase
        self.position = position

    def steps(self, place: DeskPosition | None) -> Iterator[Step]:
        step = self.judging(place)
        if step is not None:
            yield step

    def judging(self, place: DeskPosition | None) -> Step | None:
        """The step within this item; None when all of it is judged, and looked at again as far as
        `place` says.
        """
        codes = self.codes
        if self._change_comes_first():
            return self._step(StepKind.CHANGE)
        if self._lrs_comes_first():
            return self._step(StepKind.LRS_FIRST)
        order = judged_in_order(self.packet, self.item)
        numbers = [asked.number for asked in order]
        again_from = len(order) + 1
        if place is not None and place.question:
            asked_again = place.question in numbers
            again_from = numbers.index(place.question) if asked_again else len(order)
        for index, asked in enumerate(order):
            judgement = codes.judgements.get(asked.number)
            if judgement is None:
                return self._step(StepKind.JUDGE, question=asked)
            if index >= again_from and place is not None and judgement.seq < place.seq:
                return self._step(StepKind.JUDGE, question=asked, judged_before=True)
        if not wants_lrs(self.packet):
            return None
        if codes.lrs is not None:
            looked_at = again_from > len(order) or place is None or codes.lrs.seq > place.seq
            if looked_at:
                return None
        proposal = propose(self.item, codes.judgements)
        if proposal.lrs is None:
            return None
        return self._step(StepKind.LRS, proposal=proposal)

    def feedback(self) -> Step | None:
        gold = self.packet.gold.get(self.item.id)
        if gold is None or self.codes.feedback:
            return None
        proposal = propose(self.item, self.codes.judgements) if wants_lrs(self.packet) else None
        return self._step(StepKind.FEEDBACK, proposal=proposal, gold=gold)

    def masking_due(self) -> bool:
        """Never for gold, which no participant of the study answered, and never before coding."""
        share = self.packet.header.masking_share
        return (
            self.codes.masking is None
            and bool(self.codes.judgements)
            and self.item.id not in self.packet.gold
            and drawn(self.item.id, share, MASKING)
            and complete(self.item, self.codes, wants_lrs=wants_lrs(self.packet))
        )

    def masking(self) -> Step:
        models = (*shuffled(self.packet.models, self.item.id), NO_IDEA)
        return self._step(StepKind.MASKING, models=models)

    def _change_comes_first(self) -> bool:
        return (
            self.packet.header.view is View.PEOPLE
            and 0 not in self.codes.notes
            and not self.codes.judgements
            and shows_reading(self.packet.stories[self.item.id])
        )

    def _lrs_comes_first(self) -> bool:
        return (
            self.phase is Phase.MAIN
            and wants_lrs(self.packet)
            and any(asked.is_scored for asked in self.item.questions)
            and self.codes.first_lrs is None
            and not self.codes.judgements
            and not self.item.lost
            and not is_in_parts(self.packet, self.item)
            and drawn(self.item.id, self.packet.header.lrs_first_share, LRS_FIRST)
        )

    def _step(
        self,
        kind: StepKind,
        *,
        question: PacketQuestion | None = None,
        judged_before: bool = False,
        proposal: TrialOutcome | None = None,
        models: tuple[str, ...] = (),
        gold: Gold | None = None,
    ) -> Step:
        standing = self.codes.lrs
        return Step(
            kind,
            phase=self.phase,
            item=item_as_seen(self.packet, self.item, self.codes),
            question=question,
            judged=dict(self.codes.judgements),
            judged_before=judged_before,
            proposed=proposal.lrs if proposal else None,
            why=proposal.reason if proposal else "",
            standing=standing.lrs if standing else None,
            gold=gold,
            models=models,
            position=self.position,
            of=len(phase_items(self.packet, self.phase)),
        )


LRS_FIRST = "lrs first"
MASKING = "masking"


def drawn(item: str, share: Fraction, what: str) -> bool:
    """Whether the lot for `what` falls on an item, as it does on about this share of them."""
    return _lot(what, item) < share * 2**64


def shuffled(words: Sequence[str], item: str) -> tuple[str, ...]:
    """The words in an order that is random and the same whenever this item is shown."""
    return tuple(sorted(words, key=lambda word: (_lot(f"order {word}", item), word)))


def _lot(what: str, item: str) -> int:
    digest = hashlib.sha256(f"{what}\n{item}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big")
