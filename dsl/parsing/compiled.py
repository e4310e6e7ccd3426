"""The tables of the parser, worked out beforehand.

To work them out from the grammar takes a good third of the time of a whole `devrun check`. So they
are shipped beside it, in `grammar.json`, with a digest of the grammar and the version of Lark; for
any other grammar or version they are simply not used. They are plain data in the package itself:
Lark's own cache is a pickle in a shared folder, which would run whatever somebody else puts there.
Rules and states are lists of numbers and names, which are read in half the time of Lark's own form.

    python -m dsl.parsing.compiled        writes them again; a test says when that is needed
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import NonTerminal, Rule, RuleOptions, Terminal
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser, _Parser

TABLES = Path(__file__).with_name("grammar.json")


def digest(grammar: str) -> str:
    """What tells one grammar from another."""
    return hashlib.sha256(grammar.encode()).hexdigest()


class _TableParser(LALR_Parser):
    """Lark's parser, made from states as `_flat` writes them."""

    @classmethod
    def deserialize(  # type: ignore[override]
        cls, data: Any, memo: Mapping[int, Any], callbacks: Any, debug: bool = False
    ) -> _TableParser:
        """Called by Lark; `memo` holds the rules by number."""
        actions: dict[int, tuple[Any, Any]] = {n: (Shift, n) for n in range(len(data["states"]))}
        actions |= {~n: (Reduce, rule) for n, rule in memo.items() if isinstance(rule, Rule)}
        tokens = data["tokens"]
        states = {
            number: {tokens[t]: actions[a] for t, a in zip(flat[::2], flat[1::2], strict=True)}
            for number, flat in enumerate(data["states"])
        }
        made = cls.__new__(cls)
        build: Any = IntParseTable
        made._parse_table = build(states, data["start_states"], data["end_states"])
        made.parser = _Parser(made._parse_table, callbacks, debug)
        return made


def load(grammar: str, *, bears_words: Callable[[Any], bool]) -> Lark | None:
    """The parser made from the shipped tables, or None where they are not those of `grammar`."""
    try:
        found = json.loads(TABLES.read_text(encoding="utf-8"))
        if found["lark"] != lark.__version__ or found["grammar"] != digest(grammar):
            return None
        return revived(found["tables"], bears_words=bears_words)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def tables_of(parser: Lark, grammar: str) -> str:
    """The tables of a parser as they are shipped."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {**data["options"], "propagate_positions": True, "_plugins": {}}
    data["parser"]["parser"] = _flat(data["parser"]["parser"])
    kinds = {number: each.pop("__type__") for number, each in memo.items()}
    shipped = {
        "grammar": digest(grammar),
        "lark": lark.__version__,
        "tables": {
            "data": data,
            "terminals": {n: one for n, one in memo.items() if kinds[n] == "TerminalDef"},
            "rules": {n: _parts(one) for n, one in memo.items() if kinds[n] == "Rule"},
        },
    }
    return json.dumps(shipped, default=sorted, sort_keys=True) + "\n"


def _flat(table: Any) -> dict[str, Any]:
    """The states of a parser, each one list: a token's number, what to do at it, the next token's.

    To shift to a state is that state's number, to reduce by rule n is ~n, which is -1 - n.
    """
    states = table["states"]
    flat = [
        [
            number
            for token, (kind, what) in sorted(states[state].items())
            for number in (token, ~what["@"] if kind else what)
        ]
        for state in range(len(states))
    ]
    tokens = [table["tokens"][number] for number in range(len(table["tokens"]))]
    return {**table, "tokens": tokens, "states": flat}


def _parts(rule: Any) -> list[Any]:
    """A rule as `_rule` reads it; whether a symbol is filtered out is None for a non-terminal."""
    symbols = [[one["name"], one.get("filter_out")] for one in rule["expansion"]]
    options = {name: value for name, value in rule["options"].items() if name != "__type__"}
    return [rule["origin"]["name"], symbols, rule["order"], rule["alias"], options]


def _rule(parts: list[Any]) -> Rule:
    origin, symbols, order, alias, options = parts
    expansion = [
        NonTerminal(name) if filtered is None else Terminal(name, filtered)
        for name, filtered in symbols
    ]
    return Rule(NonTerminal(origin), expansion, order, alias, RuleOptions(**options))


def revived(tables: Any, *, bears_words: Callable[[Any], bool]) -> Lark:
    """The parser made from tables. JSON knows no numbers as keys; two of the tables have them."""
    memo: dict[int, Any] = {int(n): _rule(parts) for n, parts in tables["rules"].items()}
    memo |= {int(n): TerminalDef.deserialize(one, {}) for n, one in tables["terminals"].items()}
    parser: Lark = Lark._load_from_dict(  # type: ignore[no-untyped-call]
        tables["data"],
        memo,
        propagate_positions=bears_words,
        _plugins={"LALR_Parser": _TableParser},
    )
    return parser


def main() -> None:
    """Write the tables of the grammar as it stands."""
    from dsl.parsing.grammar import build, grammar_text

    TABLES.write_text(tables_of(build(), grammar_text()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
