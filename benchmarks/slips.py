"""How good the first message is that a slip in a script brings: slips by mutation, judged by rule.

    python benchmarks/slips.py [--each N] [--seed N] [--kind TEXT] [--failures] [--by-kind]

Every kind of slip (`benchmarks/slip_kinds/`) yields all slips of its kind in the shipped scripts
and those of the tests; of each kind N are drawn by a hash, so the same on every machine. Of each
slip the first message is judged:

    right line         it points at a line of the slip
    names the mistake  it matches the pattern that belongs to the kind
    mended             what its help gives to write is put in, at the caret or for the whole line,
                       and the script is then the very experiment that it was before the slip; where
                       the help gives no words to copy, it must name the deed that belongs to the
                       kind
    no message         nothing at all was said
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from benchmarks.slip_kinds import KINDS, Page, Slip  # noqa: E402
from dsl.diagnostic import Fault, Severity  # noqa: E402
from dsl.experiment import Experiment  # noqa: E402
from dsl.identity import procedure_hash, rubric_hash  # noqa: E402
from dsl.loading import Loaded, check_text  # noqa: E402

EACH = 10
GOOD = ("line", "named", "mended")
FOLDERS = ("experiments", "additions", "tests/dsl/scripts", "tests/dsl/scripts/answering")
_REPLACEMENT = re.compile(
    r"(?:did you mean|write|write the slot,|type an ordinary colon):? "
    r"`(?P<ticked>[^`]+)`"
    r"(?!, `| or `)"
    r"|(?:^write|separate the words with commas): (?P<rest>[^`]+)$"
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the first message of a slip was worth; `said` is that message, empty where none was."""

    group: str
    slip: Slip
    line: bool
    named: bool
    mended: bool
    said: str


def scripts() -> Iterator[Path]:
    """The scripts in which slips are made: those of which nothing is said as they are."""
    for folder in FOLDERS:
        yield from sorted((ROOT / folder).glob("*.dev"))


def checked(text: str, script: str) -> Loaded:
    """A script checked as if it stood where the one it was made from stands."""
    return check_text(text, script, place=ROOT / script)


@cache
def page_of(path: Path) -> Page | None:
    """A script taken apart, or None if something is said of it as it is."""
    name = path.relative_to(ROOT).as_posix()
    text = path.read_text(encoding="utf-8")
    return None if checked(text, name).faults else Page(name, text)


def slips(
    each: int = EACH, seed: int = 1, only: str = "", paths: Sequence[Path] = ()
) -> Iterator[tuple[str, Slip]]:
    """So many slips of each kind, with the group they are counted in."""
    pages = [page for path in paths or scripts() if (page := page_of(path)) is not None]
    for kind in KINDS:
        name = f"{kind.group}: {kind.name}"
        if only not in name:
            continue
        made = [slip for page in pages for slip in kind.make(page)]
        made.sort(
            key=lambda one: sha256(
                f"{seed}|{name}|{one.script}|{one.where}|{one.text}".encode()
            ).digest()
        )
        for slip in made[:each]:
            yield name, slip


def first_of(loaded: Loaded) -> Fault | None:
    """The first message: errors stop a run, so they come before warnings."""
    return min(loaded.faults, key=lambda fault: fault.severity is Severity.WARNING, default=None)


def told(fault: Fault) -> str:
    """A message on one line."""
    return f"{fault.code} {fault.message()} | {fault.label()} | {fault.help()}"


def same(one: Experiment | None, other: Experiment | None) -> bool:
    """Whether two scripts are one experiment: what is sent, what judges, and how it is designed."""
    if one is None or other is None:
        return False
    return (
        procedure_hash(one) == procedure_hash(other)
        and rubric_hash(one) == rubric_hash(other)
        and one.design == other.design
        and one.references == other.references
    )


def replacement(fault: Fault) -> str | None:
    """The words that the help gives to write, or None."""
    found = _REPLACEMENT.search(fault.help())
    return (found["ticked"] or found["rest"]).strip() if found else None


