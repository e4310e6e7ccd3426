"""The pictures of a study are kept with it, once each, and are found to be those that they were."""

from __future__ import annotations

from pathlib import Path

import pytest
from honest import HONEST_CHILD, STUDY, sitting, trial
from rooms import AWKWARD, call, start

from dsl.files.pictures import PictureFile, picture_file
from dsl.record import replace
from dsl.trial import Picture
from renderers.prompt import Message, PlacedPicture, Role
from runners.store.checks.integrity import checked
from runners.store.keys import call_key
from runners.store.messages import read, written
from runners.store.records import CallRecord, StudyScript
from runners.store.store import Store
from runners.store.writes import add_calls, add_trials


def file(name: str, content: bytes) -> PictureFile:
    """A picture by its first bytes, as far as anybody here looks at it."""
    found = picture_file(name, content)
    assert found is not None
    return found


LINES = file("pictures/lines.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40)
BRIDGE = file("pictures/bridge.jpg", b"\xff\xd8\xff" + b"\x00'\"\\" * 9)
AGAIN = replace(LINES, file="pictures/the_same_lines.png")


def script(*pictures: PictureFile, procedure: str = "d", file: str = "a.dev") -> StudyScript:
    return StudyScript(
        file, file, "experiment A\n", "False belief", procedure * 64, "e" * 64, pictures
    )


def shown(picture: PictureFile, *, offset: int = 0) -> PlacedPicture:
    alt = f"Two lines {AWKWARD}"
    return PlacedPicture(
        offset, Picture(picture.file, alt, picture.media_type, picture.digest, picture.data)
    )


def said(*pictures: PlacedPicture) -> CallRecord:
    """A call that shows these pictures, under its own key."""
    messages = (Message(Role.SYSTEM, "Look."), Message(Role.USER, AWKWARD, pictures))
    key = call_key(sitting().key, "/test", messages)
    return replace(call(), key=key, sitting=sitting(), place="/test", messages=messages)


def fill(store: Store, *pictures: PictureFile) -> None:
    store.record(start(study=STUDY, participants=(HONEST_CHILD,), scripts=(script(*pictures),)))
    store.submit(add_trials, (trial(),)).result()
    store.submit(add_calls, said(*map(shown, pictures))).result()


@pytest.mark.both_databases
def test_the_pictures_of_a_script_come_back_byte_for_byte(store_url: str) -> None:
    """Two names of one picture are one picture under two names."""
    with Store.open(store_url) as store:
        fill(store, LINES, AGAIN, BRIDGE)
        [found] = store.scripts_of(STUDY)
    assert [(one.file, one.media_type, one.digest, one.data) for one in found.pictures] == [
        (one.file, one.media_type, one.digest, one.data) for one in (BRIDGE, LINES, AGAIN)
    ]


def test_each_script_has_the_pictures_of_the_start_that_ran_it_last(store_url: str) -> None:
    """As it has the words of that start; an older name of a picture is gone with them."""
    late = "2026-01-02T00:00:00.000Z"
    with Store.open(store_url) as store:
        store.record(
            start(id="one", scripts=(script(LINES), script(BRIDGE, procedure="f", file="b.dev")))
        )
        store.record(start(id="two", scripts=(script(AGAIN),), at=late))
        found = {one.file: one.pictures for one in store.scripts_of("study-1")}
    assert {name: [one.file for one in shown] for name, shown in found.items()} == {
        "a.dev": [AGAIN.file],
        "b.dev": [BRIDGE.file],
    }  # fmt: skip


def test_messages_name_their_pictures_and_hold_none_of_them(store_url: str) -> None:
    """What comes back says where each stood, which it was and what was to be seen."""
    one = said(shown(LINES), shown(BRIDGE, offset=3))
    with Store.open(store_url) as store:
        store.submit(add_calls, one).result()
        kept = store.calls([one.key])[one.key]
    assert kept == one
    assert [placed.picture.data for message in kept.messages for placed in message.pictures] == [
        b"", b"",
    ]  # fmt: skip
    assert [placed.picture.file for message in kept.messages for placed in message.pictures] == [
        "", "",
    ]  # fmt: skip


def test_messages_without_pictures_are_written_as_they_always_were() -> None:
    """So that a store of before needs no new calls, and two versions write the same."""
    messages = (Message(Role.SYSTEM, "Look."), Message(Role.USER, "“Here”:\n1"))
    assert written(messages) == '[["system","Look."],["user","“Here”:\\n1"]]'
    assert read(written(messages)) == messages
    assert written((Message(Role.USER, "", (shown(BRIDGE, offset=0),)),)).startswith(
        f'[["user","",[[0,"{BRIDGE.digest}","image/jpeg","Two lines '
    )


def test_a_store_with_pictures_as_devrun_wrote_it_is_whole(store_url: str) -> None:
    with Store.open(store_url) as store:
        fill(store, LINES, BRIDGE)
        assert store.checked().findings == ()


@pytest.mark.parametrize(
    ("statement", "kinds"),
    [
        ("UPDATE pictures SET content = (SELECT content FROM pictures WHERE media_type = "
         "'image/png') WHERE media_type = 'image/jpeg'", {"picture-hash"}),
        ("UPDATE pictures SET media_type = 'image/gif'", {"picture-hash"}),
        ("DELETE FROM pictures WHERE media_type = 'image/png'", {"call-picture", "start-picture"}),
        ("DELETE FROM start_pictures", {"picture-orphan"}),
        ("UPDATE calls SET messages = replace(messages, 'Two lines', 'Six lines')", {"call-key"}),
        ("UPDATE calls SET messages = replace(messages, 'image/png', 'image/gif')", {"call-key"}),
    ],
)  # fmt: skip
def test_what_was_changed_or_lost_is_found(store_url: str, statement: str, kinds: set[str]) -> None:
    from sqlalchemy import text

    with Store.open(store_url) as store:
        fill(store, LINES, BRIDGE)
        with store._engine.connect() as connection, connection.begin() as changing:
            connection.execute(text(statement))
            found = {finding.kind for finding in checked(connection).findings}
            changing.rollback()
    assert found == kinds


def test_store_merge_brings_the_pictures_with_the_rest_and_each_once(
    store_url: str, tmp_path: Path
) -> None:
    with Store.open(store_url) as target, Store.open(str(tmp_path / "b.sqlite")) as source:
        fill(source, LINES, BRIDGE)
        mine = start(
            id="mine", study="mine", participants=(HONEST_CHILD,), scripts=(script(LINES),)
        )
        target.record(mine)
        for _ in range(2):
            target.merge(source)
        assert target.scripts_of(STUDY) == source.scripts_of(STUDY)
        assert [one.data for one in target.scripts_of(STUDY)[0].pictures] == [
            BRIDGE.data,
            LINES.data,
        ]
        assert target.checked().findings == ()
