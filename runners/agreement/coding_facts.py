"""What the store knows of how a study was coded, for the paragraph of a method section.

What the page of agreement says first of the coding itself.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from coders.desk.calibrating import GATE_RULE
from coders.packets.shape import CoderKind
from coders.statistics.coefficient import Coefficient
from dsl.words import and_list, counted
from renderers.fields.field import Document, document
from runners.agreement.readings import readings_sentence
from runners.agreement.results import StudyAgreement
from runners.coding.coded_packets import (
    HUMAN,
    CodedPacket,
    coded_packet,
    packets_standing,
    visible_packets,
)
from runners.coding.coder_fields import GATE_FORM
from runners.coding.coder_progress import CoderReport
from runners.store.store import Store
from runners.studies.unsupported_parameters import omissions

ALPHA = "krippendorff_alpha_ordinal"


def coding_facts(
    store: Store, found: StudyAgreement, *, every: Sequence[CodedPacket] | None = None
) -> Document:
    """The facts about a study whose agreement was `found`, as the document of a report has them;
    `every` are its packets, where they were read already.

    Raises PacketUnusable where a log in the store cannot be read.
    """
    if every is None:
        every = packets_standing(store, found.study)
    packets = visible_packets(every)
    handed = [one for one in packets if one.kind in HUMAN]
    # Who is still in training has coded nothing of the study and is not counted.
    people = [one for one in handed if _has_coded(one)]
    headers = [json.loads(one.packet.header) for one in people]
    settled = [one for one in packets if one.kind is CoderKind.ADJUDICATOR]
    imported = [one for one in people if one.imported]
    forms = [(report, form) for report in found.reports for form in report.gates]
    settled_by = Counter[str]()
    for one in settled:
        settled_by.update(_methods(coded_packet(store, one.packet)))
    kappa, gate_kappa, control_kappa = (
        _printed(part.agreement.coefficient("cohen_kappa"))
        for part in (found.marks, found.gate, found.controls)
    )
    alphas = (one for one in found.rule.agreement.within_cell if one.name == ALPHA)
    within = next(map(_printed, alphas), None)
    figures = (kappa, gate_kappa, within)
    resampled = not found.rated and any(one and one["ci95"] for one in figures)
    return {
        "simulated": found.simulated,
        # Of `total` trials `standing` stand behind the `coded` different ones that were coded.
        "total": found.trials,
        "standing": found.standing,
        "coded": found.coded,
        "double_coded": found.double,
        "blind_coders": len(_names(people, CoderKind.BLIND)),
        "authors": len(_names(people, CoderKind.AUTHOR)),
        "judges": len(_names(packets, CoderKind.AUTOMATIC)),
        # What the packets said about blindness; an imported packet says that nothing is known.
        "statements": distinct(
            str(header.get("statement", ""))
            for header, one in zip(headers, people, strict=True)
            if not one.imported
        ),
        "keyed": any(header.get("keyed") is True for header in headers),
        "duplicates": sum(len(one.columns.twins) for one in people),
        "gold_notes": distinct(str(header.get("gold_note", "")) for header in headers),
        "passed": [(one.coder, form.right, form.marks) for one, form in forms if form.passed],
        "codebooks": distinct(one.packet.codebook_version for one in people if not one.imported),
        "exact": found.marks.agreement.coefficient("percent_agreement").value,
        "kappa": kappa,
        "gate_kappa": gate_kappa,
        "within": within,
        "clusters": found.marks.agreement.clusters,
        "replicates": found.replicates if resampled else 0,
        # Judgements that were adjudicated, by what, and how many by which.
        "settled": settled_by.total(),
        "how": distinct(settled_by),
        "unlocked": distinct(one.packet.coder for one in handed if not one.ended),
        # Sentences on participants that were asked otherwise than wished for.
        "asked": omissions(store.participants_of(found.study)),
        "calibration": [
            {"coder": one.coder, **document(GATE_FORM, form), "why": form.why}
            for one, form in forms
        ],
        "control_kappa": control_kappa,
        "settled_by": [(how, many) for how, many in settled_by.items() if how and many],
        # Coders whose codes came from a table, of whom no more is known than these codes; `desk`:
        # somebody coded with devrun, whose packets have an order of their own.
        "imported": distinct(one.packet.coder for one in imported),
        "desk": len(imported) < len(people),
        # Whether kappas are means over pairs of coders, and the sentence on what passing takes.
        "pairs": len(found.pooled) > 2,
        "rule": GATE_RULE,
        "double_share": found.double_share,
        # For the short paragraph: whom the figures are of, what packets showed, how many coders
        # passed the calibration with the first form and later, failed it, and took none.
        "as_paper": found.as_paper,
        "pooled": len(found.pooled),
        "views": sorted({one.packet.view for one in people if not one.imported}),
        "calibrated": _calibrated(found.calibrated.values()),
        # Coders who failed every form of the calibration, and so coded nothing of the study.
        "failed_calibration": distinct(one.packet.coder for one in handed if one.failed),
        **_of_each_coder(found),
        # Coders who coded without training, where others were trained.
        "untrained": _untrained(found.reports, {one.packet.packet for one in people}),
        # Whether coders gave ratings from 0 to 5, and no marks.
        "rated": found.rated,
        # Coders who could choose what to code next; packets of older tools let everybody.
        "free_order": distinct(
            one.packet.coder
            for header, one in zip(headers, people, strict=True)
            if not one.imported and header.get("fixed_order") is not True
        ),
    }


def _names(packets: Sequence[CodedPacket], kind: CoderKind) -> set[str]:
    return {one.packet.coder for one in packets if one.kind is kind}


def _calibrated(forms: Collection[Sequence[bool]]) -> Document:
    """How many coders passed the calibration, and when; `forms` says of each which were passed."""
    return {
        "first": sum(bool(passed) and passed[0] for passed in forms),
        "later": sum(any(passed) and not passed[0] for passed in forms),
        "failed": sum(bool(passed) and not any(passed) for passed in forms),
        "none": sum(not passed for passed in forms),
    }


def _of_each_coder(found: StudyAgreement) -> Document:
    """Over the pooled coders, as (how many, of how many): LRS that were not left as computed,
    models that were guessed right, with chance, and hidden duplicates that got the same mark or
    rating; None where there was nothing of the kind.
    """
    mine = [one for one in found.people if one.coder in found.pooled]
    reports = [one for one in found.reports if one.coder in found.pooled and not one.imported]
    guesses = [one.model for one in mine if one.model is not None]
    again = [one.again_marks for one in mine if one.again_marks is not None]
    exact = [(one.pairable, one.coefficient("percent_agreement").value) for one in again]
    chance = guesses[0].chance if guesses else None
    return {
        "overridden": _part(
            sum(one.overridden for one in reports), sum(one.rated for one in reports)
        ),
        "guessed": _part(sum(one.right for one in guesses), sum(one.guesses for one in guesses)),
        "guess_chance": chance,
        "repeated": _part(
            sum(round(n * share) for n, share in exact if share is not None),
            sum(n for n, share in exact if share is not None),
        ),
    }


def _part(n: int, of: int) -> Document | None:
    return {"n": n, "of": of} if of else None


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


def _printed(one: Coefficient) -> Document:
    """A coefficient as it is printed."""
    return {"value": one.value, "ci95": one.ci95, "reason": one.reason or "", "n": one.n_items}


def distinct(statements: Iterable[str]) -> list[str]:
    """Statements of several packets, each said once, in the order of their first."""
    return list(dict.fromkeys(statement for statement in statements if statement))


_NOT_OF_SCORE = (
    " (`devrun score` counts every trial in which a disputed control question can change the LRS)"
)


def opening(found: StudyAgreement) -> Iterator[str]:
    """Who coded how much, what is open, and who is not counted: a sentence each."""
    who = "Blind coders and authors, pooled" if found.as_paper else "Blind coders"
    yield f"{who}: {and_list(found.pooled) or 'none yet'}."
    if found.coded:
        yield (
            f"{counted(found.coded, 'distinct transcript')} ({found.standing} of {found.trials} "
            f"trials) coded, {found.double} by two or more ({found.double_share:.0%})."
        )
    unfinished = list(
        dict.fromkeys(
            one.coder for one in found.reports if not one.ended and one.kind != "adjudicator"
        )
    )
    if found.disputed:
        were = "was" if found.disputed == 1 else "were"
        yield (
            f"{counted(found.disputed, 'distinct transcript')} "
            f"({counted(found.disputed_trials, 'trial')}) {were} passed by one coder and failed by "
            f"another on their control questions{_NOT_OF_SCORE if found.disputed_open else ''}: "
            f"{_what_is_open(found, waiting=bool(unfinished))}."
        )
    yield from readings_sentence(found.readings)
    if unfinished:
        verb = "has" if len(unfinished) == 1 else "have"
        yield f"{and_list(unfinished)} {verb} not handed in yet: these figures may change."
    failed = dict.fromkeys(one.coder for one in found.reports if one.failed)
    if failed:
        yield f"Failed the calibration and coded nothing of the study: {and_list(list(failed))}."
    yield from _calibrations(found)
    others = [*(found.authors.coders if found.authors else ())]
    others += [name for judge in found.judges for name in judge.coders]
    if others:
        yield f"{and_list(others)}: not counted here; --all compares them with these coders."
    if found.hidden:
        yield f"{and_list(found.hidden)}: hidden until all people have handed in the same trials."
    if found.stale:
        yield (
            f"{counted(found.stale, 'coding')} for a text that differs from the store: in no "
            "figure."
        )


def _calibrations(found: StudyAgreement) -> Iterator[str]:
    """Coders in the figures who did not pass a calibration."""
    none = [name for name, forms in found.calibrated.items() if not forms]
    failed = [name for name, forms in found.calibrated.items() if not all(forms)]
    if none:
        yield f"Not calibrated against gold: {and_list(none)}."
    if failed:
        yield f"Failed a form of the calibration: {and_list(failed)}; see --all."


def _what_is_open(found: StudyAgreement, *, waiting: bool) -> str:
    """What is left to be adjudicated of the gates."""
    if not found.disputed_open:
        return "adjudicated"
    then = " when all have handed in" if waiting else ""
    if found.disputed_open == found.disputed:
        return f"`devrun adjudicate` resolves these first{then}"
    return (
        f"{counted(found.disputed_open, 'transcript')} not adjudicated yet; continue with "
        f"`devrun adjudicate`{then}"
    )
