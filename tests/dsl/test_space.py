"""Sets of combinations of levels as bits, held against plain enumeration."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from dsl.checking.space import Space
from dsl.expanding.guards import holds
from dsl.experiment import Factor, Guard, Level
from dsl.tree import FactorKind

KINDS = st.sampled_from(list(FactorKind))


@st.composite
def spaces(draw: st.DrawFn) -> Space:
    """One to four factors of two to four levels."""
    factors = []
    for number in range(draw(st.integers(1, 4))):
        levels = draw(st.integers(2, 4))
        factors.append(
            Factor(
                draw(KINDS),
                f"factor {number}",
                tuple(Level(f"level {number}.{n}") for n in range(levels)),
            )
        )
    return Space(factors)


@st.composite
def guards(draw: st.DrawFn, space: Space, depth: int = 2) -> Guard:
    """Any guard over a space."""
    chosen = draw(st.lists(st.sampled_from(space.factors), unique=True, max_size=3))
    needs = tuple(
        (
            factor.name,
            tuple(
                draw(
                    st.lists(st.sampled_from([level.name for level in factor.levels]), unique=True)
                )
            ),
        )
        for factor in chosen
    )
    excludes = tuple(draw(st.lists(guards(space, depth - 1), max_size=2))) if depth else ()
    return Guard(needs, excludes)


def combinations(space: Space) -> list[dict[str, str]]:
    """Every combination, the last factor varying fastest."""
    names = [factor.name for factor in space.factors]
    levels = [[level.name for level in factor.levels] for factor in space.factors]
    return [dict(zip(names, one, strict=True)) for one in product(*levels)]


@given(st.data())
def test_a_region_holds_the_combinations_in_which_its_guard_holds(data: st.DataObject) -> None:
    """Bit n is set exactly when the guard holds in combination n."""
    space = data.draw(spaces())
    guard = data.draw(guards(space))
    region = space.of(guard)
    for number, levels in enumerate(combinations(space)):
        assert bool(region >> number & 1) == holds(guard, levels)


@given(st.data())
def test_a_description_holds_only_inside_the_region(data: st.DataObject) -> None:
    """What is named as the place of a fault is a place where it is."""
    space = data.draw(spaces())
    region = data.draw(st.integers(1, space.full))
    described = space.describe(region)
    if not described:
        assert region == space.full
        return
    first = {factor.name: level for factor, level in space.first(region)}
    assert first in combinations(space)
    named = set(described.split(" and "))
    assert named <= set(first.values())


@given(st.data())
def test_cells_are_all_combinations_that_share_the_levels_of_some_kinds(
    data: st.DataObject,
) -> None:
    """Projected over the other factors."""
    space = data.draw(spaces())
    region = data.draw(st.integers(0, space.full))
    kinds = tuple(data.draw(st.sets(KINDS)))
    shared = [factor.name for factor in space.factors if factor.kind in kinds]
    every = combinations(space)
    inside = {
        tuple(levels[name] for name in shared)
        for number, levels in enumerate(every)
        if region >> number & 1
    }
    expected = sum(
        1 << number
        for number, levels in enumerate(every)
        if tuple(levels[name] for name in shared) in inside
    )
    assert space.cells(region, kinds) == expected
