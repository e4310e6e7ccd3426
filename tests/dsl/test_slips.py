"""What a person who has never programmed writes, and what is said of it: one slip, one message.

Each slip is made in a sound script. The message must be the only one, and what it says to write is
shown with it, so that a reader of this file can judge whether it helps.
"""

import pytest

from dsl.checking import check
from dsl.parsing.parser import parse

SOUND = """\
experiment Where is the marble

people
    Sally (she): Rose, Mia

things
    marble: button, coin

places
    basket: drawer, crate
    box: jar, chest

versions story
    moved
    not moved
    watched

counterbalance direction
    swap basket, box

design
    scoring accuracy
    different basket, box
    contrast follows the story
        place across story

table pictures (picture):
    a house
    a tree

procedure
    for each row of pictures
        say: This is {picture}.
        listen
    say: {Sally} has {a marble}, {a basket} and {a box}.
    when moved or watched
        say: The {marble} is moved.
    test place
        ask: Where does {Sally} look?
        answer by story
            moved or watched: {basket}
            not moved: {box}
        wrong:
            {basket}
            {box}
"""

SLIPS = {
    "a dash for a colon": (
        "ask: Where", "ask – Where",
        "E203 missing colon after `ask` | write `ask: Where does {Sally} look?`",
    ),
    "a dash for the colon of an arm": (
        "watched: {basket}", "watched — {basket}",
        "E203 missing colon after `moved or watched` | write `moved or watched: {basket}`",
    ),
    "levels parted by a comma": (
        "when moved or watched", "when moved, watched",
        "E402 there is no level called `moved, watched` here | did you mean `moved or watched`?",
    ),
    "levels of one factor joined by and": (
        "moved or watched: {basket}", "moved and watched: {basket}",
        "E515 `moved and watched` can never hold | `and` joins levels of different factors; "
        "levels of one factor are joined by `or`",
    ),
    "arms by the wrong factor": (
        "answer by story", "answer by direction",
        "E422 the arms below are levels of `story`, not of `direction` | write `by story`",
    ),
    "slots joined by and": (
        "different basket, box", "different basket and box",
        "E534 `different` needs at least two slots | write: different basket, box",
    ),
    "values to swap joined by and": (
        "swap basket, box", "swap basket and box",
        "E534 `swap` needs at least two slots | write: swap basket, box",
    ),
    "values parted by semicolons": (
        "button, coin", "button; coin",
        "E423 `button; coin` is one word with a semicolon in it | "
        "separate the words with commas: button, coin",
    ),
    "a brace left open": (
        "does {Sally} look", "does {Sally look",
        "E301 this brace is not closed in its line | "
        "write `{Sally}` for a slot, or `{{` for a brace",
    ),
    "a brace left out before a slot": (
        "does {Sally} look", "does Sally} look",
        "E302 this brace closes nothing | write `{Sally}` for a slot, or `}}` for a brace",
    ),
    "an article in the braces": (
        "The {marble} is", "{The marble} is",
        "E412 there is no slot called `The marble` | "
        "only the slot goes in braces: write `The {marble}`",
    ),
    "a pronoun of nobody": (
        "does {Sally} look", "does {she} look",
        "E412 there is no slot called `she` | did you mean `{they/Sally}`?",
    ),
    "another language's word": (
        "    when moved", "    if moved",
        "E201 `if` is not a statement of the language | did you mean `when`?",
    ),
    "an order in other words": (
        "    test place", "    in random order\n    test place",
        "E201 `in random order` is not a statement of the language | did you mean `in any order`?",
    ),
    "another language's otherwise": (
        "            not moved: {box}", "            else: {box}",
        "E402 there is no level called `else` here | did you mean `otherwise`?",
    ),
    "another language's note": (
        "procedure\n", "// my notes\nprocedure\n",
        "E201 `//` is not a statement of the language | did you mean `#`?",
    ),
    "choices on one line": (
        "wrong:\n            {basket}\n            {box}\n", "choices: {basket}, {box}\n",
        "E424 a list has one item per line; this line has 2 | below `choices:` write each "
        "on its own line: `{basket}`, `{box}`; if it is a single item with a comma in it, put it "
        "on the line below",
    ),
    "tabs in one line": (
        "        ask:", "\t\task:",
        "E101 tabs and spaces are mixed in the indentation | "
        "indent with four spaces for each level",
    ),
    "a line that slipped to the left by one": (
        "        ask:", "       ask:",
        "E563 this `answer` is indented, so it is read as words of `ask` | "
        "indent `ask` and the lines below it alike",
    ),
    "a line that slipped to the left by a step": (
        "        ask:", "    ask:",
        "E113 this line belongs under `test place`, but is not indented | "
        "indent it by 8 spaces",
    ),
    "rows in a table": (
        "each row of pictures", "each row in pictures",
        "E216 `for each` is written `for each [rotated | shuffled | mixed | fixed] row of TABLE` | "
        "write `for each row of pictures`",
    ),
    "rows at random": (
        "each row of pictures", "each random row of pictures",
        "E216 `for each` is written `for each [rotated | shuffled | mixed | fixed] row of TABLE` | "
        "write `for each shuffled row of pictures`",
    ),
    "a test without a procedure": (
        "procedure\n", "routine session\n",
        "E502 the script has no procedure | "
        "at the end write: procedure, with the steps of the session indented below it",
    ),
    "a not before a level": (
        "when moved or watched", "when not watched",
        "E402 there is no level called `not watched` here | there is no `not`: write `unless "
        "watched` for `when not watched`, and `when watched` for `unless not watched`; in an arm, "
        "name the other levels",
    ),
    "a not before a level, and then a reply": (
        "    test place\n",
        "    listen\n    unless not watched\n        say: Look.\n    listen\n    test place\n",
        "E402 there is no level called `not watched` here | there is no `not`: write `unless "
        "watched` for `when not watched`, and `when watched` for `unless not watched`; in an arm, "
        "name the other levels",
    ),
    "a slot twice, the second time with its pronoun": (
        "people\n    Sally (she): Rose, Mia\n",
        "let who: {they/Sally}\nwords\n    Sally: Rose, Mia\npeople\n    Sally (she): Rose, Mia\n",
        "E411 there are two slots called `Sally` | give one of them another name, and change it "
        "where it is used",
    ),
    "two procedures": (
        "procedure\n", "procedure\n    say: Hello.\nprocedure\n",
        "E503 there are two `procedure` statements | merge them, or remove one",
    ),
}  # fmt: skip


