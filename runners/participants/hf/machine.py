"""A loaded model, and what is computed with it: likelihoods, and replies written side by side.

Rows of different length are read side by side, each after the past it shares with others, which is
computed once:

    padding | kept past | what is new | padding      attention covers past and new, nothing else

Past and new stand without a gap, because models that see only the last so many tokens count the
columns between two of them. Before replies are written the padding on the right goes to the left,
so that every row ends in the same column, where its next token is added. Positions are given with
each token, since padding moves them. This holds for models that keep keys and values of every
token; for others see `whole`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from runners.participants.hf.filled import (
    Filled,
    beside,
    chosen,
    flush,
    layers_of,
    together,
    trimmed,
)
from runners.participants.hf.pasts import Pasts
from runners.participants.hf.rows import Span, Writing
from runners.participants.hf.trunks import Tokens, trunks

if TYPE_CHECKING:
    from torch import Tensor

    from runners.participants.hf.decoding import Chooser


class Model(Protocol):
    """What is used of a causal language model of transformers."""

    @property
    def device(self) -> Any:
        """Where it is."""

    def __call__(self, **given: Any) -> Any:
        """Scores of the next token, and the past."""


class Flock(Protocol):
    """Replies being written side by side."""

    @property
    def rows(self) -> tuple[Writing, ...]:
        """Those that have not ended."""

    def step(self, chooser: Chooser) -> None:
        """One more token for every row."""

    def join(self, rows: Sequence[Writing]) -> None:
        """More rows, from their beginning."""

    def keep(self, rows: Sequence[Writing]) -> None:
        """Let go of all rows but these."""


class Machine:
    """A model whose past can be cut, put together and gone on with. `budget` is in bytes, for
    beginnings kept. One thread uses it."""

    def __init__(self, model: Model, *, budget: int) -> None:
        self.model = model
        self.pasts = Pasts(budget)

    def score(self, spans: Sequence[Span]) -> list[float]:
        """The log-likelihood of each span's tokens, added up."""
        import torch

        asked = [span for span in spans if span.length]
        if not asked:
            return [0.0] * len(spans)
        with torch.inference_mode():
            filled = self._fill([span.read for span in asked], [span.length for span in asked])
            sums = iter(
                [added_up(span, scores) for span, scores in zip(asked, filled.scores, strict=True)]
            )
        return [next(sums) if span.length else 0.0 for span in spans]

    def flock(self) -> Flock:
        """Nobody yet."""
        return _Flock(self)

    def begin(self, rows: Sequence[Writing]) -> Filled:
        """All prompts read; the last scores are those of the first token."""
        import torch

        with torch.inference_mode():
            filled = self._fill([row.prompt for row in rows], [1] * len(rows))
            for number, row in enumerate(rows):
                if not self.pasts.holds(row.prompt):
                    self._keep(row.prompt, filled, number)
            return flush(filled)

    def forget(self) -> None:
        """Free what can be done without."""
        self.pasts.clear()
        free(self.model.device)

    def _fill(self, rows: Sequence[Tokens], wanted: Sequence[int]) -> Filled:
        """Rows read, each to its end; the beginnings they share first. Rows alike are read once."""
        for level in trunks(rows) if self.pasts.budget else ():
            missing = [trunk for trunk in level if not self.pasts.holds(trunk)]
            if missing:
                read = self._read(missing, [1] * len(missing))
                for number, trunk in enumerate(missing):
                    self._keep(trunk, read, number)
        most: dict[Tokens, int] = {}
        for row, asked in zip(rows, wanted, strict=True):
            most[row] = max(asked, most.get(row, 0))
        filled = self._read(list(most), list(most.values()))
        if len(most) < len(rows):
            places = {row: place for place, row in enumerate(most)}
            filled = chosen(filled, [places[row] for row in rows])
        return filled

    def _read(self, rows: Sequence[Tokens], wanted: Sequence[int]) -> Filled:
        import torch

        device = self.model.device
        pasts = [
            self.pasts.find(row, len(row) - asked) for row, asked in zip(rows, wanted, strict=True)
        ]
        before = max(past.length for past in pasts)
        new = max(len(row) - past.length for row, past in zip(rows, pasts, strict=True))
        tokens = torch.zeros(len(rows), new, dtype=torch.long)
        mask = torch.zeros(len(rows), before + new, dtype=torch.long)
        rests = []
        for number, (row, past) in enumerate(zip(rows, pasts, strict=True)):
            rest = row[past.length :]
            rests.append(len(rest))
            tokens[number, : len(rest)] = torch.tensor(rest)
            mask[number, before - past.length : before + len(rest)] = 1
        positions = (mask.cumsum(-1) - 1).clamp(min=0)[:, before:]
        columns = sorted(
            {
                column
                for rest, asked in zip(rests, wanted, strict=True)
                for column in range(rest - asked, rest)
            }
        )
        output = self.model(
            input_ids=tokens.to(device),
            attention_mask=mask.to(device),
            position_ids=positions.to(device),
            past_key_values=together(pasts, before),
            use_cache=True,
            # Scores of every column would be the largest thing in memory.
            logits_to_keep=torch.tensor(columns, device=device),
        )
        place = {column: number for number, column in enumerate(columns)}
        index = torch.tensor(
            [
                # What a row did not ask for may be anything.
                [place.get(rest - column, 0) for column in range(max(wanted), 0, -1)]
                for rest in rests
            ],
            device=device,
        )
        every = torch.arange(len(rows), device=device)[:, None]
        return Filled(output.past_key_values, mask.to(device), output.logits[every, index])

    def _keep(self, row: Tokens, filled: Filled, number: int) -> None:
        columns = filled.mask[number].bool()
        self.pasts.keep(
            row,
            tuple(
                None
                if pair is None
                else (pair[0][number][:, columns].clone(), pair[1][number][:, columns].clone())
                for pair in layers_of(filled.cache)
            ),
        )


