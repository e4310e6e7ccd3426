"""Words with which a reply speaks of itself, of the question or of whoever asks: no answers.

"Right, so ...", "No problem!", "Yes, that is a good question." hold words that are answers
elsewhere; "It follows that" and "You ask where she looks:" lead up to an answer. Both are found
between the signs that end a part of a sentence, and taken out before a reply is read in clauses.
"Right" and "Yes" alone stay: they may be the answer. So may a "Right." that opens a longer reply,
unless the rest answers.
"""

from __future__ import annotations

import re
from functools import lru_cache

from dsl.patterns import lazy_pattern

_TO_ASKER = r"(?: (?:there|then|now|again|everyone|everybody|all|my friend|friend|folks))?"
_VERY = r"(?:really |very |quite |such |rather |truly |indeed |pretty |most )*"
_FINE = (
    "good|great|nice|lovely|fine|fair|excellent|interesting|fun|wonderful|tricky|clever|neat"
    "|thoughtful|fascinating|charming|simple|easy|hard|difficult|tough|valid|classic|important"
)
_ASKED = r"(?:question|puzzle|story|one|riddle|problem|scenario|task|point|query|challenge|trick)"
_NO_TROUBLE = (
    "problem|worries|worry|trouble|bother|rush|hurry|big deal|riddle|mystery|secret|trick|surprise"
    "|brainer|puzzle"
)
_SURELY = "of course|certainly|absolutely|definitely|gladly|naturally"
_KINDS = (
    # Praise, thanks and greetings.
    (
        _FINE,
        rf"(?:(?:yes|sure|oh|ah)[,!.] ?)?(?:(?:that|this|it) is )?(?:not )?(?:what )?(?:a |an )?"
        rf"{_VERY}(?:{_FINE})(?: little)? {_ASKED}(?: indeed| to ask)?",
    ),
    (
        "hello|hi|hey|greetings|good ",
        rf"(?:hello|hi|hey|greetings|good (?:morning|afternoon|evening|day)){_TO_ASKER}",
    ),
    ("thank", r"(?:many )?thanks?(?: you)?(?: so much| a lot| very much)?(?: for [a-z ]{1,40})?"),
    (
        "happy to|glad to|pleased to|delighted to",
        r"(?:(?:yes|sure)[,!.] ?)?(?:i am )?(?:happy|glad|pleased|delighted) to"
        r" (?:help|answer|assist|oblige)(?: you)?(?: with (?:that|this))?",
    ),
    (
        "i can|i will|i would love|i am able",
        r"(?:(?:yes|sure)[,!.] ?)?i (?:can|will|would love to|am able to)"
        r" (?:answer|explain|help(?: you)? with|help(?: you)?)(?: (?:that|this|it))?",
    ),
    ("let me", r"let me (?:explain|answer(?: that)?|see|think|start)(?: about (?:it|this|that))?"),
    # No trouble, no doubt, no need.
    (
        _NO_TROUBLE,
        rf"(?:(?:it|that|this) is )?(?:no|not a) (?:{_NO_TROUBLE})(?: at all| here| there)?",
    ),
    (
        "doubt|question",
        r"(?:there is )?(?:no |without (?:a |any )?|beyond (?:a |any )?|not a )(?:shadow of a )?"
        r"(?:doubt|question)(?: about (?:it|that|this))?(?: at all| whatsoever| in my mind)?",
    ),
    ("no need to|no reason to", r"(?:there is )?no (?:need|reason) to [a-z ]{1,50}"),
    (
        "takes no|took no|needs no|needed no",
        r"(?:this|that|it) (?:takes|took|needs|needed) no [a-z ]{1,30}",
    ),
    (
        "nothing",
        r"nothing (?:is )?(?:easier|simpler|could be (?:easier|simpler|clearer)|to it"
        r"|more to (?:add|say)|else to (?:add|say)|to add)(?: than (?:that|this))?",
    ),
    ("nothing", r"(?:i have )?nothing (?:more|else|further)(?: to (?:add|say))?"),
    # In whose manner it is said.
    (
        "to be |honest|frank| put|in short|in brief|in a word|nutshell|considered|all in all"
        "|reflection|balance|having |after ",
        r"(?:to be (?:honest|frank|clear|precise|fair|sure)|honestly|frankly"
        r"|(?:simply|plainly|briefly|to) put(?: it)?(?: simply| plainly| briefly)?"
        r"|in (?:short|brief|a word|a nutshell|all honesty)"
        r"|all things considered|all in all|on reflection|on balance|having (?:thought|read|looked)"
        r"[a-z ]{0,40}|after (?:reading|thinking|some thought|careful thought)[a-z ]{0,40})",
    ),
    # Ready, attentive, sure of itself.
    (
        "all right|alright| thing| then| so| now| enough",
        r"all right|alright|(?:sure|okay|ok|alright|all right|right|fine|good|great)"
        r" (?:thing|then|so|now|enough)",
    ),
    (_SURELY, rf"(?:{_SURELY})(?: i can)?"),
    (
        "let us",
        r"(?:ok |okay )?(?:so )?let us (?:see|think|begin|start|go(?! (?:with|for)\b)|look)"
        r"(?: [a-z ]{1,40})?",
    ),
    (
        "one thing|one fact|one point|one moment|first things|one answer|one way|one possible",
        r"one (?:thing|fact|point) is (?:clear|certain|sure|plain|obvious)|(?:just )?one moment"
        r"|first things first|(?:there is )?(?:only|just) one (?:answer|way|possible answer)",
    ),
    (
        "i am ",
        r"i am (?:quite |very |absolutely |completely |totally |100 ?% )?"
        r"(?:sure|certain|positive)(?: of (?:it|that|this))?",
    ),
    (
        "is all|is the end",
        r"(?:that|this|it) is (?:all|the end)(?: there is(?: to it)?"
        r"| i (?:have|can|know)[a-z ]{0,20})?",
    ),
    (
        "know |read ",
        r"(?:we|you and i|both of us|we both|we all|i) (?:both |all )?(?:know|have read|read)"
        r" (?:this|that|it|the story)(?: (?:one|twice|well|carefully|before))?",
    ),
    ("to the right", r"(?:you have |you )?(?:come|came) to the right (?:place|one|person)"),
    (
        "the right thing|the right question",
        r"that is the right (?:thing|question) to ask|(?:that is )?the right question",
    ),
)
"""What each kind needs, as in `lazy_pattern`, and its pattern."""
_EDGE = r"(?:(?<=[.!?\n:;,])|^)[ \t]*"
_END = r"[ \t]*(?=[.!?\n:;,]|$)"
_TALK_BY_KIND = tuple(
    (kind, lazy_pattern(f"{_EDGE}(?:{kind}){_END}", needs=needs)) for needs, kind in _KINDS
)


