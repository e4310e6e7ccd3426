"""Files in which people declare things: what is wrong with one is said in the same words of all."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from dsl.errors import DevrunError
from dsl.files.source import text_of
from dsl.files.toml import toml_of
from runners.agents.named import agent_named
from runners.coding.gold.chosen import gold_text
from runners.preregistration.lookup import form_text
from runners.prices.table import known_prices

READERS: dict[str, Callable[[Path], object]] = {
    "price file": lambda place: known_prices(folder=place.parent, named=place.name),
    "file of an agent": lambda place: agent_named(str(place)),
    "gold file": gold_text,
    "preregistration": form_text,
}


@pytest.mark.parametrize("what", READERS)
def test_what_is_no_text_is_refused_in_the_same_words(what: str, tmp_path: Path) -> None:
    def refused(place: Path) -> str:
        with pytest.raises(DevrunError) as caught:
            READERS[what](place)
        assert caught.value.help
        return caught.value.message

    place = tmp_path / "x.toml"
    assert refused(place) == f"there is no file {place}"
    for data, said in (
        (b"a\nCaf\xe9", "is not saved as UTF-8 (the first byte that is not stands in line 2); save "
         "it again as UTF-8"),
        ("a = 1".encode("utf-16"), "is saved as UTF-16; save it again as UTF-8"),
        (b"PK\x03\x04" + bytes(300), "is a document of an office program, not text"),
    ):  # fmt: skip
        place.write_bytes(data)
        assert refused(place) == f"{place} {said}"
    place.unlink()
    place.mkdir()
    assert refused(place) == f"{place} is a folder, not a {what}"


def test_a_file_that_is_far_too_large_is_read_no_further(tmp_path: Path) -> None:
    with pytest.raises(DevrunError, match=r"/dev/zero is too large for a list \(over 1 MB\)"):
        text_of("/dev/zero", what="list", instead="name one", pipe=True, most=1_000_000)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = 1\nb = ", "is not TOML: invalid value (at end of document)"),
        ("a = 1\nb = x\n", "is not TOML: invalid value (at line 12, column 5)"),
        ("a = " + "[" * 5_000, "has brackets nested too deeply"),
        ("a = " + "1" * 5_000, "has a number too large to be read"),
        ("a = 1e99999999999999999999", "has a number too large to be read"),
    ],
)
def test_what_is_no_toml_is_said_with_the_line_of_the_file(text: str, said: str) -> None:
    with pytest.raises(DevrunError) as caught:
        toml_of(text, "x", instead="see x", error=DevrunError, first_line=11, parse_float=Decimal)
    assert (caught.value.message, caught.value.help) == (f"x {said}", "see x")
    assert toml_of("\ufeffa = 1\r\nb = 2\r\n", "x", instead="", error=DevrunError) == {
        "a": 1, "b": 2,
    }  # fmt: skip
