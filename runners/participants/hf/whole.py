"""The same with a model whose past cannot be cut: state-space models, and those that mix kinds.

Such a past is a summary of all that was read, padding included, and has no beginning that could be
cut off. So rows stand side by side only with rows of the same length, each group goes on with the
past its model made, and nothing is shared. It is slower, and right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runners.participants.hf.machine import Flock, Model, added_up, free
from runners.participants.hf.rows import Span, Writing

if TYPE_CHECKING:
    from torch import Tensor

    from runners.participants.hf.decoding import Chooser


class WholeMachine:
    """A model that reads every row from its beginning. One thread uses it."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def score(self, spans: Sequence[Span]) -> list[float]:
        """The log-likelihood of each span's tokens, added up."""
        import torch

        found = [0.0] * len(spans)
        with torch.inference_mode():
            for numbers in _alike([len(span.read) if span.length else 0 for span in spans]):
                if not spans[numbers[0]].length:
                    continue
                output = self.model(
                    input_ids=self.tokens([spans[number].read for number in numbers]),
                    use_cache=False,
                )
                for number, scores in zip(numbers, output.logits, strict=True):
                    found[number] = added_up(spans[number], scores)
        return found

    def flock(self) -> Flock:
        """Nobody yet."""
        return _Groups(self)

    def forget(self) -> None:
        """Free what can be done without."""
        free(self.model.device)

    def tokens(self, rows: Sequence[Sequence[int]]) -> Tensor:
        """Rows of one length, on the model's device."""
        import torch

        return torch.tensor([list(row) for row in rows], device=self.model.device)


@dataclass(slots=True)
class _Group:
    """Rows that began together with prompts of one length. `past` is None before the first token,
    and for a model that hands none back: it then reads everything again for each token."""

    rows: tuple[Writing, ...]
    past: Any = None


class _Groups:
    """Rows in groups. Those of a group that have ended stay in its past until it is done."""

    def __init__(self, machine: WholeMachine) -> None:
        self._machine = machine
        self._groups: list[_Group] = []
        self._going: tuple[Writing, ...] = ()

    @property
    def rows(self) -> tuple[Writing, ...]:
        return self._going

    def join(self, rows: Sequence[Writing]) -> None:
        for numbers in _alike([len(row.prompt) for row in rows]):
            self._groups.append(_Group(tuple(rows[number] for number in numbers)))
        self._going = (*self._going, *rows)

    def keep(self, rows: Sequence[Writing]) -> None:
        self._going = tuple(row for row in self._going if row in rows)
        self._groups = [
            group for group in self._groups if any(row in self._going for row in group.rows)
        ]

    def step(self, chooser: Chooser) -> None:
        import torch

        for group in self._groups:
            going = [number for number, row in enumerate(group.rows) if row in self._going]
            with torch.inference_mode():
                scores = self._read(group, going)
                chosen = chooser.choose(scores, [group.rows[number] for number in going])
            for number, token in zip(going, chosen, strict=True):
                group.rows[number].said.append(token)

    def _read(self, group: _Group, going: list[int]) -> Tensor:
        """Scores of the next token for those that are going on."""
        scores: Tensor
        if group.past is not None:
            # A row that has ended may have said nothing; what it is given does not matter.
            output = self._machine.model(
                input_ids=self._machine.tokens(
                    [row.said[-1:] or row.prompt[-1:] for row in group.rows]
                ),
                past_key_values=group.past,
                use_cache=True,
            )
            group.past = output.past_key_values
            scores = output.logits[going, -1]
            return scores
        rows = [group.rows[number] for number in going]
        output = self._machine.model(
            input_ids=self._machine.tokens([(*row.prompt, *row.said) for row in rows]),
            use_cache=True,
        )
        if len(rows) == len(group.rows):
            group.past = getattr(output, "past_key_values", None)
        scores = output.logits[:, -1]
        return scores


def _alike(lengths: Sequence[int]) -> list[list[int]]:
    """The places of equal lengths, together."""
    found: dict[int, list[int]] = {}
    for place, length in enumerate(lengths):
        found.setdefault(length, []).append(place)
    return list(found.values())
