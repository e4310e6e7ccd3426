"""Every fault that checking finds: a wrong script, a mended one, and exactly what is said.

One folder for each code under `faults/`. `expected.txt` holds what is said of `wrong.dev`, a line
for each fault: where it stands (line:column:end_line:end_column), code, message | what to write.
"""

import inspect
import shutil
from pathlib import Path

import pytest

from dsl.diagnostic import Fault
from dsl.faults import (
    braces,
    comparing,
    data_files,
    design,
    exploring,
    following,
    framings,
    levels,
    machines,
    measures,
    method,
    names,
    number_keys,
    questionnaires,
    questions,
    session,
    story,
    training,
    waves,
    whole,
)
from dsl.files.data_files import MOST_FILES
from dsl.files.pictures import LARGEST
from dsl.loading import check_text, load
from tests.dsl.test_syntax_faults import is_syntax, told

FOLDERS = Path(__file__).parent / "faults"
PAGES = Path(inspect.getfile(Fault)).parent / "pages"
KINDS = tuple(
    kind
    for module in (
        *(
            braces,
            comparing,
            data_files,
            design,
            exploring,
            following,
            framings,
            levels,
            machines,
            measures,
            method,
            names,
            number_keys,
            questionnaires,
            questions,
            session,
            story,
            training,
            waves,
        ),
        whole,
    )
    for kind in vars(module).values()
    if inspect.isclass(kind) and issubclass(kind, Fault) and hasattr(kind, "code")
    if module is not braces or not is_syntax(kind.code)
)
CODES = [kind.code for kind in KINDS]


def folder_of(code: str, scratch: Path) -> Path:
    """Where the scripts of a code lie; a picture that is too large, and more files than a bank may
    have, are made for the time.
    """
    if code not in ("E597", "E742"):
        return FOLDERS / code
    made = shutil.copytree(FOLDERS / code, scratch / code)
    if code == "E742":
        (made / "many").mkdir()
        for number in range(MOST_FILES + 1):
            (made / "many" / f"{number}.csv").touch()
        return made
    large = made / "pictures" / "many_lines.png"
    large.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(LARGEST))
    return made


def test_no_two_kinds_of_fault_share_a_code() -> None:
    """A code stands for one kind of fault, for ever."""
    assert len(CODES) == len(set(CODES))


@pytest.mark.parametrize("code", CODES)
def test_all_faults_of_a_wrong_script_are_reported_exactly(code: str, tmp_path: Path) -> None:
    """Nothing is missed, nothing is made up, and every caret is under the very words."""
    faults = load(folder_of(code, tmp_path) / "wrong.dev").faults
    expected = (FOLDERS / code / "expected.txt").read_text(encoding="utf-8")
    assert "".join(f"{told(fault)}\n" for fault in faults) == expected
    others = ["E736"] * 10 if code == "E791" else []
    assert [fault.code for fault in faults] == [*others, code]


@pytest.mark.parametrize("code", CODES)
def test_the_mended_script_is_clean(code: str) -> None:
    """What the help says to write is right: no error is left, and no warning."""
    loaded = load(FOLDERS / code / "right.dev")
    assert [told(fault) for fault in loaded.faults] == []
    assert loaded.experiment is not None


@pytest.mark.parametrize("fits", [True, False])
def test_a_thousand_slots_may_have_to_differ(fits: bool) -> None:
    """Each would first have what another has already, down to the first of all."""
    count, alone = 1_100, 1 if fits else 2
    words = ("word0" if at < alone else f"word{at - 1}, word{at}" for at in range(count))
    pools = "\n".join(f"    slot{at}s: {some}" for at, some in enumerate(words))
    slots = ", ".join(f"slot{at}s" for at in range(count))
    script = (
        f"experiment A\n\nthings\n{pools}\n\n"
        f"design\n    wording original\n    different {slots}\n\n"
        "procedure\n    separately\n        test one\n            ask: Which?\n"
        "            answer: {slot0s}\n            wrong: {slot1s}\n"
    )
    codes = [one.code for one in check_text(script, "a.dev").faults]
    assert ("E533" in codes) is not fits


def test_every_code_has_a_page() -> None:
    """`devrun explain CODE` has something to print, with both scripts in it."""
    for code in CODES:
        page = (PAGES / f"{code}.md").read_text(encoding="utf-8")
        assert page.startswith(f"# {code}: "), code
        assert "\nWrong:\n" in page, code
        assert "\nRight:\n" in page, code


def test_a_label_is_next_to_the_caret_in_few_words() -> None:
    """Messages are one lower-case sentence without a full stop, as all messages are."""
    for kind in KINDS:
        assert not kind.title.endswith("."), kind
        assert kind.__doc__, kind
