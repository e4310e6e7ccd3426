"""Made plain it has one spelling of every sign, no Markdown, no LaTeX, and lower case.

Chat models answer in Markdown, in boxes, in tables and with emoji. Everything that only decorates
goes; what carries meaning is put into words (a crossed-out sign becomes "not", a box becomes
"answer:"). Every pattern here is free of nested repetition, so that the work grows with the length
of the reply whatever a hostile one contains.

A reply made plain, its words and signs, and the stem by which two forms of a word are one.

The stemmer knows plurals, -ed, -ing and the irregular verbs of these experiments. It need not be
right about English: it is applied to the key, the question and the reply alike, so a made-up stem
still agrees with itself.
"""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache, lru_cache

from coders.matching.text.vocabulary import IRREGULAR, NUMBERS, listed
from dsl.patterns import lazy_pattern

_QUOTES = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛ʼ′", "'"),
        **dict.fromkeys("“”„‟«»", '"'),
        **dict.fromkeys("‐‑", "-"),
        **dict.fromkeys("–—−", " - "),
        **dict.fromkeys("\r\u2028\u2029", "\n"),
        "…": " . ",
        "×": "*",
        # The at sign is ours: it marks the letter of a choice.
        "@": " ",
        "•": "\n- ",
    }
)
_MARK_UP = lazy_pattern(r"[-\n#>|{}$\\_*`~+]")
"""Most replies have none of these signs, and nothing to take away."""
_TICKED = lazy_pattern(r"(?m)^[ \t\-]*[✅✔☑✓]\ufe0f?")
_CROSSED = lazy_pattern(r"(?<=[\w.)\"*])([ \t|:*–—-]{0,8})[❌✗✘❎]\ufe0f?(?=[ \t*]*\w)")
"""Before a remark, it calls what stands before it wrong."""
_LONE_CROSS = lazy_pattern(r"\A\s*[❌✗✘❎]\ufe0f?(?=[^❌✗✘❎✅✔☑✓]*\Z)")
"""Before a reply that has no other sign of the kind, it only decorates."""
_CHECKED = lazy_pattern(r"(?m)^[ \t]*[-*+]?[ \t]*\[[xX]\]")
_UNCHECKED = lazy_pattern(r"(?m)^[ \t]*[-*+]?[ \t]*\[[ ]?\].*$")
_CROSS = lazy_pattern(r"[❌✗✘❎]")
_TICK = lazy_pattern(r"[✅✔☑✓]")
"""Behind words, it calls them right."""
_NOT_APPLICABLE = lazy_pattern(r"(?<!\w)n ?/ ?a(?!\w)")
_BOXED = lazy_pattern(r"(?:\\(?:boxed|fbox|framebox|box)|(?<!\w)b?oxed) ?\{")
"""A box, whose backslash may be lost, or with the letter after it be a control character."""
_STRUCK = lazy_pattern(r"~~([^~\n]{1,200})~~")
_SIGN_COMMAND = lazy_pattern(
    r"\\(?:(g|l)(?:eq?|t)(?:slant)?|(sqrt)|(log|ln|sin|cos|tan|exp))(?![a-z])"
)
"""A command that is a sign, or a function: `\\leq`, `\\log`."""
_COMMAND = lazy_pattern(r"\\[a-z]{1,20}\b ?\{?")
_MARKS = lazy_pattern(r"[*`~{}$\\_]+")
_HEADING = lazy_pattern(r"(?m)^[ \t]*#{1,6}[ \t]*(.{0,200}?)[ \t:#]*$")
_BULLET = lazy_pattern(r"(?m)^[ \t]*[-+*][ \t]+")
_QUOTED_LINE = lazy_pattern(r"(?m)^[ \t]*>.*$")
_TABLE_LINE = lazy_pattern(r"(?m)^[ \t]*\|.*$")
_NUMBERED = lazy_pattern(r"(?m)^[ \t]*\d{1,2}[.)][ \t]+(?=\S)")
_SPACES = lazy_pattern(r"[^\S\n ][^\S\n]*| [^\S\n]+")
"""What is not one blank already."""
_COMPARED = lazy_pattern(r"(?<=[\w)]) ?([<>]=?|[≤≥]) ?(?=-?\d)|(?<=\d) ?([<>]=?|[≤≥]) ?(?=[a-z]\b)")
"""A sign of an inequality, which tells it from another one."""
_COMPARISONS = {
    ">": " greater than ",
    "<": " smaller than ",
    **dict.fromkeys(("≥", ">="), " greater-equal "),
    **dict.fromkeys(("≤", "<="), " smaller-equal "),
}
_NEGATIVE = lazy_pattern(r"(?:(?<=[(\[{=$,:<>≤≥]) ?|^|(?<=\bis ))[-](?=\d)")
"""The sign of a number that is the whole of a text or of a bracket, or follows a sign or `is`."""
_MINUS = lazy_pattern(r"(?<=\d) {0,3}- {0,3}(?=\d)")
_ADDED = lazy_pattern(r"(?:(?<=\b[i-z])|(?<=[\d)])) ?\+ ?(?=\d|[a-z]\b)")
_TAKEN_OFF = lazy_pattern(r"(?<=\b[i-z]) ?- ?(?=\d)")
"""Of letters only those that stand for no choice: `B - 7 cm` is another thing than `x - 7`."""
_LESS = lazy_pattern(r"(?<=\w) - (?=\d[^\n=.]{0,30}=)")
_DOTS = lazy_pattern(r"\.(?: ?\.)+", needs="..|. .")

