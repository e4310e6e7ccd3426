"""What the store knows of how a study was coded, for the paragraph of a method section."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter

from coders.desk.calibrating import GATE_RULE, why_failed
from coders.desk.state import GateResult
from coders.packets.shape import CoderKind
from coders.statistics.coefficient import Coefficient
from coders.statistics.within_cells import Masking
from renderers.fields.coding.coders import GATE_FORM
from renderers.fields.coding.coefficients import (
    COEFFICIENT,
    COEFFICIENT_VALUE,
    KAPPA,
    PERCENT,
)
from renderers.fields.design import SIMULATED
from renderers.fields.field import (
    Document,
    Field,
    Kind,
    Scale,
    by_name,
    document,
    each,
    field,
    group,
    nested,
    of,
)
from renderers.fields.scales import TEXT, TRUTH, WHOLE
from renderers.fields.trials import CODER_NAME
from runners.agreement.document import POOLED, TRIALS
from runners.agreement.each_coder import CoderPart
from runners.agreement.measures import Reliability
from runners.agreement.results import StudyAgreement
from runners.coding.coded_packets import (
    HUMAN,
    CodedPacket,
    coded_packet,
    packets_standing,
    visible_packets,
)
from runners.coding.coder_progress import CoderReport
from runners.store.store import Store
from runners.studies.unsupported_parameters import omissions


@dataclass(frozen=True, slots=True)
class StudyCoding:
    """How a study was coded: its agreement, the packets that are shown, of these those that people
    `handed` in or not, and `people` those with codes of the study, with their `headers`; how many
    disagreements each method settled, and what participants were `asked` otherwise than wished for.
    """

    found: StudyAgreement
    packets: Sequence[CodedPacket]
    handed: Sequence[CodedPacket]
    people: Sequence[CodedPacket]
    headers: Sequence[Document]
    settled_by: Counter[str]
    asked: Sequence[str]

    @property
    def by_desk(self) -> list[tuple[Document, CodedPacket]]:
        """Packets of people who coded with devrun, with their headers. Of codes from a table no
        more is known than these codes.
        """
        both = zip(self.headers, self.people, strict=True)
        return [(header, one) for header, one in both if not one.imported]

    @property
    def forms(self) -> list[tuple[CoderReport, GateResult]]:
        """Every form of the calibration that was taken, with the report on its coder."""
        return [(report, form) for report in self.found.reports for form in report.gates]

    @property
    def within(self) -> Coefficient | None:
        """Alpha within cells, of LRS."""
        return self.found.rule.within_cells

    @property
    def replicates(self) -> int:
        """So many times it was resampled for the intervals; 0 where there is none of these."""
        figures = (_kappa(self.found.marks), _kappa(self.found.gate), self.within)
        resampled = not self.found.rated and any(one and one.ci95 for one in figures)
        return self.found.replicates if resampled else 0

    @property
    def pooled(self) -> list[CoderPart]:
        """What is said of each of the pooled coders."""
        return [one for one in self.found.people if one.coder in self.found.pooled]

    @property
    def overridden(self) -> Part | None:
        """LRS that pooled coders did not leave as computed, of those that they gave."""
        every = self.found.reports
        mine = [one for one in every if one.coder in self.found.pooled and not one.imported]
        return _part(sum(one.overridden for one in mine), sum(one.rated for one in mine))

    @property
    def guesses(self) -> list[Masking]:
        """What each of them guessed of the participant."""
        return [one.model for one in self.pooled if one.model is not None]

    @property
    def guessed(self) -> Part | None:
        """The guesses of the participant that were right, of all."""
        return _part(
            sum(one.right for one in self.guesses), sum(one.guesses for one in self.guesses)
        )

    @property
    def repeated(self) -> Part | None:
        """Hidden duplicates that got the same mark or rating again, of all."""
        again = [one.again_marks for one in self.pooled if one.again_marks is not None]
        exact = [(one.pairable, one.coefficient(PERCENT).value) for one in again]
        told = [(n, share) for n, share in exact if share is not None]
        return _part(sum(round(n * share) for n, share in told), sum(n for n, _ in told))


Part = tuple[int, int]
"""How many, of how many."""


def _part(n: int, of_all: int) -> Part | None:
    return (n, of_all) if of_all else None


def _kappa(of_what: Reliability) -> Coefficient:
    return of_what.agreement.coefficient(KAPPA)


_LIST = Scale[Sequence[object]](Kind.LIST)
_OF, _TRIALS, _POOLED = by_name(COEFFICIENT), by_name(TRIALS), by_name(POOLED)
_COEFFICIENT: tuple[Field[Coefficient], ...] = (
    _OF["value"],
    _OF["ci95"].but(missing="there is none"),
    field(TEXT, "reason", "why there is no value; may be empty", lambda one: one.reason or ""),
    _OF["n_items"].but("n"),
)
_PART: tuple[Field[Part], ...] = (
    field(WHOLE, "n", "how many", itemgetter(0)),
    field(WHOLE, "of", "of how many", itemgetter(1)),
)


def _part_of(name: str, what: str, missing: str) -> Field[StudyCoding]:
    return nested(name, what, _PART, missing=missing)


def _people(name: str, what: str, kind: CoderKind) -> Field[StudyCoding]:
    read = attrgetter("packets" if kind is CoderKind.AUTOMATIC else "people")
    return field(WHOLE, name, what, lambda one: len(_names(read(one), kind)))


def _passing(name: str, what: str, holds: Callable[[list[bool]], bool]) -> Field[StudyCoding]:
    """How many coders took forms of which this holds: which of them were passed."""
    return field(WHOLE, name, what, lambda one: sum(map(holds, one.found.calibrated.values())))


CODING: tuple[Field[StudyCoding], ...] = (
    *of(
        attrgetter("found"),
        (
            SIMULATED,
            _TRIALS["asked_for"].but("total"),
            _TRIALS["coded"].but("standing"),
            _TRIALS["different"].but("coded"),
            _TRIALS["double_coded"],
        ),
    ),
    _people("blind_coders", "blind coders with codes of the study", CoderKind.BLIND),
    _people("authors", "authors with codes of the study", CoderKind.AUTHOR),
    _people("judges", "models as judges", CoderKind.AUTOMATIC),
    field(
        _LIST, "statements", "what packets say that coders were blind to",
        lambda one: distinct(str(header.get("statement", "")) for header, _ in one.by_desk),
    ),
    field(
        TRUTH, "keyed", "whether coders were shown the accepted answers",
        lambda one: any(header.get("keyed") is True for header in one.headers),
    ),
    field(
        WHOLE, "duplicates", "hidden duplicates in packets",
        lambda one: sum(len(packet.columns.twins) for packet in one.people),
    ),
    field(
        _LIST, "gold_notes", "what packets say of their gold",
        lambda one: distinct(str(header.get("gold_note", "")) for header in one.headers),
    ),
    field(
        _LIST, "passed", "forms of the calibration that were passed: coder, right marks, marks",
        lambda one: [(who.coder, form.right, form.marks) for who, form in one.forms if form.passed],
    ),
    field(
        _LIST, "codebooks", "versions of the codebook",
        lambda one: distinct(packet.packet.codebook_version for _, packet in one.by_desk),
    ),
    field(
        COEFFICIENT_VALUE, "exact", "share of marks that are equal",
        lambda one: one.found.marks.agreement.coefficient(PERCENT).value,
        missing="it is undefined",
    ),
    nested(
        "kappa", "Cohen's kappa of the marks", _COEFFICIENT, lambda one: _kappa(one.found.marks)
    ),
    nested(
        "gate_kappa", "that of control questions passed or failed", _COEFFICIENT,
        lambda one: _kappa(one.found.gate),
    ),
    nested("within", "alpha of LRS within cells", _COEFFICIENT, missing="there is none"),
    field(
        WHOLE, "clusters", "units that are resampled together", "found.marks.agreement.clusters"
    ),
    field(WHOLE, "replicates", "times that they are resampled; 0 without an interval"),
    field(
        WHOLE, "settled", "judgements that were adjudicated", lambda one: one.settled_by.total()
    ),
    field(_LIST, "how", "by which methods", lambda one: distinct(one.settled_by)),
    field(
        _LIST, "unlocked", "people who have not handed in",
        lambda one: distinct(packet.packet.coder for packet in one.handed if not packet.ended),
    ),
    field(
        _LIST, "asked", "sentences on participants that were asked otherwise than wished for"
    ),
    each(
        "calibration", "each form of the calibration",
        (
            CODER_NAME.read_by(lambda row: row[0].coder),
            *of(itemgetter(1), GATE_FORM),
            field(TEXT, "why", "why it was failed; may be empty", lambda row: why_failed(row[1])),
        ),
        "forms",
    ),
    nested(
        "control_kappa", "kappa of single control questions", _COEFFICIENT,
        lambda one: _kappa(one.found.controls),
    ),
    field(
        _LIST, "settled_by", "each method with how many judgements it settled",
        lambda one: [(how, many) for how, many in one.settled_by.items() if how and many],
    ),
    field(
        _LIST, "imported", "coders whose codes came in a table",
        lambda one: distinct(packet.packet.coder for packet in one.people if packet.imported),
    ),
    field(TRUTH, "desk", "whether somebody coded with devrun", lambda one: bool(one.by_desk)),
    field(
        TRUTH, "pairs", "whether kappas are means over pairs of coders",
        lambda one: len(one.found.pooled) > 2,
    ),
    field(TEXT, "rule", "what passing the calibration takes", lambda _: GATE_RULE),
    *of(
        attrgetter("found"),
        (
            _TRIALS["double_share"].but(
                what="share of the coded transcripts with two coders or more"
            ),
            _POOLED["as_paper"],
        ),
    ),
    field(WHOLE, "pooled", "coders who are in the figures", lambda one: len(one.found.pooled)),
    field(
        _LIST, "views", "what coders saw",
        lambda one: sorted({packet.packet.view for _, packet in one.by_desk}),
    ),
    group(
        "calibrated", "how many of these coders passed the calibration",
        _passing("first", "with their first form", lambda passed: passed[:1] == [True]),
        _passing("later", "with a later form", lambda passed: any(passed) and not passed[0]),
        _passing("failed", "with no form", lambda passed: bool(passed) and not any(passed)),
        _passing("none", "took none", lambda passed: not passed),
    ),
    field(
        _LIST, "failed_calibration", "people who failed every form, and coded nothing of the study",
        lambda one: distinct(packet.packet.coder for packet in one.handed if packet.failed),
    ),
    _part_of(
        "overridden", "LRS that coders in the figures did not leave as computed", "they gave none"
    ),
    _part_of("guessed", "guesses of the participant that were right", "nobody guessed"),
    field(
        COEFFICIENT_VALUE, "guess_chance", "share of these expected from guessing",
        lambda one: one.guesses[0].chance if one.guesses else None, missing="nobody guessed",
    ),
    _part_of(
        "repeated", "hidden duplicates that got the same mark or rating", "there are none"
    ),
    field(
        _LIST, "untrained", "coders who coded without training, where others were trained",
        lambda one: _untrained(one.found.reports, {it.packet.packet for it in one.people}),
    ),
    _POOLED["rated"].of(attrgetter("found")),
    field(
        _LIST, "free_order",
        "coders who could choose what to code next; packets of older tools let everybody",
        lambda one: distinct(
            packet.packet.coder
            for header, packet in one.by_desk
            if header.get("fixed_order") is not True
        ),
    ),
)  # fmt: skip
"""How a study was coded, for the paragraphs of a method section."""


def coding_facts(
    store: Store, found: StudyAgreement, *, every: Sequence[CodedPacket] | None = None
) -> Document:
    """How a study was coded whose agreement was `found`, as the document of a report has it;
    `every` are its packets, where they were read already.

    Raises PacketUnusable where a log in the store cannot be read.
    """
    if every is None:
        every = packets_standing(store, found.study)
    packets = visible_packets(every)
    handed = [one for one in packets if one.kind in HUMAN]
    # Who is still in training has coded nothing of the study and is not counted.
    people = [one for one in handed if _has_coded(one)]
    settled_by = Counter(
        method
        for one in packets
        if one.kind is CoderKind.ADJUDICATOR
        for method in _methods(coded_packet(store, one.packet))
    )
    headers = [json.loads(one.packet.header) for one in people]
    asked = omissions(store.participants_of(found.study))
    study = StudyCoding(found, packets, handed, people, headers, settled_by, asked)
    return document(CODING, study)


def _names(packets: Sequence[CodedPacket], kind: CoderKind) -> set[str]:
    return {one.packet.coder for one in packets if one.kind is kind}


def _untrained(reports: Iterable[CoderReport], packets: Collection[str]) -> list[str]:
    """Who coded one of these packets and was never trained; nobody where no packet has training."""
    here = [one for one in reports if one.packet in packets and not one.imported]
    trained = {one.coder for one in here if one.trained}
    return distinct(one.coder for one in here if one.coder not in trained) if trained else []


def _has_coded(packet: CodedPacket) -> bool:
    """Whether something of the study was judged, and not only gold."""
    judged = (at for at, one in enumerate(packet.states()) if one is not None and one.judgements)
    return any(map(packet.columns.behind, judged))


def _methods(packet: CodedPacket) -> Iterator[str]:
    """How each disagreement that an adjudicator settled was settled: a method of the packet, or
    majority or median where it was settled by the coders' own codes.
    """
    for codes in packet.state.items.values():
        for judgement in codes.judgements.values():
            yield packet.events[judgement.seq - 1].text("method")


def distinct(statements: Iterable[str]) -> list[str]:
    """Statements of several packets, each said once, in the order of their first."""
    return list(dict.fromkeys(statement for statement in statements if statement))
