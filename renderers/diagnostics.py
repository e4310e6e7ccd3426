"""Faults of a script in print: the line, a caret under the very words, what to write instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from dsl.diagnostic import Fault, Severity, Span
from renderers.terminal import columns, visible

Paint = Callable[[str, str], str]
"""Gives words (second) the look of a role (first): error, warning, place, caret or help."""

WIDEST = 120
"""Columns of a source line that are shown; a longer line is cut around the fault."""

_REACH = 10 * WIDEST
"""Characters of a line that are looked at on either side: marks may take no column of their own."""


def plain(role: str, words: str) -> str:
    """No look at all."""
    return words


def render(fault: Fault, sources: Mapping[str, str], *, paint: Paint = plain) -> str:
    """One fault as a few lines of text, in the look of a compiler's message.

    `sources` maps a file's printed name to its text; a file that is not there is shown without
    its line.
    """
    role = "error" if fault.severity is Severity.ERROR else "warning"
    head = paint(role, f"{role}[{fault.code}]") + f": {visible(fault.message())}"
    gutter = len(str(max(fault.span.line, *(p.span.line for p in fault.pointers), 1)))
    blocks = [head, *_excerpt(fault.span, fault.label(), sources, gutter, paint)]
    for pointer in fault.pointers:
        blocks += _excerpt(pointer.span, pointer.words, sources, gutter, paint)
    advice = fault.help()
    if advice:
        first, *rest = visible(advice).split("\n")
        blocks.append(paint("help", "help") + f": {first}")
        blocks += [f"      {line}" for line in rest]
    return "\n".join(blocks)


def _excerpt(
    span: Span, label: str, sources: Mapping[str, str], gutter: int, paint: Paint
) -> list[str]:
    pad = " " * gutter
    place = f"{span.file}:{span.line}:{span.column}"
    lines = [f"{pad}{paint('place', '-->')} {visible(place)}"]
    source = sources.get(span.file)
    if source is None:
        return lines
    text = _lines(source)
    if not 1 <= span.line <= len(text):
        return lines
    whole = text[span.line - 1]
    start = min(span.column - 1, len(whole))
    stop = len(whole) if span.end_line > span.line else min(span.end_column - 1, len(whole))
    stop = max(stop, start)
    left, words, right = _window(whole, start, stop)
    bar = paint("place", "|")
    carets = "^" * max(1, columns(words))
    tail = f" {visible(label)}" if label else ""
    lines += [
        f"{pad} {bar}",
        f"{paint('place', str(span.line).rjust(gutter))} {bar} {left}{words}{right}",
        f"{pad} {bar} {' ' * columns(left)}{paint('caret', carets + tail)}",
        f"{pad} {bar}",
    ]
    return lines


@lru_cache(maxsize=16)
def _lines(source: str) -> list[str]:
    """A script may have a fault in each of its lines."""
    return source.split("\n")


def _window(line: str, start: int, stop: int) -> tuple[str, str, str]:
    """The line in three parts, shown safely and cut to a readable width around the fault."""
    left, words, right = (
        _flat(line[max(0, start - _REACH) : start]),
        _flat(line[start : min(stop, start + _REACH)]),
        _flat(line[stop : stop + _REACH]),
    )
    if columns(left + words + right) <= WIDEST:
        return left, words, right
    if len(words) > WIDEST // 2:
        words = words[: WIDEST // 2] + "…"
    room = max(20, WIDEST - len(words))
    if len(left) > room // 2:
        left = "…" + left[-(room // 2) :]
    if len(right) > room // 2:
        right = right[: room // 2] + "…"
    return left, words, right


def _flat(text: str) -> str:
    # A tab in the margin would put the caret under the wrong word.
    return visible(text).replace("\t", "    ")
