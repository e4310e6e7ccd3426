"""Pictures in scripts: where they are read from, what is told with them, and what they make of a
procedure.
"""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from dsl.expand import cells
from dsl.experiment import Experiment
from dsl.files.pictures import LARGEST, digest_of, media_type_of
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import Loaded, check_text, load
from dsl.trial import Picture, ScriptedTurn, Session, Turn, turns
from tests.expanded import expand, experiment_in

PNG = b"\x89PNG\r\n\x1a\n one IEND"
OTHER = b"\x89PNG\r\n\x1a\n two IEND"
HEAD = "experiment Demo\n\ndesign\n    scoring accuracy\n"
ASK = "    test place\n        ask: What is here?\n        answer: a bridge\n"
SCRIPT = f"{HEAD}\nprocedure\n    show pictures/one.png: A bridge.\n{ASK}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two pictures in it."""
    (tmp_path / "own" / "pictures").mkdir(parents=True)
    (tmp_path / "own" / "pictures" / "one.png").write_bytes(PNG)
    (tmp_path / "own" / "pictures" / "two.png").write_bytes(OTHER)
    return tmp_path / "own"


def read(folder: Path, text: str) -> Loaded:
    """A script in the folder, as loaded."""
    script = folder / "demo.dev"
    script.write_text(text, encoding="utf-8")
    return load(script)


def sound(folder: Path, text: str) -> Experiment:
    """A script in the folder that has no fault."""
    loaded = read(folder, text)
    assert [(fault.code, fault.message()) for fault in loaded.faults] == []
    return experiment_in(loaded)


def codes(loaded: Loaded) -> list[tuple[str, int]]:
    """The code and the line of every fault."""
    return [(fault.code, fault.span.line) for fault in loaded.faults]


def sessions(experiment: Experiment) -> tuple[Session, ...]:
    """The sessions of the first draw of the first cell."""
    return expand(experiment, cells(experiment)[0], draw=1).sessions


def told(session: Session) -> list[list[str]]:
    """What is said and shown in each turn; a picture as its file and its description."""
    return [
        [
            f"{one.file} = {one.alt}" if isinstance(one, Picture) else one
            for one in turn.says
        ]
        for turn in turns(session.nodes)
    ]  # fmt: skip


# ------------------------------------------------------------------------------- telling


def test_a_picture_has_its_place_among_what_is_said(folder: Path) -> None:
    """With its bytes, their digest and what they are."""
    experiment = sound(
        folder,
        f"{HEAD}\nprocedure\n    say: Look.\n    show pictures/one.png: A bridge.\n"
        f"    say: And now:\n    show pictures/two.png:\n        Another bridge,\n"
        f"        and a boat.\n{ASK}",
    )
    [session] = sessions(experiment)
    assert told(session) == [
        [
            "Look.",
            "pictures/one.png = A bridge.",
            "And now:",
            "pictures/two.png = Another bridge, and a boat.",
        ]
    ]
    [turn] = turns(session.nodes)
    assert turn.says[1] == Picture("", "A bridge.", "image/png", digest_of(PNG), b"")
    assert isinstance(turn.says[1], Picture)
    assert turn.says[1].data == PNG


def test_a_picture_stands_under_when_in_a_question_in_a_loop_and_before_a_scripted_reply(
    folder: Path,
) -> None:
    """Wherever `say` can; a reply may be taken to a picture alone."""
    experiment = sound(
        folder,
        f"""{HEAD}    wording original

versions bridge
    even
    narrow

table boats (boat):
    A red boat
    A blue boat

procedure
    show pictures/one.png: A boat.
    participant: A boat.
    show pictures/two.png: A raft.
    listen
    for each row of boats
        show pictures/one.png: {{boat}}.
        listen
    test place
        say: Look well.
        when even
            show pictures/one.png: A bridge.
        otherwise
            show pictures/two.png: A narrow bridge.
        ask: What is here?
        answer by bridge
            even: a bridge
            narrow: a narrow bridge
""",
    )
    even, narrow = sessions(experiment)
    assert isinstance(even.nodes[0], ScriptedTurn)
    assert [getattr(one, "alt", one) for one in even.nodes[0].says] == ["A boat."]
    before = [
        ["pictures/two.png = A raft."],
        ["pictures/one.png = A red boat."],
        ["pictures/one.png = A blue boat."],
    ]
    assert told(even) == [*before, ["Look well.", "pictures/one.png = A bridge."]]
    assert told(narrow) == [*before, ["Look well.", "pictures/two.png = A narrow bridge."]]


