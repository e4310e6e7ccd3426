"""What the coders of a packet are blind to, and what not, in words.

Made from what a packet hides and never a fixed sentence: it stands in the packet, on the screen and
in the paper, and has to hold in each. It names no script and no question: which questions give
something away is for the owner to know.
"""

from __future__ import annotations

from coders.packets.shape import CoderKind, View
from dsl.record import record

_ALWAYS = (
    "which model gave a reply, who made it and how it was set",
    "the run, the draw and the sample of a trial",
    "what the script calls the conditions, stories and questions",
    "what other coders say",
)


@record
class Blindness:
    """What a packet's coder does not and does know, and the sentences that say so.

    `for_the_owner` names the questions that give something away, and goes into no packet.
    """

    blind_to: tuple[str, ...]
    not_blind_to: tuple[str, ...]
    statement: str
    for_the_owner: tuple[str, ...] = ()


def blindness(
    view: View,
    kind: CoderKind,
    *,
    keyed: bool = False,
    neutral_words: bool = False,
    plain_replies: bool = False,
    telling: tuple[str, ...] = (),
    one_answer: tuple[str, ...] = (),
) -> Blindness:
    """The blindness of a packet.

    `telling` are questions whose own words tell the condition, and `one_answer` those for which
    only what is right is offered; both matter in content view.
    """
    content = view is View.CONTENT
    blind = list(_ALWAYS)
    seen: list[str] = []
    if neutral_words:
        blind.append("whether the wording is the published one or another")
    else:
        blind.append("which wording is called original and which permuted")
        seen.append("the wording, as far as a reader knows the published one")
    if content:
        _content(blind, seen, keyed, telling=bool(telling), one_answer=bool(one_answer))
    else:
        blind.append("which items are of one model")
        seen.append("the condition, since the story is read")
        seen.append(
            "the answers that count as right, which are shown with each question"
            if keyed
            else "which answer is right, as far as the story and the examples for coders tell"
        )
    if kind is CoderKind.AUTHOR:
        seen.append("the hypothesis, as an author of the study")
    else:
        blind.append("the hypothesis")
    seen.append("manner of writing, which may give a model away" + _plain(plain_replies))
    statement = (
        f"{'Authors' if kind is CoderKind.AUTHOR else 'Coders'} were blind to {_listed(blind)}. "
        f"They were not blind to {_listed(seen)}."
    )
    named: list[str] = []
    if content and not keyed:
        named += [f"its own words tell the condition: {name}" for name in telling]
        named += [f"only what is right is offered: {name}" for name in one_answer]
    return Blindness(tuple(blind), tuple(seen), statement, tuple(named))


def _content(
    blind: list[str], seen: list[str], keyed: bool, *, telling: bool, one_answer: bool
) -> None:
    blind.append("which replies are of one trial")
    if keyed:
        seen.append("the condition and whether an answer is right, since the key is shown with it")
    else:
        but = ", but for questions whose own words tell it" if telling else ""
        blind.append("the condition" + but)
        if telling:
            seen.append("the condition where the question's own words tell it")
        but = ", but for questions with one answer on offer" if one_answer else ""
        blind.append("whether an answer is right" + but)
        if one_answer:
            seen.append("whether an answer is right where only one is offered")
    seen.append("a story that was opened, which is logged")


def _plain(plain_replies: bool) -> str:
    return ", though not by its layout" if plain_replies else ""


def _listed(parts: list[str]) -> str:
    return "; ".join(parts)
