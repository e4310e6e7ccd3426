"""How a draft goes through lexer, layout and parser, token by token."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from dsl.parsing.draft import Draft
from dsl.parsing.lalr import END, ParserRun
from dsl.parsing.layout import arrange
from dsl.parsing.parse_tree import Node, Token


def parse_draft(draft: Draft) -> Node:
    """The parse tree of a draft; lines are counted from 2 in it, for the line end at the front.

    Raises:
        Unexpected: what the parser cannot go on from.
    """
    reading = ParserRun(draft.text)
    deque(_taken(reading, draft), maxlen=0)
    tree = reading.take(Token(END, "", len(draft.lines) + 1, 1))
    if tree is None:  # cannot be: nothing follows the end
        raise AssertionError("a text that is read to its end is a tree")
    return tree


def block_indents(draft: Draft) -> dict[int, tuple[str, ...]]:
    """For each line that holds something, the indentation of every block it is in.

    Raises:
        Unexpected: what the parser cannot go on from.
    """
    stack: tuple[str, ...] = ()
    found: dict[int, tuple[str, ...]] = {}
    for token in _taken(ParserRun(draft.text), draft):
        line = token.line - 1
        if token.type == "_INDENT":
            stack = (*stack, draft.indents[line])
        elif token.type == "_DEDENT":
            stack = stack[:-1]
        elif token.type != "_NL":
            found.setdefault(line, stack)
    return found


def _taken(reading: ParserRun, draft: Draft) -> Iterator[Token]:
    """Every token of a draft, after the parser has taken it."""
    for token in arrange(reading.tokens(), draft):
        reading.take(token)
        yield token
