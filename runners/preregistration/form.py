"""The text of a preregistration: automatic sections, questions for people, and the settings block.

The headings are those of the OSF's standard preregistration, so that every section has its field
there. An automatic section is between two comments that name it. A template of blanks was rejected:
devrun writes what it knows and asks for what it cannot know.
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
"""The most characters of a question that are shown."""
_HEADING = re.compile(r"#{1,6}\s+(?P<title>.*?)\s*#*\s*$")


def lines_of(text: str) -> list[str]:
    """The lines of a form as an editor counts them; Python also splits at other characters."""
    return normalised(text).removesuffix("\n").split("\n")


def opened_by(name: str) -> str:
    """The line before an automatic section."""
    return f"<!-- made from the block: {name} -->"


@dataclass(frozen=True, slots=True)
class Unwritten:
    """A question without an answer: its line and the heading above it."""

    line: int
    heading: str
    asked: str


@dataclass(frozen=True, slots=True)
class Parting:
    """An automatic section that differs from the block: the first line that differs, its text
    (empty if missing) and what would be generated.
    """

    part: str
    line: int
    stands: str
    made: str


def form(block: PlanBlock) -> str:
    """A new form with these settings, and a question wherever only people know the answer."""
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
    """The form with its block and its automatic sections regenerated; other text is kept."""
    lines = lines_of(text)
    first, last = _fence(lines, file)
    updates = {(first, last - 1): written(block).splitlines()}
    parts = made_sections(block)
    for name, start, end in _made(lines, file):
        updates[start, end] = parts[name].splitlines()
    for (start, end), fresh in sorted(updates.items(), reverse=True):
        lines[start:end] = fresh
    return "\n".join(lines) + "\n"


def unwritten(text: str) -> tuple[Unwritten, ...]:
    """The questions without an answer, in order, each on one line."""
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
    """The automatic sections that differ from the block, in the form's order.

    Raises:
        Unusable: a section has no end or an unknown name, or is there twice.
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
            f"{file} has no settings block",
            f"a devrun preregistration has one, after a line {FENCE}: make a form with "
            "`devrun preregister PATH... -m PROVIDER/MODEL`",
        )
    if len(opened) > 1:
        raise FormUnusable(
            f"{file} has {len(opened)} settings blocks (lines "
            f"{', '.join(str(n + 1) for n in opened)})",
            "keep one of them",
        )
    for number in range(opened[0] + 1, len(lines)):
        if lines[number].strip() == "```":
            return opened[0] + 1, number + 1
    raise FormUnusable(
        f"the settings block in {file} (line {opened[0] + 1}) has no end",
        "close it with a line ```",
    )


def _made(lines: list[str], file: str) -> Iterator[tuple[str, int, int]]:
    """Every automatic section: its name, the index of its first line and of the line after it."""
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
            what = "is there twice" if name in seen else "is not a section of devrun"
            raise FormUnusable(
                f"{file}, line {at}: `{name}` {what}", f"delete the line, and its {END}"
            )
        seen.add(name)
        start = at
        while at < len(lines) and lines[at].strip() != END:
            at += 1
        if at == len(lines):
            raise FormUnusable(
                f"{file}, line {start}: the section `{name}` has no end", f"write {END} after it"
            )
        yield name, start, at


_FORM = """\
# Preregistration

@banner

*How to use this form.* Sections between comments are generated from the settings block at the end;
**the block is binding**. To change a setting, edit the block and give `devrun preregister --renew
FILE`: these sections are regenerated, and your own text is kept. Answer every question in brackets,
then give `devrun preregister --seal FILE`. Numbers in your own text are not checked. You may delete
this paragraph.

## Study information

### Title

[to be written: what is the title of this study?]

### Authors

[to be written: who are the authors, and what did each do?]

### Description

[to be written: what is the research question, and why does it matter, in a few sentences?]

### Hypotheses

[to be written: each hypothesis in one sentence, with its direction, the declared comparison that
tests it (see Inference criteria), and which results would support and contradict it]

## Design plan

### Study type

Experiment. The participants are language models; each is given every condition.

### Blinding

@blinding and coding

[to be written: who are the coders, how are they recruited and trained, are they paid, and do they
know the hypotheses? Who made the gold codes?]

[to be written: what happens if agreement is below the threshold (for example: the codebook is
clarified and new coders code the whole experiment again), and who decides?]

[to be written: who adjudicates what, and is the mean before or after adjudication reported first?]

### Study design

@scripts

### Randomization

@draws

## Sampling plan

### Existing data

@seen already

[to be written: which of these replies or scores has anyone on the team seen, and what did they
show? What is known from elsewhere about these models on these tasks?]

### Data collection procedures

@participants

[to be written: between which dates are data collected, and which version or date does the provider
give for each model?]

### Sample size and its rationale

@size

[to be written: what is the smallest difference of interest, and why is this number of runs enough
to detect it? `devrun plan PATH... --power` simulates the power]

### Stopping rule

@stopping

## Variables

### Manipulated variables

The conditions of the scripts above, and the wording (original, permuted) if a script has both.

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

[to be written: what is done if a model is withdrawn, or its name refers to another version, before
all runs are complete?]

### Sensitivity

@sensitivity

### Published figures

@published figures

### Exploratory analysis

[to be written: what else will be examined, without p values?]

## Other

[to be written: funding, ties of the authors to providers, and anything else a reader should know;
or "nothing"]

## Settings block

These settings are binding; the sections above are generated from them.

@block
"""

_NAMES = frozenset(line[1:] for line in _FORM.splitlines() if line.startswith("@")) - {"block"}
