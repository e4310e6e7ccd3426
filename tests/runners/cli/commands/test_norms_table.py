"""`devrun norms`: a table of published accuracies, with stages, means and ages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsl.errors import DevrunError
from runners.cli.commands.norms import command
from runners.shipped import SHIPPED_NORMS

ROW = {
    "model": "m",
    **dict.fromkeys(("const", "early", "semio", "empat", "conse"), 50),
    **dict.fromkeys(("induc", "rever", "deduc", "propo", "plan"), 0),
}


def test_a_table_in_json_beside_its_printed_age(tmp_path: Path) -> None:
    table = tmp_path / "rows.json"
    table.write_text(json.dumps([ROW | {"Age": 8.8}]))
    done = CliRunner().invoke(command, ["table", str(table), "--json"])
    (row,) = json.loads(done.stdout)["rows"]
    assert [one["calibrated"] for one in row["stages"]] == pytest.approx([0.5, 0.5, 1 / 6, 0])
    assert (row["macro"], row["age"]) == pytest.approx((0.25, 3.68 + 1.28 + 3.33 + 3.58 / 6))
    assert (row["printed_macro"], row["printed_age"], row["extrapolated"]) == (None, 8.8, False)


def test_what_the_figures_are_is_said_below_them(tmp_path: Path) -> None:
    table = tmp_path / "rows.csv"
    table.write_text(",".join(ROW) + "\n" + ",".join(map(str, ROW.values())) + "\n")
    printed = CliRunner().invoke(command, ["table", str(table)]).stdout
    words = " ".join(printed.split())
    assert "aggregate form: (accuracy - chance) / (1 - chance)" in words
    assert "recovered by least squares from the published Table 9, not published" in words
    assert "95%: covers items only" in words
    assert "printed" not in words.split("bank:")[0]


def test_norms_of_ones_own_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    shown = CliRunner().invoke(command, ["show"]).stdout
    assert shown == SHIPPED_NORMS.read_text("utf-8")
    own = tmp_path / "own.json"
    own.write_text(shown.replace('"intercept": 3.68', '"intercept": 4.68'))
    table = tmp_path / "rows.json"
    table.write_text(json.dumps([ROW]))
    arguments = ["table", str(table), "--json", "--norms"]
    done = CliRunner().invoke(command, [*arguments, str(own)])
    assert json.loads(done.stdout)["rows"][0]["age"] == pytest.approx(9.8867, abs=1e-4)
    own.write_bytes(b"\xef\xbb\xbf" + own.read_bytes())
    assert CliRunner().invoke(command, [*arguments, str(own)]).stdout == done.stdout


@pytest.mark.parametrize("words", [("table", "rows.json", "--norms"), ("fit", "a.csv", "--key")])
def test_a_file_that_is_no_json_is_refused_in_words(words: tuple[str, ...], tmp_path: Path) -> None:
    def refused(place: Path) -> str:
        fault = CliRunner().invoke(command, [*words[:1], str(table), *words[2:], str(place)])
        assert isinstance(fault.exception, DevrunError)
        assert fault.exception.help
        return fault.exception.message

    table = tmp_path / words[1]
    table.write_text(json.dumps([ROW]))
    other = tmp_path / "x.json"
    assert refused(other) == f"there is no file {other}"
    other.write_bytes(b"PK\x03\x04" + bytes(300))
    assert refused(other) == f"{other} is a document of an office program, not text"
    other.write_text('{"x": ' + "[" * 100_000)
    assert refused(other) == f"{other}: its brackets are nested too deeply"
