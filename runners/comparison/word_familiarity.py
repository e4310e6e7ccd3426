"""How likely a model finds the original words, against the permuted ones: for models that report
likelihoods, in a store.

Two measures, both without chat template and without the participant's own replies:

- *Stories*: bits per character of the paper's own stories, in original wording and in the permuted
  wording of the same draw, which has the same order and roles.
- *Words*: where the original story first has a word that varies, the original word's rank among the
  words of its pool. Ranks go by the log-likelihood after the story so far minus that at the
  beginning of a document, so that a common word gains nothing by being common (the PMI of Holtzman
  et al., 2021).

An original that is likelier was perhaps read often, or its words go together better in any text:
neither shows that the story was memorised, and the opposite does not show that it was not.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from coders.statistics.intervals import over_experiments
from dsl.expand import ORIGINAL, PERMUTED, Expander, cells
from dsl.trial import Cell
from renderers.prompt import Message, Role
from renderers.rows.likelihoods import WordFamiliarity
from renderers.word_probes import WordProbe, stories, word_probes
from runners.engine.unscored_calls import UnscoredCall
from runners.participants.base import Call, Participant
from runners.store.keys import NO_TRIAL, call_key, participant_key, sitting_of
from runners.store.store import Store


@dataclass(frozen=True, slots=True)
class ProbeCalls:
    """What is asked of one participant about one experiment: pairs of (original, permuted) stories,
    a pair for each condition and draw, and the places of words.
    """

    experiment: str
    stories: tuple[tuple[tuple[UnscoredCall, ...], tuple[UnscoredCall, ...]], ...]
    words: tuple[UnscoredCall, ...]

    @property
    def calls(self) -> Iterator[UnscoredCall]:
        """All of them; a text of several draws comes as often."""
        for original, permuted in self.stories:
            yield from original
            yield from permuted
        yield from self.words


def probe_calls(expander: Expander, participant: Participant, *, draws: int) -> ProbeCalls:
    """The calls about one experiment, which belong to no trial. A text or place that comes again,
    in another draw or condition, is one call.
    """
    title, who = expander.experiment.title, participant_key(participant.identity())
    known: dict[tuple[str, tuple[str, ...]], UnscoredCall] = {}

    def call(cell: Cell, draw: int, place: str, before: str, options: tuple[str, ...]) -> None:
        sitting = sitting_of(who, title, cell, draw=draw, sample=NO_TRIAL)
        messages = (Message(Role.USER, before),)
        key = call_key(sitting.key, place, messages, options)
        made = Call(key, messages, options=options, continues=True)
        known.setdefault((before, options), UnscoredCall(sitting, place, made))

    pairs: list[tuple[tuple[UnscoredCall, ...], tuple[UnscoredCall, ...]]] = []
    words: dict[WordProbe, None] = {}
    for condition in cells(expander.experiment, wordings=(ORIGINAL,)):
        for draw in range(1, draws + 1):
            sides = []
            for wording in (ORIGINAL, PERMUTED):
                cell = Cell(condition.levels, wording)
                texts = stories(expander.trial(cell, draw=draw))
                for number, text in enumerate(texts, start=1):
                    call(cell, draw, f"story {number}", "", (text,))
                sides.append(tuple(known["", (text,)] for text in texts))
            pairs.append((sides[0], sides[1]))
        for probe in word_probes(expander, condition):
            call(condition, 1, f"words {', '.join(probe.slots)}", probe.before, probe.options)
            words[probe] = None
    return ProbeCalls(
        title, tuple(pairs), tuple(known[probe.before, probe.options] for probe in words)
    )


def familiarity(
    store: Store, participant: Participant, asked: Sequence[ProbeCalls]
) -> tuple[WordFamiliarity, ...]:
    """The figures of each experiment of which every story was answered, then over experiments."""
    rows = [row for one in asked if (row := _of_experiment(store, participant, one)) is not None]
    return (*rows, _over(rows)) if len(rows) > 1 else tuple(rows)


@dataclass(frozen=True, slots=True)
class _Numbers:
    """Of one option: its log-likelihood, that at the beginning of a document, and its length."""

    sum: float
    against_bare: float
    characters: int


def _of_experiment(
    store: Store, participant: Participant, asked: ProbeCalls
) -> WordFamiliarity | None:
    answered = store.calls(tuple({one.call.key for one in asked.calls}))
    read = {key: numbers for key, one in answered.items() if (numbers := _numbers(one.raw))}
    if any(one.call.key not in read for sides in asked.stories for side in sides for one in side):
        return None
    bits = [tuple(_bits(side, read) for side in sides) for sides in asked.stories]
    if not bits:
        return None
    places = [read[one.call.key] for one in asked.words if one.call.key in read]
    ranks = [_rank([one.against_bare for one in place]) for place in places]
    return WordFamiliarity(
        experiment=asked.experiment,
        model=participant.name,
        simulated=participant.simulated,
        n_experiments=1,
        n_draws=len(bits),
        original_bits=fmean(original for original, _ in bits),
        permuted_bits=fmean(permuted for _, permuted in bits),
        difference=fmean(permuted - original for original, permuted in bits),
        more_likely=fmean(_less(original, permuted) for original, permuted in bits),
        n_words=len(places),
        first=fmean(rank == 1 for rank in ranks) if ranks else None,
        first_chance=fmean(1 / len(place) for place in places) if places else None,
        rank=fmean(ranks) if ranks else None,
        rank_uncorrected=_mean(_rank([one.sum for one in place]) for place in places),
    )


def _over(rows: Sequence[WordFamiliarity]) -> WordFamiliarity:
    """Means over experiments, each weighing the same."""
    worded = [row for row in rows if row.rank is not None]
    gap = over_experiments([row.difference for row in rows])
    rank = over_experiments([row.rank for row in worded if row.rank is not None], scale=(0, 1))
    return WordFamiliarity(
        experiment="",
        model=rows[0].model,
        simulated=rows[0].simulated,
        n_experiments=len(rows),
        n_draws=sum(row.n_draws for row in rows),
        original_bits=fmean(row.original_bits for row in rows),
        permuted_bits=fmean(row.permuted_bits for row in rows),
        difference=fmean(row.difference for row in rows),
        more_likely=fmean(row.more_likely for row in rows),
        n_words=sum(row.n_words for row in rows),
        first=_mean(row.first for row in worded),
        first_chance=_mean(row.first_chance for row in worded),
        rank=_mean(row.rank for row in worded),
        rank_uncorrected=_mean(row.rank_uncorrected for row in worded),
        difference_ci95=None if gap is None else (gap.low, gap.high),
        rank_ci95=None if rank is None else (rank.low, rank.high),
    )


def _mean(values: Iterator[float | None]) -> float | None:
    found = [value for value in values if value is not None]
    return fmean(found) if found else None


def _bits(side: Sequence[UnscoredCall], read: Mapping[str, Sequence[_Numbers]]) -> float:
    texts = [read[one.call.key][0] for one in side]
    return -sum(one.sum for one in texts) / math.log(2) / sum(one.characters for one in texts)


def _less(one: float, other: float) -> float:
    """1 if one is less than the other, and half for a tie."""
    return 0.5 if one == other else float(one < other)


def _rank(values: Sequence[float]) -> float:
    """The share of the others that are less than the first, ties as half."""
    first, *others = values
    return fmean(_less(other, first) for other in others)


def _numbers(raw: str) -> tuple[_Numbers, ...] | None:
    """The numbers of each option in the order asked; None where a reply holds none."""
    try:
        options = json.loads(raw)["likelihoods"]["options"]
        return tuple(
            _Numbers(float(one["sum"]), float(one["against_bare_prompt"]), int(one["characters"]))
            for one in options
        )
    except (ValueError, TypeError, KeyError):
        return None
