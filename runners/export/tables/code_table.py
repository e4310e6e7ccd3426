"""The table `codes`: every judgement of every reply, as its coder left it.

Nothing is laid over anything here: what an adjudicator settled is in rows of its own, since
agreement is about what coders said before. Where no person has coded, the judgements are the
matcher's, or the key's where answers were weighed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from coders.marks import Flag, Verdict
from renderers.fields.field import Field, field, of, read_by
from renderers.fields.questions import VERDICT
from renderers.fields.scales import KEY, NUMBER, TEXT, TIME, TRUTH
from renderers.fields.trials import WHO
from runners.analysis.verdicts import verdicts_of
from runners.export.csv_file import ExportTable
from runners.export.tables.question_table import MARK, TURN_OF, ExportTurn
from runners.export.tables.trial_tables import HERE

if TYPE_CHECKING:
    from coders.desk.state import Judgement
    from runners.coding.coded_trials import CodedTrial
    from runners.export.exported_trials import ExportedTrials, ExportTrial

_FLAGS = ", ".join(flag.value for flag in Flag)
_PROGRAM = "a program judged"


@dataclass(frozen=True, slots=True)
class ExportCode:
    """One judgement of one reply; `coded` is the packet's item that it was given with: not by a
    program. `item` says where the question was judged, and at which position of the packet.
    """

    at: ExportTurn
    coder: str
    kind: str
    counted: bool
    verdict: Verdict
    judgement: Judgement | None = None
    coded: CodedTrial | None = None
    item: tuple[str, int] | None = None

    @property
    def note(self) -> str:
        """The coder's note on the reply; empty if there is none."""
        place = (self.at.number, self.at.turn.place)
        return (self.coded.notes or {}).get(place, "") if self.coded else ""

    @property
    def duplicate(self) -> bool:
        """Whether the coder judged it a second time."""
        return self.coded is not None and bool(self.coded.twin)


_COUNTED: tuple[Field[ExportCode], ...] = read_by(
    WHO, coder=lambda one: one.coder, kind=lambda one: one.kind, counted=lambda one: one.counted
)
CODES: ExportTable[ExportCode] = ExportTable(
    "codes",
    "one judgement of one reply",
    ("trial", "session", "place", "coder", "coder_kind", "duplicate"),
    (
        *of(attrgetter("at.trial.row"), HERE),
        *of(attrgetter("at"), TURN_OF),
        _COUNTED[0],
        _COUNTED[1].but("coder_kind"),
        _COUNTED[2],
        field(
            TRUTH, "duplicate",
            "whether it is a hidden duplicate; for intra-coder agreement, in no score",
            levels=(("TRUE", "the second time"), ("FALSE", "the first time")),
        ),
        MARK.but(what=f"{MARK.what}; one coder's mark").of(lambda one: one.verdict.mark),
        VERDICT.of(lambda one: one.verdict.word.value),
        field(
            TEXT, "flags", f"flags of the reply, separated by `; `: {_FLAGS}",
            lambda one: "; ".join(flag.value for flag in one.verdict.flags) or None,
            missing="none",
        ),
        field(
            TEXT, "said", "what the reply says by the coder, separated by `; ` (content view)",
            lambda one: "; ".join(one.judgement.said) or None if one.judgement else None,
            missing="the coder gave a mark (rubric view)",
        ),
        field(
            TRUTH, "plainly", "whether it was said without hedging (content view)",
            lambda one: one.judgement.plain if one.judgement and one.judgement.said else None,
            levels=(("TRUE", "plainly"), ("FALSE", "hedged")), missing="rubric view",
        ),
        field(TEXT, "lure", "lure that a wrong reply names", "verdict.lure", missing="none"),
        field(
            TEXT, "because", "reason for the mark, in words",
            lambda one: one.verdict.reason or None, missing="not said",
        ),
        field(
            TEXT, "view", "what the coder saw",
            lambda one: one.coded.view.value if one.coded else None,
            levels=(
                ("rubric", "the whole transcript"),
                ("content", "the question and the reply alone"),
            ),
            missing=_PROGRAM,
        ),
        field(
            KEY, "packet", "packet that the coder was given",
            lambda one: one.coded.packet if one.coded else None, missing=_PROGRAM,
        ),
        field(
            KEY, "item",
            "the item of the packet: identical trials were coded once, as one item",
            lambda one: one.item[0] if one.item else None, missing=_PROGRAM,
        ),
        field(
            NUMBER, "order", "position of the item in the packet",
            lambda one: one.item[1] if one.item else None, missing=_PROGRAM,
        ),
        field(
            TIME, "judged_at", "when the coder last judged the item, by the coder's clock",
            lambda one: one.coded.at or None if one.coded else None,
            missing="coded by a program, or not in the log",
        ),
        field(
            TEXT, "note", "what the coder noted on the reply, in the coder's words",
            lambda one: one.note or None, missing="nothing",
        ),
    ),
)  # fmt: skip


def code_rows(passing: ExportedTrials, one: ExportTrial) -> Iterator[ExportCode]:
    """A row for each judgement of a trial."""
    at = {place: ExportTurn(one, place[0], turn) for place, turn in one.trial.turns.items()}
    counted = {(coding.coder, coding.kind) for coding in one.coded.codings if coding.counted}
    for coding in one.coded.codings:
        # What people and judges coded comes below, without what was settled.
        if coding.kind in ("matcher", "likelihood"):
            for place, one_verdict in coding.verdicts.items():
                yield ExportCode(at[place], coding.coder, coding.kind, coding.counted, one_verdict)
    for coded in one.brought:
        kind = coded.kind.value
        counts = (coded.coder, kind) in counted and not coded.twin
        verdicts = verdicts_of(one.trial, one.coded.answers, coded.judgements)
        for place, judgement in coded.judgements.items():
            verdict = verdicts.get(place)
            if verdict is None or place not in at or at[place].turn.question is None:
                continue
            item = passing.item_of(coded, place)
            yield ExportCode(at[place], coded.coder, kind, counts, verdict, judgement, coded, item)
