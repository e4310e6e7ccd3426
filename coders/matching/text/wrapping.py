r"""What stands around a reply and is none of it: reasoning in tags, the question and its choices
said again, an echoed "A:" for "Answer:", and the next made-up question.

Small models go on in the shape of their prompt. "A: \boxed{B}" begins with no letter of a choice,
and what follows a line "Question:" answers another question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from dsl.patterns import lazy_pattern
from dsl.words import LABELS, folded

_REASONING = lazy_pattern(
    r"(?is)<(think|thinking|thought|thoughts|reasoning|reason|scratchpad|analysis|explanation)>"
    r".{0,20000}?</\1>"
)
_THINKS = lazy_pattern(r"(?i)\s*<(think|thinking|reasoning|scratchpad)>", needs="<")
_NEXT = lazy_pattern(
    r"(?im)^[ \t>*_#]*(?:"
    r"(?:next |follow-?up |your |new |another )?"
    r"(?:question|problem|exercise|task|instruction|premise)"
    r"(?:[ \t]*(?:no\.?|#)?[ \t]*\d{1,3})?[ \t*_]*[:.)]"
    r"|q(?:[ \t]*\d{1,3})?[ \t*_]*[:.)]"
    r"|(?:user|human|student|input)[ \t*_]*:"
    r"|\[/?inst\])|<\|(?:user|im_start|im_end|endoftext|eot_id|end)\|>|</?s>"
)
_BEGINS_NEXT = (
    *("q", "problem", "exercise", "task", "instruction", "premise"),
    *("user", "human", "student", "input", "inst]", "<"),
)
"""What `_NEXT` needs one of, in small letters."""
"""A line that begins another question, or another turn."""
_TEMPLATE = lazy_pattern(
    r"(?i)^\s*(?:\[/?inst\]|</?s>|<\|[a-z_]{1,20}\|>(?:\s*assistant)?|assistant\s*:|#+ response:)"
    r"\s*",
    needs="[|<|:|#",
)
"""What a prompt's template leaves before a reply."""
_ASKS = lazy_pattern(r"(?m)^[^\n]*\w[^\n]*\w[^\n]*\?[ \t]*$")
"""A line that ends in a question."""
_TAKES_BACK = lazy_pattern(r"(?i)\b(?:wait|actually|sorry|correction|mistake|instead)\b")
_GOES_ON = frozenset(
    ["the", "an", "of", "because", "and", "or", "but", "than", "which", "to", "with", "for"]
)
"""Words that end no sentence."""
_IS = frozenset(["is", "are", "was", "were"])
_SUBJECT = frozenset(["it", "that", "this", "he", "she", "they", "there"])
_LEADS = lazy_pattern(r"(?i)\b(?:answer|option|choice|choose|pick|select)")
_OPTION_ALONE = lazy_pattern(r"(?i)(?:option|choice) \(?[a-h]\)?$")
_ECHO = lazy_pattern(
    r"^[\s>*_#]*(?:answer[\s*_]*[:：][\s*_]*)?a[ \t]?[:：](?![\w:])[\s*_]*",
    re.IGNORECASE,
    needs=":|：",
)
_OTHER_LETTER = lazy_pattern(r"(?im)^[ \t>*_-]*\(?[b-h][):.][ \t*_]+\S")
"""The beginning of a line with another letter than A."""
_REASONED = lazy_pattern(r"(?i)(?:because|since|as|for|due|explanation|reason)\b")
_LISTING = lazy_pattern(
    r"(?i)(?:the |these |my |your |given |possible |answer |following |available )*"
    r"(?:options|choices|alternatives)(?: (?:are|given|provided|available|to choose from))*"
    r"[ \t]*[:：]?[ \t]*$"
)
_LISTED = lazy_pattern(r"options|choices|alternatives", re.IGNORECASE)
"""A word that `_LISTING` needs."""
_LABELLED = lazy_pattern(r"[a-z][)\].:\-–]", re.IGNORECASE)
"""A letter as it stands before each choice of a list with letters."""
_LONG_QUESTION = 12


def without_reasoning(reply: str) -> str:
    """The reply without what it thinks inside tags, if anything is said outside them."""
    if "</" not in reply:
        return reply
    rest = _REASONING.sub("\n", reply)
    return rest if re.search(r"\w", rest) else reply


def breaks_off_thinking(reply: str) -> bool:
    """Whether a reply ends within its reasoning in tags."""
    opened = _THINKS.match(reply)
    return opened is not None and f"</{opened[1]}>".casefold() not in reply.casefold()


def without_cut_end(reply: str) -> str:
    """The reply without the beginning of a sentence that it breaks off in."""
    said = reply.rstrip()
    if said.endswith((".", "!", "?", "*", "`")):
        return reply
    ends = max(said.rfind(f"{sign} ") for sign in ".!?")
    last = said[ends + 1 :].strip()
    *before, word = last.casefold().split() or [""]
    if len(word) == 1 and last[-1].islower() and last[-3:-1] == ", " and not _LEADS.search(last):
        return said[:-3]
    cut = word in _GOES_ON or (word in _IS and bool(before) and before[-1] not in _SUBJECT)
    if ends < 0 or "\n" in last or not (cut or _OPTION_ALONE.match(last)):
        return reply
    return said[:ends].rstrip(" .!?")


