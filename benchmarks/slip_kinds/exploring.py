"""Slips where a machine is explored, and where its tries are said again."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.slip_kinds.page import Page, Slip, kind
from dsl.heads import Place

GROUP = "exploring a machine"

FORMS = {
    "explore": ("explor{}", "explores{}", "try out{}", "investigate{}"),
    "retell": ("retel{}", "retells{}", "tell again{}", "re-tell{}"),
    "next": ("nxet{}", "again{}", "afterwards{}"),
    "offers": ("offer{}", "things{}", "objects{}"),
}
"""For the statements of an exploration other ways in which they are written."""


@kind(GROUP, "a statement written otherwise")
def written_otherwise(page: Page) -> Iterator[Slip]:
    """`try out lamp, at most 6 tries`, `objects: {green}, {grey}`."""
    for line in page.heads(*FORMS):
        assert line.head is not None
        word = line.head.word
        form = page.chance("exploring", line.number).choice(FORMS[word])
        made = form.replace("{}", line.after)
        yield page.slip(line, made, f"(did you mean|write) `{re.escape(word)}[ :`]")


BOUNDS = (
    (r", at most (\d+) tries$", r" at most \1 tries"),
    (r", at most (\d+) tries$", r", up to \1 tries"),
    (r", at most (\d+) tries$", r", at most \1 times"),
    (r", at most (\d+) tries$", r", at most \1"),
    (r", at most (\d+) tries$", r", max \1 tries"),
)


@kind(GROUP, "how often it can be tried")
def bound(page: Page) -> Iterator[Slip]:
    """`explore lamp, up to 6 tries`."""
    for line in page.heads("explore"):
        for old, new in BOUNDS:
            made = re.sub(old, new, line.words)
            if made != line.words:
                yield page.slip(line, made, r"write `explore \w+, at most \d+ tries`")


SOURCES = (
    (r" from (\w+)$", r" of \1"), (r" from (\w+)$", r" in \1"), (r" in full$", " fully"),
    (r" in full$", " full"),
)  # fmt: skip


@kind(GROUP, "whose tries are said again")
def source(page: Page) -> Iterator[Slip]:
    """`retell lamp of active`."""
    for line in page.heads("retell"):
        for old, new in SOURCES:
            made = re.sub(old, new, line.words)
            if made != line.words:
                yield page.slip(line, made, r"write `retell \w+ (from \w+|in full)`")


OUTCOMES = {"tried": ("tries", "tired", "try"), "done": ("finished", "dnoe", "end")}


@kind(GROUP, "an outcome called otherwise")
def outcome(page: Page) -> Iterator[Slip]:
    """`finished: Good.`."""
    explored = {line.number for line in page.heads("explore")}
    thens = {line.number for line in page.heads("then") if line.parent in explored}
    for number in thens:
        for line in page.lines(Place.ARMS):
            word = line.words.split(":")[0]
            if line.parent == number and word in OUTCOMES:
                other = page.chance("explored", line.number).choice(OUTCOMES[word])
                made = other + line.words[len(word) :]
                yield page.slip(line, made, f"(did you mean|write) .*`{word}`")
