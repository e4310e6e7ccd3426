"""Every promise of expansion, on experiments made up at random and on those that are shipped."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from math import prod
from pathlib import Path

import pytest
from builder_kit import (
    any_of,
    ask,
    conditions,
    counterbalance,
    experiment,
    form,
    let,
    say,
    separately,
    slot,
    versions,
    words,
)
from hypothesis import given
from hypothesis import strategies as st

from dsl.drawing.different import NoWords, impossible
from dsl.expand import Expander, cells
from dsl.experiment import (
    Design,
    Experiment,
    Factor,
    ForEach,
    ForkStep,
    Guard,
    Order,
    Permutation,
    Slot,
    Step,
    Table,
    Template,
)
from dsl.loading import load
from dsl.record import replace
from dsl.tree import FactorKind
from dsl.trial import Cell, Trial, turns
from tests.expanded import expand, shipped
from tests.property import examples

steadily = examples(10, thorough=200)
"""Whole experiments take their time on a busy machine; that is not what is tested here."""

SHIPPED = sorted((Path(__file__).parents[2] / "experiments").glob("*.dev"))

SYLLABLES = ("da", "ke", "li", "mo", "nu", "pa", "ri", "so", "tu", "ve")


def pool_of(seed: int, size: int) -> tuple[str, ...]:
    """Invented words, no two alike, and none of them part of another."""
    return tuple(
        f"{SYLLABLES[seed % 10]}{SYLLABLES[n % 10]}{SYLLABLES[(seed + n) % 10]}q{seed}"
        for n in range(size)
    )


@st.composite
def factor_sets(draw: st.DrawFn, *, slots: tuple[Slot, ...]) -> tuple[Factor, ...]:
    """Conditions, versions and counterbalances, one of them perhaps a swap of two slots."""
    found: list[Factor] = []
    for kind, most in ((conditions, 2), (versions, 2), (counterbalance, 2)):
        for number in range(draw(st.integers(0, most))):
            levels = draw(st.integers(2, 3))
            name = f"{kind.__name__} {number}"
            found.append(kind(name, *(f"{name} level {at}" for at in range(levels))))
    for first in "sd":
        swappable = [one.name for one in slots if one.name[0] == first and len(one.values) > 1]
        if len(swappable) > 1 and draw(st.booleans()):
            found.append(counterbalance(f"swap {first}", swap=tuple(swappable[:2])))
    return tuple(found)


@st.composite
def experiments(
    draw: st.DrawFn, permutation: Permutation | None = None, *, related: bool = True
) -> Experiment:
    """A whole experiment: slots, factors, a let and a table, rotated and shuffled orders."""
    slots = [
        slot(f"s{number}", *pool_of(number, draw(st.integers(0, 5))))
        for number in range(draw(st.integers(1, 4)))
    ]
    together: tuple[tuple[str, ...], ...] = ()
    different: tuple[tuple[str, ...], ...] = ()
    if related and draw(st.booleans()):
        shared = pool_of(8, draw(st.integers(3, 5)))
        slots += [slot("d0", *shared), slot("d1", *shared[::-1]), slot("d2", *shared)]
        different = (("d0", "d1", "d2"),)
    if related and draw(st.booleans()):
        size = draw(st.integers(2, 4))
        slots += [slot("t0", *pool_of(6, size)), slot("t1", *pool_of(7, size))]
        together = (("t0", "t1"),)
    every = tuple(slots)
    factors = draw(factor_sets(slots=every))
    names = " ".join(f"{{{one.name}}}" for one in every)
    level = next((f for f in factors if f.kind is not FactorKind.CONDITIONS), None)
    cases: tuple[tuple[Guard, Template], ...] = ((Guard(), words(f"later {names}")),)
    if level is not None:
        first = Guard(((level.name, (level.levels[0].name,)),))
        cases = ((first, words(f"first {names}")), *cases)
    lets = (let("told", *cases),)
    steps: list[Step] = [
        say(f"Once upon a time {names}."),
        say(words("{told}", lets={"told"})),
        ForEach(
            Order.SHUFFLED, "rows", (say(words("{thing}", columns={"thing"})),), "rows of rows"
        ),
        separately(
            ask("pick", f"Which of {names}?", choices=("one", "two", "three"), order=Order.ROTATED),
            ask("mix", choices=("one", "two", "three", "four"), order=Order.SHUFFLED),
            ask("key", "Well, {{?", answer=any_of(f"{{{every[0].name}}}")),
        ),
    ]
    rows = tuple((words(f"row {n} {{{every[0].name}}}"),) for n in range(3))
    design = Design(
        seed=draw(st.integers(0, 10**9)),
        permutation=permutation or draw(st.sampled_from(list(Permutation))),
        together=together,
        different=different,
        wordings=("original", "permuted"),
    )
    return experiment(
        *steps, slots=every, lets=lets, tables=(Table("rows", ("thing",), rows),),
        factors=factors, design=design,
    )  # fmt: skip


PERMUTED = "permuted"


def first_cell(one: Experiment, wording: str = PERMUTED) -> Cell:
    """The first cell in a wording."""
    return cells(one, wordings=(wording,))[0]


def run(one: Experiment, draws: int, wording: str = PERMUTED) -> list[Trial]:
    """So many draws of the first cell."""
    expander = Expander(one)
    return [expander.trial(first_cell(one, wording), draw=n + 1) for n in range(draws)]


def sent(trial: Trial) -> list[str]:
    """Everything that a trial can send."""
    found: list[str] = []
    for session in trial.sessions:
        found.extend(session.system)
        for turn in turns(session.nodes):
            found.extend(turn.says)
            if turn.question:
                found.extend((turn.question.text, *turn.question.options, *turn.question.labels))
    return found


def orders(trial: Trial) -> list[list[tuple[str, ...]]]:
    """The options of every question as shown, session by session, where their words never vary."""
    return [
        [t.question.options for t in turns(s.nodes) if t.question and "one" in t.question.options]
        for s in trial.sessions
    ]


# ------------------------------------------------------------------------------- words


@steadily
@given(experiments())
def test_a_slot_is_one_word_through_a_whole_script(one: Experiment) -> None:
    """Wherever a slot stands, in all versions and copies, it is the word that the trial names."""
    for trial in run(one, 3):
        names = " ".join(word for _, word in trial.words)
        for session in trial.sessions:
            pick = turns(session.nodes)[0]
            assert pick.says[0] == f"Once upon a time {names}."
            assert pick.says[1] in {f"first {names}", f"later {names}"}
            assert {*pick.says[2:]} == {f"row {n} {trial.words[0][1]}" for n in range(3)}
            assert pick.question is not None
            assert pick.question.text == f"Which of {names}?"


@steadily
@given(experiments())
def test_different_and_together_hold_in_every_draw(one: Experiment) -> None:
    rows = {
        group: set(zip(*(_pool(one, name) for name in group), strict=True))
        for group in one.design.together
    }
    for trial in run(one, 12):
        filled = dict(trial.words)
        for group in one.design.different:
            assert len({filled[name].casefold() for name in group}) == len(group)
        for group, allowed in rows.items():
            assert tuple(filled[name] for name in group) in allowed


def _pool(one: Experiment, name: str) -> list[str]:
    slot_ = next(s for s in one.slots if s.name == name)
    return [word.text for word in slot_.values] or [slot_.original.text]


def _free_pools(one: Experiment) -> list[list[str]]:
    """The pools of slots that neither share words nor must differ."""
    return [_pool(one, s.name) for s in one.slots if not s.name.startswith("d")]


@steadily
@given(experiments(Permutation.LATIN_SQUARE))
def test_values_differ_in_frequency_by_at_most_one(one: Experiment) -> None:
    """At any number of draws; with `different`, too, as long as the pools allow it."""
    counts: Counter[str] = Counter()
    for trial in run(one, 14):
        counts.update(word for name, word in trial.words if not name.startswith("d"))
        for pool in _free_pools(one):
            seen = [counts[word] for word in pool]
            assert max(seen) - min(seen) <= 1


@steadily
@given(experiments(Permutation.LATIN_SQUARE))
def test_slots_that_must_differ_take_each_word_once_in_a_block(one: Experiment) -> None:
    expander = Expander(one)
    for at, unit in enumerate(expander.assignment.units):
        if unit.slots[0].startswith("d"):
            size = len(unit.rows)
            drawn = [expander.assignment.rows(n)[at] for n in range(2 * size)]
            assert len(set(drawn[:size])) == len(set(drawn[size:])) == size


@steadily
@given(experiments(Permutation.EVERY_COMBINATION, related=False))
def test_every_combination_of_words_comes_once_in_a_block(one: Experiment) -> None:
    total = prod(len(_pool(one, s.name)) for s in one.slots)
    expander = Expander(one)
    block = min(total, 150)
    drawn = [expander.assignment.rows(n) for n in range(block)]
    assert len(set(drawn)) == block
    for unit in range(len(one.slots)):
        size = len(_pool(one, one.slots[unit].name))
        for n in range(1, block + 1):
            counts = Counter(row[unit] for row in drawn[:n])
            assert max(counts.values()) - min(counts[row] for row in range(size)) <= 1


def test_words_of_every_combination_stay_near_an_even_share_of_the_levels() -> None:
    """At the ends of blocks; within one, the order of combinations leaves little room."""
    one = experiment(
        slots=(slot("a", "x", "y"), slot("b", "u", "v", "w")),
        factors=(counterbalance("side", "left", "right"),),
        design=Design(permutation=Permutation.EVERY_COMBINATION),
    )
    for seed in range(20):
        expander = Expander(one, seed=seed)
        counts: Counter[tuple[int, int, int]] = Counter()
        for n in range(60):
            for unit, row in enumerate(expander.assignment.rows(n)):
                counts[unit, row, expander.assignment.levels.at(n)[0]] += 1
            if n % 6 == 5:
                ways = [(unit, row) for unit, row, _ in counts]
                assert max(abs(counts[*way, 0] - counts[*way, 1]) for way in ways) <= 4


@steadily
@given(experiments(Permutation.RANDOM))
def test_random_words_come_from_the_pool(one: Experiment) -> None:
    for trial in run(one, 6):
        filled = {word for name, word in trial.words if not name.startswith("d")}
        assert filled <= {word for pool in _free_pools(one) for word in pool}


def test_random_words_are_independent_from_draw_to_draw() -> None:
    one = experiment(slots=(slot("a", "x", "y"),), design=Design(permutation=Permutation.RANDOM))
    drawn = [dict(trial.words)["a"] for trial in run(one, 400)]
    pairs = Counter(pairwise(drawn))
    assert len(pairs) == 4
    assert min(pairs.values()) > 70


# ------------------------------------------------------------------------------- levels


@steadily
@given(experiments())
def test_counterbalance_levels_are_exact_where_they_divide(one: Experiment) -> None:
    balance = [dict(trial.balance) for trial in run(one, 12)]
    for factor in one.of_kind(FactorKind.COUNTERBALANCE):
        size = len(factor.levels)
        for n in range(size, 13, size):
            counts = Counter(draw[factor.name] for draw in balance[:n])
            assert set(counts.values()) == {n // size}


@steadily
@given(experiments())
def test_combinations_of_levels_differ_by_at_most_one(one: Experiment) -> None:
    factors = one.of_kind(FactorKind.COUNTERBALANCE)
    total = prod(len(factor.levels) for factor in factors)
    counts: Counter[object] = Counter()
    for trial in run(one, 12):
        counts[trial.balance] += 1
        least = 0 if len(counts) < total else min(counts.values())
        assert max(counts.values()) - least <= 1


@steadily
@given(experiments(Permutation.LATIN_SQUARE, related=False))
def test_no_word_is_associated_with_a_level_beyond_one_draw(one: Experiment) -> None:
    """For every word, factor and level, at any number of draws; pools of three and more.

    The levels' own share is even where they divide the draws; elsewhere a draw is not enough to
    judge by, so it is the even share that counts. Beyond two factors with three levels each the
    promise is two draws, see `spreading`.
    """
    factors = one.of_kind(FactorKind.COUNTERBALANCE)
    sizes = [len(factor.levels) for factor in factors]
    expander = Expander(one)
    bound = 1 if sizes in ([], [2], [3], [2, 2], [2, 2, 2]) else 2
    for at, unit in enumerate(expander.assignment.units):
        if len(unit.rows) < 3:
            continue
        counts: Counter[tuple[int, int, int]] = Counter()
        totals: Counter[int] = Counter()
        for n in range(20):
            row = expander.assignment.rows(n)[at]
            totals[row] += 1
            for factor, level in enumerate(expander.assignment.levels.at(n)):
                counts[row, factor, level] += 1
            for factor, size in enumerate(sizes):
                for level in range(size):
                    share = Fraction(totals[row], size)
                    assert abs(counts[row, factor, level] - share) <= bound


# ------------------------------------------------------------------------------- what moves what


@steadily
@given(experiments(), st.integers(1, 12))
def test_a_draw_is_the_same_however_many_are_run(one: Experiment, draw: int) -> None:
    cell = first_cell(one)
    alone = expand(one, cell, draw=draw)
    assert alone == run(one, 12)[draw - 1]
    backwards = Expander(one)
    backwards.trial(cell, draw=20)
    assert alone == backwards.trial(cell, draw=draw)


@steadily
@given(experiments())
def test_conditions_share_their_draws(one: Experiment) -> None:
    """Draw i has the same levels, orders and words in every condition."""
    expander = Expander(one)
    for draw in (1, 2, 5):
        found = [expander.trial(cell, draw=draw) for cell in cells(one, wordings=(PERMUTED,))]
        assert len({trial.words for trial in found}) == 1
        assert len({trial.balance for trial in found}) == 1
        assert all(orders(trial) == orders(found[0]) for trial in found)


@steadily
@given(experiments())
def test_wordings_share_levels_and_orders(one: Experiment) -> None:
    for plain, permuted in zip(run(one, 4, "original"), run(one, 4), strict=True):
        assert plain.balance == permuted.balance
        assert orders(plain) == orders(permuted)


@steadily
@given(experiments())
def test_original_wording_has_the_originals_swapped_by_the_levels(one: Experiment) -> None:
    for trial in run(one, 4, "original"):
        expected = {s.name: s.original.text for s in one.slots}
        for swap in one.factors:
            if swap.swap and dict(trial.balance)[swap.name] == swap.levels[1].name:
                a, b = swap.swap
                expected[a], expected[b] = expected[b], expected[a]
        assert dict(trial.words) == expected


@steadily
@given(experiments(Permutation.LATIN_SQUARE), st.sampled_from(["slot", "question", "let", "row"]))
def test_adding_something_moves_nothing_else(one: Experiment, what: str) -> None:
    """Words, levels and orders stay as they were; new versions have orders of their own."""
    fork = one.steps[-1]
    assert isinstance(fork, ForkStep)
    more = {
        "slot": replace(one, slots=(slot("extra", *pool_of(9, 4)), *one.slots)),
        "question": replace(
            one, steps=(*one.steps[:-1], ForkStep(((ask("new"),), *fork.branches)))
        ),
        "let": replace(one, lets=(let("extra", "words"), *one.lets)),
        "row": replace(one, factors=(*one.factors, versions("extra", "x", "y"))),
    }[what]
    for before, after in zip(run(one, 8), run(more, 8), strict=True):
        assert set(before.words) <= set(after.words)
        assert before.balance == after.balance
        assert what == "row" or orders(before)[0] == orders(after)[0]


# ------------------------------------------------------------------------------- orders


@steadily
@given(experiments())
def test_rotated_choices_stand_in_each_position_equally_often(one: Experiment) -> None:
    counts: Counter[tuple[str, int]] = Counter()
    for n, trial in enumerate(run(one, 12), start=1):
        (rotated,) = {q for q in orders(trial)[0] if len(q) == 3}
        assert "one two three one two".find(" ".join(rotated)) >= 0
        counts.update((option, position) for position, option in enumerate(rotated))
        if n % 3 == 0:
            assert set(counts.values()) == {n // 3}


@steadily
@given(experiments())
def test_shuffled_choices_and_rows_keep_all_there_are(one: Experiment) -> None:
    shown = set()
    for trial in run(one, 12):
        (shuffled,) = {q for q in orders(trial)[0] if len(q) == 4}
        assert sorted(shuffled) == ["four", "one", "three", "two"]
        shown.add(shuffled)
    assert len(shown) > 3


def test_an_options_place_is_tied_neither_to_a_level_nor_to_a_word() -> None:
    """Two options, two sides, two words: in eight draws each pair comes equally often."""
    one = experiment(
        ask("q", choices=("the {toy}", "nothing"), order=Order.ROTATED),
        slots=(slot("toy", "drum", "kite"),),
        factors=(counterbalance("side", "left", "right"),),
    )
    for seed in range(40):
        expander = Expander(one, seed=seed)
        trials = [expander.trial(first_cell(one), draw=n + 1) for n in range(8)]
        place = [
            turns(t.sessions[0].nodes)[0].question.options[0] == "nothing"  # type: ignore[union-attr]
            for t in trials
        ]
        assert set(Counter(zip(place, (t.balance for t in trials), strict=True)).values()) == {2}
        assert set(Counter(zip(place, (t.words for t in trials), strict=True)).values()) == {2}


def test_who_always_takes_one_place_passes_a_contrast_no_more_often_than_by_guessing() -> None:
    """Two versions, two forms, three options: any two offsets meet in a third of the draws."""
    one = experiment(
        separately(
            ask("q", forms=(form("look", "Look?"), form("think", "Think?")),
                choices=("a", "b", "c"), order=Order.ROTATED),
        ),
        factors=(versions("story", "told", "seen"),),
    )  # fmt: skip
    for seed in range(20):
        expander = Expander(one, seed=seed)
        firsts = [
            [t.question.options[0] for s in trial.sessions for t in turns(s.nodes) if t.question]
            for trial in (expander.trial(first_cell(one), draw=n + 1) for n in range(36))
        ]
        for a, b in combinations(range(4), 2):
            met = Counter((row[a], row[b]) for row in firsts)
            assert set(met.values()) <= {2, 3, 4, 5, 6}, "each pair of places four times, about"
            assert 8 <= sum(row[a] == row[b] for row in firsts) <= 16


# ------------------------------------------------------------------------------- the whole


@steadily
@given(experiments())
def test_cells_are_the_product_of_condition_levels_and_wordings(one: Experiment) -> None:
    levels = prod(len(factor.levels) for factor in one.of_kind(FactorKind.CONDITIONS))
    found = cells(one)
    assert len(found) == len(set(found)) == 2 * levels
    sessions = prod(len(factor.levels) for factor in one.of_kind(FactorKind.VERSIONS))
    assert {len(expand(one, cell, draw=1).sessions) for cell in found[:2]} == {sessions}


@steadily
@given(experiments())
def test_every_slot_is_filled_and_only_written_braces_are_sent(one: Experiment) -> None:
    for trial in run(one, 2):
        braces = [text for text in sent(trial) if "{" in text or "}" in text]
        assert braces == ["Well, {{?"] * len(trial.sessions)


@steadily
@given(experiments())
def test_places_are_unique_within_a_trial(one: Experiment) -> None:
    for trial in run(one, 2):
        places = [turn.place for session in trial.sessions for turn in turns(session.nodes)]
        assert len(places) == len(set(places))


@pytest.mark.parametrize("way", list(Permutation))
@pytest.mark.parametrize(
    ("pools", "different"),
    [
        ((("x",), ("X",)), (("a", "b"),)),
        ((("x", "y"), ("x", "y"), ("y", "x")), (("a", "b"), ("b", "c"), ("a", "c"))),
    ],
)
def test_pools_that_cannot_be_kept_apart_are_named(
    pools: tuple[tuple[str, ...], ...], different: tuple[tuple[str, ...], ...], way: Permutation
) -> None:
    """A checker can know beforehand; whoever expands all the same gets an error in a sentence."""
    slots = tuple(slot(name, *values) for name, values in zip("abc", pools, strict=False))
    one = experiment(slots=slots, design=Design(different=different, permutation=way))
    assert impossible(one.slots, one.design, one.factors) == (tuple(s.name for s in slots),)
    with pytest.raises(NoWords, match=r"cannot be filled with different words|no combination of"):
        run(one, 1)


def test_a_swap_can_make_it_impossible_at_one_of_its_levels() -> None:
    one = experiment(
        slots=(slot("a", "x"), slot("b", "y"), slot("c", "x")),
        factors=(counterbalance("side", swap=("a", "b")),),
        design=Design(different=(("b", "c"),)),
    )
    assert impossible(one.slots, one.design, one.factors) == (("a", "b", "c"),)


@steadily
@given(experiments())
def test_where_nothing_is_impossible_expansion_never_complains(one: Experiment) -> None:
    assert impossible(one.slots, one.design, one.factors) == ()


def test_different_holds_where_frequency_cannot() -> None:
    """Three slots over pools that overlap in part: only some combinations exist at all."""
    one = experiment(
        slots=(slot("a", "x", "y"), slot("b", "Y", "z"), slot("c", "z", "x", "w")),
        design=Design(different=(("a", "b", "c"),)),
    )
    for way in Permutation:
        varied = replace(one, design=replace(one.design, permutation=way))
        for trial in run(varied, 30):
            assert len({word.casefold() for _, word in trial.words}) == 3


# ------------------------------------------------------------------------------- shipped scripts


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.stem)
def test_shipped_scripts_keep_every_promise(path: Path) -> None:
    one = shipped(path)
    expander = Expander(one)
    found = {
        cell: [expander.trial(cell, draw=n + 1) for n in range(12)]
        for cell in cells(one, wordings=("original", PERMUTED))
    }
    for draw in range(12):
        same = [trials[draw] for trials in found.values()]
        assert len({trial.balance for trial in same}) == 1
        assert len({t.words for t in same if t.cell.wording == PERMUTED}) == 1
        for trial in same:
            filled = {name: word.casefold() for name, word in trial.words}
            for group in one.design.different:
                assert len({filled[name] for name in group}) == len(group)
            for text in sent(trial):
                assert not re.search(r"[{}]| {2}|^ | $", text)
                assert text
            places = [turn.place for session in trial.sessions for turn in turns(session.nodes)]
            assert len(places) == len(set(places))
    again = Expander(one)
    last = list(found)[-1]
    assert [again.trial(last, draw=n) for n in range(10, 0, -1)] == found[last][9::-1]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.stem)
def test_shipped_scripts_are_balanced(path: Path) -> None:
    one = shipped(path)
    assignment = Expander(one).assignment
    sizes = [len(factor.levels) for factor in assignment.levels.factors]
    # Four factors leave too few places for four words to be within one of their share in each.
    most = 1 if len(sizes) < 4 else Fraction(5, 3)
    for at, unit in enumerate(assignment.units):
        counts: Counter[tuple[int, int, int]] = Counter()
        totals: Counter[int] = Counter()
        for n in range(20):
            row = assignment.rows(n)[at]
            totals[row] += 1
            spread = [totals[other] for other in range(len(unit.rows))]
            assert max(spread) - min(spread) <= 1
            for factor, level in enumerate(assignment.levels.at(n)):
                counts[row, factor, level] += 1
                share = Fraction(totals[row], sizes[factor])
                assert abs(counts[row, factor, level] - share) <= most


OVERLAPPING = """\
experiment Three in two words

things
    alo: xu, yu
    bero: xu, yu
    cino: xu, yu

design
    different alo, bero
    different bero, cino
    different alo, cino

procedure
    say: {alo} {bero} {cino}.
    test q
        ask: Which?
        answer: {alo}
"""


def test_checking_refuses_what_expansion_could_not_fill(tmp_path: Path) -> None:
    """Every two of the three can differ; all three cannot."""
    script = tmp_path / "overlapping.dev"
    script.write_text(OVERLAPPING, encoding="utf-8")
    loaded = load(script)
    assert loaded.experiment is None
    assert [(fault.code, fault.message(), fault.span.line) for fault in loaded.faults] == [
        ("E533", "`alo`, `bero`, `cino` cannot all be different", 9)
    ]
