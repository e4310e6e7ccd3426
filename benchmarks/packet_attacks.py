"""Attacks on a packet's file: how suspicious each item is of coming twice, or of being gold.

An attack uses no more of devrun than every coder has: the gold and, for one, the scripts that ship.
"""

from __future__ import annotations

import base64
import json
import random
import re
import tomllib
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import groupby, pairwise
from math import log
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any

from coders.statistics.intervals import wilson

if TYPE_CHECKING:
    from runners.coding.packing import CoderPacket

Items = Sequence[Mapping[str, Any]]
"""The items of the study as their lines in the file say, in order."""


@dataclass(frozen=True)
class PacketFile:
    """What the text of a packet holds: its items, the length of their lines, and its seals."""

    items: Items
    sizes: Sequence[int]
    seals: Mapping[str, Any]


def opened(text: str) -> PacketFile:
    """A packet's file, read without devrun."""
    items, sizes, seals = [], [], {}
    for line in text.splitlines():
        found = json.loads(line)
        if found.get("section") == "main":
            items.append(found)
            sizes.append(len(line))
        elif "sealed" in found:
            packed = base64.b64decode(found["box"])
            seals[found["sealed"]] = json.loads(zlib.decompressobj().decompress(packed))
    return PacketFile(items, sizes, seals)


Attack = Callable[[PacketFile], list[float]]
"""For each item a number that is the larger, the more the attacker suspects it."""


def _told(item: Mapping[str, Any]) -> str:
    return json.dumps([one["text"] for one in item["lines"] if one["kind"] != "reply"])


def scene_of(item: Mapping[str, Any]) -> str:
    """The story that is seen: in content view the names and things of it."""
    return json.dumps(item["card"]) if item.get("card") else _told(item)


def _question(item: Mapping[str, Any]) -> str:
    """What is said and asked, without the names and things of its story."""
    words = "|".join(re.escape(one) for one in item.get("card", ())) or "(?!)"
    return re.sub(rf"\b(?:{words})\b", "_", _told(item))


def _replies(item: Mapping[str, Any]) -> str:
    return " ".join(one["text"] for one in item["lines"] if one["kind"] == "reply")


def _as_often(values: Sequence[object]) -> list[float]:
    counts = Counter(values)
    return [float(counts[one]) for one in values]


def _same_hash(file: PacketFile) -> list[float]:
    return _as_often([item["content"] for item in file.items])


def _like_ids(file: PacketFile) -> list[float]:
    """How much of the id begins like another's."""
    ids = sorted(item["id"] for item in file.items)
    like: dict[str, float] = {}
    for one, other in pairwise(ids):
        shared = next((at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), 12)
        for name in (one, other):
            like[name] = max(like.get(name, 0), shared)
    return [like[item["id"]] for item in file.items]


def _same_size(file: PacketFile) -> list[float]:
    return _as_often(file.sizes)


def _in_the_middle(file: PacketFile) -> list[float]:
    """The second time comes at least thirty items after the first."""
    middle = (len(file.items) - 1) / 2
    return [-abs(at - middle) for at in range(len(file.items))]


def _place_in_block(file: PacketFile) -> list[float]:
    """How far on an item is, from 0 to 1: of the packet, or of those to the same question where
    they come together.
    """
    questions = [_question(item) for item in file.items]
    runs = [len([*run]) for _, run in groupby(questions)]
    if len(runs) > len({*questions}):
        runs = [len(questions)]
    return [at / many for many in runs for at in range(many)]


def _at_the_beginning(file: PacketFile) -> list[float]:
    return [-place for place in _place_in_block(file)]


def _same_text(file: PacketFile) -> list[float]:
    return _as_often([json.dumps([one["lines"], one.get("card")]) for one in file.items])


def _in_the_seal(file: PacketFile) -> list[float]:
    known = {one["item"] for one in file.seals["gold"]}
    return [float(item["id"] in known) for item in file.items]


def _story_alone(file: PacketFile) -> list[float]:
    return [-count for count in _as_often([scene_of(item) for item in file.items])]


def _story_too_often(file: PacketFile) -> list[float]:
    """A story with one item more than its like have."""
    return _one_too_many(file.items)


def _story_too_often_once(
    file: PacketFile, scene: Callable[[Mapping[str, Any]], str] = scene_of
) -> list[float]:
    """The same, where what comes twice is counted once."""
    first = {json.dumps(item["lines"]): at for at, item in reversed([*enumerate(file.items)])}
    kept = sorted(first.values())
    found = dict(zip(kept, _one_too_many([file.items[at] for at in kept], scene), strict=True))
    return [found.get(at, 0.0) for at in range(len(file.items))]


def _asked_too_often(file: PacketFile) -> list[float]:
    """The same for one question in one story."""
    return _story_too_often_once(file, lambda item: scene_of(item) + _told(item))


def _one_too_many(
    items: Items, scene: Callable[[Mapping[str, Any]], str] = scene_of
) -> list[float]:
    """How few items are in a story of as many items."""
    scenes = [scene(item) for item in items]
    counts = Counter(scenes)
    usual = Counter(counts.values())
    return [1 / (usual[counts[one]] * counts[one]) for one in scenes]


def _largest_story(file: PacketFile) -> list[float]:
    """Gold is put where many items have a story in common."""
    return _as_often([scene_of(item) for item in file.items])


def _beside_its_story(file: PacketFile) -> list[float]:
    """Items that tell and ask the same are kept apart; one that is not was put in afterwards."""
    told = [scene_of(item) + _told(item) for item in file.items]
    near = [{*told[max(0, at - 1) : at], *told[at + 1 : at + 2]} for at in range(len(told))]
    return [float(one in others) for one, others in zip(told, near, strict=True)]


