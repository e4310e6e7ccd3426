"""What a decision needs beside its mark: where the disagreement came from, and a reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from coders.adjudication.disagreements import DisagreementSource, Opinion, majority, median
from coders.desk.calibrating import in_words
from coders.desk.rubric import contradiction
from coders.desk.state import Judgement
from coders.desk.steps import Refused
from coders.packets.shape import PacketQuestion

SOURCES = (
    ("s", DisagreementSource.SLIP, "a slip"),
    ("r", DisagreementSource.RUBRIC, "the rubric is unclear"),
    ("y", DisagreementSource.REPLY, "the reply is unclear"),
    ("m", DisagreementSource.STORY, "the story was misread"),
)
"""Keys for where a disagreement came from."""

FindOpinion = Callable[[Sequence[Opinion]], Opinion | None]
"""Finds in the coders' codes what they come to; None where they come to nothing."""

METHODS: dict[str, tuple[str, FindOpinion]] = {
    "=": ("majority", majority),
    "-": ("median", median),
}
"""Keys that settle a disagreement by the coders' own codes, with the name of the method."""

LETTERS = ", ".join(f"{key} for {words}" for key, _, words in SOURCES)


def source_and_reason(line: str) -> tuple[DisagreementSource, str]:
    """The source and the reason in a line such as `s pressed the wrong key`. Raises Refused."""
    sign, _, reason = line.strip().partition(" ")
    source = next((source for key, source, _ in SOURCES if key == sign), None)
    if source is None or not reason.strip():
        raise Refused(
            "not resolved: a letter and a reason are needed, for example `s pressed the wrong key`"
        )
    return source, reason.strip()


def given(
    asked: PacketQuestion, mark: str, said: tuple[str, ...], flags: tuple[str, ...]
) -> Opinion:
    """What an adjudicator gave to a question. Raises Refused where it contradicts itself."""
    wrong = contradiction(mark, flags, control=not asked.is_scored) if mark else ""
    if wrong:
        raise Refused(wrong)
    unhedged = flags if mark else tuple(flag for flag in flags if flag != "hedged")
    return Opinion("", mark, unhedged, said, bool(mark) or unhedged == flags)


def in_plain_words(opinion: Opinion, asked: PacketQuestion) -> str:
    """A mark, or what was said, with its flags: `half right, hedged`."""
    judgement = Judgement(asked.number, opinion.mark, opinion.flags, opinion.said, opinion.plain)
    return in_words(judgement, asked)
