"""The rubric in words: the closed table of marks, the flags, and what each LRS means.

Shown behind `?` by the screen and by the plain lines, and checked by the desk, so that no code
outside the table is ever written. The alternative, any flag with any mark, leaves it to the owner
to guess what "right, refusal" meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from coders.desk.steps import Refused
from coders.marks import OF_HALF, OF_WRONG, Flag
from coders.packets.shape import PacketQuestion
from dsl.record import record

HIGHEST_LRS = 5
_FLAGS = tuple(Flag)


@record
class MarkRow:
    """One row of the table of marks: what the reply does, the mark, and the flag that goes with it
    (empty for none).
    """

    reply: str
    mark: str
    flag: str


MARK_TABLE = (
    MarkRow("gives the right answer and nothing else", "right", ""),
    MarkRow("right, muddled, but with one reading only", "right", Flag.UNCLEAR),
    MarkRow("right after correcting itself", "right", Flag.UNCLEAR),
    MarkRow("prefers the right answer, but leaves another open", "half", Flag.HEDGED),
    MarkRow("right, but not all the parts asked for", "half", Flag.INCOMPLETE),
    MarkRow("right, with something false about the scene", "half", Flag.FALSE_DETAIL),
    MarkRow("gives another answer, or both", "wrong", ""),
    MarkRow("has a right reason for a wrong answer", "wrong", ""),
    MarkRow("answers with a person or thing not in the scene", "wrong", Flag.HALLUCINATION),
    MarkRow("does not address the question", "wrong", Flag.IRRELEVANT),
    MarkRow('refuses, also "as an AI I cannot know", or says nothing', "wrong", Flag.REFUSAL),
    MarkRow("names the study that the story comes from", "any", Flag.RECOGNISED),
)

LRS_WORDS = (
    "a control question failed, nothing answered, or all answers off topic",
    "less than a quarter right",
    "a quarter or more right",
    "half or more right",
    "three quarters or more right, or all right but something unclear",
    "all right and clear",
)
"""What LRS 0 to 5 mean, by index."""


TABLE_1 = (
    "failing control, hallucinating, or irrelevant response",
    "human-like response, but less than 25% correct",
    "mostly incorrect responses; of all responses 25% to 49% correct",
    "mostly correct response; of all responses 50% to 74% correct",
    "mostly correct but slightly unclear; of all responses 75% to 99% correct",
    "completely correct response to all prompts; demonstrates equal proficiency to a child",
)
"""What ratings 0 to 5 mean, by index: Kosoy et al. (2023), Table 1, in its words."""


def points_of(asked: PacketQuestion) -> dict[int, str]:
    """The points that a question is rated on, each with what it means; without a scale of its own
    those of the LRS.
    """
    return dict(asked.scale or enumerate(TABLE_1))


def contradiction(mark: str, flags: tuple[str, ...], *, control: bool = False) -> str:
    """Why a mark and these flags do not go together, in words; empty where they do.

    A control question has no half, so a hedge that still names the right thing is passed.
    """
    for flag in flags:
        if flag in OF_WRONG and mark != "wrong":
            return f"`{flag}` goes with wrong only: remove the flag, or mark it wrong"
        if flag in OF_HALF and mark == "right" and not control:
            return f"`{flag}` makes it half right at most: remove the flag, or mark it half"
    return ""


def fault_of_mark(asked: PacketQuestion, mark: str, flags: tuple[str, ...]) -> str:
    """Why a question cannot have this mark with these flags, in words; empty where it can."""
    if asked.is_rated:
        given = [str(point) for point in points_of(asked)]
        return "" if mark in given else f"`{mark}` is no rating: give {given[0]} to {given[-1]}"
    if mark not in ("right", "half", "wrong"):
        return f"`{mark}` is not a mark: use right, half or wrong"
    if asked.is_control and mark == "half":
        return "a control question is passed or failed, never half"
    return contradiction(mark, flags, control=not asked.is_scored)


def known_flags(flags: Sequence[str]) -> tuple[str, ...]:
    """The flags in the order of the rubric. Raises Refused where one is no flag."""
    for flag in flags:
        if flag not in _FLAGS:
            raise Refused(f"`{flag}` is not a flag: use {', '.join(_FLAGS)}")
    return tuple(flag.value for flag in _FLAGS if flag in flags)
