"""The cells of a study under the paper's protocol, in the shape and order of its Tables 3 to 6."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from renderers import domain_order
from renderers.rows.scores import CellScore, PaperCell

if TYPE_CHECKING:
    from runners.studies.study import OpenStudy

_YEAR = re.compile(r"\((\d{4}[a-z]?)\)")


def paper_cells(opened: OpenStudy, cells: Sequence[CellScore]) -> tuple[PaperCell, ...]:
    """The paper's cells, by participant, domain and wording; none under another protocol.
    Additions to the battery are in no table of the paper.
    """
    if not opened.protocol.rated:
        return ()
    meta = {one.experiment.title: dict(one.experiment.meta) for one in opened.chapters}
    found = [
        PaperCell(
            author(meta[cell.experiment].get("paper", "")),
            meta[cell.experiment].get("age", ""),
            cell,
        )
        for cell in cells
        if not cell.addition
    ]
    models = list(dict.fromkeys(row.cell.model for row in found))
    return tuple(
        sorted(
            found,
            key=lambda row: (
                models.index(row.cell.model),
                domain_order.place_in_tables(row.cell.domain),
                row.cell.wording,
            ),
        )
    )


def author(citation: str) -> str:
    """The first author and the year of a citation: `Hamlin (2007)`."""
    surname, year = citation.partition(",")[0].strip(), _YEAR.search(citation)
    return " ".join(part for part in (surname, year[0] if year else "") if part)
