"""The figures of `devrun show`: each message of a trial, its key, and what the key follows from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter, itemgetter

from dsl.checking.story.story_keys import Said
from dsl.expanding.machines import Hypothesis
from dsl.experiment import Things
from dsl.likelihoods import weighed
from dsl.reasons import Chosen, Levels, Shown
from dsl.trial import Fork, Node, Question, ScriptedTurn, Trial
from renderers.brief import Sent
from renderers.fields.design import CONDITION, WORDING
from renderers.fields.field import Field, Kind, Scale, by_name, each, field, nested, of, read_by
from renderers.fields.questions import KIND, LISTEN, SESSION, TURN, lures
from renderers.fields.scales import OPTIONAL, TEXT, TEXTS, TRUTH, WHOLE
from renderers.fields.transcripts import PICTURE, TRANSCRIPT
from renderers.fields.trials import PLACED
from renderers.prompt import PlacedPicture, system_text, user_message
from renderers.reasons import Because, machine_line
from renderers.show import Why, right_words, session_levels


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A message of a trial; `fork` says on which copy of the conversation. `asked` is the question
    that it asks, and `because` why the key of that is right.
    """

    role: str
    version: str
    text: str | None
    kind: str
    fork: tuple[int, ...] = ()
    place: str = ""
    pictures: tuple[PlacedPicture, ...] = ()
    asked: Question | None = None
    because: Because | None = None


def messages_of(trial: Trial, why: Why) -> Iterator[ShownMessage]:
    """Every message in the order of the script, copies of a conversation at their fork."""
    for session in trial.sessions:
        if system := system_text(session):
            yield ShownMessage("system", session.version, system, "system")
        inside = partial(why, session_levels(trial, session))
        yield from _messages(session.version, session.nodes, (), inside)


def _messages(
    version: str, nodes: tuple[Node, ...], fork: tuple[int, ...], why: Callable[[Question], Because]
) -> Iterator[ShownMessage]:
    forks = 0
    for node in nodes:
        if isinstance(node, Fork):
            forks += 1
            for number, branch in enumerate(node.branches, start=1):
                yield from _messages(version, branch, (*fork, forks, number), why)
            continue
        told = user_message(node)
        if isinstance(node, ScriptedTurn):
            yield ShownMessage("user", version, told.text, "say", fork, "", told.pictures)
            yield ShownMessage("assistant", version, node.reply, "scripted", fork)
            continue
        asked, place = node.question, node.place
        kind, because = (LISTEN, None) if asked is None else (asked.kind.value, why(asked))
        yield ShownMessage(
            "user", version, told.text, kind, fork, place, told.pictures, asked, because
        )
        yield ShownMessage("assistant", version, None, kind, fork, place)


_NOT_ASKED = "it asks nothing"
_AT_LEVELS = Scale[Levels](
    Kind.OBJECT, plain=lambda levels: {factor: list(some) for factor, some in levels}
)
_NUMBERS = Scale[Sequence[int]](Kind.LIST, plain=list)

_IMAGE: tuple[Field[PlacedPicture], ...] = (
    field(WHOLE, "offset", "the character of the text that it precedes, counted from 0"),
    *of(attrgetter("picture"), PICTURE),
)

