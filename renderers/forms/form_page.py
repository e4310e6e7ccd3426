"""A form as a page that a person fills in, without a network, or that is printed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from dsl.words import LABELS

PageQuestion = tuple[str, str, Sequence[str]]
"""A question of a form: the column of its answers, its words, and its choices as shown."""


def form_page(questions: Sequence[PageQuestion]) -> str:
    """The page. It holds no key and no name of a bank, and loads and sends nothing: a person saves
    the row of answers, or copies it. The words of a bank are escaped.
    """
    page = files("renderers.forms").joinpath("templates", "form.html.jinja")
    made = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    ).from_string(page.read_text(encoding="utf-8"))
    return made.render(questions=questions, letters=LABELS)