@lru_cache(maxsize=256)
def _talk(kinds: tuple[str, ...]) -> re.Pattern[str]:
    """Some of the kinds. To compile the pattern of all takes long, and a reply has few of them."""
    return re.compile(rf"{_EDGE}(?:{'|'.join(kinds)}){_END}")


_CONFIDENCE = lazy_pattern(
    r"[(\[]?(?:with )?(?:my |a )?(?:(?:very )?high )?(?:confidence|certainty)(?: level| score)?"
    r"(?:(?: is| of)? ?[:=]? ?(?:very high|high|\d{1,3}(?:\.\d+)? ?%?(?: ?/ ?\d+)?))?[)\]]?"
    r"(?=[.!?\n,;]|$)",
    needs="confidence|certainty",
)
"""How sure it is, where it was asked for, too."""
_SURE = lazy_pattern(
    rf"{_EDGE}(?:and |but )?(?:it is (?:clear|certain|obvious|plain|evident)"
    r"|i am (?:quite |very |absolutely |(?:9\d|100) ?% )?"
    r"(?:certain|sure|confident|convinced|positive)"
    r"|i have no doubt|there is no doubt|i can (?:say|tell you) with certainty) that ",
    needs="clear that|certain that|obvious that|plain that|evident that|sure that|confident that"
    "|convinced that|positive that|doubt that|certainty that",
)
_INFERRED = lazy_pattern(
    rf"{_EDGE}(?:and |but )?(?:it follows that "
    r"|i (?:conclude|infer|gather) (?:from this |from that )?that "
    r"|(?:that|this|it|which) (?:means|shows|implies|proves|tells (?:me|us))"
    r"(?: that |(?= (?:the|he|she|it|they|there) )))",
    needs="follows that|conclude|infer|gather|means|shows|implies|proves|tells",
)

