"""Everything that a report says: scores, agreement, comparisons, and the facts of the study.

Each part is the document that a command of its own prints, so that what is on a page can be
asked for again by that command. Nothing is computed for the page alone but what is under `report`.

`WARNINGS` are what a reader must know before any figure: where a study shows less than it seems to.
Each is a count with what it was counted of, so that a page can say it as a number and a sentence;
the limits are those of the statistics manual.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING

from coders.norms.ages import Norms
from coders.tables.wave_ratings import WaveTable
from renderers.fields.field import Document, Field, Kind, Scale, field, group, nested, of
from renderers.fields.field import document as made_of
from renderers.fields.scales import RATIO, SHARE, TRUTH, WHOLE
from renderers.rows.comparisons import Comparisons
from renderers.rows.scores import CellScore, StudyScores
from renderers.rows.waves import WaveScores
from runners.agreement.results import StudyAgreement
from runners.analysis.cell_scores import FEW_TECHNICAL
from runners.analysis.coded_study import CodedStudy
from runners.analysis.codings import RaterSelection
from runners.analysis.document import Json
from runners.analysis.marks import MarkSets
from runners.analysis.matched_trials import others_for
from runners.analysis.matcher_cache import Before
from runners.analysis.score_table import ScoreTable
from runners.analysis.scores import study_scores
from runners.analysis.trials import finished_trials
from runners.coding.coded_packets import CodedPacket, packets_standing
from runners.coding.coded_trials import study_codes
from runners.prices.table import Price
from runners.report.facts import NOT_CODED, facts
from runners.report.replies import replies_aside
from runners.store.store import Store
from runners.studies.study import OpenStudy

if TYPE_CHECKING:
    from renderers.report.embedding import Embedded

Say = Callable[[str], None]
"""Called with what is being done, in a word or two."""


@dataclass(frozen=True, slots=True)
class ReportData:
    """What a page is made of: the document of `devrun report --json`, and the rows behind it."""

    document: Json
    scores: StudyScores
    comparisons: Comparisons
    carried: Embedded | None
    waves: WaveScores | None = None


def report_data(
    store: Store,
    opened: OpenStudy,
    whose: RaterSelection,
    *,
    prices: Mapping[str, Price],
    at: str,
    at_most: int | None,
    page: bool = True,
    preregistration: str | None = None,
    before: Before | None = None,
    norms: Norms | None = None,
    with_models: Callable[[Comparisons, StudyScores], Comparisons] = lambda found, _: found,
    reasons: Reasons | None = None,
    say: Say,
) -> ReportData:
    """All that is known of what was opened of a study; `at` is the time now, UTC. A `page`
    carries `at_most` transcripts, all of them for None. `preregistration` is a file or the
    beginning of a sealed hash; without one the newest seal for these scripts counts. `before`
    keeps what the matcher makes of a large study. Ages are by these `norms`, else by those of the
    original CogLM bank; `with_models` adds comparisons of the models of a table, and `reasons` how
    reasons behind ratings in waves were rated.

    Raises:
        NoSuchCoder: `whose.coder` has coded nothing here.
        PacketUnusable: codes that cannot be read.
        FormUnusable: the preregistration cannot be read, or there is none of that name.
        NoWaves: `reasons` are given, and nothing was rated in waves.
    """
    from renderers.fields.comparison.comparisons import comparison_document
    from renderers.fields.scores import score_document
    from renderers.fields.waves import WAVES
    from runners.agreement.coding_facts import coding_facts
    from runners.agreement.document import study_document
    from runners.comparison.comparisons import compared
    from runners.comparison.families import ALPHA
    from runners.comparison.replies import StoryReplies
    from runners.preregistration.checks import deviations
    from runners.preregistration.lookup import find_preregistration, valid_declarations
    from runners.report.transcripts import ON_PAGE, embedded, picked

    stories = StoryReplies(opened)
    with replies_aside(store, stories.search, others_for(len(opened.rows))) as replies:
        say("codes")
        packets = packets_standing(store, opened.study.id)
        read = CodedStudy(finished_trials(store, opened), study_codes(packets), MarkSets())
        say("agreement")
        agreed, why = _agreement(store, opened, whose, packets, read)
        say("scores")
        scores = study_scores(store, opened, whose, read=read, before=before, norms=norms)
        coding = None if agreed is None else coding_facts(store, agreed, every=packets)
        say("transcripts")
        some = picked(opened, read.trials.rows, at_most=at_most)
        scored = scores.trials
        carried = embedded(store, some, whose, scored=scored, read=read) if page else None
        # All that was coded is most of what a large study holds in memory.
        del packets, read
        answered = replies()
    say("comparisons")
    plan = find_preregistration(store, opened, preregistration)
    kept = deviations(store, opened, plan, scores=scores, agreement=agreed).document
    counts = valid_declarations(store, opened.study.id, plan)
    compared_rows = compared(
        opened,
        scores,
        counts.declared,
        alpha=plan.alpha if plan is not None and not counts.why else ALPHA,
        late=counts.late,
        why=counts.why,
        replies=stories.read(store, scores.trials, answered.found),
    )
    compared_rows = with_models(compared_rows, scores)
    waves = _waves(store, opened, reasons)
    say("the study")
    report = facts(store, opened, scores, answered, prices=prices, at=at)
    report["preregistration"] = kept
    report["transcripts"] = made_of(ON_PAGE, some.counts)
    report |= made_of(NOT_CODED, why)
    report["coding"] = coding
    report["warnings"] = warnings_document(scores, agreed)
    document: Json = {
        "score": score_document(scores),
        "agree": None if agreed is None else study_document(agreed),
        "compare": comparison_document(compared_rows),
        "report": report,
        "waves": None if waves is None else made_of(WAVES, waves),
    }
    return ReportData(document, scores, compared_rows, carried, waves)


Reasons = Callable[["WaveTable"], "WaveTable"]
"""Adds to ratings how the reasons behind them were rated."""


def _waves(store: Store, opened: OpenStudy, reasons: Reasons | None) -> WaveScores | None:
    """The scores of ratings in waves; None where no script has waves."""
    from runners.waves.of_study import NoWaves, StudyWaves
    from runners.waves.results import wave_scores

    if reasons is None and all(one.experiment.waves is None for one in opened.chapters):
        return None
    try:
        found = StudyWaves(store, opened).table()
    except NoWaves:
        if reasons is not None:
            raise
        return None
    found = found if reasons is None else reasons(found)
    return wave_scores(found) if found.rows else None


def _agreement(
    store: Store,
    opened: OpenStudy,
    whose: RaterSelection,
    packets: Sequence[CodedPacket],
    read: CodedStudy,
) -> tuple[StudyAgreement | None, str | None]:
    """The agreement of the coders; where there is nothing to compare, None and why."""
    from runners.agreement.agreement import agreement_of
    from runners.agreement.collecting import NothingCoded, collect_ratings

    try:
        rated = collect_ratings(store, opened, packets, read=read)
    except NothingCoded as fault:
        return None, fault.message
    return agreement_of(rated, as_paper=whose.as_paper), None


FEW_DOUBLE = Fraction(1, 5)
"""Under this share of evidence that two coders judged, agreement says little about the rest."""


def holds_guessing(cell: CellScore) -> bool:
    """Whether a cell's interval holds what a guesser gets, so that nothing above it was shown."""
    if cell.lrs.ci95 is None or cell.chance is None:
        return False
    low, high = cell.lrs.ci95
    return low <= cell.chance <= high


