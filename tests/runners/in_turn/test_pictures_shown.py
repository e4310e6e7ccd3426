"""A study in pictures, from the script to the packets of its coders, in real processes."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from coders.desk.log import judgement
from coders.packets.file import packet_at
from runners.participants.double import Double, Request
from tests.runners.coding.homes import LOCK, Act, write_log
from tests.shell import ROOT, Shell

PICTURES = ROOT / "additions" / "pictures"
RUN = ("equal_lines.dev", "--runs", "1", "--wording", "original", "-m", "openai/any")
NAMES = ("equal_fins_out_above", "equal_fins_out_below", "longer_above", "longer_below")


@pytest.fixture
def script(shell: Shell) -> Path:
    """A copy of the shipped script in a folder of one's own, its pictures with it."""
    told = shell.run("new", "equal_lines").stdout.splitlines()
    assert sorted(told) == ["equal_lines.dev", *(f"pictures/{name}.png" for name in NAMES)]
    return shell.folder / "equal_lines.dev"


def looks(request: Request) -> str:
    """An answer that can be given by whoever gets the picture, and by nobody else."""
    [(kind, data)] = request.pictures
    seen = {(PICTURES / f"{name}.png").read_bytes(): name for name in NAMES}
    assert kind == "image/png"
    name, asked = seen[data], request.messages[-1][1]
    if "remind you" in asked:
        return "Of nothing."
    if "spread outward" in asked:
        return "The upper line." if name in {NAMES[0], "longer_below"} else "The lower line."
    return {
        "longer_above": "The upper line is longer.",
        "longer_below": "The lower line is longer.",
    }.get(name, "Both are equally long.")


def test_who_sees_the_pictures_is_right_about_each_of_them(shell: Shell, script: Path) -> None:
    """The bytes that arrive are those of the files, and a second run asks nothing."""
    with Double(then=looks) as double:
        first = shell.json(*RUN, more=double.environment)
        asked = len(double.requests)
        again = shell.json(*RUN, more=double.environment)
        assert len(double.requests) == asked == 12
    [cell] = first["cells"]
    assert (cell["provisional_lrs"], cell["share"], cell["gate_failures"]) == (5.0, 1.0, 0)
    assert (first["calls"]["made"], again["calls"]["made"]) == (12, 0)
    assert shell.json("store", "check")["findings"] == []


def test_a_study_is_read_and_scored_where_its_pictures_are_gone(shell: Shell, script: Path) -> None:
    """The store has them, once each, and the script that shows them."""
    with Double(then=looks) as double:
        table = shell.run(*RUN, more=double.environment).stdout
    for path in (script, *(shell.folder / "pictures").iterdir()):
        path.unlink()
    assert shell.run("replay").stdout.partition("\n\n")[2].strip() in table
    told = shell.run("transcript").stdout
    assert "[picture: Two level lines, one above the other." in told
    assert "picture: pictures/longer_below.png\n" in told


def test_coders_read_what_is_to_be_seen_and_not_what_the_file_is_called(
    shell: Shell, script: Path
) -> None:
    """A name such as `longer_below.png` would tell them the condition, and the key."""
    with Double(then=looks) as double:
        shell.run(*RUN, more=double.environment)
    shell.run("packets", "--coder", "Ada", "--to", "handed")
    [path] = sorted((shell.folder / "handed").glob("*"))
    said = path.read_text(encoding="utf-8")
    assert said.count("[picture: Two level lines") >= len(NAMES)
    assert not any(name in said for name in (*NAMES, ".png"))
    packet = packet_at(path)
    files = [(PICTURES / f"{name}.png").read_bytes() for name in NAMES]
    assert packet.pictures == {hashlib.sha256(one).hexdigest(): one for one in files}
    shell.run("packets", "--coder", "Ben", "--to", "other", "--without-pictures")
    other = packet_at(shell.folder / "other" / "Ben.packet.jsonl")
    assert other.pictures == {}
    assert not any(line.pictures for item in other.items for line in item.lines)
    assert other.header.codebook_version != packet.header.codebook_version


