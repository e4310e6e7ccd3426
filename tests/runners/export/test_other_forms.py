"""The other forms of an export: plain lines, and logs of Inspect."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from renderers.csv_text import field, restored
from runners.analysis.codings import RaterSelection
from runners.analysis.trials import finished_trials
from runners.export.exported_trials import ExportedTrials
from runners.store.store import Store
from runners.studies.study import opened_study
from tests.here import here
from tests.shell import Shell

SCRIPT = """\
experiment The mug

things
    mug: scarf, torch

places
    shelf: drawer, trunk
    table: bench, stool

design
    runs 2
    wording original and permuted

procedure
    instructions: You hear a story.
    say: The {mug} stands on the {shelf}. {Otto} moves it to the {table}.
    separately
        control before
            ask: Where was the {mug}?
            answer: {shelf}
        test place
            ask: Where is the {mug} now?
            answer: {table}
            wrong: {shelf}

people
    Otto (he): Karim
"""


@pytest.fixture(scope="module")
def mug(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    shell = here(tmp_path_factory.mktemp("mug"))
    (shell.folder / "mug.dev").write_text(SCRIPT, encoding="utf-8")
    shell.run("mug.dev", "-m", "sim/oracle", "-m", "sim/child")
    shell.run("export", "--to", "inspect", "-o", "logs")
    return shell


def logs(mug: Shell) -> list[dict[str, Any]]:
    places = sorted((mug.folder / "logs").iterdir())
    return [json.loads(place.read_text(encoding="utf-8")) for place in places]


def test_a_line_is_a_trial_as_the_transcript_has_it(mug: Shell) -> None:
    printed = mug.run("export", "--to", "jsonl", "-o", "-").stdout
    mug.run("export", "--to", "jsonl", "-o", "all.jsonl")
    assert (mug.folder / "all.jsonl").read_text(encoding="utf-8") == printed
    told = mug.json("transcript")
    lines = [json.loads(line) for line in printed.splitlines()]
    assert lines == [{"study": told["study"]} | one for one in told["trials"]]
    assert [one["simulated"] for one in lines] == [True] * 8


def test_parquet_has_the_tables_of_the_folder_with_types(mug: Shell) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    mug.run("export", "--to", "parquet", "-o", "columns")
    again = mug.run("export", "--to", "parquet", "-o", "columns", "--replace")
    assert "columns: 8 trials" in again.stdout
    mug.run("export", "-o", "folder")
    begins, ends = f"study-{mug.json('score')['study']}_description-", "_data.csv"
    files = [one for one in (mug.folder / "folder" / "data").iterdir() if one.is_file()]
    for csv_file in files:
        name = csv_file.name.removeprefix(begins).removesuffix(ends)
        found = parquet.read_table(mug.folder / "columns" / f"{name}.parquet")
        with csv_file.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        names = [one for one in found.column_names if not (name == "calls" and one == "text")]
        assert names == list(rows[0]) if rows else names
        told = [{key: restored(value) for key, value in row.items()} for row in rows]
        assert [{key: field(row[key]) for key in names} for row in found.to_pylist()] == told
    assert len(files) == len([*(mug.folder / "columns").glob("*.parquet")])
    trials = parquet.read_schema(mug.folder / "columns" / "trials.parquet")
    assert [str(trials.field(one).type) for one in ("simulated", "draw", "model")] == [
        "bool", "int64", "string",
    ]  # fmt: skip
    assert "text" in parquet.read_schema(mug.folder / "columns" / "calls.parquet").names


def test_a_number_that_parquet_cannot_hold_is_said_in_words(shell: Shell) -> None:
    pytest.importorskip("pyarrow.parquet")
    shell.run("blicket", "--runs", "1", "--seed", str(2**63))
    said = shell.run("export", "--to", "parquet", "-o", "columns", code=2).stderr
    assert said.endswith(
        "devrun: trials.parquet cannot be written: a number, such as a seed, is too large for it\n"
        "help: export another format, such as --to psych-ds\n"
    )
    assert not (shell.folder / "columns").exists()


def test_trials_as_noted_are_those_that_were_walked(mug: Shell, tmp_path: Path) -> None:
    """Of one nothing was noted, since its run broke off."""
    copy = tmp_path / "store.sqlite"
    shutil.copy(mug.folder / "devrun.sqlite", copy)
    with closing(sqlite3.connect(copy)) as connection, connection:
        first = "(SELECT min(trial) FROM transcripts)"
        connection.execute(f"DELETE FROM transcripts WHERE trial = {first}")
    with Store.open(f"sqlite:///{copy}", reading=True) as store:
        passing = ExportedTrials(store, opened_study(store), RaterSelection())
        table = finished_trials(store, passing.opened)
        walked, noted = (
            [
                (
                    one.row,
                    one.coded.text.words,
                    [
                        (each.key, each.number, each.turn, each.reply)
                        for each in one.coded.finished.transcript.exchanges
                    ],
                )
                for one in passing.trials(told)
            ]
            for told in (None, passing.without_messages(table))
        )
    assert walked == noted
    assert len(noted) == 8


def test_lines_go_to_a_program_only_as_lines(mug: Shell) -> None:
    done = mug.run("export", "-o", "-", code=2)
    assert "works only with --to jsonl and without --json" in done.stderr


def test_there_is_a_log_for_each_participant_with_its_means(mug: Shell) -> None:
    found = {log["eval"]["model"]: log for log in logs(mug)}
    scored = mug.json("score")
    assert found.keys() == {"sim/oracle", "sim/child"}
    for model, log in found.items():
        assert (log["version"], log["status"]) == (2, "success")
        assert log["eval"]["task"] == "The mug"
        assert log["eval"]["tags"] == ["simulated, not data"]
        assert log["results"]["completed_samples"] == len(log["samples"]) == 4
        lrs = {one["trial"]: one["lrs"] for one in scored["trials"] if one["model"] == model}
        samples = {one["metadata"]["trial"]: one for one in log["samples"]}
        assert {key: one["scores"]["lrs"]["value"] for key, one in samples.items()} == lrs
        (mean,) = (one for one in log["results"]["scores"] if one["name"] == "lrs")
        assert mean["metrics"]["mean"]["value"] == sum(lrs.values()) / 4


def test_a_sample_has_every_message_once_and_every_call_whole(mug: Shell) -> None:
    sample = next(log for log in logs(mug) if log["eval"]["model"] == "sim/oracle")["samples"][0]
    assert sample["id"] == "original / draw 1"
    assert sample["target"] == ["table"]
    messages = [(one["role"], one["metadata"]["place"]) for one in sample["messages"]]
    assert [role for role, _ in messages] == ["system", "user", "assistant", "user", "assistant"]
    first, second = sample["events"]
    assert [one["role"] for one in first["input"]] == ["system", "user"]
    assert first["input"][1]["content"].endswith("Where was the mug?")
    assert second["input"][1]["content"].endswith("Where is the mug now?")
    assert first["output"]["completion"] == sample["messages"][2]["content"]
    assert sample["output"]["completion"] == second["output"]["completion"]
    told = mug.json("transcript", "-m", "sim/oracle", "--wording", "original")["trials"][0]
    assert sample["metadata"]["words"] == told["words"]


@pytest.mark.skipif(
    importlib.util.find_spec("inspect_ai") is None, reason="inspect_ai is not installed"
)
def test_inspect_reads_the_logs(mug: Shell) -> None:
    from inspect_ai.log import list_eval_logs, read_eval_log  # type: ignore[import-not-found]

    found = [read_eval_log(one) for one in list_eval_logs(str(mug.folder / "logs"))]
    assert sorted(len(log.samples) for log in found) == [4, 4]


def test_replies_from_a_hostile_server_stay_inside_their_fields(shell: Shell) -> None:
    from renderers.csv_text import field
    from runners.participants.double import Double
    from tests.runners.export.given_away import GivenAway

    replies = (
        '=HYPERLINK("http://x.invalid","the table")', "a\0b\u202ec", "-2+3\r\n,\"\r\n\n'",
        "\ud83d broken", "x" * 200_000, "NA", "<script>|`a`|", "\t@SUM(1)",
    )  # fmt: skip
    (shell.folder / "mug.dev").write_text(SCRIPT, encoding="utf-8")
    with Double(*replies) as double:
        words = ("mug.dev", "-m", "openai/any", "--concurrency", "1", "--wording", "permuted")
        shell.run(*words, "--runs", "4", more=double.environment)
    shell.run("export", "-o", "out")
    shell.run("export", "--to", "inspect", "-o", "logs")
    rows = GivenAway(shell, shell.folder / "out").rows("questions")
    assert len(rows) == 8
    assert {row["reply"] for row in rows} == {field(one) for one in replies}
    raw = (shell.folder / "out/data/raw/replies-0001.jsonl").read_text(encoding="utf-8")
    assert {json.loads(line)["text"] for line in raw.splitlines()} == set(replies)
    (log,) = (shell.folder / "logs").iterdir()
    samples = json.loads(log.read_text(encoding="utf-8"))["samples"]
    said = {one["output"]["completion"] for sample in samples for one in sample["events"]}
    assert "<U+D83D> broken" in said
    assert len(said) == 8


def test_what_is_no_log_is_not_replaced_by_logs(mug: Shell) -> None:
    mixed = mug.folder / "mixed"
    shutil.copytree(mug.folder / "logs", mixed)
    (mixed / "notes.txt").write_text("mine", encoding="utf-8")
    done = mug.run("export", "--to", "inspect", "-o", "mixed", "--replace", code=2)
    assert "already exists" in done.stderr
    assert (mixed / "notes.txt").read_text(encoding="utf-8") == "mine"
    mug.run("export", "--to", "inspect", "-o", "logs", "--replace")
    assert len(logs(mug)) == 2


def test_a_file_that_is_no_export_is_not_replaced_by_lines(mug: Shell) -> None:
    done = mug.run("export", "--to", "jsonl", "-o", "mug.dev", "--replace", code=2)
    assert "`mug.dev` already exists" in done.stderr
    for _ in range(2):
        mug.run("export", "--to", "jsonl", "-o", "again.jsonl", "--replace")
    (mug.folder / "empty" / "below").mkdir(parents=True)
    mug.run("export", "--to", "inspect", "-o", "empty", "--replace", code=2)


def test_a_name_that_is_no_folder_is_made_with_those_above_it(mug: Shell) -> None:
    mug.run("export", "--to", "jsonl", "-o", os.path.join("deep", "down", "all.jsonl"))  # noqa: PTH118
    assert Path(mug.folder / "deep" / "down" / "all.jsonl").is_file()
