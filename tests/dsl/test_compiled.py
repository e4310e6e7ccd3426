"""The tables of the parser that are shipped with its grammar."""

import json
from pathlib import Path

import lark
import pytest

from dsl.files.source import read
from dsl.parsing import compiled
from dsl.parsing.grammar import build, grammar_text

SCRIPTS = Path(__file__).parent / "scripts"


def test_the_shipped_tables_are_those_of_the_grammar() -> None:
    """If this fails, the grammar was edited: run `python -m dsl.parsing.compiled`."""
    found = json.loads(compiled.TABLES.read_text(encoding="utf-8"))
    assert found["grammar"] == compiled.digest(grammar_text())


def test_tables_are_used_for_their_own_grammar_and_version_only() -> None:
    """With any other the parser is recomputed, which takes longer and gives the same."""
    own = compiled.load(grammar_text(), bears_words=bool)
    found = json.loads(compiled.TABLES.read_text(encoding="utf-8"))
    assert (own is not None) is (found["lark"] == lark.__version__)
    assert compiled.load(grammar_text() + "\n", bears_words=bool) is None


@pytest.mark.parametrize("name", ["sally_anne.dev", "prose_torture.dev", "number.dev"])
def test_a_parser_made_from_tables_reads_like_the_one_they_were_made_from(name: str) -> None:
    """The same states, and the same tokens of the first lines."""
    worked_out = build()
    tables = compiled.tables_of(worked_out, grammar_text())
    revived = compiled.revived(json.loads(tables)["tables"], bears_words=bool)
    assert revived.parser.parser._parse_table.states == worked_out.parser.parser._parse_table.states
    text = "\n" + read(SCRIPTS / name).text.split("\n")[1] + "\n"
    assert _first_tokens(revived, text) == _first_tokens(worked_out, text)


def _first_tokens(parser: lark.Lark, text: str) -> list[tuple[str, str]]:
    session = parser.parse_interactive(text)
    found = []
    for token in session.lexer_thread.lex(session.parser_state):
        found.append((token.type, str(token)))
        session.feed_token(token)
    return found
