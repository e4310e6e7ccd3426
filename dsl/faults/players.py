"""What simulated players and the matcher find when they are tried on a script: W65x and W66x.

The facts come from the upper floors, which alone can play a script; the sentences are here with
all others.
"""

from __future__ import annotations

from dsl.diagnostic import Fault

_TWIN = (
    "add a version in which {what} is wrong, or make it wrong in half of the draws with a "
    "`counterbalance`"
)

REMEDIES = {
    "the real place": _TWIN.format(what="the real place"),
    "reality": _TWIN.format(what="the real state"),
    "first mentioned": _TWIN.format(what="the answer that is mentioned first"),
    "last mentioned": _TWIN.format(what="the answer that is mentioned last"),
    "most often mentioned": _TWIN.format(what="the answer that is mentioned most often"),
    "most frequent noun": _TWIN.format(what="the answer that is mentioned most often"),
    "never mentioned": "name all answers in the story, or the other one only in half of the draws",
    "last mentioned before a departure": _TWIN.format(
        what="the answer that is mentioned last before a departure"
    ),
    "same sentence as the example": (
        "add something of which the same sentence is said and which is a wrong answer"
    ),
    "named in the question": "use words for the question that are not part of an answer",
    "perceptual match": _TWIN.format(what="the choice that repeats the story's words"),
    "longest choice": _TWIN.format(what="the longest choice"),
    "longest": _TWIN.format(what="the longest answer"),
    "first choice shown": "write `choices rotated:`, so that no position is right more often",
    "last choice shown": "write `choices rotated:`, so that no position is right more often",
    "always yes": "add a version, or a question, whose answer is no",
    "always no": "add a version, or a question, whose answer is yes",
    "always helps": "add a version in which helping is wrong",
    "always both": "add a version in which naming both is wrong",
    "always cannot tell": "add a version in which the answer can be known",
    "cannot tell": "add a version in which the answer can be known",
    "always no preference": "add a version in which one should be preferred",
    "no preference": "add a version in which one should be preferred",
}
"""What to do about each player, by its name without `sim/` and hyphens."""


class ShortcutScores(Fault):
    """A player without understanding gets more than half of the units of a cell right."""

    code = "W651"
    title = "the shortcut `{player}` earns {percent}% of the marks{where}"
    caret = "most of them on this question"

    player: str
    percent: int
    where: str
    question: str
    answer: str
    """What a player says who always gives the same answer; empty for all others."""

    def help(self) -> str:
        """What takes the marks from this very player."""
        if self.answer:
            return (
                f"add versions in which `{self.answer}` is wrong in `{self.question}`, until no "
                "answer is right in more than half of them"
            )
        return REMEDIES[self.player.removeprefix("sim/").replace("-", " ")]


class ShortcutPasses(Fault):
    """A player without understanding passes a contrast far more often than a guesser."""

    code = "W652"
    title = (
        "the shortcut `{player}` passes the contrast `{contrast}` in {passed} of {draws} draws"
        "{where}"
    )
    remedy = (
        "compare questions with different right answers, so that no single rule gets all of them"
    )

    player: str
    contrast: str
    passed: int
    draws: int
    where: str = ""


class ExampleDisagrees(Fault):
    """An example for coders gets another mark from the matcher than the script says."""

    code = "W661"
    title = "the `{mark}` example of question `{question}` is {verdict} by its own key{where}"
    caret = "{reason}"
    remedy = (
        "correct the example or the key: coders learn from one, and replies are sorted by the other"
    )

    mark: str
    question: str
    verdict: str
    where: str
    reason: str


class OutcomeNotReached(Fault):
    """No simulated participant gives a reply that is read as some outcome."""

    code = "W671"
    title = "no simulated participant reached the outcome `{outcome}` of `{question}`"
    caret = "{players} kinds of participant, 6 draws of each cell"
    remedy = "read `devrun show`: can a reply be read as `{outcome}`? If not, leave the outcome out"

    question: str
    outcome: str
    players: int


class ReachedByGuessing(Fault):
    """A criterion of a training that guessing reaches too often."""

    code = "W672"
    title = "by guessing {percent}% reach {criterion} in {within}"
    caret = "more than 20% reach it without learning"
    remedy = "ask for more right replies, allow fewer questions, or offer more answers"

    percent: int
    criterion: str
    within: str
