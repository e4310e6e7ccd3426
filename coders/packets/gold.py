"""A gold file: transcripts coded by experts, for training, calibration and silent checks.

TOML, because people write it by hand: it allows replies of many lines, as they came, and comments;
JSON has neither. A transcript refers to a script, so that only deviations from a perfect
participant are written and a changed script is noticed; or it is given line by line, for replies of
models in a pilot.

Only the file is read here. Scripts are expanded by `runners.coding.gold.transcripts`, since this
floor does not know experiments.
"""

from __future__ import annotations

from collections.abc import Mapping

from coders.packets.gold_tables import RIGHT, Code, Faults, GoldTable, places
from coders.packets.shape import LineKind, PacketUnusable, Phase
from dsl.files.toml import toml_of
from dsl.record import record

GOLD_FORMAT = 1
CONSTRUCTION = "construction"
"""The value of `coded_by` if replies were written to have their codes."""

USES = (Phase.TRAINING, Phase.GATE_A, Phase.GATE_B, Phase.SILENT)

GOLD_HELP = "see docs/coding.md for the format of gold files"
_TOP = ("format", "coded_by", "manner", "transcript")
_CODED = ("code", "codes", "said", "reason")
_REPLY = ("story", "question", "says", *_CODED)
_LINE = (
    "story", "copy", "system", "told", "scripted", "asked", "kind", "candidates", "guidance",
    "reply", *_CODED,
)  # fmt: skip
_TRANSCRIPT = (
    "name", "use", "experiment", "cell", "wording", "draw", "seed", "any_draw", "manner", "lrs",
    "lrs_codes", "reason", "reply", "line",
)  # fmt: skip
_HEADINGS = {
    "story": LineKind.STORY,
    "copy": LineKind.COPY,
    "system": LineKind.SYSTEM,
    "told": LineKind.TOLD,
    "scripted": LineKind.SCRIPTED,
}
_KINDS = ("test", "control", "record")


@record
class Coded:
    """The experts' agreement on one reply: the code, what the reply says (content view; empty if
    it follows from the code), and the reason.
    """

    code: Code
    said: tuple[str, ...] = ()
    reason: str = ""


@record
class GoldReply:
    """A reply in a transcript that refers to a script: its story, its question and its words; words
    in braces are filled in. `line` is its line in the file. `coded` is None for a question that is
    not judged.
    """

    line: int
    story: str
    question: str
    says: str
    coded: Coded | None


@record
class GoldLine:
    """A line of a transcript that is given line by line. A question has its `asked` kind (`test`,
    `control`, `record`), and the next line is the reply to it, which has the code.
    """

    line: int
    kind: LineKind
    text: str
    asked: str = ""
    candidates: tuple[str, ...] = ()
    guidance: tuple[str, ...] = ()
    coded: Coded | None = None


@record
class GoldTranscript:
    """One transcript of the file.

    Either `experiment` names a script (as written in the file), with the `cell` by its levels,
    `wording`, `draw`, `seed` (None: the script's) and the `replies` that deviate; or `lines` are
    the whole transcript. `any_draw` says that the replies fit every draw and wording of the cell.
    `manner` names the wording of right answers that are not listed.
    """

    line: int
    name: str
    use: Phase
    lrs: int
    reason: str
    experiment: str = ""
    cell: tuple[str, ...] = ()
    wording: str = "permuted"
    draw: int = 1
    seed: int | None = None
    any_draw: bool = False
    manner: str = ""
    replies: tuple[GoldReply, ...] = ()
    lines: tuple[GoldLine, ...] = ()


Manner = Mapping[str, Mapping[str, str]]
"""By experiment, then by question (or `story / question`), the words of a right answer."""


@record
class GoldFile:
    """A gold file as read. `coded_by` are the experts, or `construction` alone."""

    where: str
    coded_by: tuple[str, ...]
    manners: Mapping[str, Manner]
    transcripts: tuple[GoldTranscript, ...]

    @property
    def by_construction(self) -> bool:
        """Whether no expert has coded it."""
        return self.coded_by == (CONSTRUCTION,)

    @property
    def note(self) -> str:
        """A sentence on how reliable this gold is."""
        if self.by_construction:
            return (
                "The replies in this gold were written to have their codes, and no expert has "
                "coded them."
            )
        return (
            f"Coded by {' and '.join(self.coded_by)} independently; differences were resolved by "
            "agreement."
        )


