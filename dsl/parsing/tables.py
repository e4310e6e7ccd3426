"""The tables of the parser: Lark works them out of the grammar, and they are shipped with it.

They are plain data in `grammar.json`, with a digest of the grammar that they were made from.

    python -m dsl.parsing.tables        writes them again; a test says when that is needed
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from dsl.parsing.lalr import TABLES


def grammar_text() -> str:
    """The grammar as shipped."""
    return Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")


def digest(grammar: str) -> str:
    """What tells one grammar from another."""
    return hashlib.sha256(grammar.encode()).hexdigest()


def build(grammar: str) -> Any:
    """Lark's parser for a grammar. Its strict mode refuses terminals that may look alike."""
    from lark import Lark

    return Lark(grammar, parser="lalr", lexer="contextual", maybe_placeholders=True, strict=True)


def tables_of(grammar: str) -> dict[str, Any]:
    """The tables for a grammar, as `lalr.Parser` reads them."""
    lark = build(grammar)
    return {
        "grammar": digest(grammar),
        "patterns": {
            terminal.name: terminal.pattern.to_regexp()
            for terminal in lark.parser.lexer.root_lexer.terminals
        },
        "rules": [_written(rule) for rule in lark.rules],
        "states": _states(lark.parser.parser._parse_table, lark.rules),
    }


def _states(table: Any, rules: list[Any]) -> list[str]:
    """What to do in each state, as `lalr.State` takes it, the start first. The states are numbered
    as they are reached from there: Lark numbers them otherwise in each process.
    """
    from lark.parsers.lalr_analysis import Shift

    start = table.start_states["start"]
    numbers, reached = {start: 0}, [start]
    found: list[str] = []
    for state in reached:
        actions: dict[str, int] = {}
        for symbol, (action, what) in sorted(table.states[state].items()):
            if action is not Shift:
                actions[symbol] = ~rules.index(what)
                continue
            if what not in numbers:
                numbers[what] = len(reached)
                reached.append(what)
            actions[symbol] = numbers[what]
        found.append(" ".join(f"{symbol} {action}" for symbol, action in actions.items()))
    return found


def _written(rule: Any) -> str:
    """A rule, as `lalr.GrammarRule` takes it."""
    return " ".join(map(str, [rule.origin.name, len(rule.expansion), *_kept(rule)]))


def _kept(rule: Any) -> list[int | None]:
    """Which parts of a rule its node keeps, as `lalr.GrammarRule` takes them.

    As everywhere in Lark, a rule whose name begins with an underscore is not a node of its own, and
    a terminal of such a name is left out.
    """
    if rule.alias or rule.options.expand1 or rule.options.keep_all_tokens:
        raise ValueError(f"the rule {rule.origin.name} is of a kind that `lalr` does not know")
    parts: list[int | None] = []
    symbols = enumerate(rule.expansion)
    for empty in rule.options.empty_indices or [False] * len(rule.expansion):
        if empty:
            parts.append(None)
            continue
        number, symbol = next(symbols)
        if symbol.is_term:
            parts += [] if symbol.filter_out else [number]
        else:
            parts.append(~number if symbol.name.startswith("_") else number)
    return parts


def main() -> None:
    """Write the tables of the present grammar."""
    text = json.dumps(tables_of(grammar_text())) + "\n"
    TABLES.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
