"""What the matcher made of trials before is what it would make of them again."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from coders.marks import RATINGS, Flag, MarkWord, Verdict, half, needs_human, right, unkeyed, wrong
from dsl.expand import Expander
from dsl.identity import procedure_hash
from dsl.loading import load
from runners.analysis import codings, matcher_cache, verdicts
from runners.analysis.codings import RaterSelection
from runners.analysis.document import as_run
from runners.analysis.matcher_cache import (
    Before,
    CachedMarks,
    MatcherCache,
    NewMarks,
    cached_marks,
    code_hash,
    judged_by,
    key_of,
    packed,
    unpacked,
)
from runners.analysis.scores import scores_by_matcher, study_scores
from runners.analysis.trials import finished_trials
from runners.engine.plan import plan_of
from runners.participants.base import Finish
from runners.store.store import Store
from runners.studies.study import opened_study, study_of_run
from tests.here import here
from tests.runners.agreement.coded_studies import SHELF, UNLIKE_GATES, ran
from tests.runners.cli.commands.test_bank_of_items import written

MODELS = ("sim/child", "sim/silent", "sim/random")


@pytest.fixture(scope="module", params=[SHELF, UNLIKE_GATES], ids=["apart", "any order"])
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two samples of four draws, by participants of whom one is silent."""
    shell = here(tmp_path_factory.mktemp("matched"))
    models = [part for name in MODELS for part in ("-m", name)]
    return ran(shell, *models, "--samples", "2", "--runs", "4", text=request.param)


def kept_in(file: Path) -> Before:
    """What is kept in a file."""
    one = MatcherCache(file)
    return lambda: one


@pytest.fixture
def all_studies_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_any(before: Before | None, *asked: object) -> CachedMarks | None:
        return cached_marks(before, *asked, many=1)  # type: ignore[arg-type]

    monkeypatch.setattr(codings, "cached_marks", of_any)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Grows with every trial that the matcher reads, of those that were answered alike with one."""
    found: list[object] = []
    judge = verdicts.judge

    def noting(*asked: object, **named: object) -> object:
        found.append(asked[0])
        return judge(*asked, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(verdicts, "judge", noting)
    return found


@pytest.mark.usefixtures("all_studies_are_large")
def test_scores_are_the_same_and_trials_are_read_once(
    run: Path, tmp_path: Path, read: list[object]
) -> None:
    """Those, too, of which a reply ended oddly."""
    before = kept_in(tmp_path / "kept" / "matched.sqlite")
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        opened = opened_study(store)
        plain = study_scores(store, opened, RaterSelection())
        trials, once = len(plain.trials), len(read)
        assert 0 < once < trials  # one participant always says the same
        assert study_scores(store, opened, RaterSelection(), before=before) == plain
        assert len(read) == 2 * once
        assert study_scores(store, opened, RaterSelection(), before=before) == plain
        odd = store.replies_that_ended((Finish.EMPTY,), {one.sitting.key for one in opened.rows})
    assert 0 < len(odd) < trials
    assert len(read) == 2 * once


@pytest.mark.usefixtures("all_studies_are_large")
def test_marks_known_alike_pass_the_contrast_of_each_script(tmp_path: Path) -> None:
    """Two scripts that ask the same, of which each compares another question."""
    shell, design = here(tmp_path), "    different shelf, table\n"
    for asked in ("now", "next"):
        contrast = f"    contrast both\n        {asked} across end\n"
        text = SHELF.replace("The shelf", f"The {asked}").replace(design, design + contrast)
        (tmp_path / f"{asked}.dev").write_text(text, encoding="utf-8")
    shell.run("now.dev", "next.dev", "-m", "sim/oracle", "--runs", "3")
    before = kept_in(tmp_path / "matched.sqlite")
    with Store.open(f"sqlite:///{tmp_path / 'devrun.sqlite'}", reading=True) as store:
        opened = opened_study(store)
        plain = study_scores(store, opened, RaterSelection())
        found = [study_scores(store, opened, RaterSelection(), before=before) for _ in range(2)]
    assert [(one.n, one.undecided) for one in plain.contrasts] == [(3, 0), (3, 0)]
    assert found == [plain, plain]


@pytest.mark.usefixtures("all_studies_are_large")
def test_a_study_of_which_some_is_known_has_the_same_scores(run: Path, tmp_path: Path) -> None:
    before = kept_in(tmp_path / "matched.sqlite")
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        part = opened_study(store, models=["sim/random"])
        study_scores(store, part, RaterSelection(), before=before)
        opened = opened_study(store)
        assert study_scores(store, opened, RaterSelection(), before=before) == study_scores(
            store, opened, RaterSelection()
        )


@pytest.mark.usefixtures("all_studies_are_large")
def test_a_mended_key_finds_nothing_that_was_kept(tmp_path: Path, read: list[object]) -> None:
    shell = here(tmp_path)
    file = ran(shell, "-m", "sim/random", "--runs", "3", text=SHELF)
    script = next(tmp_path.glob("*.dev"))
    before = kept_in(tmp_path / "matched.sqlite")
    read.clear()
    with Store.open(f"sqlite:///{file}", reading=True) as store:
        study_scores(store, opened_study(store), RaterSelection(), before=before)
        there = len(read)
        text = script.read_text("utf-8")
        assert "left: The {shelf}" in text
        script.write_text(text.replace("left: The {shelf}", "left: The {table}"), "utf-8")
        mended = opened_study(store, paths=[script])
        assert mended.chapters[0].mended
        study_scores(store, mended, RaterSelection(), before=before)
    assert len(read) == 2 * there


HIDDEN = """\
experiment The hidden card

