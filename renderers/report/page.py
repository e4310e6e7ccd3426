"""The report as one HTML file that needs nothing else: style, drawings and transcripts within it.

A page with separate pictures was rejected: people mail one file and forget the folder. The
template holds the frame alone; what a section says is written by the module of that section.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from markupsafe import Markup

from renderers.report.hidden import shown
from renderers.report.parts import Section
from renderers.report.policy import policy_meta, script_element, style_element

if TYPE_CHECKING:
    from jinja2 import Template


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The content of the page, with `banner` above everything and `foot` below it.

    `styles` and `scripts` are texts of ours, never of a study: they are embedded as they are, and
    the page's content security policy allows them and nothing else.
    """

    title: str
    version: str
    banner: Markup
    sections: Sequence[Section]
    foot: Markup
    styles: Sequence[str] = ()
    scripts: Sequence[str] = ()


def render_page(page: ReportPage) -> str:
    """The page as HTML, every hidden character in it made visible."""
    return shown(
        _template().render(
            title=page.title,
            version=page.version,
            policy=policy_meta(scripts=page.scripts, styles=page.styles),
            banner=page.banner,
            sections=page.sections,
            foot=page.foot,
            styles=[style_element(style) for style in page.styles],
            scripts=[script_element(script) for script in page.scripts],
        )
    )


def stylesheet() -> str:
    """The style of the page."""
    return _text("page.css")


@cache
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined

    made = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True)
    return made.from_string(_text("page.html.jinja"))


def _text(name: str) -> str:
    return files("renderers.report").joinpath("templates", name).read_text(encoding="utf-8")
