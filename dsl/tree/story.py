"""Story state: what is where in the story, who knows of it, and which of that a question asks."""

from __future__ import annotations

from dsl.record import record
from dsl.span import Span
from dsl.tree.words import Name


@record
class Now:
    """`now marble in basket, known to Sally, Anne`, or `now Sam thinks tube holds pencil`.

    `who`: those who think so; empty for what is so. `relation`: `in` or another word of place, or
    `holds`. `value`: None where `who` cannot tell. `known`: those who know it from here on.
    """

    who: tuple[Name, ...]
    what: Name
    relation: str
    value: Name | None
    known: tuple[Name, ...]
    span: Span


@record
class Asks:
    """`asks where Sally thinks marble is`, `asks what tube held at first`, `asks something else`.

    `what` is None for something else. `who`: whose view is asked; None for what is so. `contents`:
    what it holds, and not where it is. `first`: at first, and not now.
    """

    who: Name | None
    what: Name | None
    contents: bool
    first: bool
    span: Span