def said_of(script: str) -> list[str]:
    """All that is said of a script, an error a line."""
    parsed = parse(script, "x.dev")
    faults = (*parsed.faults, *check(parsed.script).faults)
    errors = [fault for fault in faults if fault.code.startswith("E")]
    return [f"{fault.code} {fault.message()} | {fault.help()}" for fault in errors]


def test_the_script_without_a_slip_is_sound() -> None:
    """Else the messages below would not be about the slips."""
    assert said_of(SOUND) == []


@pytest.mark.parametrize("slip", SLIPS)
def test_one_slip_makes_one_message_that_says_what_to_write(slip: str) -> None:
    """No other fault is reported."""
    right, wrong, expected = SLIPS[slip]
    assert SOUND.count(right) == 1
    assert said_of(SOUND.replace(right, wrong)) == [expected]


def test_feedback_under_an_answer_is_no_second_line_of_it() -> None:
    """`if right say: Right!` would be taken for words of the answer, and sent to nobody."""
    lines = SOUND.splitlines()
    at = next(n for n, line in enumerate(lines) if line.strip().startswith("answer"))
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    while at + 1 < len(lines) and lines[at + 1].startswith(f"{indent} "):
        at += 1
    lines.insert(at + 1, f"{indent}if right say: Right!")
    faults = parse("\n".join(lines) + "\n", "slip.dev").faults
    assert [fault.code for fault in faults] == ["E231"]
    assert "then" in faults[0].help()


def test_a_title_with_a_colon_is_mended_whole() -> None:
    text = SOUND.replace("experiment Where is the marble", "experiment Marbles: a story")
    (fault,) = parse(text, "slip.dev").faults
    assert fault.help() == "write `experiment Marbles - a story`"
