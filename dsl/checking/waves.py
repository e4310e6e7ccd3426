"""Waves: the one statement there can be, and what is left out before anything is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.declared import LetSource, WavesAtHand
from dsl.checking.findings import Findings
from dsl.checking.nodes import head_span
from dsl.checking.quoting import in_braces
from dsl.checking.space import Space
from dsl.experiment import Guard, wave_level

_WORDED = (
    tree.SayNode,
    tree.ShowNode,
    tree.ParticipantNode,
    tree.Instructions,
    tree.QuestionNode,
)
"""The steps that are left out in wave 0 where their words have a slot of the waves' file."""


def waves_at_hand(
    items: Sequence[tree.TopItem],
    space: Space,
    sources: Mapping[str, LetSource],
    found: Findings,
) -> WavesAtHand | None:
    """The waves of a script; None without. Other statements that would give a participant several
    conversations are reported.
    """
    written = [one for one in items if isinstance(one, tree.Waves)]
    if not written:
        return None
    first, *more = written
    for extra in more:
        _beside(first, "a second `waves`", extra, "put all waves into one file", found)
    for one in items:
        if not isinstance(one, tree.FactorNode) or one.from_file:
            continue
        if one.kind is tree.FactorKind.VERSIONS:
            instead = "make them `conditions`: each wave is a conversation of its own"
            _beside(first, f"`versions {one.name.text}`", one, instead, found)
    level = wave_level(0)
    before = 0
    if 0 in first.numbers and any(one.name == first.name.text for one in space.factors):
        before = space.level(first.name.text, level)
    return WavesAtHand(first, before, _holding(first.slots, sources))


def _beside(
    first: tree.Waves, what: str, one: tree.Waves | tree.FactorNode, instead: str, found: Findings
) -> None:
    found.add(
        faults.waves.BesideWaves(
            span=head_span(one), what=what, name=first.name.text, instead=instead
        )
    )


def _holding(slots: Iterable[str], sources: Mapping[str, LetSource]) -> frozenset[str]:
    """These lets, and those of the script that hold one of them."""
    holds = {
        name: {inside for part in source.parts for inside in in_braces(part.value)}
        for name, source in sources.items()
        if not source.from_file
    }
    found = set(slots)
    grown = True
    while grown:
        more = {name for name, inside in holds.items() if name not in found and inside & found}
        found |= more
        grown = bool(more)
    return frozenset(found)


def shown_later(step: tree.Step, waves: WavesAtHand | None) -> Guard | None:
    """The guard of a step that is left out in wave 0; None for one that is not."""
    if waves is None or not waves.before or not isinstance(step, _WORDED):
        return None
    if waves.lets.isdisjoint(in_braces(step, without=(tree.By,))):
        return None
    before = Guard(((waves.node.name.text, (wave_level(0),)),))
    return Guard((), (before,))


def resolved_waves(waves: WavesAtHand | None) -> ex.Waves | None:
    """The waves as they are run."""
    if waves is None:
        return None
    numbers = tuple((wave_level(number), number) for number in waves.node.numbers)
    return ex.Waves(waves.node.name.text, numbers)