_TAG = lazy_pattern(r"</?([a-z][a-z0-9_]{0,15})(?:\s[^<>\n]{0,200})?/?>")
_LETTER_TAG = lazy_pattern(r"<([a-h])>")
_ANSWER_TAGS = listed(
    "answer final response output result choice option letter final_answer solution"
)
_ASKED_AND_ANSWERED = lazy_pattern(
    r"(?m)^[ \t]*q(?:uestion)?[ \t]*[:.](?P<asked>.{0,1000})\n+[ \t]*a(?:nswer)?[ \t]*[:.]"
)
_OBJECT = lazy_pattern(r"\s*(?:```(?:json)?\s*)?(\{[^{}]{1,4000}\})\s*(?:```\s*)?")

_SHORT = (
    (("can",), lazy_pattern(r"\bcan'?t\b|\bcannot\b"), "can not"),
    (("won",), lazy_pattern(r"\bwon'?t\b"), "will not"),
    (
        ("nt", "n't"),
        lazy_pattern(r"\b(did|does|is|was|are|were|would|could|should|has|had|have)n'?t\b"),
        r"\1 not",
    ),
    (("don",), lazy_pattern(r"\b(do)n'?t\b"), r"\1 not"),
    (("n't",), lazy_pattern(r"(\w)n't\b"), r"\1 not"),
    (("let's",), lazy_pattern(r"\blet's\b"), "let us"),
    (
        ("'s",),
        lazy_pattern(r"\b(it|that|there|here|what|he|she|who|where|this|one|which|how)'s\b"),
        r"\1 is",
    ),
    (("'ll",), lazy_pattern(r"'ll\b"), " will"),
    (("'re",), lazy_pattern(r"'re\b"), " are"),
    (("'ve",), lazy_pattern(r"'ve\b"), " have"),
    (("'d",), lazy_pattern(r"(?<=\w)'d\b"), " would"),
    (("i'm",), lazy_pattern(r"\bi'm\b"), "i am"),
    (("'s",), lazy_pattern(r"'s\b"), " 's"),
)
"""Short forms: letters without which there is none, the forms, and what is said in full."""
_SHORT_ALONE = tuple(one for one in _SHORT if any("'" not in letters for letters in one[0]))
"""Those that may be written without an apostrophe."""
_CAUSE = lazy_pattern(r"\b(?:cuz|coz|cos|cause)(?= (?:i|you|he|she|it|its|they|we|the|that)\b)")


_EASTERN = r"\u3040-\u9fff\uac00-\ud7a3"
_SCRIPTS = lazy_pattern(rf"(?<=[{_EASTERN}])(?=[a-z0-9])|(?<=[a-z0-9])(?=[{_EASTERN}])")
"""Between Chinese, Japanese or Korean and Latin letters, which no blank parts."""
_EASTERN_ANSWER = lazy_pattern(
    r"(?<![不非没無无])(?:答案|答え|回答|正解|选项|選項|選択肢|选择|選擇|选|選|评分|評分|정답|답)"
    r"[是为為选選应應该該はがを은는이가]{0,3}[】\]]?\s?[:：]?\s?[「『]?(?=[(\[]?(?:[a-h]|\d{1,2})(?![a-z0-9]))"
)
"""`The answer is` or `I choose` before a letter or a number."""
_EASTERN_IS = lazy_pattern(r"(?<=[a-h]) ?(?:[」』]?(?:です|である|だ)|번?(?:입니다|이다)|번)")
"""`It is` behind a letter."""

