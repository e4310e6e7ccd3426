"""What simulated players and the matcher find when they are tried on a script: W65x and W66x.

The facts come from the upper floors, which alone can play a script; the sentences stand here with
all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortcutScores(Fault):
    """A player without understanding gets more than half of the units of a cell right."""

    code: ClassVar[str] = "W651"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = (
        "a player who understands nothing ({player}) gets {percent}% of the marks{where}"
    )
    caret: ClassVar[str] = "the scored questions of this script"
    remedy: ClassVar[str] = (
        "add a twin (`versions`) in which that answer is wrong, or balance what gives it away "
        "with a `counterbalance`"
    )

    player: str
    percent: int
    where: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortcutPasses(Fault):
    """A player without understanding passes a contrast far more often than a guesser."""

    code: ClassVar[str] = "W652"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = (
        "a player who understands nothing ({player}) passes the contrast `{contrast}` in {passed} "
        "of {draws} draws{where}"
    )
    remedy: ClassVar[str] = (
        "compare questions whose right answers differ, so that no one rule is right in all of them"
    )

    player: str
    contrast: str
    passed: int
    draws: int
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleDisagrees(Fault):
    """An example for coders gets another mark from the matcher than the script says."""

    code: ClassVar[str] = "W661"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = (
        "the example for `{mark}` of question `{question}` is {verdict} by its own key{where}"
    )
    caret: ClassVar[str] = "{reason}"
    remedy: ClassVar[str] = (
        "mend the example or the key: coders learn from the one and replies are sorted by the other"
    )

    mark: str
    question: str
    verdict: str
    where: str
    reason: str
