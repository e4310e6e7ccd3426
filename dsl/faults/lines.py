"""E2xx: the shape of a line: which statement it is, its colon, its names and numbers."""

from __future__ import annotations

from dsl.diagnostic import Fault
from dsl.faults.wording import quoted


class UnknownStatement(Fault):
    """A line begins with no word of the language."""

    code = "E201"
    title = "`{word}` is not a statement of the language"

    word: str
    close: str | None
    known: tuple[str, ...]

    def label(self) -> str:
        """What cannot be here."""
        return "" if self.close else "no statement begins like this"

    def help(self) -> str:
        """The mended line, else what can be here."""
        if self.close:
            return f"did you mean `{self.close}`?"
        return f"use {quoted(self.known)}" if self.known else "remove the line"


class Misplaced(Fault):
    """A statement is where it has no meaning."""

    code = "E202"
    title = "`{word}` is not allowed {here}"
    caret = "belongs {belongs}"
    remedy = "{advice}"

    word: str
    here: str
    belongs: str
    advice: str


class MissingColon(Fault):
    """Words of the author's own follow a head without a colon."""

    code = "E203"
    title = "missing colon after `{head}`"
    caret = "needs a colon after it"
    remedy = "write `{mended}`"

    head: str
    mended: str


class SurplusColon(Fault):
    """A colon follows a head that takes no words."""

    code = "E204"
    title = "no colon here: {why}"
    caret = "not needed"
    remedy = "write `{mended}`"

    why: str
    mended: str


class NotAChoice(Fault):
    """A head is followed by none of the words that can follow it."""

    code = "E205"
    title = "`{found}` cannot follow `{head}`"

    found: str
    head: str
    choices: tuple[str, ...]
    close: str | None

    def help(self) -> str:
        """The closest word and all the others."""
        others = f"{quoted(self.choices)} can follow `{self.head}`"
        return f"did you mean `{self.close}`? {others}" if self.close else others


class NotANumber(Fault):
    """Something else is where a number is wanted."""

    code = "E206"
    title = "`{head}` needs a number, not `{found}`"
    caret = "{wanted}"
    remedy = "write `{mended}`"

    head: str
    found: str
    wanted: str
    mended: str


class MissingName(Fault):
    """A head that names something is alone."""

    code = "E207"
    title = "`{head}` needs {what} after it"
    caret = "nothing follows"
    remedy = "for example: `{example}`"

    head: str
    what: str
    example: str


class MissingBlock(Fault):
    """A head that opens a block has nothing below it."""

    code = "E208"
    title = "`{head}` has nothing under it"
    caret = "opens a block"
    remedy = "write {what} below it, indented by four spaces, or remove the line"

    head: str
    what: str


class LooksLikeWords(Fault):
    """The author's own words are where a statement is wanted."""

    code = "E209"
    title = "this looks like words for the participant"
    caret = "no statement begins like this"
    remedy = "write `{mended}`"

    mended: str


class MissingWords(Fault):
    """A colon is followed by nothing."""

    code = "E210"
    title = "no words follow `{head}:`"
    caret = "nothing follows"
    remedy = "write them after the colon, or below it, indented by four spaces"

    head: str


class SurplusWords(Fault):
    """Something follows a head that takes nothing more."""

    code = "E211"
    title = "`{words}` cannot follow `{head}`"
    caret = "not needed"
    remedy = "write `{mended}`"

    words: str
    head: str
    mended: str


class UnknownFormat(Fault):
    """The script is written for another version of the language."""

    code = "E212"
    title = "this script is in format {version}, which this devrun does not know"
    caret = "known: {known}"
    remedy = "write `format {known}`, or use the devrun that the script was written for"

    version: int
    known: int


class NotAvailable(Fault):
    """A statement that the language has a place for, and this version does not yet read."""

    code = "E213"
    title = "`{head}` is not available yet"
    caret = "{meaning}"
    remedy = "remove the statement, or comment it out with `# `"

    head: str
    meaning: str


class NoteWithoutSpace(Fault):
    """A line begins with `#`, but not with `# `."""

    code = "E214"
    title = "a comment begins with `#` and a space"
    caret = "no space after it"
    remedy = "write `{mended}`"

    mended: str


class UnreadSlot(Fault):
    """A line under `people`, `things` and the like is no slot with its values."""

    code = "E215"
    title = "{reason}"
    caret = "cannot be read from here"
    remedy = "write {form}"

    reason: str
    form: str


