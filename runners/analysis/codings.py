"""Whose codes there are of each trial of a study, and which of them count.

Blind coders count; authors only where they are asked for, models as judges never. Without any code
of a person the matcher's marks stand, and are called provisional. Scores and transcripts read codes
through this, so that the mark shown with a reply is what the figure is made of.

A trial of which every reply was weighed needs no coder and is in no packet: the key says of each
option whether it is right. It is marked so next to trials that people coded, and is not provisional
where nobody did.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from coders.choice_methods import FEWEST_JUDGES
from coders.desk.state import Judgement
from coders.marks import MarkWord, Verdict
from coders.packets.neutral import Neutral
from coders.packets.questions import numbered, settled
from coders.packets.shape import CoderKind, View
from dsl.errors import DevrunError
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Place, Trial
from renderers.rows.trials import AimGuess, CoderRemark
from runners.analysis.matched_trials import matched
from runners.analysis.matcher_cache import Before, CachedMarks, cached_marks, packed
from runners.analysis.quorum import QUORUM, Quorum
from runners.analysis.trial_scores import Coding, gate_places
from runners.analysis.trials import TrialTable, TrialWithText, with_text
from runners.analysis.verdicts import in_own_words, judge, verdicts_of
from runners.coding.coded_packets import CodedPacket
from runners.coding.coded_trials import CodedTrial, CodeTable, StudyCodes
from runners.engine.transcripts import GivenAnswer
from runners.store.store import Store
from runners.studies.study import FinishedTrial, OpenStudy, StudyExperiment
from runners.studies.unsupported_parameters import answered_in_words

MATCHER = "matcher"
WEIGHED = "likelihood"
"""Who marks what was weighed: the key alone."""


@dataclass(frozen=True, slots=True)
class RaterSelection:
    """Whose codes make the mean: blind coders, with authors (`as_paper`), as adjudicated, or one
    coder alone (`coder`; `matcher` for the program that sorts replies, `quorum` for it and models
    as judges).
    """

    as_paper: bool = False
    adjudicated: bool = False
    coder: str | None = None


class NoSuchCoder(DevrunError):
    """Nobody of that name has coded in the study with this id; `coders` are those who have."""

    code = "no-such-coder"

    def __init__(self, name: str, coders: Sequence[str], study: str) -> None:
        super().__init__(
            f"`{name}` has not coded anything in study {study}",
            f"choose among: {', '.join(coders)}",
        )


@dataclass(frozen=True, slots=True)
class MarkedTranscript:
    """One finished trial with what was said at each place, and every coder's verdicts on it.

    `stale`: some codes are about other words than those in the store, and are left out.
    """

    finished: FinishedTrial
    text: TrialWithText
    codings: tuple[Coding, ...]
    stale: bool

    @property
    def answers(self) -> Mapping[Place, GivenAnswer]:
        """What was said at each place."""
        return self.text.answers


class Codings:
    """Every code of a study; without a store there is none. `trial_codes` is what
    is in its packets, where that was read already. `before` is what the matcher made of trials
    before.

    Raises:
        NoSuchCoder: `whose.coder` has coded nothing here.
    """

    def __init__(
        self,
        store: Store | None,
        opened: OpenStudy,
        whose: RaterSelection,
        *,
        trial_codes: StudyCodes | None = None,
        before: Before | None = None,
    ) -> None:
        from runners.coding.coded_packets import packets_standing
        from runners.coding.coded_trials import study_codes

        if trial_codes is None:
            packets = packets_standing(store, opened.study.id) if store is not None else ()
            trial_codes = study_codes(packets, set(opened.rows.keys))
        self.packets = trial_codes.packets
        self.whose = whose
        self._remarks: tuple[CoderRemark, ...] | None = None
        self._packed: tuple[Mapping[Place, Verdict], str] = ({}, "")
        self._codes = trial_codes
        self._opened = opened
        self._neutral = _NeutralCodes(self.packets, opened)
        _refuse_stranger(trial_codes, whose, opened.study.id)
        people = (CoderKind.BLIND, CoderKind.AUTHOR)
        self.quorum = Quorum(trial_codes) if whose.coder == QUORUM else None
        self.by_matcher = whose.coder in (MATCHER, QUORUM) or not any(
            kind in people for kind in trial_codes.kinds.values()
        )
        self._before = before
        self.known: CachedMarks | None = None

    def recall(self, store: Store, table: TrialTable) -> None:
        """Looks up what the matcher made of the trials of a table before."""
        self.known = cached_marks(self._before, store, table) if self.by_matcher else None

    @property
    def kinds(self) -> Mapping[str, CoderKind]:
        """What kind of coder each is, by name."""
        return self._codes.kinds

    def marked(self, finished: Iterable[FinishedTrial]) -> Iterator[MarkedTranscript]:
        """Each of these trials, in their order."""
        for told in finished:
            one = with_text(told)
            codes = self.codes_of(one.key, one.words)
            yield MarkedTranscript(told, one, self.codings(one, codes.here), codes.stale)

    def codes_of(self, trial: str, words: str) -> Codes:
        """Everybody's codes of a trial (its key) in these words (the hash of its transcript); none
        where the matcher's marks count.
        """
        if self.by_matcher:
            return Codes((), stale=False)
        every = self._codes.of(trial)
        here = tuple(each for each in every if each.transcript == words)
        return Codes(here, stale=len(here) != len(every))

    def counts(self, coder: str, kind: CoderKind) -> bool:
        """Whether the codes of a coder count."""
        whose = self.whose
        if whose.coder is not None:
            return coder == whose.coder
        return kind is CoderKind.BLIND or (whose.as_paper and kind is CoderKind.AUTHOR)

    @property
    def code_table(self) -> CodeTable:
        """Everybody's codes, as a table."""
        return self._codes.table

    @property
    def aim_guesses(self) -> tuple[AimGuess, ...]:
        """What people took the study to be about, the newest of each."""
        found: dict[str, AimGuess] = {}
        for code in self.packets:
            name, guess = code.packet.coder, code.state.hypothesis
            if guess is not None and code.kind is not CoderKind.ADJUDICATOR:
                found[name] = AimGuess(name, code.kind.value, self.counts(name, code.kind), guess)
        return tuple(found.values())

    @property
    def remarks(self) -> tuple[CoderRemark, ...]:
        """What people and judges noted on trials of the study, in the order of their packets."""
        if self._remarks is None:
            self._remarks = tuple(self._noted())
        return self._remarks

    def _noted(self) -> Iterator[CoderRemark]:
        noted = [
            code
            for code in self.packets
            if code.kind is not CoderKind.ADJUDICATOR and any(one.notes for one in code.ways()[0])
        ]
        here = set(self._opened.rows.keys) if noted else set[str]()
        for code in noted:
            who = (code.packet.coder, code.kind.value, self.counts(code.packet.coder, code.kind))
            for at, codes in enumerate(code.states()):
                if codes is None or not codes.notes:
                    continue
                behind = code.columns.behind(at)
                trials = tuple(one.trial for one in behind if one.trial in here)
                places = {number: place for number, _, place in behind[0].places} if trials else {}
                for number, note in sorted(codes.notes.items()) if trials else ():
                    yield CoderRemark(*who, trials, places.get(number, ""), note)

    def finish(self) -> None:
        """Keeps what the matcher made of trials: no trial is asked for any more. The items of
        packets, which are most of what a large study has in memory, are let go.
        """
        from runners.coding.coded_trials import CodeTable, StudyCodes

        if self.known is not None:
            self.known.finish()
        self._remarks = self.remarks
        self.packets = tuple(one.in_brief() for one in self.packets)
        self._codes = StudyCodes(self.packets, self._codes.kinds, CodeTable((), None))
        self._neutral = _NeutralCodes(self.packets, self._opened)

    def codings(self, one: TrialWithText, codes: Sequence[CodedTrial] = ()) -> tuple[Coding, ...]:
        """Every coder's verdicts on a trial with these codes; those who count first."""
        if self.by_matcher:
            return (
                self._weighed(one) or self._matched(one, judge(one.trial, one.answers).verdicts),
            )
        here = [self._neutral.restore_words(one.chapter, one.trial, each) for each in codes]
        codings = self._laid(one, here)
        if not any(each.counted for each in codings):
            by_key = self._weighed(one)
            codings = [by_key, *codings] if by_key is not None else codings
        return tuple(codings)

    def by_program(
        self, trials: Iterable[TrialWithText], others: int
    ) -> Iterator[tuple[TrialWithText, Coding]]:
        """Each of these trials as `codings` has it where the matcher's marks count, in no order;
        read in so many other processes.
        """
        for one, verdicts in matched(trials, others):
            yield one, self._weighed(one) or self._matched(one, verdicts)

    def brought_home(self, told: FinishedTrial) -> tuple[CodedTrial, ...]:
        """What everybody coded of a trial, each by itself and before anything was laid over it:
        authors, judges, adjudicators and hidden duplicates, too. Codes of other words are left out.
        """
        trial, words = told.transcript.trial, told.transcript.hash
        every = (*self._codes.of(told.key), *self._codes.twins_of(told.key))
        return tuple(
            self._neutral.restore_words(told.chapter, trial, one)
            for one in every
            if one.transcript == words
        )

    def _laid(self, one: TrialWithText, coded: Sequence[CodedTrial]) -> list[Coding]:
        """Every coder's verdicts on a trial, with what was settled laid over those who count."""
        settled = [each for each in coded if each.kind is CoderKind.ADJUDICATOR]
        settled.sort(key=lambda each: each.at)
        rulings = {
            place: judgement for ruling in settled for place, judgement in ruling.judgements.items()
        }
        gates = set(gate_places(one.trial)) if settled else set()
        codings: list[Coding] = []
        for each in coded:
            if each.kind is CoderKind.ADJUDICATOR:
                continue
            counted = self.counts(each.coder, each.kind)
            given = (each.lrs, each.first_lrs)
            before = after = None
            if not (settled and counted and self.whose.coder is None):
                whole = self._verdicts(one, each, {})
            else:
                after = self._verdicts(one, each, rulings)
                of_gates = {place: ruled for place, ruled in rulings.items() if place in gates}
                before = self._verdicts(one, each, of_gates)
                whole = after if self.whose.adjudicated else before
            codings.append(
                Coding(
                    each.coder, each.kind.value, counted, whole, *given, before, after, each.notes
                )
            )
        return sorted(codings, key=lambda coding: (not coding.counted, coding.coder))

    def _verdicts(
        self, one: TrialWithText, coded: CodedTrial, over: Mapping[Place, Judgement]
    ) -> Mapping[Place, Verdict]:
        """The verdicts of one coder, with what was settled laid over them."""
        return verdicts_of(one.trial, one.answers, {**coded.judgements, **over})

    @property
    def judges(self) -> Quorum:
        """The models that have judged; looked up where no quorum was asked for."""
        return Quorum(self._codes) if self.quorum is None else self.quorum

    @property
    def program(self) -> tuple[str, str]:
        """Who marks where no person's codes count: a name and a kind of coder."""
        return (MATCHER, MATCHER) if self.quorum is None else (QUORUM, CoderKind.AUTOMATIC.value)

    def known_marks(self, table: TrialTable, at: int) -> str | None:
        """The marks of a row that need no words: those that the matcher's cache has, where no judge
        and no person has a say in them.
        """
        text = None if self.known is None else self.known.text_of(at)
        if text is None or self.quorum is None:
            return text
        if MarkWord.HUMAN in text or self._codes.of(table.rows.keys[at]):
            return None
        self.quorum.add_matched(len(table.designs[table.design[at]].voted))
        return text

    def _matched(self, one: TrialWithText, verdicts: Mapping[Place, Verdict]) -> Coding:
        """The matcher's verdicts on a trial, or those of matcher and quorum."""
        if self.known is not None:
            if verdicts is not self._packed[0]:
                voted = frozenset(place for place, _, _ in one.trial.asked(QuestionKind.ITEM))
                self._packed = verdicts, packed(verdicts, voted)
            self.known.add(one.at, self._packed[1])
        if self.quorum is not None:
            verdicts = self.quorum.verdicts(one, verdicts, self._judged(one))
        return Coding(*self.program, counted=True, verdicts=verdicts)

    def _judged(self, one: TrialWithText) -> list[CodedTrial]:
        """What was coded of the words of a trial, in these words."""
        return [
            self._neutral.restore_words(one.chapter, one.trial, each)
            for each in self._codes.of(one.key)
            if each.transcript == one.words
        ]

    def _weighed(self, one: TrialWithText) -> Coding | None:
        """The key's marks of a trial of which all was weighed; None for any other, and where one
        coder alone was asked for.
        """
        if self.whose.coder is not None or answered_in_words(one.participant):
            return None
        found = settled(one.trial, {place: each.text for place, each in one.answers.items()})
        if not found or found != numbered(one.trial).keys():
            return None
        return Coding(
            WEIGHED, WEIGHED, counted=True, verdicts=verdicts_of(one.trial, one.answers, {})
        )


