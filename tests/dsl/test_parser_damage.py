"""Whatever is in a file: no exception, and every place that is told lies inside the text."""

import dataclasses
import random
from pathlib import Path

import pytest

from dsl.diagnostic import Fault
from dsl.parser import MOST_FAULTS, parse
from dsl.source import normalise, read
from dsl.span import Span

SCRIPTS = Path(__file__).parent / "scripts"
BITS = (
    *("", "{", "}", "{{", "}}", ":", "\t", "    ", " ", "\n", "\r", ",", "(", ")", "#", "|", "\\"),
    *(
        "\u00a0",
        "\u200b",
        "\uff1a",
        "\x00",
        "\x1b",
        "\ud800",
        "\u2028",
        "é",
        "🙂",
        '"',
        "by",
        "say:",
    ),
)
INDENTS = ("", " ", "  ", "    ", "        ", "\t", "\u00a0", " \t")


def damaged(text: str, rng: random.Random) -> str:
    """A text with one to four things done to it."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        lines = text.split("\n")
        n = rng.randrange(len(lines))
        match rng.randrange(10):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + text[at : at + 1] * 2 + text[at + 1 :]
            case 2:
                text = text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
            case 3 | 4:
                text = text[:at] + rng.choice(BITS) + text[at:]
            case 5:
                text = "\n".join(lines[:n] + lines[n + 1 :])
            case 6:
                text = "\n".join(lines[:n] + lines[n : n + 1] * 2 + lines[n + 1 :])
            case 7:
                other = rng.randrange(len(lines))
                lines[n], lines[other] = lines[other], lines[n]
                text = "\n".join(lines)
            case 8:
                lines[n] = rng.choice(INDENTS) + lines[n].lstrip()
                text = "\n".join(lines)
            case _:
                text = rng.choice((text[:at], text[at:], "\n".join(lines[:n])))
    return text


def spans(node: object) -> list[Span]:
    """Every span in a tree or a fault."""
    if isinstance(node, Span):
        return [node]
    if isinstance(node, tuple):
        return [span for item in node for span in spans(item)]
    names = [*getattr(type(node), "__match_args__", ())]
    if isinstance(node, Fault):
        names = [field.name for field in dataclasses.fields(node)]
    return [span for name in names for span in spans(getattr(node, name))]


def assert_sound(text: str) -> None:
    """Reading raises nothing, and stays inside the text."""
    parsed = parse(text, "x.dev")
    lines = normalise(text).split("\n")
    for fault in parsed.faults:
        assert fault.message()
        assert isinstance(fault.label() + fault.help(), str)
    for span in (*spans(parsed.script), *spans(parsed.faults)):
        assert 1 <= span.line <= span.end_line <= len(lines), span
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1, span
        assert 1 <= span.end_column <= len(lines[span.end_line - 1]) + 1, span
        assert (span.line, span.column) <= (span.end_line, span.end_column), span
    assert len(parsed.faults) <= MOST_FAULTS + 1
    assert not any(fault.code == "E107" for fault in parsed.faults) or not parsed.complete


def test_two_thousand_damaged_scripts_end_in_no_traceback() -> None:
    """Letters, lines and indentation lost, doubled, exchanged; files cut in half."""
    texts = [read(path).text for path in sorted(SCRIPTS.glob("*.dev"))]
    rng = random.Random(2000)
    for _ in range(2000):
        assert_sound(damaged(rng.choice(texts), rng))


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
    assert_sound(text)
