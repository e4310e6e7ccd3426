"""The files that a command reads: a table, from a file or standard input, and norms of a bank."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from dsl.record import record
from runners.cli.errors import Exit, Stop, system_errors_as
from runners.shipped import SHIPPED_NORMS

if TYPE_CHECKING:
    from coders.norms.ages import Norms


@record
class TableInput:
    """A table as it is read: its name to print, its lines with their ends, and its size in bytes,
    0 where that is not known.
    """

    name: str
    lines: io.TextIOWrapper
    size: int
    _source: io.BufferedReader[Any]

    def done(self) -> float:
        """How much of it has been read, from 0 to 1; 0 where its size is not known."""
        return self._source.tell() / self.size if self.size else 0


@contextmanager
def open_table(table: str, columns: str) -> Iterator[TableInput]:
    """The table in a file, or with `-` on standard input; `columns` says what is expected.

    Raises:
        Stop: there is no such file, or it is in no encoding that is read here.
    """
    from os import fstat

    from dsl.files.csv_reader import encoding
    from dsl.files.source import SAVE_AGAIN, opened, refuse_office

    with ExitStack() as held:
        if table == "-":
            # Standard input may be replaced by something that cannot be peeked into.
            name, size = "standard input", 0
            source = io.BufferedReader(cast("io.RawIOBase", sys.stdin.buffer))
        else:
            name = table
            what, advice = f"the table `{name}` cannot be read", f"name a file with {columns}"
            with system_errors_as(Exit.USAGE, "no-such-table", what, advice):
                source = held.enter_context(opened(Path(table), pipe=True))
            size = fstat(source.fileno()).st_size
        try:
            begins = source.peek(4)[:4]
            refuse_office(begins, name, partial(Stop, "not-utf8"))
            lines = io.TextIOWrapper(source, encoding=encoding(begins), newline="")
            yield TableInput(name, lines, size, source)
        except UnicodeDecodeError as error:
            raise Stop(
                "not-utf8", f"{name} is not saved as UTF-8; save it again as UTF-8", SAVE_AGAIN
            ) from error


REASONS = "wave, item, rating, participant, draw and the conditions"
"""The columns of ratings of reasons."""


def table_text(file: str, columns: str) -> tuple[str, str, str]:
    """The text of a table, its name to print, and the ending by which it is read: that of CSV where
    the name has none that is known. Raises as `open_table` does.
    """
    from dsl.files.data_rows import ENDINGS

    ending = Path(file).suffix.lower()
    with open_table(file, columns) as source:
        return source.lines.read(), source.name, ending if ending in ENDINGS else ".csv"


def norms_in(file: str | None) -> Norms:
    """The norms in a file, by default those of the original CogLM bank."""
    from coders.tables.abilities import read_norms

    path = SHIPPED_NORMS if file is None else Path(file)
    return read_norms(json_bytes(path, "norms file", "no-such-norms"), str(path))


def json_bytes(path: Path, what: str, code: str) -> bytes:
    """The bytes of a JSON file that a person named, to be `what`; `code` is the word of the error
    where it cannot be read.
    """
    from dsl.files.source import text_of

    missing = partial(Stop, code, exit_code=Exit.USAGE)
    text = text_of(path, what=what, instead=f"name a {what}", error=missing, pipe=True)
    return text.removeprefix("\ufeff").encode()


def other_bank(file: str, reasons: Sequence[str]) -> Stop:
    """The norms are not those of any bank of the study."""
    why = "; ".join(dict.fromkeys(reasons)) or "no script of the study asks a bank with groups"
    return Stop(
        "other-norms",
        f"`{file}` gives no ages for this study: {why}",
        "norms belong to one bank: fit some to people who answered it (devrun norms fit), "
        "or leave out --norms",
    )
