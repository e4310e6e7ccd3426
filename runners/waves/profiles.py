"""Whether a participant answers as the profile that it has, or for everybody alike."""

from __future__ import annotations

import numpy as np

from coders.statistics.ratings import Flags, Floats, Ints
from coders.statistics.wave_kappas import pair_tables, variance_between
from renderers.rows.waves import WaveRow
from runners.waves.estimates import Estimates, kappa
from runners.waves.raters import WaveRater
from runners.waves.scores import weights_of


def profile_row(rater: WaveRater, profile: str) -> WaveRow | None:
    """A participant's ratings as one profile beside people of this one and of others, in all waves
    but 0; None with fewer than two profiles.
    """
    if profile not in rater.conditions:
        return None
    cells = _Cells(rater, profile)
    if cells.profiles < 2 or not cells.after.any():
        return None
    own, others = cells.kappas()
    variance, people = cells.variances()
    figures = {
        "own": own, "others": others, "difference": own.less(others),
        "variance": variance, "people_variance": people,
    }  # fmt: skip
    made = {name: one.figure() for name, one in figures.items()}
    return WaveRow(*rater.head, {"profiles": cells.profiles}, made)


class _Cells:
    """Ratings by cell, which is an item of a topic (of all conditions but the profile) in one wave,
    and by profile; those of wave 0 are left out.
    """

    def __init__(self, rater: WaveRater, profile: str) -> None:
        self.rater = rater
        place = rater.conditions.index(profile)
        names, self.who = np.unique([one[place] for one in rater.levels], return_inverse=True)
        rests = [(*one[:place], *one[place + 1 :]) for one in rater.levels]
        known = {rest: at for at, rest in enumerate(dict.fromkeys(rests))}
        self.rest = np.array([known[one] for one in rests])
        self.after = np.array(rater.waves)[rater.wave] > 0
        self.profile = self.who[rater.conversation]
        self.profiles = np.unique(self.profile).size
        numbers: dict[tuple[int, int, str], int] = {}
        at = zip(self.rest[rater.conversation].tolist(), rater.wave.tolist(), strict=True)
        self.cell = np.array([
            numbers.setdefault((*one, row.item), len(numbers))
            for one, row in zip(at, rater.rows, strict=True)
        ])  # fmt: skip
        self.shape = len(numbers), names.size
        people = self.after & (rater.theirs >= 0)
        self.said = np.full(self.shape, -1)
        self.said[self.cell[people], self.profile[people]] = rater.theirs[people]

    def kappas(self) -> tuple[Estimates, Estimates]:
        """Weighted kappa with people of the same profile, and of all others, who count as one."""
        rater, k = self.rater, self.rater.k
        steps = (self.said[..., None] == np.arange(k)).sum(axis=1)
        many = steps.sum(axis=1)
        use = self.after & rater.paired & (many[self.cell] > 1)
        cell, mine, theirs = (one[use] for one in (self.cell, rater.mine, rater.theirs))
        same = theirs[:, None] == np.arange(k)
        times = (steps[cell] - same) / (many[cell] - 1)[:, None]

        def found(times: Floats) -> Estimates:
            """Each rating against every step, so often."""
            conversation = np.repeat(rater.conversation[use], k)
            pairs = (
                conversation,
                0 * conversation,
                np.repeat(mine, k),
                np.tile(np.arange(k), cell.size),
            )
            shape = len(rater.levels), 1, k
            tables = pair_tables(np.array(pairs), shape=shape, times=times.ravel())
            why = "ratings are constant, or people rated one profile"
            weights = weights_of(rater)["weighted"]
            return kappa(tables, weights, [0], rater.levels, rater.places.scale, reason=why)

        return found(same.astype(np.float64)), found(times)

    def variances(self) -> tuple[Estimates, Estimates]:
        """The mean over cells of the variance between profiles, of its ratings (their mean, where a
        profile has several), and of people's; where both have ratings of two profiles.
        """
        rater = self.rater
        given = self.after & (rater.mine >= 0)
        flat = np.ravel_multi_index((self.cell[given], self.profile[given]), self.shape)
        size = self.shape[0] * self.shape[1]
        counts = np.bincount(flat, minlength=size).reshape(self.shape)
        sums = np.bincount(flat, rater.mine[given], size).reshape(self.shape)
        both = (counts > 0) & (self.said >= 0)
        return (
            self._variance(np.where(both, sums / np.maximum(counts, 1), 0.0), both),
            self._variance(np.where(both, self.said, 0).astype(np.float64), both),
        )

    def _variance(self, values: Floats, there: Flags) -> Estimates:
        rater = self.rater
        numbers = np.full((int(self.rest.max()) + 1, self.shape[1]), -1)
        numbers[self.rest, self.who] = np.arange(len(rater.levels))
        found = variance_between(values, there, numbers[self._rest_of_cells()], len(rater.levels))
        why = "it and people rated no item as two profiles"
        most = (rater.k - 1) ** 2 / 2
        return Estimates(*found, [0], rater.levels, (0.0, most), [why])

    def _rest_of_cells(self) -> Ints:
        found = np.zeros(self.shape[0], dtype=np.int64)
        found[self.cell] = self.rest[self.rater.conversation]
        return found
