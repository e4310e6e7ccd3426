"""Scripts that are short and grow, and files that never end: each is reported at once."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from dsl.checking.words.lengths import inner_first
from dsl.diagnostic import Fault, Span
from dsl.files.pictures import picture_at
from dsl.files.source import NotAFile, Unreadable, bytes_of, read
from dsl.loading import check_text
from dsl.tree import Name
from renderers.diagnostics import render

TAIL = (
    "    test place\n        ask: Where is the cup?\n        answer: shelf\n        wrong: desk\n"
)


def codes(declared: str, steps: str) -> set[str]:
    loaded = check_text(f"experiment X\n\n{declared}\nprocedure\n{steps}{TAIL}", "x.dev")
    return {fault.code for fault in loaded.faults if fault.code != "W611"}


def lets(levels: int, uses: int) -> str:
    inner = "".join(f"let l{n}: {f'{{l{n + 1}}} ' * uses}\n" for n in range(levels))
    return f"{inner}let l{levels}: word\n"


SAY = "    say: {l0}\n"
MACHINE = """\
things
    red: blue, green
    white: grey, black

machine lamp
    outcomes: It lights up. | It stays dark.
    needs any of: {red}
    offers: {red}, {white}
"""


@pytest.mark.parametrize(
    ("declared", "steps", "code"),
    [
        (lets(12, 10), SAY, "E438"),
        (lets(30, 2), SAY, "E438"),
        (lets(4, 10), "    repeat 1000 times\n        say: {l0}\n", "E438"),
        (lets(4, 10), f"    say: {'{l0} ' * 30}\n", "E438"),
        (lets(1, 1), f"    repeat 15000 times\n        say: {'word ' * 30}\n", "E438"),
        (lets(500, 1), SAY, "E428"),
        (
            "".join(f"routine r{n}\n    do r{n + 1}\n" for n in range(500))
            + "routine r500\n    say: Hello.\n",
            "    do r0\n",
            "E428",
        ),
        ("".join(f"let l{n}: {{l{(n + 1) % 500}}}\n" for n in range(500)), SAY, "E418"),
        ("", "    record how\n        ask: How?\n        rate 1 to 999999999\n", "E430"),
        (
            "questionnaire mood\n    rate 1 to 999999999\n    item calm: I am calm.\n",
            "    do mood\n",
            "E430",
        ),
        (
            "",
            "    record sure\n        ask: Sure?\n"
            "        choices:\n            yes\n            no\n"
            "        then\n            unclear, ask again at most 999999999 times: Sure?\n"
            "            otherwise: {nothing}\n",
            "E431",
        ),
        (
            MACHINE,
            "    explore lamp, 999999999 tries\n        ask: What next?\n"
            "        then\n            tried: {outcome}\n            unclear: Once more.\n",
            "E431",
        ),
    ],
    ids=[
        "tenfold",
        "twofold",
        "repeated",
        "used often",
        "long",
        "let in let",
        "do in do",
        "circle",
        "scale",
        "scale of a questionnaire",
        "asked again",
        "tried",
    ],
)
def test_what_a_script_grows_to_has_a_limit(declared: str, steps: str, code: str) -> None:
    """Reported in a moment, from computed lengths, without making the text."""
    assert codes(declared, steps) == {code}


@pytest.mark.parametrize("declared", [lets(3, 10), lets(39, 1)])
def test_what_stays_below_the_limits_is_sound(declared: str) -> None:
    assert codes(declared, SAY) == set()


def test_lets_are_settled_from_the_inside_and_circles_are_left() -> None:
    settled: list[str] = []
    holds = {
        "outer": ("inner", "leaf"), "inner": ("leaf",), "leaf": (), "a": ("b", "leaf"), "b": ("a",),
        "behind": ("a",), "own": ("own",),
    }  # fmt: skip
    left = inner_first(holds, settled.append)
    assert settled == ["leaf", "inner", "outer"]
    assert left == {"a": ("b",), "b": ("a",), "own": ("own",)}


def test_a_line_of_many_faults_is_read_once_for_each() -> None:
    """The work for a fault in a long line does not grow with the line."""
    loaded = check_text(f"experiment X\n\nprocedure\n    say: {'{b} ' * 1000}\n{TAIL}", "x.dev")
    shown = [render(fault, loaded.sources) for fault in loaded.faults if fault.code == "E412"]
    assert len(shown) == 1000
    assert all("^^^" in one and max(map(len, one.split("\n"))) < 200 for one in shown)


def not_shown(place: Path) -> str:
    """Why there is no picture at a place."""
    found = picture_at(Name("p.png", Span("x.dev", 1, 1, 1, 6)), lambda _: place)
    assert isinstance(found, Fault)
    return found.message()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_no_file_of_a_script(tmp_path: Path) -> None:
    """Nobody writes into it, so reading it would wait for ever."""
    os.mkfifo(tmp_path / "pipe.dev")
    with pytest.raises(NotAFile):
        bytes_of(tmp_path / "pipe.dev", most=10)
    assert "it is no file" in not_shown(tmp_path / "pipe.dev")
    with pytest.raises(Unreadable, match="is a pipe or a device, not a file"):
        read(tmp_path / "pipe.dev")
    script = f"experiment X\n\ninclude pipe.dev\n\nprocedure\n    say: Hello.\n{TAIL}"
    found = check_text(script, "x.dev", place=tmp_path / "x.dev").faults
    assert [(f.code, f.message()) for f in found if f.code == "E507"] == [
        ("E507", "pipe.dev is a pipe or a device, not a file")
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_person_may_name_a_pipe(tmp_path: Path) -> None:
    """As `devrun check <(make_script)` does."""
    pipe = tmp_path / "pipe.dev"
    os.mkfifo(pipe)
    writing = threading.Thread(target=pipe.write_bytes, args=(b"experiment X",))
    writing.start()
    assert bytes_of(pipe, most=20, pipe=True) == b"experiment X"
    writing.join()


def test_a_folder_and_what_is_not_there_are_distinguished(tmp_path: Path) -> None:
    assert "it is no file" in not_shown(tmp_path)
    assert "there is no such file" in not_shown(tmp_path / "none")
    (tmp_path / "some").write_bytes(b"abc")
    assert bytes_of(tmp_path / "some", most=2) == b"abc"
