"""What `devrun show` prints: every conversation as a participant reads it, in both wordings.

Two wordings of one cell have the same levels and orders, so their trees have the same shape and
are walked together. In a wide terminal the two texts are in columns, else one below the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from dsl.checking.words.pools import BUILT_IN
from dsl.experiment import Quantity
from dsl.likelihoods import weighed
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Fork, Node, Picture, ScriptedTurn, Told, Turn, turns
from dsl.words import and_list
from renderers.prompt import described_words, system_text, user_message
from renderers.reasons import because_lines
from renderers.terminal import columns, in_lines, visible
from renderers.trunk import opening_turn, shared_paragraphs

if TYPE_CHECKING:
    from dsl.expanding.guards import LevelOf
    from dsl.trial import Clause, Key, Phrase, Question, Session, Trial
    from renderers.reasons import Because

Why: TypeAlias = "Callable[[LevelOf, Question], Because]"
"""Why the key of a question is right, at the levels of a session."""

SIDE_BY_SIDE = 110
"""The width in columns from which two wordings are shown in columns."""

KIND_WORDS = {
    QuestionKind.PRACTICE: "practice question (feedback allowed, never scored)",
    QuestionKind.TRAINING: "practice question (asked until the criterion is met, never scored)",
    QuestionKind.EXPLORING: "exploration (asked before each try, never scored)",
    QuestionKind.CONTROL: "control question",
    QuestionKind.TEST: "test question (scored)",
    QuestionKind.EVEN: "test question (scored over draws, in no LRS)",
    QuestionKind.ITEM: "item of a bank (scored over items, in no LRS)",
    QuestionKind.RECORD: "record question (never scored)",
    QuestionKind.ASKED_AGAIN: "question (asked again; only the last reply counts)",
}


@dataclass(frozen=True, slots=True)
class ShowPage:
    """The width of the page, and why the key of a question is right."""

    width: int = 100
    why: Callable[[Question], Because] | None = None


def show_trials(
    trials: tuple[Trial, ...], *, page: ShowPage, because: Why | None = None
) -> Iterator[str]:
    """Lines of one cell at one draw, in one or several wordings.

    All of `trials` must be of the same cell levels, draw and sample. `because` gives the reasons
    for a key.
    """
    first = trials[0]
    title = first.cell.condition or "one cell"
    sample = f", sample {first.sample}" if first.sample > 1 else ""
    yield _rule(f"{first.experiment}: {title} (draw {first.draw}{sample})", page, "=")
    for trial in trials:
        yield from wrapped(f"{trial.cell.wording}: {_words(trial)}", page.width, hang="    ")
    if first.balance:
        levels = ", ".join(f"{factor}: {level}" for factor, level in first.balance)
        yield from wrapped(f"counterbalanced: {levels}", page.width, hang="    ")
    if because is not None and (told := _told_as(trials, because)):
        words = f"names in braces are the script's: {told}"
        yield from wrapped(words, page.width, hang="    ")
    for number, session in enumerate(first.sessions):
        yield ""
        yield _rule(_session_title(session, len(first.sessions)), page, "-")
        sessions = tuple(trial.sessions[number] for trial in trials)
        system = tuple(system_text(one) for one in sessions)
        if any(system):
            continued = all(map(continued_text, turns(session.nodes)))
            label = (
                "start of the text that a base model continues" if continued else "system prompt"
            )
            yield from _beside(label, system, trials, page, "")
        at = session_levels(first, session)
        inside = page if because is None else replace(page, why=partial(because, at))
        yield from _nodes(tuple(one.nodes for one in sessions), trials, inside, "")


def session_levels(trial: Trial, session: Session) -> LevelOf:
    """The level of every factor in one session, and the outcome of each question on its path."""
    names = {turn.place: turn.question.name for turn in turns(session.nodes) if turn.question}
    outcomes = (
        (names[place], outcome)
        for (number, place), outcome in trial.path
        if trial.sessions[number] is session
    )
    return dict((*trial.cell.levels, *session.levels, *trial.balance, *outcomes))


def _words(trial: Trial) -> str:
    # `cannot tell` and the like never vary.
    changed = [
        f"{slot} -> {word}" for slot, word in trial.words if slot != word and slot not in BUILT_IN
    ]
    return ", ".join(changed) if changed else "the original words"


def _told_as(trials: tuple[Trial, ...], because: Why) -> str:
    """The words for names in reasons, if slots changed places; else empty.

    A name in a reason is then the word for another thing, and a right key looks wrong.
    """
    original = next((one for one in trials if one.cell.wording == "original"), None)
    if original is None:
        return ""
    reasons = "\n".join(
        line
        for _, session, question in original.asked()
        for line in because_lines(because(session_levels(original, session), question))
    )
    changed = [
        (f"{{{slot}}}", word)
        for slot, word in original.words
        if slot != word and slot not in BUILT_IN and f"{{{slot}}}" in reasons
    ]
    verbs = ("appears as", *("as" for _ in changed[1:]))
    return and_list(
        [f"{name} {verb} {word}" for (name, word), verb in zip(changed, verbs, strict=False)]
    )


OWN_STORY, MATCHED_STORY = "the paper's own story", "a matched story"


def _session_title(session: Session, total: int) -> str:
    if session.wave is not None:
        shown = "" if session.wave else ", before anything is shown"
        return f"{session.version}{shown} (a fresh conversation)"
    if total == 1:
        return "one conversation"
    own = OWN_STORY if session.own_story else MATCHED_STORY
    worth = f", worth {session.worth}" if session.worth != 1 else ""
    return f"version: {session.version}, {own}{worth} (a fresh conversation)"


def _nodes(
    trees: tuple[tuple[Node, ...], ...],
    trials: tuple[Trial, ...],
    page: ShowPage,
    margin: str,
    told: int = 0,
) -> Iterator[str]:
    """The nodes of every wording together; `told` paragraphs of the first turn are shown above."""
    for number, nodes in enumerate(zip(*trees, strict=True)):
        head = nodes[0]
        skip = told if number == 0 else 0
        if isinstance(head, Fork):
            forks = [node for node in nodes if isinstance(node, Fork)]
            count = len(head.branches)
            shared = max(shared_paragraphs(head), skip)
            if shared > skip:
                said = tuple(
                    described_words(_named(opening_turn(fork).says[skip:shared])) for fork in forks
                )
                yield from _beside("start of the prompt", said, trials, page, margin)
            words = f"+-- {count} separate copies of the conversation continue from here"
            yield from wrapped(words, page.width, margin=margin, hang="|   ")
            for copy in range(count):
                branch = tuple(fork.branches[copy] for fork in forks)
                yield f"{margin}|"
                words = f"+-- copy {copy + 1} of {count}: {_branch_names(branch[0])}"
                yield from wrapped(words, page.width, margin=margin, hang="|   ")
                yield from _nodes(branch, trials, page, f"{margin}|   ", shared)
            yield f"{margin}+--"
        elif isinstance(head, ScriptedTurn):
            scripted = [node for node in nodes if isinstance(node, ScriptedTurn)]
            yield from _said(tuple(scripted), trials, page, margin, skip)
            replies = tuple(node.reply for node in scripted)
            yield from _beside("scripted reply", replies, trials, page, margin)
        else:
            asked = [node for node in nodes if isinstance(node, Turn)]
            yield from _said(tuple(asked), trials, page, margin, skip)
            yield from _reply(tuple(asked), trials, page, margin)


def _said(
    heard: tuple[Turn | ScriptedTurn, ...],
    trials: tuple[Trial, ...],
    page: ShowPage,
    margin: str,
    skip: int,
) -> Iterator[str]:
    heard_here = (user_message(replace(turn, says=turn.says[skip:])) for turn in heard)
    shown = tuple(message.in_words(_with_file) for message in heard_here)
    if any(shown):
        label = "rest of the prompt" if skip else "prompt"
        if continued_text(heard[0]):
            label = "text that a base model continues"
        yield from _beside(label, shown, trials, page, margin)


_READ = {
    "letter": ", by their letters",
    "token": ", mean per token of each",
    "whole": ", mean per token of the whole text with each",
}
"""What is added to the choices that are weighed, by the reading of a protocol."""


def continued_text(turn: Turn | ScriptedTurn) -> bool:
    """Whether a model goes on with what is sent, as one text without a chat template."""
    question = turn.question if isinstance(turn, Turn) else None
    return question is not None and question.layout is not None and question.layout.weighed


def _named(says: tuple[Told, ...]) -> tuple[str, ...]:
    """What is said and shown, with the file of each picture and its description."""
    return tuple(_with_file(told) if isinstance(told, Picture) else told for told in says)


def _with_file(picture: Picture) -> str:
    """The file of a picture and its description."""
    return f"[picture {picture.file}: {picture.alt}]"


def _branch_names(nodes: tuple[Node, ...]) -> str:
    names = [
        f"{turn.question.kind.statement} {turn.question.title}" if turn.question else "listen"
        for turn in turns(nodes)
    ]
    return and_list(names)


def _reply(
    asked: tuple[Turn, ...], trials: tuple[Trial, ...], page: ShowPage, margin: str
) -> Iterator[str]:
    question = asked[0].question
    if question is None:
        yield f"{margin}> the participant replies (not scored)"
        return
    kind = KIND_WORDS[question.kind]
    words = f"> the participant replies to the {kind} `{visible(question.title)}`"
    yield from wrapped(words, page.width, margin=margin, hang="  ")
    for number, turn in enumerate(asked):
        label = f"{trials[number].cell.wording}: " if len(asked) > 1 else ""
        if turn.question is not None:
            text = label + judging_words(turn.question)
            yield from wrapped(visible(text), page.width, margin=f"{margin}    ", hang="  ")
    if page.why is not None and question.attempt is None:
        for line in because_lines(page.why(question)):
            yield from wrapped(line, page.width, margin=f"{margin}    ", hang="  ")
    if question.kind is QuestionKind.CONTROL:
        tests = and_list(list(question.guards)) if question.guards else "every test of this version"
        rows = ""
        if question.pass_with is not None:
            least, of = question.pass_with
            rows = f"; passed with {least} of {of} right"
        yield f"{margin}    control for {tests}{rows}; if failed: {question.if_failed.value}"


def key_words(key: Key) -> str:
    """The key in words: `any of: eggs | an egg`, or `none` without a key."""
    parts = [_clause(clause) for clause in key.answer]
    if key.alternatives:
        ways = ["; ".join(map(_clause, way)) for way in key.alternatives]
        parts.append(ways[0] if len(ways) == 1 else "one of: " + " or ".join(ways))
    return " and ".join(parts) or "none"


def right_words(question: Question) -> str:
    """What is right in a question, as `key_words` has it; of an even question its two answers."""
    if question.kind is QuestionKind.EVEN:
        return f"{Quantity.OFTEN.value}: {' | '.join(question.even_answers)}"
    return key_words(question.key)


def _clause(clause: Clause) -> str:
    phrases = _phrases(clause.phrases, clause.kept)
    alone = len(clause.phrases) + len(clause.kept) == 1
    plain = alone and clause.quantity is not Quantity.NONE
    return phrases if plain else f"{clause.quantity.value}: {phrases}"


def _phrases(phrases: tuple[Phrase, ...], kept: tuple[str, ...]) -> str:
    return " | ".join((*(phrase.shown for phrase in phrases), *map(kept_words, kept)))


def kept_words(name: str) -> str:
    """A kept reply among the words of a key, before it was given."""
    return f"the reply kept as `{name}`"


def judging_words(question: Question) -> str:
    """How the reply to a question is scored: the key, lures, half answers, worth."""
    return "; ".join(_judging(question))


def _judging(question: Question) -> Iterator[str]:
    if answers := weighed(question):
        read = _READ.get(question.layout.reading, "") if question.layout is not None else ""
        yield f"scored by likelihood: {' | '.join(answers)}{read}"
    key = question.key
    if question.attempt is not None:
        attempt = question.attempt
        offered = dict(attempt.offers)
        best = and_list([offered[thing].text for thing in attempt.best])
        fit = "one rule fits" if attempt.left == 1 else f"{attempt.left} rules fit"
        yield f"{fit} so far; {f'to learn most, try {best}' if best else 'no try would tell more'}"
        return
    if question.kind is QuestionKind.EVEN:
        yield right_words(question)
        if key.half:
            yield f"neither of them: {_phrases(key.half, ())}"
        return
    yield f"right: {key_words(key)}"
    if key.wrong or key.wrong_kept:
        yield f"lures: {_phrases(key.wrong, key.wrong_kept)}"
    if key.half or key.half_kept:
        yield f"half: {_phrases(key.half, key.half_kept)}"
    if question.answer_line:
        yield f"read on the line that begins with `{question.answer_line}:`, if there is one"
    if question.reversed and question.rating is not None:
        yield f"reversed: counts as {sum(question.rating)} minus the point"
    if question.own:
        yield "asked by the paper"
    if question.worth != 1:
        yield f"worth {question.worth}"
    if question.keep:
        yield f"kept as {question.keep}"


def _beside(
    label: str, texts: tuple[str, ...], trials: tuple[Trial, ...], page: ShowPage, margin: str
) -> Iterator[str]:
    """The same part in every wording: in columns if there is room, else in turn."""
    same = len(set(texts)) == 1
    room = page.width - len(margin)
    if same or len(texts) == 1:
        yield f"{margin}{label}:"
        yield from _block(texts[0], room - 4, margin + "    ")
        return
    names = [trial.cell.wording for trial in trials]
    if page.width < SIDE_BY_SIDE:
        for name, text in zip(names, texts, strict=True):
            yield f"{margin}{label} ({name}):"
            yield from _block(text, room - 4, margin + "    ")
        return
    each = (room - 4 - 3 * (len(texts) - 1)) // len(texts)
    blocks = [
        [f"({name})", *_block(text, each, "")] for name, text in zip(names, texts, strict=True)
    ]
    yield f"{margin}{label}:"
    for row in range(max(map(len, blocks))):
        cells = [block[row] if row < len(block) else "" for block in blocks]
        padded = [cell + " " * (each - columns(cell)) for cell in cells[:-1]]
        yield (margin + "    " + " | ".join([*padded, cells[-1]])).rstrip()


def _block(text: str, width: int, margin: str) -> Iterator[str]:
    for line in visible(text).split("\n"):
        yield from ((margin + part).rstrip() for part in in_lines(line, max(20, width)) or [""])


def wrapped(text: str, width: int, *, margin: str = "", hang: str = "") -> Iterator[str]:
    """A text in lines of this width, the second and later ones indented by `hang`."""
    yield from in_lines(
        visible(text), max(30, width), initial_indent=margin, subsequent_indent=margin + hang
    )


def _rule(title: str, page: ShowPage, sign: str) -> str:
    words = visible(title)
    return f"{sign * 3} {words} {sign * max(3, page.width - columns(words) - 5)}"
