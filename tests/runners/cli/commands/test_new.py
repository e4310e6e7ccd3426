"""`devrun new`: what it says to type next can be typed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsl.loading import load
from runners.cli.commands.new import command
from runners.shipped import shipped_folder
from tests.here import here


@pytest.mark.parametrize(
    ("name", "typed"), [("my_study", "my_study.dev"), ("My study!", "'My study!.dev'")]
)
def test_a_name_with_spaces_is_quoted_in_the_next_commands(
    name: str, typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(command, [name], catch_exceptions=False)
    said = " ".join(done.stderr.split())
    for words in (f"devrun show {typed}", f"devrun check {typed}", f"devrun {typed}"):
        assert f"`{words}`" in said


def test_a_bank_on_ten_abilities_is_written_with_its_script_and_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without options it is the bank that comes with devrun; with another seed it is another."""
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(command, ["abilities"], catch_exceptions=False)
    shipped = shipped_folder("additions")
    names = done.stdout.split()
    assert names == [
        "abilities.dev",
        *sorted(f"abilities/{one.name}" for one in (shipped / "abilities").iterdir()),
    ]
    for name in names:
        assert (tmp_path / name).read_bytes() == (shipped / name).read_bytes()
    CliRunner().invoke(command, ["mine", "--template", "changing_views"], catch_exceptions=False)
    assert load("mine.dev").experiment is not None
    again = CliRunner().invoke(command, ["other", "--template", "abilities"])
    assert "`abilities/01_constancy.jsonl` already exists" in str(again.exception)
    assert not (tmp_path / "other.dev").exists()
    (tmp_path / "more").mkdir()
    monkeypatch.chdir(tmp_path / "more")
    monkeypatch.setattr("runners.cli.commands.new.MOST_ASKED", 45)
    CliRunner().invoke(
        command, ["abilities", "--items", "50", "--seed", "9"], catch_exceptions=False
    )
    experiment = load("abilities.dev").experiment
    assert experiment is not None
    shell = here(tmp_path / "more")
    told = shell.run("plan", "abilities.dev").stdout
    for words in (
        "items in 10 groups: constancy 45, early representation 45",
        "450 of the 500 items of `abilities`",
    ):
        assert words in " ".join(told.split())


def test_pairs_of_pictures_are_copied_or_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(command, ["core_pairs"], catch_exceptions=False)
    shipped = shipped_folder("additions") / "core_pairs"
    names = sorted(one.relative_to(shipped) for one in shipped.rglob("*.*"))
    assert len(names) == 97
    for name in names:
        assert (tmp_path / "core_pairs" / name).read_bytes() == (shipped / name).read_bytes()
    again = CliRunner().invoke(command, ["more", "--template", "core_pairs", "--items", "2"])
    assert "already exists" in str(again.exception)
    (tmp_path / "other").mkdir()
    monkeypatch.chdir("other")
    CliRunner().invoke(
        command, ["core_pairs", "--items", "1", "--seed", "3"], catch_exceptions=False
    )
    experiment = load("core_pairs.dev").experiment
    assert experiment is not None
    assert len(list(Path("core_pairs/pictures").iterdir())) == 24


def test_too_few_items_of_an_ability_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(command, ["abilities", "--items", "3"])
    assert "3 items of each ability are too few to balance" in str(done.exception)
    assert not list(tmp_path.iterdir())


def test_items_and_seed_are_those_of_the_abilities(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(command, ["my_study", "--items", "50"])
    assert str(done.exception) == (
        "`--items` and `--seed` are those of the templates abilities and core_pairs"
    )
    assert list(tmp_path.iterdir()) == []


def test_all_items_are_written_when_nobody_reads_what_is_printed(tmp_path: Path) -> None:
    """As with `devrun new abilities | head -1`."""
    reading, writing = os.pipe()
    os.close(reading)
    command = (sys.executable, "-m", "runners.main", "new", "abilities")
    subprocess.run(command, cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert len(list((tmp_path / "abilities").glob("*.jsonl"))) == 10
