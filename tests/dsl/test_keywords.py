"""The table of statements, held against the grammar and against slips of the finger."""

import re
from pathlib import Path
from random import Random

from dsl.explaining.block_kinds import place_of
from dsl.files.source import read
from dsl.heads import Place, Tail
from dsl.keywords import HEADS, head_of, heads_in
from dsl.parsing.lalr import parser
from dsl.parsing.layout import survey
from dsl.parsing.parser import parse
from dsl.scoring import FORMS

SCRIPTS = Path(__file__).parent / "scripts"
LATER = ("cogbench_waves.dev",)
NAMED = (None, Place.WORDS, Place.ARMS, Place.POOL, Place.CONTRAST)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
INNER = {"by", "once", "times", "to", "row of"}
"""Fixed words that never begin a line."""


def terminal_words() -> set[str]:
    """The words that the grammar's fixed terminals match."""
    words: set[str] = set()
    for shipped in parser().patterns.values():
        pattern = shipped.replace("[ \t]+", " ").replace("[ \\t]+", " ")
        found = re.match(r"(\(?)([a-z][a-z \[\]?|]*)\)?\(\?[!=]", pattern)
        if found is not None:
            words.update(found[2].split("|"))
    return words


def spelt(word: str) -> set[str]:
    """`licen[cs]e` and `authors?` written out."""
    if "[cs]" in word:
        return {word.replace("[cs]", letter) for letter in "cs"}
    if "?" in word:
        at = word.index("?")
        return {word[: at - 1] + word[at + 1 :], word[:at] + word[at + 1 :]}
    return {word}


def test_the_table_and_the_grammar_know_the_same_words() -> None:
    """Heads of the one, and what may follow them, are the keywords of the other; kinds of score
    have a table of their own.
    """
    known = {head.word for head in HEADS}
    known.update(choice for head in HEADS for choice in head.choices if not choice.isdigit())
    known.difference_update(FORMS)
    written = {form for word in terminal_words() for form in spelt(word)}
    assert written - INNER == known


def test_the_example_of_every_statement_can_be_read_where_it_belongs() -> None:
    """What a message tells to write is right."""
    frames = {
        Place.TOP: "{}",
        Place.LEVELS: "counterbalance c\n    {}",
        Place.LEVEL: "conditions c\n    one\n        {}",
        Place.MACHINE: "machine m\n    {}",
        Place.NEEDS: "machine m\n    when one\n        {}",
        Place.DESIGN: "design\n    {}",
        Place.FRAMING: "framing f\n    {}",
        Place.STEPS: "procedure\n    {}",
        Place.TRAINING: "procedure\n    train names until 3 right in a row, at most 9 questions\n"
        "        {}",
        Place.EXPLORATION: "procedure\n    explore lamp, 4 tries\n        {}",
        Place.RETELLING: "procedure\n    retell lamp in full\n        {}",
        Place.QUESTION: "procedure\n    test t\n        {}",
        Place.GUIDE: "coding guide\n    {}",
        Place.QUESTIONNAIRE: "questionnaire q\n    {}",
        Place.MEASURES: "measures\n    {}",
        Place.BANK: "bank b from b.csv\n    {}",
        Place.WAVES: "waves w from w.csv\n    {}",
    }
    blocks = {
        Place.POOL: "a: b", Place.LEVELS: "one", Place.MACHINE: "rules any of",
        Place.NEEDS: "needs any of: {a}", Place.DESIGN: "runs 10", Place.CONTRAST: "a across b",
        Place.FRAMING: "before: Well.", Place.STEPS: "listen", Place.QUESTION: "ask: Where?",
        Place.TRAINING: "do warm-up", Place.EXPLORATION: "ask: Which?",
        Place.RETELLING: "say: Somebody tried {things}.",
        Place.GUIDE: "example 5: All.", Place.MEASURES: "pass a when b right",
        Place.WORDS: "words", Place.ARMS: "right: Yes.", Place.QUESTIONNAIRE: "rate 1 to 5",
        Place.BANK: "question from a", Place.WAVES: "without wave 0",
    }  # fmt: skip
    for head in HEADS:
        for place in head.places:
            lines = head.example
            opens = place if head.opens is Place.SAME else head.opens
            opens = Place.NEEDS if opens is Place.MACHINE and place is Place.MACHINE else opens
            opens = Place.WORDS if lines.endswith(":") else opens
            if head.word == "otherwise":
                block = blocks[opens or Place.STEPS]
                lines = f"when one\n    {block}\notherwise"
            if opens is not None:
                lines += f"\n    {blocks[opens]}"
            depth = frames[place].split("\n")[-1].split("{")[0]
            text = frames[place].format(lines.replace("\n", f"\n{depth}"))
            assert parse(text, "x.dev").faults == (), text


def test_the_longest_head_that_fits_is_the_one() -> None:
    """`in any order` is not `in` something else, `says` is no `say`."""
    assert head_of("in any order", Place.STEPS) in heads_in(Place.STEPS)
    assert head_of("says hello", Place.STEPS) is None
    assert head_of("test-1", Place.STEPS) is None
    found = head_of("example 5: x", Place.GUIDE)
    assert found is not None
    assert found.tail is Tail.CHOICE


def misspelt(word: str, rng: Random) -> str:
    """A word with one slip of the finger."""
    at = rng.randrange(len(word))
    kind = rng.randrange(4)
    if kind == 0:
        wrong = word[:at] + word[at + 1 :]
    elif kind == 1:
        wrong = word[:at] + rng.choice(LETTERS) + word[at:]
    elif kind == 2:
        at = min(at, len(word) - 2)
        wrong = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    else:
        wrong = word[:at] + rng.choice(LETTERS) + word[at + 1 :]
    return wrong if wrong != word else misspelt(word, rng)


def test_a_misspelt_keyword_is_one_message_on_its_line(thorough: bool) -> None:
    """A sixth of all keywords of the examples: the right line, the right word, nothing made up.

    All of them in a thorough run, and with the same slips: shares are no property of every seed.
    """
    rng = Random(1985)
    tried = right_line = right_word = made_up = 0
    for path in sorted(SCRIPTS.glob("*.dev")):
        if path.name in LATER:
            continue
        text = read(path).text
        draft = survey(path.name, text)
        for n in range(1, len(draft.lines), 1 if thorough else 6):
            place = None if draft.is_blank(n) else place_of(draft, n)
            head = None if place in NAMED else head_of(draft.content(n), place)
            if head is None:
                continue
            lines = text.split("\n")
            lines[n - 1] = lines[n - 1].replace(head.word, misspelt(head.word, rng), 1)
            faults = parse("\n".join(lines), path.name).faults
            tried += 1
            right_line += bool(faults) and faults[0].span.line == n
            right_word += bool(faults) and getattr(faults[0], "close", None) == head.word
            made_up += max(0, len(faults) - 1)
    assert tried > (700 if thorough else 115)
    assert right_line / tried >= 0.99
    assert right_word / tried >= 0.97
    assert made_up <= 5
