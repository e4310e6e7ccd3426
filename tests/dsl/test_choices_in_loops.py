"""In a loop each row has its own order of choices: the key stands everywhere equally often."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from dsl.expand import Expander
from dsl.expansion import FIRST
from dsl.experiment import Experiment
from dsl.identity import procedure_hash
from dsl.loading import check_text
from dsl.record import replace
from dsl.trial import Cell, Question, turns
from tests.expanded import experiment_in

ROWS = 12
BANK = """experiment Bank

table bank (item, first, second, third, fourth):
{rows}

design
    runs 8
    scoring accuracy
    wording original

procedure
    for each {how} row of bank
        separately
            test pick
                ask: Which belongs to {item}?
                choices {order}:
                    {first}
                    {second}
                    {third}
                    {fourth}
                answer: {first}
"""
REPEATED = """experiment Twice three times

table bank (item):
    cats
    dogs

design
    runs 4
    wording original

procedure
    repeat 3 times
        for each row of bank
            practice pick
                ask: What do you think of {item}?
                choices rotated:
                    good
                    bad
                    none
                answer: good
    test last
        ask: Which was last?
        answer: dogs
        wrong: cats
"""


def bank(order: str, how: str = "fixed") -> Experiment:
    cells = [f"    item{n} | a{n} | b{n} | c{n} | d{n}" for n in range(ROWS)]
    text = BANK.replace("{rows}", "\n".join(cells)).replace("{order}", order)
    return checked(text.replace("{how}", how))


def checked(text: str) -> Experiment:
    return experiment_in(check_text(text, "bank.dev"))


def questions(experiment: Experiment, draw: int) -> list[Question]:
    trial = Expander(experiment).trial(Cell((), "original"), draw=draw)
    return [one.question for one in turns(trial.sessions[0].nodes) if one.question is not None]


def key_places(experiment: Experiment, draw: int) -> list[int]:
    """Where the key stands, row by row as the table has them."""
    asked = sorted(questions(experiment, draw), key=lambda q: int(q.text[21:].rstrip("?")))
    return [one.options.index(one.key.answer[0].phrases[0].text) for one in asked]


@pytest.mark.parametrize("how", ["fixed", "shuffled"])
def test_rotated_choices_put_the_key_everywhere_equally_often(how: str) -> None:
    draws = [key_places(bank("rotated", how), draw) for draw in range(1, 9)]
    for places in draws:
        assert Counter(places) == dict.fromkeys(range(4), ROWS // 4)
        assert all(len(set(places[at : at + 4])) == 4 for at in range(0, ROWS, 4))
    for row in zip(*draws, strict=True):
        assert Counter(row) == dict.fromkeys(range(4), 2)


def test_the_key_does_not_go_round_in_a_cycle() -> None:
    places = key_places(bank("rotated"), 1)
    steps = {(after - before) % 4 for before, after in pairwise(places)}
    assert len(steps) > 1


def test_shuffled_choices_are_drawn_for_each_row() -> None:
    orders = [tuple(option[0] for option in one.options) for one in questions(bank("shuffled"), 1)]
    assert len(set(orders)) > 6


def test_fixed_choices_stay() -> None:
    assert key_places(bank("fixed"), 3) == [0] * ROWS


def test_every_pass_of_a_loop_within_a_loop_has_an_order_of_its_own() -> None:
    orders = [one.options for one in questions(checked(REPEATED), 1) if one.options]
    assert Counter(Counter(orders).values()) == {2: 3}
    assert orders[:2] != orders[2:4] or orders[2:4] != orders[4:6]


def test_the_first_row_stands_as_it_did_before_rows_had_orders_of_their_own() -> None:
    for order in ("rotated", "shuffled"):
        now, then = bank(order), replace(bank(order), expansion=FIRST)
        for draw in range(1, 5):
            assert questions(now, draw)[0].options == questions(then, draw)[0].options


def test_before_all_rows_had_one_order() -> None:
    for draw in range(1, 5):
        assert len(set(key_places(replace(bank("rotated"), expansion=FIRST), draw))) == 1


@pytest.mark.parametrize(
    ("order", "another"), [("rotated", True), ("shuffled", True), ("fixed", False)]
)
def test_only_a_script_with_choices_in_an_order_in_a_loop_is_another_procedure(
    order: str, another: bool
) -> None:
    one = bank(order)
    assert (procedure_hash(one) != procedure_hash(replace(one, expansion=FIRST))) is another


def test_a_script_without_loops_is_the_procedure_that_it_was() -> None:
    text = BANK.replace("{rows}", "    a | b | c | d | e").replace("{order}", "rotated")
    head, _, question = text.partition("    for each {how} row of bank\n        separately\n")
    lines = [line[8:] for line in question.split("\n")]
    one = checked(f"{head}{chr(10).join(lines)}".replace("{", "").replace("}", ""))
    assert procedure_hash(one) == procedure_hash(replace(one, expansion=FIRST))


@pytest.mark.parametrize("order", ["shuffled", "rotated"])
def test_one_order_is_kept_for_all_rows_where_the_script_says_so(order: str) -> None:
    each, once = bank(order), bank(f"{order} once")
    assert procedure_hash(each) != procedure_hash(once)
    kept = [set(key_places(once, draw)) for draw in range(1, 9)]
    assert all(len(places) == 1 for places in kept)
    assert len(set().union(*kept)) > 1
    assert all(len(set(key_places(each, draw))) > 1 for draw in range(1, 9))
