"""Rows in mixed order: which orders these are, and that each comes as often as any other."""

from collections import Counter
from itertools import permutations

import pytest

from dsl.drawing.orders import can_be_mixed, is_mixed, mixed
from dsl.expand import Expander, cells
from dsl.loading import check_text
from dsl.trial import Turn
from tests.expanded import experiment_in

SCRIPT = """\
experiment Two cubes

colours
    red: pink, plum
    blue: teal, cyan

conditions telling
    aloud
    written

table trials (thing, outcome):
    {{red}} | The light comes on.
    {{blue}} | The light stays off.
    {{red}} and {{blue}} | The light comes on.
    nothing | The light stays off.

design
    wording original and permuted

procedure
    for each {order} row of trials
        say: On it: {{thing}}. {{outcome}}
    test light
        ask: What makes the light come on?
        answer: {{red}}
"""


def sorted_by(outcomes: str) -> bool:
    """Whether one letter stands wholly before, or wholly after, all that are not it."""
    return any(
        outcomes in (one * outcomes.count(one) + rest, rest + one * outcomes.count(one))
        for one in set(outcomes)
        for rest in [outcomes.replace(one, "")]
    )


@pytest.mark.parametrize("outcomes", ["aab", "aabb", "abbb", "aabbc", "aaabc", "abcc", "aabbb"])
def test_the_orders_told_are_all_those_that_are_not_sorted_by_outcome(outcomes: str) -> None:
    """Each of them occurs, no other does, and none much more often than another."""
    allowed = {
        order
        for order in permutations(range(len(outcomes)))
        if not sorted_by("".join(outcomes[at] for at in order))
    }
    drawn = Counter(mixed(outcomes, 7, "rows", draw) for draw in range(40 * len(allowed)))
    assert set(drawn) == allowed
    assert all(10 < count < 90 for count in drawn.values())


@pytest.mark.parametrize("outcomes", ["", "a", "aa", "ab", "abc", "aaaa"])
def test_one_outcome_or_each_outcome_once_has_no_mixed_order(outcomes: str) -> None:
    assert not can_be_mixed(outcomes)
    assert not any(is_mixed(order) for order in permutations(outcomes))
    with pytest.raises(ValueError, match="no order of these outcomes is mixed"):
        mixed(outcomes, 1, "rows", 0)


def test_a_mixed_order_is_the_same_for_ever() -> None:
    """These are the orders of the first version that knew the word; replies hang on them."""
    drawn = [mixed("aabb", 1985, "rows", draw) for draw in range(4)]
    assert drawn == [(0, 3, 2, 1), (1, 2, 0, 3), (1, 3, 0, 2), (1, 2, 0, 3)]


def told(order: str) -> dict[str, list[list[bool]]]:
    """Cell by cell, whether the light comes on in each row, draw by draw."""
    one = experiment_in(check_text(SCRIPT.format(order=order), "cubes.dev"))
    expander = Expander(one)
    found: dict[str, list[list[bool]]] = {}
    for cell in cells(one):
        for draw in range(1, 25):
            (turn,) = expander.trial(cell, draw=draw).sessions[0].nodes
            assert isinstance(turn, Turn)
            on = [words.endswith("comes on.") for words in turn.says]
            found.setdefault(f"{cell.condition}, {cell.wording}", []).append(on)
    return found


def test_no_participant_gets_rows_sorted_by_outcome() -> None:
    """And who reads in other words, or in another condition, reads the same order."""
    first, *others = told("mixed").values()
    assert all(other == first for other in others)
    patterns = {tuple(row) for row in first}
    assert patterns == {
        (True, False, True, False), (False, True, False, True),
        (True, False, False, True), (False, True, True, False),
    }  # fmt: skip
    shuffled = {tuple(row) for row in told("shuffled")["aloud, original"]}
    assert (True, True, False, False) in shuffled


def test_only_rows_can_be_mixed() -> None:
    """Choices have no outcome."""
    choices = "        choices mixed:\n            {red}\n            {blue}\n        answer:"
    script = SCRIPT.format(order="mixed").replace("        answer:", choices)
    (fault,) = (one for one in check_text(script, "cubes.dev").faults if one.code == "E205")
    assert fault.message() == "`mixed` cannot follow `choices`"
