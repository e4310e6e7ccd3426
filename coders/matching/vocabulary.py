"""The closed lists of English words the matcher goes by.

A clause counts as an answer when nothing in it is left over: its words are a candidate answer,
words of the question, or words from these lists, which add nothing to an answer. A word that is
missing here makes a reply go to a person, and never makes it wrong; that is why lists are enough
and a parser of English is not needed.
"""

from __future__ import annotations


def listed(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


ARTICLES = listed("a an the")

DETERMINERS = listed(
    "a an the this that these those my your his her its our their some any each every both all"
)

NEGATORS = listed(
    "not no never neither nor without none nobody nowhere unaware incorrect wrong inconsistent"
    " eliminate eliminated exclude excluded dismiss discard false impossible unlikely unlike"
    " except ruled rule rules lacks lack"
)

HEDGES = listed(
    "probably likely perhaps maybe might may could possibly presumably guess guessing suppose"
    " supposedly seemingly seems seem appears appear potentially conceivably tentatively"
    " tentative probable likelier likeliest likelihood probability lean leans leaning inclined"
    " plausibly arguably odds chances tend tends"
)

PRONOUNS = listed(
    "i you he she it they we me him her them us one ones this that these those who which what"
    " mine yours hers theirs himself herself itself themselves myself something anything somewhere"
    " there here"
)

BE = listed("is are was were be been being am")

AUXILIARIES = BE | listed(
    "do does did done will would can could should shall may might must have has had having"
)

FUNCTION = (
    DETERMINERS
    | PRONOUNS
    | AUXILIARIES
    | listed(
        "in into inside on onto at to of from for by with within as and or but than then also too"
        " so if out off up down over about like 's own"
    )
)

FILLERS = listed(
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
    " that's here there way fact story scenario given based information description"
    " evidence observations according know knows regard clear evident evidently apparently"
    " originally beginning start end person absolutely indeed please my rather instead"
    " together alone quite simply must likely probably perhaps maybe might possibly presumably"
    " contains contain containing hold holds holding full remains remain remaining total exist"
    " exists found find finds stay stays step steps reasoning explanation why reason"
    " thought suggests suggest suggested points point means mean shows show indicates seem seems"
    " being made make makes believed perspective either neither both none all them"
    " thing things object item initially equals equal count counting works work working"
    " gives give giving better rate rating score rated different nothing new time spend company"
    " everything else whatever anything side known called towards toward"
)

SYNONYMS = {
    "look": listed("look search check go head walk run open seek reach visit turn"),
    "think": listed("think believe assume expect suppose imagine know consider"),
    "push": listed("push move shove"),
    "choose": listed("choose pick select prefer take go want like"),
    "spend": listed("spend be choose pick prefer like go want take"),
    "make": listed("make cause light set"),
    "put": listed("put place leave hide set drop store keep lay"),
    "work": listed("work"),
    "show": listed("show tell reveal give"),
    "say": listed("say answer reply tell"),
    "spin": listed("spin turn rotate move"),
    "go": listed("go leave walk"),
    "have": listed("have be"),
    "light": listed("light"),
    "do": listed("do"),
    "see": listed("see find"),
}
"""The verbs a question may turn on, and the verbs with which a reply may take it up."""

ATTITUDES = listed("think believe belief assume expect suppose imagine know perspective view mind")
SELF = listed("i we")

REALITY = listed("really reality actually truly fact true")

CONCLUSIONS = listed("so therefore thus hence consequently accordingly")

REASONS = listed("because since given due")
BACKGROUND = listed(
    "although though while whereas despite after before until when once where which who whose"
)
CONDITIONS = listed("if unless suppose supposing imagine had provided assuming whether")

STRIKING = listed(
    "surprising surprised surprise odd odder strange stranger unexpected unusual astonishing"
    " astonished puzzling puzzled remarkable weird weirder startling startled baffling"
    " contradict contradicts violate violates defy defies"
)
"""Words that say of something that it is not what was expected."""

AROUND = listed("behind under underneath beneath near outside beside above below next around")
"""Prepositions that turn a place into another place."""

PAST = listed("was were had did")
PRESENT = listed("is are will would do does may can should")

ANSWER_LABELS = listed("answer choice option response conclusion verdict rating")

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

YES = listed("yes yeah yep yup correct true indeed right aye")
NO = listed("no nope nah incorrect false")

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
    "began": "begin",
    "begun": "begin",
    "broke": "break",
    "broken": "break",
    "brought": "bring",
    "built": "build",
    "burnt": "burn",
    "bought": "buy",
    "caught": "catch",
    "dug": "dig",
    "drew": "draw",
    "drawn": "draw",
    "dreamt": "dream",
    "drank": "drink",
    "drunk": "drink",
    "drove": "drive",
    "driven": "drive",
    "ate": "eat",
    "eaten": "eat",
    "fell": "fall",
    "fallen": "fall",
    "fed": "feed",
    "felt": "feel",
    "fought": "fight",
    "flew": "fly",
    "flown": "fly",
    "forgot": "forget",
    "forgotten": "forget",
    "froze": "freeze",
    "frozen": "freeze",
    "grew": "grow",
    "grown": "grow",
    "hung": "hang",
    "heard": "hear",
    "led": "lead",
    "lent": "lend",
    "lost": "lose",
    "met": "meet",
    "paid": "pay",
    "rode": "ride",
    "ridden": "ride",
    "rang": "ring",
    "rung": "ring",
    "rose": "rise",
    "risen": "rise",
    "sold": "sell",
    "sent": "send",
    "shook": "shake",
    "shaken": "shake",
    "shone": "shine",
    "shot": "shoot",
    "sang": "sing",
    "sung": "sing",
    "sank": "sink",
    "sunk": "sink",
    "sat": "sit",
    "slept": "sleep",
    "slid": "slide",
    "spoke": "speak",
    "spoken": "speak",
    "spent": "spend",
    "stole": "steal",
    "stolen": "steal",
    "stuck": "stick",
    "swam": "swim",
    "swum": "swim",
    "swung": "swing",
    "taught": "teach",
    "threw": "throw",
    "thrown": "throw",
    "understood": "understand",
    "woke": "wake",
    "woken": "wake",
    "wore": "wear",
    "worn": "wear",
    "won": "win",
    "wound": "wind",
    "wrote": "write",
    "written": "write",
    "bit": "bite",
    "bitten": "bite",
    "blew": "blow",
    "blown": "blow",
    "bent": "bend",
    "leapt": "leap",
    "leant": "lean",
    "learnt": "learn",
    "meant": "mean",
    "swept": "sweep",
    "tore": "tear",
    "torn": "tear",
    "wept": "weep",
    "mice": "mouse",
    "children": "child",
    "leaves": "leaf",
    "knives": "knife",
    "shelves": "shelf",
    "loaves": "loaf",
}
