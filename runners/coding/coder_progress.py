"""How far a coder is and how well it went, for the owner, from what the store has of one packet.

Everything is read from the log. Fast decisions and opened stories are for the owner only: a coder
who is shown such figures codes for them.

Whether an item is complete is decided by the desk's own rule. The desk has the item before it; the
store has the source of the item, which for gold is nothing, and for no item says which replies
were lost or whether the rule gives an LRS at all. So the questions of those items are kept with the
packet, without a word of theirs. To keep them for every item was rejected: nearly all are judged
question by question and then given an LRS, and of a hundred thousand rows that is the same thing
said each time.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from coders.desk.calibrating import gate_count
from coders.desk.log import LOST, Event
from coders.desk.log_checks import JUDGED, send_unchanged
from coders.desk.next_step import complete
from coders.desk.state import GateResult, ItemCodes, LogState, replay
from coders.packets.file import from_json
from coders.packets.shape import CoderKind, Item, PacketQuestion, PacketUnusable, Phase, View
from dsl.experiment import IfFailed
from dsl.projections import Value
from runners.coding.coded_packets import HUMAN, CodedPacket
from runners.coding.gold.items import expert_marks
from runners.store.records import PacketRecord, ParticipantRecord

_REAL = (Phase.MAIN, Phase.SILENT)
"""The phases of what counts: items of the study, and gold mixed in."""

FAST_MS = 1000
"""A judgement under so many milliseconds was hardly a reading of the reply."""


@dataclass(frozen=True, slots=True)
class CoderNote:
    """A note of a coder on an item, or on one of its questions (0: on the item), verbatim and
    untrusted.
    """

    item: str
    question: int
    note: str


@dataclass(frozen=True, slots=True)
class CoderReport:
    """One coder on one packet. Counts are of items, except `fast` of `timed` judgements; an item is
    done when the coding desk says so (`ItemCompletion`).

    `done` of `items` are the real ones with hidden duplicates; `gold_done` of `gold` those mixed
    in; `training_done` of `training` those before. `opened` of `done` had their story looked at.
    `overridden` of `rated` had the LRS of the rule overridden. `kin` are participants of the study
    that come from the judge's own vendor or family. `replaced` says that the coder did all of it
    again in a later packet, which counts instead. `out_of_order` items were judged before others
    that precede them in the packet (0 in a packet without events); `jumps` of them the coder went
    to before their turn, as the packet allows. `notes` are in the order of the
    packet; `lost` lines of the log were damaged and dropped. `aim_guess` is what the coder took the
    study to be about: None where it was not asked. `failed`: every form of the calibration was
    failed, so nothing of the study can be coded.
    """

    coder: str
    kind: CoderKind
    packet: str
    study: str
    view: View
    locked: bool
    imported: bool
    done: int
    items: int
    gold_done: int
    gold: int
    training_done: int
    training: int
    gates: tuple[GateResult, ...]
    skipped: tuple[tuple[str, str], ...]
    opened: int
    overridden: int
    rated: int
    fast: int
    timed: int
    kin: tuple[str, ...] = ()
    replaced: bool = False
    out_of_order: int = 0
    jumps: int = 0
    notes: tuple[CoderNote, ...] = ()
    aim_guess: str | None = None
    lost: int = 0
    failed: bool = False

    @property
    def trained(self) -> bool:
        """Whether all of a training was done."""
        return 0 < self.training <= self.training_done

    @property
    def ended(self) -> bool:
        """Whether the coder can change nothing any more."""
        return self.locked or self.failed


def coder_report(coded: CodedPacket, participants: Sequence[ParticipantRecord]) -> CoderReport:
    """The report on one packet; `participants` are those of its study."""
    packet, state = coded.packet, coded.state
    items, (ways, numbers) = coded.columns, coded.ways()
    every = [*ways, ItemCodes()]  # the last one, -1, for an item that was not shown
    left = ItemCompletion(coded)
    # How many items of each phase were judged in each way. Pairs of the items themselves would be
    # a hundred thousand objects.
    shown = Counter(zip(items.phases, numbers, strict=True))
    complete_as = [left.is_complete_as(codes) for codes in every]
    done = Counter({one: n for one, n in shown.items() if complete_as[one[1]]})
    done.update(
        one
        for at, one in enumerate(zip(items.phases, numbers, strict=True))
        if complete_as[one[1]] is None and left.is_complete(at, every[one[1]])
    )
    real = [(every[way], n) for (phase, way), n in shown.items() if phase in _REAL]
    given = [(codes.lrs, n) for codes, n in real if codes.lrs is not None]
    times = [
        (one.ms, n) for codes, n in real for one in codes.judgements.values() if one.ms is not None
    ]
    said = {way for way, codes in enumerate(ways) if codes.skipped or codes.notes}
    told = defaultdict[str, list[tuple[int, ItemCodes]]](list)
    for at, way in enumerate(numbers):
        if way in said:
            told[items.phases[at]].append((at, every[way]))
    return CoderReport(
        coder=packet.coder,
        kind=coded.kind,
        packet=packet.packet,
        study=packet.study,
        view=View(packet.view),
        locked=coded.locked,
        imported=coded.imported,
        done=_of_phase(done, Phase.MAIN),
        items=_of_phase(shown, Phase.MAIN),
        gold_done=_of_phase(done, Phase.SILENT),
        gold=_of_phase(shown, Phase.SILENT),
        training_done=_of_phase(done, Phase.TRAINING),
        training=_of_phase(shown, Phase.TRAINING),
        gates=gate_forms(packet, state),
        skipped=tuple(
            (items.items[at], codes.skipped)
            for phase in _REAL
            for at, codes in told[phase]
            if codes.skipped
        ),
        opened=_of_phase(
            {one: n for one, n in done.items() if "story" in every[one[1]].revealed}, Phase.MAIN
        ),
        overridden=sum(n for one, n in given if one.proposed not in (None, one.lrs)),
        rated=sum(n for _, n in given),
        fast=sum(n for ms, n in times if ms < FAST_MS),
        timed=sum(n for _, n in times),
        kin=_kin(coded, participants),
        out_of_order=_before_their_turn(coded),
        jumps=sum(event.data.get("jump") is True for event in coded.events),
        notes=tuple(
            CoderNote(items.items[at], question, note)
            for phase in dict.fromkeys(items.phases)
            for at, codes in told[phase]
            for question, note in sorted(codes.notes.items())
        ),
        aim_guess=state.hypothesis,
        lost=sum(event.kind == LOST for event in coded.events),
        failed=coded.failed,
    )


def _of_phase(counted: Mapping[tuple[str, int], int], phase: Phase) -> int:
    """How many of these items are of a phase; they are counted by phase and way."""
    return sum(n for (one, _), n in counted.items() if one == phase)


def gate_forms(packet: PacketRecord, state: LogState) -> tuple[GateResult, ...]:
    """How the calibration went, by the experts' marks that the store kept, whatever the log says.
    The log's own figures are used where an older packet did not keep enough.
    """
    if not state.gates:
        return ()
    agreed = expert_marks(packet.settings)
    found = []
    for logged in state.gates:
        items = [row.item for row in packet.items if row.phase == logged.form]
        marks = [(item, one) for item in items for one in agreed.get(item, {}).values()]
        if not marks or any(one.control is None for _, one in marks):
            found.append(logged)
            continue
        judged = (
            (judgement, one.gold, bool(one.control))
            for item, one in marks
            if (judgement := state.codes(item).judgements.get(one.gold.question)) is not None
        )
        found.append(gate_count(logged.form, judged))
    return tuple(found)


def refuse_false_gates(packet: PacketRecord, events: Sequence[Event], where: str) -> None:
    """Raises PacketUnusable for a log with a result of the calibration that does not follow from
    its judgements. Where lines were lost, missing judgements may be why, and nothing is refused.
    """
    if any(event.kind == LOST for event in events):
        return
    state = replay(events)
    for logged, by_gold in zip(state.gates, gate_forms(packet, state), strict=True):
        if logged.in_words != by_gold.in_words:
            raise PacketUnusable(
                f"{where}: the log says that calibration {logged.form.removeprefix('gate ')} was "
                f"{logged.in_words}, and its judgements make it {by_gold.in_words}",
                send_unchanged(packet.coder),
            )


def _kin(coded: CodedPacket, participants: Sequence[ParticipantRecord]) -> tuple[str, ...]:
    """Participants from the same vendor or family of models as the judge."""
    if coded.kind is not CoderKind.AUTOMATIC:
        return ()
    settings = json.loads(coded.packet.settings)
    mine = _family(settings.get("identity") or {})
    return tuple(
        one.name
        for one in participants
        if not one.simulated and mine & _family(json.loads(one.identity))
    )


def _family(identity: object) -> set[str]:
    """What says where a model comes from: the vendor, if it was asked itself, and the first word of
    its name (`gpt` of `gpt-5.6`, `llama` of `meta/llama-3`).
    """
    if not isinstance(identity, dict) or identity.get("provider") == "sim":
        return set()
    model = str(identity.get("model", "")).rpartition("/")[2].casefold()
    word = model[: next((at for at, sign in enumerate(model) if not sign.isalpha()), len(model))]
    vendor = "" if identity.get("endpoint") else f"from {identity.get('provider', '')}"
    return {name for name in (word, vendor) if name}


def sections_of(packet: PacketRecord) -> dict[Phase, list[str]]:
    """The ids of a packet's items by phase, in the order in which they are coded; silent gold is
    among those of MAIN, as in the packet itself.
    """
    found: dict[Phase, list[str]] = {}
    for item in sorted(packet.items, key=lambda item: item.position):
        phase = Phase(item.phase)
        section = Phase.MAIN if phase is Phase.SILENT else phase
        found.setdefault(section, []).append(item.item)
    return found


def _before_their_turn(coded: CodedPacket) -> int:
    """How many items of the study were first judged before another that precedes them; 0 where
    there are no events to tell it from.
    """
    if coded.imported or coded.kind not in HUMAN or not coded.events:
        return 0
    turns = {item: at for at, item in enumerate(sections_of(coded.packet).get(Phase.MAIN, ()))}
    judged = (event.text("item") for event in coded.events if event.kind in JUDGED)
    begun = [turns[item] for item in dict.fromkeys(judged) if item in turns]
    early, lowest = 0, len(turns)
    for turn in reversed(begun):
        early += turn > lowest
        lowest = min(lowest, turn)
    return early


SETTING = "to_judge"
"""Its name in the settings of a packet."""


def questions_to_judge(items: Iterable[Item], gold: Iterable[str], view: View) -> Value:
    """The questions of items for which trials do not tell them; `gold` are the ids of gold."""
    of_gold = set(gold)
    shapes: dict[str, int] = {}
    told: dict[str, Value] = {}
    for item in items:
        if item.id in of_gold or item.lost or (view is View.RUBRIC and _may_lack_lrs(item)):
            shape = json.dumps([_question_fields(one) for one in item.questions])
            told[item.id] = [shapes.setdefault(shape, len(shapes)), list(item.lost)]
    return {"questions": [json.loads(shape) for shape in shapes], "items": told}


def _may_lack_lrs(item: Item) -> bool:
    """Whether some marks give no LRS by the rule: see `coders.outcome`."""
    excludes = any(one.is_control and one.if_failed == IfFailed.EXCLUDE for one in item.questions)
    return excludes or not any(one.worth and one.is_scored for one in item.questions)


def _question_fields(one: PacketQuestion) -> dict[str, Value]:
    return {
        "number": one.number,
        "kind": one.kind,
        "story": one.story,
        "worth": str(one.worth),
        "own_story": one.own_story,
        "if_failed": one.if_failed,
        "guards": list(one.guards),
        **({"gate": one.gate, "pass_with": one.pass_with} if one.gate else {}),
    }


class ItemCompletion:
    """Which items of one packet are coded to their end.

    Who coded at the desk in rubric view gives an LRS as well; a model and a table give marks only.
    A packet made before these questions were kept does not tell whether an LRS is still to come,
    and an item all of whose questions are judged then counts as coded.
    """

    def __init__(self, coded: CodedPacket) -> None:
        self._items, tells_all = _kept_questions(coded.packet.settings)
        at_the_desk = coded.kind is not CoderKind.AUTOMATIC and not coded.imported
        rubric = View(coded.packet.view) is View.RUBRIC
        self._wants_lrs = tells_all and at_the_desk and rubric
        self._handed_in = coded.locked and not coded.imported
        self._columns = coded.columns

    def is_complete_as(self, codes: ItemCodes) -> bool | None:
        """Whether nothing is left to do of an item with these codes; None where it depends on what
        the item asks.
        """
        if codes.lrs is not None:
            return True
        # The coding tool takes nothing in where anything is neither judged nor skipped.
        return not codes.skipped if self._handed_in else None

    def is_complete(self, at: int, codes: ItemCodes) -> bool:
        """The same of such an item, by its number in the packet."""
        known = self._items.get(self._columns.items[at])
        if known is not None:
            return complete(known, codes, wants_lrs=self._wants_lrs)
        asked = {number for behind in self._columns.behind(at) for number, _, _ in behind.places}
        judged = bool(codes.judgements) and asked <= set(codes.judgements)
        return judged and not self._wants_lrs


def _kept_questions(text: str) -> tuple[Mapping[str, Item], bool]:
    """Items that trials do not tell of, without their words; and whether these are all of them."""
    settings = json.loads(text)
    if SETTING not in settings:
        # An older packet: the questions of gold are those that the experts coded.
        gold = settings.get("gold", {})
        asked = {
            name: tuple(PacketQuestion(n, "test", "") for n, *_ in gold[name]) for name in gold
        }
        return {name: Item(name, "", (), every) for name, every in asked.items()}, False
    shapes = [
        tuple(from_json({"text": "", **one}, PacketQuestion) for one in shape)
        for shape in settings[SETTING]["questions"]
    ]
    items = {
        name: Item(name, "", (), shapes[shape], lost=tuple(lost))
        for name, (shape, lost) in settings[SETTING]["items"].items()
    }
    return items, True
