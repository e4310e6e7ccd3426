"""What a participant can find by reading the messages, and nothing else.

Choices are lines with a letter; a thing is what follows "the" or "a"; a person is a word with
a capital inside a sentence. It is reading without understanding, by rules a child could follow: a
proper tagger would know more, and the players that use this are meant to know little.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from dsl.patterns import lazy_pattern
from dsl.record import record
from dsl.words import alike_in_lower_case, whole_words
from renderers.prompt import LETTERS, Message, Role

_PAGES = 8192
"""Pages that are kept as read: a dozen players read the same ones, one after the other."""

MOST_DIGITS = 18
"""Longer numbers are words like any others: Python makes no number of thousands of digits."""

_OPTION = lazy_pattern(r"^([A-Z])\) (.+)$")
_ON_ONE_LINE = lazy_pattern(r"^Options: (?=A\. )")
_NEXT = lazy_pattern(r" (?=([B-Z])\. )")
_POINT = lazy_pattern(rf"^(-?\d{{1,{MOST_DIGITS}}})(?: = .*)?$")
_WORD = lazy_pattern(r"[^\W_]+(?:[-'’][^\W_]+)*")
_ARTICLE = lazy_pattern(r"^(?:the|an?|like the|like an?)\s+", re.IGNORECASE)
_PLACE = lazy_pattern(
    r"\b(?:in|into|inside|on|onto|under|behind|beside|at|to|out of|from)\s+$", re.IGNORECASE
)


def word_set(text: str) -> frozenset[str]:
    """The words of a text, for closed lists that read better as text."""
    return frozenset(text.split())


_AUXILIARIES = word_set(
    "am is are was were do does did has have had can could will would shall should may might"
)
NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_DETERMINERS = word_set("the a an this that another each")
_EMPTY = word_set(
    """
    the a an this that these those another each both all some any no not one two three
    i you he she it they we me him her them us his its their my your our who whom whose which what
    when where why how there here now then again also too very so as if because while
    and or but nor than to of in into on onto at by for from with without out off up down over
    under behind beside before after inside outside between about through back away
    is are was were be been being am do does did has have had can could will would shall should
    may might must nobody nothing somebody something anything everything else only shut same first
    last next goes comes puts takes sees looks opens shuts says gets makes moves stands
    """
)


@record
class ReadConversation:
    """The conversation as read: the story so far, and the question with what there is to choose."""

    story: str
    question: str
    options: tuple[str, ...]
    points: tuple[int, ...]

    @property
    def yes_no(self) -> bool:
        """Whether the question can be answered by yes or no."""
        sentence = sentences(self.question)[-1] if self.question else ""
        if " or " in sentence:
            return False
        starts = {first_word(sentence), first_word(sentence.rpartition(", ")[2])}
        return not starts.isdisjoint(_AUXILIARIES)


@record
class Thing:
    """Something that could be an answer, and every position in the story where it is mentioned."""

    text: str
    positions: tuple[int, ...]

    @property
    def named(self) -> str:
        """With its article, if it is no name and no number."""
        return self.text if self.text[0].isupper() else f"the {self.text}"


@lru_cache(_PAGES)
def read(messages: tuple[Message, ...]) -> ReadConversation:
    """Take the last message apart; all that others said before belongs to the story. A paragraph
    after the choices, such as that of a framing, is passed over.
    """
    said = [message.described for message in messages if message.role is not Role.ASSISTANT]
    last = (said.pop() if said else "").rstrip()
    above, _, below = last.rpartition("\n\n")
    if not _chosen_from(below) and _chosen_from(above.rpartition("\n\n")[2]):
        last = above
    lines = last.split("\n")
    options = _options_on(lines[-1])
    if options:
        lines[:] = "\n".join(lines[:-1]).removeprefix("Question: ").split("\n")
    points: list[int] = []
    while lines and (found := _OPTION.match(lines[-1])):
        options.insert(0, found[2])
        lines.pop()
    if not options:
        while lines and (point := _POINT.match(lines[-1])):
            points.insert(0, int(point[1]))
            lines.pop()
    paragraphs = "\n".join(lines).strip().split("\n\n")
    question = " ".join(paragraphs.pop().split())
    story = "\n\n".join([*said, *paragraphs])
    return ReadConversation(story, question, tuple(options[: len(LETTERS)]), tuple(points))


def _options_on(line: str) -> list[str]:
    """The choices on a line that has them all, as protocols of items put them."""
    if not _ON_ONE_LINE.match(line):
        return []
    cuts: list[int] = []
    start = line.index("A. ")
    for found in _NEXT.finditer(line, start):
        if LETTERS.find(found[1]) == len(cuts) + 1:
            cuts.append(found.start() + 1)
    begins = [start, *cuts]
    return [line[a + 3 : b].strip() for a, b in zip(begins, [*cuts, None], strict=True)]


def _chosen_from(paragraph: str) -> bool:
    """Whether a paragraph is a list of choices, or ends in a line of them."""
    lines = paragraph.split("\n")
    return bool(_options_on(lines[-1])) or all(map(_OPTION.match, lines))


def sentences(text: str) -> list[str]:
    """The sentences of a text, at least one."""
    return re.split(r"(?<=[.!?])\s+", text.strip())


def first_word(text: str) -> str:
    """The first word in lower case; empty if there is none."""
    found = _WORD.search(text)
    return found[0].casefold() if found else ""


@lru_cache(4096)
def content_words(text: str) -> frozenset[str]:
    """The words in lower case without articles, prepositions and the like."""
    return frozenset(word.casefold() for word in _WORD.findall(text)) - _EMPTY


@lru_cache(_PAGES)
def optional_things(page: ReadConversation) -> tuple[Thing, ...]:
    """The options, each with where it, or what is its own in it, is mentioned in the story."""
    words = [content_words(option) for option in page.options]
    found = []
    for option, own in zip(page.options, words, strict=True):
        shared = frozenset.intersection(*words)
        core = _ARTICLE.sub("", option).rstrip(".!?")
        positions = mentions(page.story, (core,)) or mentions(page.story, sorted(own - shared))
        found.append(Thing(option, positions))
    return tuple(found)


def mentions(story: str, phrases: Iterable[str]) -> tuple[int, ...]:
    """Where any of the phrases occurs as whole words, from front to back."""
    wanted = [phrase for phrase in phrases if phrase]
    places = [_places(story, phrase) for phrase in wanted]
    plain = [each for each in places if each is not None]
    if len(plain) == len(places):
        return _apart(plain, wanted) if any(plain) else ()
    either = "|".join(map(re.escape, wanted))
    pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)
    return tuple(found.start() for found in pattern.finditer(story))


@lru_cache(_PAGES)
def _places(story: str, phrase: str) -> tuple[int, ...] | None:
    """Where a phrase stands as whole words, found without a pattern, which is by far the most of
    the time of `mentions`; None where only a pattern can tell.
    """
    if not alike_in_lower_case(story, phrase):
        return None
    return tuple(whole_words(_lowered(story), phrase.lower()))


@lru_cache(64)
def _lowered(story: str) -> str:
    """A story in small letters, in which a dozen phrases are looked for one after the other."""
    return story.lower()


def _apart(places: Iterable[tuple[int, ...]], phrases: Iterable[str]) -> tuple[int, ...]:
    """All the places of these phrases but those that overlap with one before."""
    at = sorted(
        (start, order, start + len(phrase))
        for order, (each, phrase) in enumerate(zip(places, phrases, strict=True))
        for start in each
    )
    found: list[int] = []
    end = 0
    for start, _, its_end in at:
        if start >= end:
            found.append(start)
            end = its_end
    return tuple(found)


@lru_cache(_PAGES)
def open_things(page: ReadConversation) -> tuple[Thing, ...]:
    """What could be named in answer to an open question, in the order of first mention.

    People for who, numbers for how many, for where the places in which the thing asked about is
    said to be, else whatever the story names and the question does not.
    """
    question = page.question.casefold()
    if re.search(r"\bhow many\b", question):
        return _numbers(page.story)
    if re.search(r"\b(?:who|whom|whose|which of the two|which of them)\b", question):
        people = _people(page.story)
        if people:
            return people
    things = _things(page.story)
    asked = content_words(page.question)
    if re.search(r"\bwhere\b", sentences(question)[-1]):
        places = tuple(t for t in things if any(_at_place(page.story, p) for p in t.positions))
        close = tuple(t for t in places if _told_with(page.story, t, asked))
        if places:
            return close or places
    return tuple(thing for thing in things if content_words(thing.text).isdisjoint(asked))


def _at_place(story: str, position: int) -> bool:
    before = story[max(0, position - 20) : position]
    return bool(_PLACE.search(re.sub(r"\b(?:the|an?|this|that)\s+$", "", before, flags=re.I)))


def _told_with(story: str, place: Thing, asked: frozenset[str]) -> bool:
    """Whether a sentence names something asked about, or says "it", and then this place, as in
    "puts the button into the drawer". Names are left out: people are in every sentence."""
    things = {word for word in asked if re.search(rf"(?:the|an?) {re.escape(word)}\b", story)}
    for position in place.positions:
        start = max(story.rfind(sign, 0, position) for sign in ".!?")
        words = {word.casefold() for word in _WORD.findall(story[start + 1 : position])}
        if _at_place(story, position) and words & {*things, "it"}:
            return True
    return False


def _numbers(story: str) -> tuple[Thing, ...]:
    found: dict[str, list[int]] = {}
    for word in _WORD.finditer(story):
        text = word[0].casefold()
        if text in NUMBERS or text.isdecimal():
            found.setdefault(text, []).append(word.start())
    return tuple(Thing(text.capitalize(), tuple(where)) for text, where in found.items())


def _people(story: str) -> tuple[Thing, ...]:
    found: dict[str, list[int]] = {}
    inside: set[str] = set()
    for word in _WORD.finditer(story):
        name = re.sub(r"['’]s?$", "", word[0])
        if name[0].isupper() and name not in ("I", "I’m", "I'm"):
            found.setdefault(name, []).append(word.start())
            if re.search(r"[^\W\d_,;][,;]? $", story[max(0, word.start() - 3) : word.start()]):
                inside.add(name)
    return tuple(Thing(name, tuple(where)) for name, where in found.items() if name in inside)


def _things(story: str) -> tuple[Thing, ...]:
    words = list(_WORD.finditer(story))
    runs: list[tuple[int, list[str]]] = []
    counts: Counter[tuple[str, ...]] = Counter()
    for index, word in enumerate(words):
        if word[0].casefold() not in _DETERMINERS:
            continue
        run: list[str] = []
        for before, after in zip(words[index:], words[index + 1 : index + 4], strict=False):
            if story[before.end() : after.start()] != " " or after[0].casefold() in _EMPTY:
                break
            if run and after[0][0].isupper() and not run[0][0].isupper():
                break
            run.append(re.sub(r"['’]s?$", "", after[0]))
            counts[tuple(part.casefold() for part in run)] += 1
        if run:
            runs.append((words[index + 1].start(), run))
    found: dict[str, list[int]] = {}
    spelt: dict[str, str] = {}
    for start, run in runs:
        text = " ".join(run[: _length(run, counts)])
        spelt.setdefault(text.casefold(), text)
        found.setdefault(text.casefold(), []).append(start)
    return tuple(Thing(spelt[text], tuple(where)) for text, where in found.items())


def _length(run: list[str], counts: Counter[tuple[str, ...]]) -> int:
    """How many words belong together: those that mostly follow one another in the story."""
    lower = tuple(part.casefold() for part in run)
    length = 1
    while length < len(run):
        together, alone = counts[lower[: length + 1]], counts[lower[:length]]
        verb_like = lower[length].endswith(("s", "ed", "ing"))
        if together * 2 <= alone or (verb_like and together == 1):
            break
        length += 1
    return length