class _Flock:
    """Rows with their past side by side."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._rows: tuple[Writing, ...] = ()
        self._filled: Filled | None = None

    @property
    def rows(self) -> tuple[Writing, ...]:
        return self._rows

    def join(self, rows: Sequence[Writing]) -> None:
        begun = self._machine.begin(rows)
        if self._filled is not None:
            begun = beside(self._awaiting(self._filled), begun)
        self._filled = begun
        self._rows = (*self._rows, *rows)

    def keep(self, rows: Sequence[Writing]) -> None:

        numbers = [number for number, row in enumerate(self._rows) if row in rows]
        if len(numbers) == len(self._rows):
            return
        self._rows = tuple(self._rows[number] for number in numbers)
        if self._filled is not None:
            self._filled = trimmed(chosen(self._filled, numbers)) if numbers else None

    def step(self, chooser: Chooser) -> None:
        import torch

        if self._filled is None:
            return
        with torch.inference_mode():
            filled = self._filled = self._awaiting(self._filled)
            chosen = chooser.choose(filled.scores[:, -1], self._rows)
        for row, token in zip(self._rows, chosen, strict=True):
            row.said.append(token)
        # Read with the next step, which may never come.
        filled.scores = filled.scores[:, :0]

    def _awaiting(self, filled: Filled) -> Filled:
        """With the scores of the next token: the last token of each row is read if it was not."""
        import torch

        if filled.scores.shape[1]:
            return filled
        device = filled.mask.device
        mask = torch.cat([filled.mask, filled.mask.new_ones(len(self._rows), 1)], dim=1)
        with torch.inference_mode():
            output = self._machine.model(
                input_ids=torch.tensor([[row.said[-1]] for row in self._rows], device=device),
                attention_mask=mask,
                position_ids=mask.sum(-1, keepdim=True) - 1,
                past_key_values=filled.cache,
                use_cache=True,
                logits_to_keep=1,
            )
        return Filled(output.past_key_values, mask, output.logits)


def added_up(span: Span, scores: Tensor) -> float:
    """A span's log-likelihood, from scores of [columns, vocabulary] of which the last is that of
    its last token."""
    import torch

    wanted = torch.tensor(span.tokens[span.start :], device=scores.device)
    logs = scores[len(scores) - span.length :].float().log_softmax(-1)
    return math.fsum(logs.gather(1, wanted[:, None])[:, 0].tolist())


def free(device: Any) -> None:
    """Give memory that nothing uses back to the device."""
    import gc

    import torch

    gc.collect()
    if device.type == "cuda":
        torch.cuda.empty_cache()
    elif device.type == "mps":
        torch.mps.empty_cache()
