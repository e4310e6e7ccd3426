"""Reading a script with the files it includes, and nothing else."""

from pathlib import Path

import pytest

from dsl.diagnostic import Severity
from dsl.files.source import Unreadable
from dsl.loading import Loaded, check_text, load

WORDS = """things
    marble: button, coin, bead, cork, acorn, pebble, shell, ring, key, nut
"""
SCRIPT = """experiment Demo

include words.dev

design
    scoring accuracy

procedure
    say: Here is {a marble}.
    test place
        ask: What is here?
        answer: {marble}
"""


def write(folder: Path, **files: str) -> Path:
    """Files in a folder (`words_dev` is words.dev); gives the script."""
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_dev", ".dev")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "demo.dev"


def told(loaded: Loaded) -> list[tuple[str, str, int, str]]:
    """File, code, line and message of every fault."""
    return [(Path(f.span.file).name, f.code, f.span.line, f.message()) for f in loaded.faults]


def test_an_included_file_declares_as_if_it_stood_in_the_script(tmp_path: Path) -> None:
    """Its slots are the script's, and its text is at hand to show lines of."""
    loaded = load(write(tmp_path, demo_dev=SCRIPT, words_dev=WORDS))
    assert told(loaded) == []
    assert loaded.experiment is not None
    assert [slot.name for slot in loaded.experiment.slots] == ["marble"]
    assert set(loaded.sources.values()) == {SCRIPT, WORDS}


def test_a_fault_in_an_included_file_names_that_file(tmp_path: Path) -> None:
    """The faults of the script come first, then those of what it includes."""
    words = WORDS.replace("coin", "coin, button")
    loaded = load(write(tmp_path, demo_dev=SCRIPT.replace("{a mar", "{a mor"), words_dev=words))
    assert told(loaded) == [
        ("demo.dev", "E412", 9, "there is no slot called `morble`"),
        ("words.dev", "E416", 2, "`marble` has the word `button` twice"),
    ]


def test_files_may_include_files_below_them(tmp_path: Path) -> None:
    """Paths are read from the folder of the script, wherever the include stands."""
    outer = "include parts/inner.dev\n"
    script = write(tmp_path, demo_dev=SCRIPT, words_dev=outer, parts__inner_dev=WORDS)
    assert told(load(script)) == []


@pytest.mark.parametrize(
    "path", ["../words.dev", "/etc/hostname", "parts/../../words.dev", "..\\words.dev"]
)
def test_nothing_outside_the_folder_is_read(tmp_path: Path, path: str) -> None:
    """Neither upwards nor from the root, and what is missing because of it is not reported."""
    (tmp_path / "words.dev").write_text(WORDS, encoding="utf-8")
    script = write(tmp_path / "own", demo_dev=SCRIPT.replace("words.dev", path))
    loaded = load(script)
    assert [(code, line) for _, code, line, _ in told(loaded)] == [("E506", 3)]
    assert list(loaded.sources.values()) == [script.read_text(encoding="utf-8")]


def test_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    """A link is followed before it is asked where the file lies."""
    (tmp_path / "words.dev").write_text(WORDS, encoding="utf-8")
    script = write(tmp_path / "own", demo_dev=SCRIPT)
    (tmp_path / "own" / "words.dev").symlink_to(tmp_path / "words.dev")
    assert [code for _, code, _, _ in told(load(script))] == ["E506"]


def test_a_file_that_includes_its_includer_is_refused(tmp_path: Path) -> None:
    """Circles end at the second visit."""
    script = write(tmp_path, demo_dev=SCRIPT, words_dev=f"include demo.dev\n{WORDS}")
    assert told(load(script)) == [
        ("words.dev", "E508", 1, "`demo.dev` is included already"),
    ]


def test_a_missing_script_is_a_sentence(tmp_path: Path) -> None:
    """There is nothing to check, so this is no fault in a script."""
    with pytest.raises(Unreadable, match="there is no file"):
        load(tmp_path / "nowhere.dev")


def test_syntax_and_meaning_are_reported_together_but_nothing_that_follows(tmp_path: Path) -> None:
    """A lost line takes its names with it; what depends on them is not reported."""
    text = SCRIPT.replace("include words.dev\n", "theengs\n    marble: button, coin\n") + (
        "    when moved and still\n        say: Well.\n"
        "    record end\n        ask: Who is {her/marble}?\n"
    )
    loaded = load(write(tmp_path, demo_dev=text))
    assert all(f.severity is Severity.ERROR for f in loaded.faults)
    assert loaded.experiment is None


def test_a_caret_ends_where_its_line_ends() -> None:
    """A misspelt `procedure` is mended for reading on; what is said of it stays inside the file."""
    loaded = check_text("experiment X\n\nprocedre\n    say: Hello.\n", "x.dev")
    lines = ["experiment X", "", "procedre", "    say: Hello.", ""]
    assert loaded.faults
    for fault in loaded.faults:
        assert fault.span.end_column <= len(lines[fault.span.end_line - 1]) + 1