def mendings(text: str, fault: Fault, words: str) -> Iterator[str]:
    """The script with the words of the help put in: at the caret, for the line, or to its end."""
    lines = text.split("\n")
    n = fault.span.line - 1
    line = lines[n]
    if words.endswith(("…", "...")):
        words = _to_the_end(words.rstrip("…."), line)
    indent = line[: len(line) - len(line.lstrip(" \t\u00a0"))]
    start, end = fault.span.column - 1, fault.span.end_column - 1
    for made in (line[:start] + words + line[end:], indent + words, line[:start] + words):
        yield "\n".join([*lines[:n], made, *lines[n + 1 :]])


def _to_the_end(shown: str, line: str) -> str:
    """Words that were cut to be shown, with the rest of the line after them."""
    indent = len(line) - len(line.lstrip())
    for length in range(min(20, len(shown)), 0, -1):
        at = line.find(shown[-length:], max(0, indent + len(shown) - length - 15))
        if at >= 0:
            return shown + line[at + length :]
    return shown


def followed(slip: Slip, meant: Experiment | None) -> bool:
    """Whether the script is what it was when what the messages say has been done."""
    text = slip.text
    for _ in range(slip.rounds):
        fault = first_of(checked(text, slip.script))
        if fault is None:
            return False
        words = replacement(fault)
        if words is None:
            return bool(slip.deed) and re.search(slip.deed, fault.help()) is not None
        best = None
        for made in mendings(text, fault, words):
            loaded = checked(made, slip.script)
            if same(loaded.experiment, meant):
                return True
            after = first_of(loaded)
            if best is None and (after is None or after.span.line > fault.span.line):
                best = made
        if best is None:
            return False
        text = best
    return False


@cache
def _meant(script: str) -> Experiment | None:
    page = page_of(ROOT / script)
    return checked(page.text, script).experiment if page else None


def judge(group: str, slip: Slip) -> Verdict:
    """What the first message of a slip is worth."""
    first = first_of(checked(slip.text, slip.script))
    if first is None:
        return Verdict(group, slip, False, False, False, "")
    said = told(first)
    line = first.span.line in slip.lines
    named = re.search(slip.names, said, re.DOTALL) is not None
    mended = followed(slip, _meant(slip.script))
    return Verdict(group, slip, line, named, mended, f"{first.span.line}: {said}")


def table(
    verdicts: Iterable[Verdict], *, by_kind: bool = False
) -> list[tuple[str, int, int, int, int, int]]:
    """A row for each group of kinds: n, right line, names the mistake, mended, no message."""
    rows: dict[str, list[Verdict]] = defaultdict(list)
    for one in verdicts:
        rows[one.group if by_kind else one.group.split(":")[0]].append(one)
        rows["all"].append(one)
    rows["all"] = rows.pop("all")
    return [(name, *_counted(of)) for name, of in rows.items()]


def _counted(of: Sequence[Verdict]) -> tuple[int, int, int, int, int]:
    line, named, mended = (sum(getattr(v, good) for v in of) for good in GOOD)
    return len(of), line, named, mended, sum(not v.said for v in of)


def markdown(rows: Sequence[tuple[str, int, int, int, int, int]]) -> str:
    """The table for docs/messages.md."""
    lines = [
        "| slip | n | right line | names the mistake | corrected | no message |",
        "|---|---|---|---|---|---|",
    ]
    lines += [f"| {' | '.join(str(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines)


def _shown(one: Verdict, lost: Sequence[str]) -> tuple[str, str, str]:
    """A slip that fails in something: in what, where it was made, and what was said."""
    written = one.slip.text.split("\n")[one.slip.where - 1]
    at = f"    {one.slip.script}:{sorted(one.slip.lines)[:3]} {written[:110]}"
    return f"not {', '.join(lost)}: {one.group}", at, f"    {one.said or 'NOTHING'}"


def main() -> None:
    """Print the table, and with --failures every slip that fails in something."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    options.add_argument("--each", type=int, default=EACH, help="slips of each kind")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--kind", default="", help="only kinds whose name holds this")
    options.add_argument("--failures", action="store_true")
    options.add_argument(
        "--by-kind", action="store_true", help="a row for each kind, not for each group"
    )
    given = options.parse_args()
    verdicts = [judge(group, slip) for group, slip in slips(given.each, given.seed, given.kind)]
    if given.failures:
        for one in verdicts:
            if lost := [good for good in GOOD if not getattr(one, good)]:
                print("\n".join(_shown(one, lost)))
    print(markdown(table(verdicts, by_kind=given.by_kind)))


if __name__ == "__main__":
    main()
