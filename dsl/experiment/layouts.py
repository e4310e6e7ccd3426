"""How the items of a bank are put under a protocol: the words around a question and its choices."""

from __future__ import annotations

from enum import StrEnum

from dsl.patterns import lazy_pattern
from dsl.record import record
from dsl.words import LABELS

METHOD = "method"
"""The condition whose levels are the methods by which the items of a bank are asked."""


class Method(StrEnum):
    """How an answer to an item is taken."""

    WRITTEN = "written"
    """The participant writes it."""
    CONCATENATED = "concatenated"
    """The likelihoods of the choices are compared, each as the end of the question."""
    LETTERS = "letters"
    """The likelihoods of their letters are compared, after the question with all choices."""


_PLACE = lazy_pattern(r"\{(question|options|lines)\}")


@record
class Layout:
    """What is sent for an item: `text` with the question in place of `{question}`, and the choices
    in place of `{options}` (`A. one B. two`, on one line) or `{lines}` (`A) one`, a line each).

    `cue` follows, and after it the choice, or its letter, whose likelihood is asked for; it is
    empty where the participant writes. `reading` says which likelihood decides.
    """

    text: str
    cue: str = ""
    reading: str = ""

    @property
    def weighed(self) -> bool:
        """Whether likelihoods are asked for, of a text that a model is to go on with."""
        return bool(self.reading)

    @property
    def lettered(self) -> bool:
        """Whether the choices are shown, with letters."""
        return "{options}" in self.text or "{lines}" in self.text

    @property
    def bare(self) -> str:
        """The cue alone: what is left of the prompt without the question."""
        return self.cue.lstrip("\n")

    def words(self, question: str, options: tuple[str, ...]) -> str:
        """The text of one item, without the cue."""
        lettered = [*zip(LABELS, options, strict=False)]
        parts = {
            "question": question,
            "options": " ".join(f"{letter}. {option}" for letter, option in lettered),
            "lines": "\n".join(f"{letter}) {option}" for letter, option in lettered),
        }
        return _PLACE.sub(lambda found: parts[found[1]], self.text)
