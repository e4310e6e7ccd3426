"""`devrun new corecognition`: from the dataset as published to an ordinary bank with pictures."""

from __future__ import annotations

import json
import re
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from coders.tables.corecognition import core_items
from dsl.files.csv_reader import TableFault
from dsl.loading import load
from runners.participants.double import Double
from tests.corecognition_files import BAD, GOOD, MORE, bad_rows, picture, write_dataset, write_tsv
from tests.here import here


def rows_of(folder: Path) -> dict[str, dict[str, object]]:
    """The items that were written, by id."""
    lines = (folder / "items.jsonl").read_text("utf-8").splitlines()
    return {row["id"]: row for row in map(json.loads, lines)}


def test_a_dataset_becomes_a_bank_that_is_asked(tmp_path: Path) -> None:
    write_dataset(tmp_path / "data")
    shell = here(tmp_path)
    done = shell.run("new", "corecognition", "--from", "data")
    assert done.stdout.split() == ["corecognition.dev", "corecognition_files"]
    told = " ".join(done.stderr.split())
    assert "8 questions: 6 with one picture, 1 with several pictures, 1 with text" in told
    assert "2 pictures scaled or saved as PNG" in told
    loaded = load(tmp_path / "corecognition.dev")
    assert loaded.experiment is not None
    assert [fault.code for fault in loaded.faults] == []
    items = rows_of(tmp_path / "corecognition_files")
    assert items["1"]["question"] == "[picture 1]How many kels are there?"
    assert items["2"]["choices"] == ["the first", "the second's"]
    assert items["4"] == {
        "id": "4", "concept": "conservation", "stage": "concrete operational", "format": "text",
        "question": "Which word is a rin?", "choices": ["None", "kel", "rin"], "answer": "rin",
        "pictures": [], "sources": [],
    }  # fmt: skip
    assert items["7"]["answer"] == "no"
    scaled = "wide.png: 9000 x 90 PNG scaled to 8000 x 80 PNG by Lanczos resampling"
    assert items["7"]["sources"] == [scaled]
    assert items["8"]["sources"] == ["old.bmp: 8 x 6 BMP saved as PNG"]
    files = tmp_path / "corecognition_files"
    for name, size in (("7", (8_000, 80)), ("8", (8, 6)), ("6", (24, 6))):
        [shown] = items[name]["pictures"]  # type: ignore[misc]
        with Image.open(files / shown) as seen:
            assert seen.size == size
    assert (files / items["1"]["pictures"][0]).read_bytes() == picture("red")  # type: ignore[index]
    plan = " ".join(shell.run("plan", "corecognition.dev").stdout.split())
    assert "16 calls" in plan  # 4 + 2 + 3 + 2 + 2 rotations, and 3 questions with yes or no
    shown = " ".join(shell.run("show", "corecognition.dev").stdout.replace("|", "").split())
    marks = [f"[picture corecognition_files/{one}:" for one in items["2"]["pictures"]]  # type: ignore[attr-defined]
    assert f"Look at {marks[0]} 1 of 2] and {marks[1]} 2 of 2]. Which is the tasp?" in shown


def test_every_fault_is_named_by_row_and_column(tmp_path: Path) -> None:
    """Nothing is written, unless the faulty rows are to be left out."""
    write_dataset(tmp_path / "data", (*GOOD, *bad_rows()))
    shell = here(tmp_path)
    done = shell.run("new", "corecognition", "--from", "data", code=1)
    told = " ".join(done.stderr.split())
    for number, (_, said) in enumerate(BAD, start=len(GOOD) + 1):
        assert f"row {number}, {said}" in told
    assert all(f"row {len(GOOD) + len(BAD)}, {said}" in told for said in MORE)
    assert f"has {len(BAD) + len(MORE)} faults" in told
    assert [one.name for one in tmp_path.iterdir()] == ["data"]
    done = shell.run("new", "corecognition", "--from", "data", "--leave-out")
    assert done.stderr.count("left out: CoreCognition.csv") == len(BAD) + len(MORE)
    assert len(rows_of(tmp_path / "corecognition_files")) == len(GOOD)


