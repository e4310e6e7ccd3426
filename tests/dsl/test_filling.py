"""Templates: every brace becomes the right words."""

import pytest
from builder_kit import at, let, unless, words

from dsl.expanding.filling import Filler
from dsl.experiment import Let, Template, Word

WORDS = {
    "Sally": Word("Rose", pronoun="she"),
    "blicket": Word("orlimp", article="an", plural="orlimpi"),
    "hour": Word("hour", article="an"),
    "drink": Word("orange", also=("a juice", "juice")),
    "toy": Word("drum", also=("bongo",), pronoun="it"),
    "blue": Word("indigo", article="an"),
    "cone": Word("prism"),
}
LETS: dict[str, Let] = {
    one.name: one
    for one in (
        let(
            "mover", (at(actor="hand"), words("{Sally}")), (unless(at(actor="hand")), ("the rod",))
        ),
        let("match", words("{blue} {cone}")),
        let("who", words("{mover}", lets={"mover"})),
        let("empty", words("")),
    )
}


def fill(text: str, actor: str = "hand", **columns: Template) -> str:
    """The text as filled in this file's little world."""
    names = dict.fromkeys(LETS)
    template = words(text, lets=names, columns=columns, plurals={"blickets", "matchs", "toys"})
    filler = Filler(WORDS, LETS, {"actor": actor})
    if columns:
        filler = filler.within(columns)
    return filler.text(template)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{Sally} and {Sally's} {blicket}", "Rose and Rose's orlimp"),
        ("{Sally’s}", "Rose’s"),
        ("{blickets}, {^blickets}, {^blicket}", "orlimpi, Orlimpi, Orlimp"),
        ("{a blicket}; {A blicket}", "an orlimp; An orlimp"),
        ('{a} "{blicket} machine"', 'an "orlimp machine"'),
        ("{A} “{cone}” is {a} thing", "A “prism” is a thing"),
        ("{a} {hour} and {a hour}", "an hour and an hour"),
        ("{a match} and {a} {match}", "an indigo prism and an indigo prism"),
        ("{matchs}, {^match}, {match's}", "indigo prisms, Indigo prism, indigo prism's"),
        ("{They/Sally} {them/Sally} {their/Sally} {theirs/Sally} {themself/Sally}",
         "She her her hers herself"),
        ("{they/who} is {who}; {Them/toy}", "she is Rose; It"),
        ("so {empty} it is", "so it is"),
        ("two   spaces\nand  a line ", "two spaces\nand a line"),
        ("no braces", "no braces"),
        ("{toys}", "drums"),
    ],
)  # fmt: skip
def test_a_brace_gives_the_form_asked_for(text: str, expected: str) -> None:
    assert fill(text) == expected


def test_a_let_follows_the_levels() -> None:
    assert fill("{^mover} moves", "rod") == "The rod moves"
    assert fill("{they/mover} moves", "rod") == "it moves"


def test_a_column_is_the_innermost_row_and_may_hold_slots_and_lets() -> None:
    assert fill("{a thing}: {^thing}", thing=words("{match}", lets={"match"})) == (
        "an indigo prism: Indigo prism"
    )
    filler = Filler(WORDS, LETS, {}).within({"thing": ("outer",)})
    inner = filler.within({"thing": words("inner in {thing}", columns={"thing"})})
    assert inner.text(words("{thing}", columns={"thing"})) == "inner in outer"


def test_wordings_spell_out_every_also_once_per_slot() -> None:
    filler = Filler(WORDS, LETS, {})
    assert filler.wordings(words("{drink}")) == ("orange", "a juice", "juice")
    assert filler.wordings(words("{a drink}")) == ("an orange", "a juice", "a juice")[:2]
    assert filler.wordings(words("{toy} by {drink} by {toy}")) == (
        "drum by orange by drum",
        "drum by a juice by drum",
        "drum by juice by drum",
        "bongo by orange by bongo",
        "bongo by a juice by bongo",
        "bongo by juice by bongo",
    )
    assert filler.wordings(words("{Sally}")) == ("Rose",)


def test_wordings_are_capped() -> None:
    many = {name: Word(name, also=tuple(f"{name}{n}" for n in range(9))) for name in "abc"}
    assert len(Filler(many, {}, {}).wordings(words("{a a} {b} {c}"))) == 64
