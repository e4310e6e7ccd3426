"""Keywords that are misspelt, written otherwise, or English in their place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.slip_kinds.page import Line, Page, Slip, exactly, kind
from dsl.heads import Head, Place
from dsl.keywords import head_of, heads_in
from dsl.words import NUMBERS

FREE = ("note", "reference", "author", "authors", "keywords")


def _others(page: Page, line: Line, written: str) -> bool:
    """Whether another statement, or a member of a block of names, would be read there."""
    return line.place is not None and head_of(written, line.place) is not None


def _misspelt(page: Page, line: Line, head: Head) -> str:
    """A keyword with one slip of a finger in it."""
    draw = page.chance("misspelt", line.number)
    word = head.word
    at = [n for n in range(1, len(word)) if word[n].isalpha() and word[n - 1].isalpha()]
    for _ in range(20):
        n = draw.choice(at)
        made = draw.choice((
            word[:n] + word[n + 1 :],
            word[:n] + word[n] + word[n:],
            word[: n - 1] + word[n] + word[n - 1] + word[n + 1 :],
            word[:n] + draw.choice("aeiourstn") + word[n + 1 :],
        ))  # fmt: skip
        if made != word and not _others(page, line, made + line.after):
            return made
    return word


@kind("keywords", "misspelt")
def misspelt(page: Page) -> Iterator[Slip]:
    """`tset belief`."""
    for line in page.heads():
        head = line.head
        if head is None or head.word in FREE or line.place is Place.LEVELS or len(head.word) < 3:
            continue
        made = _misspelt(page, line, head)
        if made != head.word:
            names = f"did you mean {exactly(head.word)}"
            yield page.slip(line, made + line.after, names)


@kind("keywords", "capital letters")
def capital(page: Page) -> Iterator[Slip]:
    """`Test belief`, `SAY: ...`."""
    for line in page.heads():
        if line.head is None or line.head.word in FREE or line.place is Place.LEVELS:
            continue
        word = line.head.word
        made = page.chance("capital", line.number).choice((word.capitalize(), word.upper()))
        yield page.slip(
            line, made + line.after, f"did you mean {exactly(word)}|write {exactly(word)}"
        )


PLURALS = {
    "answer": "answers", "choices": "choice", "labels": "label", "people": "persons",
    "things": "thing", "places": "place", "versions": "version", "conditions": "condition",
    "runs": "run", "test": "tests", "control": "controls", "record": "records",
    "instructions": "instruction", "guards": "guard", "words": "word", "phrases": "phrase",
    "outcomes": "outcome", "rules": "rule", "procedure": "procedures", "example": "examples",
    "repeat": "repeats", "swap": "swaps", "contrast": "contrasts", "reference": "references",
    "paper": "papers", "separately": "separate", "say": "says", "wrong": "wrongs",
}  # fmt: skip


@kind("keywords", "plural or singular")
def plural(page: Page) -> Iterator[Slip]:
    """`choice:`, `run 10`."""
    for line in page.heads(*PLURALS):
        if line.head is None or (line.head.word == "swap"):
            continue
        word = line.head.word
        made = PLURALS[word] + line.after
        if not _others(page, line, made):
            yield page.slip(line, made, f"did you mean {exactly(word)}")


SYNONYMS: dict[Place, dict[str, tuple[str, ...]]] = {
    Place.TOP: {
        "experiment": ("title", "study", "paradigm"),
        "people": ("characters", "persons", "agents", "actors", "names"),
        "things": ("objects", "items", "toys"),
        "places": ("locations", "containers"),
        "words": ("nonwords", "novel words"),
        "phrases": ("sentences", "expressions"),
        "versions": ("factor", "variants", "within"),
        "conditions": ("between", "groups", "factor"),
        "counterbalance": ("balance", "counterbalancing"),
        "procedure": ("session", "script", "method", "trial"),
        "paper": ("source", "citation"),
        "let": ("define", "set"),
        "design": ("settings", "parameters"),
        "coding guide": ("coding manual", "rubric"),
        "table": ("stimuli",),
        "routine": ("block", "function", "subroutine"),
    },
    Place.DESIGN: {
        "runs": ("repetitions", "repeats", "trials", "n"),
        "seed": ("random seed",),
        "wording": ("words", "version"),
        "scoring": ("score", "scores"),
    },
    Place.STEPS: {
        "say": ("tell", "text", "story", "narrate", "read", "message"),
        "when": ("if", "in case of"),
        "otherwise": ("else",),
        "test": ("question", "trial", "probe"),
        "control": ("check", "comprehension check", "control question"),
        "practice": ("warm-up", "training"),
        "in any order": ("in random order", "randomly"),
        "repeat": ("loop",),
        "for each": ("foreach", "for every", "for all"),
        "listen": ("wait", "pause"),
        "do": ("call", "run"),
        "separately": ("in separate conversations", "independently"),
    },
    Place.QUESTION: {
        "ask": ("question", "prompt", "text"),
        "answer": ("correct", "correct answer", "key", "right answer", "solution"),
        "wrong": ("incorrect", "wrong answers", "lures", "distractors", "foils"),
        "choices": ("options", "alternatives", "response options"),
        "rate": ("scale", "likert"),
        "half": ("partial", "partly right"),
        "example": ("e.g.",),
        "coders": ("for coders", "coding"),
        "worth": ("weight", "points"),
        "guards": ("gates", "gate for"),
        "when": ("if",),
        "otherwise": ("else",),
    },
}  # fmt: skip


@kind("keywords", "another word for it")
def synonym(page: Page) -> Iterator[Slip]:
    """`question:` for `ask:`, `if` for `when`."""
    for line in page.heads():
        found = SYNONYMS.get(line.place, {}) if line.place else {}
        if line.head is None:
            continue
        word = line.head.word
        others = found.get(word, ())
        if not others:
            continue
        other = page.chance("synonym", line.number).choice(others)
        if not _others(page, line, other + line.after):
            names = f"(did you mean|write) ({exactly(word)}|`{re.escape(word)}[ :])"
            yield page.slip(line, other + line.after, names)


@kind("keywords", "joined otherwise")
def joined(page: Page) -> Iterator[Slip]:
    """`coding_guide`, `for-each row of`, `inorder`."""
    for line in page.heads():
        if line.head is None or " " not in line.head.word:
            continue
        glue = page.chance("joined", line.number).choice(("_", "-", ""))
        made = line.head.word.replace(" ", glue)
        yield page.slip(line, made + line.after, f"did you mean {exactly(line.head.word)}")


@kind("English for a statement", "words to say without say")
def unsaid(page: Page) -> Iterator[Slip]:
    """A sentence of the story as a line of the procedure."""
    for line in page.heads("say"):
        rest = line.after.lstrip(": ")
        if not line.by and line.after.startswith(":") and len(rest.split()) > 2:
            # A question asks nothing in a step of the story, so no other statement is meant.
            yield page.slip(line, rest, r"(?s)E209.*`say")


@kind("English for a statement", "a question without ask")
def unasked(page: Page) -> Iterator[Slip]:
    """A question as a line under `test`."""
    for line in page.heads("ask"):
        rest = line.after.lstrip(": ")
        if not line.by and line.after.startswith(":") and len(rest.split()) > 2:
            yield page.slip(line, rest, r"(?s)E2\d\d.*`ask")


SENTENCES: dict[str, tuple[tuple[str, str], ...]] = {
    "say": (
        ("Tell the participant: {}", "say"),
        ("Then say {}", "say"),
        ("Read this aloud: {}", "say"),
    ),
    "ask": (
        ("Then ask: {}", "ask"),
        ("Ask the participant {}", "ask"),
        ("The question is: {}", "ask"),
    ),
    "answer": (
        ("The answer is {}", "answer"),
        ("The right answer is {}", "answer"),
        ("Correct answer: {}", "answer"),
    ),
    "runs": (("{words} runs", "runs"), ("repeat {} times", "runs"), ("{} runs", "runs")),
    "listen": (("Wait for a reply.", "listen"), ("The participant answers", "listen")),
    "separately": (
        ("Ask each of these separately", "separately"),
        ("each in a new conversation", "separately"),
    ),
    "in any order": (
        ("in a random order", "in any order"),
        ("The order is random", "in any order"),
    ),
}


@kind("English for a statement", "a sentence about what is to happen")
def sentence(page: Page) -> Iterator[Slip]:
    """`The answer is {basket}` for `answer: {basket}`."""
    for line in page.heads(*SENTENCES):
        if line.head is None or line.by or (line.head.colon and not line.after.startswith(":")):
            continue
        rest = line.after.lstrip(": ").rstrip()
        form, word = page.chance("sentence", line.number).choice(SENTENCES[line.head.word])
        if "{}" in form and not rest:
            continue
        if "{words}" in form:
            form = form.replace("{words}", dict(enumerate(NUMBERS)).get(int(rest), rest))
        yield page.slip(line, form.replace("{}", rest), f"`{word}[ :`]", f"`{word}[ :`]")


@kind("English for a statement", "something that depends on a reply")
def depends(page: Page) -> Iterator[Slip]:
    """`if right`, which does not say which question it is about."""
    forms = (
        *("if right", "if correct", "when correct", "when right", "if wrong"),
        *("if the answer is right", "unless correct"),
    )
    for line in page.heads("say"):
        if line.place is not Place.STEPS or line.by:
            continue
        form = page.chance("depends", line.number).choice(forms)
        if page.chance("inline", line.number).random() < 0.4:
            made = [f"{form}: Right!", line.words]
            yield page.slip(line, made, "which reply it depends on", "leave")
        else:
            rows = [line.indent + form, line.indent + "    say: Right!", line.indent + line.words]
            yield page.slip(line, rows, "which reply it depends on", "leave", whole=True)


CHOSEN = {
    "wording original and permuted": ("wording original and permutated", "permuted"),
    "wording permuted": ("wording permutated", "permuted"),
    "permute latin square": ("permute latin-square", "latin square"),
    "choices rotated:": ("choices rotate:", "rotated"),
    "choices fixed:": ("choices fix:", "fixed"),
    "choices shuffled:": ("choices shuffle:", "shuffled"),
    "answer any of:": ("answer anyof:", "any of"),
    "answer all of:": ("answer all:", "all of"),
    "example right": ("example rigth", "right"),
    "example wrong": ("example false", "wrong"),
    "example half": ("example halve", "half"),
    "scoring accuracy": ("scoring accurracy", "accuracy"),
    "for each shuffled": ("for each shuffeled", "shuffled"),
    "for each mixed": ("for each mix", "mixed"),
    "answer part of": ("answer parts of", "part of"),
    "needs any of": ("needs anyof", "any of"),
    "if failed score zero": ("if failed score 0", "score zero"),
}  # fmt: skip


@kind("keywords", "the word after one misspelt")
def chosen(page: Page) -> Iterator[Slip]:
    """`wording original and permutated`."""
    for line in page.heads():
        for right, (wrong, word) in CHOSEN.items():
            if line.words.startswith(right):
                yield page.slip(
                    line,
                    wrong + line.words[len(right) :],
                    f"did you mean `[^`]*{re.escape(word)}|write `[^`]*{re.escape(word)}",
                )


def words_of(place: Place) -> set[str]:
    """The statements of a block."""
    return {head.word for head in heads_in(place)}
