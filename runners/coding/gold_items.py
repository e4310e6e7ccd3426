"""Gold as items for coders, through the very builder that makes the study's own.

An item of gold cannot be told from another: same lines, same guidance, same masks, same candidates.
Building gold by itself would have been shorter, and every later change to what coders see would
have told the two apart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from coders.desk.offered import as_offered
from coders.packets.guidance import guide_of
from coders.packets.items import NO_MASKS, Answers, Draft, Masks, content_drafts, rubric_draft
from coders.packets.shape import Gold, GoldMark, Item, Line, Phase, View
from coders.packets.siblings import Shared, Siblings, wordings_of
from dsl.expand import Expander
from dsl.experiment import Experiment
from dsl.trial import Question, Trial
from runners.coding.gold import GoldTale, TaleCode
from runners.coding.gold_lines import free_drafts

ENOUGH_MARKS = 96
"""Fewer gold marks than these let too many careless coders pass: with these, who is right in 85% of
marks passes one of two forms 14 times in 100 (binomial; docs/coding.md)."""

MasksOf = Callable[[Experiment, Trial], Masks]
"""What is done to the texts of a trial before coders see them."""


@dataclass(frozen=True, slots=True)
class GoldItem:
    """One item of gold with its codes; `story` is what may be opened in content view."""

    item: Item
    gold: Gold
    story: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class GoldItems:
    """Gold ready for a packet, by use and in the order of the file; `notes` are for the owner.
    `left_out` counts items that were also the study's own.
    """

    by_use: Mapping[Phase, tuple[GoldItem, ...]]
    notes: tuple[str, ...] = ()
    left_out: int = 0

    def of(self, use: Phase) -> tuple[GoldItem, ...]:
        """The items of one use; empty where there are none."""
        return self.by_use.get(use, ())

    @property
    def contents(self) -> frozenset[str]:
        """The contents of all of them: none of these may be in the study."""
        return frozenset(one.item.content for every in self.by_use.values() for one in every)

    def without(self, contents: Collection[str]) -> GoldItems:
        """The same without items that are the study's own. In content view a terse reply to the
        same question may coincide with one of the study; that item is then no gold.
        """
        kept = {
            use: tuple(one for one in every if one.item.content not in contents)
            for use, every in self.by_use.items()
        }
        gone = sum(map(len, self.by_use.values())) - sum(map(len, kept.values()))
        return replace(self, by_use=kept, left_out=self.left_out + gone)


def no_masks(experiment: Experiment, trial: Trial) -> Masks:
    """Leaves every text as it is."""
    del experiment, trial
    return NO_MASKS


def gold_items(
    tales: Iterable[GoldTale],
    *,
    view: View,
    new_id: Callable[[], str],
    keyed: bool = False,
    masks: MasksOf = no_masks,
) -> GoldItems:
    """The items of gold with their codes, by use, as a packet of this kind has them.

    `new_id` gives opaque ids. In content view an item is one question; of several that are the same
    to the byte within one use only the first is kept.
    """
    every = tuple(tales)
    siblings: dict[tuple[str, int], Siblings] = {}
    found: dict[Phase, dict[str, GoldItem]] = {}
    for tale in every:
        here = found.setdefault(tale.gold.use, {})
        for one in _items(tale, view, siblings, keyed=keyed, masks=masks):
            if one.item.content not in here:
                name = new_id()
                item, gold = replace(one.item, id=name), replace(one.gold, item=name)
                here[one.item.content] = GoldItem(item, gold, one.story)
    by_use = {use: tuple(items.values()) for use, items in found.items()}
    return GoldItems(by_use, tuple(_notes(every, by_use, view)))


def _items(
    tale: GoldTale,
    view: View,
    siblings: dict[tuple[str, int], Siblings],
    *,
    keyed: bool,
    masks: MasksOf,
) -> Iterator[GoldItem]:
    if tale.expander is None or tale.transcript is None:
        for draft, gold in free_drafts(tale.gold, view=view):
            yield GoldItem(draft.item, gold, draft.story)
        return
    trial = tale.transcript.trial
    texts = masks(tale.expander.experiment, trial)
    shared = _shared(tale.expander, trial, siblings) if view is View.CONTENT else None
    for draft in _drafts(tale, tale.expander, shared, keyed=keyed, masks=texts):
        marks = tuple(
            _mark(
                number,
                tale.codes[session, place],
                texts,
                draft.item.question(number).candidates,
                shared,
            )
            for number, session, place in draft.places
            if (session, place) in tale.codes
        )
        whole = view is View.RUBRIC
        gold = Gold(
            "",
            marks,
            tale.gold.lrs if whole else None,
            texts.told(tale.gold.reason) if whole else "",
        )
        yield GoldItem(draft.item, gold, draft.story)


def _shared(expander: Expander, trial: Trial, siblings: dict[tuple[str, int], Siblings]) -> Shared:
    """What the cells of the trial's draw offer, worked out once for each experiment and seed."""
    at = (trial.experiment, trial.seed)
    if at not in siblings:
        siblings[at] = Siblings(expander.experiment, seed=trial.seed)
    return siblings[at].of(trial)


