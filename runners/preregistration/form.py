"""The text of a preregistration: made parts, questions that only people can answer, and the block.

The headings are those of the OSF's standard preregistration, so that every part has its field
there. A made part stands between two comments that name it. One long template with blanks was
rejected: what devrun knows it writes itself, and what it cannot know it asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from runners.preregistration.plan import FormUnusable, PlanBlock
from runners.preregistration.plan_toml import read, written
from runners.preregistration.sections import made_sections
from runners.store.preregistrations import normalised

FENCE = "```toml devrun"
END = "<!-- end -->"

_OPENED = re.compile(r"<!-- made from the block: (?P<name>[a-z ]+) -->\s*$")
_ASKED = re.compile(r"\[\s*to\s+be\s+written\b", re.IGNORECASE)
_LONGEST = 1000
"""Signs of a question that are shown."""
_HEADING = re.compile(r"#{1,6}\s+(?P<title>.*?)\s*#*\s*$")


def lines_of(text: str) -> list[str]:
    """The lines of a form as an editor counts them; some signs that Python takes for a line's end
    are none.
    """
    return normalised(text).removesuffix("\n").split("\n")


def opened_by(name: str) -> str:
    """The line that stands before a made part."""
    return f"<!-- made from the block: {name} -->"


@dataclass(frozen=True, slots=True)
class Unwritten:
    """A question that nobody has answered yet: the line it stands in, under which heading."""

    line: int
    heading: str
    asked: str


@dataclass(frozen=True, slots=True)
class Parting:
    """A made part that does not say what the block says: where it begins to differ, what stands
    there (empty where something is missing) and what would be made.
    """

    part: str
    line: int
    stands: str
    made: str


def form(block: PlanBlock) -> str:
    """A new form of these settings, with a question wherever only people know the answer."""
    parts = made_sections(block)
    lines: list[str] = []
    for line in _FORM.splitlines():
        name = line.removeprefix("@") if line.startswith("@") else ""
        if name == "block":
            lines += [FENCE, *written(block).splitlines(), "```"]
        elif name:
            lines += [opened_by(name), *parts[name].splitlines(), END]
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def block_of(text: str, file: str) -> PlanBlock:
    """The block of a form.

    Raises:
        Unusable: there is none, or more than one, or it cannot be read.
    """
    first, last = _fence(lines_of(text), file)
    lines = lines_of(text)[first : last - 1]
    return read("\n".join(lines) + "\n", first_line=first + 1, file=file)


def renewed(text: str, block: PlanBlock, file: str) -> str:
    """The form with its block and its made parts written anew; what people wrote stays."""
    lines = lines_of(text)
    first, last = _fence(lines, file)
    anew = {(first, last - 1): written(block).splitlines()}
    parts = made_sections(block)
    for name, start, end in _made(lines, file):
        anew[start, end] = parts[name].splitlines()
    for (start, end), fresh in sorted(anew.items(), reverse=True):
        lines[start:end] = fresh
    return "\n".join(lines) + "\n"


def unwritten(text: str) -> tuple[Unwritten, ...]:
    """The questions that still wait for an answer, in order, each on one line."""
    lines = lines_of(text)
    whole = "\n".join(lines)
    found: list[Unwritten] = []
    for asked in _ASKED.finditer(whole):
        number = whole.count("\n", 0, asked.start()) + 1
        rest = whole[asked.start() : asked.start() + _LONGEST]
        words = rest.partition("]")[0].partition("\n\n")[0]
        found.append(Unwritten(number, _heading(lines[:number]), " ".join(f"{words}]".split())))
    return tuple(found)


def _heading(lines: list[str]) -> str:
    """The heading that these lines end under."""
    titles = (_HEADING.match(line) for line in reversed(lines))
    return next((title["title"] for title in titles if title), "")


def partings(text: str, block: PlanBlock, file: str) -> tuple[Parting, ...]:
    """The made parts of which the text says other things than the block, in the form's order.

    Raises:
        Unusable: a made part has no end, an unknown name, or stands there twice.
    """
    lines = lines_of(text)
    there = {name: (start, end) for name, start, end in _made(lines, file)}
    found: list[Parting] = []
    for name, made in made_sections(block).items():
        wanted = made.splitlines()
        if name not in there:
            found.append(Parting(name, 0, "", wanted[0]))
            continue
        start, end = there[name]
        stands = [line.rstrip() for line in lines[start:end]]
        if stands != wanted:
            at = next(
                (
                    n
                    for n, pair in enumerate(zip(stands, wanted, strict=False))
                    if pair[0] != pair[1]
                ),
                min(len(stands), len(wanted)),
            )
            found.append(Parting(name, start + at + 1, _at(stands, at), _at(wanted, at)))
    return tuple(found)


def _at(lines: list[str], place: int) -> str:
    return lines[place] if place < len(lines) else ""


def _fence(lines: list[str], file: str) -> tuple[int, int]:
    """The index of the block's first line, and the number of the line that closes it."""
    opened = [n for n, line in enumerate(lines) if line.strip() == FENCE]
    if not opened:
        raise FormUnusable(
            f"{file} has no block of settings",
            f"a preregistration of devrun's has one, under a line {FENCE}: make a form with "
            "`devrun preregister PATH... -m PROVIDER/MODEL`",
        )
    if len(opened) > 1:
        raise FormUnusable(
            f"{file} has {len(opened)} blocks of settings (lines "
            f"{', '.join(str(n + 1) for n in opened)})",
            "leave one of them: settings stand once",
        )
    for number in range(opened[0] + 1, len(lines)):
        if lines[number].strip() == "```":
            return opened[0] + 1, number + 1
    raise FormUnusable(
        f"the block of settings in {file} (line {opened[0] + 1}) has no end",
        "close it with a line ```",
    )


