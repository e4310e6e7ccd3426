"""E743 to E746: keys that are numbers: a range of ratings, a tolerance."""

from __future__ import annotations

from dsl.diagnostic import Fault


class AnswerRange(Fault):
    """A range of ratings whose ends are the wrong way round, or far apart."""

    code = "E743"
    title = "`answer rating {low} to {high}` is not a range of ratings"
    caret = "from the lowest to the highest, at most {most} apart"
    most: int

    low: int
    high: int

    def help(self) -> str:
        """The mended line."""
        low, high = sorted((self.low, self.high))
        if high - low <= self.most:
            return f"write: answer rating {low} to {high}"
        return "write the ends of the range as points of the scale"


class RangeWithoutScale(Fault):
    """A range of ratings in a question without a scale."""

    code = "E744"
    title = "this question has no scale for a range of ratings"
    caret = "points of which scale?"
    remedy = "add a scale: rate 1 to 7 (or write `answer number within 1: 11` for an open question)"


class ToleranceAmongChoices(Fault):
    """A number with a tolerance where the answers are given, or read otherwise."""

    code = "E745"
    title = "a tolerance is for a number that is said freely, and this question has `{what}`"
    caret = "no tolerance here"

    what: str

    def help(self) -> str:
        """How it is written in this question."""
        return {
            "rate": "write the points that are right: answer rating 5 to 7",
            "choices": "write the choices that are right: answer any of:",
        }.get(self.what, "write `scored by number`, or leave the line out")


class KeyNotANumber(Fault):
    """A key with a tolerance that is no number."""

    code = "E746"
    title = "`{text}` is not a number{place}"
    caret = "a tolerance needs a number"
    remedy = "write a number in figures: answer number within 1: 11"

    text: str