_ASCII = {
    **{code: " " for code in range(32) if chr(code) not in "\n\t"},
    **{code: sign for code, sign in _QUOTES.items() if code < 128},
}


@lru_cache(maxsize=256)  # one match asks for the same few texts again and again
def plain(text: str) -> str:
    """`text` in lower case, one spelling of quotes and dashes, contractions spelt out, no mark-up.

    Lines are kept, because a list or a heading says how a reply is built.
    """
    # What was thought before a closing tag was not said to anybody.
    text = text.rsplit("</think>", 1)[-1]
    if "{" in text:
        text = _unpacked(text)
    if "[x]" in text or "[X]" in text:
        text = _UNCHECKED.sub("", _CHECKED.sub(" answer: ", text))
    if not text.isascii():
        text = _LONE_CROSS.sub("", text)
        text = _CROSSED.sub(r"\1 not - ", text.replace("√", " root "))
        text = _CROSS.sub(" not ", text)
        text = _TICK.sub(" √ ", _TICKED.sub(" answer: ", text))
        text = unicodedata.normalize("NFKC", text.translate(_QUOTES)).casefold().translate(_QUOTES)
    # Most replies are plain letters, and a table is quicker than a question about each of them.
    if text.isascii():
        text = text.translate(_ASCII).casefold()
    else:
        text = _EASTERN_ANSWER.sub("\nanswer: ", "".join(map(_kept, text)))
        text = _EASTERN_IS.sub("", text).replace("。", ". ").replace("、", ", ")
        text = _SCRIPTS.sub(" ", text)
    if "<" in text:
        if "</" not in text:
            text = _LETTER_TAG.sub(r"(\1)", text)
        text = _TAG.sub(_untagged, text)
    if "\n" in text:
        text = _ASKED_AND_ANSWERED.sub(r"\g<asked>\nanswer:", text)
    if "\\" in text:
        text = _SIGN_COMMAND.sub(_sign, text)
    if "-" in text:
        text = _NEGATIVE.sub(" minus ", text)
        text = _TAKEN_OFF.sub(" minus ", text)
    if "+" in text:
        text = _ADDED.sub(" plus ", text)
    if "<" in text or ">" in text or "≤" in text or "≥" in text:
        text = _COMPARED.sub(lambda sign: _COMPARISONS[sign[1] or sign[2]], text)
    if _MARK_UP.search(text):
        text = _without_mark_up(text)
    text = _DOTS.sub(" . ", text)
    if "/" in text:
        text = _NOT_APPLICABLE.sub("not applicable", text)
    text = text.replace(" nt ", " not ")
    if " cause " in text or "cuz " in text or "coz " in text or " cos " in text:
        text = _CAUSE.sub("because", text)
    for letters, pattern, words in _SHORT if "'" in text else _SHORT_ALONE:
        if any(map(text.__contains__, letters)):
            text = pattern.sub(words, text)
    return _SPACES.sub(" ", text).strip()


def _without_mark_up(text: str) -> str:
    """A text without signs that lay it out: headings, bullets, numbers of a list, commands."""
    boxed = _BOXED.search(text) is not None
    if boxed:
        text = _BOXED.sub("\nanswer: ", text)
    if "~~" in text:
        text = _STRUCK.sub(r" \1. wait, ", text)
    text = _COMMAND.sub(" ", text)
    if boxed:
        text = text.replace("}", "\n")
    text = _HEADING.sub(r"\1:\n", text)
    text = _BULLET.sub("", text)
    text = _MARKS.sub(" ", text) if "_" in text or "\\" in text else _MARKS.sub("", text)
    if len(_NUMBERED.findall(text)) > 1:
        text = _NUMBERED.sub("", text)
    for pattern in (_QUOTED_LINE, _TABLE_LINE):
        without = pattern.sub("\n", text)
        if without.strip():
            text = without
    return _LESS.sub(" minus ", _MINUS.sub(" minus ", text))