def _judge_alone(scores: StudyScores) -> bool:
    """Whether every coder that counts is a model."""
    kinds = {
        one.kind
        for row, _ in ScoreTable.of(scores.trials).counted()
        for one in row.coders
        if one.counted and one.lrs is not None
    }
    return bool(kinds) and kinds <= {"automatic", "matcher"}


_Judged = tuple[StudyScores, StudyAgreement | None]
_Places = tuple[Sequence[int], int]
"""Places in the list of cells, and how many cells could be there."""


def _where(scores: StudyScores, so: Callable[[CellScore], bool], of: int) -> _Places:
    return [at for at, cell in enumerate(scores.cells) if so(cell)], of


def _holding(found: _Judged) -> _Places:
    known = (one.lrs.ci95 is not None and one.chance is not None for one in found[0].cells)
    return _where(found[0], holds_guessing, sum(known))


def _without_interval(found: _Judged) -> _Places:
    scores = found[0]
    tested = len(scores.scored_cells)
    return _where(
        scores, lambda one: one.lrs.ci95 is None and one.experiment not in scores.untested, tested
    )


def _technical(found: _Judged) -> _Places:
    return _where(
        found[0], lambda one: (one.technical_share or 0) > FEW_TECHNICAL, len(found[0].cells)
    )


