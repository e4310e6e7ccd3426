"""Items built from transcripts under one set of options, for a study's trials and for gold alike,
and all items of a study: each content once, with every trial that it comes from.

What trials of one draw share (candidates, whole-trial examples, neutral words) is worked out once.
Texts and questions that many items have in common are kept once: a study of a hundred thousand
trials tells few stories.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from coders.packets.candidate_answers import CandidateAnswers, SharedCandidates
from coders.packets.codebook import guide_of
from coders.packets.items import (
    Answers,
    ItemDraft,
    Masks,
    content_drafts,
    rating_draft,
    rubric_draft,
)
from coders.packets.masking import NameMask
from coders.packets.neutral import Neutral
from coders.packets.questions import numbered, settled
from coders.packets.shape import Item, Line, LineKind, PacketQuestion, View
from dsl.expand import Expander, Expanders
from dsl.experiment import Experiment
from dsl.record import record, replace
from dsl.trial import Levels, Place, Trial
from runners.engine.transcripts import Transcript, answers_of, lost_places, unanswered_places
from runners.store.records import ItemSource
from runners.store.store import Store
from runners.studies.study import FinishedTrial, OpenStudy
from runners.studies.unsupported_parameters import answered_in_words


@dataclass(frozen=True, slots=True)
class ItemDisplay:
    """What coders see and how it is masked. `names` are those of the study's participants;
    `pictures`: coders can see the pictures that were shown, else they read descriptions alone.
    """

    view: View
    keyed: bool = False
    plain_replies: bool = False
    neutral_words: bool = False
    names: tuple[str, ...] = ()
    pictures: bool = False

    @property
    def masks(self) -> tuple[str, ...]:
        """The masks, and whether pictures are seen, in words, for the codebook's version."""
        chosen = {
            "plain replies": self.plain_replies,
            "neutral words": self.neutral_words,
            "pictures": self.pictures,
        }
        return tuple(name for name, on in chosen.items() if on)


class ItemBuilder:
    """Builds items, all with the same `display`. `pictures` are the bytes of those that the items
    built so far show, by their hashes.
    """

    def __init__(self, display: ItemDisplay, expanders: Expanders | None = None) -> None:
        self.display = display
        self.expanders = Expanders() if expanders is None else expanders
        self.pictures: dict[str, bytes] = {}
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
        in_words: bool = False,
    ) -> Iterator[ItemDraft]:
        """The items of one transcript; none if every reply was weighed, which needs no coder.
        `procedure` is the experiment's hash, if it is known: two scripts may bear one title.
        `in_words`: the participant answered in words where others are weighed.
        """
        trial = transcript.trial
        known = self._experiment(experiment, procedure, trial.seed)
        said = answers_of(transcript)
        texts = {at: one.text for at, one in said.items()}
        answers = Answers(texts, unanswered_places(said), in_words=in_words)
        masks = self.masks(experiment, trial, procedure=procedure)
        keyed = self.display.keyed
        if settled(trial, texts, in_words=in_words) == numbered(trial).keys():
            return
        if self.display.view is View.RATING:
            made: Iterable[ItemDraft] = (rating_draft(trial, answers, masks=masks),)
        elif self.display.view is View.RUBRIC:
            guide = known.guide(trial)
            made = (rubric_draft(trial, answers, guide=guide, keyed=keyed, masks=masks),)
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
        return Masks(self._names, self.display.plain_replies, neutral, self.display.pictures)

    def candidates(
        self, experiment: Experiment, trial: Trial, *, procedure: str = ""
    ) -> SharedCandidates:
        """What the cells of a trial's draw offer as answers, in content view."""
        return self._experiment(experiment, procedure, trial.seed).siblings.of(trial)

    def script_words(
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
            self._told[at] = _SharedParts(self.expanders.of(experiment, seed))
        return self._told[at]

    def _pooled(self, draft: ItemDraft) -> ItemDraft:
        for picture in draft.pictures:
            self.pictures.setdefault(picture.digest, picture.data)
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

    def __init__(self, expander: Expander) -> None:
        self.siblings = CandidateAnswers(expander)
        self.neutral = Neutral(expander.experiment)
        self._expander = expander
        self._guides: dict[tuple[object, ...], tuple[tuple[int, str], ...]] = {}

    def guide(self, trial: Trial) -> tuple[tuple[int, str], ...]:
        at = (trial.cell, trial.draw)
        if at not in self._guides:
            self._guides[at] = guide_of(self._expander, trial.cell, trial.draw)
        return self._guides[at]


@record
class DrawStory:
    """What participants were told in one draw of a cell; `procedure` is the experiment's hash."""

    procedure: str
    levels: Levels
    wording: str
    draw: int
    seed: int


AskedQuestion = tuple[str, str]
"""(experiment, the question's name): the same in all stories, draws and conditions of a script."""

Wanted = Callable[["FinishedTrial"], Container["Place"]]
"""The places of a trial whose replies are to be items."""

Stratum = tuple[str, Levels, str, str]
"""(experiment, levels, wording, participant's name)."""

_THINKING = re.compile(r"<think(?:ing)?>|</think(?:ing)?>", re.IGNORECASE)


@dataclass(slots=True)
class ItemPool:
    """All items of a study: what each is (`drafts`), its source, what it tells and asks
    (`texts`), in content view which question that is (`questions`), and under neutral words what
    its offers say in the script (`said`); the `strata` and `stories` of trials by their keys.

    `bundles` are the trials by the items that they come to, which go to the same coders. `merged`
    counts the trials (or replies) whose item is also another's, `lost` replies that were lost and
    are in no item, `settled` those that were scored by likelihood and are in no item, `thinking`
    those that contain a model's thinking, as its server printed it. `masked` and `left` count
    masked names and slot words left over, by word.
    """

    drafts: list[ItemDraft] = field(default_factory=list)
    behind: list[list[ItemSource]] = field(default_factory=list)
    texts: list[int] = field(default_factory=list)
    questions: list[AskedQuestion] = field(default_factory=list)
    said: list[Mapping[str, str]] = field(default_factory=list)
    bundles: dict[tuple[int, ...], list[str]] = field(default_factory=dict)
    strata: dict[str, Stratum] = field(default_factory=dict)
    stories: dict[str, DrawStory] = field(default_factory=dict)
    trials: int = 0
    lost: int = 0
    settled: int = 0
    merged: int = 0
    thinking: int = 0
    masked: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)


