"""A value that devrun would never have written is named with its table, column and row."""

from __future__ import annotations

from pathlib import Path

import pytest
from honest import fill
from sqlalchemy import text
from test_codes import PACKET

from dsl.errors import Exit
from runners.cli.open_study import open_store
from runners.coding.log_snapshots import unpacked
from runners.store.checks.values import wrong_values
from runners.store.errors import StoreDamaged
from runners.store.store import Store
from tests.shell import Shell

ODD = {
    "study_trials.draw": "'first'",
    "study_trials.seed": "'x'",
    "study_trials.levels": "'[[1]]'",
    "calls.levels": "'{}'",
    "calls.messages": '\'[["robot","hello"]]\'',
    "calls.requested": "'[]'",
    "calls.sent": "'NaN'",
    "calls.input_tokens": "'many'",
    "calls.latency_s": "9e999",
    "calls.simulated": "7",
    "calls.text": "x'ff00'",
    "transcripts.calls": "'[[\"a\"]]'",
    "participants.identity": "'nobody'",
    "starts.settings": "'[' || '['",
    "packets.settings": "'3'",
    "packets.header": "''",
    "packet_items.behind": '\'[["a","b",[[0]]]]\'',
    "packet_items.masked": "'[[\"0\",1]]'",
}


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'store.sqlite'}"


def test_every_kind_of_column_has_values_that_it_cannot_have(url: str) -> None:
    found: dict[str, list[str]] = {}
    with Store.open(url) as store, store._engine.connect() as connection:
        fill(store)
        assert list(wrong_values(connection)) == []
        for place, value in ODD.items():
            table, column = place.split(".")
            connection.rollback()
            connection.execute(text(f"UPDATE {table} SET {column} = {value}"))
            found[place] = sorted({f"{one.table}.{one.column}" for one in wrong_values(connection)})
        connection.rollback()
    assert found == {place: [place] for place in ODD}


@pytest.mark.parametrize("seed", ["x", "--5"])
def test_a_command_that_meets_one_names_it_and_does_not_blame_devrun(url: str, seed: str) -> None:
    with Store.open(url) as store:
        fill(store)
        with store._engine.begin() as connection:
            connection.execute(text("UPDATE study_trials SET seed = :seed"), {"seed": seed})
    with pytest.raises(StoreDamaged) as stopped:
        _read(url)
    assert stopped.value.exit_code is Exit.STORE
    assert "holds a value that cannot be read: study_trials.seed of " in stopped.value.message
    assert stopped.value.message.endswith(" is not a whole number")


def _read(url: str) -> None:
    with open_store(url, reading=True) as store:
        (study,) = store.studies()
        tuple(store.trials_of(study.study))


def test_a_fault_over_a_store_that_is_sound_stays_a_fault_of_devrun(url: str) -> None:
    with Store.open(url) as store:
        fill(store)
    with pytest.raises(KeyError), open_store(url, reading=True):
        raise KeyError("ours")


def test_store_check_names_wrong_values_and_makes_no_hashes_of_them(url: str) -> None:
    with Store.open(url) as store:
        fill(store)
        with store._engine.begin() as connection:
            connection.execute(text("UPDATE packet_items SET behind = 'true'"))
        (finding,) = store.checked().findings
    assert (finding.kind, finding.message) == (
        "wrong-value",
        f"there are {finding.count} values that cannot be read",
    )
    assert finding.examples[0].startswith(f"packet_items.behind of {PACKET.packet} ")


@pytest.mark.parametrize("body", ["", "null", "[{}]", "{}", '{"ways":3}', "[" * 50_000])
def test_what_was_kept_of_a_log_and_cannot_be_read_is_made_again_from_its_lines(body: str) -> None:
    assert unpacked(body) is None


def test_nothing_of_such_a_store_is_merged(shell: Shell) -> None:
    source = f"sqlite:///{shell.folder / 'theirs.sqlite'}"
    with Store.open(source) as store:
        fill(store)
        with store._engine.begin() as connection:
            connection.execute(text("UPDATE calls SET messages = 'true'"))
    said = shell.run("merge", "theirs.sqlite", "--into", "ours.sqlite", code=5).stderr
    assert "theirs.sqlite holds a value that cannot be read: calls.messages of " in said
    with Store.open(f"sqlite:///{shell.folder / 'ours.sqlite'}", reading=True) as ours:
        assert ours.checked().calls == 0
