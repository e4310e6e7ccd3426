"""`CODEBOOK.md`: every table and every column in words, for who opens the files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Never

from runners.export.csv_file import CsvFile
from runners.export.facts import SIMULATED, Facts
from runners.export.markdown import plain

_FILES = """\
## How the files are written

- Text is UTF-8 without a byte order mark. A spreadsheet shows accents rightly when the file is
  imported as UTF-8 (in Excel: Data, From Text/CSV, 65001), not when it is opened by a double click.
- Fields are parted by commas, and stand in quotation marks where they hold a comma, a quotation
  mark or a line end, as RFC 4180 has it. Rows end in CR LF, lines within a field in LF.
- **An empty field is a missing value**, always and nothing else. A reply may be the word `NA` or
  `None`: tell your program that only empty fields are missing (R: `na.strings = ""`; pandas:
  `keep_default_na=False, na_values=[""]`).
- Numbers have all their digits and a point. Truth is TRUE and FALSE. Times are UTC.
- **A text that a spreadsheet could take for a formula has an apostrophe in front**: one that begins
  with `=`, `+`, `-`, `@`, a tab, or an apostrophe. To have the text, take one apostrophe from the
  beginning of each text that begins with one. Numbers have none.
- Control characters, direction marks, invisible characters and halves of characters are made
  visible, as `<U+202E>` or as the sign for a control (`\u2400` for NUL); line ends are LF. What was
  said to the letter is in `data/raw`.
- A spreadsheet cuts a field after 32,767 characters. The files do not.
"""


def codebook_text(facts: Facts) -> str:
    """The whole file, in Markdown."""
    return "\n".join(_lines(facts)) + "\n"


def _lines(facts: Facts) -> Iterator[str]:
    mark = f"{SIMULATED}: " if facts.simulated else ""
    yield f"# {mark}codebook of study {facts.study}"
    yield ""
    yield (
        "Tables are tidy: each row is one thing, and a column says one thing of it. Join tables by "
        "`trial`; `questions` and `calls` by `call`; `questions` and `codes` by `trial`, "
        "`session` and `place`."
    )
    yield ""
    yield _FILES
    for one in facts.tables:
        yield from _table(one)


def _table(one: CsvFile[Never]) -> Iterator[str]:
    rows = f"{one.rows:,} row{'' if one.rows == 1 else 's'}"
    yield f"## `data/{one.name}`"
    yield ""
    yield f"A row is {one.table.row}: {rows}. Key: {_listed(one.table.key)}."
    yield ""
    yield "| column | meaning | values | empty | rows with a value |"
    yield "|---|---|---|---|---|"
    for variable, filled in zip(one.table.columns, one.filled, strict=True):
        yield (
            f"| `{variable.name}` | {plain(variable.what)} | {plain(variable.values)} | "
            f"{plain(variable.missing) or 'never'} | {_share(filled, one.rows)} |"
        )
    yield ""


def _share(filled: int, rows: int) -> str:
    if filled == rows:
        return "all"
    return f"{filled:,} ({filled / rows:.0%})" if filled else "none"


def _listed(names: tuple[str, ...]) -> str:
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
