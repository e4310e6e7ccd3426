"""How well somebody who has a packet's file finds its hidden duplicates and silent gold.

    python benchmarks/packet_attacker.py [--draws 10] [--coders 8] [--seed 1] [--only WORDS]

The attacker knows how many there are, ranks the items of the study by one thing that the file
shows (`packet_attacks.py`), and names as many as there are from the top; equals are taken by lot.
Chance is the share that they have in the items. Studies are made up (see `made_study.py`), and each
coder's packet is drawn again: with the starter gold, and with gold whose replies are made up like
those of the study. An interval is Wilson's, over all that was named.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from packet_attacks import (
    DUPLICATES,
    GOLD,
    Attack,
    Found,
    attacked,
    by_the_script,
    duplicates_in,
    gold_in,
    opened,
    pooled,
    scene_of,
)

from coders.packets.file import packet_lines

if TYPE_CHECKING:
    from coders.packets.gold import GoldFile
    from runners.coding.packing import CoderPacket
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

STUDIES = {
    "one script, one model": (("Sally-Anne",), 1, 1, "rubric", "story"),
    "one script, five models": (("Sally-Anne",), 5, 1, "rubric", "story"),
    "four scripts, two models": ((), 2, 1, "rubric", "story"),
    "four scripts, five models, two samples": ((), 5, 2, "rubric", "story"),
    "one script, two models, content view": (("Sally-Anne",), 2, 1, "content", "story"),
    "one script, two models, by question": (("Sally-Anne",), 2, 1, "content", "question"),
    "four scripts, two models, by question": ((), 2, 1, "content", "question"),
}
"""Titles of scripts (none: all four), models, samples, view and order of the questions."""

LAST_DRAW = 90
"""The gold that ships has draws up to this one."""


@dataclass(frozen=True)
class MadeStudy:
    """One store with a made-up study, of which parts are packed."""

    whole: OpenStudy
    store: Store
    names: Sequence[str]
    bits: random.Random

    def part(self, name: str) -> OpenStudy:
        """The study of this name in STUDIES."""
        from dsl.record import replace

        titles, models, samples, *_ = STUDIES[name]
        wanted = titles or tuple(one.experiment.title for one in self.whole.chapters)
        return replace(
            self.whole,
            rows=tuple(
                row
                for row in self.whole.rows
                if row.sitting.experiment in wanted
                and int(row.sitting.participant, 16) < models
                and row.sitting.sample <= samples
            ),
            chapters=tuple(one for one in self.whole.chapters if one.experiment.title in wanted),
        )

    def packets(self, name: str, coders: int, *, own_gold: bool) -> tuple[CoderPacket, ...]:
        """Packets of it with the starter gold, or with gold that sounds like the replies."""
        from coders.packets.shape import QuestionOrder, View
        from runners.coding.gold.chosen import gold_for
        from runners.coding.gold.items import gold_items
        from runners.coding.gold.transcripts import expand_gold, script_loader
        from runners.coding.items import ItemBuilder, ItemDisplay
        from runners.coding.packet_record import PacketOptions, PackingContext
        from runners.coding.packing import pack

        bits, some = self.bits, self.part(name)
        *_, view, questions = STUDIES[name]
        builder = ItemBuilder(ItemDisplay(View(view)))
        context = PackingContext(
            bits.getrandbits(32),
            True,
            lambda: f"{bits.getrandbits(48):012x}",
            lambda: f"{bits.getrandbits(64):016x}",
            lambda: f"{bits.getrandbits(128):032x}",
            "2026-01-01T00:00:00.000Z",
            "0",
        )
        if own_gold:
            trials = expand_gold(self._own_gold(some), script_loader(Path()))
            gold = gold_items(trials, builder=builder, new_id=context.new_id)
        else:
            _, gold = gold_for("starter", some, builder, context.new_id)
        options = PacketOptions(
            tuple(f"Coder {n}" for n in range(coders)),
            builder.display,
            question_order=QuestionOrder(questions),
        )
        return pack(self.store, some, options, context, builder=builder, gold=gold).packets

    def _own_gold(self, study: OpenStudy) -> GoldFile:
        """Silent gold whose replies are made up like those of the study, and fit every draw. Its
        codes are nobody's: an attacker does not see them.
        """
        from made_replies import reply_to

        from coders.packets.gold import Coded, GoldFile, GoldReply, GoldTranscript
        from coders.packets.gold_tables import RIGHT
        from coders.packets.questions import JUDGED
        from coders.packets.shape import Phase
        from dsl.expand import Expander, cells
        from dsl.trial import turns

        found: list[GoldTranscript] = []
        manner = {}
        for chapter in study.chapters:
            (name,) = (one for one in self.names if chapter.experiment.file.endswith(f"{one}.dev"))
            manner[name] = {"listen": "OK."}
            expander = Expander(chapter.experiment)
            for number, cell in enumerate([*cells(chapter.experiment)] * 8):
                draw = LAST_DRAW - number % 20
                trial = expander.trial(cell, draw=draw)
                replies = tuple(
                    GoldReply(
                        1,
                        session.version,
                        turn.question.title,
                        _in_braces(reply_to(turn, self._truth(turn.place), self.bits), trial.words),
                        Coded(RIGHT) if turn.question.kind in JUDGED else None,
                    )
                    for session in trial.sessions
                    for turn in turns(session.nodes)
                    if turn.question is not None
                )
                found.append(
                    GoldTranscript(
                        1, f"{name} {number}", Phase.SILENT, 3, "", name,
                        tuple(level for _, level in cell.levels), cell.wording, draw,
                        any_draw=True, manner="made", replies=replies,
                    )
                )  # fmt: skip
        return GoldFile("own gold", ("AB", "CD"), {"made": manner}, tuple(found))

    def _truth(self, place: str) -> Mapping[str, str]:
        return {place: self.bits.choices(("right", "half", "wrong"), (6, 1, 3))[0]}


def _in_braces(text: str, words: Sequence[tuple[str, str]]) -> str:
    """A reply with the words of its draw as names in braces."""
    for slot, word in words:
        text = re.sub(rf"(?<![\w{{]){re.escape(word)}(?![\w}}])", f"{{{slot}}}", text)
    return text


def draws_of_scripts(study: OpenStudy) -> dict[str, int]:
    """The words of each draw of the study's scripts, and in which draw they come first."""
    from coders.packets.items import Answers, rubric_draft
    from dsl.expand import Expander, cells

    found: dict[str, int] = {}
    for chapter in study.chapters:
        expander = Expander(chapter.experiment)
        for cell in cells(chapter.experiment):
            for draw in range(1, LAST_DRAW + 1):
                item = rubric_draft(expander.trial(cell, draw=draw), Answers({})).item
                told = json.dumps([one.text for one in item.lines if one.kind != "reply"])
                found.setdefault(told, draw)
    return found


