"""The gold that an owner names, ready for the packets of a study."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from coders.packets.shape import PacketUnusable, Phase
from runners.coding.drafting import Drafter

if TYPE_CHECKING:
    from coders.packets.gold import GoldFile
    from runners.coding.gold_items import GoldItems
    from runners.results.study import OpenStudy


def gold_for(
    named: str, study: OpenStudy, drafter: Drafter, new_id: Callable[[], str]
) -> tuple[GoldFile, GoldItems]:
    """The gold in a file (`starter`: the set that ships), as items shown like the study's.

    Silent gold is taken from the study's own scripts only: among them another script's would stand
    out. Raises PacketUnusable.
    """
    from coders.gold import STARTER, starter_text
    from coders.packets.gold import read_gold
    from runners.coding.gold import gold_tales, scripts_near
    from runners.coding.gold_items import gold_items

    if named == STARTER:
        file, folder = read_gold(starter_text(), STARTER), Path()
    else:
        file, folder = read_gold(_text(Path(named)), named), Path(named).parent
    titles = {chapter.experiment.title for chapter in study.chapters}
    tales = tuple(
        tale
        for tale in gold_tales(file, scripts_near(folder))
        if tale.gold.use is not Phase.SILENT
        or tale.expander is None
        or tale.expander.experiment.title in titles
    )
    showing = drafter.showing
    found = gold_items(
        tales, view=showing.view, new_id=new_id, keyed=showing.keyed, masks=drafter.masks
    )
    return file, found


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as fault:
        raise PacketUnusable(f"{path} is not UTF-8", "save it as UTF-8") from fault
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
        raise PacketUnusable(
            f"{path} cannot be read: {why}",
            "name your gold file, or write `--gold starter` for the one that ships",
        ) from fault
