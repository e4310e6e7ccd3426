"""What people write in TOML, for all files in which they declare things; or what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from dsl.errors import DevrunError
from dsl.files.source import normalise

_LINE = re.compile(r"(?<=\(at line )\d+(?=, column \d+\)$)")


def toml_of(
    text: str,
    where: str,
    *,
    instead: str,
    error: Callable[[str, str], DevrunError],
    first_line: int = 1,
    parse_float: Callable[[str], Any] = float,
) -> dict[str, Any]:
    """What a text in TOML says. `where` is what messages call it, and `first_line` the line of its
    file in which it begins.

    Raises an `error` of a message and of what to write `instead`.
    """
    import tomllib  # most commands read no such file

    try:
        return tomllib.loads(normalise(text), parse_float=parse_float)
    except tomllib.TOMLDecodeError as fault:
        told = _LINE.sub(lambda line: str(int(line[0]) + first_line - 1), str(fault))
        said = f"is not TOML: {told[:1].lower()}{told[1:]}"
    except RecursionError:
        said = "has brackets nested too deeply"
    except (ValueError, ArithmeticError):
        # Python reads no whole number of more than 4,300 digits, and no decimal beyond all bounds.
        said = "has a number too large to be read"
    raise error(f"{where} {said}", instead)
