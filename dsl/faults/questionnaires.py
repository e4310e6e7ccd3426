"""E72x: questionnaires: their scale, items and subscales, and where they are given."""

from __future__ import annotations

from dsl.diagnostic import Fault
from dsl.faults.wording import quoted


class UnknownItem(Fault):
    """A subscale names what is no item of its questionnaire."""

    code = "E721"
    title = "subscale `{subscale}` names `{name}`, which is not an item"
    caret = "not an item"

    subscale: str
    name: str
    known: tuple[str, ...]
    close: str | None

    def help(self) -> str:
        """The closest item, and all of them."""
        known = f"items are {quoted(self.known, 'and')}"
        return known if self.close is None else f"did you mean `{self.close}`? {known}"


class NeedsOtherItems(Fault):
    """How many answers a mean needs does not fit the number of items."""

    code = "E722"
    title = "`needs {least} of {of} items` does not fit a questionnaire with {count} items"
    caret = "{count} items are written"

    least: int
    of: int
    count: int

    def help(self) -> str:
        """A line that fits."""
        least = min(max(self.least, 1), self.count)
        return f"write `needs {least} of {self.count} items`, or remove the line: then all count"


class GivenAgain(Fault):
    """A questionnaire is given more than once, and it is not said in which waves."""

    code = "E723"
    title = "`{name}` is given more than once{where}{place}"
    caret = "which wave is this?"
    remedy = (
        "put each `do {name}` into a `scene` of its own: the wave has the name of the scene, "
        "and the change is the last wave minus the first"
    )

    name: str
    where: str = ""


class SaysBetween(Fault):
    """`then` in a questionnaire does something else than asking an unclear item again."""

    code = "E724"
    title = "in a questionnaire `then` asks again on `unclear`, and says nothing else"
    caret = "not `unclear, ask again at most N times`"
    remedy = "write `unclear, ask again at most 1 time: ...`"


class NoScale(Fault):
    """A questionnaire without a scale, or without items."""

    code = "E725"
    title = "questionnaire `{name}` has no `{what}`"
    caret = "no `{what}` in it"

    name: str
    what: str

    def help(self) -> str:
        """A line that it needs."""
        return f"write `{_EXAMPLES[self.what]}` below it"


class ReversedWithoutBrackets(Fault):
    """An item called `calm reversed`, which would not be reversed."""

    code = "E757"
    title = "`{name}` would be the name of an item that is not reversed"
    caret = "`reversed` stands in round brackets"
    remedy = "write `{mended}`"

    name: str
    mended: str


class ItemForm(Fault):
    """What is in round brackets after the name of an item."""

    code = "E726"
    title = "`({form})` has no meaning after the name of an item"
    caret = "only `(reversed)` can be here"
    remedy = "write `(reversed)` if a high point means little, or leave the brackets out"

    form: str


_EXAMPLES = {"rate": "rate 1 to 5", "item": "item water: I worry about floods."}
