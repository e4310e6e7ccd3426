"""Forms of a word: plural, article, possessive, pronoun, capital.

English in rules and short lists, because a script's words are invented ones as often as not and no
dictionary holds them; where a rule is wrong the author declares the form with the word. The
alternative, a library with a large dictionary, would be one more dependency whose next version
could change the words of an experiment.

Single letters that are words of a choice, where choices are labelled by letters: `glass A`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from dsl.patterns import lazy_pattern

if TYPE_CHECKING:
    from dsl.experiment import Word


NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)
"""The numbers that are read in words, each at its own place."""

PRONOUN_CASES = ("they", "them", "their", "theirs", "themself")
"""The they-row: the names of the cases in which a pronoun can be asked for."""

PRONOUNS: dict[str, tuple[str, str, str, str, str]] = {
    "she": ("she", "her", "her", "hers", "herself"),
    "he": ("he", "him", "his", "his", "himself"),
    "they": ("they", "them", "their", "theirs", "themself"),
    "it": ("it", "it", "its", "its", "itself"),
}
"""What each pronoun is in the five cases of the they-row."""

_IRREGULAR = {
    "person": "people", "man": "men", "woman": "women", "child": "children", "foot": "feet",
    "tooth": "teeth", "goose": "geese", "mouse": "mice", "louse": "lice", "ox": "oxen",
    "die": "dice", "sheep": "sheep", "fish": "fish", "deer": "deer", "aircraft": "aircraft",
    "series": "series", "species": "species", "scissors": "scissors", "trousers": "trousers",
    "glasses": "glasses", "leaf": "leaves", "loaf": "loaves", "half": "halves", "calf": "calves",
    "knife": "knives", "wife": "wives", "life": "lives", "shelf": "shelves", "elf": "elves",
    "self": "selves", "wolf": "wolves", "thief": "thieves", "scarf": "scarves", "hoof": "hooves",
    "potato": "potatoes", "tomato": "tomatoes", "hero": "heroes", "echo": "echoes",
    "torpedo": "torpedoes", "mango": "mangoes", "quiz": "quizzes", "bus": "buses", "gas": "gases",
    "cactus": "cactuses", "stimulus": "stimuli", "stomach": "stomachs", "monarch": "monarchs",
}  # fmt: skip

_COMPOUND = lazy_pattern(
    r"(?<=[a-z])(wom[ae]n|m[ae]n|child|foot|tooth|mouse|fish|knife|leaf|shelf)$",
    needs="man|men|child|foot|tooth|mouse|fish|knife|leaf|shelf",
)
"""Words whose last part has a plural of its own: snowman, tablespoonfoot, bookshelf."""

_NOT_COMPOUND = frozenset({"human", "german", "roman", "talisman", "shaman", "ottoman", "caiman"})

_SILENT_H = lazy_pattern(
    r"^(hours?|hourly|hourglass\w*|honest\w*|honou?r\w*|heir\w*)$", needs="hour|hon|heir"
)
_YOU = lazy_pattern(
    r"^(uni(?!n|m|dent|deal|ss)|unanim|unary|us[aeu]|usi|usur|ut[eio]|utah|ubiq|uku|ukr|uga"
    r"|ura|ure|uri|uru|uro|eu|ewe)",
    needs="uni|una|us|ut|ubiq|uk|uga|ur|eu|ewe",
)
_ONE = lazy_pattern(r"^(one|ones|once|oneself|onesies?|ouija)$", needs="one|once|ouija")
_SPOKEN_VOWEL_LETTERS = frozenset("AEFHILMNORSX")
_FIRST_WORD = lazy_pattern(r"\d[\d,.]*|[^\W\d_]+")


def plural(word: Word) -> str:
    """The plural of a word: the declared one, else the regular English one of its last part."""
    return word.plural if word.plural is not None else regular_plural(word.text)


def regular_plural(text: str) -> str:
    """The plural by rule of the last word in `text`; what is before it is left alone."""
    match = re.search(r"[^\W\d_]+(?=[^\w]*$)", text)
    if match is None:
        return f"{text}s" if text else text
    last = match.group()
    return text[: match.start()] + _plural_of_one(last) + text[match.end() :]


def _plural_of_one(word: str) -> str:
    lower = word.lower()
    known = _IRREGULAR.get(lower)
    if known is None and lower not in _NOT_COMPOUND and (part := _COMPOUND.search(lower)):
        known = lower[: part.start()] + _IRREGULAR.get(part.group(), part.group())
    if known is not None:
        if word.isupper() and len(word) > 1:
            return known.upper()
        return word[0] + known[1:] if known[0] == lower[0] else _like(word, known)
    if len(word) > 1 and lower.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if lower[-1] == "y" and lower[-2:-1] not in ("", *"aeiou") and not word[0].isupper():
        return word[:-1] + "ies"
    return word + "s"


def _like(model: str, word: str) -> str:
    return word[0].upper() + word[1:] if model[0].isupper() else word


def article(text: str, declared: str | None = None) -> str:
    """`a` or `an` before `text`, by the sound of its first word; opening quotes are passed over.

    `declared`, when given, is what the author wrote with the word, and it wins.
    """
    if declared is not None:
        return declared
    match = _FIRST_WORD.search(text)
    if match is None:
        return "a"
    first = match.group()
    if first[0].isdigit():
        return "an" if _number_sounds_open(first) else "a"
    after = text[match.end() : match.end() + 1]
    plain = _plain(first)
    spelt = len(plain) == 1 and after not in {"'", "’"}
    spelt = spelt or (plain.isupper() and 1 < len(plain) <= 3)
    if spelt:
        return "an" if plain[0].upper() in _SPOKEN_VOWEL_LETTERS else "a"
    lower = plain.lower()
    if lower[:1] not in "aeiouh":
        return "a"
    if _SILENT_H.match(lower):
        return "an"
    if _YOU.match(lower) or _ONE.match(lower):
        return "a"
    return "a" if lower[:1] in ("", "h") else "an"


def _plain(word: str) -> str:
    """The word without accents, so that `élan` sounds like `elan`."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def _number_sounds_open(number: str) -> bool:
    """Whether a number in digits is spoken with a vowel first: eight, eleven, eighteen, eighty."""
    whole = number.split(".", maxsplit=1)[0].replace(",", "")
    lead = whole[: len(whole) % 3 or 3]
    hundreds = whole[:2] if len(whole) == 4 and "," not in number else ""
    return lead[:1] == "8" or lead in {"11", "18"} or hundreds in {"11", "18"}


