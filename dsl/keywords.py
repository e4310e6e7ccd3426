"""Every statement of the language in one table: how it is written and where it may be.

The grammar says the same to the parser. This table says it to people: messages, completion and
highlighting are made from it, and a test holds the two together, word by word. Generating the
grammar from the table was tried and given up: the file in which the language is learned would
become a file that nobody writes.
"""

from __future__ import annotations

from dsl.heads import Head, Place, Tail
from dsl.scoring import FORMS

_TOP, _FIELD = (Place.TOP,), (Place.QUESTION,)
_STEP = (Place.STEPS, Place.TRAINING)
_ASKING = (Place.QUESTION, Place.EXPLORATION)
SPOKEN = (*_STEP, Place.QUESTION)
"""The blocks in which something is said."""
_SHOWN = (*SPOKEN, Place.EXPLORATION)
_SAID = (*_SHOWN, Place.RETELLING)
_ASKED, _SCALE = (Place.QUESTIONNAIRE,), (Place.QUESTION, Place.QUESTIONNAIRE)
_NOTED = (
    Place.TOP, Place.LEVEL, Place.MACHINE, Place.DESIGN, Place.FRAMING, *_STEP,
    Place.QUESTION, Place.GUIDE, Place.QUESTIONNAIRE, Place.MEASURES, Place.BANK,
    Place.WAVES,
    Place.EXPLORATION, Place.RETELLING,
)  # fmt: skip
_KNOWN = (Place.TOP, Place.LEVEL)


def _meta(word: str, example: str) -> Head:
    return Head(word, _KNOWN, f"{word}: {example}", colon=True)


def _pool(word: str, example: str) -> Head:
    return Head(word, _TOP, word, opens=Place.POOL, wants=f"words, one a line: {example}")


def _factor(word: str, example: str) -> Head:
    return Head(word, _TOP, f"{word} {example}", Tail.NAME, opens=Place.LEVELS, wants="a name")


def _question(word: str) -> Head:
    return Head(word, _STEP, f"{word} belief", Tail.NAME, opens=Place.QUESTION)


def _quantified(word: str, example: str) -> Head:
    return Head(
        word, _FIELD, f"{word}: {example}", Tail.MAYBE_CHOICE,
        colon=True, by=True, choices=("all of", "any of", "none of"),
    )  # fmt: skip