def same_trial(packet: CoderPacket) -> tuple[float, float]:
    """In content view: how often two items are of one trial, and how often two of one scene are."""
    rows = {row.item: row for row in packet.kept.items}
    every = [
        (scene_of(item), {one.trial for one in rows[item["id"]].behind})
        for item in opened("".join(packet_lines(packet.packet))).items
        if rows[item["id"]].phase == "main" and not rows[item["id"]].twin
    ]
    pairs = [(a[0] == b[0], bool(a[1] & b[1])) for a, b in combinations(every, 2)]
    scene = [together for same, together in pairs if same]
    return fmean(together for _, together in pairs), fmean(scene) if scene else 0.0


def main() -> int:
    """Print what each attack finds in each study, and a table of all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--coders", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="studies whose name has these words")
    given = parser.parse_args()
    with TemporaryDirectory() as folder, made_study(Path(folder), given.draws, given.seed) as made:
        draws = draws_of_scripts(made.whole)
        every: dict[tuple[str, str], list[Found]] = {}
        for name, shape in STUDIES.items():
            if given.only not in name:
                continue
            for own in (False, True):
                packets = made.packets(name, given.coders, own_gold=own)
                size = fmean([len(one.packet.main) for one in packets])
                _line(
                    f"\n{name}, {'own' if own else 'starter'} gold: {len(packets)} packets of "
                    f"{size:.0f} items"
                )
                known: dict[str, Attack] = {"the scripts are known": by_the_script(draws)}
                searches = [
                    ("own gold" if own else "starter gold", {**GOLD, **known}, gold_in),
                    *([] if own else [("duplicates", DUPLICATES, duplicates_in)]),
                ]
                files = [opened("".join(packet_lines(one.packet))) for one in packets]
                for what, attacks, truth in searches:
                    pairs = [(f, truth(one)) for f, one in zip(files, packets, strict=True)]
                    for attack, rule in attacks.items():
                        lot = random.Random(f"{given.seed} {name} {what} {attack}")
                        found = attacked(pairs, rule, lot)
                        every.setdefault((what, attack), []).append(found)
                        _line(f"{what:12}  {attack:28} {found.in_words}")
            if "content" in shape:
                pairs, scene = same_trial(packets[0])
                _line(f"two items are of one trial: {pairs:.3f}; two of one scene: {scene:.3f}")
        _line("\nall studies:")
        for (what, attack), ones in every.items():
            _line(f"{what:12}  {attack:28} {pooled(ones).in_words}")
    return 0


def _line(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


@contextmanager
def made_study(folder: Path, draws: int, seed: int) -> Iterator[MadeStudy]:
    """A made-up study of so many draws of each cell."""
    from made_replies import in_words
    from made_study import MODELS, SAMPLES, SCRIPTS, make_trials

    from dsl.expand import cells
    from dsl.loading import load
    from runners.store.store import Store
    from runners.studies.study import opened_study

    home = Path(__file__).resolve().parent.parent / "experiments"
    loaded = [load(home / f"{name}.dev").experiment for name in SCRIPTS]
    each = sum(len(cells(one)) for one in loaded if one is not None) * len(MODELS) * SAMPLES
    with Store.open(f"sqlite:///{folder / 'study.sqlite'}") as store:
        study, _ = make_trials(store, draws * each, in_words(seed=seed), seed=seed)
        whole = opened_study(store, study=study)
        yield MadeStudy(whole, store, SCRIPTS, random.Random(seed))


if __name__ == "__main__":
    sys.exit(main())
