"""A trial made into items for coders: one in rubric view, one for each question in content view.

One builder for what was really said and for gold, so that no item can be told from another. An item
is a function of what a participant was told, of the replies, and of how they are judged, and of
nothing else: no name of a model, cell, draw or version gets here at all. A filter that takes such
names out afterwards would have to know all of them.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from coders.packets.candidate_answers import SharedCandidates
from coders.packets.file import content_to_json
from coders.packets.masking import NameMask
from coders.packets.neutral import NeutralWords
from coders.packets.parts import LEFT_OUT, answers_back, first_part, steers
from coders.packets.plain_replies import plain_reply
from coders.packets.questions import numbered, settled
from coders.packets.shape import Item, Line, LineKind, PacketQuestion
from dsl.experiment import Protocol, Quantity
from dsl.kept_replies import is_keyed, names_kept
from dsl.protocol import rated_places
from dsl.record import record, replace
from dsl.tree import JUDGED, QuestionKind
from dsl.trial import Key, Picture, Place, Question, Trial
from renderers.coder_view import (
    NO_WORDS,
    Speaker,
    Speech,
    asked_words,
    conversation,
    reply_words,
    story_to,
)
from renderers.show import kept_words, key_words


@record
class Answers:
    """What was said at each place; `lost` are the places whose reply was lost or cut off by us.
    `in_words`: the participant answered in words where others are weighed.
    """

    texts: Mapping[Place, str]
    lost: frozenset[Place] = frozenset()
    in_words: bool = False


@record
class Masks:
    """What is done to texts before coders see them. `plain` sets Markdown plain in replies,
    `neutral` puts tokens for slot words everywhere, `names` hides self-naming in replies, and
    without `pictures` coders read descriptions alone.
    """

    names: NameMask | None = None
    plain: bool = False
    neutral: NeutralWords | None = None
    pictures: bool = False

    def script_text(self, text: str) -> str:
        """Words of the script as coders read them."""
        return text if self.neutral is None else self.neutral.text(text)


@record
class ItemDraft:
    """An item whose id is still empty, with what only the owner knows.

    `places` are (question number, index of the session, place of the turn); `masked` are (number of
    the line from 1, what was masked there); `left` counts slot words of other draws left in it.
    `story` is what a coder may open in content view, or reads on as replies are judged. `pictures`
    are those that its lines show.
    """

    item: Item
    places: tuple[tuple[int, int, str], ...]
    masked: tuple[tuple[int, str], ...] = ()
    left: tuple[tuple[str, int], ...] = ()
    story: tuple[Line, ...] = ()
    pictures: tuple[Picture, ...] = ()


NO_MASKS = Masks()

EVEN_NOTE = (
    "No answer to this question is right or wrong; the mark says what the reply chooses, hedged or "
    "not. Right: {first}. Wrong: {second}. Half: neither of them, both, or that it makes no "
    "difference."
)

WHOLE_RUN = "Which LRS, 0 to 5, does the whole transcript deserve?"
"""What is asked where a coder gives one rating of a whole run."""

CONTROL = "a control question: if it is failed, the LRS is 0"
"""Above a control question, where coders rate what they read and mark no question."""


def rubric_draft(
    trial: Trial,
    answers: Answers,
    *,
    guide: tuple[tuple[int, str], ...] = (),
    keyed: bool = False,
    masks: Masks = NO_MASKS,
) -> ItemDraft:
    """The whole trial as one item. `guide` are its whole-trial examples, in its own words. Where
    words depend on replies the item has its first part, and `story` the whole transcript.
    """
    judged = numbered(trial)
    speeches = conversation(trial, answers.texts)
    lines = _Lines(masks, _script_words(speeches))
    for speech in speeches:
        number = judged[speech.place][0] if speech.place in judged else 0
        lines.add(speech, number)
    item = sealed(
        Item(
            "",
            "",
            tuple(lines.found),
            tuple(
                _packet_questions(trial, place, judged, keyed=keyed, masks=masks)
                for place in judged
            ),
            guide=tuple((lrs, masks.script_text(words)) for lrs, words in guide),
            lost=tuple(number for place, (number, _) in judged.items() if place in answers.lost),
        )
    )
    in_parts = answers_back(trial)
    return ItemDraft(
        first_part(item) if in_parts else item,
        tuple((number, *place) for place, (number, _) in judged.items()),
        tuple(lines.masked),
        tuple(sorted(lines.left.items())),
        item.lines if in_parts else (),
        tuple(lines.pictures),
    )


def rating_draft(trial: Trial, answers: Answers, *, masks: Masks = NO_MASKS) -> ItemDraft:
    """The whole trial as one item that gets a rating from 0 to 5, or one for each prompt, as its
    protocol says. It has no guidance but Table 1 of the paper.
    """
    rated = {place: number for number, place in enumerate(rated_places(trial), start=1)}
    by_prompt = trial.protocol is Protocol.PAPER_BY_PROMPT
    asked = {place: question for place, _, question in trial.asked()}
    speeches = conversation(trial, answers.texts)
    lines = _Lines(masks, _script_words(speeches))
    for speech in speeches:
        if speech.speaker is Speaker.TOLD and _is_control(asked, speech.place):
            lines.found.append(Line(LineKind.COPY, CONTROL))
        lines.add(speech, rated[speech.place] if by_prompt and speech.place in rated else 0)
    questions = [
        PacketQuestion(
            number,
            "rating",
            masks.script_text(asked_words(asked[place])) if by_prompt else WHOLE_RUN,
            story=place[0] + 1 if by_prompt else 1,
        )
        for place, number in rated.items()
    ]
    lost = [number for place, number in rated.items() if place in answers.lost or not by_prompt]
    item = Item(
        "", "", tuple(lines.found), tuple(questions), lost=tuple(lost) if answers.lost else ()
    )
    return ItemDraft(
        sealed(item),
        tuple((number, *place) for place, number in rated.items()),
        tuple(lines.masked),
        tuple(sorted(lines.left.items())),
        pictures=tuple(lines.pictures),
    )


def _is_control(asked: Mapping[Place, Question], place: Place | None) -> bool:
    return place is not None and place in asked and asked[place].kind is QuestionKind.CONTROL


def content_drafts(
    trial: Trial,
    answers: Answers,
    shared: SharedCandidates,
    *,
    keyed: bool = False,
    masks: Masks = NO_MASKS,
) -> Iterator[ItemDraft]:
    """One item for each judged question: the question, the reply alone, and what it could say.

    `shared` is what all cells of the trial's draw offer. A reply that was lost makes no item, since
    there is nothing to code, nor does one that was weighed.
    """
    told = _script_words(conversation(trial, {}))
    without = answers.lost | settled(trial, answers.texts, in_words=answers.in_words)
    card = tuple(sorted(dict.fromkeys(map(masks.script_text, shared.card)), key=str.casefold))
    for place, (_, question) in numbered(trial).items():
        if place in without:
            continue
        lines = _Lines(masks, told)
        lines.add(Speech(Speaker.TOLD, asked_words(question), place), 1)
        lines.add(Speech(Speaker.REPLY, reply_words(answers.texts, place), place), 1)
        offered = tuple(
            dict.fromkeys(map(masks.script_text, shared.candidates.get(question.name, ())))
        )
        # What was said is coded here, whether or not an answer is right.
        asked = replace(
            _asked(1, question, masks, keyed=keyed),
            kind=question.kind.statement,
            candidates=offered,
        )
        if offered:
            asked = replace(asked, examples=())
        story = _Lines(masks, told)
        for speech in story_to(trial, place, answers.texts):
            story.add(speech, int(speech.place == place))
            read = speech.question is not None and steers(speech.question)
            if read and speech.speaker is Speaker.REPLY and speech.place != place:
                # What follows shows how this reply was read, which may still be to judge.
                story.found.append(Line(LineKind.COPY, LEFT_OUT))
                break
        item = shuffled(sealed(Item("", "", tuple(lines.found), (asked,), card=card)))
        yield ItemDraft(
            item,
            ((1, *place),),
            tuple(lines.masked),
            tuple(sorted(lines.left.items())),
            tuple(story.found),
            tuple(story.pictures),
        )


def sealed(item: Item) -> Item:
    """The item with its `content`: the hash of all of it but its id, whatever the order of what is
    offered.
    """
    even = replace(
        item,
        questions=tuple(
            replace(asked, candidates=tuple(sorted(asked.candidates))) for asked in item.questions
        ),
    )
    text = json.dumps(content_to_json(even), sort_keys=True, ensure_ascii=True)
    return replace(item, content=hashlib.sha256(text.encode("ascii")).hexdigest())


def salted(item: Item, secret: str) -> Item:
    """The item with its content hash salted by its id and a secret of the owner (text), without
    which nobody can tell by their hashes that two items are one thing to code.
    """
    salt = f"{item.id} {item.content}".encode("ascii")
    return replace(item, content=hmac.new(secret.encode("utf-8"), salt, "sha256").hexdigest())


def shuffled(item: Item) -> Item:
    """The item with what is offered in an order of its own.

    The lot is drawn from the item's content: an order by alphabet or by the script would say what
    stands first, and a seed of the packet would order one thing in two ways.
    """
    mixed = tuple(
        replace(
            asked,
            candidates=tuple(
                random.Random(f"{item.content} {asked.number}").sample(
                    sorted(asked.candidates), len(asked.candidates)
                )
            ),
        )
        for asked in item.questions
    )
    return replace(item, questions=mixed)


class _Lines:
    """Speeches as lines, masked on the way, with what was masked and what is left."""

    def __init__(self, masks: Masks, story: str) -> None:
        self.found: list[Line] = []
        self.masked: list[tuple[int, str]] = []
        self.left: Counter[str] = Counter()
        self.pictures: list[Picture] = []
        self._masks = masks
        self._story = story

    def add(self, speech: Speech, number: int) -> None:
        """Add a speech that asks or answers the question with this number."""
        text = speech.text
        masks = self._masks
        reply = speech.speaker is Speaker.REPLY
        if reply and masks.plain and text != NO_WORDS:
            text = plain_reply(text)
        text = masks.script_text(text)
        if reply and masks.names is not None:
            text, originals = masks.names.mask(text, story=self._story)
            self.masked += [(len(self.found) + 1, name) for name in originals]
        if masks.neutral is not None:
            self.left += masks.neutral.leftovers(text)
        shown = speech.pictures if masks.pictures else ()
        self.pictures += shown
        digests = tuple(one.digest for one in shown)
        self.found.append(Line(LineKind(speech.speaker.value), text, number, digests))


def _script_words(speeches: Iterable[Speech]) -> str:
    """All that the script says: a name in it is nobody's self-naming."""
    return "\n".join(one.text for one in speeches if one.speaker is not Speaker.REPLY)


