"""Colons, braces, quotes and characters that look like others."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.slip_kinds.page import Page, Slip, exactly, kind
from dsl.heads import Place

SLOT = re.compile(r"\{[A-Za-z][\w ']*\}")


def _colon_heads(page: Page) -> Iterator[tuple[int, str]]:
    for line in page.heads():
        if line.head is not None and line.head.colon and ":" in line.words and not line.by:
            yield line.number, line.words


@kind("colon", "missing")
def missing(page: Page) -> Iterator[Slip]:
    """`ask Where is it` for `ask: Where is it?`."""
    for line in page.heads(
        "say", "ask", "answer", "wrong", "example", "choices", "let", "instructions", "coders"
    ):
        before, colon, rest = line.words.partition(":")
        if line.by or not colon:
            continue
        yield page.slip(line, (before + rest).rstrip(), r"E203 missing colon")


@kind("colon", "missing after a level")
def missing_arm(page: Page) -> Iterator[Slip]:
    """`false belief {basket}` under `by`."""
    for line in page.lines(Place.ARMS):
        before, colon, rest = line.words.partition(":")
        if colon and rest:
            yield page.slip(line, before + rest, r"E203 missing colon")


@kind("colon", "missing after a slot")
def missing_slot(page: Page) -> Iterator[Slip]:
    """`basket drawer, crate`."""
    for line in page.lines(Place.POOL):
        before, colon, rest = line.words.partition(":")
        if colon and rest:
            yield page.slip(line, before + rest, r"E203 missing colon")


@kind("colon", "too many")
def surplus(page: Page) -> Iterator[Slip]:
    """`procedure:`, `test belief:`."""
    for line in page.heads():
        if line.head is None or ":" in line.words or line.place is Place.LEVELS:
            continue
        if line.head.word in ("record", "now", "asks") or (line.head.by and not line.by):
            continue
        yield page.slip(line, line.words + ":", r"E204 no colon here")
    for line in page.lines(Place.LEVELS, Place.CONTRAST):
        if line.head is None and ":" not in line.words:
            yield page.slip(line, line.words + ":", r"E204 no colon here")


@kind("colon", "between a setting and its value")
def setting(page: Page) -> Iterator[Slip]:
    """`runs: 10`, `wording = permuted`."""
    for line in page.heads(
        "runs",
        "wording",
        "permute",
        "seed",
        "worth",
        "guards",
        "do",
        "rate",
        "scored by",
        "experiment",
    ):
        mark = page.chance("setting", line.number).choice((": ", " = ", "="))
        made = (line.head.word if line.head else "") + mark + line.after.strip()
        right = exactly(line.words)
        yield page.slip(line, made, f"E204|write {right}|`=`")


@kind("colon", "another mark for it")
def other_mark(page: Page) -> Iterator[Slip]:
    """`ask - Where` for `ask: Where`."""
    for line in page.heads("say", "ask", "answer", "wrong", "let", "instructions", "example"):
        before, colon, rest = line.words.partition(":")
        if line.by or not colon or not rest:
            continue
        mark = page.chance("mark", line.number).choice((" -", " –", " =", ";", " ->"))
        yield page.slip(
            line, before + mark + rest, r"E203 missing colon|in place of a colon|E241 no `=`"
        )


@kind("colon", "one that only looks like it")
def like_colon(page: Page) -> Iterator[Slip]:
    """A wide colon, as East Asian keyboards type it."""
    for line in page.heads("say", "ask", "answer", "wrong", "let"):
        before, colon, rest = line.words.partition(":")
        if not line.by and colon and rest:
            yield page.slip(line, before + "：" + rest.lstrip(), r"E217", "ordinary colon")


def _slots(page: Page) -> Iterator[tuple[int, str, re.Match[str]]]:
    for line in page.lines():
        if line.place is Place.WORDS or (line.head is not None and line.head.colon):
            for found in SLOT.finditer(line.words):
                yield line.number, line.words, found
                break


def _braced(
    page: Page, form: str, names: str, deed: str = "", slots: set[str] | None = None
) -> Iterator[Slip]:
    for line in page.lines(Place.STEPS, Place.QUESTION, Place.WORDS, Place.ARMS):
        if line.head is not None and (
            not line.head.colon or line.head.word in ("note", "coders", "example")
        ):
            continue
        if slots is not None and (page.unsent(line) or not slots):
            continue
        found = [one for one in SLOT.finditer(line.words) if slots is None or one[0][1:-1] in slots]
        if not found:
            continue
        one = page.chance(form, line.number).choice(found)
        inside = one[0][1:-1]
        made = line.words[: one.start()] + form.replace("X", inside) + line.words[one.end() :]
        yield page.slip(
            line, made, names.replace("X", re.escape(inside)), deed.replace("X", re.escape(inside))
        )


def varied(page: Page) -> set[str]:
    """The slots that have other values: a let in plain words is only a word."""
    found = set()
    for line in page.lines(Place.POOL):
        head, colon, _ = line.words.partition(":")
        if colon:
            found.add(re.sub(r"\s*\([^()]*\)", "", head).strip())
    return found


@kind("braces", "not closed")
def unclosed(page: Page) -> Iterator[Slip]:
    """`{Sally looks`."""
    yield from _braced(page, "{X", r"E301", r"`\{X\}`")


@kind("braces", "not opened")
def unopened(page: Page) -> Iterator[Slip]:
    """`Sally} looks`."""
    yield from _braced(page, "X}", r"E302", r"`\{X\}`")


@kind("braces", "doubled")
def doubled(page: Page) -> Iterator[Slip]:
    """`{{Sally}} looks`."""
    yield from _braced(page, "{{X}}", r"`\{X\}`", r"`\{X\}`")


@kind("braces", "other brackets")
def brackets(page: Page) -> Iterator[Slip]:
    """`[Sally] looks`."""
    for form in ("[X]", "<X>", "｛X｝"):
        yield from _braced(page, form, r"`\{X\}`|without braces", r"`\{X\}`")


@kind("braces", "left out")
def bare(page: Page) -> Iterator[Slip]:
    """`Sally looks`."""
    yield from _braced(page, "X", r"without braces|`\{X\}`", r"`\{X\}`", varied(page))


@kind("braces", "where a name is wanted")
def in_name(page: Page) -> Iterator[Slip]:
    """`swap {basket}, {box}`."""
    for line in page.heads("swap", "different", "together", "guards", "now", "asks", "do"):
        name = re.split(r", | with | in ", line.after.strip())[0]
        made = line.words.replace(name, "{" + name + "}", 1)
        yield page.slip(line, made, r"E3\d\d.*brace|without braces|braces", "without|leave")


@kind("characters", "pasted spaces")
def pasted_space(page: Page) -> Iterator[Slip]:
    """A non-breaking space within a head or after it."""
    for line in page.heads():
        if line.head is None or line.place is Place.LEVELS:
            continue
        word = line.head.word
        if " " in word:
            yield page.slip(
                line, word.replace(" ", "\u00a0", 1) + line.after, "E104", "ordinary space"
            )
        elif line.after.startswith(" "):
            yield page.slip(line, word + "\u00a0" + line.after[1:], "E104", "ordinary space")


@kind("characters", "invisible ones")
def invisible(page: Page) -> Iterator[Slip]:
    """A zero-width space before a keyword, or in it."""
    for line in page.heads():
        if line.head is None or line.place is Place.LEVELS:
            continue
        draw = page.chance("invisible", line.number)
        at = draw.randrange(len(line.head.word))
        made = line.words[:at] + draw.choice("\u200b\u00ad\ufeff\u2060") + line.words[at:]
        yield page.slip(line, made, "E104", "delete it")


@kind("characters", "pasted quotation marks around a name")
def quoted_name(page: Page) -> Iterator[Slip]:
    """`guards “belief”`."""
    for line in page.heads("guards", "do", "when", "unless"):
        name = line.after.strip()
        if re.search(r" (or|and) ", name):
            continue
        mark = page.chance("quotes", line.number).choice(("“{}”", '"{}"', "‘{}’", "'{}'", "`{}`"))
        made = (line.head.word if line.head else "") + " " + mark.format(name)
        yield page.slip(line, made, f"did you mean {exactly(name)}|quotation")


@kind("characters", "pasted apostrophes and quotes in braces")
def quoted_slot(page: Page) -> Iterator[Slip]:
    """`{“Sally”}`."""
    for line in page.lines(Place.STEPS, Place.QUESTION, Place.WORDS):
        found = SLOT.search(line.words)
        if found is None or (
            line.head is not None and (not line.head.colon or line.head.word in ("note", "coders"))
        ):
            continue
        inside = found[0][1:-1]
        mark = page.chance("slot quotes", line.number).choice(("“{}”", '"{}"', "‘{}’"))
        made = (
            line.words[: found.start()]
            + "{"
            + mark.format(inside)
            + "}"
            + line.words[found.end() :]
        )
        yield page.slip(line, made, f"did you mean `\\{{{re.escape(inside)}\\}}`|quotation")


@kind("characters", "another language's note")
def foreign_note(page: Page) -> Iterator[Slip]:
    """`// a note`."""
    for line in page.heads("say", "people", "design", "procedure", "test", "ask"):
        mark = page.chance("note", line.number).choice(
            ("// ", "% ", "-- ", "; ", "/* ", "#", "<!-- ")
        )
        rows = [mark + "my notes", line.words]
        names = "E214" if mark == "#" else "did you mean `#`"
        yield page.slip(line, rows, names)
