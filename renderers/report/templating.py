"""Parts of the page that are written as templates (templates/NAME.html.jinja).

A template is laid out in lines for whoever edits it, and the page has none of that layout: a line
break with the indentation around it is a space within a sentence, and nothing beside a statement or
a tag, but for tags that belong to sentences. Jinja's own trimming was rejected, since it keeps the
breaks between tags and asks for a minus sign at most of them.

Everything is escaped but what is `Markup`: replies and names are hostile until they are escaped.

To compile a template takes a hundred times as long as to read it compiled. So its code is kept
beside it, as Python keeps that of modules, and like there it is made anew where that is impossible.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import BytecodeCache, Environment, FunctionLoader, StrictUndefined
from jinja2.bccache import bc_magic
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

if TYPE_CHECKING:
    from jinja2.bccache import Bucket

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
    return files("renderers.report").joinpath("templates", name).read_text(encoding="utf-8")


@cache
def environment() -> Environment:
    """The templates of the page, and what they may call."""
    from renderers.report.conditions import condition, condition_cell, name_of_the_only, place
    from renderers.report.parts import SIMULATED, Column, told
    from renderers.report.values import Value

    made = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        loader=FunctionLoader(template_text),
        extensions=["jinja2.ext.do", _Layout],
        bytecode_cache=Compiled(_beside_the_templates()),
        auto_reload=False,
    )
    made.filters.update(named=Value.named, quoted=Value.quoted, plain=Value.plain)
    made.globals.update(
        SIMULATED=SIMULATED,
        told=told,
        zip=zip,
        number=lambda title: Column(title, numeric=True),
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
    """A text that stands between tokens of these types, its line breaks spaces or nothing."""

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


class Compiled(BytecodeCache):
    """The code of templates, kept in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get_source_checksum(self, source: str) -> str:
        """What tells a template from others, and what this module makes of it from what another
        would.
        """
        return sha256(_own_text() + source.encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read what was kept of this very text by this version of Jinja and Python, if any."""
        # Jinja's own way reads a pickle first, and stumbles over one that is damaged.
        with contextlib.suppress(OSError, EOFError, TypeError, ValueError):
            head, kept = _head(bucket), self._place(bucket).read_bytes()
            if kept.startswith(head):
                bucket.code = marshal.loads(kept[len(head) :])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code, in one step, unless Python is told to keep none."""
        if sys.dont_write_bytecode:
            return
        place = self._place(bucket)
        written = place.with_suffix(f".{os.getpid()}")
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            written.write_bytes(_head(bucket) + marshal.dumps(bucket.code))
            written.replace(place)

    def _place(self, bucket: Bucket) -> Path:
        return self.folder / f"{bucket.key}.{sys.implementation.cache_tag}.pyc"


def _head(bucket: Bucket) -> bytes:
    return bc_magic + bucket.checksum.encode()


@cache
def _own_text() -> bytes:
    return Path(__file__).read_bytes()


def _beside_the_templates() -> Path:
    """The folder in which Python would keep the code of modules."""
    folder = Path(__file__).parent / "templates" / "__pycache__"
    return Path(sys.pycache_prefix, *folder.parts[1:]) if sys.pycache_prefix else folder
