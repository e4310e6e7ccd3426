"""Reads a text by tables: an LALR(1) parser, and a lexer that knows what the parser expects.

Lark works the tables out of `grammar.lark` (see `tables`); here a text is read by them. Lark is not
imported for that: with all that it imports, and with tables in its own form, it would take a
seventh of the time of a whole `devrun check`.

Aho, A. V., Lam, M. S., Sethi, R., & Ullman, J. D. (2006). Compilers: Principles, techniques, and
tools (2nd ed.), section 4.7. On the lexer: Van Wyk, E. R., & Schwerdfeger, A. C. (2007).
Context-aware scanning for parsing extensible languages. GPCE '07, 63-72.
doi:10.1145/1289971.1289983.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

from dsl.parsing.parse_tree import Node, Token, Unexpected
from dsl.patterns import lazy_pattern

V = TypeVar("V")

TABLES = Path(__file__).with_name("grammar.json")
END = "$END"
BLANKS = " \t"
"""What the grammar ignores (`_SPACE`); no other terminal begins with it."""

NOT_WRITTEN = "None"
LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
"""Line ends and the marks of blocks give a statement no length."""


class GrammarRule:
    """A rule of the grammar, `written` as its name, how many parts it has, and what its node keeps
    of them: `meta 3 0 None -3`.

    A number in `kept` is that of a part, ~n stands for all that part n keeps, and None for an
    optional part that is not written.
    """

    __slots__ = ("kept", "name", "size")

    def __init__(self, written: str) -> None:
        self.name, size, *kept = written.split()
        self.size = int(size)
        self.kept = [None if one == NOT_WRITTEN else int(one) for one in kept]

    def node(self, parts: list[Node | Token]) -> Node:
        """The node made of these parts."""
        children: list[Node | Token | None] = []
        for number in self.kept:
            if number is None:
                children.append(None)
            elif number >= 0:
                children.append(parts[number])
            elif isinstance(inner := parts[~number], Node):
                # The list of a long block goes on growing, and is not copied for each statement.
                children = children + inner.children if children else inner.children
        first = last = None
        for part in parts:
            one = part.first if isinstance(part, Node) else part
            if one is not None and one.type not in LAYOUT:
                first = one
                break
        for part in reversed(parts):
            one = part.last if isinstance(part, Node) else part
            if one is not None and one.type not in LAYOUT:
                last = one
                break
        return Node(self.name, children, first, last)


_BLANKS = "[ \t]+"
_WORDS = lazy_pattern(r"\(?([a-z]+(?:(?:\[ \t\]\+|\|)[a-z]+)*)\)?\(\?!\[\\w-\]\)")
"""The pattern of words, of which one is there: `(all[ \\t]+of|any[ \\t]+of)(?![\\w-])`."""

_FIRST_WORD = lazy_pattern(r"[a-z]{2,}")


class Terminal:
    """A terminal of the grammar. Most are words, which no pattern need be compiled to find."""

    def __init__(self, name: str, pattern: str, rank: int) -> None:
        self.name = name
        self.rank = rank
        """Where several match, the first of them counts."""
        words = _WORDS.fullmatch(pattern)
        first = _FIRST_WORD.match(pattern)
        self._ways = [one.split(_BLANKS) for one in words[1].split("|")] if words else []
        self._letters = {way[0][0] for way in self._ways}
        if first is not None and "|" not in pattern:
            self._letters = {first[0][0]}
        self._pattern = pattern

    def may_begin(self, letter: str) -> bool:
        """Whether it may begin with this letter."""
        return not self._letters or letter in self._letters

    def end(self, text: str, at: int) -> int:
        """Where it ends if it begins at this place of a text; -1 if it does not."""
        if not self._ways:
            found = self._compiled.match(text, at)
            return -1 if found is None else found.end()
        return next((end for way in self._ways if (end := _after(way, text, at)) > at), -1)

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._pattern)


def _after(words: list[str], text: str, at: int) -> int:
    """Where these words, with blanks between them, end in a text; -1 where they are not there."""
    for number, word in enumerate(words):
        begin = at
        while number and text[at : at + 1] in (" ", "\t"):
            at += 1
        if (number and at == begin) or not text.startswith(word, at):
            return -1
        at += len(word)
    following = text[at : at + 1]
    return -1 if following.isalnum() or following in ("_", "-") else at


class State:
    """A state of the parser, `written` as its symbols with what to do at each: `_NL 12 NAME -4`."""

    __slots__ = ("_by_letter", "_terminals", "actions")

    def __init__(self, written: str, terminals: Mapping[str, Terminal]) -> None:
        words = written.split()
        self.actions: dict[str, int] = dict(zip(words[::2], map(int, words[1::2]), strict=True))
        """At which symbol to go to which state; to reduce by rule n is ~n."""
        self._terminals = terminals
        self._by_letter: dict[str, list[Terminal]] = {}

    @property
    def expected(self) -> frozenset[str]:
        """The terminals that can come next."""
        return frozenset(name for name in self.actions if name.isupper())

    def next(self, text: str, at: int) -> tuple[str, int] | None:
        """The terminal that comes next in a text, and where it ends."""
        letter = text[at]
        found = self._by_letter.get(letter)
        if found is None:
            found = self._by_letter[letter] = self._beginning(letter)
        for one in found:
            end = one.end(text, at)
            if end > at:
                return one.name, end
        return None

    def _beginning(self, letter: str) -> list[Terminal]:
        """The terminals that can come next and may begin with a letter, in their order."""
        accepted = [self._terminals[name] for name in self._terminals.keys() & self.actions.keys()]
        found = [one for one in accepted if one.may_begin(letter)]
        return sorted(found, key=attrgetter("rank"))


class _AsReached(dict[int, V]):
    """Parts of the tables, each made when it is first reached: a script reaches few of them."""

    def __init__(self, make: Callable[[int], V]) -> None:
        self._make = make

    def __missing__(self, key: int) -> V:
        made = self[key] = self._make(key)
        return made


class Parser:
    """The parser made from the tables. It holds no state between scripts, so threads share it."""

    def __init__(self) -> None:
        tables = json.loads(TABLES.read_text(encoding="utf-8"))
        patterns: dict[str, str] = tables["patterns"]
        rules: list[str] = tables["rules"]
        states: list[str] = tables["states"]
        terminals = {
            name: Terminal(name, pattern, rank)
            for rank, (name, pattern) in enumerate(patterns.items())
        }
        self.patterns = patterns
        self.rules = _AsReached[GrammarRule](lambda number: GrammarRule(rules[number]))
        self.states = _AsReached[State](lambda number: State(states[number], terminals))
        self.size = len(states)
        self.end = self.states[0].actions["start"]


@cache
def parser() -> Parser:
    """The parser, made once in a process."""
    return Parser()


class ParserRun:
    """One text on its way through lexer and parser."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._parser = parser()
        self._states = [0]
        self._parts: list[Node | Token] = []

    def tokens(self) -> Iterator[Token]:
        """The tokens of the text. Which they are hangs on those that the parser has taken before.

        Raises:
            Unexpected: nothing that can come next is in the text.
        """
        text, states, every = self.text, self._states, self._parser.states
        at = line_start = 0
        line = 1
        while at < len(text):
            if text[at] in BLANKS:
                at += 1
                continue
            state = every[states[-1]]
            found = state.next(text, at)
            if found is None:
                raise Unexpected(line, at - line_start + 1, "", state.expected)
            name, end = found
            yield Token(name, text[at:end], line, at - line_start + 1)
            if lines := text.count("\n", at, end):
                line += lines
                line_start = text.rindex("\n", at, end) + 1
            at = end

    def take(self, token: Token) -> Node | None:
        """Take the next token; gives the tree of the whole text at its end.

        Raises:
            Unexpected: the token cannot come next.
        """
        states, every = self._states, self._parser.states
        while True:
            state = every[states[-1]]
            action = state.actions.get(token.type)
            if action is None:
                raise Unexpected(token.line, token.column, token.type, state.expected)
            if action >= 0:
                states.append(action)
                self._parts.append(token)
                return None
            node = self._reduce(self._parser.rules[~action])
            if token.type == END and states[-1] == self._parser.end:
                return node

    def _reduce(self, rule: GrammarRule) -> Node:
        """Put a node in the place of the last parts."""
        left = len(self._parts) - rule.size
        node = rule.node(self._parts[left:])
        del self._parts[left:], self._states[left + 1 :]
        self._parts.append(node)
        self._states.append(self._parser.states[self._states[-1]].actions[rule.name])
        return node
