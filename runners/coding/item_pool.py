"""Every item of a study: each content once, with all the trials that it comes from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coders.packets.items import ItemDraft
from coders.packets.questions import numbered, settled
from coders.packets.shape import Item, LineKind, View
from dsl.trial import Levels
from runners.coding.item_builder import ItemBuilder
from runners.store.records import ItemSource
from runners.studies.answers import answers_of, lost_places
from runners.studies.unsupported_parameters import in_words

if TYPE_CHECKING:
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

Stratum = tuple[str, Levels, str, str]
"""(experiment, levels, wording, participant's name)."""

_THINKING = re.compile(r"<think(?:ing)?>|</think(?:ing)?>", re.IGNORECASE)


@dataclass(slots=True)
class ItemPool:
    """All items of a study: what each is (`drafts`), what stands behind it, what it tells and asks
    (`texts`), and under neutral words what its offers say in the script (`said`).

    `bundles` are the trials by the items that they come to, which go to the same coders. `merged`
    counts the trials (or replies) whose item is also another's, `lost` replies that were lost and
    are in no item, `settled` those that were scored by likelihood and are in no item, `thinking`
    those that contain a model's thinking, as its server printed it. `masked` and `left` count
    masked names and slot words left over, by word.
    """

    drafts: list[ItemDraft] = field(default_factory=list)
    behind: list[list[ItemSource]] = field(default_factory=list)
    texts: list[int] = field(default_factory=list)
    said: list[Mapping[str, str]] = field(default_factory=list)
    bundles: dict[tuple[int, ...], list[str]] = field(default_factory=dict)
    strata: dict[str, Stratum] = field(default_factory=dict)
    trials: int = 0
    lost: int = 0
    settled: int = 0
    merged: int = 0
    thinking: int = 0
    masked: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)


def item_pool(store: Store, study: OpenStudy, builder: ItemBuilder) -> ItemPool:
    """The items of every finished trial that was asked for."""
    pool = ItemPool()
    known: dict[tuple[object, ...], int] = {}
    for told in study.told(store):
        trial = told.transcript.trial
        chapter = told.chapter
        experiment, procedure = chapter.experiment, chapter.procedure
        words = told.transcript.hash
        back = builder.said_back(experiment, trial, procedure=procedure)
        mine: list[int] = []
        worded = in_words(told.participant)
        for draft in builder.drafts(
            experiment, told.transcript, procedure=procedure, worded=worded
        ):
            said = _said(draft.item, back)
            # Under neutral words one text can come from two draws, in which it says other things.
            same = (draft.item.content, draft.masked, tuple(said.items()))
            at = known.setdefault(same, len(pool.drafts))
            if at == len(pool.drafts):
                pool.drafts.append(draft)
                pool.behind.append([])
                pool.texts.append(_text_of(draft.item))
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
            pool.settled += len(settled(trial, texts, worded=worded))
        pool.thinking += sum(_THINKING.search(one.text) is not None for one in said_at.values())
        cell = trial.cell
        pool.strata[told.key] = (
            trial.experiment, cell.levels, cell.wording, told.participant.name,
        )  # fmt: skip
        pool.bundles.setdefault(tuple(mine), []).append(told.key)
        pool.trials += 1
    return pool


def _said(item: Item, back: Mapping[str, str]) -> dict[str, str]:
    """The script's words of what the item offers, by what is shown; empty where both are one."""
    offered = sorted({one for asked in item.questions for one in asked.candidates})
    return {shown: back[shown] for shown in offered if shown in back}


def _text_of(item: Item) -> int:
    """What an item tells and asks, the replies left out: samples of one text have it in common."""
    return hash(tuple(line.text for line in item.lines if line.kind is not LineKind.REPLY))
