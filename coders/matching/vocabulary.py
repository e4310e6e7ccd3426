"""The closed lists of English words the matcher goes by.

A clause counts as an answer when nothing in it is left over: its words are a candidate answer,
words of the question, or words from these lists, which add nothing to an answer. A word that is
missing here makes a reply go to a person, and never makes it wrong; that is why lists are enough
and a parser of English is not needed.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ARTICLES = _words("a an the")

DETERMINERS = _words(
    "a an the this that these those my your his her its our their some any each every both all"
)

NEGATORS = _words(
    "not no never neither nor without none nobody nowhere unaware incorrect wrong inconsistent"
    " eliminate eliminated exclude excluded dismiss discard false impossible unlikely unlike"
    " except ruled rule rules lacks lack"
)

HEDGES = _words(
    "probably likely perhaps maybe might may could possibly presumably guess guessing suppose"
    " supposedly seemingly seems seem appears appear potentially conceivably tentatively"
)

PRONOUNS = _words(
    "i you he she it they we me him her them us one ones this that these those who which what"
    " mine yours hers theirs himself herself itself themselves myself something anything somewhere there here"
)

BE = _words("is are was were be been being am")

AUXILIARIES = BE | _words(
    "do does did done will would can could should shall may might must have has had having"
)

FUNCTION = (
    DETERMINERS
    | PRONOUNS
    | AUXILIARIES
    | _words(
        "in into inside on onto at to of from for by with within as and or but than then also too"
        " so if out off up down over about like 's own"
    )
)

FILLERS = _words(
    "well oh ah ok okay hmm hm um sure certainly definitely surely obviously clearly simply just"
    " only still first firstly now currently really actually truly indeed always course exactly"
    " straight directly immediately again initially originally back most very much more certain"
    " course yes yeah yep right correct correctly best short brief summary conclusion conclude"
    " final finally therefore thus hence consequently accordingly result ultimately overall"
    " answer answers question reply response option choice letter alternative following"
    " main place second third second other another same such even yet already later"
    " look looks think thinks believe believes say says said saying state choose chooses choosing"
    " chose pick picks picking select selects selecting go goes going would take takes prefer"
    " prefers decide decides expect guess suppose opinion view mind me myself naturally"
    " that's here there way case fact story scenario given based information description"
    " evidence observations according know knows regard clear evident evidently apparently"
    " originally beginning start end person absolutely indeed please my rather instead"
    " together alone quite simply must likely probably perhaps maybe might possibly presumably"
    " contains contain containing hold holds holding full remains remain remaining total exist"
    " exists found find finds stay stays step steps reasoning explanation why reason"
    " thought suggests suggest suggested points point means mean shows show indicates seem seems"
    " being made make makes believed perspective either neither both none all them"
    " thing things object item initially equals equal count counting works work working"
    " gives give giving rate rating score rated different nothing new time spend company"
    " everything else whatever anything side known called"
)

SYNONYMS = {
    "look": _words("look search check go head walk run open seek reach visit turn"),
    "think": _words("think believe assume expect suppose imagine know consider"),
    "push": _words("push move shove"),
    "choose": _words("choose pick select prefer take go want like"),
    "spend": _words("spend be choose pick prefer like go want take"),
    "make": _words("make cause light set"),
    "put": _words("put place leave hide set drop store keep lay"),
    "work": _words("work"),
    "show": _words("show tell reveal give"),
    "say": _words("say answer reply tell"),
    "spin": _words("spin turn rotate move"),
    "go": _words("go leave walk"),
    "have": _words("have be"),
    "light": _words("light"),
    "do": _words("do"),
    "see": _words("see find"),
}
"""The verbs a question may turn on, and the verbs with which a reply may take it up."""

ATTITUDES = _words("think believe belief assume expect suppose imagine know perspective view mind")
SELF = _words("i we")

REALITY = _words("really reality actually truly fact true")

CONCLUSIONS = _words("so therefore thus hence consequently accordingly")

REASONS = _words("because since given due")
BACKGROUND = _words(
    "although though while whereas despite after before until when once where which who whose"
)
CONDITIONS = _words("if unless suppose supposing imagine had provided assuming whether")

AROUND = _words("behind under underneath beneath near outside beside above below next around")
"""Prepositions that turn a place into another place."""

PAST = _words("was were had did")
PRESENT = _words("is are will would do does may can should")

ANSWER_LABELS = _words("answer choice option response conclusion verdict rating")

NUMBERS = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
    "twenty": 20,
}

YES = _words("yes yeah yep yup correct true indeed right aye")
NO = _words("no nope nah incorrect false")

IRREGULAR = {
    "lit": "light",
    "went": "go",
    "gone": "go",
    "came": "come",
    "spun": "spin",
    "thought": "think",
    "said": "say",
    "told": "tell",
    "saw": "see",
    "seen": "see",
    "found": "find",
    "made": "make",
    "chose": "choose",
    "chosen": "choose",
    "left": "leave",
    "kept": "keep",
    "held": "hold",
    "took": "take",
    "taken": "take",
    "gave": "give",
    "given": "give",
    "got": "get",
    "knew": "know",
    "known": "know",
    "laid": "lay",
    "hid": "hide",
    "hidden": "hide",
    "lay": "lay",
    "ran": "run",
    "sought": "seek",
    "has": "have",
    "had": "have",
    "does": "do",
    "did": "do",
    "done": "do",
    "stood": "stand",
    "mice": "mouse",
    "children": "child",
    "leaves": "leaf",
    "knives": "knife",
    "shelves": "shelf",
    "loaves": "loaf",
}
