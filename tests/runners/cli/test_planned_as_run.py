"""A run can be planned as it is typed, and what it is asked with counts in the plan."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from runners.cli.commands.plan import command as plan
from runners.cli.commands.run import command as run
from runners.participants.double import KEY
from tests.here import Here
from tests.runners.cli.cup_script import TEXT

MODEL = "openai/gpt-5.1"
PRICE = '"openai/gpt-5.1" = { input = 1, output = 10, date = 2026-11-01 }\n'
KEYS = {"OPENAI_API_KEY": KEY}


def desk(shell: Here) -> Here:
    (shell.folder / "cup.dev").write_text(TEXT, encoding="utf-8")
    (shell.folder / "prices.toml").write_text(PRICE, encoding="utf-8")
    return Here(shell.folder, {**shell.environment, **KEYS}, plain=True)


def planned(shell: Here, *more: str) -> dict[str, Any]:
    found: dict[str, Any] = shell.json("plan", "cup.dev", "-m", MODEL, *more)
    return found


def test_every_option_of_a_run_is_taken_by_its_plan(shell: Here) -> None:
    ours, theirs = ({word for one in each.params for word in one.opts} for each in (plan, run))
    assert theirs <= ours
    unlisted = "--store lab.sqlite --concurrency 5 --requests-per-minute 9 --timeout 5 --on ray"
    bare = desk(shell).run("plan", "cup.dev", "-m", MODEL)
    taken = shell.run("plan", "cup.dev", "-m", MODEL, *unlisted.split())
    assert bare.stdout == taken.stdout
    assert not (shell.folder / "lab.sqlite").exists()
    assert "--concurrency" not in shell.run("plan", "--help").stdout


@pytest.mark.parametrize("limit", ["--max-tokens", "--param max_completion_tokens="])
def test_the_longest_reply_bounds_tokens_and_cost(shell: Here, limit: str) -> None:
    shell, usual = desk(shell), planned(desk(shell))
    assert usual["longest_cost_usd"] is None

    def limited(tokens: int) -> dict[str, Any]:
        return planned(shell, *f"{limit} {tokens}".replace("= ", "=").split())

    short, long = limited(30), limited(2000)
    assert short["output_tokens"] * 2 == usual["output_tokens"] == long["output_tokens"]
    assert short["longest_cost_usd"] == short["cost_usd"] < usual["cost_usd"] == long["cost_usd"]
    most = (usual["input_tokens"] + 2000 * usual["calls"] * 10) / Decimal(1_000_000)
    assert long["longest_cost_usd"] == pytest.approx(float(most))
    words = f"{limit} 30".replace("= ", "=").split()
    assert "30 tokens to a reply" in shell.run("plan", "cup.dev", "-m", MODEL, *words).stdout


def test_an_agents_replies_are_no_longer_than_they_may_be(shell: Here) -> None:
    agent = ("flood_worry", "-m", MODEL, "--agent", "coggpt", "--runs", "1")
    usual, short = (shell.json("plan", *agent, *more) for more in ((), ("--max-tokens", "7")))
    assert short["output_tokens"] == 7 * short["calls"] < usual["output_tokens"]


def test_a_ceiling_is_compared_with_the_cost_at_the_price_that_is_paid(shell: Here) -> None:
    shell = desk(shell)
    cost = planned(shell)["cost_usd"]

    def told(*more: str) -> str:
        return shell.run("plan", "cup.dev", "-m", MODEL, *more).stdout

    above, between = str(cost * 1.1), str(cost * 0.8)
    assert "--max-cost" not in told("--max-cost", above, "--max-tokens", "60")
    assert "is less than it costs: the run would stop before" in told(
        "--max-cost", between, "--max-tokens", "60"
    )
    assert "is less than it costs" not in told(
        "--max-cost", between, "--batch", "--max-tokens", "60"
    )
    assert "would stop the run before, if replies are so long" in told(
        "--max-cost", above, "--max-tokens", "9000"
    )
    unknown = shell.run("plan", "cup.dev", "-m", "openai/unknown", "--max-cost", "1").stdout
    assert "cannot be run yet: --max-cost needs a price for openai/unknown" in unknown


@pytest.mark.parametrize("keys", [KEYS, {}])
def test_who_does_not_take_what_is_asked_is_named(shell: Here, keys: dict[str, str]) -> None:
    with_key = desk(shell)
    shell = replace(with_key, environment={**shell.environment, **keys})

    def refused(*more: str, model: str = MODEL) -> list[str]:
        document = shell.json("plan", "cup.dev", "-m", model, *more)
        return [one["message"] for one in document["unmet"]]

    assert refused("--reasoning", "high") == refused() == []
    assert "what `--reasoning high` would be" in refused("--reasoning", "high", model="openai/x")[0]
    assert "`temperature` cannot be sent" in refused("--temperature", "0.5")[0]
    assert refused("--temperature", "0.5", "--allow-unsupported") == []
    assert "has no batches" in refused("--batch", model="sim/child")[0]
    high = shell.run("plan", "cup.dev", "-m", MODEL, "--reasoning", "high").stdout
    assert "what models think at --reasoning high is not counted" in high