def test_the_table_of_vlmevalkit_becomes_the_same_kind_of_bank(tmp_path: Path) -> None:
    write_tsv(tmp_path / "table.tsv")
    here(tmp_path).run("new", "mine", "--template", "corecognition", "--from", "table.tsv")
    items = rows_of(tmp_path / "mine_files")
    assert [(i["question"], i["choices"], i["answer"]) for i in items.values()] == [
        ("[picture 1]How many kels?", ["none", "one", "two"], "one"),
        ("[picture 1]Which is a mov?", ["this", "that"], "this"),
        ("[picture 1]Is it a rin?", [], "yes"),
    ]
    assert items["2"]["pictures"] == items["0"]["pictures"]
    assert (tmp_path / "mine_files" / items["0"]["pictures"][0]).read_bytes() == picture("red")  # type: ignore[index]


def test_a_row_of_vlmevalkit_without_a_picture_has_one_fault(tmp_path: Path) -> None:
    """A row that refers to it has one too."""
    table = write_tsv(tmp_path / "table.tsv").read_text().splitlines(keepends=True)
    table[1] = re.sub(r"\t\S+", "\t!", table[1], count=1)
    told = [str(one) for one in core_items(table) if isinstance(one, TableFault)]
    assert [one[:30] for one in told] == [
        "line 2: row 1, column `image`:", "line 8: row 3, column `image`:",
    ]  # fmt: skip


def test_a_picture_can_be_made_smaller_than_vendors_want_it(tmp_path: Path) -> None:
    """Other pictures are another procedure."""
    write_dataset(tmp_path / "data", GOOD[6:7])
    shell = here(tmp_path)
    shell.run("new", "corecognition", "--from", "data")
    shell.run(
        "new", "small", "--template", "corecognition", "--from", "data", "--most-pixels", "500"
    )
    [row] = rows_of(tmp_path / "small_files").values()
    with Image.open(tmp_path / "small_files" / row["pictures"][0]) as seen:
        assert seen.size == (500, 5)  # type: ignore[index]
    both = [load(tmp_path / name).experiment for name in ("corecognition.dev", "small.dev")]
    from dsl.identity import procedure_hash

    assert len({procedure_hash(one) for one in both if one is not None}) == 2


def test_pictures_that_are_too_large_together_are_scaled_together(tmp_path: Path) -> None:
    """Each alone is small enough; a request with five of them is not."""
    cells = (*GOOD[2][:4], "Are they the same?", *GOOD[2][5:])
    names = [f"{at}.png" for at in range(5)]
    data = write_dataset(tmp_path / "data", ((*cells[:5], ";".join(names), *cells[6:]),))
    plain = picture("red", (40, 30))
    body = b"prVt" + bytes(3_700_000)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    for name in names:
        (data / "media" / name).write_bytes(plain[:-12] + chunk + plain[-12:])
    here(tmp_path).run("new", "corecognition", "--from", "data")
    [row] = rows_of(tmp_path / "corecognition_files").values()
    assert row["sources"] == [
        f"{name}: 40 x 30 PNG scaled to 35 x 26 PNG by Lanczos resampling" for name in names
    ]
    assert load(tmp_path / "corecognition.dev").experiment is not None


FORMATS = {"openai/any": "chat/completions", "anthropic/any": "v1/messages", "google/any": "v1beta"}