def _packet_questions(
    trial: Trial,
    place: Place,
    judged: Mapping[Place, tuple[int, Question]],
    *,
    keyed: bool,
    masks: Masks,
) -> PacketQuestion:
    number, question = judged[place]
    session = trial.sessions[place[0]]
    guarded = tuple(
        at
        for (session_at, _), (at, other) in judged.items()
        if session_at == place[0]
        and other.kind is QuestionKind.TEST
        and other.name in question.guards
    )
    # A gate that guards named tests, none of which is asked here, guards nothing.
    idle = bool(question.guards) and not guarded
    asked = _asked(number, question, masks, keyed=keyed)
    if question.kind is QuestionKind.EVEN:
        # Neither answer is right: to name both tells nothing.
        first, second = map(masks.script_text, question.even_answers)
        asked = replace(
            asked,
            guidance=(EVEN_NOTE.format(first=first, second=second), *asked.guidance),
            accepted=(first,),
            lures=(second,),
        )
    if question.kind not in JUDGED and not is_keyed(question.key):
        # What was chosen led to the next words, and no answer is right.
        asked = replace(asked, candidates=tuple(map(masks.script_text, question.options)))
    return replace(
        asked,
        story=place[0] + 1,
        worth=question.worth * session.worth,
        own_story=session.is_own(question),
        if_failed="count anyway" if idle else question.if_failed.value,
        guards=guarded,
        **_gate(place, question, judged),
    )


