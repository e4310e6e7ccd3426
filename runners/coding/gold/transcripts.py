"""Gold expanded into transcripts of the scripts that it refers to.

A gold transcript becomes an ordinary one, with made-up replies, so that everything works as with
transcripts of a study. Whole transcripts in the file would keep showing a story that the script no
longer has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from coders.lrs import asked_in, lrs_of
from coders.marks import Verdict, marked
from coders.packets.gold import CONTROL_HALF, GOLD_HELP, Coded, GoldFile, GoldReply, GoldTranscript
from coders.packets.gold_tables import RIGHT as PLAINLY_RIGHT
from coders.packets.gold_tables import Faults
from coders.packets.shape import PacketUnusable
from dsl.expand import Expander, Expanders, combinations_of
from dsl.expanding.after import After
from dsl.expanding.steps_within import steers
from dsl.experiment import Experiment, Word
from dsl.record import replace
from dsl.spelling import nearest
from dsl.tree import JUDGED, FactorKind, QuestionKind
from dsl.trial import Cell, Levels, Place, Question, Session, Trial, Turn, turns
from dsl.words import capital, folded
from runners.coding.gold.words import (
    GoldWords,
    StrangeWord,
    Unsaid,
    key_of,
    said_of,
    says_half,
    words_of,
)
from runners.engine.session import NextCall
from runners.engine.transcripts import Transcript, transcribe_with
from runners.store.keys import sitting_of
from runners.store.records import StoredReply

Load = Callable[[str], Experiment]
"""From the name after `experiment =` to the experiment; raises LookupError with a message."""


@dataclass(frozen=True, slots=True)
class GoldTrialCode:
    """The agreed code of one question of a transcript, and what its reply says by that."""

    question: Question
    reply: str
    coded: Coded
    said: tuple[str, ...]
    plain: bool
    reason: str

    @property
    def verdict(self) -> Verdict:
        """The code as a coder's verdict."""
        return marked(self.coded.code.mark, self.coded.code.flags)


@dataclass(frozen=True, slots=True)
class GoldTrial:
    """One gold transcript with every word of it. Where it is given line by line, `experiment`
    and `transcript` are None and `codes` is empty. `ruled` is the LRS that follows from the codes.
    """

    file: GoldFile
    gold: GoldTranscript
    experiment: Experiment | None
    transcript: Transcript | None
    codes: Mapping[Place, GoldTrialCode]
    ruled: int | None


def script_loader(folder: Path) -> Load:
    """Loads shipped scripts by name, and others by their path from `folder`."""
    from dsl.files.source import Unreadable
    from dsl.loading import load
    from runners.shipped import shipped_names, shipped_script

    known: dict[str, Experiment] = {}

    def found(name: str) -> Experiment:
        if name not in known:
            shipped = shipped_script(name)
            path = shipped or folder / name
            if not _is_file(path):
                close = nearest(name, shipped_names())
                ship = f"available: {', '.join(shipped_names())}"
                hint = f"did you mean `{close}`?" if close else ship
                raise LookupError(f"there is no script {path}; {hint}")
            try:
                experiment = _shipped(path) if shipped else load(path).experiment
            except Unreadable as fault:
                raise LookupError(str(fault)) from fault
            if experiment is None:
                raise LookupError(f"the script {path} has errors: `devrun check {path}` lists them")
            known[name] = experiment
        return known[name]

    return found


def _is_file(path: Path) -> bool:
    """Whether a file is there; not if its name is longer than any disk allows."""
    try:
        return path.is_file()
    except OSError:
        return False


@cache
def _shipped(path: Path) -> Experiment | None:
    from dsl.loading import load

    return load(path).experiment


def expand_gold(
    gold: GoldFile, load: Load, expanders: Expanders | None = None
) -> tuple[GoldTrial, ...]:
    """Every transcript of a gold file with its words and codes.

    Raises PacketUnusable with every fault and its line: an unknown script, level, story, question
    or word, a mark on a question that is not judged, a control marked half.
    """
    faults = Faults()
    expanders = Expanders() if expanders is None else expanders
    gold_trials: list[GoldTrial] = []
    for one in gold.transcripts:
        if not one.experiment:
            gold_trials.append(GoldTrial(gold, one, None, None, {}, None))
            continue
        try:
            experiment = load(one.experiment)
        except LookupError as fault:
            faults.add(one.line, str(fault.args[0]))
            continue
        gold_trial = _TrialBuilder(
            gold, one, expanders.of(experiment, one.seed), faults
        ).gold_trial()
        if gold_trial is not None:
            gold_trials.append(gold_trial)
    if faults.found:
        raise PacketUnusable(faults.message(gold.where), GOLD_HELP)
    return tuple(gold_trials)


