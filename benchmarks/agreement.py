"""Seconds and memory for the agreement of many transcripts, and of a library in a loop.

    python benchmarks/agreement.py [TRANSCRIPTS] [REPLICATES]

Coders rate transcripts from 0 to 5; a draw is used in several cells by several participants, and
its transcripts are one cluster. First all coefficients of one measure with a cluster bootstrap of
each; then what `devrun agree` computes for a study: several measures, by experiment, by model. The
peer is the `krippendorff` library (one coefficient, ordinal alpha), called on resampled clusters as
somebody would who has only that; a few replicates are timed and the rest is extrapolated. It runs
in the same process, after the figures whose memory is reported.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

import numpy as np

from coders.statistics.agreement import agreement
from coders.statistics.ratings import Ints, MeasurementLevel, Ratings, ratings_of
from coders.statistics.reasons import Demands

CODERS = ("Ann", "Ben", "Cleo")
EXPERIMENTS, CELLS, MODELS, SAMPLES = 12, 4, 5, 2
TIMED = 5
DEMANDS = Demands(least_items=20, least_share=0.05)


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """Codes (transcripts, coders) from 0 to 5, and where each transcript is from."""

    codes: Ints
    experiment: Ints
    cell: Ints
    model: Ints
    draw: Ints

    def ratings(self, which: Ints, codes: Ints, labels: str, level: MeasurementLevel) -> Ratings:
        """Some of the transcripts as ratings; a cluster is an experiment's draw."""
        return ratings_of(
            codes[which],
            coders=CODERS,
            labels=labels,
            level=level,
            clusters=self.draw[which].tolist(),
            strata=self.experiment[which].tolist(),
            cells=self.cell[which].tolist(),
        )


def study(transcripts: int, seed: int = 1) -> Study:
    """Coders who are right nine times in ten, on cells of differing difficulty, some not coded."""
    rng = np.random.default_rng(seed)
    places = np.arange(transcripts)
    per_draw = CELLS * MODELS * SAMPLES
    draw = places // per_draw
    experiment = draw % EXPERIMENTS
    cell = experiment * CELLS + places % CELLS
    model = places // CELLS % MODELS
    usual = rng.uniform(0.5, 4.8, EXPERIMENTS * CELLS)
    truth = np.rint(usual[cell] + rng.normal(0, 1.3, transcripts)).clip(0, 5).astype(np.int64)
    slips = rng.integers(0, 6, (transcripts, len(CODERS)))
    codes = np.where(rng.random(slips.shape) < 0.9, truth[:, None], slips)
    codes[rng.random(codes.shape) < 0.1] = -1
    return Study(codes, experiment, cell, model, draw)


def study_figures(whole: Study, replicates: int) -> int:
    """The figures of a study's page; returns how many sets of coefficients there were."""
    every = np.arange(whole.codes.shape[0])
    gate = np.where(whole.codes < 0, -1, np.minimum(whole.codes, 1))
    passed = np.where(whole.codes > 0, whole.codes - 1, -1)
    marks = np.where(whole.codes < 0, -1, whole.codes // 2)
    measures = (
        (marks, "012", MeasurementLevel.ORDINAL),
        (gate, "01", MeasurementLevel.NOMINAL),
        (passed, "12345", MeasurementLevel.ORDINAL),
        (whole.codes, "012345", MeasurementLevel.ORDINAL),
        (whole.codes, "012345", MeasurementLevel.INTERVAL),
    )
    parts = [(every, measures)]
    for groups in (whole.experiment, whole.model):
        parts += [(np.flatnonzero(groups == one), measures[:3]) for one in np.unique(groups)]
    made = 0
    for which, wanted in parts:
        for codes, labels, level in wanted:
            ratings = whole.ratings(which, codes, labels, level)
            agreement(ratings, replicates=replicates, demands=DEMANDS)
            made += 1
    return made


def peer_seconds(whole: Study) -> float:
    """Seconds that one replicate of ordinal alpha takes with the krippendorff library."""
    import krippendorff

    rng = np.random.default_rng(2)
    order = np.argsort(whole.draw, kind="stable")
    counts = np.bincount(whole.draw)
    starts = np.cumsum(counts) - counts
    began = time.perf_counter()
    for _ in range(TIMED):
        drawn = rng.integers(0, counts.size, counts.size)
        rows = np.concatenate([order[starts[one] : starts[one] + counts[one]] for one in drawn])
        data = np.where(whole.codes[rows] < 0, np.nan, whole.codes[rows]).T
        krippendorff.alpha(data, level_of_measurement="ordinal", value_domain=np.arange(6.0))
    return (time.perf_counter() - began) / TIMED


def peak_mebibytes() -> float:
    """The most memory that this process has held so far; NaN where the system does not tell."""
    try:
        import resource
    except ImportError:
        return float("nan")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


class Clock:
    """Seconds by the wall and of the processors, which a busy machine does not stretch."""

    def __init__(self) -> None:
        self.wall, self.busy = time.perf_counter(), time.process_time()

    def __str__(self) -> str:
        wall, busy = time.perf_counter() - self.wall, time.process_time() - self.busy
        return f"{wall:.2f} s ({busy:.2f} s of processor time)"


def main() -> None:
    """Print seconds, memory and the ratio to the peer."""
    transcripts = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    replicates = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    out = sys.stdout.write
    whole = study(transcripts)
    draws = np.unique(whole.draw).size
    out(
        f"{transcripts:,} transcripts, {len(CODERS)} coders, a tenth not coded, {draws:,} draws in "
        f"{EXPERIMENTS} experiments, {replicates:,} replicates\n"
    )
    clock = Clock()
    every = np.arange(transcripts)
    found = agreement(
        whole.ratings(every, whole.codes, "012345", MeasurementLevel.ORDINAL), replicates=replicates
    )
    one = time.perf_counter() - clock.wall
    given = sum(each.value is not None for each in found.coefficients)
    out(f"one measure, {given} coefficients with pairs and categories: {clock}\n")
    clock = Clock()
    alone = ratings_of(whole.codes, coders=CODERS, labels="012345")
    agreement(alone, replicates=replicates)
    out(f"the same, every transcript its own cluster: {clock}\n")
    clock = Clock()
    sets = study_figures(whole, replicates)
    out(f"a study's page, {sets} such sets: {clock}\n")
    out(f"peak memory: {peak_mebibytes():.0f} MiB\n")
    peer = peer_seconds(whole) * replicates
    out(
        f"krippendorff, one coefficient, {TIMED} replicates timed: {peer:.0f} s for "
        f"{replicates:,}; {peer / one:.0f} times our one measure of {given}\n"
    )


if __name__ == "__main__":
    main()
