"""Laying scripts out."""

import random
from pathlib import Path

import pytest

from dsl.files.source import read
from dsl.parsing.formatting import format_script, same
from dsl.parsing.parser import parse

SCRIPTS = Path(__file__).parent / "scripts"
LATER = ("cogbench_waves",)
NEAT = [path for path in sorted(SCRIPTS.glob("*.dev")) if path.stem not in LATER]


def test_layout_is_made_even_and_words_are_left_alone() -> None:
    """Steps of four, blanks at line ends gone, deeper lines still deeper by as much."""
    untidy = (
        "\n\n"
        "experiment  X  \n"
        "# a note\n"
        "\n\n\n"
        "versions v\n"
        "  # before the level\n"
        "  one\n"
        "  two\n"
        "   # behind it\n"
        "procedure\n"
        "\tsay:\n"
        "\t\t  One,   two.  \n"
        "\t\t     deeper\n"
        "\n"
        "\t\t  # in the words\n"
        "\t\t  Three: four.\n"
        "\tsay: On the line\n"
        "\t          and below.\n"
        "\ttest t\n"
        "\t ask: Where?\n"
        "\t # the end\n\n"
    )
    assert format_script(untidy, "x.dev") == (
        "experiment  X\n"
        "# a note\n"
        "\n"
        "versions v\n"
        "    # before the level\n"
        "    one\n"
        "    two\n"
        "# behind it\n"
        "procedure\n"
        "    say:\n"
        "        One,   two.\n"
        "           deeper\n"
        "\n"
        "        # in the words\n"
        "        Three: four.\n"
        "    say: On the line\n"
        "        and below.\n"
        "    test t\n"
        "        ask: Where?\n"
        "        # the end\n"
    )


@pytest.mark.parametrize("path", NEAT, ids=lambda path: path.stem)
def test_a_script_that_is_laid_out_stays_as_it_is(path: Path) -> None:
    """The second time nothing changes."""
    once = format_script(read(path).text, path.name)
    assert once is not None
    assert format_script(once, path.name) == once


@pytest.mark.parametrize("path", NEAT, ids=lambda path: path.stem)
def test_whatever_the_steps_were_they_become_four_spaces(path: Path) -> None:
    """One space, three, seven or a tab a step: the same script comes out."""
    neat = format_script(read(path).text, path.name)
    assert neat is not None
    if path.stem == "prose_torture":  # its deeper lines are set in by what is no whole step
        return
    for step in (" ", "   ", "       ", "\t"):
        lines = neat.split("\n")
        depths = [(len(line) - len(line.lstrip())) // 4 for line in lines]
        other = "\n".join(
            step * depth + line.lstrip() for depth, line in zip(depths, lines, strict=True)
        )
        assert format_script(other, path.name) == neat


def test_a_script_with_a_fault_is_left_alone() -> None:
    """What it means is not known yet."""
    assert format_script("procedure\n  sya: x\n", "x.dev") is None
    assert format_script("", "x.dev") == ""


def test_random_indentation_never_changes_what_a_script_means() -> None:
    """Notes, empty lines and continued words anywhere."""
    rng = random.Random(4)
    for _ in range(300):
        lines = ["procedure"]
        for _ in range(rng.randint(1, 8)):
            depth = " " * 3
            lines.append(
                rng.choice((
                    f"{depth}say: a", f"{depth}say:\n{depth}  a\n{depth}    b\n\n{depth}  c",
                    f"{depth}say: a\n{depth}      b\n{depth}       c", "", " # note", "# note",
                    f"{depth}when x\n{depth}\tlisten\n{depth}\t# note", f"{depth}listen",
                ))
            )  # fmt: skip
        text = "\n".join([*lines, "   listen"])
        laid_out = format_script(text, "x.dev")
        assert laid_out is not None
        assert same(parse(text, "x.dev").script, parse(laid_out, "x.dev").script)
        assert format_script(laid_out, "x.dev") == laid_out
