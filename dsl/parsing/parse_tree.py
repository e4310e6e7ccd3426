"""What reading a script by its grammar gives: tokens, a tree of them, or where it stops."""

from __future__ import annotations


class Token(str):
    """Some words of a script, with the name of the terminal that they are and the place of the
    first of them; lines and columns count from 1.
    """

    __slots__ = ("column", "line", "type")

    type: str
    line: int
    column: int

    def __new__(cls, type: str, words: str, line: int, column: int) -> Token:
        """A token; only that of a line end goes on in another line."""
        made = super().__new__(cls, words)
        made.type, made.line, made.column = type, line, column
        return made


class Node:
    """A rule of the grammar, with the nodes and tokens below it; None is left where an optional
    one is not written.

    `first` and `last` are the tokens that it begins and ends with in the script, which need not be
    in the tree; None for a rule without words. Line ends and the marks of blocks are no words.
    """

    __slots__ = ("children", "first", "last", "rule")

    def __init__(
        self,
        rule: str,
        children: list[Node | Token | None],
        first: Token | None,
        last: Token | None,
    ) -> None:
        self.rule = rule
        self.children = children
        self.first = first
        self.last = last


class Unexpected(Exception):
    """What is in this line and column is not what can be there.

    `token` is the terminal it was taken for, empty where it is none of those that are `expected`.
    """

    def __init__(self, line: int, column: int, token: str, expected: frozenset[str]) -> None:
        super().__init__(f"line {line}, column {column}")
        self.line = line
        self.column = column
        self.token = token
        self.expected = expected
