"""Slips where a question is asked until a criterion is met."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.slip_kinds.page import Page, Slip, exactly, kind

GROUP = "training to a criterion"

FORMS = {
    "train": ("trian{}", "trains{}", "training{}", "teach{}"),
    "if failed": ("if fail{}", "if not trained{}", "failed{}", "if faield{}", "if failed:{}"),
}
"""For the statements of a training other ways in which they are written."""


@kind(GROUP, "a statement written otherwise")
def written_otherwise(page: Page) -> Iterator[Slip]:
    """`teach names until 3 right in a row, at most 12 questions`, `if fail exclude`."""
    trained = {line.number for line in page.heads("train")}
    for line in page.heads(*FORMS):
        assert line.head is not None
        word = line.head.word
        if word == "train" or line.parent in trained:
            form = page.chance("training", line.number).choice(FORMS[word])
            names = f"(did you mean|write) `{re.escape(word)}[ `]"
            yield page.slip(line, form.replace("{}", line.after), names)


CRITERIA = (
    (r" right in a row", " right in row"), (r" right in a row", " in a row right"),
    (r" right in a row", " correct in a row"), (r" right in a row", " consecutive right"),
    (r" right in a row", " right"), (r" until ", " till "), (r" until ", " to "),
    (r" of the last (\d+) right", r" of last \1 right"),
    (r" of the last (\d+) right", r" of \1 right"),
    (r" of the last (\d+) right", r" right of the last \1"),
    (r" of the last (\d+) right", r" of the last \1 correct"),
)  # fmt: skip


@kind(GROUP, "when it ends")
def criterion(page: Page) -> Iterator[Slip]:
    """`train names until 3 right in row`, `until 3 of last 4 right`."""
    for line in page.heads("train"):
        for old, new in CRITERIA:
            made = re.sub(old, new, line.words)
            if made != line.words:
                yield page.slip(line, made, f"write {exactly(line.words)}")


BOUNDS = (
    (r", at most (\d+) questions$", r" at most \1 questions"),
    (r", at most (\d+) questions$", r", up to \1 questions"),
    (r", at most (\d+) questions$", r", max \1 questions"),
    (r", at most (\d+) questions$", r", max \1"),
    (r", at most (\d+) questions$", r", at most \1 times"),
    (r", at most (\d+) questions$", r", at most \1"),
    (r", at most (\d+) questions$", r", \1 questions"),
)


@kind(GROUP, "when to give up")
def bound(page: Page) -> Iterator[Slip]:
    """`train names until 3 right in a row, up to 12 questions`."""
    for line in page.heads("train"):
        for old, new in BOUNDS:
            made = re.sub(old, new, line.words)
            if made != line.words:
                yield page.slip(line, made, f"write {exactly(line.words)}")


@kind(GROUP, "what is said of those who fail")
def lost(page: Page) -> Iterator[Slip]:
    """A training without `if failed`."""
    for line in page.heads("train"):
        for one in page.members(line):
            if one.head is not None and one.head.word == "if failed":
                deed = "if failed exclude"
                yield page.rewritten(
                    {one.number: None}, "what failing does", deed, at=(line.number,)
                )


TRAINED = (("practice", "test"), ("practice", "control"), ("practice", "training"))


@kind(GROUP, "the question called otherwise")
def asked(page: Page) -> Iterator[Slip]:
    """`test name` in a training."""
    for line in page.heads("train"):
        for one in page.block(line):
            if one.head is not None and one.head.word == "practice":
                for old, new in TRAINED:
                    yield page.slip(
                        one, one.words.replace(old, new, 1), "practice", "make it a `practice`"
                    )
