"""Lists: bullets, letters, commas, brackets, numbers in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.slip_kinds.page import Line, Page, Slip, exactly, kind
from dsl.heads import Place

LISTS = ("choices", "wrong", "answer", "half")
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve")  # fmt: skip


def _members(page: Page, *heads: str) -> Iterator[tuple[Line, list[Line]]]:
    """Lists with a line for each member."""
    for line in page.heads(*heads):
        if line.by or not line.words.endswith(":"):
            continue
        members = page.members(line)
        if len(members) > 1:
            yield line, members


def _marked(
    page: Page, heads: tuple[str, ...], marks: tuple[str, ...], names: str, deed: str
) -> Iterator[Slip]:
    for line, members in _members(page, *heads):
        mark = page.chance("marked", line.number).choice(marks)
        rows: dict[int, str | None] = {}
        for n, one in enumerate(members):
            letter = chr(ord("A") + n % 26)
            sign = mark.replace("A", letter).replace("a", letter.lower())
            rows[one.number] = one.indent + sign.replace("1", str(n + 1)) + one.words
        yield page.rewritten(rows, names, deed, at=tuple(rows), rounds=len(rows))


@kind("bullets and letters", "bullets before choices and lures")
def bullets(page: Page) -> Iterator[Slip]:
    """`- {basket}` under `choices`."""
    yield from _marked(page, LISTS, ("- ", "* ", "• ", "– "), r"bullet", r"bullet|leave|without")


@kind("bullets and letters", "letters or numbers before choices")
def letters(page: Page) -> Iterator[Slip]:
    """`A) {basket}` under `choices`."""
    yield from _marked(
        page,
        ("choices",),
        ("A) ", "A. ", "a) ", "(A) ", "1. ", "1) ", "A: "),
        r"letters? .*(added|by itself)|adds? (the )?letters",
        r"leave|without|take",
    )


@kind("bullets and letters", "bullets before names and values")
def bullet_name(page: Page) -> Iterator[Slip]:
    """`- Sally: Rose` under `people`, `- moved` under `versions`."""
    for line in page.lines(Place.POOL, Place.LEVELS, Place.CONTRAST, Place.ARMS):
        if line.head is not None:
            continue
        mark = page.chance("bullet", line.number).choice(("- ", "* ", "• "))
        yield page.slip(line, mark + line.words, r"bullet", r"bullet|leave|without|take")


@kind("bullets and letters", "bullets or numbers before statements")
def bullet_statement(page: Page) -> Iterator[Slip]:
    """`1. say: ...`."""
    for line in page.heads():
        if line.place not in (Place.STEPS, Place.QUESTION, Place.DESIGN):
            continue
        mark = page.chance("step bullet", line.number).choice(("- ", "* ", "• ", "1. ", "2) "))
        yield page.slip(
            line, mark + line.words, r"bullet|number|did you mean", r"`|leave|without|take"
        )


@kind("lists", "choices on one line")
def one_line(page: Page) -> Iterator[Slip]:
    """`choices: a / b`."""
    for line, members in _members(page, "choices"):
        glue = page.chance("one line", line.number).choice((", ", " / ", " or ", "; ", " | "))
        rows: dict[int, str | None] = {one.number: None for one in members}
        rows[line.number] = (
            page.written[line.number] + " " + glue.join(one.words for one in members)
        )
        yield page.rewritten(rows, r"E547|its own line", "its own line", at=(line.number,))


@kind("lists", "a letter as the key")
def letter_key(page: Page) -> Iterator[Slip]:
    """`answer: B`."""
    for line in page.heads("answer"):
        parent = line.parent
        siblings = [one for one in page.lines() if one.parent == parent]
        if line.by or not any(one.head and one.head.word == "choices" for one in siblings):
            continue
        if line.words.endswith(":") or not line.after.startswith(":"):
            continue
        letter = page.chance("letter", line.number).choice("AB")
        made = line.words.partition(":")[0] + f": {letter}"
        yield page.slip(line, made, r"(?s)E546|letter", r"write")


@kind("lists", "a comma too many")
def comma(page: Page) -> Iterator[Slip]:
    """`drawer,, crate`, `drawer, crate,`."""
    for line in page.lines(Place.POOL):
        if ", " in line.words:
            draw = page.chance("comma", line.number)
            made = line.words + "," if draw.random() < 0.5 else line.words.replace(", ", ",, ", 1)
            yield page.slip(line, made, r"comma", r"comma")
    for line in page.heads("swap", "different", "together"):
        yield page.slip(line, line.words + ",", r"comma", r"comma")


@kind("lists", "a comma left out")
def no_comma(page: Page) -> Iterator[Slip]:
    """`swap basket box`."""
    for line in page.heads("swap", "different", "together"):
        if line.after.count(",") == 1:
            made = line.words.replace(",", "")
            yield page.slip(
                line,
                made,
                f"comma|write:? {re.escape(line.words)}|`{re.escape(line.words)}`",
                "comma|write",
            )


@kind("lists", "another mark for the comma")
def not_comma(page: Page) -> Iterator[Slip]:
    """`drawer; crate`, `swap basket and box`."""
    for line in page.lines(Place.POOL):
        if ", " in line.words and "(" not in line.words:
            yield page.slip(line, line.words.replace(", ", "; "), r"E423|comma|semicolon")
    for line in page.heads("swap", "different", "together"):
        glue = page.chance("glue", line.number).choice((" and ", " / ", "; ", " & ", " with "))
        if line.after.count(",") == 1:
            made = line.words.replace(", ", glue)
            yield page.slip(
                line, made, rf"write:? {re.escape(line.words)}|`{re.escape(line.words)}`"
            )


@kind("lists", "a bracket not closed")
def bracket(page: Page) -> Iterator[Slip]:
    """`Sally (she: Rose`."""
    for line in page.lines(Place.POOL):
        if ")" in line.words:
            draw = page.chance("bracket", line.number).choice((")", "("))
            yield page.slip(
                line, line.words.replace(draw, "", 1), r"bracket", "write|close|bracket"
            )


@kind("numbers", "in words")
def in_words(page: Page) -> Iterator[Slip]:
    """`runs ten`."""
    for line in page.heads("runs", "worth", "repeat", "rate", "samples", "seed"):
        numbers = re.findall(r"\d+", line.words)
        if not numbers or any(int(one) > 12 for one in numbers):
            continue
        made = re.sub(r"\d+", lambda found: NUMBERS[int(found[0])], line.words)
        yield page.slip(
            line, made, f"(write|for example:) {exactly(line.words)}", exactly(line.words)
        )


@kind("numbers", "more words than wanted, or fewer")
def number_form(page: Page) -> Iterator[Slip]:
    """`runs 10 times`, `repeat 3`, `rate 1-5`."""
    forms = {
        "runs": ("runs X times", "runs: X times", "runs of X", "runs X per cell"),
        "repeat": ("repeat X", "repeat Xx", "repeat: X times"),
        "rate": ("rate 1-5", "rate 1..5", "rate from 1 to 5"),
        "worth": ("worth X points", "worth +X"),
    }
    for line in page.heads(*forms):
        found = re.search(r"\d+", line.words)
        if found is None or line.head is None:
            continue
        form = page.chance("form", line.number).choice(forms[line.head.word])
        made = form.replace("X", found[0])
        if line.head.word == "rate" and line.words != "rate 1 to 5":
            continue
        yield page.slip(
            line, made, f"(write|for example:) {exactly(line.words)}", exactly(line.words)
        )
