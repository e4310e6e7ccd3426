"""What a study costs: estimated before, counted during, and held under a ceiling."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from runners.participants.double import Double
from tests.runners.coding.homes import items, packet, write_file
from tests.shell import Shell

REPLY = "The first one."  # the double counts three tokens written
RUN = ("blicket", "-m", "openai/any", "--runs", "1", "--max-tokens", "100")
CALLS = 64


def prices(shell: Shell, double: Double, *, input: str = "0", more: str = "") -> None:
    """A token written is a tenth of a cent: a reply of the double costs 0.003 dollars."""
    place = double.environment["OPENAI_BASE_URL"].removeprefix("http://")
    line = f'"openai/any@{place}" = {{ input = {input}, output = 1000, date = 2026-03-01{more} }}'
    (shell.folder / "prices.toml").write_text(line + "\n", encoding="utf-8")


def test_the_run_stops_under_its_ceiling_and_goes_on_with_a_higher_one(shell: Shell) -> None:
    with Double(then=REPLY) as double:
        prices(shell, double)
        first = shell.json(*RUN, "--max-cost", "0.15", code=4, more=double.environment)
        # A reply of 100 tokens could cost 0.10: no call begins once more than 0.05 is paid.
        assert len(double.requests) == first["calls"]["made"] == 17
        assert first["cost_usd"] == 0.051
        assert first["trials"]["left"] > 0
        assert first["failures"] == first["down"] == []
        same = shell.run(*RUN, "--max-cost", "0.15", code=4, more=double.environment)
        assert "cost limit of $0.15 reached: the next call could have exceeded it" in same.stderr
        assert "help: give the same command with a higher --max-cost to continue" in same.stderr
        assert len(double.requests) == 17
        rest = shell.json(*RUN, "--max-cost", "$1", more=double.environment)
        assert len(double.requests) == CALLS
    assert rest["cost_usd"] == 0.141
    assert rest["cost"] == {
        "now_usd": 0.141,
        "earlier_usd": 0.051,
        "elsewhere_usd": 0.0,
        "ceiling_usd": 1.0,
        "ceiling_reached": False,
        "input_tokens": 47 * 7,
        "output_tokens": 47 * 3,
        "cache_read_tokens": 0,
        "cache_saving_usd": 0.0,
        "replies_without_tokens": 0,
        "without_price": [],
        "prices": [
            {
                "model": rest["cost"]["prices"][0]["model"],
                "input_usd": 0.0,
                "output_usd": 1000.0,
                "date": "2026-03-01",
                "source": "",
            }
        ],
    }


JUDGED = json.dumps({"marks": [{"question": n, "mark": "right", "flags": []} for n in (1, 2)]})


def test_a_judge_is_estimated_counted_and_stopped_under_its_ceiling(shell: Shell) -> None:
    """A judgement of the double's is of thirteen tokens written: 0.013 dollars."""
    write_file(shell.folder, packet("Anna", items(12)))
    command = ("code", "Anna.packet.jsonl", "--judge", "openai/any", "--max-tokens", "100")
    with Double(then=JUDGED) as double:
        refused = shell.run(*command, "--max-cost", "1", code=2, more=double.environment)
        assert "--max-cost needs a price for openai/any; none is known" in refused.stderr
        assert double.requests == ()
        prices(shell, double)
        first = shell.run(*command, "--max-cost", "0.13", code=4, more=double.environment)
        made = len(double.requests)
        assert made == 3  # a reply of 100 tokens could cost 0.10
        assert "12 items to judge: about " in first.stderr
        assert "cost about $0.72 by prices of 2026-03-01; what models think" in first.stderr
        assert "cost $0.0390 by prices of 2026-03-01 (21 tokens read and 39" in first.stderr
        assert "cost limit of $0.13 reached: the next call could have exceeded it" in first.stderr
        rest = shell.json(*command, "--max-cost", "1", more=double.environment)
    assert (rest["judged"], rest["asked"], rest["finished"]) == (12, 9, True)
    assert (rest["cost_usd"], rest["cost"]["earlier_usd"]) == (0.117, 0.039)


def test_the_total_stands_at_the_end_and_what_was_paid_before_apart(shell: Shell) -> None:
    with Double(then=REPLY) as double:
        prices(shell, double, input="1000")
        done = shell.run(*RUN, more=double.environment)
        again = shell.run(*RUN, more=double.environment)
    assert "cost $0.64 by prices of 2026-03-01 (448 tokens read and 192 written)\n" in done.stderr
    assert (
        "cost $0.00 by prices of 2026-03-01 (0 tokens read and 0 written); the study had cost "
        "$0.64 before\n" in again.stderr
    )


