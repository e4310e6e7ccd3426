"""Whatever is in a file: no exception, and every reported place is inside the text.

Damaged scripts are in tests/whole/test_damage.py.
"""

from __future__ import annotations

from collections.abc import Callable

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
    ],
)
def test_the_strangest_texts_are_read_to_their_end(text: str) -> None:
    """Odd characters, and no script at all."""
    assert_read(text)


@pytest.mark.parametrize(
    ("text", "most"),
    [
        (lambda n: "procedure\n    say: " + "a" * n, 10_000_000),
        (lambda n: "a" * n, 10_000_000),
        (lambda n: "procedure\n    say: " + "{a" * n, 1_000_000),
        (lambda n: "procedure\n    test " + "b" * n + "\n        ask: x", 1_000_000),
        (lambda n: "procedure\n" + " " * n + "x", 1_000_000),
        (lambda n: "procedure\n    test" + " " * n + "x", 1_000_000),
        (lambda n: "procedure\n    " + ":" * n, 100_000),
        (lambda n: "things\n    a: " + "b," * n, 10_000),
        (lambda n: "things\n    a: " + "(" * n, 100_000),
        (lambda n: "procedure\n    say " + "by " * n, 100_000),
        (lambda n: "\n".join(" " * depth + "separately" for depth in range(n)), 10_000),
        (lambda n: "procedure\n" + "".join("\t" * d + "separately\n" for d in range(n)), 10_000),
        (lambda n: "foo bar baz\n" * n, 20_000),
        (lambda n: "procedure\n" + "    Foo bar baz.\n" * n, 20_000),
        (lambda n: "procedure\n" + "    say: {a\n" * n, 5_000),
        (lambda n: "procedure\n" + "\u00a0\u00a0\u00a0\u00a0say: a\n" * n, 5_000),
        (lambda n: "\n" * n, 200_000),
    ],
    ids=lambda value: f"{value(1)[:24]!r}" if callable(value) else str(value),
)
def test_the_longest_texts_are_read_to_their_end(
    text: Callable[[int], str], most: int, thorough: bool
) -> None:
    """Long lines, deep nesting, very many lines: a fifth of what a thorough run reads."""
    assert_read(text(most if thorough else most // 5))
