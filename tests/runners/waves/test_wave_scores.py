"""Scores of ratings in waves, against libraries and by hand."""

from __future__ import annotations

import re
from functools import cache
from statistics import fmean

import numpy as np
import pytest

from coders.statistics.wave_kappas import (
    area,
    interval,
    means,
    published_interval,
    variance_between,
)
from coders.tables.wave_ratings import WaveTable, read_people, read_wave_table
from dsl.files.csv_reader import TableUnusable
from dsl.record import replace
from renderers.figures.waves import wave_figures
from renderers.rows.waves import WaveFigure, WaveRating, WaveRow, WaveScores
from runners.waves.participants import RatedPlaces, participants_of
from runners.waves.people import people_agreement
from runners.waves.results import wave_scores
from runners.waves.scores import pair_rows, score_row, source_rows, wave_rows
from tests.made_waves import made_table

WAVES = range(11)
SAME = "the same without any one of the conversations"
UNDEFINED = "undefined without one of the conversations"


@cache
def table() -> WaveTable:
    return made_table()


@cache
def scores() -> WaveScores:
    return wave_scores(table())


@pytest.mark.parametrize(
    ("scale", "ticks"), [((1, 5), [1, 2, 3, 4, 5]), ((0, 100), [0, 20, 40, 60, 80, 100])]
)
def test_a_scale_of_ratings_is_drawn_from_end_to_end(
    scale: tuple[int, int], ticks: list[int]
) -> None:
    (*_, drawn) = wave_figures(replace(scores(), scale=scale))
    upright = drawn.wide.partition('text-anchor="end"')[2].partition("</g>")[0]
    assert [int(one) for one in re.findall(r">(\d+)</text>", upright)] == ticks * 3


def rated(table: WaveTable, name: str, wave: int) -> list[tuple[int, int]]:
    """What a participant and most people gave in a wave."""
    return [
        (row.rating, row.people)
        for row in table.rows
        if row.participant == name and row.wave == wave
        if row.rating is not None and row.people is not None
    ]


def sklearns(name: str, wave: int, weights: str | None) -> float:
    from sklearn.metrics import cohen_kappa_score

    mine, theirs = zip(*rated(table(), name, wave), strict=True)
    found: float = cohen_kappa_score(mine, theirs, labels=[1, 2, 3, 4, 5], weights=weights)
    return found


@pytest.mark.parametrize("name", ["follows", "steady", "neutral", "told"])
def test_kappas_are_those_of_sklearn_and_wave_0_is_in_no_mean(name: str) -> None:
    """The arithmetic of Tables 2 and 3: pooled by wave, averaged over waves 1 to 10."""
    plain = [sklearns(name, wave, None) for wave in WAVES]
    heavy = [sklearns(name, wave, "quadratic") for wave in WAVES]
    agent = next(one for one in scores().agents if one.participant == name)
    assert agent.figures["authenticity"].value == pytest.approx(fmean(plain[1:]))
    assert agent.figures["authenticity_wave_5"].value == pytest.approx(plain[5])
    assert agent.figures["authenticity_last"].value == pytest.approx(plain[10])
    trapezia = (sum(heavy[1:]) - (heavy[1] + heavy[10]) / 2) / 9
    assert agent.figures["weighted_area"].value == pytest.approx(trapezia)
    rows = [one.figures for one in scores().waves if one.participant == name]
    assert [one["unweighted"].value for one in rows] == pytest.approx(plain)
    assert [one["weighted"].value for one in rows] == pytest.approx(heavy)
    assert [one["unweighted"].n for one in rows] == [len(rated(table(), name, at)) for at in WAVES]
    first = rows[0]["mean"].value
    changes = [None if one["mean"].value is None else one["mean"].value - first for one in rows]
    assert [one["change"].value for one in rows] == pytest.approx(changes)


def test_intervals_hold_the_figure_and_conversations_are_counted() -> None:
    agent = scores().agents[0]
    for one in agent.figures.values():
        assert one.ci95 is not None
        assert one.value is not None
        assert one.ci95[0] < one.value < one.ci95[1]
        assert one.conversations == 12
    few = next(one for one in scores().levels if one.facts["condition"] == "topic")
    assert few.figures["weighted"].ci95 is None
    assert few.figures["weighted"].ci_reason == "4 conversations, fewer than 10"


