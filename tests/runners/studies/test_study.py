"""A study is opened out of the store as it was run, and by a mended script where one is named."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dsl.identity import rubric_hash
from runners.store.errors import StoreMissing
from runners.store.store import Store
from runners.studies.study import opened_study
from tests.shell import EXPERIMENTS, Shell

POOL = """\
things
    cup: scarf, torch
"""

CUP = """\
experiment The cup

include things.dev

people
    Otto (he): Karim, Lena (she)

conditions room
    hall
    yard

design
    runs 3
    wording original and permuted

procedure
    say: {Otto} puts {a cup} down in the {room name}.
    test where
        ask: Where is the {cup}?
        answer: in the {room name}

let room name by room
    hall: hall
    yard: yard
"""


def script(folder: Path, text: str = CUP) -> Path:
    (folder / "things.dev").write_text(POOL, encoding="utf-8")
    path = folder / "cup.dev"
    path.write_text(text, encoding="utf-8")
    return path


def store_of(shell: Shell) -> Store:
    return Store.open(f"sqlite:///{shell.folder / 'devrun.sqlite'}", reading=True)


def test_a_study_is_read_where_its_scripts_are_gone(shell: Shell) -> None:
    path = script(shell.folder)
    shell.run_once("cup.dev", "-m", "sim/oracle", "-m", "sim/lure")
    path.unlink()
    (shell.folder / "things.dev").unlink()
    with store_of(shell) as store:
        opened = opened_study(store)
        told = list(opened.finished(store))
    assert [chapter.experiment.title for chapter in opened.chapters] == ["The cup"]
    assert [chapter.mended for chapter in opened.chapters] == [False]
    assert opened.simulated
    assert len(told) == len(opened.rows) == 2 * 2 * 3 * 2
    assert {one.key for one in told} == {row.key for row in opened.rows}
    for one in told:
        assert one.transcript.complete
        assert one.transcript.trial.cell.levels == one.row.sitting.levels
        assert one.transcript.trial.draw == one.row.sitting.draw
        said = one.transcript.exchanges[0].messages[-1].text
        assert f"in the {one.transcript.trial.cell.condition}" in said


def test_models_and_levels_narrow_a_study(shell: Shell) -> None:
    script(shell.folder)
    shell.run_once("cup.dev", "-m", "sim/oracle", "-m", "sim/lure")
    with store_of(shell) as store:
        opened = opened_study(store, models=["sim/lure"], only=["YARD"])
    assert len(opened.rows) == 2 * 3
    assert [one.name for one in opened.participants] == ["sim/lure"]
    assert {row.sitting.levels for row in opened.rows} == {(("room", "yard"),)}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"models": ["sim/silent"]}, "sim/silent took no part in study"),
        ({"only": ["attic"]}, "has a level `attic`"),
        ({"study": "zzz"}, "there is no study zzz"),
        ({"paths": [EXPERIMENTS / "gears.dev"]}, "the study has no script called Gear toy"),
    ],
)
def test_what_is_not_there_is_named(
    shell: Shell, asked: dict[str, list[str]], message: str
) -> None:
    script(shell.folder)
    shell.run_once("cup.dev", "-m", "sim/oracle", "--runs", "1")
    with store_of(shell) as store, pytest.raises(StoreMissing, match=message):
        opened_study(store, **asked)  # type: ignore[arg-type]


def test_a_mended_key_counts_where_its_script_is_named(shell: Shell) -> None:
    path = script(shell.folder)
    shell.run_once("cup.dev", "-m", "sim/oracle", "--runs", "1")
    mended = CUP.replace("answer: in the {room name}", "answer: {room name}")
    path.write_text(mended, encoding="utf-8")
    with store_of(shell) as store:
        kept = opened_study(store).chapters[0]
        named = opened_study(store, paths=[path]).chapters[0]
    assert (kept.mended, named.mended) == (False, True)
    assert kept.procedure == named.procedure
    assert named.rubric == rubric_hash(named.experiment) != kept.rubric


def test_a_script_that_says_other_words_now_is_refused(shell: Shell) -> None:
    path = script(shell.folder)
    shell.run_once("cup.dev", "-m", "sim/oracle", "--runs", "1")
    path.write_text(CUP.replace("puts", "sets"), encoding="utf-8")
    with store_of(shell) as store, pytest.raises(StoreMissing) as refused:
        opened_study(store, paths=[path])
    assert str(refused.value) == "`The cup` now has a different text than when the study was run"


def test_trials_that_lack_a_reply_are_left_out(shell: Shell) -> None:
    import sqlite3
    from contextlib import closing

    script(shell.folder)
    shell.run_once("cup.dev", "-m", "sim/oracle", "--runs", "2")
    with closing(sqlite3.connect(shell.folder / "devrun.sqlite")) as connection, connection:
        connection.execute("DELETE FROM calls WHERE rowid = 1")
    with store_of(shell) as store:
        opened = opened_study(store)
        assert len(list(opened.finished(store))) == len(opened.rows) - 1


def test_trials_of_a_run_that_broke_off_before_it_noted_them_count_everywhere(
    shell: Shell,
) -> None:
    """Their replies are all there: it was ended between the last of them and the transcript."""
    shell.run("smarties", "-m", "sim/child", "--runs", "2")
    commands = (
        ("score", "--all"),
        ("compare", "--kind", "recognition"),
        ("transcript",),
        ("replay",),
        ("report", "-o", "page.html"),
        ("export", "-o", "export", "--replace"),
    )

    def printed() -> list[str]:
        return [shell.run(*words).stdout for words in commands]

    def tables() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in (shell.folder / "export").rglob("*.csv")}

    before, exported = printed(), tables()
    with closing(sqlite3.connect(shell.folder / "devrun.sqlite")) as connection, connection:
        assert connection.execute("DELETE FROM transcripts WHERE rowid > 2").rowcount == 2
    assert printed() == before
    assert tables() == exported
    # Packets refer to transcripts, and the store is whole with them.
    shell.run("packets", "--coder", "Ada")
    assert "is intact" in shell.run("store", "check").stdout
