"""Words with which a reply speaks of itself, of the question or of whoever asks: no answers.

"Right, so ...", "No problem!", "Yes, that is a good question." hold words that are answers
elsewhere; "It follows that" and "You ask where she looks:" lead up to an answer. Both are found
between the signs that end a part of a sentence, and taken out before a reply is read in clauses.
"Right" and "Yes" alone stay: they may be the answer. So may a "Right." that opens a longer reply,
unless the rest answers.
"""

from __future__ import annotations

import re

from coders.matching.text.vocabulary import listed
from dsl.patterns import lazy_pattern

_TO_ASKER = r"(?: (?:there|then|now|again|everyone|everybody|all|my friend|friend|folks))?"
_VERY = r"(?:really |very |quite |such |rather |truly |indeed |pretty |most )*"
_FINE = (
    r"(?:good|great|nice|lovely|fine|fair|excellent|interesting|fun|wonderful|tricky|clever|neat"
    r"|thoughtful|fascinating|charming|simple|easy|hard|difficult|tough|valid|classic|important)"
)
_ASKED = r"(?:question|puzzle|story|one|riddle|problem|scenario|task|point|query|challenge|trick)"
_KINDS = (
    # Praise, thanks and greetings.
    rf"(?:(?:yes|sure|oh|ah)[,!.] ?)?(?:(?:that|this|it) is )?(?:not )?(?:what )?(?:a |an )?"
    rf"{_VERY}{_FINE}(?: little)? {_ASKED}(?: indeed| to ask)?",
    rf"(?:hello|hi|hey|greetings|good (?:morning|afternoon|evening|day)){_TO_ASKER}",
    r"(?:many )?thanks?(?: you)?(?: so much| a lot| very much)?(?: for [a-z ]{1,40})?",
    r"(?:(?:yes|sure)[,!.] ?)?(?:i am )?(?:happy|glad|pleased|delighted) to"
    r" (?:help|answer|assist|oblige)(?: you)?(?: with (?:that|this))?",
    r"(?:(?:yes|sure)[,!.] ?)?i (?:can|will|would love to|am able to)"
    r" (?:answer|explain|help(?: you)? with|help(?: you)?)(?: (?:that|this|it))?",
    r"let me (?:explain|answer(?: that)?|see|think|start)(?: about (?:it|this|that))?",
    # No trouble, no doubt, no need.
    r"(?:(?:it|that|this) is )?(?:no|not a) (?:problem|worries|worry|trouble|bother|rush|hurry|big"
    r" deal|riddle|mystery|secret|trick|surprise|brainer|puzzle)(?: at all| here| there)?",
    r"(?:there is )?(?:no |without (?:a |any )?|beyond (?:a |any )?|not a )(?:shadow of a )?"
    r"(?:doubt|question)(?: about (?:it|that|this))?(?: at all| whatsoever| in my mind)?",
    r"(?:there is )?no (?:need|reason) to [a-z ]{1,50}",
    r"(?:this|that|it) (?:takes|took|needs|needed) no [a-z ]{1,30}",
    r"nothing (?:is )?(?:easier|simpler|could be (?:easier|simpler|clearer)|to it"
    r"|more to (?:add|say)|else to (?:add|say)|to add)(?: than (?:that|this))?",
    r"(?:i have )?nothing (?:more|else|further)(?: to (?:add|say))?",
    # In whose manner it is said.
    r"(?:to be (?:honest|frank|clear|precise|fair|sure)|honestly|frankly"
    r"|(?:simply|plainly|briefly|to) put(?: it)?(?: simply| plainly| briefly)?"
    r"|in (?:short|brief|a word|a nutshell|all honesty)"
    r"|all things considered|all in all|on reflection|on balance|having (?:thought|read|looked)"
    r"[a-z ]{0,40}|after (?:reading|thinking|some thought|careful thought)[a-z ]{0,40})",
    # Ready, attentive, sure of itself.
    r"all right|alright|(?:sure|okay|ok|alright|all right|right|fine|good|great)"
    r" (?:thing|then|so|now|enough)",
    r"(?:of course|certainly|absolutely|definitely|gladly|naturally)(?: i can)?",
    r"(?:ok |okay )?(?:so )?let us (?:see|think|begin|start|go(?! (?:with|for)\b)|look)"
    r"(?: [a-z ]{1,40})?",
    r"one (?:thing|fact|point) is (?:clear|certain|sure|plain|obvious)|(?:just )?one moment"
    r"|first things first|(?:there is )?(?:only|just) one (?:answer|way|possible answer)",
    r"i am (?:quite |very |absolutely |completely |totally |100 ?% )?"
    r"(?:sure|certain|positive)(?: of (?:it|that|this))?",
    r"(?:that|this|it) is (?:all|the end)(?: there is(?: to it)?"
    r"| i (?:have|can|know)[a-z ]{0,20})?",
    r"(?:we|you and i|both of us|we both|we all|i) (?:both |all )?(?:know|have read|read)"
    r" (?:this|that|it|the story)(?: (?:one|twice|well|carefully|before))?",
    r"(?:you have |you )?(?:come|came) to the right (?:place|one|person)",
    r"that is the right (?:thing|question) to ask|(?:that is )?the right question",
)
_WORDS_OF_TALK = listed(
    "question puzzle story one riddle problem scenario task point query challenge trick hello hi"
    " hey greetings good thank thanks happy glad pleased delighted answer explain help let worries"
    " worry trouble bother rush hurry deal mystery secret surprise brainer doubt need reason takes"
    " took needs needed nothing honest frank clear precise fair sure honestly frankly put short"
    " brief word nutshell honesty considered all reflection balance having after right alright okay"
    " ok fine great course certainly absolutely definitely gladly naturally things certain positive"
    " end know read"
)
"""Each kind has one of these: without any, the pattern of all kinds need not be compiled."""
_EDGE = r"(?:(?<=[.!?\n:;,])|^)[ \t]*"
_WORD = lazy_pattern(r"[a-z]+")
_TALK = lazy_pattern(rf"{_EDGE}(?:{'|'.join(_KINDS)})[ \t]*(?=[.!?\n:;,]|$)")