class Incomplete(Fault):
    """A statement of several words lacks some of them."""

    code = "E216"
    title = "`{head}` is written `{form}`"
    caret = "not in this form"

    head: str
    form: str
    mended: str
    sure: bool = False
    """Whether `mended` is what was meant, and not only an example."""

    def help(self) -> str:
        """The line as it should be, or one that is right."""
        return f"write `{self.mended}`" if self.sure else f"for example: `{self.mended}`"


class LookAlikeColon(Fault):
    """A sign that looks like a colon is in the place of one."""

    code = "E217"
    title = "{name} is used in place of a colon"
    caret = "only looks like a colon"

    name: str
    mended: str

    def help(self) -> str:
        """The line with a colon, where one can be there."""
        if self.mended:
            return f"type an ordinary colon: `{self.mended}`"
        return "leave it out, or type an ordinary colon before your own words"


class CommaGap(Fault):
    """Two commas with nothing between them, or one at an end."""

    code = "E218"
    title = "a name is missing at this comma"
    caret = "nothing on one side"
    remedy = "write the name, or remove the comma"


class NoAcross(Fault):
    """A line of a contrast does not say across what."""

    code = "E219"
    title = "a contrast says which question is compared across which levels"
    caret = "no `across` here"
    remedy = "write `QUESTION across FACTOR`, or `QUESTION across LEVEL, LEVEL`"


class NotCompared(Fault):
    """A `compare` that is in none of its forms."""

    code = "E225"
    title = "`compare` says what is compared with what"
    caret = "not one of its forms"
    remedy = (
        "write `compare LEVEL with LEVEL`, `compare with guessing` or `compare original with "
        "permuted`; `expecting more in LEVEL` and `family NAME` may follow after a comma"
    )


class NameTooLong(Fault):
    """A name goes on like a sentence."""

    code = "E220"
    title = "a name of {length} characters is too long"
    caret = "at most {longest}"
    remedy = "shorten it; words for the participant come after a colon"

    length: int
    longest: int


class OrphanOtherwise(Fault):
    """`otherwise` without a `when` just before it."""

    code = "E221"
    title = "`otherwise` has no `when` before it"
    caret = "no `when`"
    remedy = "put it directly below the steps of a `when`, indented like the `when`"


class Unfit(Fault):
    """A line that cannot be read here, for a reason that has no name of its own."""

    code = "E222"
    title = "this is not understood {here}"
    caret = "not understood"
    remedy = "{advice}"

    here: str
    advice: str


class NowShape(Fault):
    """A `now` that says neither where something is nor what it holds."""

    code = "E223"
    title = "`now` says where something is, what it holds, or what somebody thinks"
    caret = "says none of these"
    remedy = (
        "for example: `now marble in basket, known to Sally, Anne`, `now tube holds pencil` "
        "or `now Sam thinks scarf in box`; places take {places}"
    )

    places: str


class AsksShape(Fault):
    """An `asks` in none of its forms."""

    code = "E224"
    title = "`asks` says what the question asks about the story"
    caret = "not in one of its forms"
    remedy = (
        "write `asks where marble is now`, `asks where marble was at first`, `asks where Sally "
        "thinks marble is`, `asks what tube holds now`, `asks what tube held at first`, `asks what "
        "Daniel thinks tube holds`, or `asks something else`"
    )


class DependsOnReply(Fault):
    """A step after a right, or a wrong, reply, that does not say to which question."""

    code = "E231"
    title = "this does not say which reply it depends on"
    caret = "a reply to which question?"
    remedy = (
        "leave this out, or put `then` with an arm (`right: words`) into the question; further "
        "steps go below it, under `when QUESTION was right`"
    )


class Bullet(Fault):
    """A bullet or a number before a line."""

    code = "E233"
    title = "lines do not begin with bullets or numbers"
    caret = "`{sign}` is not needed"
    remedy = "write `{mended}`"

    sign: str
    mended: str


class LetteredChoice(Fault):
    """A choice with its letter typed before it."""

    code = "E235"
    title = "devrun adds the letters of choices itself"
    caret = "`{sign}` would be sent as part of the choice"
    remedy = "leave it out: write `{mended}`"

    sign: str
    mended: str


class EqualsSign(Fault):
    """An equals sign after a statement."""

    code = "E241"
    title = "no `=` here: words follow a colon, names and numbers follow directly"
    caret = "not needed"
    remedy = "write `{mended}`"

    mended: str


class NotAskedAgain(Fault):
    """Words after the comma of an arm that do not say how often the question is asked again."""

    code = "E226"
    title = "`{words}` does not say how often the question is asked again"
    caret = "after the comma"
    remedy = "write `{mended}`, or remove what follows the outcome"

    words: str
    mended: str
