"""E2xx: the shape of a line: which statement it is, its colon, its names and numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault
from dsl.faults.wording import quoted


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownStatement(Fault):
    """A line begins with no word of the language."""

    code: ClassVar[str] = "E201"
    title: ClassVar[str] = "`{word}` is not a statement of the language"

    word: str
    close: str | None
    known: tuple[str, ...]

    def label(self) -> str:
        """What cannot stand here."""
        return "" if self.close else "no statement begins so"

    def help(self) -> str:
        """The mended line, else what can stand here."""
        if self.close:
            return f"did you mean `{self.close}`?"
        return f"here can stand {quoted(self.known)}" if self.known else "take the line away"


@dataclass(frozen=True, slots=True, kw_only=True)
class Misplaced(Fault):
    """A statement stands where it has no meaning."""

    code: ClassVar[str] = "E202"
    title: ClassVar[str] = "`{word}` cannot stand {here}"
    caret: ClassVar[str] = "belongs {belongs}"
    remedy: ClassVar[str] = "{advice}"

    word: str
    here: str
    belongs: str
    advice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingColon(Fault):
    """Words of the author's own follow a head without a colon."""

    code: ClassVar[str] = "E203"
    title: ClassVar[str] = "a colon is missing after `{head}`"
    caret: ClassVar[str] = "a colon comes after this"
    remedy: ClassVar[str] = "write `{mended}`"

    head: str
    mended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SurplusColon(Fault):
    """A colon follows a head that takes no words."""

    code: ClassVar[str] = "E204"
    title: ClassVar[str] = "no colon here: {why}"
    caret: ClassVar[str] = "too much"
    remedy: ClassVar[str] = "write `{mended}`"

    why: str
    mended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAChoice(Fault):
    """A head is followed by none of the words that can follow it."""

    code: ClassVar[str] = "E205"
    title: ClassVar[str] = "`{found}` is not one of the words that can follow `{head}`"

    found: str
    head: str
    choices: tuple[str, ...]
    close: str | None

    def help(self) -> str:
        """The closest word and all the others."""
        others = f"{quoted(self.choices)} can follow `{self.head}`"
        return f"did you mean `{self.close}`? {others}" if self.close else others


