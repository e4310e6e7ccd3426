"""What is given away can be unpacked on every system, whatever the scripts are called."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.export.file_names import folded, held_everywhere, names_apart
from runners.export.scripts import Renamed, write_scripts
from runners.export.selection import quoted
from tests.here import here
from tests.shell import ROOT, Shell

PARTS = """\
people
    Otto (he): Karim, Milo
"""
MAIN = """\
experiment The crate

include words/aux.dev

places
    shelf: drawer, crate

design
    runs 1

procedure
    say: {Otto} looks into the {shelf}.
    show what?/nul.png: a crate
    test place
        ask: Where does {Otto} look?
        answer: {shelf}
"""


@pytest.mark.parametrize(
    ("name", "held"),
    [
        ("sally_anne.dev", "sally_anne.dev"),
        ("a name.dev", "a name.dev"),
        ("über straße.dev", "über straße.dev"),
        ("日本語.dev", "日本語.dev"),
        ("CON.dev", "CON_.dev"),
        ("aux.dev", "aux_.dev"),
        ("nul", "nul_"),
        ("Com1.tar.dev", "Com1_.tar.dev"),
        ("lpt² .dev", "lpt²_ .dev"),
        ("console.dev", "console.dev"),
        ("com10.dev", "com10.dev"),
        ("story.", "story_"),
        ("story ", "story_"),
        ("a. . /b.dev", "a_/b.dev"),
        ("what?.dev", "what_.dev"),
        ('x<y>:"|*\\z.dev', "x_y______z.dev"),
        ("tab\there.dev", "tab_here.dev"),
        ("bytes\udcff.dev", "bytes_.dev"),
        ("../con/./b.dev", "../con_/./b.dev"),
    ],
)
def test_a_name_that_some_system_has_not_gets_another(name: str, held: str) -> None:
    assert held_everywhere(name) == held
    assert held_everywhere(held) == held


@given(st.text(st.characters(exclude_characters="/"), min_size=1, max_size=12))
def test_whatever_a_name_is_windows_can_hold_what_comes_of_it(name: str) -> None:
    found = held_everywhere(name)
    assert found
    assert not set(found) & set('<>:"|?*\\') - set(".")
    assert min(found) >= " "
    if name not in (".", ".."):
        assert found[-1] not in ". "
    assert found.split(".", 1)[0].rstrip(" ").upper() not in {"CON", "PRN", "AUX", "NUL", "COM1"}
    found.encode("utf-8")


def test_a_name_of_300_characters_is_cut_and_keeps_its_ending() -> None:
    long = "é" * 300
    first, second = (f"{long}{end}.dev" for end in ("a", "b"))
    found = names_apart((first, second))
    assert len(set(found.values())) == 2
    for name in found.values():
        assert name.startswith("éé")
        assert name.endswith(".dev")
        assert len(name.encode()) <= 160
    assert len(held_everywhere(f"{long}/x.{'y' * 300}").encode()) <= 301
    assert held_everywhere("a" * 146 + ".dev") == "a" * 146 + ".dev"


def test_names_that_differ_in_capitals_or_accents_alone_are_distinguished() -> None:
    names = ["a?.dev", "Sally.dev", "sally.dev", "e\u0301.dev", "\u00e9.dev", "a_.dev"]
    found = names_apart(names)
    assert list(found) == names
    assert found == {
        "Sally.dev": "Sally.dev",
        "sally.dev": "sally-2.dev",
        "e\u0301.dev": "e\u0301.dev",
        "\u00e9.dev": "\u00e9-2.dev",
        "a_.dev": "a_.dev",
        "a?.dev": "a_-2.dev",
    }


def written(folder: Path) -> dict[str, bytes]:
    return {
        one.relative_to(folder).as_posix(): one.read_bytes()
        for one in folder.rglob("*")
        if one.is_file()
    }


def test_two_scripts_that_differ_in_capitals_alone_get_folders_of_their_own(tmp_path: Path) -> None:
    scripts: list[Mapping[str, bytes]] = [
        {"Sally.dev": b"experiment A\n"},
        {"sally.dev": b"experiment B\n"},
        {"c.dev": b"experiment C\n", "sally.dev/words.dev": b"people\n"},
    ]
    laid = write_scripts(scripts, tmp_path)
    assert laid.mains == ("Sally.dev", "sally-2/sally.dev", "c-2/c.dev")
    assert laid.renamed == ()
    found = written(tmp_path)
    assert len({folded(name) for name in found}) == len(found) == 4


def test_a_script_without_strange_names_lies_as_it_was_to_the_byte(tmp_path: Path) -> None:
    text = b"experiment  A \n\n\ninclude   words.dev  \nnonsense {\n"
    laid = write_scripts([{"a.dev": text, "words.dev": b"people\n"}], tmp_path)
    assert laid.renamed == ()
    assert written(tmp_path) == {"a.dev": text, "words.dev": b"people\n"}


def test_a_script_says_the_new_names_of_the_files_that_it_names(tmp_path: Path) -> None:
    files = {
        "con.dev": MAIN.encode(),
        "words/aux.dev": PARTS.encode(),
        "what?/nul.png": b"picture",
    }
    laid = write_scripts([files], tmp_path)
    assert laid.mains == ("con_.dev",)
    assert laid.renamed == (
        Renamed("con.dev", "con_.dev"),
        Renamed("words/aux.dev", "words/aux_.dev", ("con_.dev",)),
        Renamed("what?/nul.png", "what_/nul_.png", ("con_.dev",)),
    )
    new = MAIN.replace("words/aux.dev", "words/aux_.dev")
    assert written(tmp_path) == {
        "con_.dev": new.replace("what?/nul.png", "what_/nul_.png").encode(),
        "words/aux_.dev": PARTS.encode(),
        "what_/nul_.png": b"picture",
    }


def test_an_export_says_what_is_called_otherwise_and_its_scripts_are_the_study_still(
    shell: Shell,
) -> None:
    (shell.folder / "words").mkdir()
    (shell.folder / "what?").mkdir()
    (shell.folder / "words" / "aux.dev").write_text(PARTS, encoding="utf-8")
    picture = ROOT / "additions" / "pictures" / "longer_above.png"
    (shell.folder / "what?" / "nul.png").write_bytes(picture.read_bytes())
    (shell.folder / "con.dev").write_text(MAIN, encoding="utf-8")
    shell.run("con.dev", "-m", "sim/oracle")
    done = shell.run("export", "con.dev", "-o", "out")
    assert (
        "3 files have other names there, since some systems do not allow their names" in done.stdout
    )
    there = here(shell.folder / "out")
    changes = (there.folder / "CHANGES.md").read_text(encoding="utf-8")
    assert (
        "- `con.dev` was renamed `scripts/con_.dev`, since some systems do not allow its name\n"
        "- `words/aux.dev` was renamed `scripts/words/aux_.dev`, since some systems do not allow "
        "its name; the line that names it was changed in `scripts/con_.dev`\n"
    ) in changes
    store = ("--store", "sqlite:///data/raw/study.sqlite")
    again = there.run("score", "scripts/con_.dev", *store, "--json")
    assert again.stdout == shell.run("score", "con.dev", "--json").stdout
    assert "devrun score scripts/con_.dev --store" in (there.folder / "README.md").read_text(
        "utf-8"
    )
    document = shell.json("export", "-o", "more")
    assert document["renamed"][0] == {"was": "con.dev", "called": "scripts/con_.dev"}


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no shell to type into")
@pytest.mark.parametrize(
    "word", ["a.dev", "a name.dev", "$HOME `id`.dev", 'a "b" c', "it's", "back\\slash", "wow!", ""]
)
def test_a_word_of_a_command_is_that_word_to_a_shell(word: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"printf %s {quoted(word)}"], capture_output=True, text=True, check=True
    )
    assert done.stdout == word
