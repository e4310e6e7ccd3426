"""Machines: the keys that follow from evidence, checked against worked examples."""

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.expanding.machines import (
    Hypothesis,
    Standing,
    evidence,
    fitting,
    hypotheses,
    list_template,
    outcome_of,
    part_of,
    things_of,
    what_works,
)
from dsl.experiment import ALWAYS, Case, Guard, Machine, MachineRule, Things

ALL_RULES = (MachineRule.ANY, MachineRule.ALL, MachineRule.TWO)


def machine(
    needs: tuple[MachineRule, Things],
    *shown: Things,
    rules: tuple[MachineRule, ...] = (MachineRule.ANY, MachineRule.TWO),
) -> Machine:
    """A machine that is the same at all levels."""
    return Machine(
        "m", ("on",), ("off",), rules, (Case(ALWAYS, needs),), (Case(ALWAYS, tuple(shown)),)
    )


def subsets(things: Things) -> list[Things]:
    """Every set of things, the empty one too."""
    return list(chain.from_iterable(combinations(things, n) for n in range(len(things) + 1)))


EVIDENCE: tuple[Things, ...] = (("g",), ("b",), ("y",), ("g", "b"), ("b", "y"), ("g", "y"))


def test_conjunctive_evidence_singles_out_two_of_green_and_grey() -> None:
    one = machine((MachineRule.TWO, ("g", "y")), *EVIDENCE)
    fits = fitting(one, {})
    assert fits == (Hypothesis(MachineRule.TWO, ("g", "y")),)
    assert [part_of(fits, (t,)) for t in "gby"] == [Standing.YES, Standing.NO, Standing.YES]
    assert what_works(fits, things_of(one)) == (("g", "y"),)
    assert outcome_of(fits, ("b",)) is Standing.NO


def test_disjunctive_evidence_singles_out_grey() -> None:
    one = machine((MachineRule.ANY, ("y",)), *EVIDENCE)
    fits = fitting(one, {})
    assert fits == (Hypothesis(MachineRule.ANY, ("y",)),)
    assert [part_of(fits, (t,)) for t in "gby"] == [Standing.NO, Standing.NO, Standing.YES]
    assert what_works(fits, things_of(one)) == (("y",),)


def test_sparse_evidence_leaves_open_which_thing_matters() -> None:
    one = machine((MachineRule.TWO, ("r", "b")), ("w",), ("r", "b"))
    fits = fitting(one, {})
    assert fits == (
        Hypothesis(MachineRule.ANY, ("r",)),
        Hypothesis(MachineRule.ANY, ("b",)),
        Hypothesis(MachineRule.ANY, ("r", "b")),
        Hypothesis(MachineRule.TWO, ("r", "b")),
        Hypothesis(MachineRule.TWO, ("w", "r", "b")),
    )
    assert part_of(fits, ("r",)) is Standing.CANNOT_TELL
    assert part_of(fits, ("w",)) is Standing.CANNOT_TELL
    assert outcome_of(fits, ("r",)) is Standing.CANNOT_TELL
    assert what_works(fits, things_of(one)) == (("r", "b"),)


def test_several_smallest_sets_can_work() -> None:
    one = machine((MachineRule.ANY, ("a", "b")), ("a",), ("b",), ("c",), rules=ALL_RULES)
    fits = fitting(one, {})
    assert what_works(fits, things_of(one)) == (("a",), ("b",))


def test_evidence_no_rule_can_explain_fits_nothing() -> None:
    one = machine(
        (MachineRule.TWO, ("a", "b")), ("a",), ("b",), ("a", "b"), rules=(MachineRule.ANY,)
    )
    assert fitting(one, {}) == ()
    assert what_works((), ("a", "b")) == ()
    assert part_of((), ("a",)) is Standing.CANNOT_TELL


def test_rules_that_do_the_same_count_once() -> None:
    assert hypotheses(ALL_RULES, ("a", "b")) == (
        Hypothesis(MachineRule.ANY, ("a",)),
        Hypothesis(MachineRule.ANY, ("b",)),
        Hypothesis(MachineRule.ANY, ("a", "b")),
        Hypothesis(MachineRule.ALL, ("a", "b")),
    )


def test_evidence_and_needs_follow_the_levels() -> None:
    conjunctive = Guard((("form", ("conjunctive",)),))
    one = Machine(
        "m",
        ("on",),
        ("off",),
        (MachineRule.ANY, MachineRule.TWO),
        (
            Case(conjunctive, (MachineRule.TWO, ("a", "b"))),
            Case(Guard((), (conjunctive,)), (MachineRule.ANY, ("b",))),
        ),
        (Case(conjunctive, (("a",), ("c",))), Case(Guard((), (conjunctive,)), (("b",),))),
    )
    assert things_of(one) == ("a", "c", "b")
    assert evidence(one, {"form": "conjunctive"}).outcomes() == ((("a",), False), (("c",), False))
    assert evidence(one, {"form": "disjunctive"}).outcomes() == ((("b",), True),)


def test_too_many_things_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="a machine can have 12 things at most, not 13"):
        hypotheses((MachineRule.ANY,), tuple("abcdefghijklm"))


def test_things_read_as_a_list() -> None:
    def text(things: Things) -> str:
        return "".join(p if isinstance(p, str) else p.name for p in list_template(things))

    assert [text(t) for t in (("a",), ("a", "b"), ("a", "b", "c"))] == [
        "a",
        "a and b",
        "a, b and c",
    ]


@given(st.sets(st.sampled_from("abcd"), min_size=1), st.sampled_from(ALL_RULES), st.data())
def test_the_truth_always_fits_and_what_works_does_work(
    things: set[str], rule: MachineRule, data: st.DataObject
) -> None:
    """Whatever is shown, the true rule is among those that fit, and what is sure to work does."""
    chosen = tuple(sorted(things))
    if rule is MachineRule.TWO and len(chosen) < 2:
        rule = MachineRule.ANY
    shown = tuple(t for t in data.draw(st.lists(st.sampled_from(subsets(tuple("abcd"))))) if t)
    one = machine((rule, chosen), *shown, rules=ALL_RULES)
    fits = fitting(one, {})
    truth = Hypothesis(rule, chosen)
    assert truth.minimal() in {fit.minimal() for fit in fits}
    for works in what_works(fits, things_of(one)):
        assert truth.works(works)


@given(st.sampled_from(ALL_RULES), st.sets(st.sampled_from("abcd"), min_size=2))
def test_two_hypotheses_never_agree_on_every_set(rule: MachineRule, things: set[str]) -> None:
    """Hypotheses that are kept apart differ in at least one outcome."""
    universe = tuple(sorted(things))
    every = hypotheses(ALL_RULES, universe)
    tables = {tuple(one.works(s) for s in subsets(universe)) for one in every}
    assert len(tables) == len(every)
    assert Hypothesis(rule, universe).minimal() in {one.minimal() for one in every}