@dataclass(frozen=True, slots=True, kw_only=True)
class NotANumber(Fault):
    """Something else stands where a number is wanted."""

    code: ClassVar[str] = "E206"
    title: ClassVar[str] = "a number is wanted after `{head}`, not `{found}`"
    caret: ClassVar[str] = "{wanted}"
    remedy: ClassVar[str] = "write `{mended}`"

    head: str
    found: str
    wanted: str
    mended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingName(Fault):
    """A head that names something stands alone."""

    code: ClassVar[str] = "E207"
    title: ClassVar[str] = "`{head}` wants {what} after it"
    caret: ClassVar[str] = "nothing follows"
    remedy: ClassVar[str] = "write for example `{example}`"

    head: str
    what: str
    example: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingBlock(Fault):
    """A head that opens a block has nothing below it."""

    code: ClassVar[str] = "E208"
    title: ClassVar[str] = "nothing stands under `{head}`"
    caret: ClassVar[str] = "opens a block"
    remedy: ClassVar[str] = "write {what} below it, four spaces deeper, or take the line away"

    head: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LooksLikeWords(Fault):
    """The author's own words stand where a statement is wanted."""

    code: ClassVar[str] = "E209"
    title: ClassVar[str] = "this looks like something to say to the participant"
    caret: ClassVar[str] = "no statement begins so"
    remedy: ClassVar[str] = "write `{mended}`"

    mended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingWords(Fault):
    """A colon is followed by nothing."""

    code: ClassVar[str] = "E210"
    title: ClassVar[str] = "no words follow `{head}:`"
    caret: ClassVar[str] = "nothing follows"
    remedy: ClassVar[str] = "write them after the colon, or below it and four spaces deeper"

    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SurplusWords(Fault):
    """Something follows a head that takes nothing more."""

    code: ClassVar[str] = "E211"
    title: ClassVar[str] = "`{words}` cannot stand after `{head}`"
    caret: ClassVar[str] = "too much"
    remedy: ClassVar[str] = "write `{mended}`"

    words: str
    head: str
    mended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownFormat(Fault):
    """The script is written for another version of the language."""

    code: ClassVar[str] = "E212"
    title: ClassVar[str] = "this script is written in format {version}, which is not known here"
    caret: ClassVar[str] = "known: {known}"
    remedy: ClassVar[str] = "write `format {known}`, or use the devrun that the script was made for"

    version: int
    known: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAvailable(Fault):
    """A statement that the language has a place for, and this version does not yet read."""

    code: ClassVar[str] = "E213"
    title: ClassVar[str] = "`{head}` is not available yet in this version"
    caret: ClassVar[str] = "{meaning}"
    remedy: ClassVar[str] = "take the statement away, or put `# ` before its lines for the time"

    head: str
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteWithoutSpace(Fault):
    """A line begins with `#`, but not with `# `."""

    code: ClassVar[str] = "E214"
    title: ClassVar[str] = "a note begins with `#` and a space"
    caret: ClassVar[str] = "no space after it"
    remedy: ClassVar[str] = "write `{mended}`"

    mended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadSlot(Fault):
    """A line under `people`, `things` and the like is no slot with its values."""

    code: ClassVar[str] = "E215"
    title: ClassVar[str] = "{reason}"
    caret: ClassVar[str] = "cannot be read from here"
    remedy: ClassVar[str] = "write {form}"

    reason: str
    form: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Incomplete(Fault):
    """A statement of several words lacks some of them."""

    code: ClassVar[str] = "E216"
    title: ClassVar[str] = "`{head}` is written `{form}`"
    caret: ClassVar[str] = "not in this form"

    head: str
    form: str
    mended: str
    sure: bool = False
    """Whether `mended` is what was meant, and not only an example."""

    def help(self) -> str:
        """The line as it should be, or one that is right."""
        return f"write `{self.mended}`" if self.sure else f"write for example `{self.mended}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAlikeColon(Fault):
    """A sign that looks like a colon stands in the place of one."""

    code: ClassVar[str] = "E217"
    title: ClassVar[str] = "{name} stands where a colon is meant"
    caret: ClassVar[str] = "only looks like a colon"

    name: str
    mended: str

    def help(self) -> str:
        """The line with a colon, where one can stand there."""
        if self.mended:
            return f"type an ordinary colon: `{self.mended}`"
        return "leave it out, or type an ordinary colon where words of your own follow"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommaGap(Fault):
    """Two commas with nothing between them, or one at an end."""

    code: ClassVar[str] = "E218"
    title: ClassVar[str] = "a name is missing at this comma"
    caret: ClassVar[str] = "nothing on one side of it"
    remedy: ClassVar[str] = "write the name, or take the comma away"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoAcross(Fault):
    """A line of a contrast does not say across what."""

    code: ClassVar[str] = "E219"
    title: ClassVar[str] = "a contrast says which question is compared, and across what"
    caret: ClassVar[str] = "no `across` here"
    remedy: ClassVar[str] = "write `QUESTION across FACTOR`, or `QUESTION across LEVEL, LEVEL`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotCompared(Fault):
    """A `compare` that is in none of its forms."""

    code: ClassVar[str] = "E225"
    title: ClassVar[str] = "`compare` says what is held beside what"
    caret: ClassVar[str] = "in none of its forms"
    remedy: ClassVar[str] = (
        "write `compare LEVEL with LEVEL`, `compare with guessing` or `compare original with "
        "permuted`; after a comma may stand `expecting more in LEVEL`, and `family NAME`"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTooLong(Fault):
    """A name goes on like a sentence."""

    code: ClassVar[str] = "E220"
    title: ClassVar[str] = "a name of {length} characters is too long"
    caret: ClassVar[str] = "at most {longest}"
    remedy: ClassVar[str] = "shorten it; words for the participant come after a colon"

    length: int
    longest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OrphanOtherwise(Fault):
    """`otherwise` without a `when` just before it."""

    code: ClassVar[str] = "E221"
    title: ClassVar[str] = "`otherwise` has no `when` before it"
    caret: ClassVar[str] = "otherwise than what?"
    remedy: ClassVar[str] = "put it right below the steps of a `when`, set in like the `when`"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfit(Fault):
    """A line that cannot be read here, for a reason that has no name of its own."""

    code: ClassVar[str] = "E222"
    title: ClassVar[str] = "this cannot be read {here}"
    caret: ClassVar[str] = "not understood"
    remedy: ClassVar[str] = "{advice}"

    here: str
    advice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NowShape(Fault):
    """A `now` that says neither where something is nor what it holds."""

    code: ClassVar[str] = "E223"
    title: ClassVar[str] = "`now` says where something is, what it holds, or what somebody thinks"
    caret: ClassVar[str] = "says none of these"
    remedy: ClassVar[str] = (
        "write for example `now marble in basket, known to Sally, Anne`, `now tube holds pencil` "
        "or `now Sam thinks scarf in box`; a place is said with {places}"
    )

    places: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AsksShape(Fault):
    """An `asks` in none of its forms."""

    code: ClassVar[str] = "E224"
    title: ClassVar[str] = "`asks` says what a question asks of the story"
    caret: ClassVar[str] = "not in one of its forms"
    remedy: ClassVar[str] = (
        "write `asks where marble is now`, `asks where marble was at first`, `asks where Sally "
        "thinks marble is`, `asks what tube holds now`, `asks what tube held at first`, `asks what "
        "Daniel thinks tube holds`, or `asks something else`"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DependsOnReply(Fault):
    """A step that would happen only after a right, or a wrong, reply."""

    code: ClassVar[str] = "E231"
    title: ClassVar[str] = "nothing in a script depends on a reply"
    caret: ClassVar[str] = "what is said next is the same for everybody"
    remedy: ClassVar[str] = (
        "leave this out; a control that must be right for a test to count is written "
        "`guards TEST`, and `when LEVEL` depends on the level of a factor"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Bullet(Fault):
    """A bullet or a number before a line."""

    code: ClassVar[str] = "E233"
    title: ClassVar[str] = "lines have no bullets or numbers before them"
    caret: ClassVar[str] = "`{sign}` is too much"
    remedy: ClassVar[str] = "write `{mended}`"

    sign: str
    mended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LetteredChoice(Fault):
    """A choice with its letter typed before it."""

    code: ClassVar[str] = "E235"
    title: ClassVar[str] = "letters are added to choices by devrun"
    caret: ClassVar[str] = "`{sign}` would be sent as part of the choice"
    remedy: ClassVar[str] = "leave it out: write `{mended}`"

    sign: str
    mended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EqualsSign(Fault):
    """An equals sign after a statement."""

    code: ClassVar[str] = "E241"
    title: ClassVar[str] = "no `=` here: words follow a colon, names and numbers follow directly"
    caret: ClassVar[str] = "too much"
    remedy: ClassVar[str] = "write `{mended}`"

    mended: str