def _made(lines: list[str], file: str) -> Iterator[tuple[str, int, int]]:
    """Every made part: its name, the index of its first line, and that of the line after it."""
    first, last = _fence(lines, file)
    seen: set[str] = set()
    at = 0
    while at < len(lines):
        marked = None if first <= at < last else _OPENED.match(lines[at])
        at += 1
        if marked is None:
            continue
        name = marked["name"]
        if name not in _NAMES or name in seen:
            what = "is there twice" if name in seen else "is no part that devrun makes"
            raise FormUnusable(
                f"{file}, line {at}: `{name}` {what}", f"leave the line out, and its {END}"
            )
        seen.add(name)
        start = at
        while at < len(lines) and lines[at].strip() != END:
            at += 1
        if at == len(lines):
            raise FormUnusable(
                f"{file}, line {start}: the part `{name}` has no end", f"write {END} after it"
            )
        yield name, start, at


_FORM = """\
# Preregistration

@banner

*How to use this form.* What devrun knows it has written, between two comments that name the part.
It is made from the block of settings at the end, and **the block is what binds**. To change a
setting, change it in the block and write `devrun preregister --renew FILE`: the parts are made
anew, and what you wrote yourself stays. Answer every question in brackets, then write
`devrun preregister --seal FILE`. Numbers that you write into your own sentences are held against
nothing: leave them to the block. You may delete this paragraph.

## Study information

### Title

[to be written: what is this study called?]

### Authors

[to be written: who are the authors, and what did each do?]

### Description

[to be written: what is asked, and why, in a few sentences?]

### Hypotheses

[to be written: each hypothesis in one sentence, with its direction, and which declared comparison
(see Inference criteria) would speak for it, and which result against it]

## Design plan

### Study type

An experiment on language models: participants are models, and each is told every condition.

### Blinding

@blinding and coding

[to be written: who are the coders, how were they found and trained, are they paid, and do they know
the hypotheses? Who set the gold codes?]

[to be written: what happens if agreement stays below the threshold (for instance: the codebook is
clarified and all of the experiment is coded again by new coders), and who decides it?]

[to be written: who adjudicates what, and is the mean before or after adjudication reported first?]

### Study design

@scripts

### Randomization

@draws

## Sampling plan

### Existing data

@seen already

[to be written: which of these replies or scores has anybody who works on this study looked at, and
what did they show? What do you know of results of these models on these tasks from elsewhere?]

### Data collection procedures

@participants

[to be written: between which dates are the participants asked, and which version or date does the
provider give for each model?]

### Sample size and its rationale

@size

[to be written: which difference would matter to you, and why is this number of runs enough for it?
`devrun plan PATH... --power` simulates it]

### Stopping rule

@stopping

## Variables

### Manipulated variables

The conditions of the scripts above, and the wording (original, permuted) where a script has both.

### Measured variables

@measures

### Indices

@score of record

## Analysis plan

### Inference criteria

@inference

### Familiar words

@familiar words

### Data exclusion and missing data

@exclusion

[to be written: what is done if a model can no longer be asked, or its name answers with another
version, before all runs are in?]

### Sensitivity

@sensitivity

### Published figures shown beside

@published figures

### Exploratory analysis

[to be written: what else will be looked at, without a p value?]

## Other

[to be written: who pays for the calls, what ties the authors have to the providers, and anything
else a reader should know; or "nothing"]

## The block

Settings stand here once. They bind; the text above is made from them.

@block
"""

_NAMES = frozenset(line[1:] for line in _FORM.splitlines() if line.startswith("@")) - {"block"}
