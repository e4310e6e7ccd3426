"""What stands first: title, provenance, published figures, notes, included files."""

from __future__ import annotations

from dsl.record import record
from dsl.span import Span
from dsl.tree.words import Name, Prose


@record
class Format:
    """`format 1`."""

    version: int
    span: Span


@record
class Title:
    """`experiment NAME`."""

    name: Name
    span: Span


@record
class Meta:
    """`paper: words` and its like; `key` is lower case (`paper`, `doi`, `adapted by`, ...)."""

    key: str
    words: Prose
    span: Span


@record
class ReferenceNode:
    """`reference LaMDA 3.74 LRS when given: source`; `what` is all that stands before the colon."""

    what: Name
    source: Prose
    span: Span


@record
class Note:
    """`note: words`, kept with the script and never sent."""

    words: Prose
    span: Span


@record
class Include:
    """`include PATH`."""

    path: Name
    span: Span
