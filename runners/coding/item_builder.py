"""Items built from transcripts under one set of options, for a study's trials and for gold alike.

What trials of one draw share (candidates, whole-trial examples, neutral words) is worked out once.
Texts and questions that many items have in common are kept once: a study of a hundred thousand
trials tells few stories.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coders.packets.candidate_answers import CandidateAnswers, SharedCandidates
from coders.packets.guidance import guide_of
from coders.packets.items import Answers, ItemDraft, Masks, content_drafts, rubric_draft
from coders.packets.masking import NameMask
from coders.packets.neutral import Neutral
from coders.packets.questions import numbered, settled
from coders.packets.shape import Line, LineKind, PacketQuestion, View
from dsl.expand import Expander
from dsl.record import replace
from runners.studies.answers import answers_of, lost_places

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from dsl.trial import Trial
    from runners.engine.transcripts import Transcript


@dataclass(frozen=True, slots=True)
class ItemDisplay:
    """What coders see and how it is masked. `names` are those of the study's participants."""

    view: View
    keyed: bool = False
    plain_replies: bool = False
    neutral_words: bool = False
    names: tuple[str, ...] = ()

    @property
    def masks(self) -> tuple[str, ...]:
        """The masks in words, for the codebook's version."""
        chosen = {"plain replies": self.plain_replies, "neutral words": self.neutral_words}
        return tuple(name for name, on in chosen.items() if on)


class ItemBuilder:
    """Builds items, all with the same `display`."""

    def __init__(self, display: ItemDisplay) -> None:
        self.display = display
        self._names = NameMask(display.names)
        self._told: dict[tuple[str, int], _SharedParts] = {}
        self._lines: dict[Line, Line] = {}
        self._asked: dict[PacketQuestion, PacketQuestion] = {}

    def drafts(
        self,
        experiment: Experiment,
        transcript: Transcript,
        *,
        procedure: str = "",
        worded: bool = False,
    ) -> Iterator[ItemDraft]:
        """The items of one transcript; none if every reply was weighed, which needs no coder.
        `procedure` is the experiment's hash, if it is known: two scripts may bear one title.
        `worded`: the participant answered in words where others are weighed.
        """
        trial = transcript.trial
        known = self._experiment(experiment, procedure, trial.seed)
        said = answers_of(transcript)
        texts = {at: one.text for at, one in said.items()}
        answers = Answers(texts, lost_places(said), worded=worded)
        masks = self.masks(experiment, trial, procedure=procedure)
        keyed = self.display.keyed
        if settled(trial, texts, worded=worded) == numbered(trial).keys():
            return
        if self.display.view is View.RUBRIC:
            guide = known.guide(trial)
            made: Iterable[ItemDraft] = (
                rubric_draft(trial, answers, guide=guide, keyed=keyed, masks=masks),
            )
        else:
            shared = self.candidates(experiment, trial, procedure=procedure)
            made = content_drafts(trial, answers, shared, keyed=keyed, masks=masks)
        for draft in made:
            yield self._pooled(draft)

    def masks(self, experiment: Experiment, trial: Trial, *, procedure: str = "") -> Masks:
        """How texts of a trial are masked."""
        known = self._experiment(experiment, procedure, trial.seed)
        mixed = self.display.view is View.CONTENT
        wanted = self.display.neutral_words
        neutral = known.neutral.of(trial.words, mixed=mixed) if wanted else None
        return Masks(self._names, self.display.plain_replies, neutral)

    def candidates(
        self, experiment: Experiment, trial: Trial, *, procedure: str = ""
    ) -> SharedCandidates:
        """What the cells of a trial's draw offer as answers, in content view."""
        return self._experiment(experiment, procedure, trial.seed).siblings.of(trial)

    def said_back(
        self, experiment: Experiment, trial: Trial, *, procedure: str = ""
    ) -> dict[str, str]:
        """Under neutral words: the script's words of every candidate of a trial, by what is shown.
        Empty without them.
        """
        masks = self.masks(experiment, trial, procedure=procedure)
        if masks.neutral is None:
            return {}
        offered = self.candidates(experiment, trial, procedure=procedure).candidates.values()
        return masks.neutral.back(dict.fromkeys(one for texts in offered for one in texts))

    def _experiment(self, experiment: Experiment, procedure: str, seed: int) -> _SharedParts:
        at = (procedure or f"{experiment.file} {experiment.title}", seed)
        if at not in self._told:
            self._told[at] = _SharedParts(experiment, seed)
        return self._told[at]

    def _pooled(self, draft: ItemDraft) -> ItemDraft:
        item = replace(
            draft.item,
            lines=tuple(map(self._line, draft.item.lines)),
            questions=tuple(self._asked.setdefault(one, one) for one in draft.item.questions),
        )
        return replace(draft, item=item, story=tuple(map(self._line, draft.story)))

    def _line(self, line: Line) -> Line:
        return line if line.kind is LineKind.REPLY else self._lines.setdefault(line, line)


class _SharedParts:
    """What the trials of one experiment share."""

    def __init__(self, experiment: Experiment, seed: int) -> None:
        self.siblings = CandidateAnswers(experiment, seed=seed)
        self.neutral = Neutral(experiment)
        self._expander = Expander(experiment, seed=seed)
        self._guides: dict[tuple[object, ...], tuple[tuple[int, str], ...]] = {}

    def guide(self, trial: Trial) -> tuple[tuple[int, str], ...]:
        at = (trial.cell, trial.draw)
        if at not in self._guides:
            self._guides[at] = guide_of(self._expander, trial.cell, trial.draw)
        return self._guides[at]
