"""The pictures of a report page: each once, of four kinds alone, and no more than a page holds."""

from __future__ import annotations

from base64 import b64decode, b64encode

import pytest

from dsl.files.pictures import digest_of
from dsl.record import replace
from dsl.trial import Picture, Session
from renderers.fields.transcripts import transcripts_json
from renderers.report.embedding import Embedded, TranscriptCounts, as_page_data
from renderers.report.pictures import NO_PICTURE, TOO_MANY, page_pictures
from renderers.rows.transcripts import ReadTrial
from renderers.transcript_page import transcript_lines
from tests.renderers.report.trials_to_read import one, page_of, unpacked

PNG = b"\x89PNG\r\n\x1a\n a bridge"
HOSTILE = (
    b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    b"</script><script>alert(1)</script>",
    b"<!-- \x89PNG\r\n\x1a\n",
    b"RIFF....WEBX",
    b"",
)


def picture(data: bytes, file: str = "a.png", kind: str = "image/png") -> Picture:
    return Picture(file, "A bridge.", kind, digest_of(data), data)


def showing(*pictures: Picture, number: int = 1) -> ReadTrial:
    """A trial whose first story shows these pictures."""
    told = one("box", number=number)
    first, second = told.trial.sessions
    [turn] = first.nodes
    shown = replace(turn, says=(*turn.says, *pictures))  # type: ignore[type-var]
    sessions: tuple[Session, ...] = (replace(first, nodes=(shown,)), second)
    return replace(told, trial=replace(told.trial, sessions=sessions))


def test_each_picture_is_on_the_page_once_with_the_name_of_its_file_at_each_place() -> None:
    trials = tuple(showing(picture(PNG), picture(PNG, "b.png"), number=at) for at in (1, 2))
    data = unpacked(as_page_data(Embedded(trials, TranscriptCounts(2, 2, 1, 2, 2))))
    [address] = data["pictures"]
    kind, _, content = address.partition(";base64,")
    assert (kind, b64decode(content, validate=True)) == ("data:image/png", PNG)
    [story] = data["stories"]
    [shown] = story["shown"].values()
    assert [(at, data["texts"][file], data["texts"][alt]) for at, file, alt in shown] == [
        (0, "a.png", "A bridge."),
        (0, "b.png", "A bridge."),
    ]


@pytest.mark.parametrize("data", HOSTILE)
def test_what_does_not_begin_as_a_picture_is_not_on_the_page_whatever_it_is_called(
    data: bytes,
) -> None:
    assert list(page_pictures([picture(data)])) == [NO_PICTURE]


def test_the_kind_is_that_of_the_bytes_and_what_follows_them_cannot_leave_the_address() -> None:
    data = b'GIF89a"><script>alert(1)</script>'
    [address] = page_pictures([picture(data, kind='image/svg+xml;"><script>')])
    assert address == f"data:image/gif;base64,{b64encode(data).decode()}"
    page = page_of(showing(picture(data, '"><img src=x onerror=alert(1)>')))
    assert page.count("<script") == page_of(one("box")).count("<script")
    assert "onerror" not in page


def test_the_smallest_pictures_are_on_the_page_as_far_as_they_fit() -> None:
    small, large, tiny = (picture(PNG + bytes(size)) for size in (50, 500, 0))
    told = list(page_pictures([small, large, tiny], most=2 * len(PNG) + 50))
    assert [address.startswith("data:image/png;") for address in told] == [True, False, True]
    assert told[1] == TOO_MANY


def test_a_transcript_names_the_file_of_each_picture_and_makes_its_name_safe() -> None:
    trial = showing(picture(PNG, "pictures/a\u202e.png"))
    told = [line.text.strip() for line in transcript_lines(trial, width=100)]
    assert "picture: pictures/a<U+202E>.png" in told
    document = transcripts_json("s", [trial])
    assert f'"sha256": "{digest_of(PNG)}"' in document
    assert document.count('"pictures"') == 1
