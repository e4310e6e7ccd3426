"""The gold that an owner chooses, as items for the packets of a study."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from pathlib import Path

from coders.packets.gold import GoldFile
from coders.packets.shape import PacketUnusable, Phase
from dsl.files.source import text_of
from dsl.record import replace
from dsl.words import and_list
from runners.coding.gold.items import GoldItems
from runners.coding.gold.transcripts import GoldTrial
from runners.coding.items import ItemBuilder
from runners.studies.study import OpenStudy


def gold_for(
    named: str, study: OpenStudy, builder: ItemBuilder, new_id: Callable[[], str]
) -> tuple[str, GoldItems]:
    """How far the gold in a file can be relied on, in a sentence, and the gold as items shown like
    the study's; `starter` is the set that ships, of which the study gets what fits its scripts.

    Silent gold is taken from the study's own scripts only: among them another script's would stand
    out. Raises PacketUnusable.
    """
    from coders.gold import STARTER
    from coders.packets.gold import GOLD_TO_BE_CODED, read_gold
    from runners.coding.gold.items import gold_items
    from runners.coding.gold.transcripts import expand_gold, script_loader

    told: tuple[str, ...] = ()
    if named == STARTER:
        files, told = _starter(study)
        folder = Path()
    else:
        files, folder = (read_gold(gold_text(Path(named)), named),), Path(named).parent
    fitting = {"", *(chapter.experiment.title for chapter in study.chapters)}
    load = script_loader(folder)
    gold_trials = tuple(
        gold_trial
        for gold_trial in chain.from_iterable(
            expand_gold(file, load, builder.expanders) for file in files
        )
        if gold_trial.gold.use is not Phase.SILENT or _title(gold_trial) in fitting
    )
    found = gold_items(gold_trials, builder=builder, new_id=new_id)
    if files[0].by_construction:
        told = (*told, GOLD_TO_BE_CODED)
    return files[0].note, replace(found, notes=(*told, *found.notes))


def _title(gold_trial: GoldTrial) -> str:
    """The title of the script of a transcript; empty for one that is given line by line."""
    return "" if gold_trial.experiment is None else gold_trial.experiment.title


def _starter(study: OpenStudy) -> tuple[tuple[GoldFile, ...], tuple[str, ...]]:
    """What of the starter set is for this study, and what its owner should know of that."""
    from coders.gold import gold_for_scripts, starter_files
    from runners.shipped import heading, shipped_scripts

    theirs = {chapter.experiment.title for chapter in study.chapters}
    domains = {dict(chapter.experiment.meta).get("domain") for chapter in study.chapters} - {None}
    files = starter_files()
    every = tuple(chain.from_iterable(file.transcripts for file in files))
    scripts = {path.stem: heading(path) for path in shipped_scripts()}
    own = {one.experiment for one in every if scripts[one.experiment]["title"] in theirs}
    kin = {one.experiment for one in every if scripts[one.experiment].get("domain") in domains}
    chosen = gold_for_scripts(every, own, kin)
    names = {one.name for one in chosen}
    kept = tuple(
        replace(file, transcripts=tuple(one for one in file.transcripts if one.name in names))
        for file in files
    )
    others = dict.fromkeys(scripts[one.experiment]["title"] for one in chosen)
    return kept, _notes(theirs - {scripts[name]["title"] for name in own}, set(others) - theirs)


def _notes(without: set[str], others: set[str]) -> tuple[str, ...]:
    """Scripts of the study that the set has nothing of, and scripts used instead."""
    found = []
    if without:
        names = and_list([f"`{title}`" for title in sorted(without)])
        found.append(
            f"the starter gold has nothing for {names}, so there is no training, calibration "
            "or silent gold for it; write your own gold (docs/coding.md)"
        )
    if others:
        names = and_list([f"`{title}`" for title in sorted(others)])
        found.append(
            f"to make the calibration long enough, it includes transcripts of {names}, which "
            "are not in the study"
        )
    return tuple(found)


def gold_text(path: Path) -> str:
    """The text of a gold file. Raises PacketUnusable."""
    instead = "name your gold file, or use `--gold starter`"
    return text_of(path, what="gold file", instead=instead, error=PacketUnusable, pipe=True)
