"""Reading scripts into trees."""

from pathlib import Path

import pytest

from dsl import tree as t
from dsl.files.source import read
from dsl.parsing.lalr import parser
from dsl.parsing.parser import parse

SCRIPTS = Path(__file__).parent / "scripts"
LATER = {"cogbench_waves.dev": 2}
"""Scripts with statements that are not available yet, and how many."""

FREE = {"LABEL", "NAME", "NAME_BY", "VALUE", "WORDS"}
LAID_OUT = {"_NL", "_INDENT", "_DEDENT", "_LOST", "$END"}


def steps_of(text: str) -> tuple[t.Step, ...]:
    """The steps of a procedure given by its lines."""
    parsed = parse("procedure\n" + text, "x.dev")
    assert parsed.faults == ()
    procedure = parsed.script.items[-1]
    assert isinstance(procedure, t.Procedure)
    return procedure.steps


def words_of(text: str) -> list[tuple[str, bool, bool]]:
    """The lines of the first `say` of a procedure: words, deeper, new paragraph."""
    say = steps_of(text)[0]
    assert isinstance(say, t.SayNode)
    assert isinstance(say.words, t.Prose)
    return [(_plain(line), line.deeper, line.new_paragraph) for line in say.words.lines]


def _plain(line: t.ProseLine) -> str:
    return "".join(
        part.words if isinstance(part, t.Text) else f"<{part.inside}>" for part in line.parts
    )


def test_no_state_of_the_parser_takes_a_keyword_for_somebody_s_words() -> None:
    """Where names may stand beside a fixed word, that word goes first."""
    beside = set()
    for number in range(parser().size):
        expected = parser().states[number].expected - LAID_OUT
        if expected & FREE and len(expected) > 1:
            beside.add(frozenset(expected))
    assert beside == {
        frozenset({"LABEL", "_BY", "_COLON"}),
        frozenset({"LABEL", "SWAP"}),
        frozenset({"NAME", "NAME_BY"}),
        frozenset({"NAME", "NAME_FROM"}),
        frozenset({"LABEL", "NAME_FROM"}),
    }


@pytest.mark.parametrize("path", sorted(SCRIPTS.glob("*.dev")), ids=lambda path: path.stem)
def test_the_example_scripts_are_read_without_a_fault(path: Path) -> None:
    """Each statement of a later version is reported as such."""
    parsed = parse(read(path).text, path.name)
    assert [fault.code for fault in parsed.faults] == ["E213"] * LATER.get(path.name, 0)
    assert parsed.complete is (path.name not in LATER)


def test_lines_of_words_keep_what_matters() -> None:
    """Empty lines make paragraphs, deeper lines stay apart, notes are dropped."""
    assert words_of(
        "    say:\n"
        "        One.\n"
        "          Deeper, and in the middle of it: test belief\n"
        "        # a note\n"
        "        Two {Sally} {{not a slot}}, #3.\n"
        "\n"
        "        # another note\n"
        "        Three.\n"
    ) == [
        ("One.", False, False),
        ("Deeper, and in the middle of it: test belief", True, False),
        ("Two <Sally> {not a slot}, #3.", False, False),
        ("Three.", False, True),
    ]


def test_words_may_begin_next_to_their_head_and_go_on_below() -> None:
    """The lines below then set the depth."""
    assert words_of("    say: One,\n            two,\n              three.\n    listen\n") == [
        ("One,", False, False),
        ("two,", False, False),
        ("three.", True, False),
    ]


def test_tabs_may_stand_for_spaces_throughout() -> None:
    """A tab is a step as good as any other."""
    spaced = steps_of("    say: One.\n    when seen\n        listen\n")
    tabbed = steps_of("\tsay: One.\n\twhen seen\n\t\tlisten\n")
    assert [type(step) for step in tabbed] == [type(step) for step in spaced] == [t.SayNode, t.When]


def test_a_slot_with_forms_and_values_of_both_kinds() -> None:
    """Values on lines of their own may hold commas and colons."""
    parsed = parse(
        "things\n    ice cream (plural ices): orange (an), hour-glass\n"
        "    ball:\n        a ball, big: and blue (plural balls)\n    cup\n",
        "x.dev",
    )
    pool = parsed.script.items[0]
    assert isinstance(pool, t.Pool)
    assert [
        (
            slot.name.text,
            slot.forms and slot.forms.text,
            [(value.text, value.forms and value.forms.text) for value in slot.values],
        )
        for slot in pool.slots
    ] == [
        ("ice cream", "plural ices", [("orange", "an"), ("hour-glass", None)]),
        ("ball", None, [("a ball, big: and blue", "plural balls")]),
        ("cup", None, []),
    ]


