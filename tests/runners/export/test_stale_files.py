"""What a killed export left is put away by the next one, and nothing else is."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from runners.export.folder import (
    BEFORE,
    PART,
    CannotWrite,
    beside,
    put_away,
    whole_file,
    whole_folder,
)
from tests.runners.export.given_away import GivenAway
from tests.shell import ROOT

PLACES = ("out", "other", "all.jsonl")


@cache
def names_of_the_dead() -> dict[str, str]:
    """Names next to places, of either kind, that one process gave which has ended since."""
    code = (
        "import json, sys; from pathlib import Path; from runners.export.folder import beside; "
        "print(json.dumps({' '.join((kind, name)): beside(Path(name), kind).name "
        "for kind in sys.argv[1:3] for name in sys.argv[3:]}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, PART, BEFORE, *PLACES],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


def named_by_the_dead(place: Path, kind: str) -> Path:
    """A name that a process gave which has ended since."""
    return place.with_name(names_of_the_dead()[f"{kind} {place.name}"])


def filled(folder: Path, words: str = "words") -> Path:
    folder.mkdir()
    (folder / "README.md").write_text(words, encoding="utf-8")
    return folder


def nothing(place: Path) -> bool:
    return False


def everything(place: Path) -> bool:
    return True


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def test_an_export_that_was_killed_leaves_a_part_and_the_next_one_removes_it(
    given: GivenAway,
) -> None:
    folder = given.shell.folder

    def part() -> bool:
        return any(folder.glob("killed.part-*/data/raw/study.sqlite"))

    # On a busy machine an export may be through before it is killed.
    for _ in range(20):
        process = given.shell.start("export", "-o", "killed", "--replace")
        while not part() and process.poll() is None:
            pass  # it is there for milliseconds
        process.kill()
        said = process.communicate()
        if part():
            break
    left = [one.name for one in folder.glob("killed*")]
    assert sum(name.startswith("killed.part-") for name in left) == 1, said
    shutil.rmtree(folder / "killed", ignore_errors=True)
    given.shell.run("export", "-o", "killed")
    assert [one.name for one in folder.glob("killed*")] == ["killed"]


def test_what_is_being_written_by_somebody_alive_or_elsewhere_is_left_alone(tmp_path: Path) -> None:
    place = tmp_path / "out"
    mine = filled(beside(place, PART))
    dead = named_by_the_dead(place, PART)
    here = dead.name.split("-")[1]
    elsewhere = filled(dead.with_name(dead.name.replace(here, "0" * 8)))
    another = filled(named_by_the_dead(tmp_path / "other", PART))
    stranger = filled(tmp_path / "out.part-of-a-thesis")
    filled(dead)
    put_away(place, replaces=everything)
    assert names(tmp_path) == sorted(x.name for x in (mine, elsewhere, another, stranger))


def test_a_line_file_that_was_half_written_is_removed(tmp_path: Path) -> None:
    place = tmp_path / "all.jsonl"
    named_by_the_dead(place, PART).write_text("half", encoding="utf-8")
    with whole_file(place, replaces=nothing) as part:
        part.write_text("whole", encoding="utf-8")
    assert names(tmp_path) == ["all.jsonl"]
    assert place.read_text(encoding="utf-8") == "whole"


def test_an_older_export_whose_place_was_empty_for_a_moment_gets_its_name_back(
    tmp_path: Path,
) -> None:
    """A process died when the older one had lost its name, and the newer one had none yet."""
    place = tmp_path / "out"
    filled(named_by_the_dead(place, BEFORE), "with what people wrote")
    filled(named_by_the_dead(place, PART))
    with (
        pytest.raises(CannotWrite, match="already exists"),
        whole_folder(place, replaces=nothing),
    ):
        raise AssertionError
    assert names(tmp_path) == ["out"]
    assert (place / "README.md").read_text(encoding="utf-8") == "with what people wrote"


def test_an_older_export_next_to_the_newer_one_goes_when_it_may_be_replaced(tmp_path: Path) -> None:
    place = filled(tmp_path / "out")
    older = filled(named_by_the_dead(place, BEFORE))
    put_away(place, replaces=nothing)
    assert names(tmp_path) == sorted(["out", older.name])
    put_away(place, replaces=everything)
    assert names(tmp_path) == ["out"]


def test_a_place_without_a_name_or_a_folder_is_no_fault(tmp_path: Path) -> None:
    put_away(Path("/"), replaces=nothing)
    put_away(tmp_path / "nowhere" / "out", replaces=nothing)
    assert names(tmp_path) == []


def test_folders_that_were_made_for_it_go_with_an_export_that_failed(tmp_path: Path) -> None:
    for write in (whole_folder, whole_file):
        with (
            pytest.raises(CannotWrite, match="no space left on device"),
            write(tmp_path / "a" / "b" / "out", replaces=nothing),
        ):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        assert names(tmp_path) == []


def test_the_folder_that_somebody_is_in_is_no_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    for place in (".", "..", str(tmp_path / "here")):
        with (
            pytest.raises(
                CannotWrite, match="is the current folder or one above it and cannot be replaced"
            ),
            whole_folder(Path(place), replaces=everything),
        ):
            raise AssertionError
    assert names(tmp_path) == ["here"]


def test_all_of_an_export_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "out"
    synced: dict[int, bool] = {}

    def recorded(descriptor: int) -> None:
        synced[os.fstat(descriptor).st_ino] = place.exists()

    monkeypatch.setattr(os, "fsync", recorded)
    with whole_folder(place, replaces=nothing) as folder:
        (folder / "data").mkdir()
        (folder / "data" / "trials.csv").write_text("trial", encoding="utf-8")
        (folder / "empty").touch()
    named = {one.stat().st_ino for one in (place, *place.rglob("*"))}
    assert len(named) == 4
    assert named <= {one for one, was_named in synced.items() if not was_named}
    # The name itself is an entry of the folder above.
    if sys.platform != "win32":
        assert synced[tmp_path.stat().st_ino] is True
