"""The tables of the parser, worked out beforehand.

To work them out from the grammar takes a good third of the time of a whole `devrun check`. So they
are shipped beside it, in `grammar.json`, with a digest of the grammar and the version of Lark; for
any other grammar or version they are simply not used. They are plain data in the package itself:
Lark's own cache is a pickle in a shared folder, which would run whatever somebody else puts there.

    python -m dsl.parsing.compiled        writes them again; a test says when that is needed
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lark
from lark import Lark

TABLES = Path(__file__).with_name("grammar.json")


def digest(grammar: str) -> str:
    """What tells one grammar from another."""
    return hashlib.sha256(grammar.encode()).hexdigest()


def load(grammar: str, *, bears_words: Callable[[Any], bool]) -> Lark | None:
    """The parser made from the shipped tables, or None where they are not those of `grammar`."""
    try:
        found = json.loads(TABLES.read_text(encoding="utf-8"))
        if found["lark"] != lark.__version__ or found["grammar"] != digest(grammar):
            return None
        tables = revived(found["tables"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    parser: Lark = Lark._load_from_dict(  # type: ignore[no-untyped-call]
        tables["data"], tables["memo"], propagate_positions=bears_words
    )
    return parser


def tables_of(parser: Lark, grammar: str) -> str:
    """The tables of a parser as they are shipped."""
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {**data["options"], "propagate_positions": True, "_plugins": {}}
    shipped = {
        "grammar": digest(grammar),
        "lark": lark.__version__,
        "tables": {"data": data, "memo": memo},
    }
    return json.dumps(shipped, default=sorted, sort_keys=True) + "\n"


def revived(tables: Any) -> Any:
    """JSON knows no numbers as keys; three of the tables have them."""
    tables["memo"] = _numbered(tables["memo"])
    parser = tables["data"]["parser"]["parser"]
    parser["tokens"] = _numbered(parser["tokens"])
    parser["states"] = {
        int(state): _numbered(actions) for state, actions in parser["states"].items()
    }
    return tables


def _numbered(table: Any) -> Any:
    return {int(number): value for number, value in table.items()}


def main() -> None:
    """Write the tables of the grammar as it stands."""
    from dsl.parsing.grammar import build, grammar_text

    TABLES.write_text(tables_of(build(), grammar_text()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
