"""The text of a preregistration: automatic sections, questions for people, and the settings block.

The headings are those of the OSF's standard preregistration, so that every section has its field
there (templates/form.md). A template of blanks was rejected: devrun writes what it knows and asks
for what it cannot know.

An automatic section is between two comments that name it; its text is Markdown that is generated
from the block (templates/sections.md.jinja). It is generated again when the form is sealed and
compared with the text, so that a sentence cannot contradict the block. What is the same in every
study (the rule of the LRS, the statuses) is included: whoever edits it gets a message that devrun
does something else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from coders.desk.rubric import TABLE_1
from dsl.words import and_list, counted
from renderers.tables.power import expected_own_precision, expected_precision
from renderers.terminal import visible
from runners.preregistration.plan import FormUnusable, PlanBlock, PlannedModel, PublishedFigure
from runners.preregistration.plan_toml import read, written
from runners.store.preregistrations import normalised

if TYPE_CHECKING:
    from jinja2.environment import TemplateModule


FENCE = "```toml devrun"
END = "<!-- end -->"

_OPENED = re.compile(r"<!-- made from the block: (?P<name>[a-z ]+) -->\s*$")
_ASKED = re.compile(r"\[\s*to\s+be\s+written\b", re.IGNORECASE)
_LONGEST = 1000
"""The most characters of a question that are shown."""
_HEADING = re.compile(r"#{1,6}\s")


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
    page = files("runners.preregistration").joinpath("templates", "form.md")
    for line in page.read_text(encoding="utf-8").splitlines():
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
        FormUnusable: there is none, or more than one, or it cannot be read.
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
    whole = "\n".join(_prose(lines))
    found: list[Unwritten] = []
    for asked in _ASKED.finditer(whole):
        number = whole.count("\n", 0, asked.start()) + 1
        rest = whole[asked.start() : asked.start() + _LONGEST]
        words = rest.partition("]")[0].partition("\n\n")[0]
        found.append(Unwritten(number, _heading(lines[:number]), " ".join(f"{words}]".split())))
    return tuple(found)


def _prose(lines: list[str]) -> Iterator[str]:
    """The lines, empty where they are devrun's: the title of a script may look like a question."""
    closing = ""
    for line in lines:
        yield "" if closing else line
        if not closing:
            closing = END if _OPENED.match(line) else "```" if line.strip() == FENCE else ""
        elif line.strip() == closing:
            closing = ""


def _heading(lines: list[str]) -> str:
    """The heading that these lines end under."""
    found = next(filter(_HEADING.match, reversed(lines)), "")
    return found.strip().strip("#").strip()


def partings(text: str, block: PlanBlock, file: str) -> tuple[Parting, ...]:
    """The automatic sections that differ from the block, in the form's order.

    Raises:
        FormUnusable: a section has no end or an unknown name, or is there twice.
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
        if name not in SECTIONS or name in seen:
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


SECTIONS = (
    "banner",
    "blinding and coding",
    "scripts",
    "draws",
    "seen already",
    "participants",
    "size",
    "stopping",
    "measures",
    "score of record",
    "inference",
    "familiar words",
    "exclusion",
    "sensitivity",
    "published figures",
)
"""Their names, in the order of the form."""
_CONTINUED = re.compile(r"\n +(?!\{[%#])")


def made_sections(block: PlanBlock) -> dict[str, str]:
    """Every automatic section by its name, in the order of the form; each ends with a newline."""
    return {name: _tidy(getattr(_templates(), name.replace(" ", "_"))(block)) for name in SECTIONS}


def _tidy(text: str) -> str:
    """Without trailing blanks, which editors remove."""
    return "\n".join(line.rstrip() for line in text.strip().split("\n")) + "\n"


@cache
def _templates() -> TemplateModule:
    from jinja2 import Environment, StrictUndefined

    # Markdown, not HTML: each foreign text is escaped where it is used.
    made = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.filters.update(
        plain=_plain, code=_code, listed=_listed, range=_range, thousands="{:,}".format
    )
    made.globals.update(
        counted=counted,
        percent=lambda value: f"{value:g}%",
        in_wording=_in_wording,
        identity=_identity,
        precision=_precision,
        figure_unit=_figure_unit,
        table_1=TABLE_1,
    )
    folder = files("runners.preregistration").joinpath("templates")
    text = folder.joinpath("sections.md.jinja").read_text(encoding="utf-8")
    return made.from_string(_CONTINUED.sub(" ", text)).module


def _plain(text: str) -> str:
    """Foreign text inside Markdown: on one line, nothing hidden, no mark-up."""
    line = visible(text).replace("\n", " ").replace("\t", " ")
    for sign in ("\\", "`", "*", "_", "|", "[", "]", "<", "#"):
        line = line.replace(sign, f"\\{sign}")
    return line


def _code(text: str) -> str:
    """Foreign text as code, in which no sign has a meaning."""
    line = " ".join(visible(text).split())
    return "`" + line.replace("`", "'").replace("|", "/").replace("<!--", "<!- -") + "`"


def _listed(words: Iterable[str], last: str = "and") -> str:
    return and_list(list(words), last)


def _range(ends: tuple[float, ...]) -> str:
    low, high = f"{min(ends):.2f}", f"{max(ends):.2f}"
    return low if low == high else f"{low} to {high}"


def _in_wording(block: PlanBlock, *wordings: str) -> int:
    """How many scripts are run in all of these wordings."""
    return sum(set(wordings) <= set(one.wordings) for one in block.scripts)


def _identity(one: PlannedModel) -> tuple[list[str], list[str]]:
    """The parameters that a participant is asked with, and its other settings."""
    held = one.identity
    try:
        asked = json.loads(held.get("parameters", "{}"))
    except (ValueError, RecursionError):
        asked = {"parameters": held["parameters"]}
    if not isinstance(asked, dict):
        asked = {"parameters": asked}
    words = [f"{name} {json.dumps(value)}" for name, value in asked.items()]
    rest = [
        f"{name} {value}"
        for name, value in held.items()
        if name not in {"provider", "model", "parameters"}
    ]
    return words, rest


def _precision(block: PlanBlock) -> Iterator[tuple[int, str]]:
    """What each number of runs can tell apart, in words, in the LRS and in own stories; empty where
    that is unknown.
    """
    from coders.statistics.differences import resolution
    from runners.analysis.telling_apart import own_resolution

    for runs in dict.fromkeys(one.runs for one in block.scripts):
        spreads = [one.spread for one in block.scripts if one.runs == runs and one.spread]
        if not spreads:
            yield runs, ""
            continue
        best = resolution(runs, min(low for low, *_ in spreads))
        worst = resolution(runs, max(high for *_, high in spreads))
        yield (
            runs,
            expected_precision(runs, None if best is None or worst is None else (best, worst)),
        )
        questions = max(one.own_questions for one in block.scripts if one.runs == runs)
        if own := own_resolution(questions, runs):
            yield runs, expected_own_precision(runs, own)


def _figure_unit(one: PublishedFigure) -> str:
    """The unit as it follows a number."""
    return one.unit if one.unit == "%" else f" {one.unit}".rstrip()
