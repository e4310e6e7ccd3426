"""`devrun collect CODES.csv --csv`: tables read from the disk, their faults as refusals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from coders.packets.shape import CoderKind
from dsl.words import and_list
from runners.cli.output import say
from runners.coding.log_files import Rejected, decoded
from runners.coding.log_import import ImportedLog

if TYPE_CHECKING:
    from runners.store.store import Store


def import_tables(
    store: Store, files: Sequence[Path], coder: str, kind: str | None, study: str
) -> tuple[tuple[ImportedLog, ...], tuple[Rejected, ...]]:
    """The tables kept and, for every fault of every table, a refusal with its line."""
    from runners.coding.table_import import import_table
    from runners.store.records import now

    taken: list[ImportedLog] = []
    rejected: list[Rejected] = []
    for path in files:
        text = _text(path)
        if isinstance(text, Rejected):
            rejected.append(text)
            continue
        found = import_table(
            store,
            text,
            file=path.name,
            coder=coder,
            kind=CoderKind(kind) if kind else None,
            study=study,
            clock=now,
        )
        for fault in found.faults:
            where = f"{path}, line {fault.line}" if fault.line else str(path)
            rejected.append(Rejected(str(path), f"{where}: {fault.message}", fault.help))
        if found.taken is not None:
            taken.append(found.taken)
        if found.unused:
            say(f"{path}: ignored columns: {and_list(found.unused)}", err=True)
    return tuple(taken), tuple(rejected)


def _text(path: Path) -> str | Rejected:
    try:
        return decoded(path.read_bytes())
    except UnicodeDecodeError:
        return Rejected(
            str(path),
            f"{path} is not UTF-8",
            "save it as UTF-8; in Excel: `CSV UTF-8 (comma delimited)`",
        )
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
        return Rejected(str(path), f"{path} cannot be read: {why}", "name a CSV file")
