"""On which trials the coders that count differ: where to look first, and how many there are.

A trial represents all of its questions here, since a reader goes on to its transcript, where every
mark is next to the reply. The widest differences come first; which transcripts a page carries
does not depend on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from runners.analysis.document import Json
from runners.analysis.score_table import ScoreTable

if TYPE_CHECKING:
    from renderers.rows.trials import CoderRow, TrialRow

SHOWN = 100
"""So many are listed at most."""


def disagreements_document(trials: Sequence[TrialRow]) -> Json:
    """How many trials two or more counted coders `judged`, on how many they `differ`, and the
    places in the list of trials of the widest of these.
    """
    table = ScoreTable.of(trials)
    counted = [[one for one in row.coders if one.counted] for row in table.patterns]
    several = np.array([len(mine) > 1 for mine in counted], dtype=np.bool_)
    apart = [
        len({(one.gate, one.status, one.share, one.lrs) for one in mine}) > 1 for mine in counted
    ]
    widths = [_width(mine) if differ else -1.0 for mine, differ in zip(counted, apart, strict=True)]
    found = np.array(widths, dtype=np.float64)[table.like]
    judged, differ = int(several[table.like].sum()), int((found >= 0).sum())
    widest = np.argsort(-found, kind="stable")[: min(differ, SHOWN)]
    return {
        "judged": judged,
        "differ": differ,
        "share": differ / judged if judged else None,
        "widest": widest.tolist(),
    }


def _width(coders: list[CoderRow]) -> float:
    """How far apart they are: in LRS, a disputed gate before everything, shares after."""
    gates = len({one.gate for one in coders}) > 1
    scores = [one.lrs for one in coders if one.lrs is not None]
    shares = [one.share for one in coders if one.share is not None]
    apart = max(scores) - min(scores) if scores else 0
    return 10 * gates + apart + (float(max(shares) - min(shares)) if shares else 0)
