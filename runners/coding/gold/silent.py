"""Silent gold told in stories of the study, since a story that no other item has gives gold away.

Most stories of a study are told to several participants, and some to one only. So gold goes where,
once it is there, as many items as possible are told in a story of as many items: into a story of
the study, or, where nearly all of them are told once, into one of its own. It is then found by
counting stories as often as one item is guessed out of these. To leave out a trial of the study for
each gold item would hide it altogether, and cost a twentieth of the data.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from coders.packets.shape import Item, PacketUnusable
from dsl.experiment import Experiment
from dsl.record import replace
from runners.coding.gold.items import GoldItem, items_of
from runners.coding.gold.transcripts import expand_gold
from runners.coding.items import AskedQuestion, DrawStory, ItemBuilder, scene_of


class StoryCounts:
    """How many items of a packet are told in each story, by the scene that coders see: draws in the
    published wording may have the same words. `experiments` are the study's, by procedure.
    """

    def __init__(self, experiments: Mapping[str, Experiment]) -> None:
        self.experiments = experiments
        self.items: Counter[int] = Counter()
        self._scenes: dict[DrawStory, int] = {}

    def add(self, item: Item, stories: Iterable[DrawStory]) -> None:
        """Count an item, which is of participants who were told these stories."""
        scene = scene_of(item)
        self.items[scene] += 1
        self._scenes.update(dict.fromkeys(stories, scene))

    def of_cell(self, gold: GoldItem) -> dict[DrawStory, int]:
        """The stories of the cell that a gold item is of, and their scenes."""
        return {
            story: scene
            for story, scene in self._scenes.items()
            if (self.experiments[story.procedure].title, story.levels) == gold.cell
        }

    def hiding(self, gold: GoldItem, lot: random.Random) -> Iterator[DrawStory | None]:
        """The stories of its cell, those first where one more item is found least easily; None is
        a story of its own. `lot` decides between equals.
        """
        scenes = self.of_cell(gold)
        often: dict[tuple[str, str], Counter[int]] = {}
        for (procedure, wording), scene in {
            ((story.procedure, story.wording), scene) for story, scene in scenes.items()
        }:
            often.setdefault((procedure, wording), Counter())[self.items[scene]] += 1

        def crowd(story: DrawStory | None) -> int:
            """How many items are in a story of as many items, once the gold is in it."""
            if story is None:
                alone = [counts[1] for (_, wording), counts in often.items() if wording == ours]
                return max(alone, default=-1) + 1
            after = self.items[scenes[story]] + 1
            return after * (often[story.procedure, story.wording][after] + 1)

        ours = gold.source.gold.wording
        every = [None, *scenes]
        lot.shuffle(every)
        yield from sorted(every, key=crowd, reverse=True)


_TRIES = 8


def told_in_study(
    gold: GoldItem,
    stories: StoryCounts,
    taken: set[str],
    builder: ItemBuilder,
    lot: random.Random,
) -> GoldItem:
    """The gold item in the story where it is found least easily, which is counted; as it is in its
    file where its replies do not fit another story. No item with a content in `taken` is made; its
    own is added to these.
    """
    if not gold.source.gold.any_draw:
        return gold
    for story, _ in zip(stories.hiding(gold, lot), range(_TRIES), strict=False):
        if story is None:
            return gold
        again = _retold(gold, story, stories.experiments[story.procedure], builder)
        if again is not None and again.item.content not in taken:
            stories.add(again.item, [story])
            taken.add(again.item.content)
            return again
    return gold


def _retold(
    gold: GoldItem, story: DrawStory, experiment: Experiment, builder: ItemBuilder
) -> GoldItem | None:
    """The gold item in another story; None if the script of the study asks or says other things."""
    source = gold.source
    changed = replace(source.gold, wording=story.wording, draw=story.draw, seed=story.seed)
    file = replace(source.file, transcripts=(changed,))
    try:
        (trial,) = expand_gold(file, lambda _: experiment, builder.expanders)
    except PacketUnusable:
        return None
    items = tuple(items_of(trial, builder))
    return items[gold.number] if gold.number < len(items) else None


def of_questions(asked: Counter[AskedQuestion], gold: Iterable[GoldItem]) -> list[GoldItem]:
    """The gold of questions that are asked, no more of each than these."""
    left = asked.copy()
    found = []
    for one in gold:
        if one.question is not None and left[one.question] > 0:
            left[one.question] -= 1
            found.append(one)
    return found
