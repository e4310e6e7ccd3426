"""Where a reply names a candidate answer, before anything is said about what it says of it.

Longest wording first, whole words only, articles passed over. A word that only some candidates
have ("the teal one") counts where nothing else stands beside it. A candidate inside a longer name
of the question ("Smarties" in "Smarties tube") is no mention, and a colour or shape that fits none
of the candidates is kept as doubtful rather than dropped: a person should see it.

A single letter may be the label of one choice or a word of another: `glass A`, shown as C).

"The answer is C." then names the third choice to one participant and glass C to the next, and no
rule can tell. A person reads such a reply, unless the choice stands in it in full. A single `A` has
a second trouble: read as an article it is dropped, and "the glass" would be glass A.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from coders.matching.question.candidates import Candidate, Sort, number_of, sort_of_stems
from coders.matching.question.sheet import AnswerSheet
from coders.matching.text.plain_text import is_word, stem
from coders.matching.text.vocabulary import (
    AROUND,
    ARTICLES,
    DETERMINERS,
    FILLERS,
    FUNCTION,
    HEDGES,
    NEGATORS,
    NUMBERS,
    listed,
)
from dsl.record import record
from dsl.trial import Question
from dsl.words import LABELS, LONE, clashes, letters_in, number_in

_AFTER_PART = (FUNCTION | NEGATORS | listed("because since although alone")) - {"own"}
_BEFORE_PART = DETERMINERS | FUNCTION | NEGATORS | FILLERS | {"seeing", "finding"}
_CUES = listed(
    "options choices answers also as"
    " answer option choice letter alternative is are be choose pick select with say go it's to"
    " whether"
)
_STANCES = (Sort.CANNOT_TELL, Sort.NO_PREFERENCE)
_LABELS = listed("option choice letter alternative")
_JOINTS = listed("or and either both not out neither nor than over")
_ENDS = listed(
    "because since as or and for but is was would too then so rather while do does did can could"
    " should has have will are were makes seems fits"
)
_AFTER_A = listed(
    "because since as or and rather is are was were does fits seems would could should has makes"
)
"""Words before which `a` is a letter, and no article."""


@record
class Mention:
    """Tokens `start` to `end` (not included) name `candidate`; None when it is not clear which.

    `letter`: by its letter alone. `doubtful`: named, but not as the plain answer ("behind the
    basket", "at least two", "the red cone" where there is none).
    """

    start: int
    end: int
    candidate: int | None
    letter: bool = False
    doubtful: bool = False
    label: bool = False
    """A letter set apart as one labels a choice: `B)`, `(B)`."""


def mentions(sheet: AnswerSheet, words: list[str]) -> list[Mention]:
    """All mentions in a token list, in order and without overlap."""
    stems = [stem(w) if is_word(w) else w for w in words]
    found: list[Mention] = []
    place = 0
    while place < len(words):
        mention = (
            _lettered(sheet, words, place)
            or _wording(sheet, words, stems, place)
            or (_counted(sheet, words, place) if sheet.numeric else None)
            or (_part(sheet, words, stems, place) if sheet.telling else None)
        )
        if mention is None:
            place += 1
            continue
        found.append(mention)
        place = mention.end
    return [m for m in found if m.candidate is not None or m.doubtful]


def letter_contradicted(sheet: AnswerSheet, words: list[str], found: list[Mention]) -> bool:
    """Whether a letter and the words beside it name different choices: `B) the box` where B is the
    basket.
    """
    starts = {m.start: m for m in found}
    ends = {m.end: m for m in found}
    for mention in found:
        if not mention.letter:
            continue
        after = mention.end
        while after < len(words) and (words[after] in _BESIDE or words[after] in ARTICLES):
            after += 1
        before = mention.start
        while mention.label and before > 0 and words[before - 1] in '("':
            before -= 1
        for beside, place in ((starts.get(after), after), (ends.get(before), before - 1)):
            if place == before - 1 and not mention.label:
                continue
            if beside is mention or (beside is not None and beside.letter):
                continue
            named = beside.candidate if beside is not None else _yes_or_no(sheet, words, place)
            if named is not None and named != mention.candidate:
                return True
    return False


_BESIDE = frozenset('.:,-("')


def _yes_or_no(sheet: AnswerSheet, words: list[str], place: int) -> int | None:
    """The candidate that a lone yes or no at this place is."""
    if not 0 <= place < len(words) or words[place] not in ("yes", "no"):
        return None
    alone = place + 1 >= len(words) or not is_word(words[place + 1])
    said = sheet.of_sort(Sort.YES if words[place] == "yes" else Sort.NO)
    return said.index if said is not None and alone else None


def _lettered(sheet: AnswerSheet, words: list[str], place: int) -> Mention | None:
    token = words[place]
    if sheet.letters < 2:
        return None
    if token[0] == "@":
        option = sheet.of_option(ord(token[1]) - ord("a"))
        index = option.index if option else None
        return Mention(place, place + 1, index, letter=True, doubtful=option is None, label=True)
    if len(token) != 1 or not "a" <= token <= "z":
        return None
    number = ord(token) - ord("a")
    before = words[place - 1] if place else "\n"
    if number >= sheet.letters or token == "i" or token in sheet.around - {"a"}:
        return None
    after = words[place + 1] if place + 1 < len(words) else "\n"
    ends = not is_word(after) and (after not in "'" or before == "'")
    cued = before in _CUES or before in _JOINTS or before in HEDGES or not is_word(before)
    if token == "a":
        ends = ends or after in _AFTER_A
    else:
        ends = ends or after in _ENDS or before in _LABELS
    option = sheet.of_option(number)
    if not (cued and ends) or option is None:
        return None
    return Mention(place, place + 1, option.index, letter=True)


def _wording(sheet: AnswerSheet, words: list[str], stems: list[str], place: int) -> Mention | None:
    known = sheet.variants.get(stems[place])
    if known is None or not is_word(words[place]):
        return None
    for wanted, index in known:
        end = _follow(wanted, words, stems, place)
        if end is None:
            continue
        candidate = sheet.candidates[index]
        if candidate.sort in (Sort.YES, Sort.NO) or sort_of_stems(wanted) in _STANCES:
            return None
        if candidate.sort is Sort.NUMBER and sheet.numeric:
            if number_of(wanted) is not None or candidate.phrase is not None:
                return None
            # The label of a point, and no part of what is said: `very`, but not `very small`.
            after = words[end] if end < len(words) else ""
            goes_on = after.isalpha() and after not in FUNCTION and after not in FILLERS
            return Mention(place, end, index, doubtful=goes_on)
        # "More buttons, or fewer?" offers its choices, and is no name with one of them in it.
        offered = candidate.option is not None and "or" in sheet.words
        if len(wanted) == 1 and not offered and _in_question(sheet, words, stems, place, end):
            return None
        before = words[place - 1] if place else ""
        if before in ARTICLES or before in DETERMINERS:
            before = words[place - 2] if place > 1 else ""
        if wanted == ("right",) and before == words[place - 1] and words[end : end + 1] == ["now"]:
            return None
        doubtful = before in AROUND and stem(before) not in sheet.around
        if end < len(words) and words[end] == "'s":
            return None
        if wanted == ("nothing",) and words[end : end + 1] in (["but"], ["except"], ["besides"]):
            # "Nothing but a coin" is a coin.
            return None
        if doubtful and before == "next" and words[place - 1] in ARTICLES:
            doubtful = False
        return Mention(place, end, index, doubtful=doubtful)
    return None


def _follow(wanted: tuple[str, ...], words: list[str], stems: list[str], place: int) -> int | None:
    at = place
    for number, each in enumerate(wanted):
        while number and at < len(words) and (words[at] in ARTICLES or words[at] in ',":;()-'):
            if stems[at] == each:
                break
            at += 1
        if at >= len(words) or stems[at] != each:
            return None
        at += 1
    return at


def _in_question(
    sheet: AnswerSheet, words: list[str], stems: list[str], start: int, end: int
) -> bool:
    """Whether the mention is but a part of a name that stands in the question."""
    after = stems[end] if end < len(stems) else ""
    named = after and after not in FUNCTION and after not in FILLERS
    if named and (stems[end - 1], after) in sheet.pairs:
        return True
    of = start >= 2 and words[start - 1] == "of"
    return of and (stems[start], stems[start - 2]) in sheet.pairs


_PRONOUN_ONE = DETERMINERS - {"a", "an", "all", "both"} | listed(
    "the first second third last new other another only-one no which whichever"
)
_VAGUE = listed("least most than about around approximately roughly nearly almost over")
_LARGE = listed("hundred thousand million dozen half hundreds thousands")
_SIGNS = listed("- minus")
_PARTS = listed("half halves quarter quarters third thirds")
_ORDINAL = listed("step option question part number choice figure trial")


def _counted(sheet: AnswerSheet, words: list[str], place: int) -> Mention | None:
    """A number, and up to three words for what is counted."""
    token = words[place]
    before = words[place - 1] if place else ""
    after = words[place + 1] if place + 1 < len(words) else ""
    if token in NUMBERS:
        number = NUMBERS[token]
    elif token.isdecimal() and len(token) < 10:
        number = int(token)
    elif sheet.tolerant and number_in(token) is not None:
        return _decimal(sheet, token, place, doubtful=before in _SIGNS)
    elif token == "single" or (token == "none" and after != "of"):
        number = int(token == "single")
    else:
        return None
    if token == "one" and (before in _PRONOUN_ONE or after in ("of", "by")):
        return None
    if before in _ORDINAL and token not in NUMBERS:
        return None
    if place > 1 and (before == "/" or words[place - 2 : place] == ["out", "of"]):
        return None
    end = place + 1
    while (
        end < len(words)
        and end - place < 4
        and words[end].isalpha()
        and words[end] not in FUNCTION
        and words[end] not in FILLERS
        and words[end] not in NEGATORS
        and stem(words[end]) not in sheet.verbs
    ):
        end += 1
    two_before = words[place - 2] if place > 1 else ""
    doubtful = before in _VAGUE and two_before != "out"
    doubtful = doubtful or (after == "or" and words[place + 2 : place + 3] in (["more"], ["fewer"]))
    doubtful = doubtful or bool(_LARGE.intersection(words[place + 1 : place + 2]))
    if sheet.tolerant:
        # "Two and a half", "-2"
        parts = _PARTS.intersection(words[place + 1 : place + 5])
        doubtful = doubtful or before in _SIGNS or bool(parts)
    candidate = sheet.of_number(number)
    if candidate is None:
        return Mention(place, end, -1 - number, doubtful=doubtful)
    return Mention(place, end, candidate.index, doubtful=doubtful)


def _decimal(sheet: AnswerSheet, token: str, place: int, *, doubtful: bool) -> Mention:
    """A number with a decimal point; one that is not right is taken for its whole part."""
    candidate = sheet.of_number(token)
    index = -1 - int(float(token)) if candidate is None else candidate.index
    return Mention(place, place + 1, index, doubtful=doubtful)


def _part(sheet: AnswerSheet, words: list[str], stems: list[str], place: int) -> Mention | None:
    """A run of words that only some candidates have."""
    if stems[place] not in sheet.telling:
        return None
    before = words[place - 1] if place else "\n"
    if words[place].isdecimal() and (before == "/" or words[place + 1 : place + 2] == ["/"]):
        # A part of a fraction is no answer.
        return None
    if is_word(before) and before not in _BEFORE_PART:
        return None
    end = place
    owners: frozenset[int] | None = None
    while end < len(words) and stems[end] in sheet.telling:
        here = sheet.telling[stems[end]]
        owners = here if owners is None else owners & here
        end += 1
        if words[end : end + 1] == ["the"] and end + 1 < len(words) and len(owners) > 1:
            end += stems[end + 1] in sheet.telling
    after = words[end] if end < len(words) else "\n"
    if after in ("one", "ones"):
        end += 1
    elif (
        is_word(after)
        and after not in _AFTER_PART
        and after not in FILLERS
        and stems[end] not in sheet.words
        and stems[end] not in sheet.verbs
    ):
        return None
    if owners and len(owners) == 1:
        return Mention(place, end, next(iter(owners)))
    return Mention(place, end, None, doubtful=True)


def candidate_of(sheet: AnswerSheet, mention: Mention) -> Candidate | None:
    """The candidate a mention names; None for a number that is on no list, and where unclear."""
    if mention.candidate is None or mention.candidate < 0:
        return None
    return sheet.candidates[mention.candidate]


def letter_in_doubt(reply: str, question: Question) -> str | None:
    """Why a person has to say what a single letter of the reply, or the lack of one, stands for."""
    names, with_a = _names(question)
    clashing = clashes(question.options)
    if not with_a and not clashing:
        return None
    rest = _without_names(reply, names, question.options)
    for letter in letters_in(rest):
        if letter in clashing:
            return f"`{letter}` may be the letter of one choice or a word of another"
    for name in with_a:
        others = " ".join(LONE.sub(" ", name).split())
        if others and re.search(rf"(?<!\w){re.escape(others)}(?!\w)", rest, re.IGNORECASE):
            return f"it may mean {name}, and leaves out its letter"
    return None


@lru_cache(maxsize=4096)
def _names(question: Question) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All that a reply may name, in the spelling of the script, the longest first; and those with a
    single A.
    """
    names = {*question.options, *(text for one in question.key.phrases for text in one.accepted)}
    ordered = tuple(sorted(names, key=lambda one: (-len(one), one)))
    return ordered, tuple(name for name in ordered if "A" in letters_in(name))


def _without_names(reply: str, names: Sequence[str], options: Sequence[str]) -> str:
    """The reply without the names that stand in it in full, and the labels right before them."""
    rest = reply
    for name in names:
        words = r"\s+".join(map(re.escape, name.split()))
        at = options.index(name) if name in options else len(LABELS)
        if at < len(LABELS):
            # A choice that is nothing but a letter is known by its label alone.
            bound = "" if len(name.strip()) == 1 else "?"
            words = rf"(?:\(?{LABELS[at]}[).:]{{1,2}}[\s*]*){bound}{words}"
        rest = re.sub(rf"(?<!\w){words}(?!\w)", " ", rest, flags=re.IGNORECASE)
    return rest