def parts_by_question(reply: str, options: Sequence[str] = ()) -> list[str]:
    """The reply without signs of a prompt's template before it, cut before each line that begins a
    question; the first part may be empty. Where the first line is one of the `options` or its
    letter, and nothing more, each later line that ends in a question begins one.
    """
    while opened := _TEMPLATE.search(reply):
        reply = reply[opened.end() :]
    said = reply.lower()
    begins = not said.isascii() or any(one in said for one in _BEGINS_NEXT)
    cuts = [found.start() for found in _NEXT.finditer(reply)] if begins else []
    if "?" in reply and (asked := _asks_after_answer(reply, options)):
        cuts = sorted({*cuts, asked})
    if not cuts:
        return [reply]
    return [reply[a:b] for a, b in zip([0, *cuts], [*cuts, len(reply)], strict=True)]


def _asks_after_answer(reply: str, options: Sequence[str]) -> int:
    """The place of the first line that asks something after a line that only answers; 0 without."""
    first, _, rest = reply.lstrip().partition("\n")
    said = folded(re.sub(r"^\W*[A-Ha-h][).:]\s+", "", first)).strip(' .!*_`"()')
    known = {folded(one).rstrip(" .") for one in options}
    if said not in known and not (len(said) == 1 and said.isalpha()):
        return 0
    asked = _ASKS.search(rest)
    if asked is None or _TAKES_BACK.search(rest):
        return 0
    return len(reply) - len(rest) + asked.start()


def asks(part: str, text: str) -> bool:
    """Whether a part of a reply says the question again, or nearly all of its words."""
    asked = set(re.findall(r"\w+", text.casefold()))
    said = set(re.findall(r"\w+", part[: 2 * len(text) + 200].casefold()))
    return bool(asked) and 10 * len(asked & said) >= 8 * len(asked)


def after_echo(reply: str) -> str | None:
    """What follows an `A:` that opens a reply; None where it does not open with one, where nothing
    follows, where what follows gives the reason for an A, and where other lines have letters, too.
    """
    echo = _ECHO.match(reply)
    if echo is None:
        return None
    rest = reply[echo.end() :]
    if not re.search(r"\w", rest) or _REASONED.match(rest):
        return None
    return None if len(_OTHER_LETTER.findall(rest)) > 1 else rest


def without_question(reply: str, text: str) -> str:
    """The reply without the text of the question, where it is said again in full."""
    asked = folded(text)
    if not _LONG_QUESTION <= len(asked) <= len(reply) or asked not in folded(reply):
        return reply
    return _verbatim(asked).sub(" ", reply)


def with_letters(reply: str, options: Sequence[str]) -> str:
    """The reply with letters for those choices that are signs without words, such as emoji."""
    if reply.isascii():
        return reply
    for label, option in zip(LABELS, options, strict=False):
        if option and option in reply and not re.search(r"\w", option):
            reply = reply.replace(option, f" ({label}) ")
    return reply


def without_own_ends(reply: str, options: Sequence[str]) -> str:
    """The reply without the question and exclamation marks that end the words of a choice."""
    for option in options:
        core = option.strip(" \"'“”").rstrip(".")
        if core.endswith(("?", "!")) and folded(core) in folded(reply):
            said = _verbatim(core.rstrip("?!"))
            reply = re.sub(rf"({said.pattern})[?!]+", r"\1", reply, flags=re.IGNORECASE)
    return reply


@lru_cache(maxsize=4096)
def _verbatim(text: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, text.split())), re.IGNORECASE)


def without_listing(reply: str, options: Sequence[str]) -> str:
    """The reply without a list of all its choices in order, with letters or after `Options:`."""
    # Patterns take longer to make than most replies to read, and few replies hold such a list.
    lettered = len(_LABELLED.findall(reply)) >= len(options)
    if not lettered and _LISTED.search(reply) is None:
        return reply
    said = folded(reply)
    if not all(folded(one.rstrip(" .")) in said for one in options):
        return reply
    if len(reply) < sum(len("".join(one.rstrip(" .").split())) for one in options):
        return reply  # too short to name them all
    if lettered and (listing := _lettered(tuple(options))).search(reply) is not None:
        return _taken_out(reply, listing)
    if _LISTED.search(reply) is None:
        return reply
    listing = _bare(tuple(options))
    found = listing.search(reply)
    if found is not None and _LISTING.search(reply[: found.start()].rstrip(" \t\n([\"'")):
        return _taken_out(reply, listing)
    return reply


def _taken_out(reply: str, listing: re.Pattern[str]) -> str:
    found = listing.search(reply)
    if found is None:
        return reply
    before = _LISTING.sub("", reply[: found.start()].rstrip(" \t\n([*_"))
    return f"{before}\n{reply[found.end() :]}"


_BETWEEN = r"[\s,;|/.]{0,6}(?:(?:and|or)\s+)?[-*+•\s]{0,6}"


@lru_cache(maxsize=4096)
def _lettered(options: tuple[str, ...]) -> re.Pattern[str]:
    """A list of these options with letters."""
    return _listing(
        rf"[*_]{{0,2}}[(\[]?{label}[)\].:\-–]{{1,2}}[*_\s]{{0,4}}{_words(option)}[*_]{{0,2}}"
        for label, option in zip(LABELS, options, strict=False)
    )


@lru_cache(maxsize=4096)
def _bare(options: tuple[str, ...]) -> re.Pattern[str]:
    """A list of these options without letters."""
    return _listing(map(_words, options))


def _words(option: str) -> str:
    words = r"\s+".join(map(re.escape, option.rstrip(" .").split()))
    return rf"[\"'“‘]?{words}[\"'”’]?"


def _listing(items: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){_BETWEEN.join(items)}(?!\w)\.?", re.IGNORECASE)
