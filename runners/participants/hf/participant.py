"""A local model as a participant: one call in, one reply out, however many are computed at once.

Made at once and loaded late: the files are looked at before the first call, the weights are loaded
by it.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from itertools import chain

from renderers.prompt import completed
from runners.participants.base import Call, Finish, Reply, Settings
from runners.participants.failures import FailureKind, NoReply
from runners.participants.hf.inference import Generation
from runners.participants.hf.likelihoods import (
    LikelihoodReading,
    document,
    effective,
    likeliest,
)
from runners.participants.hf.model_files import open_model
from runners.participants.hf.options import BATCH, BATCHES, local_options
from runners.participants.hf.prompting import Prompt, Prompting
from runners.participants.hf.reasoning import reasoning_variable, with_variable
from runners.participants.hf.sampling import decoding
from runners.participants.hf.source import parse_source
from runners.participants.hf.weighing import weighing
from runners.participants.hf.worker import InferenceWorker
from runners.participants.hosted import canonical
from runners.participants.thoughts import begins_thought, without_thought


class LocalModel:
    """One model in this process.

    Raises:
        CannotStart: it is not there, cannot be used, or settings that it does not take.
    """

    simulated = False
    sees_key = False
    scores_options = True

    @property
    def sees_pictures(self) -> bool:
        """Whether it comes with a processor of pictures, and its texts have a place for them."""
        return self._files.pictures is not None and bool(self._files.pictures.mark)

    @property
    def continues_text(self) -> bool:
        """Whether no chat template is used."""
        return not self._files.chat

    def __init__(self, model: str, settings: Settings) -> None:
        self._options = local_options(settings)
        self._source = parse_source(model)
        self.name = self._source.name
        # Which device there is turns out when the model is loaded; more may wait than it takes.
        self.places = self._options.batch or max(BATCH, *BATCHES.values())
        self._files = open_model(self._source, self._options)
        if settings.reasoning:
            variable = reasoning_variable(self.name, self._files, settings.reasoning)
            self._options = local_options(with_variable(settings, *variable))
        if self._options.device is not None:
            from runners.participants.hf.loading import chosen_device

            chosen_device(self._options.device)
        self._decoding = decoding(self._files.shipped, self._options.sampling)
        self._prompting = Prompting(
            self.name,
            self._files.tokenizer,
            chat=self._files.chat,
            variables=self._options.variables,
            pictures=self._files.pictures if self.sees_pictures else None,
        )
        self._documents = self._prompting.without_template()
        self._worker: InferenceWorker | None = None

    def __repr__(self) -> str:
        return f"LocalModel({self.name!r})"

    @property
    def notes(self) -> tuple[str, ...]:
        """That there is no chat template, that the weights are to be fetched, and the like."""
        return self._files.notes

    def identity(self) -> dict[str, str]:
        """Provider, model, requested parameters; a repository's commit or a folder's fingerprint.
        The device and the size of a batch are this computer's affair."""
        return {
            "provider": "hf",
            "model": self._source.model,
            "parameters": canonical(dict(self._options.parameters)),
            **dict(self._files.identity),
        }

    async def ask(self, call: Call) -> Reply:
        """A reply in words, or to a call with options the likeliest of them.

        Raises:
            NoReply: the model cannot be loaded, or this call is too much for it.
        """
        begun = time.monotonic()
        if call.compares:
            return await self._compared(call, begun)
        if any(message.pictures for message in call.messages):
            prompt = await asyncio.to_thread(self._prompt, call)
        else:
            prompt = self._prompt(call)
        if why := self._too_long(len(prompt.tokens) + 1, ""):
            raise why
        if call.options:
            return await self._most_likely(call, prompt, begun)
        return await self._generated(call, prompt, begun)

    def too_long(self, call: Call) -> str:
        """Why a call does not fit into what the model reads; empty where it does."""
        reach = self._files.reach
        said = [message.text for message in call.messages]
        size = sum(len(one.encode("utf-8", "surrogatepass")) for one in (*said, *call.options))
        shown = any(message.pictures for message in call.messages)
        if reach is None or (size < reach // 2 and not shown):
            return ""  # tokens are seldom shorter than a byte, and templates than half of it
        prompt = self._prompt(call)
        why = self._too_long(len(prompt.tokens) + 1, "")
        if why is None and call.options:
            prompting = self._documents if call.continues else self._prompting
            longest = weighing(call, prompt, prompting).longest
            why = self._too_long(longest, "with its longest option")
        return "" if why is None else why.message

    def _prompt(self, call: Call) -> Prompt:
        if call.continues:
            return self._documents.joined(call.messages)
        return self._prompting.prompt(call.messages)

    async def aclose(self) -> None:
        """Unload the model."""
        worker, self._worker = self._worker, None
        if worker is not None:
            await asyncio.to_thread(worker.close)

    async def _generated(self, call: Call, prompt: Prompt, begun: float) -> Reply:
        seed = call.seed if self._options.seed is None else self._options.seed
        limit = self._options.max_tokens
        if self._files.reach is not None:
            limit = min(limit, self._files.reach - len(prompt.tokens))
        worker = self._working()
        asked = Generation(prompt.tokens, seed, limit, prompt.seen)
        written = await asyncio.wrap_future(worker.generate(asked))
        if written.ended == "no numbers":
            raise self._without_numbers(worker)
        said = self._prompting.text(written.tokens)
        text = self._reply(said, prompt)
        finish = Finish.STOP if text.strip() else Finish.EMPTY
        if written.ended == "limit":
            finish = Finish.LENGTH
        return Reply(
            text=text,
            finish=finish,
            raw=_raw(prompt, said, written),
            model_returned=self._returned,
            input_tokens=len(prompt.tokens),
            output_tokens=len(written.tokens),
            sent=self._sent(
                worker,
                {**self._decoding.parameters(), "max_tokens": self._options.max_tokens}
                | ({"seed": seed} if self._decoding.sample else {}),
            ),
            latency_s=time.monotonic() - begun,
        )

    async def _most_likely(self, call: Call, prompt: Prompt, begun: float) -> Reply:
        if self._files.chat and not call.continues and begins_thought(prompt.text):
            raise NoReply(
                FailureKind.BAD_PARAMETER,
                f"the chat template of {self.name} starts with thinking, so no option can follow",
                "if the model supports it: --reasoning off",
            )
        prompting = self._documents if call.continues else self._prompting
        asked = weighing(call, prompt, prompting)
        if why := self._too_long(asked.longest, "with its longest option"):
            raise why
        worker = self._working()
        sums = await asyncio.wrap_future(worker.log_likelihoods(asked.spans))
        if not all(map(math.isfinite, sums)):
            raise self._without_numbers(worker)
        scored = asked.scored(sums)
        reading = LikelihoodReading.BARE
        if call.reading or not call.continues:
            wanted = self._options.reading
            if call.reading and (
                wanted is None or (wanted is LikelihoodReading.LETTER and asked.letters is None)
            ):
                wanted = LikelihoodReading(call.reading)
            reading = effective(wanted, scored)
        text = likeliest(scored, reading)
        chosen: dict[str, object] = {"likelihood": reading.value}
        if call.continues:
            chosen["template"] = "none"
        return Reply(
            text=text,
            finish=Finish.STOP if text else Finish.EMPTY,
            raw=document(scored, reading, prompt_tokens=len(prompt.tokens), shown=_shown(prompt)),
            model_returned=self._returned,
            input_tokens=len(prompt.tokens),
            output_tokens=0,
            sent=self._sent(worker, chosen),
            latency_s=time.monotonic() - begun,
        )

    async def _compared(self, call: Call, begun: float) -> Reply:
        """How like texts are by the means of the last hidden states of their tokens."""
        from runners.agents.recall import compared
        from runners.participants.embedding import likenesses

        questions, statements = compared(call.messages[-1].text)
        rows = [
            self._documents.document(text).tokens[: self._files.reach]
            for text in (*questions, *statements)
        ]
        worker = self._working()
        means = await asyncio.wrap_future(worker.means(rows))
        if not all(map(math.isfinite, chain.from_iterable(means))):
            raise self._without_numbers(worker)
        return Reply(
            likenesses(len(questions), means),
            Finish.STOP,
            model_returned=self._returned,
            input_tokens=sum(map(len, rows)),
            output_tokens=0,
            sent=self._sent(worker, {"embeddings": "mean of last hidden states"}),
            latency_s=time.monotonic() - begun,
        )

    def _too_long(self, tokens: int, what: str) -> NoReply | None:
        """What is raised for more tokens, prompt and answer, than the model has places for."""
        reach = self._files.reach
        if reach is None or tokens <= reach:
            return None
        told = f"{what} has {tokens}" if what else f"has {tokens - 1}"
        return NoReply(
            FailureKind.BAD_REQUEST,
            f"{self.name} reads at most {reach} tokens, and this conversation {told}",
            "choose a model with a longer context, or shorten the story",
        )

    def _without_numbers(self, worker: InferenceWorker) -> NoReply:
        from runners.participants.hf.loading import without_numbers

        assert worker.loaded is not None
        return without_numbers(self.name, worker.loaded.dtype)

    def _working(self) -> InferenceWorker:
        if self._worker is None:
            from runners.participants.hf.loading import load

            chat = self._files.chat
            self._worker = InferenceWorker(
                self.name,
                lambda: load(
                    self._source,
                    self._options,
                    self._files.location,
                    vision=self._files.pictures is not None,
                    shown=self._prompting.trial(self._files.reach) if self.sees_pictures else (),
                ),
                self._decoding,
                ends=self._files.ends,
                complete=(lambda _: False) if chat else self._at_blank_line,
                reach=self._files.reach,
            )
        return self._worker

    def _at_blank_line(self, tokens: Sequence[int]) -> bool:
        # Most tokens hold no line break, and the whole need not be read again for each.
        return (
            "\n" in self._prompting.text(tokens[-1:])
            and completed(self._prompting.text(tokens)) is not None
        )

    def _reply(self, said: str, prompt: Prompt) -> str:
        if self._files.chat:
            return without_thought(said, thinking=begins_thought(prompt.text))
        whole = completed(said)
        return said.strip() if whole is None else whole

    def _sent(self, worker: InferenceWorker, chosen: dict[str, object]) -> str:
        loaded = worker.loaded
        assert loaded is not None
        return canonical(
            {
                "model": self._source.model,
                "template": "chat" if self._files.chat else "completion",
                **{f"template.{name}": value for name, value in self._options.variables},
                "dtype": loaded.dtype,
                "device": loaded.device,
                **dict(self._files.identity),
                **_versions("torch", "transformers", *(("pillow",) if self.sees_pictures else ())),
                **chosen,
            }
        )

    @property
    def _returned(self) -> str:
        location = self._files.location
        return (
            self._source.model if location.commit is None else f"{location.where}@{location.commit}"
        )


def _raw(prompt: Prompt, said: str, written: Generation) -> str:
    """What a provider's body is to a hosted model: what was read, what came, and why it ended."""
    return json.dumps(
        {
            "prompt": prompt.text,
            **_shown(prompt),
            "said": said,
            "tokens": written.tokens,
            "ended_by": written.ended,
            "beside": written.beside,
        },
        ensure_ascii=False,
    )


def _shown(prompt: Prompt) -> dict[str, object]:
    return {} if prompt.seen is None else {"pictures": prompt.seen.document()}


@cache
def _versions(*names: str) -> dict[str, str]:
    return {name: version(name) for name in names}
