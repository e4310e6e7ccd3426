"""All scores of a table of ratings in waves, with what is missing and how they were computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from coders.tables.wave_ratings import WaveTable
from dsl.files.csv_reader import plain
from dsl.files.people import PeopleRatings
from dsl.words import and_list, counted
from renderers.rows.waves import WaveRating, WaveScore, WaveScores
from runners.comparison.wave_people import (
    PROFILE,
    individuation,
    people_agreement,
    source_differences,
)
from runners.comparison.wave_published import published_kappas
from runners.comparison.wave_scores import (
    AgentRatings,
    AgentScores,
    Rationality,
    agents_of,
    conversation_conditions,
)


def wave_scores(
    table: WaveTable,
    *,
    rationality: PeopleRatings | None = None,
    second: WaveTable | None = None,
    profile: str = PROFILE,
) -> WaveScores:
    """Every score of a table of ratings; `rationality` are ratings of the participants' reasons,
    `second` is a table to compare it with, and `profile` the condition that names whom a
    participant answers as.
    """
    rated = None if rationality is None else Rationality(rationality)
    agents = agents_of(table)
    scores = [AgentScores(one, rated) for one in agents]
    waves = [row for one in scores for row in one.waves()]
    alone = [one for agent in agents if (one := individuation(agent, profile)) is not None]
    people = [
        row
        for name, given in table.people.items()
        for row in people_agreement(
            given, f"ratings, {name}" if table.people.keys() - {name} else "ratings"
        )
    ]
    if rationality is not None:
        people += people_agreement(rationality, "Rationality")
    return WaveScores(
        source=table.source,
        scale=table.scale,
        agents=tuple(one.score() for one in scores),
        waves=tuple(waves),
        levels=tuple(row for one in scores for row in one.by_level()),
        individuation=tuple(alone),
        people=tuple(people),
        differences=() if second is None else tuple(source_differences(table, second)),
        published=published_kappas(),
        counts=(*_counts(table, agents, rationality), *_flat(waves)),
        notes=tuple(_notes(conversation_conditions(table), table, second)),
    )


def _counts(
    table: WaveTable, agents: Sequence[AgentRatings], rationality: PeopleRatings | None
) -> Iterator[str]:
    for agent in agents:
        why = Counter(row.missing for row in agent.rows if row.rating is None)
        if why:
            parts = ", ".join(f"{many:,} {reason}" for reason, many in why.most_common())
            of = f"{why.total():,} of {len(agent.rows):,}"
            yield f"{agent.head[0]}: {of} have no rating ({parts})"
    asked: dict[object, WaveRating] = {}
    for agent in agents:
        asked |= {(row.levels, row.wave, row.item): row for row in agent.rows}
    tied = [row for row in asked.values() if row.tied]
    if tied:
        left = sum(row.people is None for row in tied)
        how = f"{left:,} of them left open" if left else "settled by the nearest rating"
        yield f"people: {counted(len(tied), 'tie')} among {len(asked):,} items and waves, {how}"
    unrated = sum(row.people is None and not row.tied for row in asked.values())
    if unrated:
        of = f"{unrated:,} of {len(asked):,} items and waves"
        yield f"people: {of} were not rated, and are left out"
    for each in table.people.values():
        here = {each.place(dict(row.levels), row.wave, row.item) for row in asked.values()}
        others = each.given.keys() - here
        if others and len(others) < len(each.given):
            some = counted(len(others), "more item and wave", "more items and waves")
            yield f"people: {some} are rated and were not asked here"
    given = [("people", each) for each in table.people.values()]
    if rationality is not None:
        given.append(("Rationality", rationality))
    for what, ratings in given:
        if ratings.not_given:
            yield f"{what}: no rating in {counted(ratings.not_given, 'row')} (-1 or empty)"
        odd = [f"`{one}`" for one in ratings.unused if plain(one) not in _NOTES]
        if odd:
            yield f"{what}: not used, since no condition is called so: {and_list(odd)}"


_NOTES = ("change", "note")
"""Columns that `devrun collect` writes for people to read."""


def _flat(waves: Sequence[WaveScore]) -> Iterator[str]:
    """Kappas that are 0 since a participant always gave one rating."""
    found: dict[tuple[str, int], list[str]] = {}
    for row in waves:
        if row.step is not None and row.unweighted.value is not None:
            found.setdefault((row.participant, row.step), []).append(str(row.wave))
    for (name, step), at in found.items():
        where = f"{'wave' if len(at) == 1 else 'waves'} {and_list(at)}"
        yield f"{name}, {where}: every rating is {step}: kappa is 0 whatever people said"


def _notes(conditions: Sequence[str], table: WaveTable, second: WaveTable | None) -> Iterator[str]:
    yield (
        "as published: Cohen's kappa without weights of a participant's ratings and what most "
        "people said, all ratings of a wave together; its mean over waves, without wave 0"
    )
    yield (
        "weighted: the same with quadratic weights (a rating one step away is nearly right); the "
        "area is the mean height of its curve over waves, without wave 0"
    )
    what = f" ({' x '.join(conditions)})" if conditions else ""
    yield (
        f"intervals: 95%, from what each conversation{what} changes when it is left out; those "
        "of one level may be alike (two-way cluster-robust variance); none under 10 conversations"
    )
    if any(row.reversed for row in table.rows):
        yield "mean ratings: those of reversed items are turned; kappas are of ratings as given"
    if second is not None:
        yield (
            f"differences: {second.source} less the first, on the items and waves that both have, "
            f"paired by {and_list([*conditions])}"
        )
