"""How lines are set in, and lines that an editor has wrapped."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from benchmarks.slip_kinds.page import STEP, Line, Page, Slip, kind
from dsl.explaining.block_kinds import block_under
from dsl.heads import Place
from dsl.keywords import head_of

SET = r"indent|spaces"
DEED = r"indent|spaces"


def _sibling(page: Page, line: Line) -> Line | None:
    """The line before it in the same block."""
    before = [one for one in page.lines() if one.number < line.number and one.indent == line.indent]
    parent = line.parent
    near = before[-1] if before else None
    return near if near is not None and near.parent == parent else None


@kind("indentation", "one line a step too deep")
def deeper(page: Page) -> Iterator[Slip]:
    """Below its neighbour instead of on the same level."""
    for line in page.lines(
        Place.STEPS,
        Place.QUESTION,
        Place.DESIGN,
        Place.POOL,
        Place.LEVELS,
        Place.CONTRAST,
    ):
        before = _sibling(page, line)
        if before is None or page.block(line):
            continue
        inside = block_under(page.draft, before.number)
        if inside is not None and head_of(line.words, inside) is not None:
            continue  # it may well stand there, under a `when` or in the question above
        if before.place is Place.LEVELS and head_of(line.words, Place.LEVEL):
            continue
        rows = [line.indent + STEP + line.words]
        yield page.slip(line, rows, SET + "|is read as words", DEED, whole=True)


@kind("indentation", "the first line of a block a step too deep")
def first_deeper(page: Page) -> Iterator[Slip]:
    """And the lines after it where they belong."""
    lines = list(page.lines())
    for line, after in pairwise(lines):
        first = line.parent is not None and _sibling(page, line) is None
        if first and (after.indent, after.parent) == (line.indent, line.parent):
            yield page.slip(line, [line.indent + STEP + line.words], SET, DEED, whole=True)


@kind("indentation", "one line a step too far left")
def shallower(page: Page) -> Iterator[Slip]:
    """On the same level as the line that it belongs to."""
    for line in page.lines(
        Place.QUESTION,
        Place.DESIGN,
        Place.POOL,
        Place.ARMS,
        Place.LEVEL,
        Place.CONTRAST,
    ):
        if page.block(line) or not line.indent:
            continue
        outer = line.indent[: -len(STEP)]
        place = Place.TOP if not outer else None
        parent = line.parent
        if parent is not None:
            above = next((one for one in page.lines() if one.number == parent), None)
            place = above.place if above else place
        if place in (Place.LEVELS,) or (place is not None and head_of(line.words, place)):
            continue
        yield page.slip(line, [outer + line.words], SET + "|belongs", DEED, whole=True)


@kind("indentation", "one or two spaces off")
def off(page: Page) -> Iterator[Slip]:
    """Three spaces, or five."""
    for line in page.lines(Place.STEPS, Place.QUESTION, Place.DESIGN, Place.POOL, Place.LEVELS):
        if not line.indent or page.block(line):
            continue
        by = page.chance("off", line.number).choice((-2, -1, 1, 2))
        made = line.indent[:by] if by < 0 else line.indent + " " * by
        siblings = line.parent
        alone = siblings is not None and len([
            one for one in page.lines() if one.parent == siblings
        ]) == 1  # fmt: skip
        if alone:
            continue  # the block is then set in by another width, which is right
        neighbours = [one.number for one in page.lines() if one.number > line.number][:1]
        yield page.slip(
            line, [made + line.words], SET, DEED, whole=True, at=(line.number, *neighbours)
        )


@kind("indentation", "a tab")
def tab(page: Page) -> Iterator[Slip]:
    """One line is set in by tabs."""
    for line in page.lines():
        if not line.indent or line.place is Place.WORDS:
            continue
        tabs = "\t" * (len(line.indent) // 4)
        if page.chance("tab", line.number).random() < 0.3:
            tabs = line.indent[:-4] + "\t"
        yield page.slip(line, [tabs + line.words], r"\btabs?\b", "four spaces", whole=True)


@kind("indentation", "a pasted space")
def pasted(page: Page) -> Iterator[Slip]:
    """Non-breaking spaces at the beginning of a line."""
    for line in page.lines(Place.STEPS, Place.QUESTION, Place.DESIGN, Place.POOL):
        if line.indent:
            made = "\u00a0" * len(line.indent) + line.words
            yield page.slip(line, [made], "E104", "ordinary space", whole=True)


@kind("indentation", "a block not set in")
def flat(page: Page) -> Iterator[Slip]:
    """The lines of a block stand beside its head."""
    for line in page.heads(
        "test", "control", "people", "things", "design", "when", "separately", "versions"
    ):
        block = page.block(line)
        if not block or block[0].indent[: len(line.indent)] != line.indent:
            continue
        depth = len(block[0].indent) - len(line.indent)
        rows: dict[int, str | None] = {
            one.number: page.written[one.number][depth:] for one in block
        }
        at = (line.number, block[0].number)
        yield page.rewritten(rows, r"nothing under|indent", "four spaces|indent", at=at)


@kind("wrapped lines", "a sentence that goes on at the depth of its line")
def wrapped(page: Page) -> Iterator[Slip]:
    """An editor has broken a long line."""
    yield from _wrapped(page, hanging=True)


@kind("wrapped lines", "a sentence that goes on at the left edge")
def wrapped_left(page: Page) -> Iterator[Slip]:
    """A mail program has broken a long line."""
    yield from _wrapped(page, hanging=False)


def _wrapped(page: Page, *, hanging: bool) -> Iterator[Slip]:
    for line in page.heads(
        "say", "ask", "let", "instructions", "answer", "example", "note", "paper"
    ):
        words = line.words.split(" ")
        if len(words) < 8 or line.by or ":" not in words[0] + words[1]:
            continue
        at = page.chance("wrapped", line.number).randrange(4, len(words) - 2)
        second = " ".join(words[at:])
        rows = [line.indent + " ".join(words[:at]), (line.indent if hanging else "") + second]
        names = r"continues|wrapped|broken"
        yield page.slip(line, rows, names, "indent", whole=True, at=(line.number + 1,))
