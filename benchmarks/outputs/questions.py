"""What every version is asked about the corpus: a command in the folder of a study."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.outputs.corpus import STUDIES
from benchmarks.outputs.versions import WIDTH

NARROW, WIDE = "60", "200"
BOOTSTRAP = ("--bootstrap", "200")
BRIEF = (
    "score",
    "score --by trial --json",
    "score --by experiment --by domain --json",
    "score --likelihoods --json",
    "compare --json",
    "report -o page.html --transcripts 20",
    "report --json",
    "transcript --list",
    "export -o data",
    "studies --json",
    "store check",
    "replay",
    "replay --json",
)
"""Of studies that take long to read; the others are asked all of these and more."""

IN_BRIEF = ("battery", "paradigms", "content", "old")
OF_A_STUDY = (
    "score",
    "score --by trial",
    "score --by experiment --by domain",
    "score --by trial --by cell --by experiment --by domain --json",
    "score --coder matcher --json",
    "score --as-paper",
    "score --adjudicated --json",
    "score --gate exclude",
    "score --gate ungated --by experiment --json",
    "score --likelihoods",
    "score --likelihoods --json",
    "agree --bootstrap 200",
    "agree --bootstrap 200 --json",
    "agree --bootstrap 200 --as-paper --json",
    "agree --bootstrap 200 --methods",
    "agree --bootstrap 200 --all",
    "agree --bootstrap 200 --methods --all",
    "compare",
    "compare --json",
    "compare --adjudicated --kind models --json",
    "compare --kind guessing",
    "compare --kind wordings --coder matcher",
    "report -o page.html",
    "report -o page.html --adjudicated --transcripts 3",
    "report --json",
    "transcript",
    "transcript --list",
    "transcript --json",
    "transcript --marked wrong --list",
    "transcript --marked open --list",
    "transcript --status gate_failed --list",
    "transcript --disagree --list",
    "transcript --contains box --limit 2",
    "export -o data",
    "export -o data --adjudicated --as-paper",
    "export --to jsonl -o -",
    "export --to inspect -o logs",
    "studies",
    "studies --json",
    "store check",
    "store check --json",
    "store others",
    "store others --json",
    "packets --coder Zoe --to more --seed 1 --json",
    "packets --coder Zoe --coder Yan --again --view content --neutral-words --seed 1 --to x",
    "packets --coder Zoe --again --keyed --plain-replies --duplicates 5 --seed 1 --to keyed",
    "collect packets --json",
    "collect packets",
    "adjudicate --json",
    "adjudicate --method median --coder Eve",
    "preregister --list",
    "preregister --check",
    "preregister --check --json",
    "merge nowhere.sqlite",
    "score --study none",
    "score -m sim/child?p=0.7",
    "score --only nothing",
    "replay",
    "replay --json",
)
AT_OTHER_WIDTHS = ("score", "agree --bootstrap 200", "compare", "transcript --list", "replay")
ANYWHERE = (
    "--help",
    "list",
    "list --json",
    "models",
    "prices",
    "prices --json",
    "new my_study",
    "new other --template gears",
    "explain W651",
    "explain indentation",
    "nonsense",
    "score",
    "run nowhere.dev",
)
COMMANDS = (
    *("run", "check", "show", "plan", "preregister", "format", "new", "list", "explain"),
    *("models", "prices", "studies", "packets", "code", "collect", "adjudicate", "agree", "score"),
    *("compare", "report", "transcript", "read", "export", "replay", "merge", "store"),
    *("store check", "store others", "store upgrade"),
)


@dataclass(frozen=True, slots=True)
class Question:
    """A command in the folder of a study, in a window of so many columns."""

    study: str
    words: tuple[str, ...]
    width: str = WIDTH
    typed: str = ""
    more: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What it is called in the list of differences."""
        width = "" if self.width == WIDTH else f" [{self.width} columns]"
        words = " ".join(self.words)
        if len(words) > 100:
            words = f"{words[:85]} ... {self.words[-1]}"
        return f"{self.study}: {words}{width}"


def questions(corpus: Path) -> Iterator[Question]:
    """All of them, for a corpus that lies here."""
    for study in STUDIES:
        if study != "scripts":
            for words in BRIEF if study in IN_BRIEF else OF_A_STUDY:
                yield Question(study, tuple(words.split()))
            for width in (NARROW, WIDE):
                for words in ("score", "replay") if study in IN_BRIEF else AT_OTHER_WIDTHS:
                    yield Question(study, tuple(words.split()), width)
    yield Question("merged", ("merge", "dated.sqlite", "--json"))
    yield from _of_scripts(corpus / "scripts")
    for words in ANYWHERE:
        yield Question("nothing", tuple(words.split()))
    for command in COMMANDS:
        yield Question("nothing", (*command.split(), "--help"))


def _of_scripts(folder: Path) -> Iterator[Question]:
    faults = sorted(str(one.relative_to(folder)) for one in (folder / "faults").rglob("*.dev"))
    yield Question("scripts", ("check", *faults))
    yield Question("scripts", ("check", *faults, "--json"))
    for path in sorted(folder.rglob("*.dev")):
        file = str(path.relative_to(folder))
        if not file.startswith("faults"):
            for words in (
                ("check", file),
                ("show", file, "--brief"),
                ("show", file, "--json"),
                ("plan", file),
            ):
                yield Question("scripts", words)
    yield Question("scripts", ("check", "experiments/blicket.dev", "--players", "--runs", "10"))
    power = ("plan", "experiments/sally_anne.dev", "--power", "--runs", "3")
    yield Question("scripts", (*power, "--json"))
    yield Question("scripts", ("run", "scripts/paradigms/sharing.dev", "--runs", "1"))
    asked = ("run", "experiments/blicket.dev", "--runs", "1", "-m", "sim/lure")
    yield Question("scripts", (*asked, "--wording", "original"))
    yield Question("scripts", (*asked, "--json"))
    yield Question("scripts", ("preregister", "experiments/gears.dev", "-o", "form.md"))
