"""Records keep the contract of a frozen, slotted dataclass."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest

from dsl.record import hashed_record, is_record, record, values


@record
class Pear:
    """A pear."""

    weight: int
    colour: str = "green"

    @property
    def heavy(self) -> bool:
        """Whether it is."""
        return self.weight > 100


@record
class Plum:
    """A plum."""

    weight: int
    colour: str = "green"


def test_a_record_is_made_by_place_by_name_and_by_default() -> None:
    assert Pear(3) == Pear(weight=3, colour="green") == Pear(3, "green")
    assert (Pear(3).colour, Pear(300).heavy, values(Pear(3))) == ("green", True, (3, "green"))
    assert repr(Pear(3)) == "Pear(weight=3, colour='green')"
    assert Pear.__doc__ == "A pear."


def test_records_are_compared_by_kind_and_value() -> None:
    assert Pear(3) != Pear(4)
    assert Pear(3) != Plum(3)
    assert {Pear(3), Pear(3), Plum(3)} == {Plum(3), Pear(3)}


def test_a_record_cannot_be_changed() -> None:
    pear = Pear(3)
    with pytest.raises(FrozenInstanceError, match="cannot change 'weight'"):
        pear.weight = 4  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del pear.colour
    assert not hasattr(pear, "__dict__")


def test_a_record_of_which_many_are_made_keeps_its_contract() -> None:
    @record
    class Grape:
        weight: int
        colour: str = "green"

    @record
    class Seedless:
        """A record may have no field."""

    assert len({Seedless() for _ in range(200)}) == 1
    grapes = [Grape(1) for _ in range(200)]
    assert set(grapes) == {Grape(weight=1, colour="green")}
    assert Grape(2, "red").colour == "red"
    with pytest.raises(TypeError):
        Grape()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Grape(1, size=2)  # type: ignore[call-arg]
    with pytest.raises(FrozenInstanceError):
        grapes[0].weight = 4  # type: ignore[misc]


@pytest.mark.parametrize("given", [((), {}), ((1, "a", 2), {}), ((1,), {"size": 2})])
def test_a_record_wants_just_its_fields(
    given: tuple[tuple[object, ...], dict[str, object]],
) -> None:
    places, names = given
    with pytest.raises(TypeError):
        Pear(*places, **names)  # type: ignore[arg-type]


def test_a_record_can_be_matched_copied_and_pickled() -> None:
    match Pear(3):
        case Pear(weight, colour):
            assert (weight, colour) == (3, "green")
    assert copy.deepcopy(Pear(3)) == pickle.loads(pickle.dumps(Pear(3))) == Pear(3)
    assert is_record(Pear(3))
    assert not is_record((3, "green"))


def test_a_hashed_record_is_a_record_that_works_its_hash_out_once() -> None:
    hashed: list[int] = []

    class Counted(int):
        def __hash__(self) -> int:
            hashed.append(int(self))
            return super().__hash__()

    @hashed_record
    class Basket:
        weights: tuple[int, ...]

    basket = Basket((Counted(3), Counted(4)))
    assert basket in {basket: 1}
    assert hash(basket) == hash(Basket((3, 4)))
    assert (hashed, basket) == ([3, 4], Basket((3, 4)))


def test_fields_aside_make_no_difference_to_whether_records_are_equal() -> None:
    @hashed_record
    class Basket:
        __aside__ = ("owner",)
        weight: int
        owner: str = ""

    mine, theirs = Basket(3, "me"), Basket(3, "they")
    assert (mine, hash(mine), theirs.owner) == (theirs, hash(theirs), "they")
    assert mine != Basket(4, "me")
