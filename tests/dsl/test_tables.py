"""The tables of the parser that are shipped beside its grammar, and reading by them."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from lark import Lark, Tree, lexer
from lark import Token as LarkToken
from lark.exceptions import UnexpectedInput

from dsl.files.source import normalise, read
from dsl.parsing import tables
from dsl.parsing.draft import Draft
from dsl.parsing.grammar import parse_draft
from dsl.parsing.lalr import LAYOUT, TABLES
from dsl.parsing.layout import arrange, survey
from dsl.parsing.parse_tree import Node, Token, Unexpected

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.dev"))
FAULTS = sorted((Path(__file__).parent / "faults").glob("E*/wrong.dev"))


def test_the_shipped_tables_are_those_of_the_grammar() -> None:
    """If this fails, the grammar was edited: run `python -m dsl.parsing.tables`.

    Lark's strict mode, in which they are made, proves that it has no conflicts and no collisions.
    """
    found = json.loads(TABLES.read_text(encoding="utf-8"))
    assert found == tables.tables_of(tables.grammar_text())


@cache
def _lark() -> Lark:
    """Without the search for collisions, which the test above makes and which takes seconds."""
    with patch.object(lexer, "has_interegular", False):
        return Lark(
            tables.grammar_text(),
            parser="lalr",
            lexer="contextual",
            maybe_placeholders=True,
            propagate_positions=lambda one: not (isinstance(one, LarkToken) and one.type in LAYOUT),
        )


def _by_lark(draft: Draft) -> Any:
    session = _lark().parse_interactive(draft.text)
    lexed = session.lexer_thread.lex(session.parser_state)
    ours = (Token(one.type, str(one), one.line or 0, one.column or 0) for one in lexed)
    for token in arrange(ours, draft):
        session.feed_token(_as_lark(token))
    return session.feed_token(_as_lark(Token("$END", "", len(draft.lines) + 1, 1)))


def _as_lark(token: Token) -> LarkToken:
    end = token.column + len(token)
    return LarkToken(
        token.type,
        str(token),
        line=token.line,
        column=token.column,
        end_line=token.line,
        end_column=end,
    )


def _same(ours: Any, theirs: Any) -> bool:
    """Whether two trees have the same rules, words and places."""
    if isinstance(ours, Node) and isinstance(theirs, Tree):
        meta = theirs.meta
        places = (
            ours.first is None
            or ours.last is None
            or (
                (ours.first.line, ours.first.column) == (meta.line, meta.column)
                and (ours.last.line, ours.last.column + len(ours.last))
                == (meta.end_line, meta.end_column)
            )
        )
        assert (ours.first is None) == meta.empty
        below = zip(ours.children, theirs.children, strict=True)
        return places and ours.rule == theirs.data and all(_same(*each) for each in below)
    if isinstance(ours, Token) and isinstance(theirs, LarkToken):
        return (ours.type, str(ours), ours.line, ours.column) == (
            theirs.type,
            str(theirs),
            theirs.line,
            theirs.column,
        )
    return ours is None and theirs is None


def _damaged(path: Path, rounds: int) -> Iterator[str]:
    """The text of a script, and the same with some characters or lines lost or doubled."""
    text = normalise(read(path).text)
    yield text
    dice = Random(path.parent.name + path.name)
    for _ in range(rounds):
        at = dice.randrange(len(text) + 1)
        yield text[:at] + text[at + dice.randrange(9) :]
        yield text[:at] + dice.choice([":", "\n", "    ", "(", "{", "by ", "\0"]) + text[at:]


@pytest.mark.parametrize(
    "path",
    [
        *SCRIPTS,
        *(
            pytest.param(path, marks=[pytest.mark.thorough] if at % 4 else [])
            for at, path in enumerate(FAULTS)
        ),
    ],
    ids=lambda path: "/".join(path.parts[-2:]),
)
def test_reading_by_the_tables_is_reading_by_lark(path: Path, thorough: bool) -> None:
    """The same tree, or the same place where it stops and the same that is expected there."""
    for text in _damaged(path, 6 if thorough else 1):
        theirs = _tree_or_problem(text)
        if not isinstance(theirs, UnexpectedInput):
            assert _same(parse_draft(survey("x.dev", text)), theirs)
            continue
        with pytest.raises(Unexpected) as stopped:
            parse_draft(survey("x.dev", text))
        state = theirs.state
        actions = state.parse_conf.parse_table.states[state.position]
        assert (stopped.value.line, stopped.value.column) == (theirs.line, theirs.column)
        assert stopped.value.expected == {name for name in actions if name.isupper()}
        token = getattr(theirs, "token", None)
        indented = isinstance(token, LarkToken) and token.type == "_INDENT"
        assert (stopped.value.token == "_INDENT") == indented


def _tree_or_problem(text: str) -> Any:
    try:
        return _by_lark(survey("x.dev", text))
    except UnexpectedInput as problem:
        return problem
