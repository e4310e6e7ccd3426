"""Reading a script from disk."""

from pathlib import Path

import pytest

from dsl.files.source import LARGEST, Source, Unreadable, normalise, read


def test_marks_and_line_ends_of_every_machine_are_taken_away(tmp_path: Path) -> None:
    """A byte order mark, CRLF and lone CR."""
    path = tmp_path / "x.dev"
    path.write_bytes("\ufeffexperiment é\r\nformat 1\rnote: x\n".encode())
    assert read(path) == Source(str(path), "experiment é\nformat 1\nnote: x\n")


def test_to_normalise_twice_changes_nothing_more() -> None:
    """So `parse` may do it again."""
    text = normalise("a\r\r\nb\r")
    assert text == "a\n\nb\n"
    assert normalise(text) == text


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("wide.dev", "experiment".encode("utf-16"), "is saved as UTF-16; save it again as UTF-8"),
        ("plain.dev", "study".encode("utf-16-le"), "is saved as UTF-16; save it again as UTF-8"),
        ("sheet.dev", b"PK\x03\x04\xff", "is a document of an office program, not text"),
        (
            "latin.dev", b"experiment X\nnote: caf\xe9\n",
            "is not saved as UTF-8 (the first byte that is not stands in line 2); "
            "save it again as UTF-8",
        ),
        ("large.dev", b"#" * (LARGEST + 1), "is too large for a script (over 20 MB)"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_script_is_said_in_a_sentence(
    tmp_path: Path, name: str, data: bytes, reason: str
) -> None:
    """With the name of the file as it was given."""
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(Unreadable) as problem:
        read(path)
    assert str(problem.value) == f"{path} {reason}"


def test_a_program_is_not_taken_for_wide_text(tmp_path: Path) -> None:
    """Its nulls stand in all places, and not in every other."""
    path = tmp_path / "program.dev"
    path.write_bytes(b"\x7fELF" + bytes(64))
    assert read(path).text.count("\0") == 64


def test_a_folder_and_a_missing_file_are_distinguished(tmp_path: Path) -> None:
    """Neither is a traceback."""
    with pytest.raises(Unreadable) as problem:
        read(tmp_path)
    assert str(problem.value) == f"{tmp_path} is a folder, not a script"
    with pytest.raises(Unreadable) as problem:
        read(tmp_path / "none.dev")
    assert str(problem.value) == f"there is no file {tmp_path / 'none.dev'}"
    with pytest.raises(Unreadable):
        read("a\0b.dev")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file here")
def test_an_endless_file_is_too_large() -> None:
    """A device has no size to be looked up, and is not read to its end."""
    with pytest.raises(Unreadable, match="too large"):
        read("/dev/zero", pipe=True)