def test_slots_and_lets_in_a_description_are_filled(folder: Path) -> None:
    """They are words like others, of which the draw decides."""
    experiment = sound(
        folder,
        f"""{HEAD}    wording permuted
    runs 1

things
    bridge: ladder

let over: over {{a bridge}}

procedure
    show pictures/one.png: {{A bridge}}, seen from {{over}}.
    test place
        ask: What is here?
        answer: {{a bridge}}
""",
    )
    assert told(sessions(experiment)[0]) == [
        ["pictures/one.png = A ladder, seen from over a ladder."]
    ]


def test_a_picture_that_nobody_answers_is_reported_like_words(folder: Path) -> None:
    text = f"{HEAD}\nprocedure\n{'    say: Well.'}\n{ASK}    show pictures/one.png: A bridge.\n"
    loaded = read(folder, text)
    assert [fault.message() for fault in loaded.faults] == ["this `show` is never sent"]


def test_by_is_not_for_pictures_and_one_message_says_what_is(folder: Path) -> None:
    """Nothing is made up about the arms below it."""
    loaded = read(
        folder,
        f"{HEAD}\nversions bridge\n    even\n    narrow\n\nprocedure\n    show by bridge\n"
        "        even: pictures/one.png: A bridge.\n        narrow: pictures/two.png: A plank.\n"
        f"{ASK}",
    )
    assert [(fault.code, fault.help()) for fault in loaded.faults] == [
        (
            "E222",
            "write `when LEVEL`, and below it `show PATH: words`; and `otherwise` with another",
        )
    ]


# ------------------------------------------------------------------------------- reading


@pytest.mark.parametrize(
    "path", ["../one.png", "/etc/hostname", "pictures/../../one.png", "..\\one.png"]
)
def test_nothing_outside_the_folder_is_shown(folder: Path, path: str) -> None:
    """Neither upwards nor from the root, whether there is such a file or not."""
    (folder.parent / "one.png").write_bytes(PNG)
    loaded = read(folder, SCRIPT.replace("pictures/one.png", path))
    assert codes(loaded) == [("E594", 7)]
    assert (loaded.experiment, loaded.pictures) == (None, ())


