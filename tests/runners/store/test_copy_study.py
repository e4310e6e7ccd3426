"""One study is copied out of a store: all of it, nothing of others, and nobody's folders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from rooms import AWKWARD, MODEL, attempt, call, start, study_trial, transcript
from test_codes import PACKET, code, fold

from dsl.files.pictures import PictureFile, digest_of
from dsl.record import replace
from runners.store.copy_study import CommonRoot, parts_of
from runners.store.preregistrations import Seal, hash_of
from runners.store.records import StudyScript
from runners.store.schema import metadata
from runners.store.store import Store
from runners.store.study_queries import Edition, StartRecord
from runners.store.writes import add_attempts, add_calls, add_transcripts, add_trials
from tests.runners.store.stored import attempts_of, log_snapshot

DATA = b"\x89PNG\r\n\x1a\nshelf"
PICTURE = PictureFile("shelf.png", "image/png", digest_of(DATA), DATA)
SCRIPT = StudyScript(
    "/lab/ann/study/a.dev", "/lab/ann/study/a.dev", "experiment A\n", "False belief", "d" * 64,
    "e" * 64, (PICTURE,),
)  # fmt: skip
PART = StudyScript("/lab/ann/study/parts/b.dev", SCRIPT.main, "people\n")


@pytest.fixture
def source(store_url: str) -> Iterator[Store]:
    with Store.open(store_url) as store:
        yield store


def seal(text: str) -> Seal:
    return Seal(hash_of(text), text, "{}", "0.1.0", "2026-01-01T00:00:00.000Z")


def fill(store: Store, study: str, *numbers: int, **more: object) -> None:
    store.record(start(id=f"start-{study}", study=study, **more))  # type: ignore[arg-type]
    store.submit(add_trials, [study_trial(number, study=study) for number in numbers]).result()
    for number in numbers:
        said = call(number, text=AWKWARD, seat=number)
        store.submit(add_calls, said).result()
        store.submit(add_transcripts, transcript(study_trial(number).key, said)).result()
        store.submit(add_attempts, attempt(number, seat=number)).result()


def test_all_of_a_study_is_copied_and_nothing_of_another(source: Store, tmp_path: Path) -> None:
    settings = '{"runs": 10, "scripts": ["/lab/ann/study/a.dev"]}'
    one = replace(start(scripts=(SCRIPT, PART)), settings=settings, study="study", id="start-study")
    fill(source, "study", 1, 2, scripts=(SCRIPT, PART))
    source.record(replace(one, id="start-later", at="2026-02-01T00:00:00.000Z"))
    fill(source, "other", 3, participants=(MODEL,))
    source.add_packets([PACKET, replace(PACKET, packet="o" * 32, study="other")])
    source.add_codes([code(1), code(2)])
    source.keep_log_snapshots([fold(2)])
    plans = ('title = "False belief"\n', 'title = "False beliefs of others"\n')
    for text in plans:
        source.add_seal(seal(text))
    with Store.open(str(tmp_path / "copy.sqlite")) as copy:
        copy.copy_study(source, "study", seals=[hash_of(plans[0])])
        assert [study.id for study in copy.studies()] == ["study"]
        assert list(copy.trials_of("study")) == [study_trial(n, study="study") for n in (1, 2)]
        assert list(copy.calls_of("study")) == list(source.calls_of("study"))
        assert list(attempts_of(copy, "study")) == [attempt(n, seat=n) for n in (1, 2)]
        assert copy.study().finished == 2
        assert copy.participants_of("study") == source.participants_of("study")
        assert copy.packets_of("study") == (PACKET,)
        assert copy.packet("o" * 32) is None
        assert copy.codes_of(PACKET.packet) == (code(1), code(2))
        assert log_snapshot(copy, PACKET.packet, 1) == '{"of":"it"}'
        assert [one.text for one in copy.seals()] == [plans[0]]
        assert list(copy.calls_of("other")) == []
        assert copy.checked().calls == 2
        scripts = copy.scripts_of("study")
        assert [(one.file, one.main) for one in scripts] == [
            ("a.dev", "a.dev"),
            ("parts/b.dev", "a.dev"),
        ]
        assert scripts[0].pictures[0].data == DATA
        assert copy.asked_last("study") == ((), ("a.dev",))
    assert b"/lab/ann" not in (tmp_path / "copy.sqlite").read_bytes()


def test_no_table_is_forgotten() -> None:
    copied = {table.name for table, _ in parts_of("study")}
    own = {"preregistrations", "workers", "claims", "batches", "batch_calls"}
    assert copied | own == set(metadata.tables)


def test_the_starts_of_a_study_say_what_was_run_and_when(source: Store) -> None:
    source.record(start(id="second", at="2026-02-01T00:00:00.000Z", participants=(MODEL,)))
    source.record(start(id="first"))
    found = source.starts_of("study-1")
    edition = Edition("False belief", "d" * 64, "e" * 64)
    assert found == (
        StartRecord(
            "2026-01-01T00:00:00.000Z", "0.1.0", '{"runs": 10}', (edition,), ("sim/child",)
        ),
        StartRecord("2026-02-01T00:00:00.000Z", "0.1.0", '{"runs": 10}', (edition,), ("openai/m",)),
    )


def test_names_lose_the_folders_they_share_and_keep_their_order() -> None:
    for names, expected in (
        (("/lab/ann/a.dev", "/lab/ann/in/b.dev"), ("a.dev", "in/b.dev")),
        (("C:\\Users\\Ann\\a.dev", "C:\\Users\\Ann\\b\\c.dev"), ("a.dev", "b/c.dev")),
        (("a.dev", "in/b.dev"), ("a.dev", "in/b.dev")),
        (("/lab/ann/z.dev", "a.dev"), ("./z.dev", "a.dev")),
        (("/data/a.dev", "/lab/ann/b.dev"), ("data/a.dev", "lab/ann/b.dev")),
    ):
        homes = CommonRoot(names)
        assert tuple(homes.without(name) for name in names) == expected
        assert sorted(names) == list(names)
        assert sorted(expected) == list(expected)
