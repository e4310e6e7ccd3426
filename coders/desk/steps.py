"""Where a coder stands, as one value that says all a screen needs, and where a coder wants to go.

The desk gives a step after every act; the screen and the plain lines only show it. A screen that
asked the desk for one thing after another was rejected: two of them would show two states.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from coders.desk.state import GateResult, Judgement
from coders.packets.shape import Gold, Item, PacketQuestion, Phase
from dsl.record import record

NO_IDEA = "no idea"
"""What a coder answers who does not know which model or wording it was."""

WORDINGS = ("original", "permuted", NO_IDEA)
"""The answers to the second half of the masking question."""


class StepKind(StrEnum):
    """What is asked of the coder now."""

    WELCOME = "welcome"
    """The statement of blindness and the keys; `Desk.begin` goes on."""
    JUDGE = "judge"
    """One question of an item: `mark`, or `said` where there are candidates."""
    LRS_FIRST = "lrs first"
    """An LRS before any mark, without a proposal."""
    LRS = "lrs"
    """The rule's LRS, to confirm or to override with a reason."""
    CHANGE = "change"
    """What of that which was just read would change the person: `change` goes on to the ratings."""
    FEEDBACK = "feedback"
    """A training item beside the experts' codes; `seen` goes on."""
    GATE_RESULT = "gate result"
    """How a calibration form went; `seen` goes on."""
    MASKING = "masking"
    """Which model, which wording: of a random tenth of the items, when all is coded."""
    HYPOTHESIS = "hypothesis"
    """What the study is supposed to be about, once, at the end."""
    READY = "ready"
    """All is coded; `lock` hands in."""
    LOCKED = "locked"
    """Handed in. Nothing can be changed any more."""
    ENDED = "ended"
    """The calibration was failed twice. Nothing of the study is shown."""


@dataclass(frozen=True, slots=True)
class Step:
    """What is asked now, with what it takes to show it.

    `question` is set in JUDGE. `judged` are the judgements of this item so far, by number of the
    question. `proposed` and `why` are the rule's LRS and its reason in words (LRS; FEEDBACK where
    the item has one), `standing` the LRS that the coder gave, if it still stands. `judged_before`:
    the question was judged already and is looked at again: `keep` leaves it. `gold` in FEEDBACK,
    `gate` in GATE_RESULT and ENDED. `models` are the answers to the masking question, shuffled for
    the item, "no idea" last. `skipped` are positions of items left out, in READY.
    `position` (from 1) `of` items within the phase.
    """

    kind: StepKind
    phase: Phase | None = None
    item: Item | None = None
    question: PacketQuestion | None = None
    judged: Mapping[int, Judgement] = field(default_factory=dict)
    judged_before: bool = False
    proposed: int | None = None
    why: str = ""
    standing: int | None = None
    gold: Gold | None = None
    gate: GateResult | None = None
    models: tuple[str, ...] = ()
    skipped: tuple[int, ...] = ()
    position: int = 0
    of: int = 0


@record
class PhaseProgress:
    """How far the coder is within the phase, in items, and at what pace.

    `seconds_per_item` is the median of the last twenty, None until three are done; `minutes_left`
    follows from it.
    """

    done: int
    total: int
    skipped: int
    seconds_per_item: int | None
    minutes_left: int | None


class Refused(Exception):
    """An act that cannot be done now; its text says why and what to do instead."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


_PLACE = re.compile(r"(\d{1,9})(?:(?:\s*[.]\s*|\s+)(\d{1,9}))?")


def is_place(text: str) -> bool:
    """Whether a text can be read as a place."""
    return _PLACE.fullmatch(text.strip()) is not None


def place(text: str) -> tuple[int, int]:
    """The item and the question of `12`, `12.3` or `12 3`; the question is 0 where none is named.

    Raises Refused where it is no place.
    """
    found = _PLACE.fullmatch(text.strip())
    if found is None:
        raise Refused(
            f"`{text}` is not an item: write its number, such as 12, or 12 3 for its question 3"
        )
    return int(found[1]), int(found[2] or 0)
