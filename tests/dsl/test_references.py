"""Published figures as a script gives them, and what may be compared with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.experiment import Reference
from dsl.loading import Loaded, load

SCRIPT = """\
experiment Demo

reference {reference}: Somebody (1985)

versions story
    false belief
    seen

design
    runs 2
    wording original

procedure
    when false belief
        say: Otto does not see that the hat is moved to the bag.
    otherwise
        say: Otto sees that the hat is moved to the bag.
    separately
        test Where he looks
            ask: Where does Otto look for the hat?
            answer by story
                false belief: the box
                seen: the bag
            wrong:
                the box
                the bag
        control now
            ask: Where is the hat?
            answer: the bag
            wrong: the box
"""


def loaded(folder: Path, reference: str) -> Loaded:
    file = folder / "demo.dev"
    file.write_text(SCRIPT.replace("{reference}", reference), encoding="utf-8")
    return load(file)


def the_one(found: Loaded) -> Reference:
    assert found.experiment is not None, found.faults
    (one,) = found.experiment.references
    return one


@pytest.mark.parametrize(
    ("written", "value", "n", "question", "levels"),
    [
        ("children 85%", "85", None, "", ()),
        ("children 85% of 27", "85", 27, "", ()),
        ("children 85% in where he looks", "85", None, "Where he looks", ()),
        (
            "children of four 48.7 % of 1018 in Where he looks when false belief",
            "48.7", 1018, "Where he looks", (("story", ("false belief",)),),
        ),
        ("children 85% when seen", "85", None, "", (("story", ("seen",)),)),
    ],
)  # fmt: skip
def test_a_share_may_say_of_how_many_and_in_which_question(
    tmp_path: Path, written: str, value: str, n: int | None, question: str, levels: object
) -> None:
    one = the_one(loaded(tmp_path, written))
    assert (one.value, one.unit, one.n, one.question) == (value, "%", n, question)
    assert one.guard.needs == levels


@pytest.mark.parametrize(
    "written",
    [
        "LaMDA 3.74 LRS in Where he looks",
        "children unknown in Where he looks",
        "children 3/4 of 12",
        "children 120% of 10",
        "children 85% of 0",
        "children 85% of 12345678901",
    ],
)
def test_only_a_share_is_of_so_many_and_in_a_question(tmp_path: Path, written: str) -> None:
    found = loaded(tmp_path, written)
    assert "E504" in [one.code for one in found.faults]


@pytest.mark.parametrize("name", ["where she looks", "now"])
def test_a_figure_is_of_a_test_that_the_script_asks(tmp_path: Path, name: str) -> None:
    (fault,) = [
        one for one in loaded(tmp_path, f"children 85% in {name}").faults if one.code[0] == "E"
    ]
    assert fault.code == "E409"
    assert (fault.span.line, fault.span.column) == (3, len("reference children 85% in ") + 1)
    assert "Where he looks" in fault.help()