@dataclass(frozen=True, slots=True)
class Codes:
    """What was coded of one trial. `stale`: some codes are about other words than those in the
    store, and are not here.
    """

    here: tuple[CodedTrial, ...]
    stale: bool


class _NeutralCodes:
    """Puts what was said in packets with neutral words back into the words of each trial."""

    def __init__(self, packets: Sequence[CodedPacket], opened: OpenStudy) -> None:
        some = any(json.loads(one.packet.settings).get("neutral_words") is True for one in packets)
        self._words = {one.procedure: Neutral(one.experiment) for one in opened.chapters if some}

    def restore_words(
        self, chapter: StudyExperiment, trial: Trial, coded: CodedTrial
    ) -> CodedTrial:
        if not self._words or coded.view is not View.CONTENT:
            return coded
        words = self._words[chapter.procedure].of(trial.words)
        return replace(coded, judgements=in_own_words(trial, coded.judgements, words))


class TooFewJudges(DevrunError):
    """A quorum was asked for in the study with this id, and fewer than two models have judged."""

    code = "too-few-judges"

    def __init__(self, judges: Sequence[str], study: str) -> None:
        super().__init__(
            f"a quorum needs {FEWEST_JUDGES} judges or more, and in study {study} "
            + (f"only {judges[0]} counts yet" if judges else "none counts yet"),
            "`devrun packets --judges` writes the replies that the matcher does not read, `devrun "
            "code PACKET --judge MODEL` has a model judge them, `devrun collect` takes its log; a "
            "judge counts when it has finished, and people who code the same trials have handed in",
        )


def _refuse_stranger(codes: StudyCodes, whose: RaterSelection, study: str) -> None:
    if whose.coder == QUORUM:
        judges = Quorum(codes).judges
        if len(judges) < FEWEST_JUDGES:
            raise TooFewJudges(judges, study)
        return
    there = [name for name, kind in codes.kinds.items() if kind is not CoderKind.ADJUDICATOR]
    if whose.coder is not None and whose.coder not in (*there, MATCHER):
        raise NoSuchCoder(whose.coder, (*there, MATCHER), study)
