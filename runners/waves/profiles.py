"""Whether a participant answers as the profile that it has, or for everybody alike."""

from __future__ import annotations

import numpy as np

from coders.statistics.ratings import Flags, Floats, Ints
from coders.statistics.wave_kappas import pair_tables, variance_between
from renderers.rows.waves import WaveRow
from runners.waves.estimates import Estimates, kappa
from runners.waves.participants import WaveParticipant
from runners.waves.scores import weights_of


def profile_row(who: WaveParticipant, profile: str) -> WaveRow | None:
    """A participant's ratings as one profile beside people of this one and of others, in all waves
    but 0; None with fewer than two profiles.
    """
    if profile not in who.conditions:
        return None
    cells = _Cells(who, profile)
    if cells.profiles < 2 or not cells.after.any():
        return None
    own, others = cells.kappas()
    variance, people = cells.variances()
    figures = {
        "own": own, "others": others, "difference": own.less(others),
        "variance": variance, "people_variance": people,
    }  # fmt: skip
    made = {name: one.figure() for name, one in figures.items()}
    return WaveRow(*who.head, {"profiles": cells.profiles}, made)


class _Cells:
    """Ratings by cell, which is an item of a topic (of all conditions but the profile) in one wave,
    and by profile; those of wave 0 are left out.
    """

    def __init__(self, who: WaveParticipant, profile: str) -> None:
        self.participant = who
        place = who.conditions.index(profile)
        names, self.profile_of = np.unique([one[place] for one in who.levels], return_inverse=True)
        rests = [(*one[:place], *one[place + 1 :]) for one in who.levels]
        known = {rest: at for at, rest in enumerate(dict.fromkeys(rests))}
        self.rest = np.array([known[one] for one in rests])
        self.after = np.array(who.waves)[who.wave] > 0
        self.profile = self.profile_of[who.conversation]
        self.profiles = np.unique(self.profile).size
        numbers: dict[tuple[int, int, str], int] = {}
        at = zip(self.rest[who.conversation].tolist(), who.wave.tolist(), strict=True)
        self.cell = np.array([
            numbers.setdefault((*one, row.item), len(numbers))
            for one, row in zip(at, who.rows, strict=True)
        ])  # fmt: skip
        self.shape = len(numbers), names.size
        people = self.after & (who.theirs >= 0)
        self.said = np.full(self.shape, -1)
        self.said[self.cell[people], self.profile[people]] = who.theirs[people]

    def kappas(self) -> tuple[Estimates, Estimates]:
        """Weighted kappa with people of the same profile, and of all others, who count as one."""
        who, k = self.participant, self.participant.k
        steps = (self.said[..., None] == np.arange(k)).sum(axis=1)
        many = steps.sum(axis=1)
        use = self.after & who.paired & (many[self.cell] > 1)
        cell, mine, theirs = (one[use] for one in (self.cell, who.mine, who.theirs))
        same = theirs[:, None] == np.arange(k)
        times = (steps[cell] - same) / (many[cell] - 1)[:, None]

        def found(times: Floats) -> Estimates:
            """Each rating against every step, so often."""
            conversation = np.repeat(who.conversation[use], k)
            steps = np.repeat(mine, k), np.tile(np.arange(k), cell.size)
            pairs, shape = (conversation, 0 * conversation, *steps), (len(who.levels), 1, k)
            tables = pair_tables(np.array(pairs), shape=shape, times=times.ravel())
            why = "ratings are constant, or people rated one profile"
            weights = weights_of(who)["weighted"]
            return kappa(tables, weights, [0], who.levels, who.places.scale, reason=why)

        return found(same.astype(np.float64)), found(times)

    def variances(self) -> tuple[Estimates, Estimates]:
        """The mean over cells of the variance between profiles, of its ratings (their mean, where a
        profile has several), and of people's; where both have ratings of two profiles.
        """
        who = self.participant
        given = self.after & (who.mine >= 0)
        flat = np.ravel_multi_index((self.cell[given], self.profile[given]), self.shape)
        size = self.shape[0] * self.shape[1]
        counts = np.bincount(flat, minlength=size).reshape(self.shape)
        sums = np.bincount(flat, who.mine[given], size).reshape(self.shape)
        both = (counts > 0) & (self.said >= 0)
        return (
            self._variance(np.where(both, sums / np.maximum(counts, 1), 0.0), both),
            self._variance(np.where(both, self.said, 0).astype(np.float64), both),
        )

    def _variance(self, values: Floats, there: Flags) -> Estimates:
        who = self.participant
        numbers = np.full((int(self.rest.max()) + 1, self.shape[1]), -1)
        numbers[self.rest, self.profile_of] = np.arange(len(who.levels))
        found = variance_between(values, there, numbers[self._rest_of_cells()], len(who.levels))
        why = "it and people rated no item as two profiles"
        most = (who.k - 1) ** 2 / 2
        return Estimates(*found, [0], who.levels, (0.0, most), [why])

    def _rest_of_cells(self) -> Ints:
        found = np.zeros(self.shape[0], dtype=np.int64)
        found[self.cell] = self.rest[self.participant.conversation]
        return found
