"""The report as one HTML file that needs nothing else: style, drawings and transcripts within it.

A page with its pictures beside it was rejected: of a folder that is mailed one file arrives. The
template holds the frame alone; what a section says is written by the module of that section.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from markupsafe import Markup

from renderers.report.parts import Section
from renderers.terminal import visible

if TYPE_CHECKING:
    from jinja2 import Template


@dataclass(frozen=True, slots=True)
class Page:
    """What stands on the page. `banner` is said above everything, and `foot` below it.

    `styles` and `scripts` are texts of ours, never of a study: they are embedded as they are, and
    `policy` (the content security policy) allows them and nothing else.
    """

    title: str
    version: str
    banner: Markup
    sections: Sequence[Section]
    foot: Markup
    styles: Sequence[str] = ()
    scripts: Sequence[str] = ()
    policy: str = ""


def render_page(page: Page) -> str:
    """The page as HTML."""
    return (
        _template()
        .render(
            title=visible(page.title),
            version=page.version,
            banner=page.banner,
            sections=page.sections,
            foot=page.foot,
            styles=[Markup(style) for style in page.styles],
            scripts=[Markup(script) for script in page.scripts],
            policy=page.policy,
        )
        .replace("\0", "\N{REPLACEMENT CHARACTER}")
    )


def stylesheet() -> str:
    """The style of the page."""
    return _text("page.css")


@cache
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined

    # Two spaces of indent in a template would be two spaces in every table.
    made = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True)
    return made.from_string(_text("page.html.jinja"))


def _text(name: str) -> str:
    return files("renderers.report").joinpath("templates", name).read_text(encoding="utf-8")