class _TrialBuilder:
    """Builds one gold transcript."""

    def __init__(
        self, gold: GoldFile, one: GoldTranscript, expander: Expander, faults: Faults
    ) -> None:
        self.file = gold
        self.one = one
        self.faults = faults
        self.expander = expander
        self.experiment = expander.experiment
        self.manner = gold.manners.get(one.manner, {}).get(one.experiment, {})

    def gold_trial(self) -> GoldTrial | None:
        levels = self._levels()
        if levels is None:
            return None
        cell = Cell(levels, self.one.wording)
        assigned = self.expander.assignment
        drawn = assigned.original if cell.wording == "original" else assigned.permuted
        names = drawn(self.one.draw - 1)
        trial = self._after_replies(self.expander.trial(cell, draw=self.one.draw), names)
        listed = self._listed(trial)
        replies: dict[Place, str] = {}
        codes: dict[Place, GoldTrialCode] = {}
        for index, session in enumerate(trial.sessions):
            words = words_of(self.experiment, trial, session, names)
            for turn in turns(session.nodes):
                at = (index, turn.place)
                reply = listed.get(at)
                replies[at] = self._text(session, turn, reply, words)
                if turn.question is not None and turn.question.kind in JUDGED:
                    code = self._code(turn.question, replies[at], reply, words)
                    if code is not None:
                        codes[at] = code
                elif reply is not None and reply.coded is not None:
                    self._fault(f"`{reply.question}` is not coded: it has no `code`", reply.line)
        ruled = lrs_of(asked_in(trial), {at: code.verdict for at, code in codes.items()})
        transcript = _transcript(trial, lambda step: replies[step.number, step.place])
        return GoldTrial(self.file, self.one, self.experiment, transcript, codes, ruled)

    def _after_replies(self, trial: Trial, names: Mapping[str, Word]) -> Trial:
        """The trial as it goes on after the replies, where words depend on them. What is wrong with
        a reply is reported later, of the trial that this gives.
        """
        if not steers(self.experiment):
            return trial
        silent = _TrialBuilder(self.file, self.one, self.expander, Faults())

        def text(step: NextCall) -> str:
            session = step.whole()
            listed = silent._listed(replace(trial, sessions=_with(trial, step.number, session)))
            words = words_of(self.experiment, trial, session, names)
            return silent._text(session, step.turn, listed.get((step.number, step.place)), words)

        return _transcript(trial, text, self.expander.after(trial.cell, trial.draw)).trial

    def _levels(self) -> Levels | None:
        """The cell with the named levels; None, and a fault, if there is none."""
        factors = self.experiment.of_kind(FactorKind.CONDITIONS)
        named = {folded(level) for level in self.one.cell}
        known = {folded(level.name) for factor in factors for level in factor.levels}
        fitting = [
            levels
            for levels in combinations_of(factors)
            if {folded(level) for _, level in levels} == named
        ]
        if len(fitting) == 1:
            return fitting[0]
        stranger = next(iter(sorted(named - known)), None)
        levels_of = "; ".join(
            f"{factor.name}: {', '.join(level.name for level in factor.levels)}"
            for factor in factors
        )
        if stranger is not None:
            there = f"available: {levels_of}" if factors else "the script has no conditions"
            self._fault(f"`{self.one.experiment}` has no level `{stranger}`; {there}")
        else:
            self._fault(f"`cell` must name one level of each condition ({levels_of})")
        return None

    def _listed(self, trial: Trial) -> dict[Place, GoldReply]:
        """Where in the trial each listed reply belongs: to the first question of its title in its
        story that has none yet.
        """
        found: dict[Place, GoldReply] = {}
        for reply in self.one.replies:
            stories = [s for s in trial.sessions if folded(s.version) == folded(reply.story)]
            if not reply.story and len(trial.sessions) == 1:
                stories = list(trial.sessions)
            if not stories:
                versions = [session.version for session in trial.sessions]
                self._stranger(reply, "story", reply.story, versions)
                continue
            index = trial.sessions.index(stories[0])
            asked = [turn for turn in turns(stories[0].nodes) if turn.question is not None]
            titles = [turn.question.title for turn in asked if turn.question is not None]
            fitting = [
                (index, turn.place)
                for turn, title in zip(asked, titles, strict=True)
                if folded(title) == folded(reply.question)
            ]
            free = [at for at in fitting if at not in found]
            if free:
                found[free[0]] = reply
            elif fitting:
                line = found[fitting[-1]].line
                self._fault(f"`{reply.question}` already has a reply, in line {line}", reply.line)
            else:
                self._stranger(reply, "question", reply.question, titles)
        return found

    def _stranger(self, reply: GoldReply, what: str, name: str, known: list[str]) -> None:
        there = ", ".join(dict.fromkeys(known))
        if not name:
            self._fault(f"its {what} is missing: write one of {there}", reply.line)
            return
        close = nearest(name, known)
        hint = f"did you mean `{close}`?" if close else f"available: {there}"
        self._fault(f"there is no {what} `{name}` here; {hint}", reply.line)

    def _text(self, session: Session, turn: Turn, reply: GoldReply | None, words: GoldWords) -> str:
        """The words of a reply: those listed, else a right answer in the transcript's manner."""
        question = turn.question
        title = question.title if question is not None else "listen"
        if reply is not None:
            text, line = reply.says, reply.line
        else:
            line = self.one.line
            text = self.manner.get(f"{session.version} / {title}") or self.manner.get(title, "")
        if not text and reply is None:
            return self._usual(question, title)
        try:
            return words.fill(text, question)
        except StrangeWord as fault:
            self._fault(f"{title}: {fault}" if reply is None else str(fault), line)
            return ""

    def _usual(self, question: Question | None, title: str) -> str:
        if question is None:
            return "All right."
        key = key_of(question)
        if key is not None:
            return f"{capital(key)}."
        choices = [option for _, option in question.outcomes if option]
        if choices:
            return f"{capital(choices[0])}."
        if question.kind in JUDGED:
            self._fault(f"`{title}` has no key to answer from: write its reply")
        return "No."

    def _code(
        self, question: Question, text: str, reply: GoldReply | None, words: GoldWords
    ) -> GoldTrialCode | None:
        line = self.one.line if reply is None else reply.line
        coded = Coded(PLAINLY_RIGHT) if reply is None else reply.coded
        if coded is None:
            self._fault(f"`{question.title}` is coded: its `code` is missing", line)
            return None
        if question.kind is QuestionKind.CONTROL and coded.code.mark == "half":
            self._fault(CONTROL_HALF, line)
            return None
        try:
            given = tuple(words.fill(one, question) for one in coded.said)
            said = said_of(question, coded.code, text, given)
            # A half answer of the script that is chosen as such says all of it plainly.
            plain = "hedged" not in coded.code.flags or says_half(question, said)
            reason = words.fill(coded.reason, question)
        except (StrangeWord, Unsaid) as fault:
            self._fault(str(fault), line)
            return None
        return GoldTrialCode(question, text, coded, said, plain, reason)

    def _fault(self, sentence: str, line: int | None = None) -> None:
        self.faults.add(self.one.line if line is None else line, sentence)


def _with(trial: Trial, number: int, session: Session) -> tuple[Session, ...]:
    """The sessions of a trial, one of them as it is after some replies."""
    return (*trial.sessions[:number], session, *trial.sessions[number + 1 :])


def _transcript(
    trial: Trial, text: Callable[[NextCall], str], after: After | None = None
) -> Transcript:
    """The trial's transcript with these replies. It belongs to no participant."""
    sitting = sitting_of("gold", trial.experiment, trial.cell, draw=trial.draw, sample=1)

    def reply_to(step: NextCall) -> StoredReply:
        words = text(step)
        return StoredReply(step.key, words, "stop" if words else "empty")

    return transcribe_with(trial, sitting, reply_to, after)
