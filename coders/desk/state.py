"""The state of a coding log: for every item the judgements that stand, undone ones left out.

Pure. The coding desk, the import of logs and the scores all read a log through this, so that what a
coder saw on the screen is what is scored. The desk applies one event after another (`advance`),
which gives the same as replaying the whole log; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from coders.desk.log import Event
from dsl.record import record
from dsl.words import counted


@record
class Judgement:
    """What stands for one question: in rubric view `mark` (right, half or wrong), in content view
    what was `said` (candidates, or the words of `CONTENT_WORDS`) and whether it was said plainly.
    `seq`, `at` and `ms` are those of its line in the log, where it has one.
    """

    question: int
    mark: str = ""
    flags: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    plain: bool = True
    seq: int = 0
    at: str = ""
    ms: int | None = None

    def same_as(self, other: Judgement) -> bool:
        """Whether both say the same of the reply, whenever they were made."""
        return (
            self.mark == other.mark
            and self.said == other.said
            and self.plain == other.plain
            and set(self.flags) == set(other.flags)
        )


@record
class HolisticScore:
    """The LRS a coder gave: after the rule's proposal, or (`first`) before any mark."""

    lrs: int
    proposed: int | None
    first: bool
    reason: str
    seq: int


@dataclass(slots=True)
class ItemCodes:
    """Everything that stands for one item.

    `lrs` is gone when a judgement was changed after it was given: it was given to other marks.
    `shown_at` is when the item was first shown, empty where the log does not say.
    """

    judgements: dict[int, Judgement] = field(default_factory=dict)
    first_lrs: HolisticScore | None = None
    lrs: HolisticScore | None = None
    notes: dict[int, str] = field(default_factory=dict)
    skipped: str = ""
    """Why it was skipped; empty if it was not, or was judged afterwards."""
    skips: int = 0
    skip_seq: int = 0
    revealed: tuple[str, ...] = ()
    masking: tuple[str, str] | None = None
    """The guessed (model, wording), or None where it was not asked."""
    feedback: bool = False
    shown_at: str = ""


@record
class DeskPosition:
    """Where the coder went last: an item and, where it was gone to again, the question from which
    on it is looked at (0: only what is open).
    """

    item: str
    question: int
    seq: int


@record
class GateResult:
    """How a calibration form went.

    `right` of `marks` scored questions were marked as the experts did; `gates_wrong` of `gates`
    control questions were not. `again`: another form is to come. A log says neither of how many
    control questions nor whether another form comes.
    """

    form: str
    right: int
    marks: int
    gates_wrong: int
    passed: bool
    gates: int = 0
    again: bool = False

    @property
    def in_words(self) -> str:
        """How it went: `passed (96 of 96 marks right, 0 control questions wrong)`."""
        return (
            f"{'passed' if self.passed else 'failed'} ({self.right} of {self.marks} marks right, "
            f"{counted(self.gates_wrong, 'control question')} wrong)"
        )


@dataclass(slots=True)
class LogState:
    """The whole log: items by id in the order in which they were first shown, and what is not of an
    item. `undoable` are the sequence numbers of the judgements that an undo would take back, the
    newest last; a calibration form that was closed cannot be opened again by undoing.
    """

    items: dict[str, ItemCodes] = field(default_factory=dict)
    gates: list[GateResult] = field(default_factory=list)
    hypothesis: str | None = None
    locked: bool = False
    undoable: list[int] = field(default_factory=list)
    begun: bool = False
    place: DeskPosition | None = None

    def codes(self, item: str) -> ItemCodes:
        """What stands for an item; nothing yet for one that was not shown."""
        found = self.items.get(item)
        return ItemCodes() if found is None else found


UNDOABLE = frozenset({"mark", "said", "lrs", "note", "skip", "masking", "hypothesis"})
"""What an undo takes back. What a coder has seen (feedback, a story) stays seen."""


def replay(events: Iterable[Event]) -> LogState:
    """What came of these events, which are one log or the beginning of one."""
    every = tuple(events)
    gone = {event.number("undoes") for event in every if event.kind == "undo"}
    state = LogState()
    for event in every:
        if event.seq not in gone:
            _apply(state, event)
    return state


def advance(state: LogState, events: Sequence[Event]) -> LogState:
    """What came of `events`, of which all but the last are in `state`, which is changed."""
    if events[-1].kind == "undo":
        return replay(events)
    _apply(state, events[-1])
    return state


def _apply(state: LogState, event: Event) -> None:
    if event.kind in UNDOABLE:
        state.undoable.append(event.seq)
    match event.kind:
        case "opened":
            state.begun = True
            return
        case "gate":
            state.gates.append(
                GateResult(
                    event.text("form"),
                    event.number("right") or 0,
                    event.number("marks") or 0,
                    event.number("gates_wrong") or 0,
                    event.data.get("passed") is True,
                )
            )
            state.undoable.clear()
            return
        case "hypothesis":
            state.hypothesis = event.text("text")
            return
        case "lock":
            state.locked = True
            return
        case _ if not event.text("item"):
            return
    _apply_to_item(state, event)


def _apply_to_item(state: LogState, event: Event) -> None:
    codes = state.items.setdefault(event.text("item"), ItemCodes())
    number = event.number("question") or 0
    match event.kind:
        case "shown" | "undo":
            state.place = DeskPosition(event.text("item"), number, event.seq)
            if event.kind == "shown" and not codes.shown_at:
                codes.shown_at = event.at
        case "mark" | "said":
            _judge(codes, number, event)
        case "lrs":
            given = HolisticScore(
                event.number("lrs") or 0,
                event.number("proposed"),
                event.data.get("first") is True,
                event.text("reason"),
                event.seq,
            )
            if given.first:
                codes.first_lrs = given
            else:
                codes.lrs = given
            codes.skipped = ""
        case "note":
            codes.notes[number] = event.text("note")
        case "skip":
            codes.skipped = event.text("reason")
            codes.skips += 1
            codes.skip_seq = event.seq
        case "reveal":
            codes.revealed = (*codes.revealed, event.text("what"))
        case "masking":
            codes.masking = (event.text("model"), event.text("wording"))
        case "feedback":
            codes.feedback = True
        case _:
            pass


def _judge(codes: ItemCodes, number: int, event: Event) -> None:
    given = Judgement(
        number,
        event.text("mark"),
        event.words("flags"),
        event.words("said"),
        event.data.get("plain") is not False,
        event.seq,
        event.at,
        event.number("ms"),
    )
    before = codes.judgements.get(number)
    if before is None or not before.same_as(given):
        codes.lrs = None
    codes.judgements[number] = given
    codes.skipped = ""
