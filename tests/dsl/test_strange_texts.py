"""Whatever is in a file: no exception, and every place that is told lies inside the text.

Damaged scripts are in tests/whole/test_damage.py.
"""

from __future__ import annotations

import pytest

from tests.places import assert_read


@pytest.mark.parametrize(
    "text",
    [
        "\x00\x00\n\x00",
        "\ud800say: \udfff\n",
        "\ufeff\ufeffexperiment X",
        "procedure",
        "procedure\n",
        "    procedure\n",
        "otherwise\notherwise\n",
        ":\n::\n    :\n",
        "{\n}\n{}\n",
        "procedure\n    say: " + "a" * 10_000_000,
        "a" * 10_000_000,
        "procedure\n    say: " + "{a" * 1_000_000,
        "procedure\n    test " + "b" * 1_000_000 + "\n        ask: x",
        "procedure\n" + " " * 1_000_000 + "x",
        "procedure\n    test" + " " * 1_000_000 + "x",
        "procedure\n    " + ":" * 100_000,
        "things\n    a: " + "b," * 10_000,
        "things\n    a: " + "(" * 100_000,
        "procedure\n    say " + "by " * 100_000,
        "\n".join(" " * n + "separately" for n in range(10_000)),
        "procedure\n" + "".join("\t" * (n + 1) + "separately\n" for n in range(10_000)),
        "foo bar baz\n" * 20_000,
        "procedure\n" + "    Foo bar baz.\n" * 20_000,
        "procedure\n" + "    say: {a\n" * 5_000,
        "procedure\n" + "\u00a0\u00a0\u00a0\u00a0say: a\n" * 5_000,
        "\n" * 200_000,
    ],
    ids=lambda text: f"{text[:24]!r} ({len(text)})".encode("ascii", "backslashreplace").decode(),
)
def test_the_strangest_texts_are_read_to_their_end(text: str) -> None:
    """Long lines, deep nesting, odd characters, and no script at all."""
    assert_read(text)
