"""Story state: `now` among the steps, `asks` in a question.

Both are read from one name of the grammar. Their names are the author's own and may be several
words long, so that only the fixed words between them can part them, and a pattern of those says
more plainly what can be written than rules of the grammar would.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain, product

from dsl import tree as t
from dsl.building.context import BuilderContext, tokens
from dsl.parsing.parse_tree import Node, Token
from dsl.patterns import lazy_pattern

PLACES = ("in", "on", "under", "behind", "beside", "at", "with")
"""The words that say where something is. Which of them it is makes no difference to a key."""

_WHERE = rf"(?P<where>.+?)\s+(?P<relation>{'|'.join(PLACES)})\s+(?P<place>.+?)"
_WHAT = r"(?P<what>.+?)\s+holds\s+(?P<content>.+?)"
_KNOWN = r"(?:\s*,\s*known\s+to\s+(?P<known>.+))?"
# Patterns that most scripts never need: `re` compiles each where it is first used.
_NOW = (
    r"(?P<who>.+?)\s+cannot\s+tell\s+(?:where\s+(?P<where>.+?)\s+is|what\s+(?P<what>.+?)\s+holds)",
    rf"(?P<who>.+)\s+thinks?\s+(?:{_WHAT}|{_WHERE})",
    rf"(?:{_WHAT}|{_WHERE}){_KNOWN}",
)
_ASKS = (
    r"where\s+(?P<who>.+?)\s+thought\s+(?P<where>.+?)\s+was\s+(?P<first>at\s+first)",
    r"what\s+(?P<who>.+?)\s+thought\s+(?P<what>.+?)\s+held\s+(?P<first>at\s+first)",
    r"where\s+(?P<who>.+)\s+thinks?\s+(?P<where>.+?)\s+is",
    r"what\s+(?P<who>.+)\s+thinks?\s+(?P<what>.+?)\s+holds",
    r"where\s+(?P<where>.+?)\s+was\s+(?P<first>at\s+first)",
    r"what\s+(?P<what>.+?)\s+held\s+(?P<first>at\s+first)",
    r"where\s+(?P<where>.+?)\s+is(?:\s+now)?",
    r"what\s+(?P<what>.+?)\s+holds(?:\s+now)?",
)
_ELSE = r"something\s+else"
_LINK = lazy_pattern(r"\s+thinks?\s+")
_BETWEEN = lazy_pattern(r"\s*,\s*(?:and\s+)?|\s+and\s+")


def now(builder: BuilderContext, node: Node) -> t.Now | None:
    """`now ...`, or None after reporting that it says neither where nor what."""
    label = tokens(node)[0]
    found = _first(_NOW, label)
    if found is None or (_group(found, "known") and re.search(_KNOWN_TWICE, found["known"])):
        from dsl.faults.lines import NowShape
        from dsl.faults.wording import quoted

        builder.lost(NowShape(span=builder.name(label).span, places=quoted(PLACES)))
        return None
    where = _group(found, "where") is not None
    value = "place" if where else "content"
    return t.Now(
        who=_minds(builder, label, found),
        what=_name(builder, label, found, "where" if where else "what"),
        relation=(_group(found, "relation") or "in") if where else "holds",
        value=_name(builder, label, found, value) if _group(found, value) else None,
        known=_people(builder, label, *found.span("known")) if _group(found, "known") else (),
        span=builder.span(node),
    )


_KNOWN_TWICE = r"known\s+to"


def asks(builder: BuilderContext, node: Node) -> t.Asks | None:
    """`asks ...`, or None after reporting that it is none of the things that can be asked."""
    label = tokens(node)[0]
    span = builder.span(node)
    if re.fullmatch(_ELSE, label.strip()):
        return t.Asks(None, None, contents=False, first=False, span=span)
    found = _first(_ASKS, label)
    if found is None:
        from dsl.faults.lines import AsksShape

        builder.lost(AsksShape(span=builder.name(label).span))
        return None
    contents = _group(found, "what") is not None
    return t.Asks(
        who=_name(builder, label, found, "who") if _group(found, "who") else None,
        what=_name(builder, label, found, "what" if contents else "where"),
        contents=contents,
        first=_group(found, "first") is not None,
        span=span,
    )


def _first(patterns: tuple[str, ...], label: Token) -> re.Match[str] | None:
    words = label.rstrip()
    return next((m for pattern in patterns if (m := re.fullmatch(pattern, words))), None)


def _group(found: re.Match[str], name: str) -> str | None:
    """A part of a match, which not every pattern has."""
    return found.groupdict().get(name)


def _name(builder: BuilderContext, label: Token, found: re.Match[str], part: str) -> t.Name:
    return builder.name(label, *found.span(part))


def _minds(builder: BuilderContext, label: Token, found: re.Match[str]) -> tuple[t.Name, ...]:
    """Those who think so; of those who think that others do, each with each other is one name,
    `John thinks Mary`.
    """
    if not _group(found, "who"):
        return ()
    at, end = found.span("who")
    links = chain.from_iterable(link.span() for link in _LINK.finditer(label, at, end))
    ends = [at, *links, end]
    people = [_people(builder, label, *part) for part in zip(ends[::2], ends[1::2], strict=True)]
    return tuple(
        names[0]
        if len(names) == 1
        else t.Name(" thinks ".join(one.text for one in names), names[0].span.to(names[-1].span))
        for names in product(*people)
    )


def _people(builder: BuilderContext, label: Token, at: int, end: int) -> tuple[t.Name, ...]:
    """Names with commas or `and` between them, in a part of the label."""
    names: list[t.Name] = []
    for gap in (*_BETWEEN.finditer(label, at, end), None):
        stop = end if gap is None else gap.start()
        if label[at:stop].strip():
            names.append(builder.name(label, at, stop))
        else:
            from dsl.faults.lines import CommaGap

            place = gap.start() if gap is not None else at - 1
            builder.faults.append(CommaGap(span=builder.place(label, place, place + 1)))
        at = end if gap is None else gap.end()
    return tuple(names)


BUILT: dict[str, Callable[[BuilderContext, Node], t.Now | t.Asks | None]] = {
    "now": now,
    "asks": asks,
}
"""What builds each statement."""