def _every_twentieth(file: PacketFile) -> list[float]:
    return [-abs(at % 21 - 10) for at in range(len(file.items))]


def _odd_size(file: PacketFile) -> list[float]:
    """How far its length is from that of others with the same story."""
    by_scene: dict[str, list[int]] = {}
    for item, size in zip(file.items, file.sizes, strict=True):
        by_scene.setdefault(scene_of(item), []).append(size)
    return [
        abs(size - fmean(by_scene[scene_of(item)])) / (pstdev(by_scene[scene_of(item)]) or 1)
        for item, size in zip(file.items, file.sizes, strict=True)
    ]


def _odd_words(file: PacketFile) -> list[float]:
    """How rare the words of its replies are in the packet."""
    words = [set(re.findall(r"\w+", _replies(item).casefold())) for item in file.items]
    counts = Counter(word for one in words for word in one)
    return [
        fmean([-log(counts[word] / len(words)) for word in one]) if one else 0.0 for one in words
    ]


@cache
def _shipped_replies() -> tuple[re.Pattern[str], ...]:
    """The replies of the gold that ships, with anything for the words of a draw."""
    found = []
    for path in resources.files("coders.gold").joinpath("starter").iterdir():
        for one in tomllib.loads(path.read_text(encoding="utf-8"))["transcript"]:
            for reply in one.get("reply", ()) if one["use"] == "silent" else ():
                parts = re.split(r"\{[^{}]*\}", reply["says"].strip())
                if len("".join(parts)) > 12:
                    found.append(re.compile(".{1,40}?".join(map(re.escape, parts)), re.DOTALL))
    return tuple(found)


def _shipped_gold(file: PacketFile) -> list[float]:
    """Whether a reply is one of the gold that ships with devrun."""
    return [
        float(
            any(
                pattern.fullmatch(one["text"].strip())
                for one in item["lines"]
                if one["kind"] == "reply"
                for pattern in _shipped_replies()
            )
        )
        for item in file.items
    ]


def by_the_script(draws: Mapping[str, int]) -> Attack:
    """An attack by somebody who has the scripts: the draw of each item's story, by what is told in
    each draw of them. Gold with a draw of its own lies outside the study's.
    """

    def attack(file: PacketFile) -> list[float]:
        return [float(draws.get(_told(item), 0)) for item in file.items]

    return attack


DUPLICATES: Mapping[str, Attack] = {
    "hashes": _same_hash,
    "ids": _like_ids,
    "order: the middle": _in_the_middle,
    "order: the beginning": _at_the_beginning,
    "order: the end": _place_in_block,
    "stories": _story_too_often,
    "sizes": _same_size,
    "equal texts": _same_text,
}
GOLD: Mapping[str, Attack] = {
    "seals": _in_the_seal,
    "hashes": _same_hash,
    "ids": _like_ids,
    "order: regular places": _every_twentieth,
    "order: the beginning": _at_the_beginning,
    "order: the end": _place_in_block,
    "order: next to its story": _beside_its_story,
    "sizes": _odd_size,
    "stories: no other item": _story_alone,
    "stories: one item too many": _story_too_often_once,
    "stories: one question too many": _asked_too_often,
    "stories: the largest": _largest_story,
    "rare words in replies": _odd_words,
    "replies of the starter gold": _shipped_gold,
}


@dataclass(frozen=True)
class Found:
    """`hits` of `named` items were right; `chance` is the share of these among all items."""

    hits: int
    named: int
    chance: float

    @property
    def limits(self) -> tuple[float, float]:
        """Wilson's 95% interval of the share found."""
        interval = wilson(self.hits, self.named)
        return (0.0, 1.0) if interval is None else (interval.low, interval.high)

    @property
    def in_words(self) -> str:
        """`5 of 60 = .08 (.04 to .18), chance .04`."""
        low, high = self.limits
        share = self.hits / max(1, self.named)
        return (
            f"{self.hits:4} of {self.named:4} = {share:.2f} ({low:.2f} to {high:.2f}), "
            f"chance {self.chance:.2f}"
        )


def attacked(
    packets: Sequence[tuple[PacketFile, frozenset[str]]], attack: Attack, lot: random.Random
) -> Found:
    """What one attack finds in packets, each with the ids of what is to be found in it."""
    hits = named = items = 0
    for file, wanted in packets:
        ranks = sorted(
            zip(attack(file), (lot.random() for _ in file.items), file.items, strict=True),
            key=lambda one: one[:2],
            reverse=True,
        )
        hits += sum(item["id"] in wanted for _, _, item in ranks[: len(wanted)])
        named += len(wanted)
        items += len(file.items) * bool(wanted)
    return Found(hits, named, named / items if items else 0.0)


def pooled(found: Sequence[Found]) -> Found:
    """What an attack found in several studies; chance is the mean over what was named."""
    named = sum(one.named for one in found)
    chance = sum(one.chance * one.named for one in found) / max(1, named)
    return Found(sum(one.hits for one in found), named, chance)


def duplicates_in(packet: CoderPacket) -> frozenset[str]:
    """The ids of items that come twice, both of each."""
    twins = {row.item: row.twin for row in packet.kept.items if row.twin}
    return frozenset((*twins, *twins.values()))


def gold_in(packet: CoderPacket) -> frozenset[str]:
    """The ids of silent gold."""
    return frozenset(row.item for row in packet.kept.items if row.phase == "silent")
