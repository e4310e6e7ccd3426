"""A store whose file goes away while it is written to: reported at the next commit, and saved."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from runners.store.errors import StoreGone
from runners.store.store import Store
from tests.runners.store.rooms import start


def _delete(path: Path) -> None:
    for one in path.parent.glob(path.name + "*"):
        one.unlink()


def _delete_alone(path: Path) -> None:
    path.unlink()


def _move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.sqlite"))


def _replace(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(b"")
    other.replace(path)


def _without_log(path: Path) -> None:
    path.with_name(path.name + "-wal").unlink()


def _with_its_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the store is; a home that may be written to is beside its folder."""
    (tmp_path / "lab").mkdir()
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    return tmp_path / "lab" / "d.sqlite"


@pytest.mark.parametrize(
    ("happens", "said", "saved"),
    [
        (_delete, "was deleted or moved", "lab/d.sqlite.saved"),
        (_delete_alone, "was deleted or moved", "lab/d.sqlite.saved"),
        (_move, "was deleted or moved", "lab/d.sqlite.saved"),
        (_replace, "was replaced by another file", "lab/d.sqlite.saved"),
        (_without_log, "d.sqlite-wal, a part of the store", "lab/d.sqlite.saved"),
        (_with_its_folder, "was deleted or moved", "home/d.sqlite.saved"),
    ],
)
def test_it_is_reported_at_the_next_commit_and_everything_is_saved(
    happens: Callable[[Path], None], said: str, saved: str, path: Path
) -> None:
    place = path.parents[1] / saved
    with Store.open(str(path)) as store:
        store.record(start(id="start-1"))
        happens(path)
        with pytest.raises(StoreGone, match=said) as gone:
            store.record(start(id="start-2", study="study-2"))
        assert [one.name for one in place.parent.glob("*.saved*")] == [place.name]
        assert f"saved in {place}" in gone.value.message
        assert f"move {place} to {path}" in gone.value.help
        with pytest.raises(StoreGone):
            store.record(start(id="start-3", study="study-3"))
    with Store.open(str(place), reading=True) as kept:
        assert {study.id for study in kept.studies()} == {"study-1", "study-2"}


def test_what_happens_after_the_last_commit_is_reported_at_the_end(path: Path) -> None:
    store = Store.open(str(path))
    store.record(start())
    _delete(path)
    with pytest.raises(StoreGone, match="was deleted or moved"):
        store.close()
    store.close()
    with Store.open(str(path.with_name("d.sqlite.saved")), reading=True) as kept:
        assert [study.id for study in kept.studies()] == ["study-1"]


def test_no_saved_file_is_overwritten(path: Path) -> None:
    path.with_name("d.sqlite.saved").write_text("earlier")
    store = Store.open(str(path))
    store.record(start())
    path.unlink()
    with pytest.raises(StoreGone, match=r"d\.sqlite\.saved-2"):
        store.close()
    assert path.with_name("d.sqlite.saved").read_text() == "earlier"


def test_where_saving_fails_half_way_another_folder_is_taken_and_no_half_file_stays(
    path: Path,
) -> None:
    # SQLite notes what it does in a file of this name, and cannot where a folder has it.
    path.with_name("d.sqlite.saved-journal").mkdir()
    place = path.parents[1] / "home" / "d.sqlite.saved"
    store = Store.open(str(path))
    store.record(start())
    path.unlink()
    with pytest.raises(StoreGone) as gone:
        store.close()
    assert f"saved in {place}" in gone.value.message
    assert not path.with_name("d.sqlite.saved").exists()
    with Store.open(str(place), reading=True) as kept:
        assert [study.id for study in kept.studies()] == ["study-1"]


def test_other_processes_and_readers_are_no_matter(path: Path) -> None:
    """They open and close the same file, and its log stays."""
    with Store.open(str(path)) as store:
        store.record(start())
        with Store.open(str(path)) as other:
            other.record(start(id="start-2", study="study-2"))
        with Store.open(str(path), reading=True) as reading:
            assert len(reading.studies()) == 2
        store.record(start(id="start-3", study="study-3"))
    assert [one.name for one in path.parent.iterdir()] == ["d.sqlite"]