def _few(found: _Judged) -> bool:
    agreed = found[1]
    if agreed is None or not agreed.coded:
        return False
    return Fraction(agreed.double, agreed.coded) < FEW_DOUBLE


def _statuses(found: _Judged) -> Counter[str]:
    """The finished trials of tests by their status."""
    scores, statuses = found[0], Counter[str]()
    for row, n in ScoreTable.of(scores.trials).counted():
        if row.experiment not in scores.untested:
            statuses[row.status] += n
    return statuses


_PLACES: tuple[Field[_Places], ...] = (
    field(WHOLE, "n", "such cells", lambda found: len(found[0])),
    field(WHOLE, "of", "cells that could be such", itemgetter(1)),
    field(
        Scale[Sequence[int]](Kind.LIST, plain=list), "cells", "their places in `score.cells`",
        itemgetter(0),
    ),
)  # fmt: skip
_NO_MEAN = ("uncoded", "undecided")
_UNSCORED: tuple[Field[Counter[str]], ...] = (
    field(WHOLE, "n", "such trials", lambda found: sum(found[one] for one in _NO_MEAN)),
    field(WHOLE, "of", "finished trials of tests", lambda found: found.total()),
    field(WHOLE, "disputed", "none: a trial with a disputed control has an LRS", lambda _: 0),
    field(WHOLE, "uncoded", "trials without valid codes", itemgetter("uncoded")),
    field(WHOLE, "undecided", "trials in which a mark is missing", itemgetter("undecided")),
)
_NOT_COMPARED = "nothing is coded"
_DOUBLE: tuple[Field[StudyAgreement], ...] = (
    field(
        WHOLE, "double_coded", "answers and readings that two coders or more judged", "double",
        missing=_NOT_COMPARED,
    ),
    field(WHOLE, "coded", "answers and readings with a code", missing=_NOT_COMPARED),
    field(
        RATIO, "share", "the first as a share of the second", "double_share",
        missing=_NOT_COMPARED,
    ),
)  # fmt: skip

WARNINGS: tuple[Field[_Judged], ...] = (
    nested("holds_guessing", "cells whose interval holds what guessing gets", _PLACES, _holding),
    nested("no_interval", "cells of tests without an interval", _PLACES, _without_interval),
    nested(
        "technical", "cells with many trials without an LRS because of a lost reply",
        (*_PLACES, field(SHARE, "limit", "what is many", lambda _: FEW_TECHNICAL)), _technical,
    ),
    field(
        TRUTH, "no_person", "whether no person's codes are in the scores",
        lambda found: found[0].provisional or _judge_alone(found[0]),
    ),
    group(
        "overlap", "what two coders judged",
        field(TRUTH, "few", "whether `share` is under `limit`", _few),
        *of(itemgetter(1), _DOUBLE),
        field(SHARE, "limit", "under this, agreement says little", lambda _: FEW_DOUBLE),
    ),
    nested(
        "unscored", "finished trials that are in no mean until people have done more", _UNSCORED,
        _statuses,
    ),
    group(
        "unfinished", "trials that were planned and have not been run",
        field(WHOLE, "finished", "finished trials", lambda found: len(found[0].trials)),
        field(WHOLE, "planned", "planned trials", lambda found: found[0].planned),
        field(
            WHOLE, "left", "the second minus the first",
            lambda found: found[0].planned - len(found[0].trials),
        ),
    ),
)  # fmt: skip
"""The red lines of a study."""


def warnings_document(scores: StudyScores, agreed: StudyAgreement | None) -> Document:
    """The red lines of a study."""
    return made_of(WARNINGS, (scores, agreed))
