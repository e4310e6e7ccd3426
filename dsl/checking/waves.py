"""Waves: the one statement there can be, and what is left out before anything is shown."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.declared import LetSource, Scope, WavesAtHand
from dsl.checking.findings import Findings
from dsl.checking.nodes import head_span, nodes
from dsl.checking.quoting import in_braces
from dsl.checking.space import Region, Space
from dsl.checking.words.braces import Braces
from dsl.diagnostic import Span
from dsl.experiment import Guard, wave_level
from dsl.words import folded

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
    written = [one for one in items if isinstance(one, tree.WavesNode)]
    if not written:
        return None
    from dsl.files.people import COLUMNS

    first, *more = written
    for extra in more:
        _beside(first, "a second `waves`", extra, "put all waves into one file", found)
    for one in items:
        if not isinstance(one, tree.FactorNode) or one.name.text == first.name.text:
            continue
        if folded(one.name.text) in COLUMNS:
            instead = "call it otherwise: tables of ratings have a column of this name"
            _beside(first, f"a condition called `{one.name.text}`", one, instead, found)
        if one.kind is tree.FactorKind.VERSIONS and not one.from_file:
            instead = "make them `conditions`: each wave is a conversation of its own"
            _beside(first, f"`versions {one.name.text}`", one, instead, found)
    level = wave_level(0)
    before = 0
    if 0 in first.numbers and any(one.name == first.name.text for one in space.factors):
        before = space.level(first.name.text, level)
    return WavesAtHand(first, before, _holding(first.slots, sources))


def _beside(
    first: tree.WavesNode,
    what: str,
    one: tree.WavesNode | tree.FactorNode,
    instead: str,
    found: Findings,
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


def carried_names(items: Iterable[tree.TopItem]) -> Iterator[str]:
    """The names of what one wave hands on to the next."""
    for one in items:
        if isinstance(one, tree.WavesNode):
            yield from (line.name.text for line in one.items if isinstance(line, tree.Carry))


def check_carried(
    waves: WavesAtHand | None,
    procedure: tree.Procedure | None,
    questionnaires: Container[str],
    found: Findings,
) -> None:
    """Reports what is carried where it is no record in words, or not the last that is asked but
    for questionnaires.
    """
    if waves is None or procedure is None:
        return
    seen: dict[str, Span] = {}
    for line in waves.node.items:
        if not isinstance(line, tree.Carry) or not found.is_first(line.name, "carry", seen):
            continue
        name = line.name.text
        records = [
            node
            for node in nodes(procedure, without=(tree.Prose, tree.By, tree.Name))
            if isinstance(node, tree.QuestionNode) and node.kind is tree.QuestionKind.RECORD
            if node.name.text == name
        ]
        span, what, where = line.name.span, "", "no record of this name"
        instead = f"ask for it at the end of the procedure: record {name}"
        if not records:
            what = "nothing records it"
        for record in records:
            if any(isinstance(one, _NOT_IN_WORDS) for one in record.items):
                span, what, where = head_span(record), "its reply is no text", "not in words"
                instead = "ask for a text, with `ask:` and `say:` alone"
            elif record not in _last(procedure.steps, questionnaires):
                span, what, where = head_span(record), "more comes after it", "not last"
                instead = "put it after all else but `do` of questionnaires"
        if what:
            found.add(
                faults.waves.NotCarried(
                    span=span, name=name, what=what, where=where, instead=instead
                )
            )


_NOT_IN_WORDS = (
    tree.Choices,
    tree.Rate,
    tree.Then,
    tree.Keep,
    tree.QuestionWhen,
)


def _last(steps: Sequence[tree.Step], questionnaires: Container[str]) -> list[tree.Step]:
    """The records with which steps end, but for questionnaires."""
    ending: list[tree.Step] = []
    for step in reversed(steps):
        if isinstance(step, tree.QuestionNode) and step.kind is tree.QuestionKind.RECORD:
            ending.append(step)
        elif isinstance(step, tree.Scene | tree.When):
            inner = [step.steps, getattr(step, "otherwise", None) or ()]
            return [*ending, *(one for each in inner for one in _last(each, questionnaires))]
        elif isinstance(step, tree.Do) and folded(step.routine.text) in questionnaires:
            continue
        elif not isinstance(step, tree.Note):
            break
    return ending


def shown_later(step: tree.Step, waves: WavesAtHand | None) -> Guard | None:
    """The guard of a step that is left out in wave 0; None for one that is not."""
    if waves is None or not waves.before or not isinstance(step, _WORDED):
        return None
    if waves.lets.isdisjoint(in_braces(step, without=(tree.By,))):
        return None
    before = Guard(((waves.node.name.text, (wave_level(0),)),))
    return Guard((), (before,))


def resolved_waves(waves: WavesAtHand | None, braces: Braces, full: Region) -> ex.Waves | None:
    """The waves as they are run; `full` is where their first words are said."""
    if waves is None:
        return None
    numbers = tuple((wave_level(number), number) for number in waves.node.numbers)
    carried = tuple(
        ex.Carried(line.name.text, braces.prose(line.words, Scope(waves.before or full)))
        for line in waves.node.items
        if isinstance(line, tree.Carry)
    )
    return ex.Waves(waves.node.name.text, numbers, carried)
