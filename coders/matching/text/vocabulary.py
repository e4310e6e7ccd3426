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


def phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """The phrases of a text, with commas between them, each as its words."""
    return tuple(tuple(phrase.split()) for phrase in text.split(","))


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
    "probably prob likely perhaps maybe might may could possibly presumably guess guessing suppose"
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

_COUNTED = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty"
)
NUMBERS = {word: number for number, word in enumerate(_COUNTED.split())}

YES = listed("yes yeah yep yup correct true indeed right aye")
NO = listed("no nope nah incorrect false")


def _by_form(text: str) -> dict[str, str]:
    """Each form with its base, of `base: form form; base: form`."""
    verbs = (entry.split(":") for entry in text.split(";"))
    return {form: base.strip() for base, forms in verbs for form in forms.split()}


IRREGULAR = _by_form(
    """
    light: lit; go: went gone; come: came; spin: spun; think: thought; say: said; tell:
    told; see: saw seen; find: found; make: made; choose: chose chosen; leave: left; keep:
    kept; hold: held; take: took taken; give: gave given; get: got; know: knew known; lay:
    laid lay; hide: hid hidden; run: ran; seek: sought; have: has had; do: does did done;
    stand: stood; begin: began begun; break: broke broken; bring: brought; build: built;
    burn: burnt; buy: bought; catch: caught; dig: dug; draw: drew drawn; dream: dreamt;
    drink: drank drunk; drive: drove driven; eat: ate eaten; fall: fell fallen; feed: fed;
    feel: felt; fight: fought; fly: flew flown; forget: forgot forgotten; freeze: froze
    frozen; grow: grew grown; hang: hung; hear: heard; lead: led; lend: lent; lose: lost;
    meet: met; pay: paid; ride: rode ridden; ring: rang rung; rise: rose risen; sell: sold;
    send: sent; shake: shook shaken; shine: shone; shoot: shot; sing: sang sung; sink: sank
    sunk; sit: sat; sleep: slept; slide: slid; speak: spoke spoken; spend: spent; steal:
    stole stolen; stick: stuck; swim: swam swum; swing: swung; teach: taught; throw: threw
    thrown; understand: understood; wake: woke woken; wear: wore worn; win: won; wind:
    wound; write: wrote written; bite: bit bitten; blow: blew blown; bend: bent; leap:
    leapt; lean: leant; learn: learnt; mean: meant; sweep: swept; tear: tore torn; weep:
    wept; mouse: mice; child: children; leaf: leaves; knife: knives; shelf: shelves; loaf:
    loaves
    """
)
"""Irregular forms of verbs and nouns -> their base."""