@pytest.mark.parametrize(("topics", "shared", "used"), [(4, 2, 2), (4, 0, 0), (2, 2, 1)])
def test_intervals_are_two_way_cluster_robust(topics: int, shared: float, used: int) -> None:
    """Those of a mean, against statsmodels; not below what conversations alone give, and without
    topics where there are two.
    """
    from scipy.stats import t as student
    from statsmodels.regression.linear_model import OLS
    from statsmodels.stats.sandwich_covariance import cov_cluster_2groups

    rng, names = np.random.default_rng(3), np.indices((topics, 6)).reshape(2, -1)
    values = rng.normal(size=names.shape[1])
    values += shared * (rng.normal(size=topics)[names[0]] + rng.normal(size=6)[names[1]])
    (value,), (without,) = means(values[:, None], np.ones((values.size, 1)))
    found = interval(float(value), without, [tuple(map(str, one)) for one in names.T], (-9, 9))
    fitted = OLS(values, np.ones(values.size)).fit()
    whole, _, second = (float(one[0, 0]) for one in cov_cluster_2groups(fitted, names[0], names[1]))
    alone = float(fitted.bse[0]) ** 2
    variance = {2: whole, 1: second, 0: alone}[used]
    assert max(alone, whole if topics > 2 else second) == pytest.approx(variance)
    half = float(student.ppf(0.975, values.size - 1)) * variance**0.5
    assert found == pytest.approx((value - half, value + half))
    cut = interval(float(value), without, [()] * values.size, (float(value), 9))
    assert cut[0] == value
    assert interval(0.5, np.full(12, 0.5), [()] * 12, (-1, 1)) == SAME
    assert interval(0.5, np.full(12, np.nan), [()] * 12, (-1, 1)) == UNDEFINED


def test_what_is_missing_is_left_out_and_told() -> None:
    steady = [row for row in table().rows if row.participant == "steady"]
    lost = sum(row.rating is None for row in steady)
    agent = next(one for one in scores().agents if one.participant == "steady")
    assert agent.facts["missing"] == lost
    assert f"steady: {lost} of {len(steady)} have no rating ({lost} refused)" in scores().counts
    assert any(one.startswith("people: ") and "ties" in one for one in scores().counts)
    flat = "neutral, waves 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 10: every rating is 3"
    assert any(one.startswith(flat) for one in scores().counts)


def test_constant_ratings_are_undefined_with_the_reason() -> None:
    rows = [
        WaveRating((("topic", f"T{at}"),), 1, 1, "one", wave, "q", 4 if wave == 2 else at % 5 + 1,
                   people=4 if wave == 2 else at % 5 + 1)
        for at in range(12) for wave in (1, 2)
    ]  # fmt: skip
    found = wave_scores(WaveTable("made", (1, 5), tuple(rows)))
    constant = "constant: every rating of both is 4, so that agreement cannot be told from chance"
    assert found.waves[1].figures["unweighted"] == WaveFigure(None, 12, 12, reason=constant)
    area = found.agents[0].figures["weighted_area"]
    assert area.reason == f"undefined in wave 2: {constant}"
    assert found.waves[0].figures["unweighted"].value == pytest.approx(1)


def test_fleiss_is_that_of_statsmodels_and_so_are_polarities() -> None:
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    people = table().people[""]
    complete = {at: each for at, each in people.given.items() if len(each) == 5}
    found = people_agreement(replace(people, given=complete), "ratings")
    codes = np.array([list(each.values()) for at, each in complete.items() if at[1]])
    three = np.array([0, 0, 1, 2, 2])[codes - 1]
    expected = [fleiss_kappa(aggregate_raters(each)[0]) for each in (codes, three)]
    shown = [
        one.figures["figure"].value for one in found if one.facts["coefficient"] == "Fleiss' kappa"
    ]
    assert shown == pytest.approx(expected)


def test_a_pair_of_people_without_a_correlation_is_told() -> None:
    lines = ["wave,item,rater,rating"]
    for item in range(8):
        for rater, rating in (("A", item % 5 + 1), ("B", item % 5 + 1), ("C", 3)):
            lines.append(f"1,q{item},{rater},{rating}")
    people = read_people("\n".join(lines), "people.csv", ".csv", conditions=(), scale=(1, 5))
    found = people_agreement(people, "ratings")
    spearman = next(one for one in found if one.facts["coefficient"] == "mean pairwise Spearman")
    assert (spearman.figures["figure"].value, spearman.facts["pairs"]) == (pytest.approx(1), 1)
    assert spearman.facts["undefined_pairs"] == 2
    assert spearman.figures["figure"].ci_reason == "2 pairs of people have none"


