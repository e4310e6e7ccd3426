"""What `devrun show --brief` prints: each distinct passage once, with how often it is sent.

Versions, cells and copies of a conversation share most of their words, and a full script has
hundreds of lines. Statements and questions are listed separately, since all questions of a story
follow the same words. Two passages are the same if their words, wording and question are; if the
key differs by cell, every key is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from dsl.record import replace
from dsl.trial import Fork, ScriptedTurn
from dsl.words import counted
from renderers.prompt import described_words, system_text, user_text
from renderers.show import judging_words
from renderers.terminal import in_lines, visible

if TYPE_CHECKING:
    from dsl.trial import Node, Session, Trial


@dataclass(slots=True)
class Sent:
    """A distinct passage. `count` says how often it is sent in these trials, 0 where it only comes
    after other replies; `keys` are all its keys, in words; `condition` and `version` are where it
    is sent first, and `wave` the number of that wave, None without waves.
    """

    wording: str
    kind: str
    question: str
    text: str
    condition: str
    version: str
    wave: int | None = None
    count: int = 0
    keys: list[str] = field(default_factory=list)


def distinct_words(trials: Iterable[Trial], others: Iterable[Trial] = ()) -> list[Sent]:
    """All distinct passages of these trials, in the order in which they are first sent; then those
    of the `others`, in which replies are not all right, which are not counted.
    """
    found: dict[tuple[str, str, str, str], Sent] = {}
    asked: set[tuple[str, str, str]] = set()
    known = ((trial, 1) for trial in trials)
    for trial, times in chain(known, ((trial, 0) for trial in others)):
        for session in trial.sessions:
            for kind, question, text, key in _sent(session):
                what = (trial.cell.wording, kind, question, text)
                if not times and (what[0], question, text) in asked:
                    continue  # one that was asked again does not count, and is the same words
                if what not in found:
                    where = (trial.cell.condition, session.version, session.wave)
                    found[what] = Sent(*what, *where)
                    asked.add((what[0], question, text))
                one = found[what]
                one.count += times
                if key and key not in one.keys:
                    one.keys.append(key)
    return list(found.values())


def brief_lines(found: list[Sent], *, trials: int, width: int) -> Iterator[str]:
    """These as they are printed, within `width` columns."""
    words = (
        f"Text sent in {counted(trials, 'trial')}, each passage once "
        f"({len(found):,} of {sum(one.count for one in found):,} passages)"
    )
    yield from in_lines(words, width)
    for number, one in enumerate(found, start=1):
        yield ""
        what = f"{one.kind} `{one.question}`" if one.question else one.kind
        where = ", ".join(part for part in (one.condition, one.version) if part)
        head = f"{number}. {one.wording}, {what}, {_times(one.count)}"
        head += f" (first: {where})" if where else ""
        yield from in_lines(visible(head), width, subsequent_indent="    ")
        for line in visible(_in_short(one)).split("\n"):
            yield from in_lines(line, width, initial_indent="    ", subsequent_indent="    ") or [
                ""
            ]
        for key in one.keys:
            yield from in_lines(
                visible(key), width, initial_indent="    > ", subsequent_indent="      "
            )


MOST_WORDS = 60
"""So many words of a passage are printed in a script with waves, whose texts are many and long."""
_FIRST_WORDS = 20


def _in_short(one: Sent) -> str:
    """The words of a passage; of a long one in waves how it begins, and how many they are."""
    words = one.text.split()
    if one.wave is None or len(words) <= MOST_WORDS:
        return one.text
    return f"{' '.join(words[:_FIRST_WORDS])} ... ({len(words):,} words)"


def _times(count: int) -> str:
    if not count:
        return "after other replies"
    return "once" if count == 1 else f"{count:,} times"


def _sent(session: Session) -> Iterator[tuple[str, str, str, str]]:
    """Kind, question, text and key of every passage, the system text first."""
    if text := system_text(session):
        yield "system", "", text, ""
    yield from _within(session.nodes)


def _within(nodes: tuple[Node, ...]) -> Iterator[tuple[str, str, str, str]]:
    for node in nodes:
        if isinstance(node, Fork):
            for branch in node.branches:
                yield from _within(branch)
            continue
        for told in node.says:
            yield "say", "", described_words((told,)), ""
        if isinstance(node, ScriptedTurn):
            yield "scripted reply", "", node.reply, ""
        elif node.question is not None and not node.again:
            asked, question = user_text(replace(node, says=())), node.question
            yield question.kind.value, question.title, asked, judging_words(question)
