"""`CHANGES.md`: all that happened to a study after it was begun, as far as the store knows it.

A table shows what came of everything; who reads it has to see that a key was mended after replies
were in, that two stores were merged, that somebody settled what coders disagreed on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dsl.words import counted
from runners.export.facts import SIMULATED, Facts
from runners.export.markdown import plain

if TYPE_CHECKING:
    from runners.store.study_queries import StartRecord

BEGIN = "## Exported "
"""How the part about one export begins."""


def changes_text(facts: Facts, deviations: Sequence[str]) -> str:
    """The whole file, in Markdown; `deviations` are those from the preregistration, a sentence
    each, and the parts about earlier exports of the study follow.
    """
    mark = f"{SIMULATED}: " if facts.simulated else ""
    title = f"# {mark}changes of study {facts.study}"
    head = f"{BEGIN}{facts.at} by devrun {facts.version}"
    part = "\n".join([head, "", *_lines(facts, deviations)])
    return "\n\n".join([title, part, *facts.earlier]) + "\n"


def earlier_parts(text: str) -> tuple[str, ...]:
    """The parts about exports in a CHANGES.md that an earlier export wrote."""
    _, *parts = text.split(f"\n{BEGIN}")
    return tuple(f"{BEGIN}{part}".rstrip() for part in parts)


def _lines(facts: Facts, deviations: Sequence[str]) -> Iterator[str]:
    yield "### Runs"
    yield ""
    for start in facts.starts:
        people = ", ".join(start.participants)
        yield f"- {start.at}, devrun {start.tool_version}: {plain(people)}"
    yield ""
    yield "### Scripts"
    yield ""
    yield from _editions(facts)
    yield from _renamed(facts)
    yield ""
    yield "### Codes"
    yield ""
    yield from _codes(facts)
    yield ""
    yield "### Left out"
    yield ""
    left = len(facts.opened.rows) - facts.finished
    if left:
        verb = "is" if left == 1 else "are"
        yield f"- {counted(left, 'planned trial')} {verb} not finished, and in no table but `calls`"
    if facts.others:
        yield (
            f"- {counted(facts.others, 'trial')} had a second session in a merged store; the "
            "tables have the session that counts, the store has both"
        )
    if facts.narrowed:
        yield f"- the tables are of a part of the study: `{' '.join(facts.narrowed)}`"
    if not left and not facts.others and not facts.narrowed:
        yield "- nothing"
    yield ""
    yield "### Preregistration"
    yield ""
    if facts.preregistration is None:
        yield "- the store has no preregistration for these scripts"
        return
    one = facts.preregistration
    sealed = f"sealed {one.sealed}" if one.sealed else "never sealed"
    yield f"- `preregistration.md`, {sealed}, SHA-256 {one.hash}: {plain(one.why)}"
    for sentence in deviations:
        yield f"- {plain(sentence)}"


def _editions(facts: Facts) -> Iterator[str]:
    changed = list(_rubrics(facts.starts))
    for one in facts.opened.chapters:
        if one.mended:
            changed.append(
                f"`{plain(one.experiment.title)}`: scored with the key of a file named at "
                f"export (rubric {one.rubric[:12]}), not the study's own"
            )
    yield from (f"- {one}" for one in changed)
    if not changed:
        yield "- no key was changed: every run had the same rubrics"
    for one in facts.opened.chapters:
        yield (
            f"- `{plain(one.experiment.title)}`: procedure {one.procedure[:12]}, rubric "
            f"{one.rubric[:12]}"
        )


def _rubrics(starts: Sequence[StartRecord]) -> Iterator[str]:
    """A sentence for each time the rubric of a procedure changed from one start to the next."""
    before: dict[str, str] = {}
    for start in starts:
        for one in start.editions:
            known = before.get(one.procedure)
            if known is not None and known != one.rubric:
                yield (
                    f"`{plain(one.experiment)}`: the key was changed at the run of "
                    f"{start.at} (rubric {known[:12]} before, {one.rubric[:12]} since); "
                    "nothing was asked again"
                )
            before[one.procedure] = one.rubric


def _renamed(facts: Facts) -> Iterator[str]:
    for one in facts.renamed:
        where = ", ".join(f"`{plain(name)}`" for name in one.lines_in)
        lines = f"; the line that names it was changed with it in {where}" if where else ""
        yield (
            f"- `{plain(one.called)}` was called `{plain(one.was)}`, a name that some "
            f"systems do not allow{lines}"
        )


def _codes(facts: Facts) -> Iterator[str]:
    if facts.provisional:
        yield "- no person's codes are counted: marks are automatic"
    for coder, number in facts.settled:
        yield (
            f"- {plain(coder)} adjudicated {counted(number, 'judgement')} on which coders "
            "disagreed; "
            + (
                "they count here"
                if facts.whose.adjudicated
                else "those about control questions count here, the others are beside"
            )
        )
    if facts.rated:
        yield (
            f"- coders left {counted(facts.overridden, 'LRS', 'LRS')} of {facts.rated:,} "
            "different from the computed ones; the computed ones count"
        )
    if not facts.provisional and not facts.settled and not facts.rated:
        yield "- nothing was adjudicated or overridden"
