"""What is computed to weigh the options of one call, and the numbers that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from runners.participants.base import Call
from runners.participants.failures import NoReply
from runners.participants.hf.likelihoods import OptionLikelihood, letters_shown
from runners.participants.hf.pictures import SeenPictures
from runners.participants.hf.prompting import Continued, Prompt, Prompting, TokenSpan


@dataclass(frozen=True, slots=True)
class Weighing:
    """The options of a call after its prompt, after the bare prompt, by their letters where it
    shows letters, and as one string with the prompt where a protocol asks for a text. `alone` is
    None where a model that is shown pictures takes no prompt without.
    """

    options: tuple[str, ...]
    letters: tuple[str, ...] | None
    given: Continued
    alone: Continued | None
    lettered: Continued | None
    whole: Continued | None
    seen: SeenPictures | None = None

    @property
    def spans(self) -> list[TokenSpan]:
        """All that is to be computed, in the order that `scored` takes."""
        found = [
            TokenSpan(row, one.start, None if one is self.alone else self.seen)
            for one in (self.given, self.alone, self.lettered, self.whole)
            if one is not None
            for row in one.rows
        ]
        if self.whole is not None:
            # What the strings begin with is read once, and not once with each option.
            found.append(TokenSpan(self.whole.rows[0][: self.whole.start], 1, self.seen))
        return found

    @property
    def longest(self) -> int:
        """The number of tokens of the longest text."""
        return max(len(span.tokens) for span in self.spans)

    def scored(self, sums: Sequence[float]) -> list[OptionLikelihood]:
        """The numbers of each option, from the sum of each span."""
        count = len(self.options)
        given, rest = sums[:count], sums[count:]
        alone: Sequence[float | None] = [None] * count
        if self.alone is not None:
            alone, rest = rest[:count], rest[count:]
        whole = rest[-count - 1 :]
        return [
            OptionLikelihood(
                text=option,
                letter=None if self.letters is None else self.letters[number],
                tokens=len(self.given.rows[number]) - self.given.start,
                sum=given[number],
                bare_sum=alone[number],
                letter_sum=None if self.lettered is None else rest[number],
                whole_sum=None if self.whole is None else whole[-1] + whole[number],
                whole_tokens=0 if self.whole is None else len(self.whole.rows[number]) - 1,
            )
            for number, option in enumerate(self.options)
        ]


def weighing(call: Call, prompt: Prompt, prompting: Prompting) -> Weighing:
    """What is computed for a call with options; `prompting` made its prompt."""
    options = call.options
    if call.continues:
        letters = call.letters or None
    else:
        letters = letters_shown(options, call.messages[-1].text)
    space = bool(call.reading)
    try:
        bare = prompting.document(call.bare) if call.bare else prompting.bare()
    except NoReply:
        if prompt.seen is None:
            raise
        bare = None
    return Weighing(
        options,
        letters,
        prompting.continued(prompt, options, with_space=space),
        None if bare is None else prompting.continued(bare, options, with_space=space),
        None if letters is None else prompting.continued(prompt, letters, with_space=space),
        prompting.strings(prompt, options) if call.reading else None,
        prompt.seen,
    )
