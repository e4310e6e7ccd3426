"""Names of slots, levels, factors, questions and the rest: misspelt, doubled, of another kind."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.slip_kinds.page import Line, Page, Slip, kind
from dsl.heads import Place

SLOT = re.compile(r"\{((?:an? |A )?)([A-Za-z][\w ]{2,}?)((?:'s)?)\}")


def _typo(page: Page, line: Line, name: str) -> str:
    """A name with one slip of a finger in it."""
    draw = page.chance("typo", line.number, name)
    at = [n for n in range(1, len(name) - 1) if name[n].isalpha() and name[n + 1].isalpha()]
    if len(name) < 4 or not at:
        return name
    n = draw.choice(at)
    return str(draw.choice((
        name[:n] + name[n + 1 :],
        name[:n] + name[n] + name[n:],
        name[:n] + name[n + 1] + name[n] + name[n + 2 :],
        name[:n] + draw.choice("aeioudtn") + name[n + 1 :],
    )))  # fmt: skip


def _meant(name: str) -> str:
    return f"(did you mean|write) `[^`]*{re.escape(name)}"


def _known(page: Page) -> set[str]:
    """The originals of all slots of the script."""
    found = set()
    for line in page.lines(Place.POOL):
        found.add(re.sub(r"\s*\([^()]*\)", "", line.words.partition(":")[0]).strip())
    return found


@kind("names", "a slot misspelt in braces")
def slot(page: Page) -> Iterator[Slip]:
    """`{marbel}`."""
    known = _known(page)
    for line in page.lines(Place.STEPS, Place.QUESTION, Place.WORDS, Place.ARMS):
        if line.head is not None and (not line.head.colon or line.head.word == "note"):
            continue
        for found in SLOT.finditer(line.words):
            if found[2] not in known:
                continue
            typo = _typo(page, line, found[2])
            if typo == found[2]:
                continue
            made = line.words[: found.start(2)] + typo + line.words[found.end(2) :]
            yield page.slip(line, made, r"E4\d\d.*did you mean `\{[^`]*" + re.escape(found[2]))
            break


@kind("names", "a name in small letters")
def small(page: Page) -> Iterator[Slip]:
    """`{sally}`."""
    known = _known(page)
    for line in page.lines(Place.STEPS, Place.QUESTION, Place.WORDS, Place.ARMS):
        if line.head is not None and (not line.head.colon or line.head.word == "note"):
            continue
        for found in SLOT.finditer(line.words):
            if found[2] in known and found[2][0].isupper():
                made = line.words[: found.start(2)] + found[2].lower() + line.words[found.end(2) :]
                yield page.slip(line, made, r"did you mean `\{[^`]*" + re.escape(found[2]))
                break


@kind("names", "a pronoun of nobody")
def pronoun(page: Page) -> Iterator[Slip]:
    """`{she}`."""
    for line in page.lines(Place.STEPS, Place.QUESTION, Place.WORDS, Place.ARMS):
        found = re.search(r"\{([Tt]hey|[Tt]hem|[Tt]heir)/(\w+)\}", line.words)
        if found is None or (line.head is not None and line.head.word == "note"):
            continue
        form = page.chance("pronoun", line.number).choice(
            ("{they}", "{he}", "{they/Slly}", "{Sally/they}", "{they Sally}")
        )
        he = {"they": "he", "them": "him", "their": "his"}[found[1].lower()]
        made = form.replace("{he}", "{" + (he.capitalize() if found[1][0].isupper() else he) + "}")
        made = (
            made.replace("they", found[1])
            .replace("Slly", found[2][0] + found[2][2:])
            .replace("Sally", found[2])
        )
        yield page.slip(
            line,
            line.words.replace(found[0], made, 1),
            r"did you mean `\{\w+/" + found[2],
            r"\{they/",
        )


def _name_lines(page: Page, group: tuple[str, ...]) -> Iterator[tuple[Line, str]]:
    for line in page.heads(*group):
        if ":" not in line.words:
            yield line, line.after.strip()


@kind("names", "a level misspelt")
def level(page: Page) -> Iterator[Slip]:
    """`when wathced`."""
    for line in [*page.lines(Place.ARMS), *page.heads("when", "unless")]:
        label = line.words.partition(":")[0] if line.place is Place.ARMS else line.after.strip()
        if label == "otherwise" or ("=" in label):
            continue
        first = re.split(r" or | and ", label)[0]
        typo = _typo(page, line, first)
        if typo != first:
            start = line.words.index(first, 0 if line.place is Place.ARMS else len("when"))
            made = line.words[:start] + typo + line.words[start + len(first) :]
            part = "|".join(
                re.escape(one) for one in re.split(r", ask again.*| was ", first) if one
            )
            outcome = rf"E(4\d\d|703|724|756|226).*(did you mean|write) `[^`]*({part})"
            yield page.slip(line, made, rf"E4\d\d.*{_meant(first)}|{outcome}")


@kind("names", "a factor misspelt")
def factor(page: Page) -> Iterator[Slip]:
    """`answer by stroy`."""
    for line in page.heads():
        if not line.by:
            continue
        name = re.split(r"\bby ", line.words)[-1].split(",")[0].rstrip(":")
        typo = _typo(page, line, name)
        if typo != name:
            made = line.words[: line.words.rindex("by ") + 3] + line.words[
                line.words.rindex("by ") + 3 :
            ].replace(name, typo, 1)
            yield page.slip(line, made, r"E401.*" + _meant(name))


@kind("names", "a factor where others are named")
def joined_factors(page: Page) -> Iterator[Slip]:
    """`answer by story and side`."""
    for line in page.heads():
        if line.by and ", " in line.words.rpartition("by ")[2]:
            head, by, factors = line.words.rpartition("by ")
            glue = page.chance("by", line.number).choice((" and ", " and by ", " & ", " / "))
            yield page.slip(
                line,
                head + by + factors.replace(", ", glue, 1),
                r"comma|" + re.escape(f"`by {factors}`") + "|" + re.escape(line.words),
                "comma",
            )


@kind("names", "in a statement that names one")
def named(page: Page) -> Iterator[Slip]:
    """`guards beleif`, `do wram-up`, `swap baskte, box`."""
    for line, rest in _name_lines(page, ("guards", "do", "swap", "different", "together")):
        name = rest.split(",")[0]
        typo = _typo(page, line, name)
        if typo != name:
            at = line.words.rindex(rest)
            yield page.slip(
                line, line.words[:at] + rest.replace(name, typo, 1), r"E4\d\d.*" + _meant(name)
            )


@kind("names", "a table, a machine or a column")
def table(page: Page) -> Iterator[Slip]:
    """`row of plcaements`."""
    for line in page.heads("for each", "answer"):
        found = re.search(r"(?:row of|part of|what works|outcome of) ([^:]+)", line.words)
        if found is None:
            continue
        typo = _typo(page, line, found[1])
        if typo != found[1]:
            yield page.slip(
                line, line.words.replace(found[1], typo, 1), r"E4\d\d.*" + _meant(found[1])
            )


@kind("names", "in a contrast or comparison")
def contrast(page: Page) -> Iterator[Slip]:
    """`beleif across story`."""
    for line in page.lines(Place.CONTRAST):
        before, across, after = line.words.partition(" across ")
        if not across:
            continue
        second = page.chance("contrast", line.number).random() < 0.5
        name = after.split(",")[0] if second else before
        typo = _typo(page, line, name)
        if typo == name:
            continue
        made = before + across + after.replace(name, typo, 1) if second else typo + across + after
        yield page.slip(line, made, r"E\d\d\d.*" + _meant(name))


@kind("names", "in the state of the story")
def state(page: Page) -> Iterator[Slip]:
    """`now marbel in basket`."""
    for line in page.heads("now", "asks"):
        known = [n for n in _known(page) if re.search(rf"\b{re.escape(n)}\b", line.after)]
        if not known:
            continue
        name = page.chance("state", line.number).choice(sorted(known))
        typo = _typo(page, line, name)
        if typo != name:
            at = line.words.index(name, 4)
            yield page.slip(
                line,
                line.words[:at] + typo + line.words[at + len(name) :],
                r"E\d\d\d.*" + _meant(name),
            )


@kind("names", "a value in place of its slot")
def value(page: Page) -> Iterator[Slip]:
    """`{drawer}`, where drawer is a word that may stand for basket."""
    owner: dict[str, str] = {}
    for line in page.lines(Place.POOL):
        head, colon, rest = line.words.partition(":")
        values = [
            re.sub(r"\s*\(.*", "", one).strip()
            for one in re.sub(r"\([^()]*\)", "", rest).split(",")
        ]
        if colon and len(values) > 1 and "(" not in rest:
            owner[re.sub(r"\s*\([^()]*\)", "", head).strip()] = values[0]
    for line in page.lines(Place.STEPS, Place.QUESTION, Place.WORDS, Place.ARMS):
        if line.head is not None and (
            not line.head.colon or line.head.word in ("note", "coders", "example")
        ):
            continue
        for found in SLOT.finditer(line.words):
            if found[2] in owner and not found[1]:
                made = line.words[: found.start(2)] + owner[found[2]] + line.words[found.end(2) :]
                yield page.slip(
                    line,
                    made,
                    r"one of the values of",
                    re.escape("{" + found[2]),
                )
                break


@kind("names", "two of one name")
def twice(page: Page) -> Iterator[Slip]:
    """Two tests called `belief`, two slots called `box`."""
    for line in page.heads(
        "test",
        "control",
        "practice",
        "conditions",
        "versions",
        "counterbalance",
        "routine",
        "table",
        "machine",
    ):
        word = line.head.word if line.head else ""
        before = [
            one
            for one in page.heads(word)
            if one.number < line.number and one.parent == line.parent
        ]
        if before:
            at = (line.number, before[0].number)
            yield page.slip(
                line,
                before[-1].words,
                r"E411|two .* called|twice|second",
                "another name",
                at=(*at, before[-1].number),
            )
    for line in page.lines(Place.POOL):
        before = [one for one in page.lines(Place.POOL) if one.number < line.number]
        if before and ":" in line.words:
            name = before[-1].words.partition(":")[0]
            made = name + ":" + line.words.partition(":")[2]
            yield page.slip(
                line,
                made,
                r"E411|two .* called",
                "another name",
                at=(line.number, before[-1].number),
            )


@kind("names", "left out")
def nameless(page: Page) -> Iterator[Slip]:
    """`test` alone."""
    for line in page.heads(
        "test",
        "control",
        "versions",
        "conditions",
        "counterbalance",
        "experiment",
        "when",
        "guards",
        "do",
    ):
        word = line.head.word if line.head else ""
        yield page.slip(line, word, rf"E207 `{word}` needs", r"for example")


@kind("names", "an article that is wrong")
def article(page: Page) -> Iterator[Slip]:
    """`{the marble}`, `{The marble}`."""
    known = _known(page)
    for line in page.lines(Place.STEPS, Place.QUESTION, Place.WORDS, Place.ARMS):
        if line.head is not None and (
            not line.head.colon or line.head.word in ("note", "coders", "example")
        ):
            continue
        found = re.search(r"([Tt]he) \{([a-z][\w ]+)\}", line.words)
        if found is not None and found[2] in known:
            made = line.words.replace(found[0], "{" + f"{found[1]} {found[2]}" + "}", 1)
            yield page.slip(line, made, re.escape(found[0]), re.escape(found[0]))
