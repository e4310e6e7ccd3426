"""Words that depend on levels: where a let gets its words, and that it never holds itself.

A let may stand under levels of several factors; then the factor declared later wins, so a twin can
override what a condition says. A let that stands alone or `by` factors has one place only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from dsl import faults, tree
from dsl.checking.arms import arms_of
from dsl.checking.declared import ANYWHERE, LetSource
from dsl.checking.findings import Findings
from dsl.checking.labels import level_names
from dsl.checking.space import Space
from dsl.checking.words.braces import Braces
from dsl.checking.words.lengths import LONGEST, Lengths, holds_let, inner_first
from dsl.checking.words.pools import check_reserved
from dsl.diagnostic import Span
from dsl.experiment import ALWAYS, Case, Guard, Template
from dsl.parsing.layout import DEEPEST
from dsl.words import folded


def sources_of(
    items: Iterable[tree.TopItem],
    declared: Mapping[str, tree.FactorNode],
    space: Space,
    slots: Mapping[str, tree.PoolSlot],
    found: Findings,
) -> dict[str, LetSource]:
    """Every let by its name, the part that wins first."""
    sources: dict[str, LetSource] = {}
    for factor in reversed(space.factors):
        if factor.kind is tree.FactorKind.OUTCOMES:
            continue
        for level in declared[factor.name].levels:
            name = level_names(factor).get(folded(level.name.text))
            if name is not None:
                _level_lets(Guard(((factor.name, (name,)),)), level, sources, found)
    for item in items:
        if isinstance(item, tree.LetNode):
            _add_alone(item.name, (Case(ALWAYS, item.words),), sources, found)
        elif isinstance(item, tree.LetBy):
            cases = arms_of(item.by, space.full, space, found, complete=False, replies=False)
            _add_alone(item.name, cases, sources, found)
        elif isinstance(item, tree.LetRows):
            cases = tuple(_of_rows(item, space))
            _add_alone(item.name, cases, sources, found, from_file=True)
    for source in sources.values():
        check_reserved("let", source.name_span, found)
        if source.name in slots:
            first = slots[source.name].name.span
            found.declared_twice("slots or let", source.name_span, first, "a slot of this name")
    return sources


def _level_lets(
    guard: Guard, level: tree.LevelNode, sources: dict[str, LetSource], found: Findings
) -> None:
    here: dict[str, Span] = {}
    for item in level.items:
        if not isinstance(item, tree.LetNode):
            continue
        if not found.is_first(item.name, "let", here, exact=True):
            continue
        name = item.name.text
        old = sources.get(name)
        parts = (*(old.parts if old else ()), Case(guard, item.words))
        sources[name] = LetSource(name, old.name_span if old else item.name, parts)


def _of_rows(let: tree.LetRows, space: Space) -> Iterator[Case[tree.Prose]]:
    """A part for each row whose levels there are: a second factor of one name is left out."""
    known = {(factor.name, level.name) for factor in space.factors for level in factor.levels}
    for levels, words in let.rows:
        needs = tuple(zip(let.factors, levels, strict=True))
        if known.issuperset(needs):
            yield Case(Guard(tuple((factor, (level,)) for factor, level in needs)), words)


def _add_alone(
    name: tree.Name,
    parts: tuple[Case[tree.Prose], ...],
    sources: dict[str, LetSource],
    found: Findings,
    *,
    from_file: bool = False,
) -> None:
    if name.text in sources:
        found.declared_twice("let", name, sources[name.text].name_span.span)
    else:
        sources[name.text] = LetSource(name.text, name, parts, from_file)


def templates_of(
    sources: Mapping[str, LetSource], braces: Braces, found: Findings
) -> dict[str, tuple[Case[Template], ...]]:
    """The words of every let, its own lets and slots resolved. Circles are reported, and lets that
    grow too long or stand too deep in each other.
    """
    lets = {
        name: tuple(Case(part.guard, braces.prose(part.value, ANYWHERE)) for part in source.parts)
        for name, source in sources.items()
    }
    holds = {
        name: tuple(dict.fromkeys(one for case in cases for one in holds_let(case.value)))
        for name, cases in lets.items()
    }
    left = inner_first(holds, _Growing(sources, lets, holds, braces, found).settle)
    reported: set[str] = set()
    for name in left:
        circle = () if name in reported else _circle(name, left)
        if circle:
            reported.update(circle)
            found.add(
                faults.names.LetOfItself(
                    span=sources[name].name_span.span, name=name,
                    circle=" holds ".join(f"`{one}`" for one in circle),
                )
            )  # fmt: skip
    # A circle is an error; without its words nothing that follows can run into it.
    lets.update(dict.fromkeys(reported, ()))
    return lets


class _Growing:
    """How long and how deep lets are, told from the innermost outwards. One that is too much is
    reported and loses its words, so that those around it are reported by themselves.
    """

    def __init__(
        self,
        sources: Mapping[str, LetSource],
        lets: dict[str, tuple[Case[Template], ...]],
        holds: Mapping[str, tuple[str, ...]],
        braces: Braces,
        found: Findings,
    ) -> None:
        self._sources, self._lets, self._holds, self._found = sources, lets, holds, found
        self._lengths = Lengths(braces.names.slots, lets)
        self._depths: dict[str, int] = {}

    def settle(self, name: str) -> None:
        """Judge a let all of whose inner ones are judged."""
        depth = 1 + max((self._depths.get(one, 0) for one in self._holds[name]), default=0)
        span = self._sources[name].name_span.span
        if depth > DEEPEST:
            self._found.add(faults.names.TooDeepInEachOther(span=span, what="lets", most=DEEPEST))
        elif max(map(self._length, self._lets[name]), default=0) > LONGEST:
            self._found.add(faults.session.TooMuchText(span=span, what=f"`{name}`", most=LONGEST))
        else:
            self._depths[name] = depth
            return
        self._lets[name] = ()

    def _length(self, case: Case[Template]) -> int:
        return self._lengths.of(case.value)


def _circle(start: str, holds: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The shortest way from a let back to itself; empty where there is none."""
    came_from: dict[str, str] = {}
    reached = [start]
    for name in reached:
        for one in holds.get(name, ()):
            if one == start:
                way = [start, name]
                while way[-1] != start:
                    way.append(came_from[way[-1]])
                return tuple(reversed(way))
            if one not in came_from:
                came_from[one] = name
                reached.append(one)
    return ()