GOLD_TO_BE_CODED = "have two of your experts code this gold before you rely on it"
"""The advice to the owner of a study on gold that no expert has coded."""


def read_gold(text: str, where: str) -> GoldFile:
    """The gold in a file; `where` is what messages call the file.

    Raises PacketUnusable with every fault and its line: no TOML, an unknown use, mark or flag, a
    control marked half, experts who differ without an agreed code, a deviation without a reason.
    """
    found = toml_of(text, where, instead=GOLD_HELP, error=PacketUnusable)
    faults = Faults()
    top = GoldTable(found, places(text), faults)
    file = _file(top, where)
    if faults.found:
        raise PacketUnusable(faults.message(where), GOLD_HELP)
    return file


def _file(top: GoldTable, where: str) -> GoldFile:
    top.only(_TOP, "a gold file")
    version = top.number("format", least=1)
    if version is None and "format" not in top.entries:
        top.fault("format", f"`format = {GOLD_FORMAT}` is missing")
    elif version is not None and version > GOLD_FORMAT:
        top.fault("format", f"format {version} needs a newer devrun; this one reads {GOLD_FORMAT}")
    coded_by = top.words("coded_by")
    alone = coded_by == (CONSTRUCTION,)
    if not alone and (len(set(coded_by)) < 2 or CONSTRUCTION in coded_by):
        top.fault(
            "coded_by",
            '`coded_by` must name two experts, ["AB", "CD"], or be "construction" if no expert '
            "has coded",
        )
    experts = () if alone else coded_by
    manners = _manners(top)
    transcripts: list[GoldTranscript] = []
    names: dict[str, int] = {}
    for table in top.tables("transcript"):
        one = _transcript(table, experts, manners)
        if one.name in names:
            table.fault("name", f"the name `{one.name}` is also used in line {names[one.name]}")
        names.setdefault(one.name, table.line)
        transcripts.append(one)
    if not transcripts and "transcript" not in top.entries:
        top.faults.add(1, "there is no `[[transcript]]`")
    return GoldFile(where, coded_by, manners, tuple(transcripts))


def _manners(top: GoldTable) -> dict[str, Manner]:
    found: dict[str, Manner] = {}
    for name, experiments in top.by_name("manner").items():
        if isinstance(experiments, dict) and all(
            isinstance(said, dict) and all(isinstance(words, str) for words in said.values())
            for said in experiments.values()
        ):
            found[name] = experiments
        else:
            top.fault("manner", f"write the manner `{name}` as [manner.{name}.EXPERIMENT]")
    return found


def _transcript(
    table: GoldTable, experts: tuple[str, ...], manners: Mapping[str, Manner]
) -> GoldTranscript:
    table.only(_TRANSCRIPT, "a transcript")
    use = _use(table)
    manner = table.text("manner")
    if manner and manner not in manners:
        table.fault("manner", f"there is no manner called `{manner}`")
    experiment = table.text("experiment")
    replies = tuple(_reply(one, experts) for one in table.tables("reply"))
    lines = tuple(line for one in table.tables("line") for line in _line(one, experts))
    if bool(experiment) == ("line" in table.entries):
        table.faults.add(
            table.line,
            "a transcript needs either an `experiment` or `[[transcript.line]]`",
        )
    if lines and replies:
        table.faults.add(
            replies[0].line, "a transcript given line by line cannot have `[[transcript.reply]]`"
        )
    wording = table.text("wording") or "permuted"
    if wording not in {"original", "permuted"}:
        table.fault("wording", f"`{wording}` is not a wording: write original or permuted")
    if "any_draw" in table.entries and (lines or use is not Phase.SILENT):
        table.fault("any_draw", "`any_draw` is for silent gold with an `experiment` only")
    reason = table.text("reason")
    if use is Phase.TRAINING and not reason:
        table.faults.add(table.line, "a training transcript needs a `reason` for its LRS")
    return GoldTranscript(
        line=table.line,
        name=table.text("name", needed=True),
        use=use,
        lrs=_lrs(table, experts),
        reason=reason,
        experiment=experiment,
        cell=table.words("cell"),
        wording=wording,
        draw=table.number("draw", least=1) or 1,
        seed=table.number("seed", least=0),
        any_draw=table.flag("any_draw"),
        manner=manner,
        replies=replies,
        lines=lines,
    )


def _use(table: GoldTable) -> Phase:
    words = table.text("use", needed=True)
    if words in {use.value for use in USES}:
        return Phase(words)
    if words:
        table.fault("use", f"`{words}` is not a use: write one of {', '.join(USES)}")
    return Phase.SILENT


