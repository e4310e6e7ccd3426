"""The rubric in words: the closed table of marks, the flags, and what each LRS means.

Shown behind `?` by the screen and by the plain lines, and checked by the desk, so that no code
outside the table is ever written. The alternative, any flag with any mark, leaves it to the owner
to guess what "right, refusal" meant.
"""

from __future__ import annotations

from coders.marks import Flag
from dsl.record import record


@record
class MarkRow:
    """One row of the table of marks: what the reply does, the mark, and the flag that goes with it
    (empty for none).
    """

    reply: str
    mark: str
    flag: str


MARK_TABLE = (
    MarkRow("says what is so, and nothing else", "right", ""),
    MarkRow("says what is so, muddled, but with one reading only", "right", Flag.UNCLEAR),
    MarkRow("says what is so after correcting itself", "right", Flag.UNCLEAR),
    MarkRow("leans to what is so, and leaves another open", "half", Flag.HEDGED),
    MarkRow("right, but not all of the parts asked for", "half", Flag.INCOMPLETE),
    MarkRow("right, with something false about the scene", "half", Flag.FALSE_DETAIL),
    MarkRow("says something else, or both", "wrong", ""),
    MarkRow("a right reason for a wrong answer", "wrong", ""),
    MarkRow("answers with somebody or something not in the scene", "wrong", Flag.HALLUCINATION),
    MarkRow("does not speak to the question", "wrong", Flag.IRRELEVANT),
    MarkRow(
        'will not answer, also "as an AI I cannot know", or says nothing', "wrong", Flag.REFUSAL
    ),
    MarkRow("names the study it is from", "any", Flag.RECOGNISED),
)

LRS_WORDS = (
    "a control question failed, nothing answered, or all beside the point",
    "less than a quarter right",
    "a quarter or more right",
    "half or more right",
    "three quarters or more right, or all right but something unclear",
    "all right and clear",
)
"""What LRS 0 to 5 mean, by index."""

_NEEDS_WRONG = (Flag.REFUSAL, Flag.IRRELEVANT, Flag.HALLUCINATION)
_NEEDS_HALF = (Flag.HEDGED, Flag.INCOMPLETE, Flag.FALSE_DETAIL)


def contradiction(mark: str, flags: tuple[str, ...], *, control: bool = False) -> str:
    """Why a mark and these flags do not go together, in words; empty where they do.

    A control question has no half, so a hedge that still names the right thing is passed.
    """
    for flag in flags:
        if flag in _NEEDS_WRONG and mark != "wrong":
            return f"`{flag}` goes with wrong only: take the flag back, or mark it wrong"
        if flag in _NEEDS_HALF and mark == "right" and not control:
            return f"`{flag}` makes it half right at most: take the flag back, or mark it half"
    return ""
