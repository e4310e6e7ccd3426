"""`devrun explain`: by code, by words, and what is said where neither is known."""

import pytest
from click.testing import CliRunner

from runners.cli.commands.explain import command
from runners.cli.errors import Stop


def explained(*words: str) -> list[str]:
    done = CliRunner().invoke(command, words, catch_exceptions=False, standalone_mode=False)
    return done.output.splitlines()


def test_a_code_prints_its_page_however_it_is_typed() -> None:
    page = explained("E101")
    assert page[0] == "# E101: tabs and spaces are mixed in the indentation"
    assert explained("[e101]") == page


def test_words_list_the_codes_that_speak_of_all_of_them_titles_first() -> None:
    assert explained("tabs", "spaces") == ["E101  tabs and spaces are mixed in the indentation"]
    bullets = explained("bullet")
    assert bullets[0] == "E233  a bullet or number before a line"
    assert len(explained()) > len(explained("slot")) > 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("E10",), ("there is no code called `E10`", "did you mean `E410`? ")),
        (("xylophone",), ("there is no code about `xylophone`", "")),
    ],
)
def test_what_is_not_there_is_reported(words: tuple[str, ...], said: tuple[str, str]) -> None:
    with pytest.raises(Stop) as stopped:
        explained(*words)
    assert stopped.value.message == said[0]
    assert stopped.value.help == f"{said[1]}`devrun explain` lists all codes"