def test_what_arrives_are_the_bytes_of_the_files_in_their_places(tmp_path: Path) -> None:
    """In three wire formats, each item once in every rotation; a scaled picture as scaled."""
    write_dataset(tmp_path / "data", (GOOD[1], GOOD[6]))
    shell = here(tmp_path)
    shell.run("new", "corecognition", "--from", "data")
    models = [word for name in FORMATS for word in ("-m", name)]
    with Double(then="A") as double:
        shell.run("corecognition.dev", *models, more=double.environment)
    items = rows_of(tmp_path / "corecognition_files")
    for path in FORMATS.values():
        requests = [one for one in double.requests if path in one.path]
        assert len(requests) == 3
        for item in items.values():
            pictures: list[str] = item["pictures"]  # type: ignore[assignment]
            words = str(item["question"])
            for at in range(1, len(pictures) + 1):
                words = " ".join(words.replace(f"[picture {at}]", "").split())
            mine = [one for one in requests if one.messages[-1][1].startswith(words)]
            assert len(mine) == (len(item["choices"]) or 1)  # type: ignore[arg-type]
            sent = [(tmp_path / "corecognition_files" / one).read_bytes() for one in pictures]
            assert all([data for _, data in one.pictures] == sent for one in mine)
        two = next(one.body.decode() for one in requests if len(one.pictures) == 2)
        places = [two.index(one) for one in ("Look at", "and ", "Which is the tasp")]
        assert places == sorted(places)


def test_a_video_is_shown_as_frames(tmp_path: Path) -> None:
    av = pytest.importorskip("av")
    data = write_dataset(
        tmp_path / "data",
        ((*GOOD[5][:5], "", "moves.mp4", *GOOD[5][7:]),),
    )
    table = data / "CoreCognition.csv"
    table.write_text(table.read_text("utf-8").replace("gone.mp4", "moves.mp4"), "utf-8")
    with av.open(str(data / "media" / "moves.mp4"), "w") as out:
        stream = out.add_stream("mpeg4", rate=4)
        stream.width, stream.height = 16, 16
        for at in range(10):
            shade = Image.new("RGB", (16, 16), (at * 25, 0, 0))
            out.mux(stream.encode(av.VideoFrame.from_image(shade)))
        out.mux(stream.encode())
    done = here(tmp_path).run("new", "corecognition", "--from", "data")
    assert "videos are shown as frames, 1 a second" in done.stderr
    [row] = rows_of(tmp_path / "corecognition_files").values()
    assert (row["format"], len(row["pictures"])) == ("video", 3)  # type: ignore[arg-type]
    assert str(row["question"]).startswith("[picture 1]")


def test_pairs_of_a_table_become_control_and_manipulated_versions(tmp_path: Path) -> None:
    """Those with other words, or without a question, are named and left out."""
    changed = ("9", *GOOD[0][1:4], GOOD[0][4].replace("red.png", "blue.jpg"), "blue.jpg", "", "C",
               GOOD[0][8])  # fmt: skip
    write_dataset(tmp_path / "data", (*GOOD, changed))
    (tmp_path / "pairs.csv").write_text("control,manipulated\n1,9\n4,5\n3,12\n")
    shell = here(tmp_path)
    done = shell.run("new", "corecognition", "--from", "data", "--pairs", "pairs.csv")
    told = " ".join(done.stderr.split())
    assert "1 pair of a control and a manipulated question" in told
    assert "no pair: 4 and 5: they have other words" in told
    assert "no pair: 3 and 12: there is no question `12`" in told
    items = rows_of(tmp_path / "corecognition_files")
    assert [name for name, one in items.items() if one["control"]] == ["9"]
    shell.run("corecognition.dev", "-m", "sim/oracle")
    rows = shell.json("score")["concept_hacking"]
    assert [(row["n_pairs"], row["core"]) for row in rows if row["level"] == "cell"] == [(1, 1.0)]


def test_a_table_of_pairs_with_faults_is_refused(tmp_path: Path) -> None:
    write_dataset(tmp_path / "data")
    (tmp_path / "pairs.csv").write_text("control,manipulated\n1,1\n2,3\n3,4\n5,\n")
    done = here(tmp_path).run(
        "new", "corecognition", "--from", "data", "--pairs", "pairs.csv", code=1
    )
    told = " ".join(done.stderr.split())
    for one in ("`1` is paired with itself", "`3` is in a pair above", "line 5: one of the two"):
        assert one in told, told
    assert sorted(one.name for one in tmp_path.iterdir()) == ["data", "pairs.csv"]
