"""All scores of a table of ratings in waves, with what is missing and how they were computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from coders.packets.assigning import of_judge
from coders.tables.wave_ratings import WaveTable
from dsl.files.csv_reader import plain
from dsl.files.people import PeopleRatings, majority
from dsl.record import replace
from dsl.words import and_list, counted, folded
from renderers.rows.waves import WaveRating, WaveRow, WaveScores
from runners.waves.participants import RatedPlaces, WaveParticipant, participants_of
from runners.waves.people import people_agreement
from runners.waves.profiles import profile_row
from runners.waves.published import published_rows
from runners.waves.scores import (
    judged_rows,
    level_rows,
    pair_rows,
    rank,
    score_row,
    source_rows,
    wave_rows,
)

PROFILE = "profile"


def wave_scores(
    table: WaveTable, *, second: WaveTable | None = None, profile: str = PROFILE
) -> WaveScores:
    """Every score of a table of ratings, those of reasons by models as judges apart from people's;
    `second` is a table to compare it with, and `profile` the condition that names whom a
    participant answers as.
    """
    rationality, judges = by_kind(table.reasons)
    table = replace(table, reasons=rationality)
    scored = [(score_row(one), one) for one in participants_of(table, RatedPlaces(table))]
    scored.sort(key=lambda both: rank(both[0]))
    participants = [one for _, one in scored]
    waves = [row for one in participants for row in wave_rows(one)]
    people = [
        row
        for name, given in table.people.items()
        for row in people_agreement(
            given, f"ratings, {name}" if table.people.keys() - {name} else "ratings"
        )
    ]
    if rationality is not None:
        people += people_agreement(rationality, "Rationality")
    differences: tuple[WaveRow, ...] = ()
    if second is not None:
        places = RatedPlaces(table, second)
        second = replace(second, reasons=by_kind(second.reasons)[0])
        others = participants_of(second, places)
        differences = tuple(source_rows(participants_of(table, places), others))
    found = (profile_row(one, profile) for one in participants)
    return WaveScores(
        source=table.source,
        scale=table.scale,
        agents=tuple(row for row, _ in scored),
        waves=tuple(waves),
        levels=tuple(row for one in participants for row in level_rows(one)),
        profiles=tuple(row for row in found if row is not None),
        pairs=tuple(pair_rows(participants)),
        differences=differences,
        people=tuple(people),
        published=tuple(published_rows()),
        judged=tuple(
            row
            for judge, given in judges.items()
            for one in participants_of(replace(table, reasons=given), RatedPlaces(table))
            for row in judged_rows(one, judge)
        ),
        counts=(*_counts(table, participants), *_flat(waves)),
        notes=tuple(_notes(participants, table, second)),
    )


def by_kind(given: PeopleRatings | None) -> tuple[PeopleRatings | None, dict[str, PeopleRatings]]:
    """Ratings of reasons by people, and those of each model as judge."""
    if given is None:
        return None, {}

    def part(wanted: Callable[[str], bool]) -> PeopleRatings:
        places = (
            (place, {name: rating for name, rating in each.items() if wanted(name)})
            for place, each in given.given.items()
        )
        return replace(given, given={place: each for place, each in places if each})

    judges = sorted(filter(of_judge, given.raters))
    people = part(lambda name: not of_judge(name)) if judges else given
    return people if people.given else None, {one: part(one.__eq__) for one in judges}


def _counts(table: WaveTable, participants: Sequence[WaveParticipant]) -> Iterator[str]:
    for who in participants:
        why = Counter(row.missing for row in who.rows if row.rating is None)
        if why:
            parts = ", ".join(f"{many:,} {reason}" for reason, many in why.most_common())
            of = f"{why.total():,} of {len(who.rows):,}"
            yield f"{who.head[0]}: {of} have no rating ({parts})"
    asked: dict[object, WaveRating] = {}
    for who in participants:
        asked |= {(row.levels, row.wave, row.item): row for row in who.rows}
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
    rationality = table.reasons
    if rationality is not None:
        given.append(("Rationality", rationality))
        yield from _strangers(participants, rationality)
        every = [
            majority(one.values(), scale=rationality.scale) for one in rationality.given.values()
        ]
        if ties := sum(one.tied for one in every):
            of = counted(len(every), "reason")
            yield f"Rationality: {counted(ties, 'tie')} among {of}, settled by the nearest rating"
    for what, ratings in given:
        if ratings.not_given:
            yield f"{what}: no rating in {counted(ratings.not_given, 'row')} (-1 or empty)"
        odd = [f"`{one}`" for one in ratings.unused if plain(one) not in _NOTES]
        if odd:
            yield f"{what}: not used, since no condition is called so: {and_list(odd)}"


def _strangers(
    participants: Sequence[WaveParticipant], rationality: PeopleRatings
) -> Iterator[str]:
    """Whose reasons were rated that is no participant here."""
    known = {folded(who.head[0]) for who in participants}
    others = Counter(dict(levels).get("participant", "") for levels, _, _ in rationality.given)
    for name, many in others.items():
        if name and name not in known:
            here = and_list([who.head[0] for who in participants])
            reasons = counted(many, "reason")
            yield f"Rationality: {reasons} of `{name}`, who is no participant here ({here})"


_NOTES = ("change", "note")
"""Columns that `devrun collect` writes for people to read."""


def _flat(waves: Sequence[WaveRow]) -> Iterator[str]:
    """Kappas that are 0 since a participant always gave one rating."""
    found: dict[tuple[str, int], list[str]] = {}
    for row in waves:
        step = row.facts["only_rating"]
        if step is not None and row.figures["unweighted"].value is not None:
            found.setdefault((row.participant, step), []).append(str(row.facts["wave"]))
    for (name, step), at in found.items():
        where = f"{'wave' if len(at) == 1 else 'waves'} {and_list(at)}"
        yield f"{name}, {where}: every rating is {step}: kappa is 0 whatever people said"


def _notes(
    participants: Sequence[WaveParticipant], table: WaveTable, second: WaveTable | None
) -> Iterator[str]:
    conditions = participants[0].conditions if participants else []
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
    if len(participants) > 1:
        yield (
            "in pairs: the first minus the second on what both rated, with intervals of the "
            "difference; not corrected for the number of pairs"
        )
    if any(row.reversed for row in table.rows):
        yield "mean ratings: those of reversed items are turned; kappas are of ratings as given"
    if second is not None:
        yield (
            f"differences: {second.source} minus the first, on the items and waves that both have, "
            f"paired by {and_list(conditions)}"
        )
