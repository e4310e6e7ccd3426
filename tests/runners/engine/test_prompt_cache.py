"""The provider's cache is asked for where words are sent again, and the run says what it saves."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from scenes import Answering, plan, question, study, trial

from dsl.record import replace
from dsl.trial import Cell, Fork, Session, Turn
from renderers.prompt import Message, Role
from runners.cli.messages import cost
from runners.engine.cost_budget import CostBudget, Tariff
from runners.engine.plan import ParticipantPlan, planned
from runners.engine.run import run_study
from runners.engine.session import call_of, first_calls
from runners.participants.base import Call, Finish, Reply, Settings
from runners.participants.registry import participant
from runners.participants.transport.sdk_client import Poster
from runners.prices.table import Price
from runners.store.store import Store

PRICE = Price("test/answering", Decimal(4), Decimal(20), date(2026, 3, 1), cached=Decimal("0.4"))
GOES_ON = Call("key", (Message(Role.USER, "Hello"),), conversation="a-0", goes_on=True)
LAST = replace(GOES_ON, goes_on=False)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(tmp_path / "store.sqlite")) as opened:
        yield opened


@pytest.mark.parametrize(
    ("name", "environment", "call", "asked"),
    [
        ("anthropic/any", {"ANTHROPIC_API_KEY": "sk-ant-a-key"}, GOES_ON, "cache_control"),
        ("anthropic/any", {"ANTHROPIC_API_KEY": "sk-ant-a-key"}, LAST, ""),
        ("openai/any", {"OPENAI_API_KEY": "sk-a-key"}, GOES_ON, "prompt_cache_key"),
        ("openai/any", {"OPENAI_API_KEY": "sk-a-key"}, LAST, "prompt_cache_key"),
        ("openai/responses/any", {"OPENAI_API_KEY": "sk-a-key"}, LAST, "prompt_cache_key"),
        ("openai/any", {"OPENAI_API_KEY": "sk-a-key"}, replace(LAST, conversation=""), ""),
        ("openai/any", {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}, GOES_ON, ""),
        ("anthropic/any", {"ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}, GOES_ON, ""),
    ],
)
def test_only_a_vendor_itself_is_asked_for_its_cache(
    name: str, environment: dict[str, str], call: Call, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = participant(name, Settings(), environment=environment)
    bodies: list[dict[str, object]] = []

    async def post(self: object, request: dict[str, object]) -> object:
        bodies.append(request)
        raise RuntimeError

    monkeypatch.setattr(Poster, "post", post)
    import anyio

    with pytest.raises(RuntimeError):
        anyio.run(one.ask, call)
    added = {"cache_control", "prompt_cache_key"} & bodies[0].keys()
    assert added == ({asked} if asked else set())


def test_a_call_knows_whether_its_conversation_goes_on() -> None:
    calls = [call_of(step, weighs=False) for step in first_calls(trial(1))]
    assert [one.goes_on for one in calls] == [True, True]
    assert len({one.conversation for one in calls}) == 2


@pytest.mark.parametrize(("characters", "alone"), [(5000, 1), (50, 3)])
def test_one_copy_goes_ahead_where_all_begin_with_many_words(
    store: Store, characters: int, alone: int
) -> None:
    article = "An article. " * (characters // 12)
    branches = tuple(
        (Turn(f"only/test q{n}", (article,), question(f"q{n}", f"Question {n}?")),)
        for n in range(3)
    )
    one = replace(
        trial(1),
        cell=Cell((("condition", "location"),), "permuted"),
        sessions=(Session((), True, trial(1).sessions[0].worth, (), (Fork(branches),)),),
    )
    at_once = most_at_first = 0

    class Watched(Answering):
        async def ask(self, call: Call) -> Reply:
            nonlocal at_once, most_at_first
            import anyio

            at_once += 1
            await anyio.sleep(0.02)
            if not self.calls:
                most_at_first = at_once
            return await super().ask(call)

    asked = Watched()
    procedure = plan([1])[0].procedure
    run_study(store, study(asked), [ParticipantPlan(asked, [planned(one, procedure)])])
    assert (len(asked.calls), most_at_first) == (3, alone)


def test_what_the_cache_saved_is_told_and_in_no_sum() -> None:
    budget = CostBudget({"test/answering": Tariff(PRICE, 100)})
    reply = Reply(
        "Here.",
        Finish.STOP,
        input_tokens=1_000_000,
        output_tokens=0,
        cache_read=500_000,
        cache_written=100_000,
    )
    budget.paid("test/answering", Decimal(0), (), reply)
    found = budget.cost()
    assert found.now == Decimal(4)
    # 500,000 at 0.40 in place of 4 dollars a million, and 100,000 at a quarter of 4 on top
    assert found.cache_saving == Decimal("1.8") - Decimal("0.1")
    assert cost(found)[1] == (
        "the provider's cache had 500,000 of the 1,000,000 tokens read: "
        "$1.70 less than at full prices"
    )
