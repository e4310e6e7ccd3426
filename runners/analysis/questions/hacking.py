"""Concept hacking: items in a control and a manipulated version, with the same words (Li et al.,
2025, section 4). Right in both is core knowledge; right in the control alone, a shortcut; right in
the manipulated version alone, a deficit.

The unit is the pair. Where choices rotate, both versions are read at the same rotation, and the
shares of the rotations are averaged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from dsl import exact
from dsl.experiment import Stage
from dsl.scoring import ScoreLevel
from dsl.trial import Place
from renderers.rows.cell_row import place_of
from renderers.rows.questions import HackingScore
from renderers.rows.trials import TrialRow
from runners.analysis.means import draw_means, gap
from runners.analysis.questions.item_scores import ItemMarks, accuracy_of, levels_of

_Values = dict[int, Fraction]
"""Something of each pair, by its number."""


@dataclass(frozen=True, slots=True)
class _Versions:
    """The four shares of a pair, which add up to 1, the chance of its control, and what the longest
    choice earns in each version.
    """

    core: Fraction
    shortcut: Fraction
    deficit: Fraction
    neither: Fraction
    guess: Fraction | None
    longest: tuple[Fraction | None, Fraction | None]


def hacking_scores(
    first: TrialRow, items: Mapping[Place, ItemMarks], stages: Sequence[Stage]
) -> Iterator[HackingScore]:
    """The rows (`levels_of`) of a cell, then one for each pair; none where no item has a control.
    `first` is one of its trials.
    """
    named = {one.file.name: one for one in items.values() if one.file is not None}
    there = {
        name: named[one.file.control]
        for name, one in named.items()
        if one.file is not None and one.file.control in named
    }
    if not there:
        return
    groups = list(dict.fromkeys(one.group for one in items.values()))
    known: dict[str, dict[int, _Versions]] = {name: {} for name in groups}
    pairs = []
    for number, (name, control) in enumerate(there.items()):
        found = _pair(control, named[name])
        if found is not None:
            group = named[name].group
            known[group][number] = found
            one = _row(first, ScoreLevel.PAIR, group, [{number: found}], unpaired=0)
            ids = control.file.name if control.file else ""
            pairs.append(replace(one, item=name, control_item=ids))
    for level, name, names in levels_of(groups, stages):
        whole = level is ScoreLevel.CELL
        parts = (
            [{at: p for one in names for at, p in known[one].items()}]
            if whole
            else [known[one] for one in names]
        )
        count = sum(one.group in names for one in items.values())
        paired = sum((named[one].group in names) + (c.group in names) for one, c in there.items())
        yield _row(first, level, name, parts, unpaired=count - paired)
    yield from pairs


def _pair(control: ItemMarks, manipulated: ItemMarks) -> _Versions | None:
    """The shares of a pair over its runs: both versions were asked in the same ones. None without a
    run in which both have a mark.
    """
    both = [
        (draw, one, other)
        for (draw, one), (_, other) in zip(control.marks, manipulated.marks, strict=True)
        if one is not None and other is not None
    ]
    if not both:
        return None

    def share(of: Sequence[tuple[int, Fraction]]) -> Fraction:
        found = draw_means(of).mean
        assert found is not None
        return found

    odds = control.question.odds
    return _Versions(
        core=share([(draw, one * other) for draw, one, other in both]),
        shortcut=share([(draw, one * (1 - other)) for draw, one, other in both]),
        deficit=share([(draw, (1 - one) * other) for draw, one, other in both]),
        neither=share([(draw, (1 - one) * (1 - other)) for draw, one, other in both]),
        guess=None if odds is None else sum((mark * p for mark, p in odds), Fraction(0)),
        longest=(_longest(control), _longest(manipulated)),
    )


def _row(
    first: TrialRow,
    level: ScoreLevel,
    name: str,
    parts: Sequence[Mapping[int, _Versions]],
    *,
    unpaired: int,
) -> HackingScore:
    """The row of some pairs, or the plain mean of several groups."""

    def of(*shares: str) -> list[_Values]:
        return [
            {
                at: sum((getattr(one, share) for share in shares), Fraction(0))
                for at, one in p.items()
            }
            for p in parts
        ]

    control, manipulated = of("core", "shortcut"), of("core", "deficit")

    def known(read: Callable[[_Versions], Fraction | None]) -> Fraction | None:
        return _known_mean([list(map(read, part.values())) for part in parts])

    return HackingScore(
        **place_of(first),
        level=level,
        group=name,
        n_pairs=sum(map(len, parts)),
        unpaired=unpaired,
        control=accuracy_of(control),
        manipulated=accuracy_of(manipulated),
        gap=gap(*zip(manipulated, control, strict=True)),
        core=accuracy_of(of("core")),
        shortcut=accuracy_of(of("shortcut")),
        deficit=accuracy_of(of("deficit")),
        neither=accuracy_of(of("neither")),
        guessing=known(lambda one: one.guess),
        guessed_core=known(lambda one: None if one.guess is None else one.guess**2),
        longest_control=known(lambda one: one.longest[0]),
        longest_manipulated=known(lambda one: one.longest[1]),
    )


def _longest(item: ItemMarks) -> Fraction | None:
    return None if item.file is None else item.file.longest


def _known_mean(groups: Sequence[Sequence[Fraction | None]]) -> Fraction | None:
    """The mean of groups; None where some value is unknown."""
    known = [[one for one in group if one is not None] for group in groups]
    if not all(known) or [*map(len, known)] != [*map(len, groups)]:
        return None
    return exact.mean([exact.mean(group) for group in known])