def test_profiles_individuate() -> None:
    """Kappa with the others' people is that of all their pairs; variances are by hand."""
    from sklearn.metrics import cohen_kappa_score

    own, others, mine, people = [], [], [], []
    there = [row for row in table().rows if row.participant == "told" and row.wave]
    by_cell: dict[tuple[object, ...], dict[str, WaveRating]] = {}
    for row in there:
        levels = dict(row.levels)
        cell = by_cell.setdefault((levels["topic"], row.wave, row.item), {})
        cell[levels["profile"]] = row
    for cell in by_cell.values():
        known = [row for row in cell.values() if row.rating and row.people]
        mine.append(np.var([row.rating for row in known], ddof=1))
        people.append(np.var([row.people for row in known], ddof=1))
        own += [(row.rating, row.people) for row in known]
        others += [(a.rating, b.people) for a in known for b in cell.values() if a is not b]
    found = next(one.figures for one in scores().profiles if one.participant == "told")
    assert found["variance"].value == pytest.approx(np.mean(mine))
    assert found["people_variance"].value == pytest.approx(np.mean(people))
    for name, pairs in (("own", own), ("others", others)):
        expected = cohen_kappa_score(*zip(*pairs, strict=True), weights="quadratic")
        assert found[name].value == pytest.approx(expected, abs=1e-3)
    assert found["difference"].ci95 is not None
    assert found["difference"].ci95[0] > 0


def test_rationality_is_the_mean_of_majorities_and_wave_0_is_apart() -> None:
    lines = ["participant,draw,topic,profile,wave,item,rater,rating"]
    for wave, ratings in ((0, "125"), (1, "445"), (2, "22-1")):
        given = [ratings[:1], ratings[1:2], ratings[2:]]
        lines += [f"told,1,T0,P0,{wave},q0,R{at},{one}" for at, one in enumerate(given)]
    lines.append("Nobody,1,T0,P0,1,q0,R0,3")
    named = ["topic", "profile", "participant", "draw", "sample"]
    rated = read_people("\n".join(lines), "r.csv", ".csv", conditions=named, scale=(1, 5))
    found = wave_scores(replace(table(), people={}, reasons=rated))
    agent = {one.participant: one.figures["rationality"] for one in found.agents}
    assert (agent["told"].value, agent["told"].n) == (3, 2)
    assert agent["steady"].reason == "none of its reasons was rated"
    assert "Rationality: no rating in 1 row (-1 or empty)" in found.counts
    assert "Rationality: 1 tie among 4 reasons, settled by the nearest rating" in found.counts
    raters = participants_of(replace(table(), reasons=rated), RatedPlaces(table()))
    less = {
        (row.participant, row.facts["wave"]): row.figures["difference"].value
        for row in source_rows(raters, raters)
        if row.facts["figure"] == "Rationality"
    }
    assert (less["told", None], less["told", 1], less["steady", None]) == (0, 0, None)
    stranger = "Rationality: 1 reason of `nobody`, who is no participant here"
    assert any(one.startswith(stranger) for one in found.counts)


def differences(first: WaveTable, second: WaveTable) -> list[WaveRow]:
    places = RatedPlaces(first, second)
    return [*source_rows(participants_of(first, places), participants_of(second, places))]


def test_two_studies_are_paired() -> None:
    """Of the same table nothing differs; of one in which half is missing the rest is compared."""
    first = table()
    second = replace(first, rows=tuple(row for row in first.rows if row.item != "q0"))
    found = differences(first, second)
    less = [one.figures["difference"] for one in found]
    assert {one.value for one in less} == {0.0}
    assert {one.figures["difference"].n for one in found if one.facts["wave"] == 3} <= {22, 23, 24}
    moved = [
        replace(row, rating=min(5, row.rating + 1)) if row.rating else row for row in first.rows
    ]
    shifted = differences(first, replace(first, rows=tuple(moved)))
    mean = next(
        one.figures["difference"] for one in shifted
        if (one.facts["figure"], one.facts["wave"]) == ("mean rating", 4)
    )  # fmt: skip
    assert mean.ci95 is not None
    assert 0 < mean.ci95[0] < mean.ci95[1] < 1.01


def test_experiments_of_one_study_are_conversations_of_their_own() -> None:
    rows = [
        replace(row, levels=(("experiment", name), *row.levels))
        for name in ("articles", "videos")
        for row in table().rows
        if row.participant == "told"
    ]
    places = RatedPlaces(replace(table(), rows=tuple(rows)))
    assert places.conditions == ["experiment", "topic", "profile"]
    assert len(places.levels) == 24


def test_an_area_weighs_uneven_waves_by_their_distance() -> None:
    assert area(np.array([0.0, 1.0, 1.0]), [1, 2, 6]) == pytest.approx(0.9)
    assert area(np.array([0.4]), [7]) == pytest.approx(0.4)


