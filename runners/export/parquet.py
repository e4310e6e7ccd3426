"""A study as a folder of Parquet files: the tables of the Psych-DS folder, for many calls."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from dsl import __devrun__
from runners.export.calls import CALLS_WITH_REPLIES, exported_calls
from runners.export.folder import DESCRIPTION, IDENTIFIER
from runners.export.parquet_file import ParquetFile
from runners.export.tables.study_tables import StudyTables

if TYPE_CHECKING:
    from runners.export.selection import ExportSelection
    from runners.store.store import Store
    from runners.studies.study import OpenStudy


def write_parquet(store: Store, opened: OpenStudy, wanted: ExportSelection, folder: Path) -> int:
    """Write the tables to a folder that is there and empty; gives how many trials those are of.

    Raises NoSuchCoder, NoParquet.
    """
    study = opened.study.id
    tables = StudyTables(store, opened, wanted, lambda table: ParquetFile(folder, study, table))
    passing = tables.write()
    tables.fill(CALLS_WITH_REPLIES, exported_calls(store, opened, passing.labels, brief=True))
    told = {
        "identifier": IDENTIFIER + study,
        "simulated": opened.simulated,
        "provisional": passing.provisional,
        "devrun": __devrun__,
        "tables": {one.name: {"row": one.table.row, "rows": one.rows} for one in tables.files},
    }
    text = json.dumps(told, ensure_ascii=False, indent=2)
    (folder / DESCRIPTION).write_text(text + "\n", encoding="utf-8", errors="replace")
    return tables.files[0].rows
