"""The list that ships, the list that is renewed, and when a price is called old."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from runners.prices.renewing import fetched, list_of, put
from runners.prices.table import PricesUnusable, known_prices, parsed
from tests.shell import Shell

TODAY = date(2026, 11, 22)
DOCUMENT = {
    "openai": {
        "models": {
            "gpt-5": {
                "cost": {"input": 1.3, "output": 11, "cache_read": 0.1},
                "limit": {"output": 128000},
            },
            "no-cost": {"limit": {"output": 5}},
            "negative": {"cost": {"input": -1, "output": 1}},
            "text": {"cost": {"input": "1", "output": 1}},
            "huge": {"cost": {"input": 1e9, "output": 1}},
            'quo"te\n': {"cost": {"input": 1, "output": 1}},
            'quo"te': {"cost": {"input": 1e-7, "output": 1}},
        }
    },
    "anthropic": {"models": []},
    "somebody": {"models": {"else": {"cost": {"input": 1, "output": 1}}}},
}


@contextmanager
def served(body: bytes, *, status: int = 200) -> Iterator[str]:
    """An address on this computer that answers everything so."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/api.json"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_the_list_that_ships_has_a_day_and_a_vendors_page_for_each_model(tmp_path: Path) -> None:
    shipped = known_prices(folder=tmp_path)
    assert len(shipped) == 43
    pages = {
        "openai": "https://developers.openai.com/",
        "anthropic": "https://platform.claude.com/",
        "google": "https://ai.google.dev/",
    }
    for name, price in shipped.items():
        assert price.source.startswith(pages[name.partition("/")[0]]), name
        assert date(2025, 6, 1) < price.date <= TODAY, name
        assert 0 < price.input < price.output, name
        assert price.cached is None or price.cached < price.input, name
        assert not price.own


def test_a_document_becomes_a_price_file_and_what_is_no_price_is_left_out() -> None:
    text = list_of(json.dumps(DOCUMENT).encode(), address="https://x/api.json", today=TODAY)
    found = parsed(text, "x")
    assert sorted(found) == ["openai/gpt-5", 'openai/quo"te']
    price = found["openai/gpt-5"]
    assert (price.input, price.output, price.cached) == (Decimal("1.3"), 11, Decimal("0.1"))
    assert (price.date, price.longest, price.source) == (TODAY, 128000, "https://x/api.json")
    assert found['openai/quo"te'].input == Decimal("0.0000001")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"<html>", "is not JSON"),
        (b"\xff", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"{}", "has no prices of openai, anthropic, google"),
        (b"[1]", "has no prices"),
        (b'{"openai": {"models": {"a": {"cost": {"input": NaN, "output": 1}}}}}', "has no prices"),
    ],
)
def test_what_is_no_list_of_prices_is_refused(body: bytes, said: str) -> None:
    with pytest.raises(PricesUnusable, match=said):
        list_of(body, address="https://x/api.json", today=TODAY)


def test_an_address_that_does_not_answer_is_reported_with_what_to_do() -> None:
    with served(b"", status=503) as address, pytest.raises(PricesUnusable, match="status 503"):
        fetched(address)
    # Nobody listens there any more.
    with pytest.raises(PricesUnusable, match="cannot be reached") as offline:
        fetched(address)
    assert "check your connection" in offline.value.help
    with pytest.raises(PricesUnusable, match="is not a web address"):
        fetched("file:///etc/passwd")


def test_a_list_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    put("one", tmp_path / "new" / "list.toml")
    put("two", tmp_path / "new" / "list.toml")
    assert [one.read_text() for one in (tmp_path / "new").iterdir()] == ["two"]
    with pytest.raises(PricesUnusable, match="cannot be written"):
        put("three", tmp_path / "new" / "list.toml" / "below.toml")


def test_the_users_line_counts_before_the_renewed_and_that_before_the_shipped(
    tmp_path: Path,
) -> None:
    renewed = tmp_path / "renewed.toml"
    renewed.write_text(
        '"openai/gpt-5" = { input = 7, output = 8, date = 2026-11-22 }\n'
        '"openai/gpt-4o" = { input = 7, output = 8, date = 2026-11-22 }\n'
    )
    (tmp_path / "prices.toml").write_text(
        '"openai/gpt-5" = { input = 9, output = 9, date = 2020-01-01 }\n'
    )
    found = known_prices(folder=tmp_path, renewed=renewed)
    assert found["openai/gpt-5"].input == 9
    assert found["openai/gpt-5"].own
    assert found["openai/gpt-4o"].input == 7
    assert found["anthropic/claude-haiku-4-5"].input == 1


def test_a_price_is_old_half_a_year_after_it_was_read_unless_it_is_the_users(
    tmp_path: Path,
) -> None:
    price = known_prices(folder=tmp_path)["openai/gpt-5"]
    assert not price.old(date(2026, 9, 17))
    assert price.old(date(2026, 9, 18))
    (mine,) = parsed('"openai/a" = { input = 1, output = 1, date = 2020-01-01 }', "x").values()
    assert not mine.old(TODAY)


def test_a_price_holds_until_its_last_day(tmp_path: Path) -> None:
    price = known_prices(folder=tmp_path)["google/gemini-3.8-flash"]
    assert price.holds(date(2026, 12, 31))
    assert not price.holds(date(2027, 1, 1))


def test_brackets_without_end_are_refused(tmp_path: Path) -> None:
    (tmp_path / "prices.toml").write_text("a = " + "[" * 100_000)
    with pytest.raises(PricesUnusable, match="brackets nested too deep"):
        known_prices(folder=tmp_path)


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    line = f'"a/b" = {{ input = {"1" * 5_000}, output = 1, date = 2026-01-01 }}'
    with pytest.raises(PricesUnusable, match="has a number too large to be read"):
        parsed(line, "p.toml")


def test_numbers_that_would_fill_the_memory_are_left_out_of_a_renewed_list() -> None:
    limit, tiny = '"limit": {"output": 1e200000}', '"cost": {"input": 1e-200000, "output": 1}'
    text = list_of(
        b'{"openai": {"models": {"long": {"cost": {"input": 1, "output": 1}, %s}, "tiny": {%s}}}}'
        % (limit.encode(), tiny.encode()),
        address="https://x/api.json",
        today=TODAY,
    )
    assert len(text) < 1_000
    (price,) = parsed(text, "x").values()
    assert (price.name, price.longest) == ("openai/long", None)


def test_the_command_renews_the_list_and_tells_of_old_prices(shell: Shell) -> None:
    home = {name: str(shell.folder / "home") for name in ("HOME", "XDG_CONFIG_HOME")}
    told = shell.run("prices", "gpt-5-mini", more=home)
    assert told.stdout == (
        "model                 input    output    cached  read on\n"
        "openai/gpt-5-mini      0.25         2     0.025  2026-03-21\n"
    )
    assert "1 of 1 prices are older than 180 days: `devrun prices --renew` fetches" in told.stderr
    with served(json.dumps(DOCUMENT).encode()) as address:
        renewed = shell.run("prices", "--renew", "--from", address, "gpt-5", more=home)
        assert f"2 prices from {address}, saved in " in renewed.stderr
        rows = shell.json("prices", "gpt-5", more=home)
    by_name = {row["model"]: row for row in rows}
    assert by_name["openai/gpt-5"]["input"] == 1.3
    assert by_name["openai/gpt-5"]["source"] == address
    assert by_name["openai/gpt-5-mini"]["old"] is True
    offline = shell.run("prices", "--renew", "--from", address, code=2, more=home)
    assert "cannot be reached" in offline.stderr
    assert "or add a line to prices.toml by hand" in offline.stderr
