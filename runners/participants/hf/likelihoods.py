"""How likely each option is after the prompt, and which of them that makes the answer.

The numbers differ in what they favour: a sum favours short options, a mean per token those that the
tokenizer cuts finely, and both favour words that are common anywhere, which is what "against the
bare prompt" takes off. The mean over the whole string, question and all, favours long options where
a token of an option is more likely than one of the question. None of them is the right one, so all
are kept with the reply and the *reading*, chosen before anything is asked, says which decides. To
choose it afterwards, as the one that gives the best score, is what keeping them apart from the
reading is meant to make visible.

Sources: per token as CogLM says that it normalises (Wang et al. 2024, appendix A.1), over the whole
string as its published code does; against the bare prompt as the domain-conditional PMI of Holtzman
et al. (2021), with an empty question for the domain.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from renderers.prompt import LETTERS


class LikelihoodReading(StrEnum):
    """Which number decides."""

    LETTER = "letter"
    """The option's letter; where no letters are shown, as TOKEN."""
    SUM = "sum"
    """The words of the option, all of them together."""
    TOKEN = "token"
    """The sum divided by the number of tokens."""
    CHARACTER = "character"
    """The sum divided by the number of characters."""
    BARE = "bare"
    """The sum less the sum after the bare prompt."""
    WHOLE = "whole"
    """The mean over the tokens of prompt and option together; only of a text that is gone on with,
    elsewhere as TOKEN."""


@dataclass(frozen=True, slots=True)
class OptionLikelihood:
    """One option's natural log-likelihoods.

    `sum` is that of its words after the prompt, `bare_sum` after the bare prompt, None where the
    model takes no prompt without a picture, `letter_sum` that of its letter after the prompt, None
    where no letter is shown. `tokens` and `characters` are its length. `whole_sum` is that of
    prompt and option together, the first token left out, and `whole_tokens` how many that are; None
    and 0 where it is a reply in a conversation.
    """

    text: str
    letter: str | None
    tokens: int
    sum: float
    bare_sum: float | None
    letter_sum: float | None
    whole_sum: float | None = None
    whole_tokens: int = 0

    @property
    def characters(self) -> int:
        """Code points, as Python counts them."""
        return len(self.text)

    def by(self, reading: LikelihoodReading) -> float | None:
        """The number that this reading goes by; None where there is none."""
        match reading:
            case LikelihoodReading.LETTER:
                return self.letter_sum
            case LikelihoodReading.SUM:
                return self.sum
            case LikelihoodReading.TOKEN:
                return self.sum / self.tokens if self.tokens else None
            case LikelihoodReading.CHARACTER:
                return self.sum / self.characters if self.characters else None
            case LikelihoodReading.BARE:
                return None if self.bare_sum is None else self.sum - self.bare_sum
            case LikelihoodReading.WHOLE:
                if self.whole_sum is None or not self.whole_tokens:
                    return None
                return self.whole_sum / self.whole_tokens


def letters_shown(options: Sequence[str], message: str) -> tuple[str, ...] | None:
    """The letter of each option, where the message has a line `A) words` for every one of them."""
    lines = {line.strip() for line in message.splitlines()}
    found: list[str] = []
    for option in options:
        here = [one for one in LETTERS if f"{one}) {option}" in lines and one not in found]
        if not here:
            return None
        found.append(here[0])
    return tuple(found)


def effective(
    reading: LikelihoodReading | None, options: Sequence[OptionLikelihood]
) -> LikelihoodReading:
    """The reading that holds: what was asked for, else the letter where letters are shown."""
    if reading in (None, LikelihoodReading.LETTER):
        lettered = all(option.letter is not None for option in options)
        return LikelihoodReading.LETTER if lettered else LikelihoodReading.TOKEN
    if reading is LikelihoodReading.WHOLE and any(one.whole_sum is None for one in options):
        return LikelihoodReading.TOKEN
    return reading


def likeliest(options: Sequence[OptionLikelihood], reading: LikelihoodReading) -> str:
    """The words of the likeliest option; empty where two in other words are exactly as likely."""
    numbers = [option.by(reading) for option in options]
    found = [number for number in numbers if number is not None]
    if len(found) < len(numbers) or not found:
        return ""
    best = {one.text for one, number in zip(options, found, strict=True) if number == max(found)}
    return best.pop() if len(best) == 1 else ""


def document(
    options: Sequence[OptionLikelihood],
    reading: LikelihoodReading,
    *,
    prompt_tokens: int,
    shown: Mapping[str, object],
) -> str:
    """All numbers as JSON, whichever decided, with what was `shown`; null where one does not
    apply."""
    return json.dumps(
        {
            **shown,
            "likelihoods": {
                "reading": reading.value,
                "prompt_tokens": prompt_tokens,
                "options": [
                    {
                        "text": option.text,
                        "letter": option.letter,
                        "tokens": option.tokens,
                        "characters": option.characters,
                        "sum": option.sum,
                        "per_token": option.by(LikelihoodReading.TOKEN),
                        "per_character": option.by(LikelihoodReading.CHARACTER),
                        "against_bare_prompt": option.by(LikelihoodReading.BARE),
                        "letter_sum": option.letter_sum,
                        "whole_tokens": option.whole_tokens or None,
                        "per_token_of_whole": option.by(LikelihoodReading.WHOLE),
                    }
                    for option in options
                ],
            },
        },
        ensure_ascii=False,
    )
