"""Slips in scripts that answer back: the first message, and what it says to write."""

from pathlib import Path

import pytest

from dsl.loading import Loaded, check_text

SCRIPTS = Path(__file__).parent / "scripts" / "answering"
TRAIN = "train names until 6 of the last 7 right, at most 12 questions"

SLIPS = (
    ("new_words", TRAIN, TRAIN.replace(",", ""), 29, f"write `{TRAIN}`"),
    ("new_words", TRAIN, TRAIN.replace("at most", "up to"), 29, f"write `{TRAIN}`"),
    ("new_words", TRAIN, TRAIN.replace("the last", "last"), 29, f"write `{TRAIN}`"),
    ("new_words", TRAIN, TRAIN.replace("until", "till"), 29, f"write `{TRAIN}`"),
    (
        "new_words", TRAIN, "train names until 6 right in row, max 12", 29,
        "write `train names until 6 right in a row, at most 12 questions`",
    ),
    (
        "new_words", TRAIN, "train names until it is known", 29,
        "write, for example, `train names until 3 right in a row, at most 12 questions`",
    ),
    ("new_words", "{sight} called", "{{sight}} called", 32, "write `{sight}`"),
    ("new_words", "row of lesson", "row of lessen", 30, "did you mean `lesson`?"),
    (
        "lamps", "unclear, ask again", "other, ask again", 36,
        "did you mean `unclear`?",
    ),
    ("lamps", "            say: Somebody", "            Somebody", 39, "write `say: Somebody"),
    (
        "lamps", "            say: Somebody", "            say Somebody", 39,
        "write `say: Somebody put on the lamp: {things}. {outcome}`",
    ),
    ("lamps", "    runs 10", "    repeat 10 times", 23, "did you mean `runs 10`?"),
    ("lamps", "    green: teal, plum, pink, gold, lime\n", "", 16, "declare it"),
)  # fmt: skip


def slip_in(script: str, old: str, new: str) -> Loaded:
    """A script of the folder with other words in place of some of its own, checked."""
    text = (SCRIPTS / f"{script}.dev").read_text(encoding="utf-8")
    assert old in text
    return check_text(text.replace(old, new, 1), f"{script}.dev", place=SCRIPTS / script)


@pytest.mark.parametrize(("script", "old", "new", "line", "said"), SLIPS)
def test_a_slip_is_named_on_its_line_with_what_to_write(
    script: str, old: str, new: str, line: int, said: str
) -> None:
    """The first message alone; others may follow from the slip."""
    first = slip_in(script, old, new).faults[0]
    assert said in first.help()
    assert first.span.line == line


MEASURES = """experiment Demo
places
    basket: drawer, crate
    box: jar, chest
measures
    pass both when side right and is right
design
    runs 4
    scoring accuracy
procedure
    say: A coin lies in the {basket}. Beside it is the {box}.
    separately
        test side
            ask: Where does the coin lie?
            answer: {basket}
            wrong: {box}
        test is
            ask: Where is it?
            answer: {basket}
            wrong: {box}
"""


@pytest.mark.parametrize(
    "slip",
    [
        "pass both if side right and is right", "pass both when side is right and is right",
        "pass both when side was right and is correct", "pass both where side = right and is right",
    ],
)  # fmt: skip
def test_a_pass_in_other_words_is_given_back_in_its_own(slip: str) -> None:
    meant = "pass both when side right and is right"
    assert not check_text(MEASURES, "demo.dev").faults
    first = check_text(MEASURES.replace(meant, slip), "demo.dev").faults[0]
    assert first.help() == f"write `{meant}`"


def test_a_comparison_on_values_of_an_unknown_questionnaire_is_not_blamed() -> None:
    """`do worrry`: the measures of `worry` are missing because of it."""
    script = Path("additions/flood_worry.dev")
    text = (Path(__file__).parents[2] / script).read_text(encoding="utf-8")
    loaded = check_text(text.replace("do worry", "do worrry", 1), script.name)
    assert "did you mean `worry`?" in loaded.faults[0].help()


def test_words_cut_inside_braces_are_one_line_that_goes_on() -> None:
    """Neither half of the braces is a mistake of its own."""
    text = MEASURES.replace("lies in the {basket}", "lies in the {bas\nket}")
    text = text.replace("{bas\nket}", "{the\nbasket}")
    faults = check_text(text, "demo.dev").faults
    assert [(one.code, one.span.line) for one in faults] == [("E111", 12)]


def test_a_sentence_at_the_left_edge_goes_on_also_after_a_full_stop() -> None:
    """Nothing else can begin there like this."""
    text = MEASURES.replace("{basket}. Beside it", "{basket}.\nBeside it")
    assert check_text(text, "demo.dev").faults[0].code == "E111"
