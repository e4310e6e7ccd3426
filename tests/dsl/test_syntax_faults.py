"""Every fault of syntax: a wrong script, a mended one, exactly what is said, and a page.

One folder for each code under `faults/`, read by syntax alone: what is checked beyond it has its
own test in addition to this one. To see a changed message, print `told(...)` of `wrong.dev`.
"""

import importlib
import inspect
import pkgutil
import textwrap
from pathlib import Path

import pytest

import dsl.faults
from dsl.diagnostic import Fault, Severity
from dsl.faults import braces, layout, lines
from dsl.files.source import read
from dsl.parsing.parser import parse

FOLDERS = Path(__file__).parent / "faults"
PAGES = Path(inspect.getfile(Fault)).parent / "pages"
TOO_LONG_FOR_A_PAGE = {"E106", "E107"}


def kinds_in(*modules: object) -> list[type[Fault]]:
    """The kinds of fault that modules define."""
    return [
        kind
        for module in modules
        for kind in vars(module).values()
        if inspect.isclass(kind) and issubclass(kind, Fault) and kind.__module__ == module.__name__
        if hasattr(kind, "code")
    ]


def is_syntax(code: str) -> bool:
    """Whether a fault in braces is one of their shape, and not of what can be put in there."""
    return not "E311" <= code <= "E320"


SYNTAX = [kind for kind in kinds_in(layout, lines, braces) if is_syntax(kind.code)]
CODES = [kind.code for kind in SYNTAX]
ALL = kinds_in(
    *(
        importlib.import_module(f"dsl.faults.{found.name}")
        for found in pkgutil.iter_modules(dsl.faults.__path__)
    )
)


def told(fault: Fault) -> str:
    """A fault on one line."""
    s = fault.span
    place = f"{s.line}:{s.column}:{s.end_line}:{s.end_column}"
    return f"{place} {fault.code} {fault.message()} | {fault.help()}"


def snippets(page: str) -> tuple[str, str]:
    """The wrong and the mended script of a page."""
    wrong, right = page.split("\nWrong:\n")[1].split("\nRight:\n")
    return textwrap.dedent(wrong).strip("\n"), textwrap.dedent(right).strip("\n")


def test_no_code_stands_for_two_kinds_of_fault() -> None:
    """Also between syntax and all that is checked after it."""
    codes = [kind.code for kind in ALL]
    assert len(codes) == len(set(codes))


def test_every_kind_of_fault_has_a_page_and_a_folder() -> None:
    """So that `devrun explain` knows it, and a test holds its words.

    What only simulated participants find is found on a floor above, and tested there.
    """
    for kind in ALL:
        assert (PAGES / f"{kind.code}.md").is_file(), kind
        assert kind.__module__ == "dsl.faults.players" or (FOLDERS / kind.code).is_dir(), kind
        assert kind.code[0] == ("W" if kind.severity is Severity.WARNING else "E"), kind


@pytest.mark.parametrize("code", CODES)
def test_all_faults_of_a_wrong_script_are_reported_exactly(code: str) -> None:
    """Nothing is missed, nothing is made up, and every span is that of the very words."""
    source = read(FOLDERS / code / "wrong.dev")
    faults = parse(source.text, "wrong.dev").faults
    expected = (FOLDERS / code / "expected.txt").read_text(encoding="utf-8")
    assert "".join(f"{told(fault)}\n" for fault in faults) == expected
    assert code in [fault.code for fault in faults]


@pytest.mark.parametrize("code", CODES)
def test_the_mended_script_is_clean_in_its_syntax(code: str) -> None:
    """What the help says to write can be read."""
    parsed = parse(read(FOLDERS / code / "right.dev").text, "right.dev")
    assert [told(fault) for fault in parsed.faults] == []
    assert parsed.complete


@pytest.mark.parametrize("code", CODES)
def test_the_page_of_a_code_shows_that_fault_and_its_remedy(code: str) -> None:
    """The wrong snippet has this fault and no other; the mended one has none."""
    page = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {code}: ")
    wrong, right = snippets(page)
    if code not in TOO_LONG_FOR_A_PAGE:
        assert {fault.code for fault in parse(wrong, "wrong.dev").faults} == {code}
    assert [told(fault) for fault in parse(right, "right.dev").faults] == []


@pytest.mark.parametrize("code", CODES)
def test_a_message_is_one_lower_case_sentence(code: str) -> None:
    """And so is the help; a name in back-ticks may begin either."""
    for fault in parse(read(FOLDERS / code / "wrong.dev").text, "wrong.dev").faults:
        for words in (fault.message(), fault.help()):
            assert words
            assert not words[0].isupper()
            assert not words.endswith(".") or words.endswith("...")
