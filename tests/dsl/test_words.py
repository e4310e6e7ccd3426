"""Word forms: what a psychologist reads must be English."""

import pytest

from dsl.experiment import Word
from dsl.words import article, capital, plural, possessive, pronoun, regular_plural


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("apple", "an"), ("pear", "a"), ("hour", "an"), ("honest answer", "an"), ("heirloom", "an"),
        ("house", "a"), ("hotel", "a"), ("unit", "a"), ("uniform", "a"), ("unicorn", "a"),
        ("unimportant thing", "an"), ("unidentified object", "an"), ("uninvited guest", "an"),
        ("umbrella", "an"), ("used cup", "a"), ("usual place", "a"), ("utensil", "a"),
        ("usher", "an"), ("one-eyed doll", "a"), ("one", "a"), ("onion", "an"), ("once", "a"),
        ("euro", "a"), ("ewe", "a"), ("urn", "an"), ("urban fox", "an"), ("urine sample", "a"),
        ("X-ray", "an"), ("U-turn", "a"), ("T-shirt", "a"), ("F", "an"), ("FBI agent", "an"),
        ("UFO", "a"), ("TV", "a"), ("NASA flight", "a"), ("LEGO brick", "a"), ("8", "an"),
        ("80 mm peg", "an"), ("8,000", "an"), ("11", "an"), ("18", "an"), ("11,000", "an"),
        ("1800", "an"), ("110", "a"), ("180", "a"), ("1", "a"), ("10", "a"), ("3.8", "a"),
        ('"orlimp machine"', "an"), ("“blicket” machine", "a"), ("(open) box", "an"),
        ("élan", "an"), ("O'Brien", "an"), ("orlimp", "an"), ("李明", "a"), ("", "a"), ("'", "a"),
    ],
)  # fmt: skip
def test_the_article_follows_the_sound(text: str, expected: str) -> None:
    assert article(text) == expected


def test_a_declared_article_wins() -> None:
    assert article("hour-glass", "a") == "a"
    assert article("herb", "an") == "an"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("blicket", "blickets"), ("box", "boxes"), ("church", "churches"), ("berry", "berries"),
        ("toy", "toys"), ("toy bird", "toy birds"), ("glass", "glasses"), ("knife", "knives"),
        ("bookshelf", "bookshelves"), ("snowman", "snowmen"), ("human", "humans"),
        ("woman", "women"), ("child", "children"), ("Rory", "Rorys"), ("Mouse", "Mice"),
        ("sheep", "sheep"), ("die", "dice"), ("photo", "photos"), ("tomato", "tomatoes"),
        ("fez", "fezes"), ("big “zorp”", "big “zorps”"), ("X", "Xs"), ("8", "8s"), ("", ""),
    ],
)  # fmt: skip
def test_the_plural_is_regular_english_on_the_last_word(text: str, expected: str) -> None:
    assert regular_plural(text) == expected


def test_a_declared_plural_wins() -> None:
    assert plural(Word("modi", plural="modies")) == "modies"
    assert plural(Word("snogav")) == "snogavs"


def test_the_possessive_keeps_the_authors_apostrophe() -> None:
    assert possessive("Rose") == "Rose's"
    assert possessive("José", "’") == "José’s"


@pytest.mark.parametrize(
    ("who", "row"),
    [
        ("she", ["she", "her", "her", "hers", "herself"]),
        ("he", ["he", "him", "his", "his", "himself"]),
        ("they", ["they", "them", "their", "theirs", "themself"]),
        ("it", ["it", "it", "its", "its", "itself"]),
        (None, ["they", "them", "their", "theirs", "themself"]),
    ],
)
def test_each_pronoun_has_its_they_row(who: str | None, row: list[str]) -> None:
    word = Word("Rose", pronoun=who)
    cases = ("they", "them", "their", "theirs", "themself")
    assert [pronoun(word, case) for case in cases] == row


def test_a_capital_is_put_on_the_first_letter_through_quotes() -> None:
    assert capital("the pear") == "The pear"
    assert capital('"the pear"') == '"The pear"'
    assert capital("“élan”") == "“Élan”"
    assert capital("3 pears") == "3 pears"
    assert capital("…") == "…"
    assert capital("") == ""