def possessive(text: str, apostrophe: str = "'") -> str:
    """The possessive with the author's own apostrophe: Rose's, James's."""
    return f"{text}{apostrophe}s"


def pronoun(word: Word, case: str) -> str:
    """The pronoun of a word in one case of the they-row; a word without one is `they`."""
    return PRONOUNS[word.pronoun or "they"][PRONOUN_CASES.index(case)]


def capital(text: str) -> str:
    """The text with its first letter a capital; opening quotes and brackets are passed over."""
    for place, sign in enumerate(text):
        if sign.isalnum():
            return text[:place] + sign.upper() + text[place + 1 :]
    return text


def folded(text: str) -> str:
    """A text in small letters with single blanks: what spellings of one name have in common."""
    return " ".join(text.casefold().split())


_FIGURES = lazy_pattern(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")


def number_in(text: str) -> Fraction | None:
    """The number that a text is, in figures or in words up to twenty; None of any other text."""
    plain = text.strip().casefold()
    if plain in NUMBERS:
        return Fraction(NUMBERS.index(plain))
    return Fraction(plain) if _FIGURES.fullmatch(plain) else None


_THOUSANDS = lazy_pattern(r"(?<![\w.,])[0-9]{1,3}(?:,[0-9]{3})+(?![0-9]|,[0-9])")


def without_thousands(text: str) -> str:
    """The text with numbers such as 1,250,000 written without commas."""
    return _THOUSANDS.sub(lambda found: found[0].replace(",", ""), text)


def bare_number(text: str) -> str:
    """The text without the signs around a number and the commas in it: `$1,250.` is `1250`."""
    return without_thousands(text.strip().lstrip("$£€").rstrip(".%"))


def decimal(number: Fraction) -> str:
    """A number as it would be written: `2`, `0.5`."""
    return f"{float(number):g}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 cell`, `2 cells`; `many` where a plain s does not do."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def and_list(words: tuple[str, ...] | list[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

LONE = lazy_pattern(r"(?<![\w'’])([A-Za-z])(?![\w'’])")
_ARTICLE = lazy_pattern(r"(?:^|(?<=[.!?:]\s)|(?<=\n))A(?= [a-z])", needs="A ")


@lru_cache(maxsize=1024)
def letters_in(text: str) -> frozenset[str]:
    """The single letters in a text that are words of their own: no `a cup`, no `I`."""
    found = (match.group(1) for match in LONE.finditer(_ARTICLE.sub("", text)))
    return frozenset(one.upper() for one in found if one not in {"a", "I", "i"})


@lru_cache(maxsize=1024)
def clashes(options: tuple[str, ...]) -> frozenset[str]:
    """The letters that label one choice, in the order given, and are a word of another."""
    labels = dict(zip(LABELS, range(len(options)), strict=False))
    return frozenset(
        letter
        for place, option in enumerate(options)
        for letter in letters_in(option)
        if labels.get(letter, place) != place
    )


_LIKE_ASCII = "\u017f\u212a\u0130\u0131"
"""Letters that a pattern that ignores case takes for an `s`, a `k` or an `i`, though they are none
in lower case.
"""


def alike_in_lower_case(text: str, phrase: str) -> bool:
    """Whether a pattern that ignores case finds a phrase just where it is in lower case. Then no
    pattern need be compiled for it, which takes a hundred times as long as to look for letters.
    """
    plain = phrase.isascii() or all(one.isascii() or one.lower() == one.upper() for one in phrase)
    return plain and (text.isascii() or not any(letter in text for letter in _LIKE_ASCII))


def whole_words(text: str, phrase: str) -> Iterator[int]:
    """Every place of a text at which a phrase stands as whole words, in the same case."""
    start = text.find(phrase)
    while start >= 0:
        end = start + len(phrase)
        begins = not start or not _in_word(text[start - 1])
        if begins and (end == len(text) or not _in_word(text[end])):
            yield start
        start = text.find(phrase, start + 1)


def _in_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"
