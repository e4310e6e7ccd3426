"""Clusters are drawn again, not items; what comes of it is what resampling by hand gives."""

from __future__ import annotations

import numpy as np
import pytest

from coders.statistics.agreement import agreement
from coders.statistics.figures import figures
from coders.statistics.ratings import Floats, Ints, Ratings, ratings_of
from coders.statistics.resampling import drawn_weights, replicates, spread
from coders.statistics.tallies import Tallies, tally
from coders.statistics.weights import frame


def clustered(
    seed: int, clusters: int, size: int, *, missing: float = 0.0, cells: bool = False
) -> Ratings:
    """Items of one cluster are all alike: both coders' codes depend on the cluster alone."""
    rng = np.random.default_rng(seed)
    of_cluster = rng.integers(0, 4, (clusters, 3))
    of_cluster[:, 1] = np.where(rng.random(clusters) < 0.6, of_cluster[:, 0], of_cluster[:, 1])
    codes = np.repeat(of_cluster, size, axis=0)
    codes[rng.random(codes.shape) < missing] = -1
    return ratings_of(
        codes,
        coders="ABC",
        labels="0123",
        clusters=np.repeat(np.arange(clusters), size).tolist(),
        strata=np.repeat(np.arange(clusters) % 3, size).tolist(),
        # The first two cells are of all strata, the others of one each.
        cells=[
            (item, 0 if item < 2 else cluster % 3)
            for cluster in range(clusters)
            for item in range(size)
        ]
        if cells
        else None,
    )


