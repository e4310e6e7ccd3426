"""What replies say of where a story comes from: whether one is recognised, and what sources it has.

Closed lists of turns of phrase, as everywhere in the matcher, and no marks: nothing read here
changes a score. Saying that one recognises a story is not having read it, and saying nothing of it
proves nothing (docs/statistics.md).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate

from coders.matching.doubts.stances import LINK, RECOGNISED
from coders.matching.text.plain_text import plain

LONGEST = 20_000
"""Characters of a reply that are read."""

_YES = re.compile(
    r"^\W*(?:yes|yeah|yep|yup|it does(?! not)|certainly|definitely|absolutely|indeed)\b"
)
_NO = re.compile(r"^\W*(?:no|nope|none|not|nothing|neither)\b")
_DENIES = re.compile(
    r"\b(?:do|does|did|can|could|would|is|am|are|has|have)(?: not|nt) (?:\w+ ){0,3}?(?:remind"
    r"|reminded|resembl(?:e|es|ed)|recall|recogni[sz](?:e|ed)|ring|bring|think of|familiar"
    r"|come across|(?:say|tell|name|place) (?:which|what|where|one|it))\b"
    r"(?:(?!\b(?:al)?though\b|\bbut\b)[^.,;!?\n]){0,80}"
    r"|\b(?:nothing|no (?:\w+ )?(?:particular|specific|single|one) ?\w*|none) "
    r"(?:\w+ ){0,3}?(?:comes?|springs?|springing|coming|in|to) (?:\w+ )?mind\b"
    r"|\bnothing (?:in particular|specific|particular|that i)\b|\bnot (?:of )?(?:anything|any)\b"
    r"|\bfound none\b|\bno particular (?:one|story|text|book|source)\b|\bunfamiliar\b"
)
_AFFIRMS = re.compile(
    r"\b(?:remind(?:s|ed)? (?:me|one|us|you)\b|reminiscent\b|resembl(?:e|es|ing)\b|similar to\b"
    r"|recall(?:s|ed)?\b|familiar\b|echo(?:es)?\b|i (?:do )?recogni[sz]e\b|i have (?:read|seen)\b"
    r"|(?:version|variant|variation|adaptation|retelling) (?:of|on)\b|based on\b"
    r"|(?:looks?|sounds?|seems?|feels?|(?:is|it 's) (?:\w+ ){0,3}?)(?: \w+)? ?like\b"
    r"|comes? to mind\b|brings? to mind\b)"
)

_CITATION = re.compile(
    r"\([^()\n]{0,100}\b(?:1[89]|20)\d\d[a-z]?(?:, ?pp?\. ?\d{1,5})?\)|\bet al\b"
)
_IN_LINKS = ("http", "www.", ".com", ".org", ".net", "doi", "10.")
_IN_CITATIONS = (")", "et al")
"""One of these is in whatever has a link, or a citation; to look for them is quicker."""
_DOI = re.compile(r"\bdoi\b|\b10\.\d{4,9}/\S")


@lru_cache(maxsize=20_000)
def recognises(reply: str) -> bool | None:
    """Whether a reply to the question what a story reminds of says that it does; None where its
    words do not decide it. A published study that is named decides it, then the first word, then
    turns of phrase of which none says the contrary.

    >>> recognises("Yes, of the Sally-Anne test."), recognises("Nothing in particular.")
    (True, False)
    """
    text = plain(reply[:LONGEST])
    if RECOGNISED.search(text):
        return True
    rest, denied = _DENIES.subn(" ; ", text)
    affirmed = _AFFIRMS.search(rest) is not None
    if _YES.search(text):
        return True
    if _NO.search(text):
        return None if affirmed else False
    return affirmed if affirmed is not bool(denied) else None


def has_link(reply: str, *, at_most: int | None = LONGEST) -> bool:
    """Whether a reply holds an address of the web, or a DOI, in so many characters (None: in all).
    Of several replies, a line apart, some does if all of them together do.
    """
    text = reply[:at_most].casefold()
    if not any(part in text for part in _IN_LINKS):
        return False
    return LINK.search(text) is not None or _DOI.search(text) is not None


def has_citation(reply: str, *, at_most: int | None = LONGEST) -> bool:
    """Whether a reply holds a citation: a year in parentheses, or `et al.`, in any case. Of several
    replies see `has_link`.
    """
    text = reply[:at_most].casefold()
    return any(part in text for part in _IN_CITATIONS) and _CITATION.search(text) is not None


class NamedWords:
    """Finds words of a script in replies, as wholes and in any case of letters, with a plural or
    possessive ending.
    """

    def __init__(self, words: Iterable[str]) -> None:
        folded = {one.casefold() for one in words}
        longest_first = map(re.escape, sorted(folded, key=lambda one: (-len(one), one)))
        # The start of a word is checked after it: so the search can skip to its first letters.
        either = "|".join(rf"{one}(?<=\b{one})" for one in longest_first)
        self._pattern = re.compile(rf"({either})(?:e?s)?\b") if folded else None

    def found(self, text: str, *, at_most: int | None = LONGEST) -> set[str]:
        """Those that a text holds in so many characters (None: in all), in lower case. Several
        replies, a line apart, hold together what each of them holds.
        """
        if self._pattern is None:
            return set()
        return set(self._pattern.findall(text[:at_most].casefold()))

    def each(self, texts: Iterable[str]) -> Iterator[tuple[int, str]]:
        """Every occurrence in several texts: the number of the text, and the word in lower case."""
        folded = [text.casefold() for text in texts]
        ends = list(accumulate(len(text) + 1 for text in folded))
        for found in self._pattern.finditer("\n".join(folded)) if self._pattern else ():
            yield bisect_right(ends, found.start()), found[1]
