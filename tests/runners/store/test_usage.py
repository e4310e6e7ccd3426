"""A study's tokens are summed once, by participant, from its own first start on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

import pytest
from rooms import CHILD, call, start, study_trial

from dsl.record import replace
from dsl.trial import Picture
from renderers.prompt import Message, PlacedPicture, Role
from runners.engine.cost_budget import spent_on
from runners.prices.table import Price
from runners.store.records import Usage
from runners.store.store import Store
from runners.store.writes import add_calls, add_trials


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with Store.open(store_url) as opened:
        yield opened


@pytest.mark.both_databases
def test_tokens_are_summed_and_missing_counts_are_bytes(store: Store) -> None:
    store.record(start(at="2026-01-01T00:00:00.003Z"))
    store.record(start(id="start-2", at="2026-01-02T00:00:00.000Z"))
    store.submit(add_trials, (study_trial(),)).result()
    before = replace(call(2), output_tokens=1000)  # of another study, a millisecond earlier
    counted = replace(call(3), output_tokens=5)
    said, asked = "在盒子里。", (Message(Role.USER, "盒"),)
    without = replace(call(4, text=said), output_tokens=None, input_tokens=None, messages=asked)
    elsewhere = replace(call(5, seat=2), output_tokens=1000)
    for one in (before, counted, without, elsewhere):
        store.submit(add_calls, one).result()
    read, written = 12 + len('[["user","盒"]]'.encode()), 5 + len(said.encode())
    assert store.usage_of("study-1", [CHILD.key]) == (Usage(CHILD.key, 2, read, written),)
    assert store.usage_of("study-1", ["q" * 64]) == ()
    assert store.usage_of("study-2", [CHILD.key]) == ()


@pytest.mark.both_databases
def test_pictures_are_counted_where_nobody_counted_tokens(store: Store) -> None:
    """What is stored of a picture is a name, and a model reads thousands of tokens."""
    store.record(start())
    store.submit(add_trials, (study_trial(),)).result()
    shown = Picture("a.png", 'an "image/png"', "image/png", "d" * 64, b"")
    asked = Message(Role.USER, 'Say ","image/png".', (PlacedPicture(3, shown),) * 2)
    seen = replace(call(1), input_tokens=None, messages=(asked, asked))
    for one in (seen, replace(seen, key=call(2).key, input_tokens=5)):
        store.submit(add_calls, one).result()
    (usage,) = store.usage_of("study-1", [CHILD.key])
    assert (usage.replies, usage.pictures) == (2, 4)
    price = Price("sim/child", Decimal(1), Decimal(0), date(2026, 3, 1), picture=1_000_000)
    assert 4 < spent_on(store, "study-1", {(CHILD.key, False): price}) < Decimal("4.01")


def test_the_newest_start_says_in_which_order_it_asked(store: Store) -> None:
    old = '{"models": ["b", "a"], "scripts": ["two.dev"]}'
    new = '{"models": ["c", "a"], "scripts": ["one.dev", "two.dev"]}'
    store.record(replace(start(at="2026-01-01T00:00:00.000Z"), settings=old))
    store.record(replace(start(id="start-2", at="2026-01-02T00:00:00.000Z"), settings=new))
    store.record(start(id="start-3", at="2026-01-03T00:00:00.000Z"))
    assert store.asked_last("study-1") == (("c", "a", "b"), ("one.dev", "two.dev"))
    assert store.asked_last("study-2") == ((), ())
