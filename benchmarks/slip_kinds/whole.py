"""What is missing, and what stands in the wrong place or order."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.slip_kinds.page import STEP, Line, Page, Slip, exactly, kind
from dsl.heads import Place


def _without(page: Page, line: Line) -> dict[int, str | None]:
    """A statement and all below it, taken away."""
    block = page.draft.below(line.number)
    return {line.number: None, **dict.fromkeys(block)}


@kind("something missing", "an answer")
def answer(page: Page) -> Iterator[Slip]:
    """A test without a key."""
    for line in page.heads("test", "control"):
        members = [one for one in page.members(line) if one.head and one.head.word == "answer"]
        if len(members) == 1:
            rows = _without(page, members[0])
            yield page.rewritten(rows, r"has no answer", "answer", at=(line.number,))


@kind("something missing", "a question's words")
def ask(page: Page) -> Iterator[Slip]:
    """A test without `ask`."""
    for line in page.heads("test", "control"):
        members = [one for one in page.members(line) if one.head and one.head.word == "ask"]
        if len(members) == 1:
            rows = _without(page, members[0])
            yield page.rewritten(rows, r"asks nothing", "ask", at=(line.number,))


@kind("something missing", "the title, or the word procedure")
def head(page: Page) -> Iterator[Slip]:
    """A script without `experiment`, or without the line `procedure`."""
    for line in page.heads("experiment"):
        yield page.rewritten(
            {line.number: None}, r"has no (title|experiment)|E501", "experiment", at=(1,)
        )
    for line in page.heads("procedure"):
        block = page.draft.below(line.number)
        rows = {line.number: None, **dict.fromkeys(block)}
        yield page.rewritten(rows, r"no procedure", "procedure", at=(1,))


@kind("something missing", "an arm")
def arm(page: Page) -> Iterator[Slip]:
    """A level without an arm."""
    for line in page.heads("answer", "say", "ask", "let", "choices"):
        members = page.members(line)
        if (
            line.by
            and len(members) > 1
            and not any(one.words.startswith("otherwise") for one in members)
        ):
            rows = _without(page, members[-1])
            level = members[-1].words.partition(":")[0].split(" or ")[0]
            names = rf"{level}|no arm|no words|arm"
            yield page.rewritten(
                rows, names, "arm|add|otherwise|write|give it words", at=(line.number,)
            )


@kind("something missing", "the slot's declaration")
def declaration(page: Page) -> Iterator[Slip]:
    """A slot that is used and not declared."""
    for line in page.lines(Place.POOL):
        name = line.words.partition(":")[0].split(" (")[0].strip()
        rows = {line.number: None}
        left = [one for one in page.lines(Place.POOL) if one.parent == line.parent]
        if len(left) < 2 or page.block(line) or name in ("cannot tell", "no preference"):
            continue  # a block with nothing in it; and these two are known undeclared
        at = tuple(
            one.number - 1
            for one in page.lines()
            if one.number > line.number and name.lower() in one.words.lower()
        )
        if at:
            yield page.rewritten(
                rows, r"there is no (slot|word).*called `[^`]*" + name, "declare", at=at
            )


@kind("something missing", "the words after a colon")
def words(page: Page) -> Iterator[Slip]:
    """`ask:` with nothing after it."""
    for line in page.heads("say", "ask", "answer", "wrong"):
        if line.after.startswith(": "):
            made = line.words.partition(":")[0] + ":"
            yield page.slip(line, made, r"no words follow", "write", at=(line.number,))


@kind("something missing", "separately around several tests")
def separately(page: Page) -> Iterator[Slip]:
    """Two tests in one conversation."""
    for line in page.heads("separately"):
        block = page.draft.below(line.number)
        tests = [one for one in page.members(line) if one.head and one.head.word == "test"]
        if len(tests) < 2:
            continue
        rows: dict[int, str | None] = {line.number: None}
        for n in block:
            rows[n] = page.written[n].removeprefix(STEP)
        at = tuple(one.number - 1 for one in page.members(line))
        yield page.rewritten(rows, r"separately|same conversation", "separately", at=at)


@kind("wrong place", "otherwise before its when")
def otherwise(page: Page) -> Iterator[Slip]:
    """`otherwise` with no `when` before it."""
    for line in page.heads("when"):
        below = page.draft.below(line.number)
        after = next(
            (
                one
                for one in page.heads("otherwise")
                if one.number == below.stop and one.indent == line.indent
            ),
            None,
        )
        if after is None:
            continue
        rows = dict.fromkeys((line.number, *below))
        yield page.rewritten(
            rows, r"`otherwise` has no `when`|else has no", "when", at=(line.number,)
        )


MOVED = {
    Place.QUESTION: ("answer", "wrong", "choices", "ask"),
    Place.DESIGN: ("runs", "wording", "different"),
    Place.STEPS: ("test", "separately", "say"),
}


@kind("wrong place", "a statement in another block")
def moved(page: Page) -> Iterator[Slip]:
    """`runs 10` in the procedure, `answer` outside its question."""
    wrong = {
        Place.STEPS: (
            "    runs 5",
            "    wording permuted",
            "    answer: yes",
            "    wrong: no",
            "    people",
        ),
        Place.QUESTION: (
            "    runs 5",
            "    test other",
            "    separately",
            "    listen",
            "    separately",
        ),
        Place.DESIGN: (
            "    say: Hello there.",
            "    ask: Where is it?",
            "    test other",
            "    people",
        ),
    }
    for line in page.heads("say", "ask", "answer", "different", "runs", "wording"):
        rows = wrong.get(line.place) if line.place else None
        if rows is None or page.block(line):
            continue
        made = page.chance("moved", line.number).choice(rows).strip()
        word = made.split(":")[0].split(" ")[0]
        written = [line.indent + line.words, line.indent + made]
        yield page.slip(
            line,
            written,
            rf"`{word}[^`]*` (is not allowed|cannot follow)",
            "move|indent|belongs|put",
            at=(line.number + 1,),
            whole=True,
        )


@kind("wrong place", "when around a question's fields only")
def when_inside(page: Page) -> Iterator[Slip]:
    """`when LEVEL` under a test, around all that it asks."""
    levels = [
        one.words for one in page.lines(Place.LEVELS) if one.head is None and ":" not in one.words
    ]
    for line in page.heads("test"):
        block = page.draft.below(line.number)
        if not levels or not page.block(line):
            continue
        level = page.chance("when", line.number).choice(levels)
        inner = page.members(line)[0].indent
        rows: dict[int, str | None] = {
            line.number: f"{page.written[line.number]}\n{inner}when {level}"
        }
        for n in block:
            rows[n] = STEP + page.written[n] if page.written[n].strip() else page.written[n]
        names = r"around (the|this) (test|question)|put .*`when|outside"
        yield page.rewritten(rows, names, r"around|outside", at=(line.number, line.number + 1))


@kind("wrong place", "something said after the last question")
def late(page: Page) -> Iterator[Slip]:
    """A `say` that is never sent."""
    for line in page.heads("procedure"):
        block = page.members(line)
        if not block:
            continue
        stop = page.draft.below(line.number).stop
        n = stop - 1
        rows: dict[int, str | None] = {n: f"{page.written[n]}\n{block[0].indent}say: Thank you."}
        yield page.rewritten(rows, r"never sent", "remove it|after it", at=(n + 1,))


@kind("wrong place", "instructions after the story")
def instructions(page: Page) -> Iterator[Slip]:
    """A system prompt in the middle of the session."""
    for line in page.heads("separately"):
        members = page.members(line)
        if members:
            rows = [
                line.indent + line.words,
                members[0].indent + "instructions: Answer in one word.",
            ]
            yield page.slip(line, rows, r"E526|E527", "top|put", at=(line.number + 1,), whole=True)


@kind("wrong place", "a setting said twice")
def setting_twice(page: Page) -> Iterator[Slip]:
    """`runs` twice."""
    for line in page.heads(
        "runs", "wording", "permute", "seed", "scoring", "ask", "rate", "experiment", "design"
    ):
        if line.by or (page.block(line) and line.head and line.head.word != "design"):
            continue
        word = line.head.word if line.head else ""
        rows = [line.words, line.words]
        if word == "design":
            continue
        yield page.slip(
            line,
            rows,
            rf"two|twice|{exactly(word)} is there",
            "keep one|one of them|merge|remove|name each",
            at=(line.number, line.number + 1),
        )