_CHOSEN: tuple[Field[Chosen], ...] = (
    field(_AT_LEVELS, "levels", "the levels at which it holds, by factor"),
    field(TEXT, "words", "what holds there, as the script has it"),
)
_SAID: tuple[Field[Said], ...] = (
    field(OPTIONAL, "who", "who thinks so", missing="it is so"),
    field(TEXT, "thing", "what it is about"),
    field(TRUTH, "at_first", "whether it was so at first"),
    field(TEXT, "relation", "such as `in` or `holds`"),
    field(TEXT, "value", "where the thing is, or what it holds"),
    field(TRUTH, "asked", "whether it is what the question asks"),
    field(TEXT, "words", "all of it in a clause"),
)
_OUTCOME: tuple[Field[tuple[Things, bool]], ...] = (
    field(TEXTS, "things", "the things that were put on it", itemgetter(0)),
    field(TRUTH, "works", "whether it worked", itemgetter(1)),
)
_FIT: tuple[Field[Hypothesis], ...] = (
    field(TEXT, "rule", "how many of its things it needs: any, all or two", "rule.value"),
    field(TEXTS, "things", "the things of the rule"),
)
_MACHINE: tuple[Field[Shown], ...] = (
    field(TEXT, "machine", "its name"),
    each("outcomes", "what was put on it, and whether it worked", _OUTCOME),
    each("fits", "rules that fit these outcomes", _FIT),
    field(TEXT, "words", "the same in words", machine_line),
)
_BECAUSE: tuple[Field[Because], ...] = (
    each("keys", "the key, where other levels have another", _CHOSEN, "reason.keys"),
    each(
        "lets", "`let` lines in it",
        (field(TEXT, "name", "its name"), *_CHOSEN), "reason.lets",
    ),
    each("story", "what the story has said before", _SAID),
    each("machines", "what machines have shown before", _MACHINE, "reason.machines"),
)  # fmt: skip

_ASKED: tuple[Field[Question], ...] = (
    field(TEXT, "key", "the key in words", right_words, missing=_NOT_ASKED),
    field(TEXTS, "lure", "its lures", lures, missing=_NOT_ASKED),
    field(TEXTS, "weighed", "answers whose likelihoods are compared", weighed, missing=_NOT_ASKED),
)
_KEY, *_LURES = of(attrgetter("asked"), _ASKED)
_WHERE: tuple[Field[ShownMessage], ...] = read_by(
    (*SESSION, *TURN), place=lambda one: one.place, version=lambda one: one.version
)
_MESSAGE: tuple[Field[ShownMessage], ...] = (
    *_WHERE,
    field(
        TEXT, "role", "whose message it is",
        levels=(("system", ""), ("user", "the script"), ("assistant", "the participant")),
    ),
    field(TEXT, "text", "its words, byte for byte", missing="it is the participant's reply"),
    each("images", "its pictures", _IMAGE, "pictures"),
    field(
        TEXT, "kind", "what it is, or the kind of its question",
        levels=(
            *KIND.levels, ("system", "the system prompt"),
            ("say", "told before a scripted reply"), ("scripted", "a scripted reply"),
        ),
    ),
    _KEY,
    nested("because", "what the key follows from", _BECAUSE, missing=_NOT_ASKED),
    *_LURES,
    field(
        _NUMBERS, "fork", "on which copy of the conversation: the number of the fork and of its "
        "branch, of each fork within the other; empty for none",
    ),
)  # fmt: skip

_TRIAL: tuple[Field[Trial], ...] = read_by(
    (*PLACED, by_name(TRANSCRIPT)["words"]),
    experiment=lambda trial: trial.experiment,
    condition=lambda trial: trial.cell.condition,
    wording=lambda trial: trial.cell.wording,
    draw=lambda trial: trial.draw,
    sample=lambda trial: trial.sample,
    levels=lambda trial: (*trial.cell.levels, *trial.balance),
    words=lambda trial: trial.words,
)
SHOWN_TRIAL: tuple[Field[tuple[Trial, Why]], ...] = (
    *of(itemgetter(0), _TRIAL),
    each("turns", "its messages, in the order of the script", _MESSAGE,
         lambda row: messages_of(*row)),
)  # fmt: skip

PASSAGE: tuple[Field[Sent], ...] = (
    WORDING,
    field(TEXT, "kind", "what it is, or the kind of its question"),
    field(TEXT, "question", "the name of the question; empty where nothing is asked"),
    field(TEXT, "text", "the words, byte for byte"),
    CONDITION.but(what="the condition in which it is sent first"),
    field(TEXT, "version", "the version in which it is sent first; empty without versions"),
    field(WHOLE, "wave", "the wave in which it is sent first", missing="there are no waves"),
    field(WHOLE, "count", "how often it is sent; 0 if only after other replies"),
    field(TEXTS, "keys", "its keys, in words"),
)
