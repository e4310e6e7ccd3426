"""The place in a script at which words stand, through the lets that give them.

A template has lost the places of its words, so the tree is read once more, and only for words that
a fault is about. To keep places in every template would cost each script for the few that have
such a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsl import tree
from dsl.checking.arms import arms_of
from dsl.checking.declared import Declared, RowColumns, Scope, Used
from dsl.checking.findings import Findings
from dsl.checking.space import Region
from dsl.checking.warnings.original import Original
from dsl.checking.words.braces import Braces
from dsl.diagnostic import Span
from dsl.experiment import Use, UseKind
from dsl.record import record, replace

_DEEPEST = 8
"""So many lets within lets are looked into."""


@record
class _Chunk:
    """Some text as it reads, and the place that it comes from; `exact`: letter by letter."""

    text: str
    span: Span
    exact: bool


class Whereabouts:
    """Finds words among the statements of a question, as `original` reads them."""

    def __init__(self, declared: Declared, original: Original) -> None:
        self.declared = declared
        self.space = declared.space
        self.original = original
        # The script is sound and its names are counted: nothing is to be found or used here.
        names = replace(declared.names, used=Used())
        self.braces = Braces(names, declared.space, Findings(), declared.lets)

    def find(
        self,
        words: Iterable[tree.Words],
        pattern: re.Pattern[str],
        region: Region,
        row: RowColumns | None,
    ) -> Span | None:
        """Where the pattern stands first in any of these words, in some combination of `region`."""
        for some in words:
            for part, prose in self._proses(some, region):
                for chunks in self._spelt(prose, part, row, 0):
                    found = _span_of(chunks, pattern)
                    if found is not None:
                        return found
        return None

    def _proses(self, words: tree.Words, region: Region) -> Iterator[tuple[Region, tree.Prose]]:
        if isinstance(words, tree.Prose):
            yield region, words
            return
        cases = arms_of(words, region, self.space, Findings(), complete=False)
        yield from self.space.taken(cases, region)

    def _spelt(
        self, prose: tree.Prose, region: Region, row: RowColumns | None, depth: int
    ) -> Iterator[list[_Chunk]]:
        """The chunks of a block of prose, once for each way in which its lets read."""
        told: list[tuple[Region, list[_Chunk]]] = [(region, [])]
        for line in prose.lines:
            for _, chunks in told:
                chunks.append(_Chunk(" ", line.span, exact=False))
            for part in line.parts:
                told = [
                    (left, [*chunks, *more])
                    for here, chunks in told
                    for left, more in self._part(part, here, row, depth)
                ]
        yield from (chunks for _, chunks in told)

    def _part(
        self, part: tree.Part, region: Region, row: RowColumns | None, depth: int
    ) -> Iterator[tuple[Region, list[_Chunk]]]:
        if isinstance(part, tree.Text):
            yield region, [_Chunk(part.words, part.span, exact=True)]
            return
        piece = self.braces.brace(part, Scope(row=row, kept={}))
        if piece is None or depth > _DEEPEST:
            yield region, []
            return
        if isinstance(piece, Use) and piece.kind is UseKind.LET:
            source = self.declared.names.lets[piece.name]
            for here, prose in self.space.taken(source.parts, region):
                for chunks in self._spelt(prose, here, row, depth + 1):
                    yield here, chunks
            return
        for here, text in self.original.readings((piece,), region):
            yield here, [_Chunk(text, part.span, exact=False)]


def _span_of(chunks: list[_Chunk], pattern: re.Pattern[str]) -> Span | None:
    match = pattern.search("".join(chunk.text for chunk in chunks))
    if match is None:
        return None
    spans: list[Span] = []
    at = 0
    for chunk in chunks:
        start, end = max(match.start(), at), min(match.end(), at + len(chunk.text))
        if start < end:
            part = chunk.span.part(chunk.text, start - at, end - at)
            spans.append(part if chunk.exact else chunk.span)
        at += len(chunk.text)
    first, last = spans[0], spans[-1]
    together = (first.file, first.line) == (last.file, last.end_line)
    return first.to(last) if together and first < last else first
