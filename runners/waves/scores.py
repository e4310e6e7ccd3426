"""What follows from ratings in waves: how well participants agree with people, wave by wave.

Authenticity as it was published is the mean over waves of an unweighted kappa, pooled over all
topics, profiles and items of a wave. It takes a rating one step away for as wrong as one at the
other end; so beside it stands a kappa with quadratic weights, which is an intraclass correlation in
all but name, and what `devrun agree` gives for ratings. Wave 0, before anything was shown, is in no
mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import isnan

import numpy as np

from coders.statistics.kappas import ratio
from coders.statistics.ratings import Flags, Floats, Ints
from coders.statistics.wave_kappas import area, constant
from coders.statistics.weights import identity_weights, quadratic_weights
from renderers.rows.waves import WaveRow
from runners.waves.estimates import Estimates, kappa
from runners.waves.participants import WaveParticipant

FIFTH = 5
"""The published tables have this wave and the last."""


def weights_of(who: WaveParticipant) -> Mapping[str, Floats]:
    """What each kappa takes two steps for, (k, k)."""
    steps = tuple(map(float, range(who.k)))
    return {"unweighted": identity_weights(who.k), "weighted": quadratic_weights(steps)}


def _mean(values: Floats, _: Sequence[int]) -> Floats:
    return np.asarray(values.mean(axis=0))


def by_wave(who: WaveParticipant, use: Flags | None = None, reasons: Flags | None = None) -> dict[
    str, Estimates
]:  # fmt: skip
    """Every figure by wave; `use`: kappas of these rows, Rationality of those in `reasons`."""
    tables = who.tables(use)
    found = {
        name: kappa(tables, weights, who.waves, who.levels, who.places.scale)
        for name, weights in weights_of(who).items()
    }
    said = who.opinions()
    found["mean"] = who.mean(said if use is None else np.where(use, said, np.nan))
    rated = who.reason_mean(reasons)
    return found if rated is None else found | {"rationality": rated}


def over_waves(waves: Mapping[str, Estimates]) -> dict[str, Estimates]:
    """Those figures that have one over all waves but 0."""
    found = {
        "authenticity": waves["unweighted"].over(_mean),
        "weighted_area": waves["weighted"].over(area),
    }
    rated = waves.get("rationality")
    return found if rated is None else found | {"rationality": rated.over(_mean, given=True)}


def wave_rows(who: WaveParticipant) -> Iterator[WaveRow]:
    """A row for each wave in which it was asked."""
    waves = by_wave(who)
    waves["change"] = waves["mean"].less(waves["mean"].in_wave(0))
    people = who.mean(who.opinions(people=True)).value
    tables = who.tables().sum(axis=0)
    for at, wave in enumerate(who.waves):
        if not (who.wave == at).any():
            continue
        step, _ = constant(tables[at])
        facts = {
            "wave": wave,
            "people_mean": None if isnan(people[at]) else float(people[at]),
            "neutral": _neutral(who, who.mine, at),
            "people_neutral": _neutral(who, who.theirs, at),
            "only_rating": None if step is None else step + who.low,
        }
        figures = {name: one.figure(at) for name, one in waves.items()}
        yield WaveRow(*who.head, facts, figures)


def _neutral(who: WaveParticipant, steps: Ints, at: int) -> float | None:
    """The share of the middle step in a wave."""
    here = steps[(who.wave == at) & (steps >= 0) & who.beside]
    return float((here == who.k // 2).mean()) if who.k % 2 and here.size else None


def judged_rows(who: WaveParticipant, judge: str) -> Iterator[WaveRow]:
    """How a model as judge rated the reasons of a participant, over waves but 0."""
    rated = who.reason_mean()
    if rated is not None:
        figures = {
            "rationality": rated.over(_mean, given=True).figure(),
            "rationality_wave_5": rated.in_wave(FIFTH).figure(),
        }
        yield WaveRow(*who.head, {"judge": judge}, figures)


def score_row(who: WaveParticipant) -> WaveRow:
    """All waves but 0 together."""
    waves = by_wave(who)
    last = max(who.waves[at] for at in set(who.wave.tolist()))
    figures = {name: one.figure() for name, one in over_waves(waves).items()}
    for name, of in (("authenticity", "unweighted"), ("rationality", "rationality")):
        if of in waves:
            figures[f"{name}_wave_5"] = waves[of].in_wave(FIFTH).figure()
            ended = waves[of].in_wave(last) if last else waves[of].over(_mean)
            figures[f"{name}_last"] = ended.figure()
    skipped = {
        (row.levels, row.draw, row.sample, row.wave, step)
        for row in who.rows for step in row.skipped
    }  # fmt: skip
    facts = {
        "missing": int((who.mine < 0).sum()),
        "unrated": int(((who.mine >= 0) & (who.theirs < 0)).sum()),
        "skipped": len(skipped),
    }
    return WaveRow(*who.head, facts, figures)


def rank(row: WaveRow) -> tuple[bool, bool, float]:
    """The highest area first; those that see feedback after all that do not."""
    area = row.figures["weighted_area"].value
    return row.sees_feedback, area is None, -(area or 0)


def level_rows(who: WaveParticipant) -> Iterator[WaveRow]:
    """Weighted kappa at each level of each condition that has several."""
    weights = weights_of(who)["weighted"]
    places = [at for at, wave in enumerate(who.waves) if wave]
    pooled = who.tables()[:, places].sum(axis=1, keepdims=True)
    both = [who.sums(who.opinions(people=people)) for people in (False, True)]
    asked = [who.levels[at] for at in np.unique(who.conversation)]
    for at, condition in enumerate(who.conditions):
        known = sorted({one[at] for one in asked})
        for level in known if len(known) > 1 else ():
            here = np.array([one[at] == level for one in who.levels])
            mine = np.where(here[:, None, None, None], pooled, 0.0)
            one = kappa(mine, weights, [0], who.levels, who.places.scale).figure()
            facts = {"condition": condition, "level": level}
            facts["means"] = _means(who, here, both)
            yield WaveRow(*who.head, facts, {"weighted": one})


def _means(
    who: WaveParticipant, here: Flags, both: Sequence[tuple[Floats, Floats]]
) -> list[dict[str, float | None]]:
    """Mean ratings by wave in some conversations, its own and those of people."""
    counts = both[0][1][here].sum(axis=0)
    mean, people = (ratio(total[here].sum(axis=0), n[here].sum(axis=0)) for total, n in both)
    return [
        {
            "wave": wave,
            "n": int(n),
            "mean": None if isnan(one) else float(one),
            "people_mean": None if isnan(other) else float(other),
        }
        for wave, n, one, other in zip(who.waves, counts, mean, people, strict=True)
        if n or not isnan(other)
    ]


def pair_rows(participants: Sequence[WaveParticipant]) -> Iterator[WaveRow]:
    """The first of each pair of participants less the second; of those that see feedback and those
    that do not none.
    """
    for one, two in combinations(participants, 2):
        if one.head[2] is two.head[2]:
            _, over = compared(one, two)
            simulated = one.head[1] or two.head[1]
            figures = {name: found.figure() for name, (_, _, found) in over.items()}
            yield WaveRow(one.head[0], simulated, one.head[2], {"other": two.head[0]}, figures)


Compared = dict[str, tuple[Estimates, Estimates, Estimates]]
"""Of each figure the one, the other, and the one less the other."""


def compared(one: WaveParticipant, two: WaveParticipant) -> tuple[Compared, Compared]:
    """Figures by wave and over waves of two participants, on the items and waves that both have."""
    uses = _shared(one, two, one.paired, two.paired)
    rated = _shared(one, two, ~np.isnan(one.reasons), ~np.isnan(two.reasons))
    both = [
        by_wave(who, use, reasons)
        for who, use, reasons in zip((one, two), uses, rated, strict=True)
    ]

    def pairs(found: Sequence[dict[str, Estimates]]) -> Compared:
        first, second = found
        return {
            name: (first[name], second[name], first[name].less(second[name]))
            for name in first
            if name in second
        }

    return pairs(both), pairs([over_waves(each) for each in both])


def _shared(
    one: WaveParticipant, two: WaveParticipant, mine: Flags, theirs: Flags
) -> tuple[Flags, Flags]:
    """Which rows of each are of an item and wave that the other has, too."""
    return (
        mine & np.isin(one.item, two.item[theirs]),
        theirs & np.isin(two.item, one.item[mine]),
    )


_TITLES = {
    "authenticity": "unweighted kappa, mean over waves",
    "weighted_area": "weighted kappa, area over waves",
    "rationality": "Rationality",
    "weighted": "weighted kappa",
    "mean": "mean rating",
}


def source_rows(
    first: Sequence[WaveParticipant], second: Sequence[WaveParticipant]
) -> Iterator[WaveRow]:
    """The second study less the first, of participants in both, on the items and waves that both
    have.
    """
    others = {one.head[0]: one for one in second}
    for who in first:
        other = others.get(who.head[0])
        if other is None:
            continue
        waves, over = compared(other, who)
        if not any(one.n.any() for one, _, _ in waves.values()):
            continue
        for name, estimates in over.items():
            yield _difference(who, name, None, estimates)
        for name in ("weighted", "mean", "rationality"):
            for at, wave in enumerate(who.waves if name in waves else ()):
                if waves[name][2].n[:, at].any():
                    yield _difference(who, name, wave, waves[name], at)


def _difference(
    who: WaveParticipant, name: str, wave: int | None, found: Sequence[Estimates], at: int = 0
) -> WaveRow:
    second, first, difference = (one.figure(at) for one in found)
    facts = {"figure": _TITLES[name], "wave": wave, "first": first.value, "second": second.value}
    return WaveRow(*who.head, facts, {"difference": difference})