def test_the_interval_of_a_published_kappa_of_sixty_ratings() -> None:
    low, high = published_interval(0.5, 60)
    assert (high - low) / 2 == pytest.approx(0.155, abs=0.001)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("a,0,T,q,7,", "made.csv, line 2: the rating is `7`"),
        ("a,x,T,q,3,", "made.csv, line 2: the wave is `x`"),
        ("a,1,T,q,3,6", "made.csv, line 2: `people` is `6`"),
    ],
)
def test_a_table_that_cannot_be_used_says_where(row: str, told: str) -> None:
    text = f"participant,wave,topic,item,rating,people\n{row}\n"
    with pytest.raises(TableUnusable) as error:
        read_wave_table(text, "made.csv", ".csv", scale=(1, 5))
    assert str(error.value) == told


def by_wave(rows: tuple[WaveRating, ...]) -> list[WaveRow]:
    found = replace(table(), rows=rows)
    return [row for rater in participants_of(found, RatedPlaces(found)) for row in wave_rows(rater)]


def test_means_are_of_what_people_rated_too() -> None:
    """Who rates as people do has their mean, whatever it rates where people rated nothing."""
    rows = tuple(
        replace(row, rating=row.people) if row.item == "q1" else replace(row, people=None)
        for row in table().rows
    )
    for row in by_wave(rows):
        assert row.figures["mean"].value == pytest.approx(row.facts["people_mean"])
        assert row.facts["neutral"] == row.facts["people_neutral"]
    alone = tuple(replace(row, people=None) for row in table().rows)
    assert all(one.figures["mean"].n > 0 for one in by_wave(alone))


def test_ratings_of_reversed_items_are_turned_in_means() -> None:
    """Who agrees with a thing and not with its opposite has the mean of one opinion."""
    rows = table().rows
    turned = tuple(
        replace(row, reversed=True, rating=row.rating and 6 - row.rating)
        if row.item == "q1"
        else row
        for row in rows
    )
    plain, other = (
        participants_of(found, RatedPlaces(found))[0].opinions()
        for found in (replace(table(), rows=each) for each in (rows, turned))
    )
    assert np.array_equal(plain, other, equal_nan=True)


def test_agents_are_compared_in_pairs_with_those_that_are_told_as_much() -> None:
    """The difference is that of two areas where nothing is missing, and its interval is that of
    scores which hang together: of one and the same participant it is nothing.
    """
    whole = {(row.levels, row.wave, row.item) for row in table().rows}
    for row in table().rows:
        if row.rating is None:
            whole.discard((row.levels, row.wave, row.item))
    rows = [row for row in table().rows if (row.levels, row.wave, row.item) in whole]
    rows += [replace(row, participant="again") for row in rows if row.participant == "follows"]
    short = replace(table(), rows=tuple(rows))
    raters = participants_of(short, RatedPlaces(short))
    area = {one.head[0]: score_row(one).figures["weighted_area"].value for one in raters}
    pairs = [*pair_rows(raters)]
    names = [(one.participant, one.facts["other"]) for one in pairs]
    assert names == [
        ("again", "follows"), ("again", "neutral"), ("again", "steady"), ("follows", "neutral"),
        ("follows", "steady"), ("neutral", "steady"),
    ]  # fmt: skip
    for one, (first, second) in zip(pairs, names, strict=True):
        less = one.figures["weighted_area"]
        assert less.value == pytest.approx(area[first] - area[second])
    assert pairs[0].figures["weighted_area"].ci_reason == SAME
    steady = pairs[4].figures["weighted_area"]
    assert steady.ci95 is not None
    assert 0 < steady.ci95[0] < steady.ci95[1]


def test_the_variance_between_profiles_and_its_jackknife() -> None:
    """Against numpy, row by row, with each conversation left out."""
    rng = np.random.default_rng(2)
    values, there = rng.normal(size=(12, 4)), rng.random((12, 4)) > 0.2
    conversations = np.repeat(np.arange(3), 4)[:, None] * 4 + np.arange(4)

    def expected(use: np.ndarray) -> float:
        rows = [np.var(row[here], ddof=1) for row, here in zip(values, use, strict=True)
                if here.sum() > 1]  # fmt: skip
        return float(np.mean(rows))

    value, without, n = variance_between(values, there, conversations, 12)
    assert value == pytest.approx([expected(there)])
    assert without[0] == pytest.approx(
        [expected(there & (conversations != at)) for at in range(12)]
    )
    assert n.sum() == there[there.sum(axis=1) > 1].sum()