def _sign(command: re.Match[str]) -> str:
    """What stands for a command of LaTeX that is a sign or a function."""
    if command[1]:
        return {"g": ">", "l": "<"}[command[1]] + ("=" if "e" in command[0] else "")
    return " root " if command[2] else f" {command[3]} "


def _unpacked(text: str) -> str:
    """A text that begins with a JSON object, with a line `name: value` for each of its values."""
    found = _OBJECT.match(text)
    if found is None:
        return text
    try:
        told = json.loads(found[1])
    except (ValueError, RecursionError):
        return text
    ones = {name: value[0] if _is_one(value) else value for name, value in told.items()}
    lines = [f"{name}: {value}" for name, value in ones.items() if isinstance(value, str | int)]
    return "\n".join([*lines, text[found.end() :]]) if lines else text


def _is_one(value: object) -> bool:
    return isinstance(value, list) and len(value) == 1


def _untagged(tag: re.Match[str]) -> str:
    """What stands for an HTML tag: a label, an end of line, or nothing."""
    opens = tag[0][1] != "/"
    if tag[1] in _ANSWER_TAGS:
        return "\nanswer: " if opens else "\n"
    return "\n" if tag[1] in ("p", "br", "div", "li", "ul", "ol", "tr", "h1", "h2", "h3") else ""


def _kept(char: str) -> str:
    """The character, a space for a picture, nothing for what cannot be seen."""
    if char == "\n" or char.isascii():
        return char if char >= " " or char in "\n\t" else " "
    category = unicodedata.category(char)
    if category in ("Cf", "Mn", "Me") and not char.isalpha():
        return ""
    return " " if category in ("So", "Sk", "Cc", "Co", "Cn", "Cs") else char


def labels_apart(text: str, letters: int) -> str:
    """The text with `B)`, `(B)`, `B.` at a line's start and the like set apart."""
    if letters < 2:
        return text
    first, bracketed, closed = _patterns(min(letters, 26))
    text = first.sub(r"@\1 ", text)
    return closed.sub(r"@\1 ", bracketed.sub(r" @\1 ", text)) if ")" in text else text


@cache
def _patterns(letters: int) -> tuple[re.Pattern[str], ...]:
    """`B)` or `B.` at a line's start, `(B)` and `B)` anywhere, for so many choices."""
    letter = f"([a-{chr(ord('a') + letters - 1)}])"
    return (
        re.compile(rf"(?m)^[ \t\-]*\(?{letter}(?:\)|[.:](?=\s|$))[ \t:.]*"),
        lazy_pattern(rf"(?<!\w)\({letter}\)"),
        lazy_pattern(rf"(?<![\w'@]){letter}\)"),
    )


_TOKEN = lazy_pattern(r"\d+(?:st|nd|rd|th)\b|\d+(?:\.\d+)?|@[a-z]|'s\b|\w+(?:-\w+)*|[^\w\s]|\n")

_KEEP = listed(
    "is was this his its yes less us as thus always across perhaps does has red need during"
    " nothing anything something everything thing spring ring string king bring being morning"
    " bed shed sled seed weed feed speed hundred wing sling evening ceiling"
) | frozenset(NUMBERS)


def tokens(text: str) -> list[str]:
    """The words, numbers, signs and line ends of a plain text, in order."""
    return _TOKEN.findall(text)


def is_word(token: str) -> bool:
    """Whether a token is a word or a number rather than a sign."""
    return token[0].isalnum() or token[0] == "_"


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The form shared by a word's plural, past and -ing forms."""
    if word in IRREGULAR:
        return _bare(IRREGULAR[word])
    if len(word) < 4 or word in _KEEP or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("xes", "ses", "zes", "ches", "shes", "oes")):
        return word[:-2]
    if word.endswith("s"):
        return _bare(word[:-1])
    if word.endswith("ing") and len(word) > 5:
        return _bare(word[:-3])
    if word.endswith("ed") and len(word) > 4:
        return _bare(word[:-2])
    return _bare(word)


def _bare(word: str) -> str:
    """Undo a doubled consonant and drop a silent e, so that `placed` and `place` agree.

    A doubled digit stays: 1000 is not 100.
    """
    doubled = len(word) > 3 and word[-1] == word[-2] and word[-1].isalpha()
    if doubled and word[-1] not in "lszaeiou":
        return word[:-1]
    if len(word) > 3 and word.endswith("e"):
        return word[:-1]
    return word
