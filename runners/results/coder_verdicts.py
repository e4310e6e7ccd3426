"""One coder's judgements of one trial as verdicts: what the scores and the agreement are made of.

In rubric view a mark is a verdict as it stands. In content view a coder says what was said, and the
key of the question, as it stands now, makes it right or wrong; so a mended key rescores both alike.
Scores and agreement read judgements through this one function, so that they cannot differ about
what a coder meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coders.contents import verdict as by_content
from coders.lrs import Place
from coders.marks import Flag, Verdict, half, needs_human, right, wrong
from dsl.trial import Fork, Node, Trial, Turn

if TYPE_CHECKING:
    from coders.desk.folding import Judgement
    from runners.coding.judgements import CodedTrial

_FLAGS = {flag.value for flag in Flag}


def verdicts(coded: CodedTrial, trial: Trial) -> dict[Place, Verdict]:
    """The verdict at every place of `trial` that this coder judged.

    Places that were not judged (a lost reply, an unfinished log) are not in it. An answer that is
    kept for a later key is what the coder says was said.
    """
    found: dict[Place, Verdict] = {}

    def walk(session: int, nodes: tuple[Node, ...], kept: dict[str, str | None]) -> None:
        for node in nodes:
            if isinstance(node, Fork):
                for branch in node.branches:
                    walk(session, branch, dict(kept))
            elif isinstance(node, Turn) and node.question is not None:
                place = (session, node.place)
                judgement = coded.judgements.get(place)
                if judgement is None:
                    continue
                found[place] = _verdict(judgement, node, kept)
                if node.question.keep is not None:
                    kept[node.question.keep] = found[place].matched

    for number, session in enumerate(trial.sessions):
        walk(number, session.nodes, {})
    return found


def _verdict(judgement: Judgement, turn: Turn, kept: dict[str, str | None]) -> Verdict:
    question = turn.question
    assert question is not None
    flags = tuple(Flag(flag) for flag in judgement.flags if flag in _FLAGS)
    if judgement.mark:
        return _marked(judgement.mark, flags)
    wanted = question.key.kept.name if question.key.kept is not None else None
    said = kept.get(wanted) if wanted else None
    return by_content(judgement.said, judgement.plain, flags, question, kept=said)


def _marked(mark: str, flags: tuple[Flag, ...]) -> Verdict:
    match mark:
        case "right":
            return right(None, "marked right", *flags)
        case "half":
            return half(None, "marked half", *flags)
        case "wrong":
            return wrong(None, "marked wrong", *flags)
        case _:
            return needs_human(f"marked `{mark}`", *flags)
