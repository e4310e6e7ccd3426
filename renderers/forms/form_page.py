"""A form as a page that a person fills in, without a network, or that is printed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined

from dsl.record import record
from dsl.words import LABELS


@record
class PageQuestion:
    """A question of a form: the column of its answers, its words, and its choices as shown."""

    column: str
    question: str
    choices: tuple[str, ...]

    @property
    def lettered(self) -> list[tuple[str, str]]:
        """The choices with their letters."""
        return list(zip(LABELS, self.choices, strict=False))


def form_page(title: str, questions: Sequence[PageQuestion]) -> str:
    """The page. It holds no key, and loads and sends nothing: a person saves the row of answers, or
    copies it. The words of a bank are escaped.
    """
    found = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        loader=FunctionLoader(_template),
        trim_blocks=True,
        lstrip_blocks=True,
    ).get_template("form.html.jinja")
    return found.render(title=title, questions=questions)


def _template(name: str) -> str:
    return files("renderers.forms").joinpath("templates", name).read_text(encoding="utf-8")