def test_an_unknown_price_is_refused_with_the_line_that_mends_it(shell: Shell) -> None:
    with Double(then=REPLY) as double:
        asked = (*RUN, "--max-cost", "5")
        refused = shell.run(*asked, code=2, more=double.environment)
        assert "--max-cost needs a price for openai/any; none is known" in refused.stderr
        line = refused.stderr.rpartition("may know it): ")[2]
        unfilled = shell.folder / "prices.toml"
        unfilled.write_text(line, encoding="utf-8")
        assert (
            "prices.toml is not TOML" in shell.run(*asked, code=2, more=double.environment).stderr
        )
        unfilled.write_text(line.replace("DOLLARS", "0.5"), encoding="utf-8")
        assert double.requests == ()
        assert shell.json(*asked, more=double.environment)["calls"]["made"] == CALLS


def test_a_ceiling_needs_to_know_how_long_a_reply_can_be(shell: Shell) -> None:
    run = (*RUN[:-2], "--max-cost", "1000")
    with Double(then=REPLY) as double:
        prices(shell, double)
        refused = shell.run(*run, code=2, more=double.environment)
        assert (
            "--max-cost needs a maximum reply length for openai/any; none is known"
            in refused.stderr
        )
        assert double.requests == ()
        prices(shell, double, more=", longest = 1000")
        assert shell.json(*run, more=double.environment)["calls"]["made"] == CALLS


def test_simulated_participants_cost_nothing(shell: Shell) -> None:
    done = shell.json("blicket", "-m", "sim/oracle", "--runs", "1", "--max-cost", "0")
    assert done["cost_usd"] == 0
    assert done["calls"]["made"] == CALLS
    assert "cost" not in shell.run("blicket", "-m", "sim/oracle", "--runs", "1").stderr


def test_without_a_price_the_cost_is_unknown_and_the_tokens_are_reported(shell: Shell) -> None:
    with Double(then=REPLY) as double:
        done = shell.run(*RUN, more=double.environment)
        assert shell.json(*RUN[:4], "2", more=double.environment)["cost_usd"] is None
    assert (
        "cost unknown (448 tokens read and 192 written): no price for openai/any; `devrun plan` "
        "shows the line to add\n" in done.stderr
    )


def test_where_one_price_is_unknown_the_tokens_are_said_to_be_everybodys(shell: Shell) -> None:
    with Double(then=REPLY) as double:
        prices(shell, double)
        done = shell.run(*RUN, "-m", "openai/other", more=double.environment)
    assert (
        "cost $0.19 by prices of 2026-03-01 (896 tokens read and 384 written by all participants)\n"
        "cost of the rest unknown: no price for openai/other; `devrun plan` shows the line to add\n"
    ) in done.stderr


def test_a_plan_tells_what_it_would_cost(shell: Shell, tmp_path: Path) -> None:
    named = tmp_path / "lab.toml"
    named.write_text(
        '"openai/one" = { input = 10, output = 20, date = 2026-03-01, source = "a page" }\n'
        '"openai/two" = { input = 1, output = 2, date = 2026-04-01 }\n',
        encoding="utf-8",
    )
    lab = {"DEVRUN_PRICES": str(named)}
    asked = ("plan", "blicket", "-m", "openai/one", "-m", "openai/two", "-m", "sim/child")
    plan = shell.json(*asked, more=lab)
    read, written = plan["input_tokens"] / 3, plan["output_tokens"] / 3
    one = (10 * read + 20 * written) / 1e6
    assert plan["cost_usd"] == pytest.approx(one * 1.1)
    assert plan["costs"] == [
        {
            "model": "openai/one",
            "cost_usd": pytest.approx(one),
            "date": "2026-03-01",
            "source": "a page",
        },
        {
            "model": "openai/two",
            "cost_usd": pytest.approx(one / 10),
            "date": "2026-04-01",
            "source": "",
        },
    ]
    assert (
        f"cost about ${plan['cost_usd']:.2f} by prices of 2026-03-01, 2026-04-01; what models think"
        in (shell.run(*asked, more=lab).stdout)
    )
    assert shell.json(*asked)["cost_usd"] is None
    assert "the price of openai/one is unknown\n  help: add its line to prices.toml in this" in (
        shell.run(*asked).stdout
    )
    assert shell.run("plan", "blicket", "-m", "sim/child").stdout.endswith(
        "\nno cost: all models run on this computer\n"
    )


def test_an_amount_that_is_none_is_refused(shell: Shell) -> None:
    for written in ("much", "-1", "nan", "inf", ""):
        done = shell.run("blicket", "--max-cost", written, code=2)
        assert f"`--max-cost {written}` is not an amount" in done.stderr
