"""The report as one HTML file that needs nothing else: style, drawings and transcripts within it.

A page with separate pictures was rejected: people mail one file and forget the folder. The
template holds the frame alone; what a section says is written by the module of that section.

What a report page may do in a browser: show itself. Nothing else is fetched, sent or run.

The policy names the hashes of the page's own scripts and styles, made of the very texts that are
embedded. `'unsafe-inline'` would let a reply that found a way into the page run as well, and a
nonce in a file on a disk can be read by anything that got in. Should a mistake of ours
ever turn a text into markup, the policy still holds: that is why it is here in addition to the
escaping.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from markupsafe import Markup

from renderers.report.hidden import shown
from renderers.report.parts import Section

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


_ENDS = re.compile(r"</(?:script|style)|<!--|[\r\0]", re.IGNORECASE)
"""What would end an element from within, or what a parser changes before it is hashed."""


def script_element(text: str) -> Markup:
    """A script of ours as an element, its text unchanged.

    Raises:
        ValueError: the text could end its own element, or holds what a parser would change.
    """
    return _element("script", text)


def style_element(text: str) -> Markup:
    """A stylesheet of ours as an element, its text unchanged.

    Raises:
        ValueError: the text could end its own element, or holds what a parser would change.
    """
    return _element("style", text)


def policy_meta(*, scripts: Sequence[str], styles: Sequence[str]) -> Markup:
    """The content security policy for a page with these scripts and styles, and no others.

    It belongs before them in the head. Figures are images in the page's own text (`data:`); text
    never becomes markup by a script (trusted types), in browsers that know of it.
    """
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {_sources(scripts)}",
            f"style-src {_sources(styles)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )
    return Markup('<meta http-equiv="Content-Security-Policy" content="{}">').format(policy)


def _element(name: str, text: str) -> Markup:
    found = _ENDS.search(text)
    if found is not None:
        raise ValueError(f"a {name} of the page holds {found.group()!r}: write it another way")
    return Markup("<{0}>{1}</{0}>").format(name, Markup(text))


def _sources(texts: Sequence[str]) -> str:
    return " ".join(f"'sha256-{_hash(text)}'" for text in texts) or "'none'"


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode("utf-8")).digest()).decode("ascii")
