"""The rubric: guidance for the question, the table of marks, what each LRS means, and the keys."""

from __future__ import annotations

from collections.abc import Iterator

from coders.desk.guide import guide_lines
from coders.desk.keys import command_keys, flag_keys, help_lines
from coders.desk.steps import Step
from coders.packets.shape import Header, View
from coders.screen.page import GAP, Paragraph, TextStyle
from coders.screen.welcome import SCROLLING


def guide_page(header: Header, step: Step, width: int) -> tuple[Paragraph, ...]:
    """The rubric as it is opened by `?`, with the keys, for a page `width` columns wide."""
    return (*side_page(header, step), GAP, *_keys(header, step, width))


def side_page(header: Header, step: Step) -> tuple[Paragraph, ...]:
    """The rubric as it stands beside the transcript in a wide window."""
    content = header.view is View.CONTENT
    lines = guide_lines(step.item, step.question, content=content)
    return (Paragraph("Rubric", TextStyle.HEADING), *map(_line, lines))


def _line(line: str) -> Paragraph:
    if line.startswith("  "):
        return Paragraph(line, hang=4)
    return Paragraph(line, TextStyle.STRONG)


def _keys(header: Header, step: Step, width: int) -> Iterator[Paragraph]:
    content = header.view is View.CONTENT
    yield Paragraph("Keys", TextStyle.HEADING)
    # In content view the rubric names the flags with their keys.
    if step.question is not None and not step.question.candidates:
        yield Paragraph("flags, before the answer:")
        lines = help_lines(flag_keys(step.question), width=width - 2)
        yield from (Paragraph(f"  {line}") for line in lines)
    yield from (Paragraph(line) for line in help_lines(command_keys(content=content), width=width))
    yield Paragraph(SCROLLING)
