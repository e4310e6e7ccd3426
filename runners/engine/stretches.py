"""What an agent is shown of a wave before it answers, and when.

A wave is shown in stretches. Each ends with a turn whose reply is waited for: what is said next
depends on it, or it is an open reply. A wave without such a turn is one stretch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from os.path import commonprefix

from dsl.experiment import Outcome
from dsl.record import record, replace
from dsl.trial import Fork, Node, Picture, ScriptedTurn, Session, Told, Turn, turns
from renderers.prompt import system_text, user_text
from renderers.trunk import opening_turn, shared_paragraphs
from runners.agents.steps import AskedQuestion, ShownWave

_GAP = "\n\n"


@record
class Stretch:
    """What is said before some answers, in paragraphs; the turns that are `asked` side by side, and
    the `last`, whose reply is waited for, or the `copies` that go on by themselves, all of which
    begin with the paragraphs `shared`. `end` is where the next one begins.
    """

    told: tuple[str, ...]
    asked: tuple[Turn, ...]
    end: int
    last: Turn | None = None
    copies: Fork | None = None
    shared: tuple[str, ...] = ()

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Every turn that is asked in it."""
        return self.asked if self.last is None else (*self.asked, self.last)

    @property
    def questions(self) -> tuple[str, ...]:
        """What is asked in it, in words."""
        return tuple(map(words_asked, self.turns))


def stretch_of(nodes: Sequence[Node], begin: int = 0, known: tuple[str, ...] = ()) -> Stretch:
    """The stretch that begins with this node; paragraphs `known` before are not told again."""
    waiting = (at for at in range(begin, len(nodes)) if is_waited_for(nodes[at]))
    end = next(waiting, len(nodes))
    told = list(_described(_told(nodes[begin:end])))
    last: Turn | None = None
    copies: Fork | None = None
    shared: tuple[str, ...] = ()
    if end < len(nodes):
        node = nodes[end]
        if isinstance(node, Fork):
            copies = node
            shared = tuple(_described(opening_turn(node).says[: shared_paragraphs(node)]))
            told += shared
        elif isinstance(node, Turn):
            last = node
            told += _described(node.says if node.question is not None else node.says[:-1])
    again = len(commonprefix([told, list(known)]))  # noqa: RUF071 (lists)
    asked = turns(tuple(nodes[begin:end]))
    return Stretch(tuple(told[again:]), asked, end + 1, last, copies, shared)


def is_waited_for(node: Node) -> bool:
    """Whether what comes next depends on the reply, or goes on from it; of copies, in any."""
    if isinstance(node, Fork):
        return any(map(is_waited_for, turns((node,))))
    if isinstance(node, ScriptedTurn):
        return False
    question = node.question
    return question is None or (bool(question.outcomes) and not is_carried(node))


def is_carried(turn: Turn) -> bool:
    """Whether the reply is handed on to the next wave."""
    return turn.question is not None and (Outcome.CARRIED.value, "") in turn.question.outcomes


def words_asked(turn: Turn) -> str:
    """The words of a question without its scale; before an open reply what was said last."""
    if turn.question is not None:
        return turn.question.text
    return "".join(_described(turn.says[-1:]))


def _described(told: Iterable[Told]) -> list[str]:
    return [one.described if isinstance(one, Picture) else one for one in told]


def _told(nodes: Sequence[Node]) -> Iterator[Told]:
    """All that is said; what every copy of a conversation begins with once."""
    for node in nodes:
        if not isinstance(node, Fork):
            yield from node.says
            continue
        shared = shared_paragraphs(node)
        for at, branch in enumerate(node.branches):
            yield from islice(_told(branch), shared if at else 0, None)


@record
class CommonWords:
    """What waves have in common: the profile, and the instructions, which go with each question.
    `common` is what is said at the beginning of every wave, so that it is nothing shown.
    """

    profile: str
    instructions: str
    common: frozenset[str]

    def shown(self, told: Sequence[str]) -> str:
        """What is shown of what is said."""
        return _GAP.join(one for one in told if one not in self.common)

    def asked(self, turn: Turn) -> str:
        """The question of a turn with its scale, after the instructions."""
        return _GAP.join(filter(None, (self.instructions, _in_full(turn))))


def words_of(sessions: Sequence[Session], *, carries: bool = False) -> CommonWords:
    """What these waves have in common. Where they carry replies their words are not known yet, and
    all that is said counts as shown.
    """
    first = sessions[0]
    profile = first.profile or system_text(first)
    head = [one for one in first.system if one != profile] if first.profile else []
    common = frozenset[str]()
    told = [stretch_of(one.nodes).told for one in sessions]
    if len(sessions) > 1 and not carries:
        common = frozenset.intersection(*map(frozenset, told))
    said = dict.fromkeys(one for one in told[0] if one in common)
    return CommonWords(profile, _GAP.join((*head, *said)), common)


def exchange(turn: Turn, answer: str) -> str:
    """A question that was answered, as what is shown next begins with it."""
    return _GAP.join(filter(None, (_in_full(turn), answer and f"You answered: {answer}")))


def _in_full(turn: Turn) -> str:
    """A question with its scale."""
    if turn.question is None:
        return words_asked(turn)
    return user_text(replace(turn, says=(), again=False))


def shown_in(
    stretch: Stretch, words: CommonWords, wave: int, shown: str = "", exchange: str = "",
    *, place: str = "", goes_on: bool = False,
) -> ShownWave:  # fmt: skip
    """A stretch as an agent is shown it, after what was `shown` in this wave before and the last
    exchange. Of wave 0 nothing is worked through before the agent has answered in it.
    """
    told = _GAP.join(filter(None, (exchange, words.shown(stretch.told))))
    exposure = _GAP.join(filter(None, (shown, told)))
    new = told if wave or goes_on else ""
    return ShownWave(wave, exposure, place, stretch.questions, new, goes_on)


def asked_question(
    turn: Turn, wave: ShownWave, words: CommonWords, session: Session
) -> AskedQuestion:
    """A question as an agent gets it."""
    question, text = turn.question, words.asked(turn)
    form = "your answer in your own words"
    if question is None:
        key = turn.place.removeprefix(f"{session.version}/")
        return AskedQuestion(key, text, words_asked(turn), "Answer", "", form, turn.place)
    if question.rating or question.options:
        form = (
            "the number of a point of the scale" if question.rating else "the letter of one choice"
        )
    people = question.people[wave.number] if wave.number < len(question.people) else None
    return AskedQuestion(
        question.title,
        text,
        question.text,
        question.answer_line or ("Rating" if question.rating else "Answer"),
        "" if people is None else str(people),
        form,
        turn.place,
    )
