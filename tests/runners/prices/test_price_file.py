"""A price file is read exactly, or refused with the line that is wrong and how to write it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from runners.cli.costs import old_prices
from runners.prices.table import (
    Price,
    PricesUnusable,
    dollars,
    known_prices,
    line_to_add,
    parsed,
    price_name,
)

LINE = '"openai/big" = { input = 1.10, output = 10, date = 2026-03-01, source = "a page" }\n'
NO_AMOUNT = "has an amount `input` that is no number from 0 to 1,000,000 (US dollars per million"
BIG = Price("openai/big", Decimal("1.10"), Decimal(10), date(2026, 3, 1), "a page")


def test_a_line_is_a_price_and_sums_are_exact() -> None:
    assert parsed(LINE, "x") == {"openai/big": BIG}
    assert BIG.of(3, 7) == Decimal("0.0000733")
    assert sum((BIG.of(1, 0) for _ in range(10)), Decimal(0)) == Decimal("0.000011")


def test_the_users_line_stands_above_the_one_that_ships(tmp_path: Path) -> None:
    shipped = known_prices(folder=tmp_path)
    (tmp_path / "prices.toml").write_text("\ufeff" + LINE, encoding="utf-8")
    assert known_prices(folder=tmp_path) == {**shipped, "openai/big": BIG}
    other = tmp_path / "other.toml"
    other.write_text(LINE.replace("1.10", "2"), encoding="utf-8")
    assert known_prices(folder=tmp_path, named="other.toml")["openai/big"].input == 2
    assert known_prices(folder=Path("/"), named=str(other))["openai/big"].input == 2


def test_every_price_that_ships_has_its_source(tmp_path: Path) -> None:
    assert all(
        price.source.startswith("https://") for price in known_prices(folder=tmp_path).values()
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LINE.replace("1.10", "DOLLARS"), "x is not TOML: invalid value"),
        (LINE.replace("1.10", "-1"), NO_AMOUNT),
        (LINE.replace("1.10", "nan"), NO_AMOUNT),
        (LINE.replace("1.10", "1e400"), NO_AMOUNT),
        (LINE.replace("input = 1.10, ", ""), "has no `input` (US dollars per million tokens)"),
        (LINE.replace("input", "inputs"), "has an unknown field `inputs`; known: input,"),
        (LINE.replace("2026-03-01", '"2026"'), "has no `date` (the day on which"),
        (LINE.replace('"a page"', "7"), "has a `source` that is not text"),
        (LINE.replace("source", "longest"), "has a `longest` that is not a number of tokens"),
        (LINE.replace("source", "picture"), "has a `picture` that is not a number of tokens"),
        ('"openai/big" = 3', "is not a table of figures"),
        (LINE + LINE, "x is not TOML: cannot overwrite"),
    ],
)
def test_a_line_that_is_no_price_is_refused(text: str, said: str) -> None:
    with pytest.raises(PricesUnusable) as caught:
        parsed(text, "x")
    assert said in caught.value.message
    assert caught.value.help.startswith('write it like "openai/NAME" = {')


def test_a_file_that_is_named_must_be_there_and_be_text(tmp_path: Path) -> None:
    with pytest.raises(PricesUnusable, match=r"there is no file .*gone\.toml"):
        known_prices(folder=tmp_path, named="gone.toml")
    (tmp_path / "prices.toml").write_bytes(b"a\n\xe4")
    with pytest.raises(PricesUnusable, match=r"is not saved as UTF-8 .* in line 2"):
        known_prices(folder=tmp_path)
    (tmp_path / "prices.toml").unlink()
    (tmp_path / "prices.toml").mkdir()
    with pytest.raises(PricesUnusable, match="is a folder, not a price file"):
        known_prices(folder=tmp_path)


def test_the_line_to_add_is_a_price_once_its_figures_are_filled_in() -> None:
    line = line_to_add("openai/big@127.0.0.1:8000/v1", date(2026, 3, 1))
    assert line.count("DOLLARS") == 2
    (price,) = parsed(line.replace("DOLLARS", "0.5"), "x").values()
    assert (price.name, price.input, price.date) == (
        "openai/big@127.0.0.1:8000/v1",
        Decimal("0.5"),
        date(2026, 3, 1),
    )


def test_another_server_has_prices_of_its_own() -> None:
    assert price_name("openai/big", {"model": "big"}) == "openai/big"
    assert price_name("openai/big", {"endpoint": "h:1/v1"}) == "openai/big@h:1/v1"
    assert price_name("openai/responses/big", {"endpoint": "h:1/v1"}) == "openai/big@h:1/v1"


def test_over_either_of_its_apis_a_model_costs_the_same() -> None:
    assert price_name("openai/responses/big", {"api": "responses"}) == "openai/big"


@pytest.mark.parametrize(
    ("amount", "shown"),
    [("0", "$0.00"), ("0.00421", "$0.0042"), ("0.42", "$0.42"), ("1234.5", "$1,234.50")],
)
def test_amounts_are_shown_as_people_write_them(amount: str, shown: str) -> None:
    assert dollars(Decimal(amount)) == shown


def test_one_old_price_is_told_once_however_many_have_it() -> None:
    old = replace(BIG, date=date(2020, 1, 1), own=False)
    [told] = old_prices([old, None, old])
    assert told.startswith("the price of openai/big was read on 2020-01-01")
