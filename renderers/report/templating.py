"""Parts of the page that are written as templates (templates/NAME.html.jinja).

A template is laid out in lines for whoever edits it, and the page has none of that layout: a line
break with the indentation around it is a space within a sentence, and nothing next to a statement
or a tag, but for tags that belong to sentences. Jinja's own trimming was rejected, since it keeps
the breaks between tags and asks for a minus sign at most of them.

Everything is escaped but what is `Markup`: replies and names are hostile until they are escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

from renderers.compiled_templates import Compiled, beside

_FOLDER = files("renderers.report")
_BREAK = re.compile(r"\s*\n\s*")
_TAG_BEFORE = re.compile(r"</?(\w+)[^<>]*>$")
_TAG_AFTER = re.compile(r"</?(\w+)")
_IN_SENTENCES = frozenset({"a", "bdi", "code", "data", "em", "kbd", "small", "span", "strong"})


def rendered(name: str, **names: object) -> Markup:
    """What the template of this name makes of these names."""
    return Markup(environment().get_template(f"{name}.html.jinja").render(names))


def macro(name: str) -> Any:
    """A macro that all sections share, as a function that gives Markup."""
    return getattr(environment().get_template("macros.html.jinja").module, name)


def template_text(name: str) -> str:
    """The text of a file among the templates."""
    return _FOLDER.joinpath("templates", name).read_text(encoding="utf-8")


@cache
def environment() -> Environment:
    """The templates of the page, and what they may call."""
    from renderers.fields.coding.coefficients import in_a_sentence
    from renderers.report.conditions import condition, condition_cell, name_of_the_only, place
    from renderers.report.headings import HEADINGS, called
    from renderers.report.parts import (
        SIMULATED,
        PageColumn,
        data_value,
        in_row,
        sentence,
        with_code,
    )
    from renderers.report.values import Value

    made = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        loader=FunctionLoader(template_text),
        extensions=["jinja2.ext.do", _Layout],
        # Compiled templates depend on the layout in this file.
        bytecode_cache=Compiled(
            beside(Path(__file__).parent / "templates"),
            _FOLDER.joinpath("templating.py").read_bytes(),
        ),
        auto_reload=False,
    )
    made.filters.update(
        named=Value.named,
        quoted=Value.quoted,
        told=Value.told,
        plain=Value.plain,
        in_row=in_row,
        with_code=with_code,
        sentence=lambda note: with_code(sentence(note)),
    )
    made.globals.update(
        SIMULATED=SIMULATED,
        data_value=data_value,
        number=PageColumn,
        headings=HEADINGS,
        called=called,
        in_a_sentence=in_a_sentence,
        condition=condition,
        condition_cell=condition_cell,
        name_of_the_only=name_of_the_only,
        place=place,
    )
    return made


class _Layout(Extension):
    """Takes the layout out of a template's own text, as the module says."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """The tokens, those of text without line breaks."""
        before = ""
        for token in stream:
            if token.type == "data":
                text = _in_one_line(token.value, before, stream.current.type)
                yield Token(token.lineno, "data", text)
            else:
                yield token
            before = token.type


def _in_one_line(text: str, before: str, after: str) -> str:
    """A text between tokens of these types, its line breaks spaces or nothing."""

    def instead(found: re.Match[str]) -> str:
        left, right = text[: found.start()], text[found.end() :]
        sentence_before = _ends_in_sentence(left) if left else before == "variable_end"
        sentence_after = _begins_in_sentence(right) if right else after == "variable_begin"
        return " " if sentence_before and sentence_after else ""

    return _BREAK.sub(instead, text)


def _ends_in_sentence(text: str) -> bool:
    if not text.endswith(">"):
        return True
    tag = _TAG_BEFORE.search(text)
    return tag is not None and tag[1] in _IN_SENTENCES


def _begins_in_sentence(text: str) -> bool:
    tag = _TAG_AFTER.match(text)
    return tag is None or tag[1] in _IN_SENTENCES
