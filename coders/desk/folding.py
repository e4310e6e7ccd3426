"""What came of a log: for every item the judgements that stand, undone ones left out.

Pure. The coding desk, the home-coming and the scores all read a log through this, so that what a
coder saw on the screen is what is scored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from coders.desk.log import Event


@dataclass(frozen=True, slots=True)
class Judgement:
    """What stands for one question: in rubric view `mark` (right, half or wrong), in content view
    what was `said` (candidates, or the words of `CONTENT_WORDS`) and whether it was said plainly.
    """

    question: int
    mark: str
    flags: tuple[str, ...]
    said: tuple[str, ...]
    plain: bool
    seq: int
    at: str
    ms: int | None


@dataclass(frozen=True, slots=True)
class GivenLrs:
    """The LRS a coder gave: after the rule's proposal, or (`first`) before any mark."""

    lrs: int
    proposed: int | None
    first: bool
    reason: str
    seq: int


@dataclass(slots=True)
class ItemCodes:
    """Everything that stands for one item."""

    judgements: dict[int, Judgement] = field(default_factory=dict)
    first_lrs: GivenLrs | None = None
    lrs: GivenLrs | None = None
    notes: dict[int, str] = field(default_factory=dict)
    skipped: str = ""
    """Why it was skipped; empty if it was not, or was judged afterwards."""
    revealed: tuple[str, ...] = ()
    masking: tuple[str, str] | None = None
    """The guessed (model, wording), or None where it was not asked."""
    feedback: bool = False


@dataclass(slots=True)
class Folded:
    """The whole log: items by id in the order in which they were first met, and what is not of an
    item. `gates` are (form, right, marks, gates_wrong, passed). `undoable` are the sequence numbers
    of the judgements that an undo would take back, the newest last.
    """

    items: dict[str, ItemCodes] = field(default_factory=dict)
    gates: list[tuple[str, int, int, int, bool]] = field(default_factory=list)
    hypothesis: str | None = None
    locked: bool = False
    undoable: list[int] = field(default_factory=list)

    def codes(self, item: str) -> ItemCodes:
        """What stands for an item; nothing yet for one that was not met."""
        return self.items.get(item, ItemCodes())


UNDOABLE = frozenset({"mark", "said", "lrs", "note", "skip", "masking", "hypothesis"})
"""What an undo takes back. What a coder has seen (feedback, a story) stays seen."""


def fold(events: Iterable[Event]) -> Folded:
    """What came of these events, which are one log or the beginning of one."""
    every = tuple(events)
    gone = {event.number("undoes") for event in every if event.kind == "undo"}
    folded = Folded()
    for event in every:
        if event.seq in gone:
            continue
        _take(folded, event)
        if event.kind in UNDOABLE:
            folded.undoable.append(event.seq)
    return folded


def _take(folded: Folded, event: Event) -> None:
    match event.kind:
        case "gate":
            folded.gates.append(
                (
                    event.text("form"),
                    event.number("right") or 0,
                    event.number("marks") or 0,
                    event.number("gates_wrong") or 0,
                    event.data.get("passed") is True,
                )
            )
            return
        case "hypothesis":
            folded.hypothesis = event.text("text")
            return
        case "lock":
            folded.locked = True
            return
        case _ if not event.text("item"):
            return
    codes = folded.items.setdefault(event.text("item"), ItemCodes())
    number = event.number("question") or 0
    match event.kind:
        case "mark" | "said":
            codes.judgements[number] = Judgement(
                number,
                event.text("mark"),
                event.words("flags"),
                event.words("said"),
                event.data.get("plain") is not False,
                event.seq,
                event.at,
                event.number("ms"),
            )
            codes.skipped = ""
        case "lrs":
            given = GivenLrs(
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
        case "reveal":
            codes.revealed = (*codes.revealed, event.text("what"))
        case "masking":
            codes.masking = (event.text("model"), event.text("wording"))
        case "feedback":
            codes.feedback = True
        case _:
            pass
