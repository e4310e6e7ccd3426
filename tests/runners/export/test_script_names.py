"""Scripts out of a store lie in the folder of the export, whatever their names say."""

from __future__ import annotations

from pathlib import Path

import pytest

from runners.export.scripts import kept_files, write_scripts
from runners.store.records import StudyScript


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("/lab/ann/a.dev", "a.dev"),
        ("../../a.dev", "a.dev"),
        ("", "script.dev"),
        ("x/..", "script.dev"),
        ("..", "script.dev"),
        ("nul\0l\n\x1b[31m.dev", "nul_l__[31m.dev"),
    ],
)
def test_a_script_has_a_name_inside_the_folder(tmp_path: Path, name: str, written: str) -> None:
    (tmp_path / "scripts").mkdir()
    files = kept_files(StudyScript(name, name, "experiment A\n"), ())
    assert write_scripts([files], tmp_path / "scripts").mains == (written,)
    assert (tmp_path / "scripts" / written).read_text(encoding="utf-8") == "experiment A\n"


@pytest.mark.parametrize("name", ["/lab/ann/../../etc/b.dev", "../b.dev", "/lab/b.dev"])
def test_what_a_stranger_put_outside_is_left_out(tmp_path: Path, name: str) -> None:
    (tmp_path / "scripts").mkdir()
    main = StudyScript("/lab/ann/a.dev", "/lab/ann/a.dev", "experiment A\n")
    write_scripts(
        [kept_files(main, [StudyScript(name, main.main, "people\n")])], tmp_path / "scripts"
    )
    every = [one.name for one in tmp_path.rglob("*") if one.is_file()]
    assert every == ["a.dev"]
