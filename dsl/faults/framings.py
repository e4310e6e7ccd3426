"""E75x: framings, which are words around every scored question."""

from __future__ import annotations

from dsl.diagnostic import Fault
from dsl.faults.wording import Undeclared


class UnknownFraming(Undeclared):
    """A framing is named without words, and no file has them."""

    code = "E751"
    title = "there is no framing called `{name}`"
    caret = "no file has its words"
    remedy = "write its words below it: `before:`, `after:` or `system:`"


class FramingWithoutWords(Fault):
    """A framing that adds nothing to a question."""

    code = "E752"
    title = "the framing `{name}` has no words to send"
    caret = "it would be the same as none"
    remedy = "add a line `before:`, `after:` or `system:` below it"

    name: str


class AnswerLineUnasked(Fault):
    """Replies are read on a line that no participant is asked to write."""

    code = "E753"
    title = "the framing `{name}` does not ask for a line that begins with `{line}`"
    caret = "replies would be read there"
    remedy = 'ask for it: after: ... a line that begins with "{line}:"'

    line: str
    name: str


class AnswerLineUnread(Fault):
    """A question of which no reply is written, in a framing that asks for a line of it."""

    code = "E754"
    title = "`{question}` is scored by likelihood, and the framing `{name}` asks for a line"
    caret = "no reply is written to it"
    remedy = "leave out the framing, or `scored by likelihood`"

    question: str
    name: str


class UnknownBaseline(Undeclared):
    """A framing is to be compared with one that the script does not have."""

    code = "E758"
    title = "the script has no other framing called `{name}`"
    caret = "a baseline is another framing"
    remedy = "add a line `framing {name}` with its words"


class GroupUnknown(Fault):
    """A framing that names the group of an item, or what it is, where that is not known."""

    code = "E759"
    title = "the framing `{framing}` says `{{{brace}}}`, and {what}"
    caret = "nothing to put in"
    remedy = "{instead}"

    framing: str
    brace: str
    what: str
    instead: str


class FramingTaken(Fault):
    """A factor of the script has the name of the condition that framings make."""

    code = "E755"
    title = "framings are the levels of a condition called `framing`, and the script has one"
    caret = "this name is taken"
    remedy = "call it something else, for example `framing of the story`"