_RESTATED = lazy_pattern(
    rf"{_EDGE}(?:(?:ok(?:ay)?|well|so|hmm|right)[,.]? )?"
    r"(?:(?:so )?(?:the|my|your) question (?:here |then )?(?:is|was|asks)"
    r"|you (?:ask|asked|are asking|want to know|wonder|wish to know|would like to know)(?: me)?"
    r"|(?:i|we) (?:was|were|am|are|have been) (?:asked|to say|to tell)(?: to say| to tell)?"
    r"|as (?:to|for)|regarding|concerning"
    r"|on the question of|with regard to) ?[,:]? ?"
    r"(?:(?:in|on|at|to|for|by|of|from|with) )?"
    r"(?:whether|if|who|whom|whose|what|where|which|how|why|when)\b[^.!?:\n]{1,240}[.:?!]",
    needs="question|ask|know|wonder|to say|to tell|as to|as for|regard|concerning",
)

_STEP = lazy_pattern(r"(?m)^[ \t]*(?:step \d{1,2}|conclusion) ?:(?: ?\n)?[ \t]*(?=\S)")
"""The label of a step; what the last one says is what they lead up to."""

OPENING = "right"
"""The word that opens replies as talk and can be an answer, too."""
_OPENING_RIGHT = lazy_pattern(
    r"^right(?:[.!,:;]| (?=so\b|then\b))[ \t\n]*(?:so |then[.,:;!]? )?", needs="right"
)
_OPENING_ANSWER = lazy_pattern(r"^right(?:[.!:;]|(?P<goes_on>,)(?! ?(?:so|then)\b))", needs="right")
_RIGHT_SO = lazy_pattern(r"\bright,? so[ \t]*(?=[.!?\n]|$)", needs="right")
_BARE_REASON = lazy_pattern(r"^(?:because|since|as|for|given|due|after all)\b")


def without_talk(text: str) -> str:
    """A plain text without the parts that answer nothing."""
    if "step" in text and len(_STEP.findall(text)) > 1:
        *steps, last = _STEP.split(text)
        text = "\n".join([*steps, f"so {last}"])
    told = _SURE.sub(" ", _INFERRED.sub(" so ", text))
    told = _CONFIDENCE.sub("", _RIGHT_SO.sub(" ", told))
    told = _RESTATED.sub("\n", told)
    kinds = tuple(kind for kind, pattern in _TALK_BY_KIND if pattern.search(told))
    return _talk(kinds).sub("", told) if kinds else told


def without_opening(text: str) -> str:
    """A plain text without a `right` that opens it, if something is said after it that is more than
    a reason.
    """
    opened = _OPENING_RIGHT.match(text)
    if opened is None:
        return text
    rest = text[opened.end() :].strip()
    said = re.search(r"\w", rest) is not None and not _BARE_REASON.match(rest)
    return rest if said else text


def may_answer_first(text: str) -> bool:
    """Whether a plain text begins with an `OPENING` that can be meant as the answer: "Right." can,
    "Right, so" and "Right, of course." are talk.
    """
    opened = _OPENING_ANSWER.match(text)
    if opened is None:
        return False
    return not opened["goes_on"] or bool(re.search(r"\w", without_talk(text[opened.end() :])))
