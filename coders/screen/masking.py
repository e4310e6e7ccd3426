"""The masking question: which model a coder thinks it was, then which wording.

Digits first, then letters, for a list of any length; 0 is always "no idea".
"""

from __future__ import annotations

from collections.abc import Iterator

from coders.desk.keys import KeyBinding
from coders.desk.steps import NO_IDEA, WORDINGS, Step
from coders.screen.judging import in_columns
from coders.screen.page import Paragraph, TextStyle

_SIGNS = "123456789abdefhilmopruvwxyABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Signs for answers: digits, then letters that are no command, then capitals."""


def model_keys(step: Step) -> tuple[KeyBinding, ...]:
    """A key for each model that may be guessed, and 0 for no idea."""
    return _keys(step.models)


def wording_keys() -> tuple[KeyBinding, ...]:
    """A key for each wording, and 0 for no idea."""
    return _keys(WORDINGS)


def _keys(answers: tuple[str, ...]) -> tuple[KeyBinding, ...]:
    named = [answer for answer in answers if answer != NO_IDEA]
    keys = [KeyBinding(sign, answer, answer) for sign, answer in zip(_SIGNS, named, strict=False)]
    return (*keys, KeyBinding("0", NO_IDEA, NO_IDEA))


def masking_panel(step: Step, model: str, width: int) -> tuple[Paragraph, ...]:
    """The panel of the masking question; `model` is what was answered to its first half."""
    return tuple(_masking(step, model, width))


def _masking(step: Step, model: str, width: int) -> Iterator[Paragraph]:
    if not model:
        yield Paragraph("this item is coded. which model do you think wrote the replies?",
                    TextStyle.STRONG)  # fmt: skip
        keys = model_keys(step)
    else:
        yield Paragraph(f"model: {model}", TextStyle.FAINT)
        yield Paragraph("and which wording of the story was it?", TextStyle.STRONG)
        yield Paragraph("original: the words of the published study; permuted: other words")
        keys = wording_keys()
    told = tuple(f"{key.key} {key.words}" for key in keys)
    yield from (Paragraph(line) for line in in_columns(told, width))
