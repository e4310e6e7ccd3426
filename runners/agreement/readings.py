"""How coders read the replies on which later words depended, beside how they were read then.

The reader's outcome is stored with the reply, and led to the words that followed; a mark corrected
later changes no conversation. Coders' judgements become outcomes by the same rule
(`coders.reply_outcomes`), so that both can be compared: how often a coder read a
reply otherwise, on how many paths, and Cohen's kappa between the reader and coders. An item is one
judgement of one reply. Before adjudication, as all agreement.

What was said, named by its place in the script, so that draws with other words compare.

The words of one draw may be another draw's lure; the slot in the script is what stays. Categories
by the computed key ("the key", "the lure") were rejected: a coder who says what was said does not
know the key, and in two conditions the same words are the one and the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from coders.packets.shape import CoderKind, ContentWord
from coders.reply_outcomes import coded_outcome
from coders.statistics.agreement import agreement
from coders.statistics.coefficient import Coefficient
from coders.statistics.ratings import MeasurementLevel, ratings_of
from dsl.expanding.steps_within import steers
from dsl.record import replace
from dsl.trial import Place
from dsl.words import capital, counted, folded
from renderers.fields.coding.coefficients import COEFFICIENT_VALUE, KAPPA, MEASURED, PERCENT
from renderers.fields.field import Field, field, pick, through
from renderers.fields.scales import COUNT, TEXT, WHOLE
from renderers.tables.agreement import AgreementSection, figure_text
from runners.agreement.each_coder import ItemPositions
from runners.agreement.measures import DEMANDS, Reliability
from runners.agreement.page_columns import of_agreement, section
from runners.agreement.ratings_document import (
    AGREEMENT,
    CI95,
    VALUE,
    with_interval,
)
from runners.analysis.codings import Codings
from runners.analysis.trials import with_text
from runners.analysis.verdicts import verdicts_of
from runners.store.store import Store
from runners.studies.study import FinishedTrial, OpenStudy

RATERS = ("reader", "coders")
_SHOWN = (PERCENT, KAPPA)


@dataclass(frozen=True, slots=True)
class CodedReading:
    """One coder's judgement of one reply, as an outcome, beside the one that was stored with it."""

    experiment: str
    question: str
    draw: int
    trial: str
    place: Place
    kind: CoderKind
    reader: str
    coder: str

    @property
    def otherwise(self) -> bool:
        """Whether what followed is not what the coder's reading leads to."""
        return self.reader != self.coder


@dataclass(frozen=True, slots=True)
class ReadingPart:
    """The readings of one question, or (`question` empty) of all of a study: `judgements` of
    `replies`, of which `otherwise` were read otherwise than the reader did; `paths_otherwise` of
    `paths` (trials) have such a reply.
    """

    experiment: str
    question: str
    replies: int
    judgements: int
    otherwise: int
    paths: int
    paths_otherwise: int
    part: Reliability

    @property
    def share(self) -> float:
        """Of the judgements that read the reply otherwise."""
        return self.otherwise / self.judgements

    @property
    def share_otherwise(self) -> Coefficient:
        """The same with its interval."""
        found = self.part.agreement.coefficient(PERCENT)
        if found.value is None:
            return found
        ends = found.ci95 and (1 - found.ci95[1], 1 - found.ci95[0])
        return replace(found, value=1 - found.value, ci95=ends)


def coded_readings(store: Store, opened: OpenStudy, codings: Codings) -> Iterator[CodedReading]:
    """Every judgement of a reply on which later words depended; of identical transcripts, which are
    coded once, the first.
    """
    steered = {one.procedure for one in opened.chapters if steers(one.experiment)}
    if not steered:
        return
    rows = opened.rows.of_groups(one for one in opened.rows.groups if one.procedure in steered)
    items = ItemPositions(codings.packets)
    known: set[tuple[str, str, Place]] = set()
    for told in replace(opened, rows=rows).finished(store):
        yield from _of_trial(told, codings, items, known)


def _of_trial(
    told: FinishedTrial,
    codings: Codings,
    items: ItemPositions,
    known: set[tuple[str, str, Place]],
) -> Iterator[CodedReading]:
    """Those of one trial, but for the places of items that are `known`: counted before."""
    trial, answers = told.transcript.trial, with_text(told).answers
    read = {
        (one.number, one.place): one
        for one in told.transcript.exchanges
        if one.reply is not None and one.reply.outcome
    }
    for coded in codings.brought_home(told):
        if coded.twin or coded.kind not in (CoderKind.BLIND, CoderKind.AUTHOR):
            continue
        verdicts = verdicts_of(trial, answers, coded.judgements)
        for place, judgement in coded.judgements.items():
            one, verdict = read.get(place), verdicts.get(place)
            judged = coded.packet, items.item(coded, place), place
            if one is None or verdict is None or judged in known:
                continue
            known.add(judged)
            question = one.turn.question
            assert question is not None
            assert one.reply is not None
            version = f" ({one.session.version})" if one.session.version else ""
            yield CodedReading(
                trial.experiment, f"{question.title}{version}", trial.draw, told.key, place,
                coded.kind, one.reply.outcome, coded_outcome(verdict, question, judgement),
            )  # fmt: skip


