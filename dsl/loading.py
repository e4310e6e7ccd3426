"""From a path to a checked experiment: the script, the files it includes, and all faults.

A script can include and show only files of its own folder or below it, and no link leads out: a
script from somebody else can then read, and send, nothing that did not come with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, TypeGuard

from dsl import faults as kinds
from dsl import tree
from dsl.checking import check
from dsl.checking.naming import closest
from dsl.checking.nodes import nodes
from dsl.diagnostic import Fault, Severity, Span, in_order
from dsl.experiment import Experiment
from dsl.files.source import Source, Unreadable, read
from dsl.parsing.parser import parse
from dsl.record import record, replace
from dsl.words import folded

if TYPE_CHECKING:
    from dsl.checking.story.story_keys import StoryAtQuestions
    from dsl.files.data_files import FromFile
    from dsl.files.pictures import PictureFile

_DOUBLED = "E411"
"""Where one name is given twice, another may be missing that was meant."""

MOST_FILES = 10
"""So many files a script may include, all in all."""


@record
class Loaded:
    """A script with everything known of it.

    `sources` are the texts by file as named in spans, for showing lines. `experiment` is None
    exactly when one of the faults, which are in order, is an error; one that was loaded as it
    was run may have both.
    """

    file: str
    sources: Mapping[str, str]
    script: tree.Script
    experiment: Experiment | None
    faults: tuple[Fault, ...]
    pictures: tuple[PictureFile, ...] = ()
    """Every picture that the script shows, once for each path it is named by."""
    story: StoryAtQuestions | None = None
    """What the story says at each question; None where the script has no lines that say so."""


def load(path: str | Path, *, as_run: bool = False, added: str = "") -> Loaded:
    """Read, parse and check the script at `path`, with the lines in `added` at its end.
    Raises `Unreadable` if there is none to read.

    With `as_run` the script is taken at its word, and its experiment comes in spite of errors:
    checking gets stricter, and a study that ran must stay readable. Whoever asks for this compares
    the hashes with those of what was run.
    """
    source = read(path, pipe=True)
    loading = _Loading(Path(path), source.file, as_run=as_run)
    return loading.load(f"{source.text.rstrip()}\n{added}" if added else source.text)


def check_text(text: str, file: str, *, place: Path | None = None, as_run: bool = False) -> Loaded:
    """Parse and check a script that is given as text. What it includes and shows is looked for in
    the folder of `place`, where it would be saved; without one it can include and show nothing.
    `as_run` is as for `load`.
    """
    return _Loading(place, file, as_run=as_run).load(text)


class _Loading:
    """One script being loaded."""

    def __init__(self, path: Path | None, file: str, *, as_run: bool) -> None:
        self.as_run = as_run
        self.folder = path.parent if path is not None else None
        self.file = file
        self.sources: dict[str, str] = {}
        self.lines: dict[str, list[str]] = {}
        self.faults: list[Fault] = []
        self.includes: dict[str, tree.Script] = {}
        self.framings: dict[str, tree.Script] = {}
        self.scripts: list[tree.Script] = []
        self.real = {path.resolve()} if path is not None else set()
        self.complete = True
        self.of_items: dict[str, PictureFile] = {}

    def load(self, text: str) -> Loaded:
        script = self._parse(text, self.file)
        self._include(script)
        self._framings()
        script = self._with_data(script)
        pictures = self._pictures()
        checked = check(script, self.includes, pictures, self.framings, as_run=self.as_run)
        faults = (*self.faults, *checked.faults)
        if not self.complete or any(fault.code == _DOUBLED for fault in checked.faults):
            from dsl.explaining.certain_faults import is_certain

            faults = (*self.faults, *filter(is_certain, checked.faults))
        faults = in_order(map(self._within, faults), self.file)
        sound = not any(f.severity is Severity.ERROR for f in faults)
        kept = sound or (self.as_run and self.complete)
        return Loaded(
            file=self.file, sources=self.sources, script=script,
            experiment=checked.experiment if kept else None, faults=faults,
            pictures=tuple(pictures.values()), story=checked.story if sound else None,
        )  # fmt: skip

    def _within(self, fault: Fault) -> Fault:
        """The fault with a span that ends where its line ends.

        What is said of a statement points at its keyword, and a misspelt keyword that was mended
        for reading on may be shorter in the script than it should be.
        """
        span = fault.span
        lines = self.lines.get(span.file, [])
        if not 1 <= span.end_line <= len(lines):
            return fault
        end = len(lines[span.end_line - 1]) + 1
        if span.end_column <= end:
            return fault
        start = min(span.column, end) if span.line == span.end_line else span.column
        return fault.moved(Span(span.file, span.line, start, span.end_line, end))

    def _parse(self, text: str, file: str) -> tree.Script:
        self.sources[file] = text
        self.lines[file] = text.split("\n")
        parsed = parse(text, file, as_written=self.as_run)
        self.faults.extend(parsed.faults)
        self.complete = self.complete and parsed.complete
        self.scripts.append(parsed.script)
        return parsed.script

    def _include(self, script: tree.Script) -> None:
        """Read what a script includes, and what that includes; each file once."""
        for item in script.items:
            if not isinstance(item, tree.Include):
                continue
            if len(self.includes) >= MOST_FILES:
                self.faults.append(kinds.whole.IncludeTooMany(span=item.path.span, most=MOST_FILES))
                return
            place = self._inside(item.path)
            if place is None:
                self.complete = False
                self.faults.append(
                    kinds.whole.IncludeOutside(span=item.path.span, path=item.path.text)
                )
                continue
            if place in self.real:
                self.faults.append(
                    kinds.whole.IncludeTwice(span=item.path.span, path=item.path.text)
                )
                continue
            self.real.add(place)
            assert self.folder is not None
            source = self._read(self.folder / item.path.text, item.path)
            if source is None:
                continue
            included = self._parse(source.text, source.file)
            self.includes[item.path.text] = included
            self._include(included)

    def _read(self, place: Path, named: tree.Name) -> Source | None:
        """The file at a place, as a statement has named it; None after reporting that it cannot be
        read.
        """
        try:
            return read(place)
        except Unreadable as problem:
            self.complete = False
            reason = str(problem).replace(str(place), named.text)
            self.faults.append(kinds.whole.IncludeUnreadable(span=named.span, reason=reason))
            return None

    def _framings(self) -> None:
        """Read the framings that the scripts name without words, from a folder at the script or
        from those of this package.
        """
        if not any("framing" in text for text in self.sources.values()):
            return  # nearly every script, which need not be walked for this
        from dsl.files.framings import framing_path, shipped_framings

        named = [
            node.name
            for node in nodes(tuple(self.scripts), without=(tree.Procedure, tree.Routine))
            if isinstance(node, tree.FramingNode) and not node.items
        ]
        for name in named:
            path = tree.Name(framing_path(name.text), name.span)
            place = self._inside(path)
            if place is None or not place.is_file():
                place = shipped_framings().get(folded(name.text))
            if place is None:
                self.complete = False
                known = tuple(shipped_framings())
                self.faults.append(
                    kinds.framings.UnknownFraming(
                        span=name.span, name=name.text, known=known,
                        close=closest(name.text, known),
                    )
                )  # fmt: skip
                continue
            source = self._read(place, path)
            if source is None:
                continue
            file = path.text if self.folder is None else str(self.folder / path.text)
            self.framings[folded(name.text)] = self._parse(source.text, file)

    def _with_data(self, script: tree.Script) -> tree.Script:
        """A script, and those that it includes, with what is in the data files that they name; what
        cannot be read is reported, and left out.
        """
        scripts = {"": script, **self.includes}
        if not any(_reads_files(item) for one in scripts.values() for item in one.items):
            return script
        from dsl.files.data_files import DataFiles

        files = DataFiles(self.folder, self._inside, seed=self._seed())
        complete = self.complete

        def filled(kinds: tuple[type, ...], conditions: Sequence[tree.FactorNode] = ()) -> None:
            for path, one in scripts.items():
                items: list[tree.TopItem] = []
                for item in one.items:
                    if not (isinstance(item, kinds) and _reads_files(item)):
                        items.append(item)
                        continue
                    made = files.filled(item, conditions)
                    self.complete = self.complete and made is not None
                    items.extend(made or ())
                scripts[path] = replace(one, items=tuple(items))

        filled((tree.FactorFrom,))
        factors = [
            item
            for one in scripts.values()
            for item in one.items
            if isinstance(item, tree.FactorNode) and item.kind is tree.FactorKind.CONDITIONS
        ]
        filled((tree.TableFrom, tree.Bank))
        if not files.faults:  # else rows may name levels that could not be read
            filled((tree.WavesNode, tree.QuestionnaireNode), factors)
        if complete:  # else a line of a bank may be missing for want of its keyword
            self.faults.extend(files.faults)
        self.of_items |= files.pictures
        for source in files.sources:
            self.sources[source.file] = source.text
            self.lines[source.file] = source.text.split("\n")
        scripts = {
            path: replace(one, items=(*self._donors(one.items), *one.items))
            for path, one in scripts.items()
        }
        script = scripts.pop("")
        self.includes = scripts
        return script

    def _donors(self, items: Iterable[tree.TopItem]) -> list[tree.FactorNode]:
        """The condition of the donor whose replies are put before the items of banks."""
        donors = [item.donor for item in items if isinstance(item, tree.Bank) and item.donor]
        if not donors:
            return []
        from dsl.files.bank_donor import donor_factor

        first = donors[0]
        for other in donors[1:]:
            if other.name != first.name:
                what = f"the donors of two banks differ: `{first.name}` and `{other.name}`"
                self.faults.append(
                    kinds.data_files.DonorBroken(
                        span=other.span, what=what, instead="name the same donor in both"
                    )
                )
        return [donor_factor(first)]

    def _seed(self) -> int:
        """The seed of the design, in the script or in a file that it includes."""
        designs = (item for one in self.scripts for item in one.items)
        seeds = (
            line.number
            for item in designs
            if isinstance(item, tree.DesignNode)
            for line in item.items
            if isinstance(line, tree.Seed)
        )
        return next(seeds, tree.DEFAULT_SEED)

    def _pictures(self) -> dict[str, PictureFile]:
        """The pictures that the scripts show, by path; what cannot be shown is reported."""
        if not any("show" in text for text in self.sources.values()):
            return self.of_items  # nearly every script, which need not be walked for this
        from dsl.files.pictures import pictures_of

        slips = frozenset(self._slips())
        found, faults = pictures_of(self.scripts, self._inside, slips, self.of_items)
        self.faults.extend(faults)
        return found

    def _slips(self) -> Iterator[tuple[str, int]]:
        """The lines that have a fault already, by file: what is named there may not be meant."""
        return ((fault.span.file, fault.span.line) for fault in self.faults)

    def _inside(self, path: tree.Name) -> Path | None:
        """Where a file that a script names truly is; None if it may not be read."""
        written = PurePosixPath(path.text.replace("\\", "/"))
        outside = self.folder is None or written.is_absolute() or ".." in written.parts
        place = None
        if not outside and self.folder is not None:
            try:
                place = (self.folder / path.text).resolve()
                outside = not place.is_relative_to(self.folder.resolve())
            except (OSError, ValueError, RuntimeError):
                outside = True
        return None if outside else place


def _reads_files(item: tree.TopItem) -> TypeGuard[FromFile]:
    """Whether a statement names data files that are still to be read."""
    if isinstance(item, tree.WavesNode):
        return not item.numbers
    if isinstance(item, tree.QuestionnaireNode):
        return any(isinstance(one, tree.ItemsFrom | tree.PeopleFrom) for one in item.items)
    return isinstance(item, tree.TableFrom | tree.Bank | tree.FactorFrom)
