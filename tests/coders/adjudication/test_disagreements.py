"""Coders disagree where a score could show it, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coders.adjudication.disagreements import (
    DifferenceKind,
    Disagreement,
    Opinion,
    difference,
    in_order,
    majority,
    median,
    nameless,
)

CODERS = ("Anna", "Ben", "Cem")


def case(
    *opinions: Opinion, control: bool = False, item: str = "i", number: int = 1
) -> Disagreement:
    return Disagreement(f"{item} {number}", item, number, control, opinions)


def marks(*given: str) -> tuple[Opinion, ...]:
    return tuple(Opinion(coder, mark) for coder, mark in zip(CODERS, given, strict=False))


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        (Opinion("A", "right"), Opinion("B", "wrong"), True),
        (Opinion("A", "right"), Opinion("B", "half", ("hedged",)), True),
        (Opinion("A", "right"), Opinion("B", "right", ("unclear",)), True),
        (Opinion("A", "right"), Opinion("B", "right", ("recognised",)), False),
        (Opinion("A", "half", ("hedged",)), Opinion("B", "half", ("incomplete",)), False),
        (Opinion("A", "wrong"), Opinion("B", "wrong", ("refusal",)), True),
        (Opinion("A", "wrong"), Opinion("B", "wrong", ("false detail",)), False),
        (Opinion("A", said=("a", "b")), Opinion("B", said=("b", "a")), False),
        (Opinion("A", said=("a",)), Opinion("B", said=("a", "b")), True),
        (Opinion("A", said=("a",)), Opinion("B", said=("a",), plain=False), True),
        (Opinion("A", said=("a",)), Opinion("B", said=("a",), flags=("false detail",)), True),
        (Opinion("A", said=("a",)), Opinion("B", said=("a",), flags=("recognised",)), False),
    ],
)
def test_only_what_a_score_could_show_is_disputed(
    one: Opinion, other: Opinion, differ: bool
) -> None:
    assert case(one, other).disputed is differ


def test_gates_come_first_then_item_by_item_in_the_order_of_the_story() -> None:
    cases = [
        case(*marks("right", "wrong"), item=item, number=number, control=number == 2)
        for item in "abcdef"
        for number in (1, 2, 3)
    ]
    agreed = case(*marks("right", "right"), item="g")
    found = in_order([*cases, agreed], seed="s")
    assert [one.control for one in found] == [True] * 6 + [False] * 12
    assert [one.item for one in found[6:]] == [one.item for one in found[:6] for _ in (1, 3)]
    assert [one.question for one in found[6:]] == [1, 3] * 6
    items = [one.item for one in found[:6]]
    assert items != sorted(items)
    assert items != [one.item for one in in_order(cases, seed="t")[:6]]


@given(st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_what_is_settled_already(random: object) -> None:
    cases = [case(*marks("right", "wrong"), item=str(n)) for n in range(8)]
    shuffled = list(cases)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    whole = in_order(cases, seed="s")
    assert in_order(shuffled, seed="s") == whole
    assert in_order(shuffled[:5], seed="s") == tuple(one for one in whole if one in shuffled[:5])


def test_coders_have_numbers_that_say_nothing_about_another_item() -> None:
    firsts = []
    for item in map(str, range(40)):
        one, two = (
            nameless(case(*marks("right", "wrong"), item=item, number=n), seed="s") for n in (1, 2)
        )
        assert one == two
        assert [opinion.coder for opinion in one] == ["coder 1", "coder 2"]
        firsts.append(one[0].mark)
    assert 8 < firsts.count("right") < 32


@pytest.mark.parametrize(
    ("given", "middle"),
    [
        (("right", "wrong", "right"), "right"),
        (("right", "half", "wrong"), "half"),
        (("right", "half"), None),
        (("half", "half"), "half"),
        ((), None),
    ],
)
def test_the_median_is_the_mark_in_the_middle(given: tuple[str, ...], middle: str | None) -> None:
    found = median(marks(*given))
    assert (found.mark if found else None) == middle


def test_the_median_has_the_flags_of_most_who_gave_it() -> None:
    held = [
        Opinion("A", "wrong", ("refusal", "recognised")),
        Opinion("B", "wrong", ("refusal",)),
        Opinion("C", "right", ("unclear",)),
    ]
    assert median(held) == Opinion("", "wrong", ("refusal",))


def test_contents_have_no_median() -> None:
    assert median([Opinion("A", said=("a",))] * 3) is None


def test_a_majority_is_more_than_half_in_all_that_a_score_can_show() -> None:
    assert majority(marks("right", "wrong", "right")) == Opinion("", "right")
    assert majority(marks("right", "wrong")) is None
    assert majority(marks("right", "half", "wrong")) is None
    unclear = Opinion("Cem", "right", ("unclear",))
    assert majority((*marks("right"), unclear, Opinion("Ben", "wrong"))) is None
    assert majority((*marks("right", "right"), unclear)) == Opinion("", "right")
    recognised = [Opinion(name, "right", ("recognised",)) for name in CODERS[:2]]
    assert majority((*recognised, Opinion("Cem", "wrong"))) == Opinion("", "right", ("recognised",))
    said = [Opinion("Anna", said=("a",)), Opinion("Ben", said=("b",)), Opinion("Cem", said=("a",))]
    assert majority(said) == Opinion("", said=("a",))


@pytest.mark.parametrize(
    ("opinions", "kind"),
    [
        (marks("right", "half", "wrong"), DifferenceKind.OPPOSITE),
        (marks("half", "wrong"), DifferenceKind.STEP),
        ((Opinion("A", "right"), Opinion("B", "right", ("unclear",))), DifferenceKind.FLAGS),
        ((Opinion("A", said=("a",)), Opinion("B", said=("b",))), DifferenceKind.ANSWER),
        ((Opinion("A", said=("a",)), Opinion("B", said=("a",), plain=False)), DifferenceKind.FLAGS),
    ],
)
def test_in_what_coders_differ(opinions: tuple[Opinion, ...], kind: DifferenceKind) -> None:
    assert difference(opinions) is kind