def reading_parts(
    readings: Sequence[CodedReading], *, replicates: int, seed: int
) -> tuple[ReadingPart, ...]:
    """The figures of all readings, then of each question; none without readings."""
    if not readings:
        return ()
    asked = dict.fromkeys((one.experiment, one.question) for one in readings)
    groups = [("", "", tuple(readings))]
    groups += [
        (*which, tuple(one for one in readings if (one.experiment, one.question) == which))
        for which in asked
    ]
    return tuple(_part(*group, replicates=replicates, seed=seed) for group in groups)


def _part(
    experiment: str, question: str, rows: Sequence[CodedReading], *, replicates: int, seed: int
) -> ReadingPart:
    labels = tuple(dict.fromkeys(word for one in rows for word in (one.reader, one.coder)))
    # One outcome alone is no scale; kappa then says why it is undefined.
    labels = labels if len(labels) > 1 else (*labels, "another")
    ratings = ratings_of(
        [[labels.index(one.reader), labels.index(one.coder)] for one in rows],
        coders=RATERS,
        labels=labels,
        level=MeasurementLevel.NOMINAL,
        clusters=[(one.experiment, one.draw) for one in rows],
        strata=[one.experiment for one in rows],
    )
    found = agreement(ratings, replicates=replicates, seed=seed, demands=DEMANDS)
    return ReadingPart(
        experiment,
        question,
        replies=len({(one.trial, one.place) for one in rows}),
        judgements=len(rows),
        otherwise=sum(one.otherwise for one in rows),
        paths=len({one.trial for one in rows}),
        paths_otherwise=len({one.trial for one in rows if one.otherwise}),
        part=Reliability("outcomes", "judgements of replies", _SHOWN, found),
    )


# ------------------------------------------------------------------------------- on the page


def readings_sentence(parts: Sequence[ReadingPart]) -> Iterator[str]:
    """On how many paths coders would have read otherwise; nothing where words depend on no reply
    that was coded.
    """
    for every in parts[:1]:
        kappa = every.part.agreement.coefficient(KAPPA)
        value = "undefined" if kappa.value is None else figure_text(kappa.value)
        yield (
            f"On {every.paths_otherwise} of {counted(every.paths, 'path')} a coder read a reply "
            "otherwise than the program whose reading chose the next words: "
            f"{every.otherwise} of {counted(every.judgements, 'judgement')} ({every.share:.0%}), "
            f"kappa {value}."
        )


READING: tuple[Field[ReadingPart], ...] = (
    field(TEXT, "experiment", "title of the script; empty for all"),
    field(
        TEXT, "question", "name of the question; empty for all", heading="question", label=True,
        folds=True, text=lambda one: one.question or "all",
    ),
    field(COUNT, "replies", "replies that were coded", heading="replies"),
    field(
        COUNT, "judgements", "judgements of these replies, one for each coder",
        heading="judgements",
    ),
    field(WHOLE, "otherwise", "judgements that read the reply otherwise than the reader did"),
    field(
        COEFFICIENT_VALUE, "share", "their share", heading="read otherwise",
        text=lambda one: VALUE.text(one.share_otherwise),
    ),
    field(WHOLE, "paths", "trials with such a reply"),
    field(
        WHOLE, "paths_otherwise", "trials with a reply that a coder read otherwise",
        heading="paths", text=lambda one: f"{one.paths_otherwise} of {one.paths}",
    ),
    *through(ReadingPart, "part.agreement", AGREEMENT),
)  # fmt: skip
COLUMNS: tuple[Field[ReadingPart], ...] = (
    *pick(READING, "question", "replies", "judgements", "share"),
    CI95.of(attrgetter("share_otherwise")),
    *map(with_interval, of_agreement(attrgetter("part.agreement"), KAPPA)),
    *pick(READING, "paths_otherwise"),
)


def readings_section(parts: Sequence[ReadingPart]) -> Iterator[AgreementSection]:
    """The table of readings by question, where there are any."""
    if parts:
        yield section(
            capital(MEASURED["readings"].what),
            (
                "What the program read when the reply came, against coders; a mark changes no "
                "conversation that was held. Paths: trials with a reply that a coder read "
                "otherwise.",
            ),
            COLUMNS,
            parts,
        )


_WORDS = frozenset(word.value for word in ContentWord)


def canonical(text: str, words: tuple[tuple[str, str], ...]) -> str:
    """An answer with every word that varies put back to the script's own, so that draws compare.

    The words of one draw may be another draw's lure; the place in the script is what stays.
    """
    if text in _WORDS:
        return text
    plain = folded(text)
    pattern, slots = _varying(words)
    if pattern is not None:
        plain = pattern.sub(lambda found: slots[found.group()], plain)
    return re.sub(r"^(?:an?|the) ", "", plain)


@lru_cache(maxsize=1024)
def _varying(
    words: tuple[tuple[str, str], ...],
) -> tuple[re.Pattern[str] | None, dict[str, str]]:
    slots = {value.casefold(): slot.casefold() for slot, value in words if value.strip()}
    if not slots:
        return None, slots
    longest = sorted(slots, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)"), slots
