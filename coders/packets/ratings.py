"""Packets in which people rate on a scale of the question: what a person would say, wave after wave
(view PEOPLE), or how good a reason is (view REASONS).

The first needs a script and nothing else. What is read is sealed, so that nobody meets a later wave
by opening the file; the rows that ratings go to are in the packet, since nothing has to be hidden.
The second is of a study: whose reason an item is, only the store knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from coders.packets.codebook import MARKS_VERSION, codebook_check
from coders.packets.items import sealed
from coders.packets.shape import (
    CoderKind,
    Header,
    Item,
    Line,
    LineKind,
    Packet,
    PacketQuestion,
    PacketUnusable,
    View,
    row_of,
)
from dsl import __devrun__
from dsl.expanding.filling import CARRIED
from dsl.projections import digest
from dsl.record import record, replace
from dsl.trial import Question, Session, Trial, turns
from renderers.prompt import described_words, system_text

Scale = tuple[tuple[int, str], ...]

_AGREEMENT: Scale = (
    (1, "strong disagreement"),
    (2, "disagreement"),
    (3, "neutral"),
    (4, "agreement"),
    (5, "strong agreement"),
)
"""The scale where a script has no labels of its own."""

RATIONALITY: Scale = (
    (1, "irrelevant, senseless, or out of the role"),
    (2, "unclear, a weak link, or a repetition"),
    (3, "relevant, but vague"),
    (4, "fits, with minor flaws"),
    (5, "fits, without errors"),
)
"""The scale for reasons."""

_AS_THE_PERSON = (
    "Rate as the person of the profile would after all that was read so far, not as you would.",
    "Strong agreement: the profile, or what was read, clearly speaks for the statement.",
    "Agreement: more speaks for it than against it.",
    "Neutral: nothing speaks for or against it, or as much for as against. That is an answer, too.",
    "Disagreement: more speaks against it than for it.",
    "Strong disagreement: the profile, or what was read, clearly speaks against it.",
    "What was read in an earlier wave counts as far as this person would still have it in mind.",
)
_OF_REASONS = (
    "5: it fits the profile and what was known, and has no errors.",
    "4: it fits, and has minor flaws.",
    "3: it has to do with the matter, but stays vague.",
    "2: it is unclear, what it names hardly leads to the rating, or it only repeats the statement.",
    "1: it has nothing to do with the matter, makes no sense, breaks the role, or shows that an AI "
    "wrote it.",
    "Judge the reason, not whether you would give that rating. What you know about the matter does "
    "not count, only the profile and what was known, as they are shown.",
    "Length and style do not count. If two of these fit, take the lower.",
)
_GUIDES = {View.PEOPLE: _AS_THE_PERSON, View.REASONS: _OF_REASONS}
_CODEBOOKS = {
    view: digest("devrun:ratings-codebook:1", [view.value, list(guide)])[:12]
    for view, guide in _GUIDES.items()
}

_BLIND = {
    View.PEOPLE: (
        "what models said",
        "what other people said",
        "what is read in later waves",
    ),
    View.REASONS: (
        "the model, the agent and its settings",
        "the draw and the sample",
        "which reasons are from the same model or agent",
        "what people said, and the ratings of other coders",
        "the hypothesis",
    ),
}
_NOT_BLIND = {
    View.PEOPLE: ("the profile", "what was read so far"),
    View.REASONS: (
        "the condition, since the profile and what was known are shown; a profile that changed "
        "shows that somebody changes it",
        "the layout and style of reasons, which may show that some are alike",
    ),
}


def is_of_ratings(codebook: str) -> bool:
    """Whether a packet or log with this codebook has ratings that go to a table of their own."""
    return codebook in _CODEBOOKS.values()


@record
class RatedItem:
    """An item, what is read there, and where its ratings go, by the number of the question."""

    item: Item
    read: tuple[Line, ...]
    rows: Mapping[int, Mapping[str, str]]


def rating_packet(
    view: View, coder: str, items: Sequence[RatedItem], *, packet: str, batch: str, at: str
) -> Packet:
    """The packet of one rater; `packet` and `batch` are ids, `at` is the time. In view REASONS no
    row is in it.
    """
    header = Header(
        packet=packet, batch=batch, coder=coder, kind=CoderKind.BLIND, view=view,
        keyed=False, codebook_version=_CODEBOOKS[view], tool_version=__devrun__, made=at,
        items=len(items), blind_to=_BLIND[view], not_blind_to=_NOT_BLIND[view],
        statement=f"Raters were blind to {'; '.join(_BLIND[view])}. They were not blind to "
        f"{'; '.join(_NOT_BLIND[view])}.",
        lrs_first_share=Fraction(0), masking_share=Fraction(0), masking_last=True,
        fixed_order=True, marks_version=MARKS_VERSION, guide=_GUIDES[view],
    )  # fmt: skip
    found = Packet(
        replace(header, codebook_check=codebook_check(header)), (), (), (),
        tuple(one.item for one in items), stories={one.item.id: one.read for one in items},
    )  # fmt: skip
    return found if view is View.REASONS else replace(found, rows=rows_of(items))


def rows_of(items: Iterable[RatedItem]) -> dict[str, dict[str, str]]:
    """What each rating of these items is of, by `row_of`."""
    return {
        row_of(one.item.id, number): dict(row) for one in items for number, row in one.rows.items()
    }


# ------------------------------------------------------------------------------- people


def waves_of(trial: Trial, *, rated: bool = True) -> list[Session]:
    """The sessions of a trial that are waves in their order, `rated`: in which something is rated.

    Raises PacketUnusable if they are not one series.
    """
    found = [one for one in trial.sessions if one.wave is not None and (_rated(one) or not rated)]
    if len({one.wave for one in found}) < len(found):
        raise PacketUnusable(
            f"`{trial.experiment}` has versions besides its waves",
            "people rate where each wave is one conversation",
        )
    return sorted(found, key=lambda one: one.wave or 0)


def people_items(trial: Trial, carried: Collection[str] = ()) -> Iterator[RatedItem]:
    """A wave after the other: the profile, what is read, and the questionnaire. What is `carried`
    participants write themselves, so that lines that hold it are left out.

    Raises PacketUnusable for a questionnaire that nobody could rate here.
    """
    for session in waves_of(trial):
        asked, names = _rated(session), [name_of(one) for one in _rated(session)]
        twice = next((one for one in names if names.count(one) > 1), "")
        if twice:
            raise PacketUnusable(
                f"`{twice}` is asked twice in wave {session.wave} of `{trial.experiment}`",
                "ask each item once in a wave",
            )
        questions = tuple(
            PacketQuestion(number, "rating", one.text, guidance=_AS_THE_PERSON, scale=scale_of(one))
            for number, one in enumerate(asked, start=1)
        )
        row = {**dict(trial.cell.levels), "wave": str(session.wave)}
        lines = tuple(_lines(session, carried))
        item = sealed(Item("", "", lines, questions))
        yield RatedItem(
            replace(item, id=item.content[:12], lines=()),
            lines,
            {number: {**row, "item": name} for number, name in enumerate(names, start=1)},
        )


def scale_of(question: Question) -> Scale:
    """The scale of a question with its labels; from 1 to 5 without any it is of agreement.

    Raises PacketUnusable for one with steps that are no single key.
    """
    assert question.rating is not None
    low, high = question.rating
    if low < 0 or high > 9:
        raise PacketUnusable(
            f"`{question.title}` is rated from {low} to {high}: people rate with single keys",
            "use a scale from 0 to 9, or a part of it",
        )
    if not question.labels and (low, high) == (1, 5):
        return _AGREEMENT
    words = question.labels or ("",) * (high - low + 1)
    return tuple(zip(range(low, high + 1), words, strict=True))


def _rated(session: Session) -> tuple[Question, ...]:
    return tuple(
        turn.question for turn in turns(session.nodes) if turn.question and turn.question.rating
    )


def name_of(question: Question) -> str:
    """What a question is called in a table of ratings: an item by its own name."""
    return question.form or question.name


def _lines(session: Session, carried: Collection[str]) -> Iterator[Line]:
    """Who the person is, and what is read in this wave."""
    yield Line(LineKind.STORY, "The person")
    yield Line(LineKind.PROFILE, profile_of(session))
    without = [f"{CARRIED}{name}{CARRIED}" for name in carried]
    yield from read_lines(session, "What this person reads", without)


def read_lines(session: Session, what: str, without: Collection[str] = ()) -> Iterator[Line]:
    """What is read in a wave, if anything is, under `what` it is."""
    if told := read_in(session, without):
        yield Line(LineKind.STORY, f"{what} in wave {session.wave}")
        yield Line(LineKind.READ, told)


def profile_of(session: Session) -> str:
    """Who the person is: the profile, without instructions that are meant for models; where there
    is none, all that stands before the conversation.
    """
    return session.profile or system_text(session)


def read_in(session: Session, without: Collection[str] = ()) -> str:
    """All that is said in a wave, each text once: copies of a conversation begin alike; `without`
    texts that hold one of these.
    """
    said = dict.fromkeys(one for turn in turns(session.nodes) for one in turn.says)
    return described_words(
        one for one in said if not (isinstance(one, str) and any(name in one for name in without))
    )
