"""The last pages: what the study may be about, handing in, and afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from coders.desk.steps import Step
from coders.screen.page import GAP, Look, Words


def hypothesis_page() -> tuple[Words, ...]:
    """The question about the study's hypothesis."""
    return (
        Words("One question about the study", Look.HEADING),
        GAP,
        Words(
            "All items are coded. What do you think this study wanted to find out, and what did "
            "its owners expect? Your answer shows how blind the coding was; nothing is right or "
            "wrong."
        ),
    )


def ready_page(step: Step) -> tuple[Words, ...]:
    """What is left before handing in."""
    return tuple(_ready(step))


def _ready(step: Step) -> Iterator[Words]:
    yield Words("Nothing is left to code", Look.HEADING)
    yield GAP
    if step.skipped:
        told = ", ".join(map(str, step.skipped))
        noun = "one item was" if len(step.skipped) == 1 else f"{len(step.skipped)} items were"
        yield Words(f"{noun} skipped and not coded: {told}", Look.STRONG)
        yield Words("g and its number brings one back.")
    else:
        yield Words("No item was left out.")
    yield GAP
    yield Words(
        "Until you hand in you can go back to any item with g and change what you said; each "
        "change is kept beside what was said first. Afterwards nothing can be changed."
    )


def locked_page() -> tuple[Words, ...]:
    """After handing in."""
    return (
        Words("Handed in", Look.HEADING),
        GAP,
        Words("Thank you. Nothing can be changed any more; q leaves, and says what to send where."),
    )