def _gate(
    place: Place, question: Question, judged: Mapping[Place, tuple[int, Question]]
) -> dict[str, int]:
    """Of which gate of several rows a control is one, and how many of these must be right."""
    if question.pass_with is None:
        return {}
    rows = [
        at
        for (session, _), (at, other) in judged.items()
        if session == place[0] and other.title == question.title and other.pass_with
    ]
    return {"gate": min(rows), "pass_with": question.pass_with[0]}


def _asked(number: int, question: Question, masks: Masks, *, keyed: bool) -> PacketQuestion:
    """A question with what guides its coders, and with its key if the packet has one."""
    key = question.key
    keyed = keyed and question.kind is not QuestionKind.EVEN
    again = question.kind is QuestionKind.ASKED_AGAIN
    return PacketQuestion(
        number,
        question.kind.statement if again else question.kind.value,
        masks.script_text(asked_words(question)),
        guidance=tuple(map(masks.script_text, key.coders)),
        examples=tuple((mark, masks.script_text(words)) for mark, words in key.examples),
        accepted=_accepted(key, masks) if keyed else (),
        lures=_lures(key, masks) if keyed else (),
    )


def _accepted(key: Key, masks: Masks) -> tuple[str, ...]:
    """What is right, a line for each thing where any one will do."""
    if len(key.answer) == 1 and not key.alternatives and not names_kept(key):
        clause = key.answer[0]
        if clause.quantity is Quantity.ANY:
            return tuple(masks.script_text(phrase.shown) for phrase in clause.phrases)
    words = key_words(key)
    return () if words == "none" else (masks.script_text(words),)


def _lures(key: Key, masks: Masks) -> tuple[str, ...]:
    told = (*(phrase.text for phrase in key.wrong), *map(kept_words, key.wrong_kept))
    return tuple(map(masks.script_text, told))
