"""One reading of a clause, and how several answers in it are joined."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from coders.matching.clauses.clauses import ReplyClause
from coders.matching.clauses.mentions import Mention
from coders.matching.clauses.ranks import hedged
from coders.matching.text.vocabulary import HEDGES, listed
from dsl.record import record, replace


class Several(Enum):
    """More than one answer, or none, in one clause."""

    EITHER = "either"
    BOTH = "both"
    NONE = "none"
    NOT_KNOWN = "not known"
    DOUBT = "doubt"


@record
class Reading:
    """One clause asserts `answers` (places on the sheet; below 0 a number that is on no list).

    `several`: how several answers are joined, or what is said instead of one.
    """

    rank: int
    answers: tuple[int, ...]
    several: Several | None
    hedged: bool
    place: int
    clause: ReplyClause
    note: bool = False
    """Bare words or a plain statement, rather than the question taken up and answered."""
    leans: bool = False
    """Of several answers it leans to the first: `the basket, or perhaps the box`."""
    added: bool = False
    """An `or` stands after a comma: to some people an afterthought, `the basket, or the box`."""

    @property
    def opens(self) -> bool:
        """Whether the reply opens with it."""
        return self.clause.start == 0


def read_as(
    rank: int,
    answers: tuple[int, ...],
    several: Several | None,
    clause: ReplyClause,
    *,
    note: bool = False,
) -> Reading:
    """The reading of a clause, hedged if the clause is."""
    return Reading(rank, answers, several, hedged(clause), clause.start, clause, note)


def named_in(found: Iterable[Reading]) -> set[int]:
    """All that some readings assert, as places on the sheet."""
    return {answer for reading in found for answer in reading.answers}


LATER = listed("then afterwards later next second secondly empty only elsewhere")


def leaning(reading: Reading, answers: list[Mention]) -> Reading:
    """An either-or that leans to its first answer, or to neither, or where that is not plain."""
    words, start = reading.clause.words, reading.clause.start
    before = HEDGES.intersection(reading.clause.before(answers[0]))
    between = HEDGES.intersection(words[answers[0].end - start : answers[-1].start - start])
    after = HEDGES.intersection(words[answers[-1].end - start :])
    if between and not before and not after:
        return replace(reading, leans=True, hedged=True)
    if between or after or not before <= _EVEN:
        return replace(reading, several=Several.DOUBT)
    return reading


_EVEN = listed("could might may perhaps maybe possibly appears seems seem")
"""Hedges that, before an either-or, lean to neither of the two."""


def how_joined(clause: ReplyClause, answers: list[Mention]) -> Several:
    """Whether several answers of a clause are joined by `and` or `or`, or that is in doubt."""
    between = clause.words[answers[0].end - clause.start : answers[-1].start - clause.start]
    if "or" in between or "either" in clause.words:
        return Several.EITHER
    both = {"and", "+", "&"}.intersection(between) or "both" in clause.words
    if HEDGES.intersection(between) or LATER.intersection(between):
        # "The basket and possibly the box", "the basket and then the box".
        return Several.DOUBT
    return Several.BOTH if both else Several.DOUBT


def _list_of_two(last: Reading, reading: Reading) -> bool:
    """Whether two readings are but names, the second added by `and`."""
    bare = last.note and reading.note and min(last.rank, reading.rank) >= 3
    return bare and last.several is None


def put_together(found: list[Reading]) -> list[Reading]:
    """Put `The basket, or perhaps the box` and `The basket, and the box` together again."""
    joined: list[Reading] = []
    for reading in found:
        last = joined[-1] if joined else None
        if (
            last is not None
            and reading.clause.words[0] in ("or", "and")
            and reading.answers
            and last.answers
            and last.rank >= 2
            and last.clause.sentence == reading.clause.sentence
        ):
            answers = tuple(dict.fromkeys((*last.answers, *reading.answers)))
            if len(answers) == 1:
                # "An egg, or several eggs" leaves nothing open.
                joined[-1] = replace(last, hedged=last.hedged or reading.hedged)
            elif reading.clause.words[0] == "or":
                joined[-1] = replace(
                    last,
                    answers=answers,
                    several=Several.EITHER,
                    hedged=True,
                    leans=reading.hedged and not last.hedged,
                    added="either" not in last.clause.words,
                )
            elif _list_of_two(last, reading) and len(answers) > 1:
                joined[-1] = replace(last, answers=answers, several=Several.BOTH)
            else:
                joined.append(reading)
        else:
            joined.append(reading)
    return joined
