"""The questions of CoreCognition, where a user has them, as a bank with pictures and its script.

None of them comes with devrun. They are read once, in the layouts in which they are published
(`coders.tables.corecognition`); what is written is an ordinary bank: a row of JSON for each item,
and its pictures, named by their bytes.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from tempfile import mkdtemp

from coders.tables.corecognition import EXAMPLE, CoreItem, Medium, core_items
from coders.tables.pairs import COLUMNS as PAIR_COLUMNS
from coders.tables.pairs import read_pairs
from coders.tables.results import bare, read_concepts
from dsl.files.csv_reader import TableFault
from dsl.files.pictures import MOST_TOGETHER, digest_of
from dsl.files.source import bytes_of
from dsl.record import record
from dsl.words import counted
from renderers.json_text import json_text
from runners.cli.errors import Stop, UsageError
from runners.cli.files import writing
from runners.cli.published.sendable_pictures import (
    MANY,
    MOST_PIXELS,
    MOST_PIXELS_OF_MANY,
    NotSendable,
    Sendable,
    frames,
    sendable,
)
from runners.cli.table_input import open_table
from runners.shipped import SHIPPED_CONCEPTS

NAME = "corecognition"
TEMPLATE = Path(__file__).resolve().parents[2] / "templates" / "corecognition.dev"
ITEMS = "items.jsonl"
_MOST_BYTES = 512 * 1024 * 1024


@record
class WantedItems:
    """What is asked for: most pixels on the longer side of a picture, frames a second of a video,
    whether items that cannot be asked are left out, instead of nothing being written, and the table
    of the pairs of control and manipulated items.
    """

    most_pixels: int
    rate: Fraction
    leave_out: bool
    pairs: str | None = None


@dataclass(slots=True)
class Imported:
    """What was brought in: the script, how many items have which format, and why others have not
    been.
    """

    script: str = ""
    formats: Counter[str] = field(default_factory=Counter)
    concepts: Counter[tuple[str, str]] = field(default_factory=Counter)
    options: Counter[int] = field(default_factory=Counter)
    scaled: int = 0
    faults: list[TableFault] = field(default_factory=list)
    pairs: int = 0
    unpaired: list[str] = field(default_factory=list)
    """The pairs that were left out, and why."""


def table_in(source: Path) -> Path:
    """The table in a folder: CoreCognition.csv, or the only table there; a table itself."""
    if source.is_file():
        return source
    named = source / "CoreCognition.csv"
    tables = sorted(one for one in source.glob("*") if one.suffix.lower() in (".csv", ".tsv"))
    if named.is_file():
        return named
    if len(tables) != 1:
        there = f"{len(tables)} tables" if tables else "no table"
        raise UsageError(
            f"`{source}` has {there}",
            "name the folder with CoreCognition.csv and its media, or the table of VLMEvalKit",
            "no-bank",
        )
    return tables[0]


@contextmanager
def imported(table: Path, folder: Path, wanted: WantedItems) -> Iterator[tuple[Imported, Path]]:
    """What comes of a table, with a folder that holds the bank, to be put into the place of
    `folder`; whatever is left of it in the end is removed.

    Raises:
        Stop: nothing in the table can be asked, or something cannot and is not to be left out.
            Every fault is named.
    """
    with writing(folder, "choose a folder to write to"):
        made = Path(mkdtemp(prefix=".devrun-", dir=folder.parent))
    try:
        made.chmod(0o755)
        found = _Import(table, made, wanted).all()
        if found.faults and (not wanted.leave_out or not found.concepts):
            every = "\n  ".join(f"{one} ({one.help})" for one in found.faults)
            raise Stop(
                "table",
                f"{table.name} has {counted(len(found.faults), 'fault')}:\n  {every}",
                "mend them, or leave these questions out with --leave-out",
            )  # fmt: skip
        found.script = _script(found, folder)
        yield found, made
    finally:
        shutil.rmtree(made, ignore_errors=True)


@record
class _Read:
    """A picture as it was read, and its name."""

    name: str
    data: bytes


_Source = tuple[str | int, str, Callable[[], Iterable[_Read]]]
"""The place of pictures in a question, the column that names them, and what reads them."""


@record
class _Picture:
    """A picture of an item, and of which file it was made, and how."""

    sent: Sendable
    source: str


class _Import:
    """One table being brought in."""

    def __init__(self, table: Path, made: Path, wanted: WantedItems) -> None:
        self.table, self.made, self.wanted = table, made, wanted
        with SHIPPED_CONCEPTS.open(encoding="utf-8") as source:
            self.known = read_concepts(source.read(), SHIPPED_CONCEPTS.name)
        self.controls: Mapping[str, str] = {}
        if wanted.pairs is not None:
            with open_table(wanted.pairs, ",".join(PAIR_COLUMNS)) as pairs:
                self.controls = read_pairs(pairs.lines.read(), pairs.name)

    @cached_property
    def media(self) -> Mapping[str, list[Path]]:
        """The files beside the table and below, by name."""
        found: dict[str, list[Path]] = {}
        for path in sorted(self.table.parent.rglob("*")):
            if path.is_file() and not path.is_relative_to(self.made):
                found.setdefault(path.name, []).append(path)
        return found

    def all(self) -> Imported:
        """Every item, written to the folder."""
        found = Imported()
        (self.made / "media").mkdir()
        items: dict[str, dict[str, object]] = {}
        with open_table(str(self.table), EXAMPLE) as source:
            for read in core_items(source.lines):
                if isinstance(read, TableFault):
                    found.faults.append(read)
                elif (item := self._item(read, found)) is not None:
                    items[read.id] = item
        self._pair(items, found)
        lines = (json_text(item, indent=None) + "\n" for item in items.values())
        (self.made / ITEMS).write_text("".join(lines), encoding="utf-8")
        return found

    def _pair(self, items: Mapping[str, dict[str, object]], found: Imported) -> None:
        """Names the control of each manipulated item, where both are asked in the same words."""
        for name, other in self.controls.items():
            item, control = items.get(name), items.get(other)
            if item is None or control is None:
                missing = " and ".join(f"`{one}`" for one in (other, name) if one not in items)
                found.unpaired.append(f"{other} and {name}: there is no question {missing}")
            elif any(item[one] != control[one] for one in ("question", "choices")):
                found.unpaired.append(f"{other} and {name}: they have other words")
            else:
                item["control"] = other
                found.pairs += 1

    def _item(self, item: CoreItem, found: Imported) -> dict[str, object] | None:
        """The row of an item, after writing its pictures; None where it cannot be asked."""
        shown = self._shown(item, found.faults)
        if shown is None or not item.sound:
            return None
        # Pictures without a mark come before the question.
        question, pictures = "", list(shown["spare"])
        for part in item.parts:
            if isinstance(part, str):
                question += part
                continue
            for one in shown[part]:
                pictures.append(one)
                question += f"[picture {len(pictures)}]"
        video = any(one.video and len(shown[at]) > 1 for at, one in enumerate(item.media))
        form = (
            "video" if video else ("text", "one picture", "several pictures")[min(2, len(pictures))]
        )
        known = self.known.get(bare(item.concept))
        concept = item.concept.casefold() if known is None else known.name
        found.formats[form] += 1
        found.concepts[item.stage, concept] += 1
        found.options[len(item.choices) or 1] += 1
        found.scaled += sum(bool(one.sent.done) for one in pictures)
        return {
            "id": item.id,
            "concept": concept,
            "stage": item.stage,
            "format": form,
            "question": question.strip(),
            "choices": list(item.choices),
            "answer": item.answer,
            "pictures": [self._written(one.sent) for one in pictures],
            "sources": [one.source for one in pictures],
            **({"control": ""} if self.controls else {}),
        }

    def _shown(
        self, item: CoreItem, faults: list[TableFault]
    ) -> dict[str | int, list[_Picture]] | None:
        """The pictures of each medium of an item, and of those without a place in its question;
        None after noting what is wrong with some.
        """
        before = len(faults)
        read: list[tuple[str | int, str, _Read]] = []
        for place, column, read_all in self._sources(item):
            try:
                read += ((place, column, one) for one in read_all())
            except NotSendable as problem:
                faults.append(item.fault(column, problem.what, problem.instead))
        many = len(read) > MANY or any(one.video for one in item.media)
        most = min(self.wanted.most_pixels, MOST_PIXELS_OF_MANY if many else MOST_PIXELS)
        while True:
            found: dict[str | int, list[_Picture]] = {"spare": []}
            for place, column, one in read:
                try:
                    sent = sendable(one.data, most)
                except NotSendable as problem:
                    told = f"`{one.name}` {problem.what}"
                    faults.append(item.fault(column, told, problem.instead))
                    continue
                source = f"{one.name}: {sent.done}" if sent.done else one.name
                found.setdefault(place, []).append(_Picture(sent, source))
            if len(faults) > before:
                return None
            every = [one.sent for ones in found.values() for one in ones]
            total = sum(len(one.data) for one in every)
            if total <= MOST_TOGETHER:
                return found
            # Bytes go with the square of the side; a little less, so that few rounds are enough.
            most = int(max(one.side for one in every) * 0.95 * (MOST_TOGETHER / total) ** 0.5)

    def _sources(self, item: CoreItem) -> Iterator[_Source]:
        """What reads the pictures of each medium of an item, and of those without a place."""
        spare = list(item.spare)
        for at, one in enumerate(item.media):
            if one.video and not self._places(one) and spare:
                # The frame-combined picture is in the place of the video.
                yield at, "images", partial(self._picture, spare.pop(0))
            elif one.video:
                yield at, "videos", partial(self._frames, one)
            else:
                yield at, "image" if one.data else "question", partial(self._picture, one)
        yield from (("spare", "images", partial(self._picture, one)) for one in spare)

    def _places(self, one: Medium) -> list[Path]:
        """Where the file of a medium may be: at its path, else anywhere under its name."""
        for base in (self.table.parent, self.table.parent / "media"):
            place = (base / PurePosixPath(one.name.replace("\\", "/"))).resolve()
            if place.is_file() and place.is_relative_to(self.table.parent.resolve()):
                return [place]
        return self.media.get(PurePosixPath(one.name.replace("\\", "/")).name, [])

    def _place(self, one: Medium) -> Path:
        places = self._places(one)
        if not places:
            told = f"there is no file `{one.name}` below `{self.table.parent.name}`"
            raise NotSendable(told, "put the folder `media` of the dataset beside its table")
        if len(places) > 1:
            told = f"{len(places)} files are called `{one.name}`"
            raise NotSendable(told, "keep one of them, or write its path")
        return places[0]

    def _picture(self, one: Medium) -> Iterator[_Read]:
        data = one.data
        if not data:
            try:
                data = bytes_of(self._place(one), most=_MOST_BYTES)
            except OSError as problem:
                reason = (problem.strerror or str(problem)).lower()
                told = f"`{one.name}` cannot be read: {reason}"
                raise NotSendable(told, "check its permissions") from None
        yield _Read(one.name, data)

    def _frames(self, one: Medium) -> Iterator[_Read]:
        file = self._place(one)
        try:
            for data, second in frames(file, self.wanted.rate):
                yield _Read(f"{one.name} at {second:.2f} s", data)
        except NotSendable as problem:
            raise NotSendable(f"`{one.name}` {problem.what}", problem.instead) from None

    def _written(self, one: Sendable) -> str:
        """The path of a picture from the folder of the bank, after writing it."""
        name = f"media/{digest_of(one.data)[:24]}.{one.ending}"
        place = self.made / name
        if not place.exists():
            place.write_bytes(one.data)
        return name


def described(found: Imported, wanted: WantedItems) -> Iterator[str]:
    """How many items were brought in, by format and concept, and what was done to pictures."""
    formats = [f"{count:,} with {name}" for name, count in found.formats.items()]
    yield f"{counted(found.formats.total(), 'question')}: {', '.join(formats)}"
    yield ", ".join(f"{concept} {count:,}" for (_, concept), count in found.concepts.items())
    if wanted.pairs is not None:
        yield f"{counted(found.pairs, 'pair')} of a control and a manipulated question"
    yield from (f"no pair: {one}" for one in found.unpaired)
    if found.scaled:
        yield (
            f"{counted(found.scaled, 'picture')} scaled or saved as PNG: at most "
            f"{wanted.most_pixels:,} pixels on a side, and 3.75 MB; see `sources` in {ITEMS}"
        )
    if found.formats["video"]:
        yield f"videos are shown as frames, {float(wanted.rate):g} a second"


def _script(found: Imported, folder: Path) -> str:
    """The script that asks the bank in this folder."""
    stages: dict[str, list[str]] = {}
    for stage, concept in found.concepts:
        stages.setdefault(stage, []).append(concept)
    lines = [f"    stage {name} of {', '.join(ones)}" for name, ones in stages.items()]
    text = TEMPLATE.read_text("utf-8").replace("    stage STAGES\n", "\n".join(lines) + "\n")
    text = text.replace("FOLDER/", f"{folder.name}/")
    if not found.pairs:
        text = text.replace("    control from control\n", "")
    return text.replace("runs RUNS", f"runs {max(found.options)}")
