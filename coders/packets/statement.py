"""The statement on what the coders of a packet are blind to, and what not.

Generated from what the packet hides, since it must be true in the packet, on the screen and in the
paper. It names no script and no question: only the study's owner may know which questions reveal
something.
"""

from __future__ import annotations

from coders.packets.shape import CoderKind, View
from dsl.record import record

_ALWAYS = (
    "the model, its provider and its parameters",
    "the run, the draw and the sample of a trial",
    "the script's names for conditions, stories and questions",
    "the codes of other coders",
)


@record
class Blindness:
    """What a packet's coder does not and does know, and the statement that says so.

    `for_the_owner` names the questions that reveal something, and is in no packet.
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
    in_parts: bool = False,
    telling: tuple[str, ...] = (),
    one_answer: tuple[str, ...] = (),
) -> Blindness:
    """The blindness of a packet.

    `in_parts`: what was said after a reply is shown when the reply is judged.
    `telling` are questions whose words reveal the condition, and `one_answer` those that offer
    only the right answer; both matter in content view.
    """
    content = view is View.CONTENT
    blind = list(_ALWAYS)
    seen: list[str] = []
    if neutral_words:
        blind.append("the wording (original or permuted)")
    else:
        blind.append("which wording is called original and which permuted")
        seen.append("the wording, if the coder knows the published one")
    if content:
        if neutral_words:
            blind.append("which replies are from the same trial")
        else:
            seen.append("which replies may be from the same trial, by the names and things in them")
        _content(blind, seen, keyed, telling=bool(telling), one_answer=bool(one_answer))
    else:
        blind.append("which items are from the same model")
        if in_parts:
            blind.append(
                "what was said after a reply, and so how it was read, until they judged it"
            )
        seen.append("the condition, since coders read the story")
        examples = "" if view is View.RATING else " and the examples for coders"
        seen.append(
            "the accepted answers, which are shown with each question"
            if keyed
            else f"the right answer, if it follows from the story{examples}"
        )
    if kind is CoderKind.AUTHOR:
        seen.append("the hypothesis, as an author of the study")
    else:
        blind.append("the hypothesis")
    seen.append("the writing style, which may reveal a model" + _plain(plain_replies))
    statement = (
        f"{'Authors' if kind is CoderKind.AUTHOR else 'Coders'} were blind to {_listed(blind)}. "
        f"They were not blind to {_listed(seen)}."
    )
    named: list[str] = []
    if content and not keyed:
        named += [f"its words reveal the condition: {name}" for name in telling]
        named += [f"it offers only the right answer: {name}" for name in one_answer]
    return Blindness(tuple(blind), tuple(seen), statement, tuple(named))


def _content(
    blind: list[str], seen: list[str], keyed: bool, *, telling: bool, one_answer: bool
) -> None:
    if keyed:
        seen.append("the condition and whether an answer is right, since the key is shown with it")
    else:
        but = ", except for questions whose words reveal it" if telling else ""
        blind.append("the condition" + but)
        if telling:
            seen.append("the condition if the question's words reveal it")
        but = ", except for questions that offer one answer" if one_answer else ""
        blind.append("whether an answer is right" + but)
        if one_answer:
            seen.append("whether an answer is right if only one is offered")
    seen.append("stories that the coder opened, which is logged")


def _plain(plain_replies: bool) -> str:
    return ", though formatting is removed" if plain_replies else ""


def _listed(parts: list[str]) -> str:
    return "; ".join(parts)