_CONFIDENCE = lazy_pattern(
    r"[(\[]?(?:with )?(?:my |a )?(?:(?:very )?high )?(?:confidence|certainty)(?: level| score)?"
    r"(?:(?: is| of)? ?[:=]? ?(?:very high|high|\d{1,3}(?:\.\d+)? ?%?(?: ?/ ?\d+)?))?[)\]]?"
    r"(?=[.!?\n,;]|$)"
)
"""How sure it is, where it was asked for, too."""
_SURE = lazy_pattern(
    rf"{_EDGE}(?:and |but )?(?:it is (?:clear|certain|obvious|plain|evident)"
    r"|i am (?:quite |very |absolutely |(?:9\d|100) ?% )?"
    r"(?:certain|sure|confident|convinced|positive)"
    r"|i have no doubt|there is no doubt|i can (?:say|tell you) with certainty) that "
)
_INFERRED = lazy_pattern(
    rf"{_EDGE}(?:and |but )?(?:it follows that "
    r"|i (?:conclude|infer|gather) (?:from this |from that )?that "
    r"|(?:that|this|it|which) (?:means|shows|implies|proves|tells (?:me|us))"
    r"(?: that |(?= (?:the|he|she|it|they|there) )))"
)

_RESTATED = lazy_pattern(
    rf"{_EDGE}(?:(?:ok(?:ay)?|well|so|hmm|right)[,.]? )?"
    r"(?:(?:so )?(?:the|my|your) question (?:here |then )?(?:is|was|asks)"
    r"|you (?:ask|asked|are asking|want to know|wonder|wish to know|would like to know)(?: me)?"
    r"|(?:i|we) (?:was|were|am|are|have been) (?:asked|to say|to tell)(?: to say| to tell)?"
    r"|as (?:to|for)|regarding|concerning"
    r"|on the question of|with regard to) ?[,:]? ?"
    r"(?:(?:in|on|at|to|for|by|of|from|with) )?"
    r"(?:whether|if|who|whom|whose|what|where|which|how|why|when)\b[^.!?:\n]{1,240}[.:?!]"
)

_STEP = lazy_pattern(r"(?m)^[ \t]*(?:step \d{1,2}|conclusion) ?:(?: ?\n)?[ \t]*(?=\S)")
"""The label of a step; what the last one says is what they lead up to."""

OPENING = "right"
"""The word that opens replies as talk and can be an answer, too."""
_OPENING_RIGHT = lazy_pattern(r"^right(?:[.!,:;]| (?=so\b|then\b))[ \t\n]*(?:so |then[.,:;!]? )?")
_OPENING_ANSWER = lazy_pattern(r"^right(?:[.!:;]|(?P<goes_on>,)(?! ?(?:so|then)\b))")
_RIGHT_SO = lazy_pattern(r"\bright,? so[ \t]*(?=[.!?\n]|$)")
_BARE_REASON = lazy_pattern(r"^(?:because|since|as|for|given|due|after all)\b")


def without_talk(text: str) -> str:
    """A plain text without the parts that answer nothing."""
    if "step" in text and len(_STEP.findall(text)) > 1:
        *steps, last = _STEP.split(text)
        text = "\n".join([*steps, f"so {last}"])
    told = _SURE.sub(" ", _INFERRED.sub(" so ", text))
    told = _RIGHT_SO.sub(" ", told)
    if "confidence" in told or "certainty" in told:
        told = _CONFIDENCE.sub("", told)
    told = _RESTATED.sub("\n", told)
    return told if _WORDS_OF_TALK.isdisjoint(_WORD.findall(told)) else _TALK.sub("", told)


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
