"""Very many words over draws: each once in a block, even at levels, and at once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.drawing.balance import Balance
from dsl.drawing.symbols import MANY, Context, Dealt
from dsl.expand import Expander, cells
from dsl.expansion import EACH_ROW_ITS_ORDER, EXPANSION_VERSION, MANY_WORDS_DEALT
from dsl.experiment import Experiment
from dsl.identity import procedure_hash
from dsl.loading import load
from dsl.record import replace
from dsl.tree import QuestionKind
from tests.expanded import experiment_in
from tests.property import examples
from tests.shell import ROOT

SEEDS = st.integers(0, 10**6)
SCRIPT = """experiment Many words

counterbalance side
    left
        let where: on the left
    right
        let where: on the right

things
    thing: {words}
    other: {words}

design
    runs 20
    different thing, other
    scoring accuracy

procedure
    say: {{A thing}} and {{an other}} are {{where}}.
    test thing
        ask: What is it?
        answer: {{thing}}
"""
LETTERS = "bdfgklmnprst"


def dealt(size: int, sizes: tuple[int, ...], seed: int) -> tuple[Dealt, Balance]:
    balance = Balance(sizes, seed=seed)

    def context(at: int) -> Context:
        return Context(sizes[at], lambda draw: balance.at(draw)[at])

    contexts = [context(at) for at in range(len(sizes))]
    return Dealt(size, seed=seed, purpose="words", where=("x",), contexts=contexts), balance


def script(tmp_path: Path, words: int) -> Experiment:
    made = (f"{a}o{b}u{c}a" for a in LETTERS for b in LETTERS for c in LETTERS)
    path = tmp_path / "many.dev"
    path.write_text(
        SCRIPT.format(words=", ".join(w for w, _ in zip(made, range(words), strict=False)))
    )
    return experiment_in(load(path))


@given(st.integers(1, 150), st.sampled_from([(), (2,), (3, 2)]), SEEDS)
@examples(40)
def test_each_symbol_stands_once_in_every_block(
    size: int, sizes: tuple[int, ...], seed: int
) -> None:
    symbols, _ = dealt(size, sizes, seed)
    for block in range(3):
        assert sorted(symbols.at(block * size + n) for n in range(size)) == list(range(size))


@given(SEEDS)
@examples(10)
def test_no_symbol_stands_at_one_level_twice_more_than_at_the_other(seed: int) -> None:
    size = 120
    symbols, balance = dealt(size, (2,), seed)
    counts = Counter((symbols.at(n), balance.at(n)[0]) for n in range(6 * size))
    furthest = [abs(counts[symbol, 0] - counts[symbol, 1]) for symbol in range(size)]
    assert sum(one <= 2 for one in furthest) >= size - 3
    assert max(furthest) <= 4


@given(st.integers(2, 120), SEEDS)
@examples(40)
def test_a_forbidden_symbol_never_stands(size: int, seed: int) -> None:
    symbols = Dealt(
        size, seed=seed, purpose="words", where=("x",),
        forbidden=lambda draw: frozenset({draw // 2 % size}),
    )  # fmt: skip
    assert all(symbols.at(draw) != draw // 2 % size for draw in range(2 * size))


def test_where_all_are_forbidden_one_stands_all_the_same() -> None:
    symbols = Dealt(
        3, seed=1, purpose="words", where=("x",), forbidden=lambda draw: frozenset(range(3))
    )
    assert {symbols.at(n) for n in range(3)} == {0, 1, 2}


def test_a_far_draw_is_the_same_whether_asked_for_first_or_last() -> None:
    one, other = dealt(130, (2,), 7)[0], dealt(130, (2,), 7)[0]
    assert one.at(400) == [other.at(n) for n in range(401)][400]


def test_thousands_of_words_are_expanded(tmp_path: Path) -> None:
    """In a pairing of blocks these two pools would take many minutes."""
    many = script(tmp_path, 1_500)
    expander = Expander(many)
    drawn = [
        dict(expander.trial(cell, draw=draw).words) for cell in cells(many) for draw in range(1, 21)
    ]
    assert len({one["thing"] for one in drawn}) == len({one["other"] for one in drawn}) == 20
    assert all(one["thing"] != one["other"] for one in drawn)


@pytest.mark.parametrize(("words", "another"), [(MANY, False), (MANY + 1, True)])
def test_only_a_script_with_so_many_words_is_another_procedure(
    tmp_path: Path, words: int, another: bool
) -> None:
    one = script(tmp_path, words)
    assert one.expansion == EXPANSION_VERSION >= MANY_WORDS_DEALT
    before = replace(one, expansion=EACH_ROW_ITS_ORDER)
    assert (procedure_hash(one) != procedure_hash(before)) is another


@pytest.mark.parametrize(("words", "another"), [(20, False), (MANY + 1, True)])
def test_only_so_many_words_are_drawn_otherwise(tmp_path: Path, words: int, another: bool) -> None:
    one = script(tmp_path, words)
    before = replace(one, expansion=EACH_ROW_ITS_ORDER)
    first, then = (Expander(each).trial(cells(one)[0], draw=1).words for each in (one, before))
    assert (first != then) is another


def test_dealt_orders_show_each_choice_first_equally_often() -> None:
    """And the levels, and the words of the original wording, are those of a study."""
    experiment = experiment_in(load(ROOT / "experiments" / "blicket.dev"))
    dealt, study = Expander(experiment, dealt=True), Expander(experiment)
    first: Counter[tuple[str, int]] = Counter()
    for draw in range(1, 7):
        trial = dealt.trial(cells(experiment)[0], draw=draw)
        assert trial.balance == study.assignment.levels.named(draw - 1)
        assert dict(trial.words) == {
            slot: word.text for slot, word in study.assignment.original(draw - 1).items()
        }
        for _, session, question in trial.asked(QuestionKind.TEST):
            (key,) = question.key.answer[0].phrases
            first[session.version, question.options.index(key.text)] += 1
    assert len(first) == 12
    assert set(first.values()) == {2}
