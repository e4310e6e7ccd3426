"""The figures of replies from anywhere: what is said of each, and how each method reads them."""

from __future__ import annotations

from renderers.fields.field import Field, Kind, Scale, field
from renderers.fields.scales import COUNT, TEXT, TRUTH
from renderers.number_words import NONE, Ends
from renderers.rows.replies import MethodFigures, ReplyVerdict
from renderers.terminal import visible

_RATE = Scale[float](Kind.NUMBER, "{:.1%}".format, low=0, high=1)
_ENDS = Scale[Ends](
    Kind.NUMBER, lambda ends: f"{ends[0]:.1%} to {ends[1]:.1%}", list, "shares, low and high"
)


def line(text: str) -> str:
    """Visible text on one line."""
    return visible(" ".join(text.split()))


LINE = Scale[str](Kind.TEXT, line)

REPLY_VERDICT: tuple[Field[ReplyVerdict], ...] = (
    field(LINE, "id", "what the table calls the reply", heading="id", label=True, folds=True),
    field(
        LINE, "reading", "words of the answer that it gives", heading="reading", folds=True,
        text=lambda one: line(one.said), missing="it gives none",
    ),
    field(TEXT, "letter", "letter of the choice that it takes", missing="it takes none"),
    field(
        TEXT, "mark", "right, half or wrong", heading="mark", text=lambda one: one.told,
        missing="nothing is keyed, or a human is needed",
    ),
    field(
        TRUTH, "decided", "whether the matcher could read it, or the judges who were asked",
        levels=(("TRUE", "it is read"), ("FALSE", "a human is needed")),
    ),
    field(
        TEXT, "flags", "flags of the reply; a list in JSON", lambda one: " ".join(one.flags),
        heading="flags", folds=True, text=lambda one: ", ".join(one.flags),
        json=lambda one: list(one.flags),
    ),
    field(LINE, "reason", "why it is read so", heading="reason", folds=True),
)  # fmt: skip

METHOD: tuple[Field[MethodFigures], ...] = (
    field(TEXT, "method", "the way to read a choice", heading="method", label=True),
    field(COUNT, "replies", "replies to choices", heading="replies"),
    field(COUNT, "fail", "those that it takes for no choice", heading="FAIL"),
    field(
        _RATE, "fail_rate", "their share", heading="fail\nrate", none=NONE,
        missing="there are no replies",
    ),
    field(
        _ENDS, "fail_ci95", "95% interval of this share, Wilson", heading="95%", joined=True,
        none=NONE, missing="there are no replies",
    ),
    field(COUNT, "told", "replies of which a person says which choice they take, or that none"),
    field(COUNT, "told_read", "those of them that the method reads"),
    field(COUNT, "false", "those that it reads as another choice", heading="false"),
    field(
        _RATE, "false_rate", "their share of those that it reads", heading="of read", none=NONE,
        missing="it reads none of them",
    ),
    field(COUNT, "missed", "replies that take a choice and that it does not read",
          heading="missed"),
    field(COUNT, "keyed", "replies with a key"),
    field(COUNT, "right", "those that it reads as the right choice"),
    field(
        _RATE, "right_rate", "their share; no reading counts as wrong", heading="right", none=NONE,
        only=lambda row: row.keyed > 0, missing="no reply has a key",
    ),
    field(COUNT, "compared", "replies that it and the matcher read"),
    field(
        COUNT, "unlike_matcher", "those that they read as different choices", "unlike",
        heading="unlike\nmatcher", text=lambda row: f"{row.unlike:,} of {row.compared:,}",
    ),
)  # fmt: skip
