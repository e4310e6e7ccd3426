"""E59x and W622: story state, and the keys that are checked against it."""

from __future__ import annotations

from dsl.diagnostic import Fault
from dsl.faults.wording import NoneOfThese


class UnknownInStory(NoneOfThese):
    """A name in `now` or `asks` that is no slot, no let, and nowhere in the story."""

    code = "E591"
    title = "there is no `{name}` in the story"
    caret = "not a slot, a let, or a word of the story"
    remedy = "use a word of the story"


class NothingSaid(Fault):
    """A question asks of the story what the story does not say."""

    code = "E592"
    title = "the story does not say {what}{place}"
    caret = "no `now` line says so before it"
    remedy = "before the question write: {line}"

    what: str
    line: str


class KeyAgainstStory(Fault):
    """A key that is not what the story says."""

    code = "E593"
    title = "`{typed}` is not what the story says{place}"
    caret = "the story says {says}"
    remedy = "write `{right}`, or correct the `now` lines"

    typed: str
    says: str
    right: str


class NoAsks(Fault):
    """A question about the story whose key is not checked against it."""

    code = "W622"
    title = "the key of `{name}` is not checked against the story"
    caret = "its answers are what the story says about {what}"
    remedy = "say what it asks, for example `{line}`; or write `asks something else`"

    name: str
    what: str
    line: str
