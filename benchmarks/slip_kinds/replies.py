"""Slips in scripts that answer back, and in what else is asked in more than one way: outcomes,
framings, questionnaires, measures, banks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.slip_kinds.page import Line, Page, Slip, exactly, kind
from dsl.heads import Place

GROUP = "what follows a reply"
MORE = "framings, questionnaires, measures, banks"

REFERENCES = (
    (r" was ", " is "), (r" was ", " "), (r" was ", " = "), (r" was ", " wsa "),
    (r"^when ", "if "), (r"^unless ", "if not "), (r"^(\w+) (.*)$", r"\1 '\2'"),
)  # fmt: skip


def _steered(page: Page) -> Iterator[Line]:
    """The lines that name an outcome of a question."""
    for line in page.heads("when", "unless"):
        if " was " in line.words and "," not in line.words:
            yield line


def _arms(page: Page) -> Iterator[Line]:
    """The arms of `then`."""
    heads = {line.number: line.head.word for line in page.heads() if line.head is not None}
    for line in page.lines(Place.ARMS):
        if line.parent is not None and heads.get(line.parent) == "then":
            yield line


@kind(GROUP, "an outcome named without `was`")
def reference(page: Page) -> Iterator[Slip]:
    """`when side is wrong`, `if side was wrong`."""
    for line in _steered(page):
        old, new = page.chance("reference", line.number).choice(REFERENCES)
        made = re.sub(old, new, line.words, count=1)
        if made != line.words:
            word = (line.words if "was" in old or "'" in new else line.words.split()[0]).strip()
            part = word.removeprefix("when ").removeprefix("unless ")
            yield page.slip(line, made, f"(did you mean|write) `({re.escape(part)}|{word}[ `])")


OTHERS = {
    "right": ("correct", "rihgt", "Right answer"), "wrong": ("incorrect", "worng", "not right"),
    "unclear": ("uncleer", "not clear", "other"), "otherwise": ("else", "otherwsie", "default"),
    "refusal": ("refused", "refusl"), "half": ("halve",),
}  # fmt: skip


@kind(GROUP, "an outcome called otherwise")
def outcome(page: Page) -> Iterator[Slip]:
    """`correct: Yes.`, `else: No.`."""
    for line in _arms(page):
        label = re.match(r"\w+", line.words)
        others = OTHERS.get(label[0], ()) if label else ()
        if label and others:
            other = page.chance("outcome", line.number).choice(others)
            known = rf"write (`[^`]+`(, | or ))*{exactly(label[0])}"
            names = f"did you mean {exactly(label[0])}|{known}|write `{re.escape(label[0])},"
            yield page.slip(line, other + line.words[label.end() :], names, known)


AGAIN = (
    ("ask again at most", "ask again"), ("ask again at most", "ask again up to"),
    ("ask again at most", "ask once more at most"), ("ask again at most", "repeat at most"),
    (", ask again at most", " ask again at most"), ("at most", "at mots"),
)  # fmt: skip


@kind(GROUP, "how often it is asked again")
def again(page: Page) -> Iterator[Slip]:
    """`unclear, ask again up to 2 times: ...`."""
    for line in _arms(page):
        if "ask again" in line.words:
            old, new = page.chance("again", line.number).choice(AGAIN)
            made = line.words.replace(old, new, 1)
            yield page.slip(line, made, r"write `(unclear)?, ask again at most \d")


@kind(GROUP, "an outcome without an arm")
def arm_lost(page: Page) -> Iterator[Slip]:
    """`then` with nothing for `otherwise`."""
    for line in _arms(page):
        if line.words.startswith("otherwise") and line.parent is not None:
            others = [one for one in _arms(page) if one.parent == line.parent]
            if len(others) > 1 and not any(one.words.startswith("unclear") for one in others):
                yield page.rewritten(
                    {line.number: None}, "E702.*otherwise", "add an arm", at=(line.parent,)
                )


FORMS = {
    "then": ("then:", "after that", "feedback", "if answered", "thn"),
    "framing": ("framings{}", "frame{}", "prompt{}", "framing:{}", "fraiming{}"),
    "before": ("prefix{}", "befor{}"), "after": ("suffix{}", "aftre{}"),
    "system": ("system prompt{}", "persona{}", "sytem{}"),
    "answer line": ("answer-line{}", "answer in line{}", "answerline{}"),
    "questionnaire": ("questionaire{}", "scale{}", "survey{}", "questionnaire:{}"),
    "items": ("items: shuffled", "item shuffled", "itmes{}"),
    "subscale": ("sub-scale{}", "subscales{}", "factor{}"),
    "measures": ("measure", "scores", "measures:"),
    "pass": ("passes{}", "criterion{}", "passs{}"),
    "total": ("sum{}", "totals{}", "totla{}"),
    "bank": ("item bank{}", "banks{}", "items{}"),
    "question from": ("questions from{}", "question in{}", "text from{}"),
    "choices from": ("options from{}", "choice from{}", "choices form{}"),
    "answer from": ("key from{}", "correct answer from{}", "answers from{}"),
    "group from": ("groups from{}", "category from{}", "group by{}"),
}  # fmt: skip
"""For the statements of these parts other ways in which they are written."""


@kind(GROUP, "a statement written otherwise")
def written_otherwise(page: Page) -> Iterator[Slip]:
    """`feedback` for `then`, `prefix:` for `before:`."""
    for line in page.heads(*FORMS):
        assert line.head is not None
        word = line.head.word
        form = page.chance("form", line.number).choice(FORMS[word])
        made = form.replace("{}", line.after)
        yield page.slip(line, made, f"(did you mean|write) `{re.escape(word)}[ :`]")


INSIDE = (
    (r"^compare none with", "compare no framing with", "none"),
    (r"^(framing) reasons first$", r"\1 reason first", "reasons first"),
    (r"^(item \w+) \(reversed\)", r"\1 (reverse)", "reversed"),
    (r"^(item \w+) \(reversed\)", r"\1 reversed", "reversed"),
    (r"^(subscale \w+) of ", r"\1: ", "of"),
    (r"^(subscale \w+ of )(\w)\w(\w+)", r"\1\2\3", ""),
    (r"^needs (\d+) of (\d+) items$", r"needs \1 out of \2", "items"),
    (r"^needs (\d+) of (\d+) items$", r"needs \1 items", "items"),
    (r"^answer number within (\d+):", r"answer within \1:", "number within"),
    (r"^answer number within (\d+):", r"answer number \1:", "number within"),
    (r"^answer number within (\d+):", r"answer numbers within \1:", "number within"),
    (r"^answer rating (\d+) to (\d+)$", r"answer \1 to \2", "rating"),
    (r"^answer rating (\d+) to (\d+)$", r"answer: \1 to \2", "rating"),
    (r"^answer rating (\d+) to (\d+)$", r"answer rating \1-\2", "to"),
    (r"^answer rating (\d+) to (\d+)$", r"answer rating: \1 to \2", "rating"),
    (r"^(bank \w+) from ", r"\1: ", "from"),
    (r"^(bank \w+) from ", r"\1 in ", "from"),
    (r"as letter$", "as letters", "as letter"),
    (r"as letter$", "letter", "as letter"),
    (r"^(question from) (\w)", r"\1 \2\2", ""),
    (r"^(pass \w+) when ", r"\1 if ", "when"),
    (r"^(pass \w+) when (\w+) ", r"\1 when \2 is ", "when"),
    (r"^(pass \w+) when (\w+) right", r"\1 when \2 correct", "right"),
    (r"^(total [\w ]+?) of ", r"\1: ", "of"),
    (r"^(total [\w ]+? of \w+), ", r"\1 and ", ","),
    (r"^(total [\w ]+? of \w+), ", r"\1 + ", ","),
)


@kind(MORE, "the words inside a statement")
def inside(page: Page) -> Iterator[Slip]:
    """`pass follows if side right`, `total parts of follows and waits`."""
    heads = ("compare", "framing", "item", "subscale", "needs", "pass", "total", "bank")
    for line in page.heads(*heads, "answer", "question from", "answer from"):
        fitting = [one for one in INSIDE if re.search(one[0], line.words)]
        if fitting:
            old, new, word = page.chance("inside", line.number).choice(fitting)
            made = re.sub(old, new, line.words, count=1)
            names = f"`[^`]*{re.escape(word)}[^`]*`"
            yield page.slip(line, made, names, names)


BANK_FORMS = {
    "choices from": ("options from{}", "choices form{}", "candidates from{}"),
    "answer from": ("key from{}", "solution from{}", "answr from{}"),
    "group from": ("category from{}", "groups from{}", "group by{}"),
    "donor from": ("donors from{}", "reasons from{}", "donor form{}"),
    "rename": ("renames{}", "renam{}", "alias{}"),
    "sample": ("samples{}", "draw{}", "smaple{}"),
    "allow": ("allows{}", "permit{}", "alow{}"),
    "stage": ("stages{}", "level{}", "stgae{}"),
}  # fmt: skip
"""For the lines of a bank other ways in which they are begun."""


@kind(MORE, "a line of a bank called otherwise")
def bank_line(page: Page) -> Iterator[Slip]:
    """`draw 2 items` for `sample 2 items`, `permit duplicate items` for `allow duplicate items`."""
    for line in page.heads(*BANK_FORMS):
        assert line.head is not None
        word = line.head.word
        for form in BANK_FORMS[word]:
            made = form.replace("{}", line.after)
            yield page.slip(line, made, f"(did you mean|write) `{re.escape(word)}[ :`]")


IN_BANKS = (
    (r", rotated$", " rotated", "rotated"),
    (r", rotated$", ", rotate", "rotated"),
    (r", rotated$", ", in rotated order", "rotated"),
    (r" to (\w+)$", r" as \1", "rename ways to habits"),
    (r" to (\w+)$", r" = \1", "rename ways to habits"),
    (r"^(sample \d+) items?( of each group)$", r"\1\2", "item"),
    (r"^(sample \d+ items?) of each group$", r"\1 each", "of each group"),
    (r"^(sample \d+ items?) of each group$", r"\1 of every group", "of each group"),
    (r"^(sample \d+) items$", r"\1", "items"),
    (r"^(sample \d+) items$", r"\1 questions", "items"),
    (r"^(stage \w+) of ", r"\1: ", "of"),
    (r"^(stage \w+) of (\w+), ", r"\1 of \2 and ", ","),
    (r"^allow duplicate items$", "allow duplicates", "duplicate items"),
    (r"^allow duplicate items$", "allow repeated items", "duplicate items"),
    (r", after ####$", " after ####", "after"),
    (r", after ####$", ", behind ####", "after"),
    (r", as yes or no$", " as yes or no", "as yes or no"),
    (r", as yes or no$", ", as yes/no", "as yes or no"),
    (r", as yes or no$", ", yes or no", "as yes or no"),
)


@kind(MORE, "the words inside a line of a bank")
def in_bank_line(page: Page) -> Iterator[Slip]:
    """`rename ways as habits`, `sample 2 questions`, `answer from truth, as yes/no`."""
    for line in page.heads("choices from", "answer from", "rename", "sample", "allow", "stage"):
        for old, new, word in IN_BANKS:
            made = re.sub(old, new, line.words, count=1)
            if made != line.words:
                names = f"(`|write: )[^`]*{re.escape(word)}"
                yield page.slip(line, made, names, names)
