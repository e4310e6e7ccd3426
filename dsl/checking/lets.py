"""Words that depend on levels: where a let gets its words, and that it never holds itself.

A let may stand under levels of several factors; then the factor declared later wins, so a twin can
override what a condition says. A let that stands alone or `by` factors has one place only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dsl import faults, tree
from dsl.checking.arms import arms_of
from dsl.checking.braces import Braces
from dsl.checking.declared import ANYWHERE, LetPart, LetSource
from dsl.checking.findings import Findings
from dsl.checking.naming import key
from dsl.checking.pools import check_reserved
from dsl.checking.space import Space
from dsl.diagnostic import Pointer
from dsl.experiment import Case, Factor, Guard, Pronoun, Template, Use, UseKind


def sources_of(
    items: Iterable[tree.TopItem],
    declared: Mapping[str, tree.Factor],
    factors: tuple[Factor, ...],
    *,
    space: Space,
    slots: Mapping[str, tree.PoolSlot],
    found: Findings,
) -> dict[str, LetSource]:
    """Every let by its name, the part that wins first."""
    sources: dict[str, LetSource] = {}
    for factor in reversed(factors):
        for level in declared[factor.name].levels:
            if key(level.name.text) not in {key(known.name) for known in factor.levels}:
                continue
            _level_lets(factor, level, sources, found)
    for item in items:
        if isinstance(item, tree.Let):
            _add_alone(item.name, (LetPart(Guard(), item.words),), sources, found)
        elif isinstance(item, tree.LetBy):
            cases = arms_of(item.by, space.full, factors, space, found, complete=False)
            parts = tuple(LetPart(case.guard, case.value) for case in cases)
            _add_alone(item.name, parts, sources, found)
    for source in sources.values():
        check_reserved("let", source.name_span, found)
        if source.name in slots:
            first = Pointer(slots[source.name].name.span, "a slot of this name")
            found.add(
                faults.names.DeclaredTwice(
                    span=source.name_span.span, kind="slots or let", name=source.name,
                    pointers=(first,),
                )
            )  # fmt: skip
    return sources


def _level_lets(
    factor: Factor, level: tree.Level, sources: dict[str, LetSource], found: Findings
) -> None:
    canonical = next(one.name for one in factor.levels if key(one.name) == key(level.name.text))
    guard = Guard(((factor.name, (canonical,)),))
    here: dict[str, tree.Name] = {}
    for item in level.items:
        if not isinstance(item, tree.Let):
            continue
        name = item.name.text
        if name in here:
            first = Pointer(here[name].span, "first here")
            found.add(
                faults.names.DeclaredTwice(
                    span=item.name.span, kind="let", name=name, pointers=(first,)
                )
            )
            continue
        here[name] = item.name
        old = sources.get(name)
        parts = (*(old.parts if old else ()), LetPart(guard, item.words))
        sources[name] = LetSource(name, old.name_span if old else item.name, parts)


def _add_alone(
    name: tree.Name,
    parts: tuple[LetPart, ...],
    sources: dict[str, LetSource],
    found: Findings,
) -> None:
    if name.text in sources:
        first = Pointer(sources[name.text].name_span.span, "first here")
        found.add(
            faults.names.DeclaredTwice(
                span=name.span, kind="let", name=name.text, pointers=(first,)
            )
        )
        return
    sources[name.text] = LetSource(name.text, name, parts)


def templates_of(
    sources: Mapping[str, LetSource], braces: Braces, found: Findings
) -> dict[str, tuple[Case[Template], ...]]:
    """The words of every let, its own lets and slots resolved; circles are reported."""
    lets = {
        name: tuple(Case(part.guard, braces.prose(part.words, ANYWHERE)) for part in source.parts)
        for name, source in sources.items()
    }
    holds = {name: _lets_in(cases) for name, cases in lets.items()}
    reported: set[str] = set()
    for name in lets:
        circle = _circle(name, holds)
        if circle is not None and not reported.intersection(circle):
            reported.update(circle)
            found.add(
                faults.names.LetOfItself(
                    span=sources[name].name_span.span, name=name,
                    circle=" holds ".join(f"`{one}`" for one in circle),
                )
            )  # fmt: skip
    # A circle is an error; without its words nothing that follows can run into it.
    return {name: () if _circle(name, holds) else cases for name, cases in lets.items()}


def _lets_in(cases: tuple[Case[Template], ...]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for case in cases:
        for piece in case.value:
            if isinstance(piece, Use) and piece.kind is UseKind.LET:
                found[piece.name] = None
            elif isinstance(piece, Pronoun) and piece.kind is UseKind.LET:
                found[piece.of] = None
    return tuple(found)


def _circle(start: str, holds: Mapping[str, tuple[str, ...]]) -> tuple[str, ...] | None:
    """The shortest way from a let back to itself, or None."""
    ways: list[tuple[str, ...]] = [(start,)]
    seen: set[str] = set()
    while ways:
        way = ways.pop(0)
        for name in holds.get(way[-1], ()):
            if name == start:
                return (*way, start)
            if name not in seen:
                seen.add(name)
                ways.append((*way, name))
    return None