def test_cells_of_a_row_have_spans_of_their_own() -> None:
    """Trimmed, to the very characters."""
    parsed = parse("table names (thing, outcome):\n    {red} cube  |  It lights up.\n", "x.dev")
    table = parsed.script.items[0]
    assert isinstance(table, t.TableNode)
    assert [name.text for name in table.columns] == ["thing", "outcome"]
    cells = table.rows[0].cells
    assert [_plain(cell) for cell in cells] == ["<red> cube", "It lights up."]
    assert [(cell.span.column, cell.span.end_column) for cell in cells] == [(5, 15), (20, 33)]


def test_spans_cover_statements_from_the_first_to_the_last_word() -> None:
    """Also across lines, and with characters outside the basic plane counted as one."""
    test, listen = steps_of(
        "    test mood\n        ask: 🙂 {Sally}?\n            Why?  \n    listen\n"
    )
    assert isinstance(test, t.QuestionNode)
    assert (test.span.line, test.span.column) == (2, 5)
    assert (test.span.end_line, test.span.end_column) == (4, 17)
    assert (test.name.span.column, test.name.span.end_column) == (10, 14)
    ask = test.items[0]
    assert isinstance(ask, t.Ask)
    assert isinstance(ask.words, t.Prose)
    brace = ask.words.lines[0].parts[1]
    assert (brace.span.column, brace.span.end_column) == (16, 23)
    assert (listen.span.line, listen.span.column, listen.span.end_column) == (5, 5, 11)


def test_when_takes_the_otherwise_that_follows() -> None:
    """In steps, in questions and in machines."""
    when = steps_of("    when seen or told\n        listen\n    otherwise\n        listen\n")[0]
    assert isinstance(when, t.When)
    assert (when.label.text, len(when.steps), len(when.otherwise or ())) == ("seen or told", 1, 1)


def test_a_contrast_line_is_split_at_across() -> None:
    """Question, then factor or levels."""
    parsed = parse("design\n    contrast c\n        my test across one, two\n", "x.dev")
    design = parsed.script.items[0]
    assert isinstance(design, t.DesignNode)
    contrast = design.items[0]
    assert isinstance(contrast, t.ContrastNode)
    line = contrast.lines[0]
    assert (line.question.text, [name.text for name in line.across]) == ("my test", ["one", "two"])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_machine_give_one_tree(end: str) -> None:
    """So no hash depends on the editor."""
    text = "experiment X\nprocedure\n    say:\n        One.\n\n        Two.\n"
    assert parse(text.replace("\n", end), "x.dev") == parse(text, "x.dev")
    assert parse("\ufeff" + text, "x.dev").faults == ()


def test_an_empty_file_and_one_of_notes_are_empty_scripts() -> None:
    """What is missing in them is for the checker to say."""
    for text in ("", "\n \n", "# only\n#\n    # notes"):
        parsed = parse(text, "x.dev")
        assert (parsed.script.items, parsed.faults, parsed.complete) == ((), (), True)


def test_a_slip_in_one_line_leaves_the_others_in_the_tree() -> None:
    """A misspelt head is mended in passing, so its block is read and checked."""
    parsed = parse("procedure\n    tset belief\n        ask: Where?\n        answr: box\n", "x.dev")
    assert [fault.code for fault in parsed.faults] == ["E201", "E201"]
    assert parsed.complete
    procedure = parsed.script.items[0]
    assert isinstance(procedure, t.Procedure)
    question = procedure.steps[0]
    assert isinstance(question, t.QuestionNode)
    assert [type(item) for item in question.items] == [t.Ask, t.Answer]


def test_a_lost_line_makes_the_tree_incomplete() -> None:
    """So that nobody complains of the names it would have declared."""
    parsed = parse("gibberish\n    of all kinds\nprocedure\n    listen\n", "x.dev")
    assert [fault.code for fault in parsed.faults] == ["E201"]
    assert not parsed.complete
    assert [type(item) for item in parsed.script.items] == [t.Procedure]