HEADS: tuple[Head, ...] = (
    # what the script is
    Head("experiment", _TOP, "experiment Sally-Anne", Tail.NAME, wants="a title"),
    Head("format", _TOP, "format 1", Tail.NUMBER),
    _meta("paper", "Wimmer, H., & Perner, J. (1983). ..."),
    _meta("doi", "10.1016/0010-0277(83)90004-5"),
    _meta("domain", "Theory of Mind"),
    _meta("age", "4 to 5 years"),
    _meta("author", "..."),
    _meta("authors", "..."),
    _meta("licence", "CC BY 4.0"),
    _meta("license", "CC BY 4.0"),
    _meta("adapted by", "..."),
    _meta("language", "English"),
    _meta("keywords", "false belief"),
    _meta("summary", "..."),
    _meta("setting", "..."),
    _meta("fidelity", "..."),
    _meta("only condition", "original"),
    Head(
        "reference", _KNOWN, "reference children 85%: where the number comes from", Tail.NAME,
        colon=True, wants="who and what",
    ),
    Head("note", _NOTED, "note: why it is done so", colon=True),
    Head("include", _TOP, "include shared/stories.dev", Tail.NAME, wants="a path"),
    # words that vary
    _pool("people", "Sally (she): Rose, Mia"),
    _pool("things", "marble: button, shell"),
    _pool("places", "basket: drawer, crate"),
    _pool("words", "blicket: snogav, kruvop"),
    *(_pool(one, "red: orange, pink") for one in ("colours", "colors")),
    _pool("numbers", "three: four, five"),
    _pool("phrases", "red circle: green star"),
    Head(
        "table", _TOP, "table names (thing, outcome):", Tail.SPECIAL, colon=True,
        opens=Place.WORDS, wants="rows",
    ),
    Head(
        "bank", _TOP, "bank stages from stages.csv", Tail.SPECIAL, opens=Place.BANK,
        wants="a name, `from` and the path of a file",
    ),
    *(
        Head(f"{what} from", (Place.BANK,), f"{what} from {what}", Tail.NAME, wants="a column")
        for what in ("question", "choices", "answer", "group", "pictures", "format", "control")
    ),
    Head("donor from", (Place.BANK,), "donor from reasons.jsonl", Tail.NAME, wants="a path"),
    Head(
        "rename", (Place.BANK,), "rename exist to constancy", Tail.NAME,
        wants="a group, `to` and its name",
    ),
    Head(
        "sample", (Place.BANK,), "sample 20 items of each group", Tail.NAME, wants="how many items",
    ),
    Head(
        "allow", (Place.BANK,), "allow duplicate items, doubled choices", Tail.NAME,
        wants="`duplicate items` or `doubled choices`",
    ),
    Head(
        "stage", (Place.BANK,), "stage first of constancy, early representation", Tail.SPECIAL,
        wants="a name, `of` and groups of the bank",
    ),
    # factors
    _factor("conditions", "task"),
    _factor("versions", "story"),
    _factor("counterbalance", "side"),
    Head(
        "waves", _TOP, "waves reading from articles.csv", Tail.SPECIAL, opens=Place.WAVES,
        wants="a name, `from` and the path of a file",
    ),
    Head(
        "carry", (Place.WAVES,), "carry view: I have no view yet.", Tail.NAME, colon=True,
        wants="the name of a record",
    ),
    Head("without wave", (Place.WAVES,), "without wave 0", Tail.NUMBER),
    Head("swap", (Place.LEVELS,), "swap basket, box", Tail.NAME, wants="names of slots"),
    Head("rotate", (Place.LEVELS,), "rotate red, blue, green", Tail.NAME, wants="names of slots"),
    Head("let", _KNOWN, "let furniture: {a basket} and {a box}", Tail.NAME, colon=True, by=True),
    Head("own", (Place.LEVEL, Place.QUESTION), "own", Tail.NOTHING),
    Head("worth", (Place.LEVEL, Place.QUESTION), "worth 2", Tail.AMOUNT),
    # machines
    Head("machine", _TOP, "machine checkered", Tail.NAME, opens=Place.MACHINE),
    Head("offers", (Place.MACHINE,), "offers: {green}, {grey}", colon=True),
    Head(
        "outcomes", (Place.MACHINE,), "outcomes: The light comes on. | The light stays off.",
        colon=True,
    ),
    Head("rules", (Place.MACHINE,), "rules any of, two of", Tail.NAME, wants="kinds of rule"),
    Head(
        "needs", (Place.MACHINE, Place.NEEDS), "needs any of: {grey}", Tail.CHOICE, colon=True,
        choices=("any of", "all of", "two of"),
    ),
    Head("show", (Place.MACHINE,), "show:", colon=True, by=True),
    # design
    Head("design", _TOP, "design", opens=Place.DESIGN, wants="settings, for example runs 10"),
    Head("runs", (Place.DESIGN,), "runs 10", Tail.NUMBER),
    Head("samples", (Place.DESIGN,), "samples 5", Tail.NUMBER),
    Head("seed", (Place.DESIGN,), "seed 1985", Tail.NUMBER),
    Head(
        "wording", (Place.DESIGN,), "wording original and permuted", Tail.CHOICE,
        choices=("original", "permuted", "original and permuted"),
    ),
    Head(
        "permute", (Place.DESIGN,), "permute latin square", Tail.CHOICE,
        choices=("latin square", "every combination", "random"),
    ),
    Head(
        "scoring", (Place.DESIGN,), "scoring lrs", Tail.CHOICE,
        choices=FORMS,
    ),
    Head("different", (Place.DESIGN,), "different Sally, Anne", Tail.NAME, wants="names of slots"),
    Head("together", (Place.DESIGN,), "together tube, sweets", Tail.NAME, wants="names of slots"),
    Head(
        "contrast", (Place.DESIGN,), "contrast follows the evidence", Tail.NAME,
        opens=Place.CONTRAST,
    ),
    Head(
        "compare", (Place.DESIGN,), "compare watched with not watched", Tail.NAME,
        wants="what is compared with what",
    ),
    Head(
        "framing", (Place.TOP, Place.DESIGN), "framing expert", Tail.NAME,
        opens=Place.FRAMING, wants="the name of a framing",
    ),
    Head("before", (Place.FRAMING,), "before: Read it all once more.", colon=True),
    Head("after", (Place.FRAMING,), "after: Give no reasons.", colon=True),
    Head("system", (Place.FRAMING,), "system: You are five years old.", colon=True),
    Head("answer line", (Place.FRAMING,), "answer line: Answer:", colon=True),
    Head(
        "erases", (Place.FRAMING,), "erases conservation", Tail.NAME,
        wants="a group of the items of a bank",
    ),
    Head(
        "about", (Place.FRAMING,), "about conservation: How much there is of a thing.", Tail.NAME,
        colon=True, wants="a group of the items of a bank",
    ),
    Head(
        "baseline", (Place.FRAMING,), "baseline age 9", Tail.NAME, wants="the name of a framing"
    ),
    # the session
    Head("procedure", _TOP, "procedure", opens=Place.STEPS, wants="steps"),
    Head("routine", _TOP, "routine warm-up", Tail.NAME, opens=Place.STEPS),
    Head("say", _SAID, "say: It is raining.", colon=True, by=True),
    Head(
        "show", _SHOWN, "show pictures/bridge.png: A bridge runs out over the sea.", Tail.NAME,
        colon=True, wants="the path of a picture",
    ),
    Head("participant", _STEP, "participant: Yes.", colon=True),
    Head("instructions", _STEP, "instructions: Answer in one sentence.", colon=True),
    Head("profile", _STEP, "profile: You are five years old.", colon=True),
    Head("listen", _STEP, "listen"),
    Head("do", _STEP, "do warm-up", Tail.NAME, wants="the name of a routine or questionnaire"),
    Head(
        "when", (*SPOKEN, Place.MACHINE), "when watched", Tail.NAME, opens=Place.SAME,
        wants="a level",
    ),
    Head("unless", SPOKEN, "unless watched", Tail.NAME, opens=Place.SAME, wants="a level"),
    Head("otherwise", (*SPOKEN, Place.MACHINE), "otherwise", opens=Place.SAME),
    Head("separately", _STEP, "separately", opens=Place.STEPS),
    Head("scene", _STEP, "scene second look", Tail.NAME, opens=Place.STEPS),
    Head("in order", _STEP, "in order", opens=Place.STEPS),
    Head("in rotated order", _STEP, "in rotated order", opens=Place.STEPS),
    Head("in any order", _STEP, "in any order", opens=Place.STEPS),
    Head("repeat", _STEP, "repeat 3 times", Tail.SPECIAL, opens=Place.STEPS),
    Head(
        "for each", _STEP, "for each shuffled row of names", Tail.SPECIAL, opens=Place.STEPS,
        choices=("rotated", "shuffled", "mixed", "fixed"),
    ),
    Head(
        "train", _STEP, "train names until 3 right in a row, at most 12 questions", Tail.NAME,
        opens=Place.TRAINING, wants="a name and a criterion",
    ),
    Head(
        "explore", _STEP, "explore lamp, at most 8 tries", Tail.NAME, opens=Place.EXPLORATION,
        wants="a machine and how often it can be tried",
    ),
    Head(
        "retell", _STEP, "retell lamp from active", Tail.NAME, opens=Place.RETELLING,
        wants="a machine, and a level at which it is explored",
    ),
    Head("now", _STEP, "now marble in basket, known to Sally", Tail.NAME, wants="what is where"),
    _question("practice"),
    _question("control"),
    _question("test"),
    _question("record"),
    # questions
    Head("next", (Place.EXPLORATION,), "next: Which now?", colon=True, by=True),
    Head("ask", _ASKING, "ask: Where is it?", Tail.MAYBE_NAME, colon=True, by=True),
    Head(
        "choices", _FIELD, "choices rotated:", Tail.MAYBE_CHOICE, colon=True, by=True,
        choices=("rotated", "shuffled", "fixed"),
    ),
    Head("rate", _SCALE, "rate 1 to 5", Tail.SPECIAL),
    Head("labels", _SCALE, "labels:", colon=True),
    Head(
        "answer", _FIELD, "answer: {basket}", Tail.MAYBE_CHOICE, colon=True, by=True,
        choices=(
            "all of", "any of", "none of", "equally often", "number within", "rating", "part of",
            "what works", "outcome of",
        ),
    ),
    _quantified("wrong", "{box}"),
    _quantified("half", "it could be in either"),
    Head(
        "example", _FIELD, "example right: In the {basket}.", Tail.CHOICE, colon=True, by=True,
        choices=("right", "half", "wrong"),
    ),
    Head("coders", _FIELD, "coders: A weak reason does not matter.", colon=True, by=True),
    Head("guards", _FIELD, "guards belief", Tail.NAME, wants="the name of a test"),
    Head(
        "pass with", _FIELD, "pass with 5 of 6 right", Tail.NAME, wants="how many must be right",
    ),
    Head(
        "if failed", (Place.QUESTION, Place.TRAINING), "if failed score zero", Tail.CHOICE,
        choices=("score zero", "exclude", "count anyway"),
    ),
    Head(
        "scored by", _FIELD, "scored by coders", Tail.CHOICE,
        choices=("coders", "match", "choice", "number", "likelihood"),
    ),
    Head("keep reply as", _FIELD, "keep reply as guess", Tail.NAME),
    Head(
        "asks", _FIELD, "asks where Sally thinks marble is", Tail.NAME,
        wants="what the question asks of the story",
    ),
    Head(
        "then", (*_SCALE, Place.EXPLORATION), "then", opens=Place.ARMS,
        wants="what is said after each outcome",
    ),
    # questionnaires
    Head("questionnaire", _TOP, "questionnaire worry", Tail.NAME, opens=Place.QUESTIONNAIRE),
    Head(
        "items", _ASKED, "items shuffled", Tail.CHOICE, choices=("rotated", "shuffled", "fixed"),
    ),
    Head("items from", _ASKED, "items from questions.csv", Tail.NAME, wants="a path"),
    Head("people from", _ASKED, "people from ratings.csv", Tail.NAME, wants="a path"),
    Head("item", _ASKED, "item calm (reversed): Floods do not trouble me.", Tail.NAME, colon=True),
    Head("subscale", _ASKED, "subscale fear of water, calm", Tail.NAME, wants="its items"),
    Head("needs", _ASKED, "needs 2 of 3 items", Tail.NAME, wants="how many items a mean needs"),
    # measures
    Head(
        "measures", _TOP, "measures", opens=Place.MEASURES,
        wants="passes and totals, for example pass beliefs when belief right",
    ),
    Head(
        "pass", (Place.MEASURES,), "pass beliefs when belief right", Tail.NAME,
        wants="a name and what must be right",
    ),
    Head(
        "total", (Place.MEASURES,), "total tasks of beliefs, desires", Tail.NAME,
        wants="a name and what is added",
    ),
    # for coders
    Head("coding guide", _TOP, "coding guide", opens=Place.GUIDE, wants="examples"),
    Head(
        "example", (Place.GUIDE,), "example 5: Right both times.", Tail.CHOICE, colon=True,
        choices=("0", "1", "2", "3", "4", "5"),
    ),
)  # fmt: skip


UNAVAILABLE: dict[str, str] = {
    "wave": "would repeat a measure after each step",
    "expose": "would give the participant something to read between two waves",
}
"""Statements with a place in the language that this version does not read yet."""


def heads_in(place: Place) -> tuple[Head, ...]:
    """The statements that can be in a block of this kind, in the order of the table."""
    return tuple(head for head in HEADS if place in head.places)


def head_of(words: str, place: Place | None = None) -> Head | None:
    """The statement that a line begins with: the longest that fits, of those in `place`."""
    fitting = (
        head
        for head in (HEADS if place is None else heads_in(place))
        if words.startswith(head.first) and head.pattern.match(words) is not None
    )
    return max(fitting, key=lambda head: len(head.word), default=None)
