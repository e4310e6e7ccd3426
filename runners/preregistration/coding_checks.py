"""How a study was coded, compared with the plan; only once codes have been collected."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

from coders.packets.shape import CoderKind
from dsl.words import and_list, counted
from runners.agreement.results import StudyAgreement
from runners.coding.coder_progress import CoderReport
from runners.preregistration.adherence import Check, Deviation, NotComparable
from runners.preregistration.lookup import Preregistration
from runners.preregistration.observed import ObservedStudy
from runners.preregistration.plan import CodingPlan
from runners.store.coding_queries import PacketHead

NOTHING = "nothing has been coded yet"
NOBODY = "no coding was planned, and none was done"

Finding = Callable[[CodingPlan, "StudyAgreement", Sequence["PacketHead"]], Iterator[Deviation]]


def _when_coded(find: Finding) -> Check:
    def compared(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
        agreement = _agreement_of(plan, done)
        home = {one.packet for one in _people(agreement)}
        heads = [one for one in done.heads if one.packet in home]
        yield from find(plan.block.coding, agreement, heads)

    return compared


def _agreement_of(plan: Preregistration, done: ObservedStudy) -> StudyAgreement:
    """The agreement of the coders; raises NotComparable where nothing was coded."""
    if done.agreement is None:
        coding = plan.block.coding
        planned = coding.blind_coders + coding.authors + coding.judges
        raise NotComparable(NOTHING if planned else NOBODY)
    return done.agreement


def _people(agreement: StudyAgreement) -> list[CoderReport]:
    """The packets of people that count and have codes in the store."""
    human = {CoderKind.BLIND, CoderKind.AUTHOR}
    return [one for one in agreement.reports if one.kind in human and one.done]


def _number(
    coding: CodingPlan, agreement: StudyAgreement, heads: Sequence[PacketHead]
) -> Iterator[Deviation]:
    for kind, planned, one, many in (
        (CoderKind.BLIND, coding.blind_coders, "blind coder", None),
        (CoderKind.AUTHOR, coding.authors, "author who codes", "authors who code"),
        (CoderKind.AUTOMATIC, coding.judges, "model as judge", "models as judges"),
    ):
        names = {each.coder for each in agreement.reports if each.kind is kind and each.done}
        if len(names) != planned:
            told = f" ({and_list(sorted(names))})" if names else ""
            yield Deviation(
                "", counted(planned, one, many), f"{counted(len(names), one, many)}{told}"
            )


def _view(
    coding: CodingPlan, agreement: StudyAgreement, heads: Sequence[PacketHead]
) -> Iterator[Deviation]:
    for head in heads:
        if head.view != coding.view:
            yield Deviation(head.coder, f"{coding.view} view", f"{head.view} view")
        settings = json.loads(head.settings)
        for name, planned, words in (
            ("keyed", coding.keyed, "accepted answers shown"),
            ("plain_replies", coding.plain_replies, "formatting removed from replies"),
            ("neutral_words", coding.neutral_words, "neutral words in place of those that vary"),
        ):
            if name in settings and settings[name] is not planned:
                yes, no = f"{words}: yes", f"{words}: no"
                told = (yes, no) if planned else (no, yes)
                yield Deviation(head.coder, *told)


def _gold(
    coding: CodingPlan, agreement: StudyAgreement, heads: Sequence[PacketHead]
) -> Iterator[Deviation]:
    reports = {one.packet: one for one in agreement.reports}
    for head in heads:
        passed = [gate for gate in reports[head.packet].gates if gate.passed]
        if not coding.gold:
            if reports[head.packet].gates or reports[head.packet].gold:
                yield Deviation(head.coder, "no gold codes", "gold codes were in the packet")
            continue
        wanted = f"calibration passed with {coding.gold_percent:g}% of the marks as in the gold"
        if not passed:
            yield Deviation(head.coder, wanted, "coded without passing calibration")
        elif all(100 * gate.right < coding.gold_percent * gate.marks for gate in passed):
            best = max(passed, key=lambda gate: gate.right / gate.marks)
            yield Deviation(head.coder, wanted, f"{best.right} of {best.marks} as in the gold")


def _duplicates(
    coding: CodingPlan, agreement: StudyAgreement, heads: Sequence[PacketHead]
) -> Iterator[Deviation]:
    wanted = coding.duplicates_percent
    for head in heads:
        asked = json.loads(head.settings).get("duplicates")
        if isinstance(asked, str):
            share = 100 * float(asked)
            if abs(share - wanted) > 0.05:
                yield Deviation(
                    head.coder, f"{wanted:g}% hidden duplicates", f"{share:g}% hidden duplicates"
                )
        elif asked is not None:
            yield Deviation(
                head.coder,
                f"{wanted:g}% hidden duplicates",
                f"exactly {counted(int(asked), 'hidden duplicate')}",
            )


def _overlap(
    coding: CodingPlan, agreement: StudyAgreement, heads: Sequence[PacketHead]
) -> Iterator[Deviation]:
    if not agreement.coded:
        return
    share = 100 * agreement.double / agreement.coded
    if share < coding.overlap_percent - 0.05:
        yield Deviation(
            "",
            f"{coding.overlap_percent:g}% coded by two or more",
            f"{agreement.double:,} of {agreement.coded:,}: {share:.1f}%",
        )


def _agreement(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    agreement = _agreement_of(plan, done)
    scores = agreement.marks if agreement.rated else agreement.rule
    wanted = plan.block.coding.agreement_threshold
    found = scores.within_cells
    if found is None or found.value is None:
        reason = (found.reason if found is not None else "") or "too little was double-coded"
        raise NotComparable(f"alpha of the LRS within cells is undefined: {reason}")
    if found.value < wanted:
        yield Deviation(
            "", f"alpha of the LRS within cells at least {wanted:g}", f"{found.value:.2f}"
        )


def _record(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    planned = plan.block.analysis.score_of_record
    role = "matcher" if done.scores.role.startswith("matcher") else done.scores.role
    if done.scores.provisional and planned != "matcher":
        raise NotComparable(NOTHING)
    if role not in {planned, "likelihood"}:
        yield Deviation("", planned, role)


CODING: tuple[tuple[str, str, Check], ...] = (
    ("score", "primary score", _record),
    ("coders", "number and kind of coders", _when_coded(_number)),
    ("view", "view and masking", _when_coded(_view)),
    ("gold", "calibration against gold codes", _when_coded(_gold)),
    ("duplicates", "hidden duplicates", _when_coded(_duplicates)),
    ("overlap", "proportion coded by two or more", _when_coded(_overlap)),
    ("agreement", "agreement between coders and its threshold", _agreement),
)
