"""What the questions of a study ask of a participant beyond words, and whether it can do that.

It is looked at before the first call: a study that fails in its last question has been paid for.
Where a question can be asked in words instead, that is done only when the user says so, and is
noted with the participant like any other thing left out. Asking in words without being told to was
rejected: "scored by likelihood" in a paper would then not be true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from dsl import experiment as ex
from dsl.expanding.steps_within import steps_within
from dsl.experiment import Experiment, ItemFormat, Scorer
from dsl.words import and_list
from runners.participants.base import Participant
from runners.participants.failures import Unsupported
from runners.participants.wrapped import Wrapped


class Ability(StrEnum):
    """What a participant may or may not be able to do."""

    LIKELIHOOD = "likelihood"
    """To say how likely it finds each of some answers."""
    PICTURES = "pictures"
    """To be shown pictures."""
    ONE_PICTURE = ItemFormat.ONE_PICTURE.value
    SEVERAL_PICTURES = ItemFormat.SEVERAL_PICTURES.value
    VIDEO = ItemFormat.VIDEO.value
    """To be shown items of this format. Those that it cannot be shown are passed over."""


@dataclass(frozen=True, slots=True)
class Need:
    """One place where a script asks for an ability: its file, and the name of the question or the
    file of the picture there.
    """

    ability: Ability
    file: str
    place: str


@dataclass(frozen=True, slots=True)
class _Words:
    """`lacks` ends "MODEL ...", `asks` ends "`PLACE` in FILE ...", `help` says what to do.
    `instead` ends "MODEL is asked ..." where it can be asked without, else it is empty.
    """

    lacks: str
    asks: str
    help: str
    instead: str = ""


_FORMATS = (Ability.ONE_PICTURE, Ability.SEVERAL_PICTURES, Ability.VIDEO)

_WORDS = {
    Ability.LIKELIHOOD: _Words(
        "does not report likelihoods",
        "is scored by likelihood",
        "ask a local model (-m hf/REPOSITORY or -m hf/FOLDER), or add --allow-unsupported "
        "to ask this one for a text answer; this is recorded",
        "for a text answer where a question is scored by likelihood, as it reports no likelihoods",
    ),
    Ability.PICTURES: _Words(
        "cannot be shown pictures",
        "is one",
        "choose another model; those of OpenAI, Anthropic and Google can be shown pictures, and "
        "local vision models",
    ),
}


def needs(experiments: Iterable[Experiment]) -> tuple[Need, ...]:
    """Everything beyond words that these scripts ask for somewhere, in the order of the scripts."""
    return tuple(dict.fromkeys(need for one in experiments for need in _needs_of(one)))


def shows_pictures(experiments: Iterable[Experiment]) -> bool:
    """Whether a participant is shown a picture somewhere."""
    return any(need.ability is not Ability.LIKELIHOOD for need in needs(experiments))


def _needs_of(experiment: Experiment) -> Iterator[Need]:
    for step in steps_within(experiment.steps):
        if isinstance(step, ex.Show):
            yield Need(Ability.PICTURES, experiment.file, step.picture.file)
        if not isinstance(step, ex.QuestionStep):
            continue
        if step.format in _FORMATS:
            yield Need(Ability(step.format), "", "")
            continue
        for told in step.says:
            if isinstance(told, ex.Show):
                yield Need(Ability.PICTURES, experiment.file, told.picture.file)
        if step.rubric.scorer is Scorer.LIKELIHOOD:
            yield Need(Ability.LIKELIHOOD, experiment.file, step.name)


def lacking(
    participant: Participant, asked: Iterable[Need], shown: frozenset[str] | None = None
) -> tuple[Need, ...]:
    """Those of the needs that this participant does not meet; of the formats of items it is to be
    shown only `shown`, where these are named.
    """
    able = {
        Ability.LIKELIHOOD: participant.scores_options,
        Ability.PICTURES: participant.sees_pictures,
        **{
            one: participant.sees_pictures and (shown is None or one.value in shown)
            for one in _FORMATS
        },
    }
    return tuple(need for need in asked if not able[need.ability])


def able(
    participant: Participant,
    asked: Iterable[Need],
    *,
    allow: bool,
    shown: frozenset[str] | None = None,
) -> Participant:
    """The participant as it can be asked: itself, or with `allow` one that is asked without what
    can be done without. Items of formats that it cannot be shown, or is not to be (`shown`), are
    left out in any case.

    Raises:
        Unsupported: a script asks for what it cannot do.
    """
    missing = lacking(participant, asked, shown)
    for need in missing:
        if need.ability in _FORMATS:
            continue
        if not allow or not _WORDS[need.ability].instead:
            raise refusal(participant.name, missing, need.ability)
    if not missing:
        return participant
    return Without(participant, tuple(dict.fromkeys(need.ability for need in missing)))


def refusal(name: str, missing: Iterable[Need], ability: Ability) -> Unsupported:
    """That a participant lacks an ability, by the first place that asks for it."""
    words = _WORDS[ability]
    places = [need for need in missing if need.ability is ability]
    more = len(places) - 1
    others = f" (and {more} more)" if more else ""
    return Unsupported(
        f"{name} {words.lacks}, and `{places[0].place}` in {places[0].file} {words.asks}{others}",
        words.help,
    )


def unshown(participant: Participant) -> frozenset[str]:
    """The formats of items that a participant is not shown."""
    left = participant.abilities if isinstance(participant, Without) else ()
    return frozenset(one.value for one in left if one in _FORMATS)


@dataclass(frozen=True, slots=True)
class Without(Wrapped):
    """A participant that is asked without some abilities, and is another one for that: what it says
    in words never replaces a likelihood.
    """

    abilities: tuple[Ability, ...]

    @property
    def scores_options(self) -> bool:
        """Whether it is asked for likelihoods."""
        return self.inner.scores_options and Ability.LIKELIHOOD not in self.abilities

    @property
    def sees_pictures(self) -> bool:
        """Whether the messages may hold pictures."""
        return self.inner.sees_pictures and Ability.PICTURES not in self.abilities

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should read before the first call."""
        told = [
            f"{self.name} is asked {_WORDS[one].instead}"
            for one in self.abilities
            if one not in _FORMATS
        ]
        if formats := unshown(self):
            told.append(f"{self.name} is not shown items with {and_list(sorted(formats))}")
        return (*self.inner.notes, *told)

    def identity(self) -> dict[str, str]:
        """That of who is asked, with what is left out added to its `left_out`."""
        found = dict(self.inner.identity())
        names = [found["left_out"]] if found.get("left_out") else []
        names += (one for one in self.abilities if one not in _FORMATS)
        if names:
            found["left_out"] = ",".join(names)
        if formats := unshown(self):
            found["not_shown"] = ",".join(sorted(formats))
        return found