def with_every(ratings: Ratings, times: Ints) -> Ratings:
    """The ratings with cluster c standing there times[c] times, written out."""
    places = [
        place
        for cluster, count in enumerate(times)
        for _ in range(int(count))
        for place in np.flatnonzero(ratings.clusters == cluster)
    ]
    return ratings_of(
        ratings.codes[places],
        coders=ratings.coders,
        labels=ratings.labels,
        cells=None if ratings.cells is None else ratings.cells[places].tolist(),
    )


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_a_replicate_is_the_ratings_with_clusters_repeated(missing: float) -> None:
    ratings = clustered(1, 12, 4, missing=missing, cells=True)
    tallies = tally(ratings)
    rng = np.random.default_rng(2)
    times = rng.multinomial(12, [1 / 12] * 12, size=5)
    fixed = frame(
        ratings, np.ones(ratings.given.shape[1] * (ratings.given.shape[1] - 1) // 2, bool)
    )
    together = figures(tallies.sums(times.T.astype(float)), fixed)
    for row in range(5):
        # Cells are numbered anew where one has dropped out, so these have all of theirs.
        alone = figures(tally(with_every(ratings, times[row])).sums(), fixed)
        for name, values in alone.overall.items():
            assert together.overall[name][row] == pytest.approx(values[0], abs=1e-9), name
        for name, values in alone.within.items():
            assert together.within[name][row] == pytest.approx(values[0], abs=1e-9), name
        for name, pairs in alone.pairs.items():
            np.testing.assert_allclose(together.pairs[name][:, row], pairs[:, 0], atol=1e-9)


def test_every_stratum_keeps_its_number_of_clusters() -> None:
    ratings = clustered(3, 20, 2)
    tallies = tally(ratings)
    assert tallies.clusters == 20
    sizes = np.bincount(tallies.strata)
    drawn: list[Ints] = []

    class Counting(Tallies):
        """Takes down the weights that it is asked for."""

        def sums(self, weights=None):  # type: ignore[no-untyped-def]
            drawn.append(weights)
            return super().sums(weights)

    counting = Counting(tallies.layout, tallies.matrix, tallies.counts, tallies.strata)
    assert len(list(replicates(counting, 50, 1))) == 1
    for stratum, size in enumerate(sizes):
        np.testing.assert_array_equal(drawn[0][tallies.strata == stratum].sum(axis=0), size)


def test_items_with_the_same_ratings_are_drawn_as_often_as_there_are_of_them() -> None:
    codes = [[0, 0]] * 60 + [[0, 1]] * 30 + [[1, 1]] * 10
    tallies = tally(ratings_of(codes, coders="AB", labels="01"))
    assert sorted(tallies.counts.tolist()) == [10, 30, 60]
    sums = np.concatenate([one.pairs[0] for one in replicates(tallies, 4000, 7)], axis=-1)
    np.testing.assert_array_equal(sums.sum(axis=(0, 1)), 100)
    # A binomial count of 100 with .6: mean 60, variance 24.
    assert sums[0, 0].mean() == pytest.approx(60, abs=0.4)
    assert sums[0, 0].var() == pytest.approx(24, rel=0.1)


def test_the_same_seed_gives_the_same_intervals() -> None:
    ratings = clustered(4, 30, 3, missing=0.2)
    one, same, other = (agreement(ratings, replicates=300, seed=seed) for seed in (5, 5, 6))
    assert one == same
    left, right = one.coefficient("fleiss_kappa"), other.coefficient("fleiss_kappa")
    assert (left.value, left.ci95 == right.ci95) == (right.value, False)
    assert left.ci_method == "cluster bootstrap, 300 replicates, seed 5"


def test_repeats_of_one_draw_do_not_shorten_an_interval() -> None:
    """Each item eight times over, in one cluster: eight times the items, the same evidence."""
    once, often = clustered(8, 40, 1), clustered(8, 40, 8)
    alone = agreement(once, replicates=4000, seed=1)
    again = agreement(often, replicates=4000, seed=1)
    naive = agreement(ratings_of(often.codes, coders="ABC", labels="0123"), replicates=4000, seed=1)

    def width(found: object, name: str = "krippendorff_alpha_ordinal") -> float:
        assert hasattr(found, "coefficient")
        low, high = found.coefficient(name).ci95
        return float(high - low)

    assert width(again) == pytest.approx(width(alone), rel=0.08)
    assert width(naive) < 0.5 * width(alone)


def test_undefined_replicates_are_counted_and_too_many_leave_no_interval() -> None:
    values = np.array([0.5] * 5 + [0.6] * 85 + [np.nan] * 10)
    told = spread(values, 40)
    assert (told.ci95, told.undefined) == (None, 10)
    assert told.reason == "undefined in 10 of 100 bootstrap replicates"
    few = spread(values[:92], 40)
    assert (few.ci95, few.reason, few.undefined) == ((0.5, 0.6), None, 2)
    # Twenty clusters, in one of which the coders differ: a third of the replicates are constant.
    codes = [[1, 1]] * 19 + [[1, 0]]
    rare = agreement(
        ratings_of(codes, coders="AB", labels="01", clusters=list(range(20)), weights=[1] * 20),
        replicates=500,
    ).coefficient("krippendorff_alpha_nominal")
    assert rare.value is not None
    assert rare.ci95 is None
    assert rare.undefined_replicates is not None
    assert 100 < rare.undefined_replicates < 250
    assert rare.ci_reason == f"undefined in {rare.undefined_replicates} of 500 bootstrap replicates"


def test_too_few_clusters_and_replicates_all_alike_leave_no_interval() -> None:
    few = agreement(clustered(1, 6, 5)).coefficient("fleiss_kappa")
    assert (few.ci95, few.ci_reason) == (
        None,
        "only 6 items or draws to resample, fewer than 10",
    )
    perfect = agreement(
        ratings_of([[0, 0], [1, 1]] * 10, coders="AB", labels="01"), replicates=100
    ).coefficient("cohen_kappa")
    assert (perfect.value, perfect.ci95) == (1, None)
    assert perfect.ci_reason == "every bootstrap replicate gave the same figure"
    none = agreement(clustered(1, 12, 2), replicates=0).coefficient("fleiss_kappa")
    assert (none.ci95, none.ci_reason) == (None, "no bootstrap was asked for")


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    """Draws of four items whose codes hang together; 120 studies of 40 draws."""
    rng = np.random.default_rng(11)

    def study(draws: int) -> Ratings:
        base = rng.integers(0, 3, draws)
        severe = rng.random(draws) < 0.3
        first = np.repeat(base, 4)
        shift = np.repeat(severe, 4) & (rng.random(4 * draws) < 0.8)
        second = np.where(shift, (first + 1) % 3, first)
        return ratings_of(
            np.stack([first, second], axis=1),
            coders="AB",
            labels="012",
            clusters=np.repeat(np.arange(draws), 4).tolist(),
        )

    truth = agreement(study(40_000), replicates=0).coefficient("fleiss_kappa").value
    assert truth is not None
    hits = 0
    for number in range(120):
        limits = agreement(study(40), replicates=200, seed=number).coefficient("fleiss_kappa").ci95
        assert limits is not None
        hits += limits[0] <= truth <= limits[1]
    assert 105 <= hits <= 120


def test_an_item_that_stands_for_three_counts_as_three() -> None:
    codes = [[0, 0], [1, 0], [1, 1], [2, 1]]
    heavy = ratings_of(codes, coders="AB", labels="012", weights=[3, 1, 1, 1])
    written = ratings_of([[0, 0], *[[0, 0]] * 2, *codes[1:]], coders="AB", labels="012")
    one, other = agreement(heavy, replicates=0), agreement(written, replicates=0)
    for name in ("percent_agreement", "cohen_kappa_quadratic", "fleiss_kappa", "gwet_ac1"):
        value = other.coefficient(name).value
        assert one.coefficient(name).value == pytest.approx(value, abs=1e-12)
    assert one.coefficient("fleiss_kappa").n_items == 4


@pytest.mark.parametrize(
    "counts",
    [[1] * 50, [1, 2, 3, 2, 2] * 10, [20, 30] * 25],
    ids=["each of its own type", "few of a type", "many of a type"],
)
def test_what_is_drawn_does_not_hang_on_how_many_replicates_are_held_at_a_time(
    counts: list[int],
) -> None:
    strata = np.repeat([0, 1, 2], [20, 20, 10])

    def drawn(width: int) -> Floats:
        parts = drawn_weights(np.array(counts), strata, replicates=100, seed=3, width=width)
        return np.concatenate(list(parts), axis=1)

    whole = drawn(100)
    assert whole.shape == (50, 100)
    for width in (1, 7, 99, 1000):
        np.testing.assert_array_equal(drawn(width), whole)


def test_strata_of_one_size_draw_apart_and_one_alone_as_it_would_next_to_others() -> None:
    ones = np.ones(60, dtype=np.int64)
    strata = np.repeat([0, 1], 30)
    (both,) = drawn_weights(ones, strata, replicates=50, seed=4, width=50)
    (alone,) = drawn_weights(ones[:30], strata[:30], replicates=50, seed=4, width=50)
    np.testing.assert_array_equal(both[:30], alone)
    assert (both[30:] != alone).any()


def test_draws_too_many_to_remember_are_those_that_would_be() -> None:
    """A stratum of 5,000 clusters is remembered for 800 replicates and not for 801."""
    ones, strata = np.ones(5000, dtype=np.int64), np.zeros(5000, dtype=np.int64)
    (kept,) = drawn_weights(ones, strata, replicates=800, seed=5, width=800)
    (anew, _) = drawn_weights(ones, strata, replicates=801, seed=5, width=800)
    np.testing.assert_array_equal(kept, anew)
