"""The parser for `grammar.lark`, made once in a process, and how a draft goes through it.

Lark's parsing loop is taken apart here, because tokens pass through the layout one by one between
lexer and parser: `arrange` needs the draft, and a `postlex` of Lark's would be shared by all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from copy import copy
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lark import Lark, Token, Tree
from lark.lexer import ContextualLexer

from dsl.parsing.compiled import load
from dsl.parsing.draft import Draft
from dsl.parsing.layout import arrange

if TYPE_CHECKING:
    from lark.common import LexerConf
    from lark.parsers.lalr_interactive_parser import InteractiveParser

LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})


def grammar_text() -> str:
    """The grammar as shipped."""
    return Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")


class _ProvenLexer(ContextualLexer):
    """Leaves out the search for collisions between terminals: a test has made it already."""

    def __init__(
        self,
        conf: LexerConf,
        states: dict[int, Collection[str]],
        always_accept: Collection[str] = (),
    ) -> None:
        conf = copy(conf)
        conf.skip_validation = True
        super().__init__(conf, states, always_accept)


@cache
def grammar() -> Lark:
    """The parser. It holds no state between scripts, so threads may share it."""
    return load(grammar_text(), bears_words=_bears_words) or build()


def build() -> Lark:
    """The parser, worked out from the grammar."""
    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        maybe_placeholders=True,
        propagate_positions=_bears_words,
        _plugins={"ContextualLexer": _ProvenLexer},
    )


def _bears_words(child: Any) -> bool:
    """Line ends and block marks give a statement no length."""
    return not (isinstance(child, Token) and child.type in LAYOUT)


def parse_draft(draft: Draft) -> Tree[Token]:
    """The parse tree of a draft; lines are counted from 2 in it, for the line end at the front.

    Raises lark's `UnexpectedInput`. Tokens pass from the lexer through the layout to the parser
    one by one, because the contextual lexer looks at the parser's state for each.
    """
    session = grammar().parse_interactive(draft.text)
    deque(_fed(session, draft), maxlen=0)
    end = Token("$END", "", line=len(draft.lines) + 1, column=1)
    tree: Tree[Token] = session.feed_token(end)
    return tree


def block_indents(draft: Draft) -> dict[int, tuple[str, ...]]:
    """For each line that holds something, the indentation of every block it stands in.

    Raises lark's `UnexpectedInput`, as `parse_draft` does.
    """
    session = grammar().parse_interactive(draft.text)
    stack: tuple[str, ...] = ()
    found: dict[int, tuple[str, ...]] = {}
    for token in _fed(session, draft):
        line = (token.line or 1) - 1
        if token.type == "_INDENT":
            stack = (*stack, draft.indents[line])
        elif token.type == "_DEDENT":
            stack = stack[:-1]
        elif token.type != "_NL":
            found.setdefault(line, stack)
    return found


def _fed(session: InteractiveParser, draft: Draft) -> Iterator[Token]:
    """Every token of a draft, after the parser has taken it."""
    tokens = session.lexer_thread.lex(session.parser_state)  # type: ignore[no-untyped-call]
    for token in arrange(tokens, draft):
        session.feed_token(token)
        yield token
