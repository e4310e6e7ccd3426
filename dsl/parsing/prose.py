"""Finds the slots in a line of the author's words.

Done by hand and not in the grammar: a line with a bad brace is still a line of prose, so every
fault in it can be reported with the very characters, and the lines around it are read as usual.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.diagnostic import Fault, Span
from dsl.parsing.draft import Draft
from dsl.patterns import lazy_pattern
from dsl.record import record
from dsl.tree import Brace, Part, ProseLine, Text

_WORD = lazy_pattern(r"[^\W\d_][\w’'-]*$")
_LONGEST_SHOWN = 30
_FARTHEST = 60
_MOST_FAULTS = 10
_BRACE = lazy_pattern("[{}]")


@record
class _Piece:
    """A stretch `[start, end)` of a line: plain words, braces, or something wrong."""

    start: int
    end: int
    words: str = ""
    inside: str | None = None
    fault: str = ""


def read_line(
    draft: Draft,
    line: int,
    column: int,
    words: str,
    *,
    deeper: bool = False,
    new_paragraph: bool = False,
) -> tuple[ProseLine, tuple[Fault, ...]]:
    """The line of prose whose `words` start at `column`, and what is wrong with its braces."""
    parts: list[Part] = []
    faults: list[Fault] = []
    for piece in _pieces(words):
        span = draft.span(line, column + piece.start, column + piece.end)
        if piece.fault in ("unclosed", "stray"):
            start, end, inside = _meant(draft, piece, words)
            span = draft.span(line, column + start, column + end)
            faults.append(_half_a_pair(piece, span, inside))
        elif piece.fault:
            faults.append(_fault(piece, span))
        elif piece.inside is not None:
            parts.append(Brace(piece.inside, span))
        else:
            parts.append(Text(piece.words, span))
    whole = draft.span(line, column, column + len(words))
    return ProseLine(tuple(parts), deeper, new_paragraph, whole), tuple(faults)


def _fault(piece: _Piece, span: Span) -> Fault:
    from dsl.faults.braces import EmptyBraces, NestedBraces

    kinds = {"empty": EmptyBraces, "nested": NestedBraces}
    return kinds[piece.fault](span=span)


def _half_a_pair(piece: _Piece, span: Span, inside: str) -> Fault:
    from dsl.faults.braces import StrayBrace, UnclosedBrace

    kind = UnclosedBrace if piece.fault == "unclosed" else StrayBrace
    return kind(span=span, inside=inside)


def _meant(draft: Draft, piece: _Piece, words: str) -> tuple[int, int, str]:
    """What the author may have meant to put between the braces, and the stretch of it with the one
    brace: the longest name of the script that is there, else the next word.
    """
    from dsl.explaining.names import is_name

    if piece.fault == "unclosed":
        rest = words[piece.end : piece.end + _FARTHEST].partition("{")[0]
        ends = [found.end() for found in re.finditer(r"\w+(?:['’]s)?(?![\w'’])", rest)]
        best = max((end for end in ends if is_name(draft, rest[:end].strip())), default=0)
        if not best:
            word = rest.split()[0].rstrip(".,;:!?") if rest.split() else ""
            return piece.start, piece.end, word[:_LONGEST_SHOWN] or "slot"
        return piece.start, piece.end + best, rest[:best].strip()
    before = words[max(0, piece.start - _FARTHEST) : piece.start].rpartition("}")[2]
    starts = [found.start() for found in re.finditer(r"(?<!\w)\w", before)]
    best = min((at for at in starts if is_name(draft, before[at:].strip())), default=len(before))
    if best == len(before):
        found = _WORD.search(before[-_LONGEST_SHOWN:])
        return piece.start, piece.end, found[0] if found else ""
    return piece.start - len(before) + best, piece.end, before[best:].strip()


def _pieces(words: str) -> Iterator[_Piece]:
    """The pieces in order. After so many faults in one line, its braces are no slots at all."""
    at, start, faults = 0, 0, 0
    kept: list[str] = []
    while at < len(words):
        step = _next_brace(words, at)
        kept.append(words[at:step])
        at = step
        if at == len(words):
            break
        if words[at : at + 2] in ("{{", "}}"):
            kept.append(words[at])
            at += 2
            continue
        if any(kept):
            yield _Piece(start, at, words="".join(kept))
        kept = []
        piece = _brace(words, at)
        yield piece
        at = start = piece.end
        faults += bool(piece.fault)
        if faults == _MOST_FAULTS:
            yield _Piece(at, len(words), words=words[at:])
            return
    if any(kept):
        yield _Piece(start, at, words="".join(kept))


def _next_brace(words: str, at: int) -> int:
    found = _BRACE.search(words, at)
    return found.start() if found else len(words)


def _brace(words: str, at: int) -> _Piece:
    if words[at] == "}":
        return _Piece(at, at + 1, fault="stray")
    end = _next_brace(words, at + 1)
    if end < len(words) and words[end] == "}":
        inside = words[at + 1 : end].strip()
        if not inside:
            return _Piece(at, end + 1, fault="empty")
        return _Piece(at, end + 1, inside=inside)
    if end < len(words):
        inner = words.find("}", end + 1)
        outer = _next_brace(words, inner + 1) if inner >= 0 else len(words)
        if outer < len(words) and words[outer] == "}":
            return _Piece(at, outer + 1, fault="nested")
    return _Piece(at, at + 1, fault="unclosed")