def _drafts(
    tale: GoldTale, expander: Expander, shared: Shared | None, *, keyed: bool, masks: Masks
) -> Iterable[Draft]:
    """The items of a tale: in content view, where `shared` is given, one for each question."""
    assert tale.transcript is not None
    trial = tale.transcript.trial
    index = {id(session): number for number, session in enumerate(trial.sessions)}
    answers = Answers(
        {
            (index[id(one.session)], one.place): one.reply.text
            for one in tale.transcript.exchanges
            if one.reply is not None
        }
    )
    if shared is None:
        guide = guide_of(expander, trial.cell, trial.draw)
        return (rubric_draft(trial, answers, guide=guide, keyed=keyed, masks=masks),)
    return content_drafts(trial, answers, shared, keyed=keyed, masks=masks)


def _mark(
    number: int,
    code: TaleCode,
    masks: Masks,
    candidates: tuple[str, ...],
    shared: Shared | None,
) -> GoldMark:
    """The agreed code; what is said, as the desk has it: another cell may offer "I cannot tell"."""
    words = code.coded.code
    said = tuple(as_offered(masks.told(one), candidates) for one in code.said)
    flags = tuple(flag.value for flag in words.flags)
    alike = tuple(
        tuple(one for one in map(masks.told, others) if one in candidates)
        for others in (_alike(one, code.question, shared) for one in code.said)
    )
    return GoldMark(
        number,
        words.mark,
        flags,
        said,
        code.plain,
        masks.told(code.reason),
        alike if any(alike) else (),
    )


def _alike(said: str, question: Question, shared: Shared | None) -> tuple[str, ...]:
    """Other wordings of what is said: of a right answer that is accepted in several, or of a wrong
    one that another cell accepts in several. Coders cannot be asked for the very one.
    """
    lures = frozenset(phrase.text for phrase in question.key.wrong)
    elsewhere = shared.alike.get(question.name, ()) if shared is not None else ()
    for wordings in (*wordings_of(question), *(every & lures for every in elsewhere)):
        if said in wordings:
            return tuple(sorted(wordings - {said}))
    return ()


def _notes(
    tales: tuple[GoldTale, ...], found: Mapping[Phase, tuple[GoldItem, ...]], view: View
) -> Iterator[str]:
    """What the owner should know of this gold before relying on it."""
    for form in (Phase.GATE_A, Phase.GATE_B):
        items = found.get(form, ())
        marks = sum(
            not one.item.question(mark.question).is_control
            for one in items
            for mark in one.gold.marks
        )
        if marks < ENOUGH_MARKS:
            yield (
                f"{form.value} has {marks} marks of scored questions; a gate needs "
                f"{ENOUGH_MARKS} to tell a careful coder from a careless one"
            )
        missing = [str(lrs) for lrs in range(6) if lrs not in {one.gold.lrs for one in items}]
        if items and missing and view is View.RUBRIC:
            yield f"{form.value} has no transcript with an LRS of {', '.join(missing)}"
    for tale in tales:
        if tale.ruled is not None and tale.ruled != tale.gold.lrs:
            yield (
                f"`{tale.gold.name}`: the file says LRS {tale.gold.lrs}, "
                f"the rule makes {tale.ruled} of its codes"
            )