def _lrs(table: GoldTable, experts: tuple[str, ...]) -> int:
    agreed = table.number("lrs", least=0, most=5)
    given = table.by_name("lrs_codes")
    _refuse_strangers(table, "lrs_codes", given, experts)
    codes = set(given.values())
    if experts and (len(given) == len(experts) or not given):
        if agreed is None and len(codes) == 1 and isinstance(only := codes.pop(), int):
            return only
        if len(codes) > 1 and agreed is None:
            table.fault("lrs_codes", "the experts differ on the LRS: add the agreed one, lrs = 3")
            return 0
    if agreed is None and "lrs" not in table.entries:
        table.faults.add(table.line, "`lrs` is missing: 0 to 5, for the whole transcript")
    return agreed or 0


def _refuse_strangers(
    table: GoldTable, name: str, given: Mapping[str, object], experts: tuple[str, ...]
) -> None:
    if given and not experts:
        table.fault(name, f"`{name}` needs experts, but this file is coded by {CONSTRUCTION}")
    for strange in sorted(set(given) - set(experts) if experts else ()):
        table.fault(name, f"`{strange}` is not one of the experts {', '.join(experts)}")
    missing = [one for one in experts if given and one not in given]
    if missing:
        table.fault(name, f"the code of {missing[0]} is missing")


def _reply(table: GoldTable, experts: tuple[str, ...]) -> GoldReply:
    table.only(_REPLY, "a reply")
    question = table.text("question", needed=True)
    says = table.text("says", needed=True)
    judged = any(name in table.entries for name in _CODED)
    coded = _coded(table, experts) if judged else None
    return GoldReply(table.line, table.text("story"), question, says, coded)


def _coded(table: GoldTable, experts: tuple[str, ...]) -> Coded:
    """The agreed code of a reply; if experts coded it, theirs if they agree."""
    agreed = table.code("code")
    given = table.by_name("codes")
    _refuse_strangers(table, "codes", given, experts)
    codes = [table.as_code("codes", str(words)) for words in given.values()]
    differ = len({str(code) for code in codes}) > 1
    if "code" not in table.entries:
        if not codes:
            table.faults.add(table.line, '`code` is missing, for example code = "half, hedged"')
        elif differ and None not in codes:
            told = "; ".join(f"{who}: {words}" for who, words in given.items())
            table.fault("codes", f"the experts differ ({told}): add the agreed `code`")
        else:
            agreed = codes[0]
    code = agreed or RIGHT
    reason = table.text("reason")
    if not reason and (code != RIGHT or differ):
        why = "the experts differed" if differ else f"it is `{code}`"
        table.faults.add(table.line, f"the `reason` is missing: {why}, and coders learn from it")
    return Coded(code, table.words("said"), reason)


def _line(table: GoldTable, experts: tuple[str, ...]) -> tuple[GoldLine, ...]:
    """The lines that one table gives: a question gives two, itself and the reply."""
    table.only(_LINE, "a line")
    speaks = [name for name in (*_HEADINGS, "asked") if name in table.entries]
    if len(speaks) != 1:
        table.faults.add(
            table.line,
            f"a line needs exactly one of {', '.join(_HEADINGS)}, asked; this one has "
            f"{len(speaks)}",
        )
        return ()
    (name,) = speaks
    text = table.text(name, needed=True)
    if name != "asked":
        return (GoldLine(table.line, _HEADINGS[name], text),)
    kind = table.text("kind") or "test"
    if kind not in _KINDS:
        table.fault("kind", f"`{kind}` is not a kind of question: write one of {', '.join(_KINDS)}")
    judged = any(one in table.entries for one in _CODED)
    if judged == (kind == "record"):
        table.faults.add(
            table.line,
            "a record question is not judged and has no code"
            if judged
            else '`code` is missing, for example code = "right"',
        )
    coded = _coded(table, experts) if judged else None
    if coded is not None and kind == "control" and coded.code.mark == "half":
        table.faults.add(table.line, CONTROL_HALF)
    return (
        GoldLine(
            table.line, LineKind.TOLD, text, kind, table.words("candidates"),
            table.words("guidance"),
        ),
        GoldLine(
            table.line, LineKind.REPLY, table.text("reply"), kind, table.words("candidates"),
            coded=coded,
        ),
    )  # fmt: skip


CONTROL_HALF = "a control question is right or wrong, never half"
