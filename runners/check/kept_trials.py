"""The trials of one check, each expanded once."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.expand import Expander
from dsl.experiment import Experiment, Word
from dsl.trial import Cell, Path, Trial


class KeptTrials(Expander):
    """An expander that keeps whole trials: players, examples and outcomes look at the same draws.

    Its words and orders are not those of a study, which take longer to draw than all the rest of a
    check.
    """

    def __init__(self, experiment: Experiment) -> None:
        super().__init__(experiment, dealt=True)
        self._kept: dict[tuple[Cell, int], Trial] = {}

    def trial(
        self,
        cell: Cell,
        *,
        draw: int,
        sample: int = 1,
        words: Mapping[str, Word] | None = None,
        path: Path = (),
    ) -> Trial:
        """As that of an expander."""
        if words is not None or path or sample != 1:
            return super().trial(cell, draw=draw, sample=sample, words=words, path=path)
        found = self._kept.get((cell, draw))
        if found is None:
            found = self._kept[cell, draw] = super().trial(cell, draw=draw)
        return found
