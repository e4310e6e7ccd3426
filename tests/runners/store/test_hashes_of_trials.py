"""The hashes kept with a finished trial: of the words sent, and of what was asked where."""

from __future__ import annotations

from fractions import Fraction

from dsl.record import replace
from dsl.trial import Cell, Fork, Node, ScriptedTurn, Session, Trial, Turn
from runners.store.keys import design_hash, prompt_hash


def trial(*nodes: Node, versions: tuple[str, ...] = ("birthday",)) -> Trial:
    sessions = tuple(
        Session((("story", version),), number == 0, Fraction(1), ("You are four.",), nodes)
        for number, version in enumerate(versions)
    )
    return Trial("Box", Cell((), "original"), 1, 1, 7, (), (), sessions)


def turn(place: str, *says: str) -> Turn:
    return Turn(place, says, None)


def test_other_words_are_another_prompt_and_the_same_design() -> None:
    one, other = (trial(turn("/listen", "A box.", word)) for word in ("Red.", "Blue."))
    assert prompt_hash(one) != prompt_hash(other)
    assert design_hash(one) == design_hash(other)
    again = replace(one, draw=2, sample=3, words=(("colour", "red"),))
    assert prompt_hash(again) == prompt_hash(one)


def test_words_that_the_script_puts_into_the_participants_mouth_are_sent_too() -> None:
    one, other = (trial(ScriptedTurn(("Hello.",), said), turn("/a")) for said in ("Yes.", "No."))
    assert prompt_hash(one) != prompt_hash(other)


def test_what_branches_share_is_no_part_of_one_branch() -> None:
    inside = trial(turn("/a"), Fork(((turn("/b"), turn("/c")),)))
    outside = trial(turn("/a"), Fork(((turn("/b"),),)), turn("/c"))
    assert prompt_hash(inside) != prompt_hash(outside)


def test_other_places_and_other_orders_of_versions_are_another_design() -> None:
    one = trial(turn("/a"), turn("/b"))
    assert design_hash(one) != design_hash(trial(turn("/b"), turn("/a")))
    both = trial(turn("/a"), versions=("birthday", "picnic"))
    assert design_hash(both) != design_hash(trial(turn("/a"), versions=("picnic", "birthday")))
