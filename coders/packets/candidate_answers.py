"""What the cells of one draw have in common for a coder: candidate answers, and names and things.

In content view a coder is offered what is right or tempting in *any* condition and version, so that
the offer says nothing about the one at hand. It is worked out once for each draw and wording, since
all participants and samples share it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from coders.packets.questions import judged_questions
from dsl.expand import ORIGINAL, Expander, cells
from dsl.experiment import Quantity
from dsl.kept_replies import names_kept
from dsl.trial import Cell, Question, Trial
from renderers.coder_view import conversation

_HEDGES = frozenset(
    {
        "perhaps", "maybe", "probably", "possibly", "likely", "presumably", "i", "think", "guess",
        "believe", "suppose", "would", "will", "say", "the", "a", "an", "it", "is", "it's", "might",
        "may", "could", "be", "in", "on", "or", "so",
    }
)  # fmt: skip
"""Words that only hedge: a half answer that has no other than its thing is coded as hedged."""

_ARTICLE = re.compile(r"^(?:the|an?)\s+(?=\S)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SharedCandidates:
    """What all cells of one draw and wording offer: candidates by a question's name, and the card
    of names and things, in alphabetical order. `alike` are, by the name, wordings that some cell
    accepts for one answer.
    """

    candidates: Mapping[str, tuple[str, ...]]
    card: tuple[str, ...]
    alike: Mapping[str, tuple[frozenset[str], ...]] = field(default_factory=dict)


class CandidateAnswers:
    """The cells of one experiment at one seed, draw by draw."""

    def __init__(self, expander: Expander) -> None:
        self._expander = expander
        self._varying = [slot.name for slot in expander.experiment.slots if slot.values]
        self._known: dict[tuple[int, str], SharedCandidates] = {}

    def first(self) -> SharedCandidates:
        """What the cells of the first draw offer, in the words of the original."""
        return self._shared(1, ORIGINAL)

    def of(self, trial: Trial) -> SharedCandidates:
        """What the cells of the trial's draw and wording offer; the trial's own cell has no say."""
        at = (trial.draw, trial.cell.wording)
        if at not in self._known:
            self._known[at] = self._shared(*at)
        return self._known[at]

    def _shared(self, draw: int, wording: str) -> SharedCandidates:
        every = [
            self._expander.trial(Cell(cell.levels, wording), draw=draw)
            for cell in cells(self._expander.experiment, wordings=(wording,))
        ]
        card = self._card(every)
        return SharedCandidates(candidates_of(every, card), card, _alike(every))

    def _card(self, every: Iterable[Trial]) -> tuple[str, ...]:
        found: dict[str, str] = {}
        for trial in every:
            told = "\n".join(speech.text for speech in conversation(trial, {}))
            words = dict(trial.words)
            for slot in self._varying:
                word = words.get(slot, "")
                if word and _whole(word).search(told):
                    found.setdefault(word.casefold(), word)
        return tuple(found[word] for word in sorted(found))


def _alike(trials: Iterable[Trial]) -> dict[str, tuple[frozenset[str], ...]]:
    """By a question's name, the lists of wordings of which any is the answer."""
    found: dict[str, dict[frozenset[str], None]] = {}
    for trial in trials:
        for question in judged_questions(trial):
            for wordings in wordings_of(question):
                found.setdefault(question.name, {})[wordings] = None
    return {name: tuple(every) for name, every in found.items()}


def wordings_of(question: Question) -> tuple[frozenset[str], ...]:
    """The wordings of each answer that a question accepts in several."""
    return tuple(
        frozenset(phrase.text for phrase in clause.phrases)
        for clause in question.key.clauses
        if clause.quantity is Quantity.ANY and len(clause.phrases) > 1
    )


def candidates_of(
    trials: Iterable[Trial], card: tuple[str, ...] = ()
) -> dict[str, tuple[str, ...]]:
    """What a reply to each question could say, by its name: keys, lures, half answers and choices
    of all these trials, each once, in alphabetical order.

    An offer that only the right answer has would tell it. So `yes` comes with `no`; what is right
    alone comes with the words of the `card`; and a half answer ("it makes no difference, but I take
    the square") comes with every other thing in that place, or not at all if it is but a hedge.
    """
    named: dict[str, list[Question]] = {}
    keeps: dict[str, str] = {}
    for trial in trials:
        for question in judged_questions(trial, also_kept=True):
            named.setdefault(question.name, []).append(question)
            if question.keep is not None:
                keeps.setdefault(question.keep, question.name)
    found = {name: _offers(questions) for name, questions in named.items()}
    for name, questions in named.items():
        for question in questions:
            for source in dict.fromkeys(keeps.get(kept) for kept in names_kept(question.key)):
                if source is not None and source != name:
                    found[name] = [*found[name], *_offers(named[source])]
    return {name: _once(_evened(texts, card)) for name, texts in found.items()}


def _offers(questions: list[Question]) -> list[str]:
    """Keys and lures, then choices, then half answers made even."""
    plain: dict[str, None] = {}
    halves: dict[str, None] = {}
    for question in questions:
        key = question.key
        named = (*(p for clause in key.clauses for p in clause.phrases), *key.wrong)
        plain.update(dict.fromkeys(phrase.text for phrase in named))
        halves.update(dict.fromkeys(phrase.text for phrase in key.half))
    offered = list(plain)
    for question in questions:
        offered.extend(question.options)
        if question.rating is not None:
            low, high = question.rating
            offered.extend(question.labels or map(str, range(low, high + 1)))
    offered.extend(_even_halves(halves, tuple(plain)))
    return offered


def _even_halves(halves: Iterable[str], things: tuple[str, ...]) -> Iterator[str]:
    """Half answers with every thing in turn in the place of the one they name."""
    shown = {_bare(thing): _without_article(thing) for thing in things}
    for half in halves:
        inside = [thing for thing in shown if _whole(thing).search(half)]
        longest = max(inside, key=len, default="")
        if not inside or any(thing not in longest for thing in inside):
            # Of two things ("the shelf or the table") neither stands out.
            yield half
            continue
        place = _whole(longest)
        if set(re.findall(r"[a-z']+", place.sub(" ", half).casefold())) <= _HEDGES:
            continue
        yield half
        for other in shown.values():
            # Only a thing goes where a thing was: "I take the I have no preference" is no answer.
            if place.fullmatch(other) is None and "i" not in other.casefold().split():
                before, after = place.split(half, maxsplit=1)
                yield f"{before}{other}{after}"


def _whole(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)


def _evened(texts: list[str], card: tuple[str, ...]) -> list[str]:
    bare = {_bare(text) for text in texts}
    if bare and bare <= {"yes", "no"}:
        return ["yes", "no"]
    return [*texts, *card] if len(bare) == 1 else texts


def _without_article(text: str) -> str:
    return _ARTICLE.sub("", " ".join(text.split()).rstrip(".!"))


def _bare(text: str) -> str:
    return _without_article(text).casefold()


def _once(texts: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for text in texts:
        found.setdefault(_bare(text), text)
    return tuple(found[plain] for plain in sorted(found))