def test_a_link_that_leads_out_is_not_followed_and_one_within_is(folder: Path) -> None:
    """A script of somebody else's cannot send a file that did not come with it."""
    (folder.parent / "secret.png").write_bytes(OTHER)
    out, within = folder / "pictures" / "out.png", folder / "pictures" / "within.png"
    try:
        out.symlink_to(folder.parent / "secret.png")
        within.symlink_to("one.png")
    except OSError:
        pytest.skip("no links can be made here")
    assert codes(read(folder, SCRIPT.replace("one.png", "out.png"))) == [("E594", 7)]
    loaded = read(folder, SCRIPT.replace("one.png", "within.png"))
    assert [one.digest for one in loaded.pictures] == [digest_of(PNG)]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("pictures/eno.png", "there is no such file"),
        ("pictures", "it is no file"),
    ],
)
def test_a_picture_that_is_not_there_says_so(folder: Path, path: str, reason: str) -> None:
    loaded = read(folder, SCRIPT.replace("pictures/one.png", path))
    assert [(fault.code, fault.message()) for fault in loaded.faults] == [
        ("E595", f"the picture `{path}` cannot be read: {reason}")
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_is_no_picture_and_nobody_waits_for_it(folder: Path) -> None:
    os.mkfifo(folder / "pictures" / "pipe.png")
    assert codes(read(folder, SCRIPT.replace("one.png", "pipe.png"))) == [("E595", 7)]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (PNG, "image/png"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF\xff\xd9", "image/jpeg"),
        (b"GIF87a..\x00;", "image/gif"),
        (b"GIF89a..\x00;", "image/gif"),
        (b"RIFF\x08\x00\x00\x00WEBPVP8 ", "image/webp"),
        (b"RIFF\x10\x00\x00\x00WAVEfmt ", None),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", None),
        (b"%PDF-1.7", None),
        (b"BM....", None),
        (b"", None),
    ],
)
def test_the_kind_of_a_picture_is_read_from_its_first_bytes(
    folder: Path, data: bytes, kind: str | None
) -> None:
    """Whatever its file is called."""
    assert media_type_of(data) == kind
    (folder / "pictures" / "one.png").write_bytes(data)
    loaded = read(folder, SCRIPT)
    assert [one.media_type for one in loaded.pictures] == ([kind] if kind else [])
    assert codes(loaded) == ([] if kind else [("E596", 7)])


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_a_picture_that_was_cut_off_is_reported(folder: Path, kind: str) -> None:
    """Wherever it was cut off; bytes after its end are none of its own."""
    saved = BytesIO()
    Image.frombytes("RGB", (40, 30), Random(1).randbytes(3_600)).save(saved, kind)
    place, data = folder / "pictures" / "one.png", saved.getvalue()
    for whole in (data, data + b"made by a camera"):
        place.write_bytes(whole)
        assert codes(read(folder, SCRIPT)) == []
    for size in (20, len(data) // 2, len(data) - 7):
        place.write_bytes(data[:size])
        (fault,) = read(folder, SCRIPT).faults
        assert (fault.code, fault.span.line) == ("E595", 7)
        assert f"it is cut off after {size:,} bytes" in fault.message()


def test_a_picture_may_be_just_as_large_as_is_said(folder: Path) -> None:
    """The limit itself is allowed."""
    place = folder / "pictures" / "one.png"
    place.write_bytes(PNG.ljust(LARGEST, b"\0"))
    assert codes(read(folder, SCRIPT)) == []
    place.write_bytes(PNG.ljust(LARGEST + 1, b"\0"))
    assert codes(read(folder, SCRIPT)) == [("E597", 7)]


def test_every_line_that_shows_a_missing_picture_is_reported_and_nothing_else(folder: Path) -> None:
    """What follows from it is not: the rest of the script is read as if it had been there."""
    text = SCRIPT.replace(ASK, f"    listen\n    show pictures/none.png: A plank.\n{ASK}")
    assert codes(read(folder, text.replace("one.png", "none.png"))) == [("E595", 7), ("E595", 9)]


def test_an_included_file_names_pictures_from_the_folder_of_the_script(folder: Path) -> None:
    """As it does other files."""
    (folder / "parts").mkdir()
    (folder / "parts" / "looks.dev").write_text(
        "routine look\n    show pictures/one.png: A bridge.\n", encoding="utf-8"
    )
    experiment = sound(folder, f"{HEAD}\ninclude parts/looks.dev\n\nprocedure\n    do look\n{ASK}")
    assert told(sessions(experiment)[0]) == [["pictures/one.png = A bridge."]]


def test_a_script_given_as_text_shows_what_lies_next_to_its_place_or_nothing(folder: Path) -> None:
    assert codes(check_text(SCRIPT, "demo.dev", place=folder / "unsaved.dev")) == []
    assert codes(check_text(SCRIPT, "demo.dev")) == [("E594", 7)]


# ------------------------------------------------------------------------------- identity


def test_a_procedure_is_known_by_the_bytes_of_its_pictures_and_not_by_their_files(
    folder: Path,
) -> None:
    """And by the words about them, which simulated participants and coders go by."""
    first = sound(folder, SCRIPT)
    (folder / "moved.jpg").write_bytes(PNG)
    renamed = sound(folder, SCRIPT.replace("pictures/one.png", "moved.jpg"))
    other = sound(folder, SCRIPT.replace("one.png", "two.png"))
    described = sound(folder, SCRIPT.replace("A bridge.", "A plank."))
    asked = sound(
        folder,
        f"{HEAD}\nprocedure\n{ASK}".replace(
            "        ask", "        show pictures/one.png: A bridge.\n        ask"
        ),
    )
    alone = sound(folder, f"{HEAD}\nprocedure\n{ASK}")
    hashes = [procedure_hash(one) for one in (first, other, described, asked, alone)]
    assert procedure_hash(renamed) == hashes[0]
    assert len(set(hashes)) == len(hashes)
    assert len({rubric_hash(one) for one in (first, renamed, other, described, asked, alone)}) == 1


def test_the_same_picture_in_two_versions_is_no_difference_whatever_is_said_of_it(
    folder: Path,
) -> None:
    """Nobody real reads the description, so both would be sent the same."""
    text = f"""{HEAD}    wording original

versions bridge
    even
    narrow

procedure
    when even
        show pictures/one.png: A bridge.
    otherwise
        show pictures/one.png: A narrow bridge.
{ASK}"""
    assert [fault.message() for fault in read(folder, text).faults] == [
        "`even` and `narrow` have exactly the same words"
    ]
    sound(folder, text.replace("one.png: A narrow", "two.png: A narrow"))


def test_turns_with_and_without_pictures_are_plain_values() -> None:
    """Two are equal if the same is shown in the same words, wherever its bytes are held."""
    here = Picture("a.png", "A bridge.", "image/png", digest_of(PNG), PNG)
    there = Picture("b.png", "A bridge.", "image/png", digest_of(PNG), b"")
    assert Turn("", (here,), None) == Turn("", (there,), None)
    assert hash(here) == hash(there)
    assert repr(PNG) not in repr(here)
