"""Sentences that commands print, written as templates (templates/NAME.txt.jinja).

A line of a template is a sentence, and lines that are indented below it go on with it.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.words import and_list, counted
from renderers.compiled_templates import text_templates

if TYPE_CHECKING:
    from jinja2 import Environment

_GOES_ON = re.compile(r"\n[ ]+")
_MOST_WORDS = 8


def sentences(name: str, **names: object) -> list[str]:
    """The sentences that the template of this name makes of these names."""
    text = _environment().get_template(f"{name}.txt.jinja").render(names)
    return [line for line in _GOES_ON.sub(" ", text).split("\n") if line]


@cache
def _environment() -> Environment:
    # A line break inside a name or a reason would end its sentence.
    made = text_templates(
        Path(__file__).parent / "templates",
        finalize=lambda value: str(value).replace("\n", " "),
    )
    made.globals.update(
        counted=counted,
        number=lambda value: f"{value:,}",
        percent=lambda part, whole: f"{100 * part / whole:.0f}%",
        commonest=_commonest,
    )
    return made


def _commonest(words: Counter[str]) -> str:
    """The words that occur most often, with their numbers."""
    return and_list([f"{word} ({many})" for word, many in words.most_common(_MOST_WORDS)])
