"""A finished trial for reading: its words, its score, and every judgement of each reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dsl.experiment import Outcome
from dsl.trial import Place, Question, Trial
from renderers.rows.agent_waves import AgentAccount
from renderers.rows.by_coder import ByCoder
from renderers.rows.replies import NOT_CODED
from renderers.rows.trials import TrialRow


def handed_on(trial: Trial, place: Place, question: Question | None) -> str | None:
    """What the next wave has of the reply at a place, empty where the former text stays; None where
    nothing is handed on.
    """
    if question is None or (Outcome.CARRIED.value, "") not in question.outcomes:
        return None
    number, _ = place
    at = number, f"{trial.sessions[number].version}/carry {question.name}"
    return dict(trial.path).get(at)


@dataclass(frozen=True, slots=True)
class Mark(ByCoder):
    """One judgement of one reply. `word` is right, half, wrong, needs a human or unkeyed. `note` is
    the coder's on this reply, verbatim and untrusted.
    """

    word: str
    flags: tuple[str, ...] = ()
    reason: str = ""
    note: str = ""

    @property
    def told(self) -> tuple[str, str]:
        """The word and the reason as they are shown: nothing is said twice, and a reply that a
        coder left is said to be not coded, as only the matcher asks for a human.
        """
        if self.reason == NOT_CODED:
            return NOT_CODED, ""
        return self.word, "" if self.reason == f"marked {self.word}" else self.reason


@dataclass(frozen=True, slots=True)
class TranscriptNote(ByCoder):
    """What a coder noted on a whole transcript."""

    note: str


@dataclass(frozen=True, slots=True)
class Given(ByCoder):
    """An LRS that a coder gave of their own: in place of the rule's `proposed`, or (`first`) before
    any mark.
    """

    lrs: int
    proposed: int | None
    first: bool
    reason: str = ""

    @property
    def words(self) -> str:
        """Who gave what, and why: `Ada (blind): LRS 2 where the rule gives 5 (odd)`."""
        rule = "" if self.proposed is None else f" where the rule gives {self.proposed}"
        when = " before any mark" if self.first else rule
        reason = f" ({self.reason})" if self.reason else ""
        aside = "" if self.counted else ", not counted"
        return f"{self.coder} ({self.kind}): LRS {self.lrs}{when}{reason}{aside}"


@dataclass(frozen=True, slots=True)
class ReadTrial:
    """One trial. `replies` and `ended` (how a reply ended, where that is not by itself) are by
    place, `marks` are every coder's, by place. `score` says who answered, and what became of it.
    `given` are LRS that coders gave of their own, where that is not just the rule's. `notes` are
    those on the whole transcript. `agent` is how an agent came to its answers, where one was asked.
    """

    score: TrialRow
    trial: Trial
    replies: Mapping[Place, str]
    marks: Mapping[Place, tuple[Mark, ...]]
    ended: Mapping[Place, str] = field(default_factory=dict)
    given: tuple[Given, ...] = ()
    notes: tuple[TranscriptNote, ...] = ()
    agent: AgentAccount | None = None
    thoughts: Mapping[Place, str] = field(default_factory=dict)