def item_pool(
    store: Store, study: OpenStudy, builder: ItemBuilder, wanted: Wanted | None = None
) -> ItemPool:
    """The items of every finished trial that was asked for; in content view of what is `wanted`
    alone, if that is given.
    """
    pool = ItemPool()
    known: dict[tuple[object, ...], int] = {}
    for told in study.finished(store):
        trial = told.transcript.trial
        chapter = told.chapter
        experiment, procedure = chapter.experiment, chapter.procedure
        words = told.transcript.hash
        back = builder.script_words(experiment, trial, procedure=procedure)
        mine: list[int] = []
        in_words = answered_in_words(told.participant)
        places = None if wanted is None else wanted(told)
        for draft in builder.drafts(
            experiment, told.transcript, procedure=procedure, in_words=in_words
        ):
            here = [(session, place) for _, session, place in draft.places]
            if places is not None and not any(at in places for at in here):
                continue
            said = _script_words_of(draft.item, back)
            # Under neutral words one text can come from two draws, in which it says other things.
            # Each of the runs of one text is rated, as in the paper, even if two end alike.
            run = told.key if builder.display.view is View.RATING else ""
            same = (draft.item.content, draft.masked, tuple(said.items()), run)
            at = known.setdefault(same, len(pool.drafts))
            if at == len(pool.drafts):
                pool.drafts.append(draft)
                pool.behind.append([])
                pool.texts.append(text_of(draft.item))
                pool.questions.append(question_of(trial, draft))
                pool.said.append(said)
            else:
                pool.merged += 1
            pool.behind[at].append(ItemSource(told.key, words, draft.places))
            pool.masked.update(name for _, name in draft.masked)
            pool.left.update(dict(draft.left))
            mine.append(at)
        said_at = answers_of(told.transcript)
        pool.lost += len(lost_places(said_at) & numbered(trial).keys())
        if not mine or builder.display.view is View.CONTENT:
            texts = {at: one.text for at, one in said_at.items()}
            pool.settled += len(settled(trial, texts, in_words=in_words))
        pool.thinking += sum(_THINKING.search(one.text) is not None for one in said_at.values())
        cell = trial.cell
        pool.strata[told.key] = (
            trial.experiment, cell.levels, cell.wording, told.participant.name,
        )  # fmt: skip
        pool.stories[told.key] = DrawStory(
            procedure, cell.levels, cell.wording, trial.draw, trial.seed
        )
        pool.bundles.setdefault(tuple(mine), []).append(told.key)
        pool.trials += 1
    return pool


def _script_words_of(item: Item, back: Mapping[str, str]) -> dict[str, str]:
    """The script's words of what the item offers, by what is shown; empty where both are one."""
    offered = sorted({one for asked in item.questions for one in asked.candidates})
    return {shown: back[shown] for shown in offered if shown in back}


def question_of(trial: Trial, draft: ItemDraft) -> AskedQuestion:
    """Which question of its trial an item asks first: in content view the only one. Its name is
    empty if no reply of the item can be judged.
    """
    asked = numbered(trial)
    names = (asked[session, place][1].name for _, session, place in draft.places)
    return trial.experiment, next(names, "")


def scene_of(item: Item) -> int:
    """What a coder sees of the story of an item: in content view the names and things alone."""
    return hash(item.card) if item.card else text_of(item)


def text_of(item: Item) -> int:
    """What an item tells and asks, the replies left out, and in content view the names and things
    of its story: samples of one text have it in common.
    """
    told = tuple(line.text for line in item.lines if line.kind is not LineKind.REPLY)
    return hash((item.card, told))
