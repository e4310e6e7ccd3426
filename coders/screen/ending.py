"""The last pages: what the study may be about, handing in, and afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from coders.desk.steps import Step
from coders.screen.page import GAP, Paragraph, TextStyle


def hypothesis_page() -> tuple[Paragraph, ...]:
    """The question about the study's hypothesis."""
    return (
        Paragraph("One question about the study", TextStyle.HEADING),
        GAP,
        Paragraph(
            "All items are coded. What do you think this study wants to find out, and what do its "
            "authors expect? Your answer shows how blind the coding was; nothing is right or "
            "wrong."
        ),
    )


def ready_page(step: Step) -> tuple[Paragraph, ...]:
    """What is left before handing in."""
    return tuple(_ready(step))


def _ready(step: Step) -> Iterator[Paragraph]:
    yield Paragraph("Everything is coded", TextStyle.HEADING)
    yield GAP
    if step.skipped:
        told = ", ".join(map(str, step.skipped))
        noun = "one item was" if len(step.skipped) == 1 else f"{len(step.skipped)} items were"
        yield Paragraph(f"{noun} skipped and not coded: {told}", TextStyle.STRONG)
        yield Paragraph("g and its number goes back to one.")
    else:
        yield Paragraph("No item was skipped.")
    yield GAP
    yield Paragraph(
        "Until you hand in you can go back to any item with g and change your codes; the first "
        "ones are kept as well. Afterwards nothing can be changed."
    )


def locked_page() -> tuple[Paragraph, ...]:
    """After handing in."""
    return (
        Paragraph("Handed in", TextStyle.HEADING),
        GAP,
        Paragraph(
            "Thank you. Nothing can be changed any more. q leaves and says what to send where."
        ),
    )