people
    Otto (he): Karim, Lena (she), Milo

colours
    red: blue, green, pink
    gold: blue, green, pink

design
    runs 10
    wording permuted

procedure
    say: {Otto} draws a card.
    test card
        ask: Of which colour is it?
        answer: {red}
        wrong: {gold}
"""


def test_keys_of_other_words_find_nothing_though_nobody_hears_of_them(tmp_path: Path) -> None:
    """Slots of which only the key speaks are drawn otherwise where they are tied."""
    found = []
    for tied in ("", "    different red, gold\n"):
        script = tmp_path / "hidden.dev"
        script.write_text(HIDDEN.replace("permuted\n", f"permuted\n{tied}"), encoding="utf-8")
        experiment = load(script).experiment
        assert experiment is not None
        (trial, *_) = plan_of(Expander(experiment), runs=10)
        found.append((procedure_hash(experiment), trial.key("somebody"), judged_by(experiment)))
    (one, at, rubric), (other, there, mended) = found
    assert (one, at) == (other, there)
    assert rubric != mended


@pytest.mark.usefixtures("all_studies_are_large")
def test_what_a_run_judged_is_known_to_later_commands(tmp_path: Path, read: list[object]) -> None:
    shell = here(tmp_path)
    file = ran(shell, "-m", "sim/random", "--runs", "4", text=SHELF)
    before = kept_in(tmp_path / "matched.sqlite")
    with Store.open(f"sqlite:///{file}", reading=True) as store:
        opened = opened_study(store)
        experiment = load(next(tmp_path.glob("*.dev"))).experiment
        assert experiment is not None
        plan = plan_of(Expander(experiment), runs=4)
        told = study_of_run(opened.study, [plan], opened.participants)
        order = as_run(told)
        found = scores_by_matcher(store, told, order=order)
        assert not tuple(tmp_path.glob("matched*"))
        read.clear()
        again = scores_by_matcher(store, told, order=order, before=before)
        assert again == found
        assert read
        read.clear()
        scores = study_scores(store, opened, RaterSelection(), before=before)
        assert not read
        assert scores == study_scores(store, opened, RaterSelection())


def test_of_a_small_study_and_for_nobody_nothing_is_kept(run: Path, tmp_path: Path) -> None:
    before = kept_in(tmp_path / "matched.sqlite")
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        table = finished_trials(store, opened_study(store))
        assert cached_marks(before, store, table) is None
        assert cached_marks(lambda: None, store, table, many=1) is None
        assert cached_marks(None, store, table, many=1) is None
    assert not tuple(tmp_path.iterdir())


VERDICTS: Sequence[Verdict] = (
    right("box", "asserts the key", Flag.UNCLEAR),
    half(None, "hedged", Flag.HEDGED, Flag.FALSE_DETAIL),
    wrong("bag", "a lure"),
    needs_human("two answers"),
    unkeyed("a word"),
)


def test_marks_and_flags_come_back_as_they_were() -> None:
    """The words that a verdict rests on do not: nobody asks for them in a table."""
    told = {(number, f"place {number}"): one for number, one in enumerate(VERDICTS)}
    found = unpacked(packed(told))
    assert found is not None
    assert [(one.mark, one.word, one.flags) for one in found.values()] == [
        (one.mark, one.word, one.flags) for one in VERDICTS
    ]
    assert list(found) == list(told)
    assert {one.word for one in found.values()} == set(MarkWord) - set(RATINGS)


@pytest.mark.parametrize("text", ["", "[", "{}x", '[["a"]]', '[[0,"x","splendid"]]', "[1]"])
def test_what_nobody_packed_is_nothing(text: str) -> None:
    assert unpacked(text) is None


def test_whatever_is_wrong_with_the_file_nothing_was_kept(tmp_path: Path) -> None:
    """Another table, a folder, a folder that is a file."""
    file = tmp_path / "file"
    file.write_text("no folder", "utf-8")
    strange = tmp_path / "strange.sqlite"
    with sqlite3.connect(strange) as connection:
        connection.execute("CREATE TABLE kept (other TEXT)")
    folder = tmp_path / "folder.sqlite"
    folder.mkdir()
    for place in (strange, folder, file / "matched.sqlite"):
        one = MatcherCache(place)
        one.keep([("key", "[]")])
        assert one.of(["key"]) == {}


@pytest.mark.parametrize("end", [0, 100, 5_000])
def test_a_torn_file_is_in_the_way_once(tmp_path: Path, end: int) -> None:
    """What was in it is computed and cached again."""
    torn = tmp_path / "matched.sqlite"
    whole = MatcherCache(torn)
    whole.keep([(f"{number:032x}", f"[{number}]") for number in range(1_000)])
    torn.write_bytes(torn.read_bytes()[:end] + b"\x00 and other words" * 20)
    keys = [f"{number:032x}" for number in range(1_000)]
    again = MatcherCache(torn)
    assert again.of(keys) == {}
    for _ in range(2):
        again.keep([("key", "[]")])
    assert again.of(["key"]) == {"key": "[]"}


def test_what_two_keep_is_there_for_both(tmp_path: Path) -> None:
    file = tmp_path / "matched.sqlite"
    one, other = MatcherCache(file), MatcherCache(file)
    fresh = NewMarks(one, 1)
    fresh.add("a", "[]")
    fresh.finish()
    other.keep([("a", "[]"), ("b", "[1]")])
    assert one.of(["a", "b", "c"]) == other.of(["a", "b"]) == {"a": "[]", "b": "[1]"}


def test_what_older_code_kept_goes_after_a_month(tmp_path: Path) -> None:
    old, fresh, foreign = (
        tmp_path / name for name in ("matched-1.sqlite", "matched-2.sqlite", "mine.sqlite")
    )
    for file in (old, fresh, foreign):
        file.touch()
    for file in (old, foreign):
        os.utime(file, (0, 0))
    MatcherCache(tmp_path / "matched-3.sqlite").keep([("a", "[]")])
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        "matched-2.sqlite",
        "matched-3.sqlite",
        "mine.sqlite",
    ]


def test_the_folder_is_the_user_s_or_the_one_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEVRUN_CACHE", "")
    assert matcher_cache.matcher_cache() is None
    monkeypatch.setenv("DEVRUN_CACHE", str(tmp_path))
    named = matcher_cache.matcher_cache()
    assert named is not None
    named.keep([("a", "[]")])
    assert [one.name for one in tmp_path.iterdir()] == [f"matched-{code_hash()}.sqlite"]
    monkeypatch.delenv("DEVRUN_CACHE")
    assert matcher_cache.matcher_cache() is not None


def test_a_key_follows_from_rubric_trial_words_and_how_replies_ended() -> None:
    told = (("a", "b", "c"), ("x", "b", "c"), ("a", "x", "c"), ("a", "b", "x"))
    ended = ([("call", "empty")], [("call", "length")], [("other", "empty")])
    keys = {key_of(*one) for one in told} | {key_of("a", "b", "c", one) for one in ended}
    assert len(keys) == 7
    both = [("call", "empty"), ("other", "empty")]
    assert key_of("a", "b", "c", both) == key_of("a", "b", "c", both[::-1])


def test_it_is_said_how_far_the_matcher_is(tmp_path: Path) -> None:
    said: list[str] = []
    fresh = NewMarks(MatcherCache(tmp_path / "matched.sqlite", said.append), 12_345)
    for number in range(250):
        fresh.add(str(number), "[]")
    assert said == [f"the matcher reads trial {n} of 12,345" for n in (100, 200)]


def test_items_of_a_bank_count_as_trials_do(tmp_path: Path) -> None:
    written(tmp_path).run("run", "bank.dev", "-m", "sim/oracle")
    before = kept_in(tmp_path / "matched.sqlite")
    with Store.open(f"sqlite:///{tmp_path / 'devrun.sqlite'}", reading=True) as store:
        table = finished_trials(store, opened_study(store))
        assert len(table) == 6
        assert cached_marks(before, store, table, many=72) is not None
        assert cached_marks(before, store, table, many=73) is None