@pytest.mark.parametrize("view", ["rubric", "content"])
def test_who_adjudicates_sees_the_pictures(shell: Shell, script: Path, view: str) -> None:
    """In content view that opens the story, which is noted."""
    with Double(then=looks) as double:
        shell.run(*RUN, more=double.environment)
    shell.run("packets", "--coder", "Ada", "--coder", "Ben", "--view", view, "--keyed")
    for coder, code in (("Ada", "right"), ("Ben", "wrong")):
        packet = packet_at(shell.folder / "packets" / f"{coder}.packet.jsonl")
        acts: list[Act] = [
            judgement(one.id, asked.number, (), mark=code)
            if view == "rubric"
            else judgement(one.id, asked.number, (), said=[asked.candidates[code == "wrong"]])
            for one in packet.main
            for asked in one.questions
        ]
        write_log(shell.folder / "packets", packet, [*acts, LOCK], at=packet.header.made)
    shell.run("collect", "packets")
    typed = "v\nv 9\nq\n"
    told = " ".join(shell.run("adjudicate", "--coder", "Eve", typed=typed).stdout.split())
    assert "v picture (v 2: picture 2)" in told
    assert ".png; it is deleted when you leave." in told
    assert f"numbered 1 to {4 if view == 'rubric' else 1}: `9` is none of them" in told
    [log] = (shell.folder / "packets").glob("Eve*.log.jsonl")
    assert ('"story"' in log.read_text("utf-8")) == (view == "content")


def test_a_changed_picture_is_another_study_and_a_renamed_one_is_not(
    shell: Shell, script: Path
) -> None:
    """Only the turns that show it are asked again."""
    with Double(then="Both are equally long.") as double:
        first = shell.json(*RUN, more=double.environment)
        (shell.folder / "pictures" / "longer_below.png").rename(shell.folder / "other.png")
        text = script.read_text(encoding="utf-8")
        script.write_text(text.replace("pictures/longer_below.png", "other.png"), encoding="utf-8")
        renamed = shell.json(*RUN, more=double.environment)
        with (shell.folder / "other.png").open("ab") as file:
            file.write(b"one byte more")
        changed = shell.json(*RUN, more=double.environment)
        sent = [hashlib.sha256(request.pictures[0][1]).hexdigest() for request in double.requests]
    assert (renamed["study"], renamed["calls"]["made"]) == (first["study"], 0)
    assert changed["study"] != first["study"]
    assert changed["calls"]["made"] == 3
    now = hashlib.sha256((shell.folder / "other.png").read_bytes()).hexdigest()
    assert sent[-3:] == [now, now, now]


def test_a_picture_that_is_missing_stops_a_run_before_anything_is_asked(
    shell: Shell, script: Path
) -> None:
    (shell.folder / "pictures" / "longer_above.png").unlink()
    with Double() as double:
        done = shell.run(*RUN, code=1, more=double.environment)
        assert double.requests == ()
    assert "the picture `pictures/longer_above.png` cannot be read: there is no such file" in (
        done.stderr
    )


def test_a_copy_of_a_script_writes_over_no_picture(shell: Shell) -> None:
    """Neither over another one, nor half of what is needed."""
    own = shell.folder / "pictures" / "longer_above.png"
    own.parent.mkdir()
    own.write_bytes(b"my own")
    done = shell.run("new", "equal_lines", code=2)
    shown = Path("pictures") / "longer_above.png"
    assert done.stderr == (
        f"devrun: `{shown}` already exists and is a different picture\nhelp: give the "
        "command in an empty folder\n"
    )
    assert own.read_bytes() == b"my own"
    assert sorted(path.name for path in shell.folder.rglob("*.*")) == ["longer_above.png"]


def test_the_shipped_pictures_are_those_that_are_drawn() -> None:
    """`additions/pictures/draw.py` makes them byte for byte, on every machine."""
    import runpy

    drawn = runpy.run_path(str(PICTURES / "draw.py"))
    for name, lines in drawn["FIGURES"].items():
        assert drawn["drawing"](lines) == (PICTURES / name).read_bytes(), name
