"""Packets made of a study: one for each coder, and the source of each item for the store.

First every finished trial becomes items, and items of the very same content become one, so that
nobody codes the same words twice by accident. Then items are assigned to coders, ordered for each,
and mixed with duplicates and gold. Everything that says whose an item is goes into the rows for the
store, and nothing of it into the packet.

Everything random is drawn here from one seed, but for the ids of items: the caller gives these,
from the operating system's source of secrets.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from coders.packets.assigning import assign
from coders.packets.candidate_answers import CandidateAnswers
from coders.packets.codebook import (
    MARKS_VERSION,
    asked_differently,
    codebook_check,
    codebook_version,
)
from coders.packets.ordering import (
    Ordered,
    duplicates_wanted,
    order,
    order_in_blocks,
    places_in_blocks,
    spread_in,
)
from coders.packets.parts import shows_readings
from coders.packets.pictures import pictures_of
from coders.packets.shape import (
    CoderKind,
    Header,
    Packet,
    PacketUnusable,
    Phase,
    QuestionOrder,
    View,
)
from coders.packets.statement import Blindness, blindness
from dsl.expand import Expander
from dsl.record import replace
from dsl.words import counted
from runners.coding.gold.items import GoldItem, GoldItems
from runners.coding.gold.silent import StoryCounts, of_questions, told_in_study
from runners.coding.items import (
    AskedQuestion,
    ItemBuilder,
    ItemDisplay,
    ItemPool,
    Stratum,
    Wanted,
    item_pool,
    text_of,
)
from runners.coding.packet_record import PacketDraft, PacketOptions, PackingContext, packet_record
from runners.store.records import PacketRecord
from runners.store.store import Store
from runners.studies.study import OpenStudy, StudyExperiment

SILENT_EVERY = 20
"""One item of silent gold among so many."""


@dataclass(frozen=True, slots=True)
class CoderPacket:
    """A packet for one coder, the rows for the store, and figures for the owner. `silent` items of
    silent gold are in it, of `silent_wanted`: as many as its length asks for.
    """

    packet: Packet
    kept: PacketRecord
    items: int
    had: int
    order: Ordered
    silent: int
    silent_wanted: int
    strata: Mapping[Stratum, int]


@dataclass(frozen=True, slots=True)
class PackedStudy:
    """The packets of a study, and the pool of items they were made of."""

    packets: tuple[CoderPacket, ...]
    blindness: Blindness
    pool: ItemPool
    gold_left_out: int = 0


def pack(
    store: Store,
    study: OpenStudy,
    options: PacketOptions,
    context: PackingContext,
    *,
    builder: ItemBuilder,
    gold: GoldItems | None = None,
    gold_note: str = "",
    wanted: Wanted | None = None,
) -> PackedStudy:
    """Makes the packets of a study, in content view of what is `wanted` alone; nothing is written.

    The caller sees that there is a finished trial and that guidance is one text in every cell.
    """
    pool = item_pool(store, study, builder, wanted)
    had = {} if options.again else _already_given(store, study.study.id)
    lot = random.Random(context.seed)
    shares = _assigned(pool, options, had, lot)
    codebook = codebook_version(
        tuple(chapter.experiment for chapter in study.chapters),
        view=options.display.view,
        keyed=options.display.keyed,
        masks=options.display.masks,
    )
    batch = context.packet_id()
    contents = frozenset(draft.item.content for draft in pool.drafts)
    telling, alone = _revealing(study.chapters, options.display)
    if gold is not None:
        gold = _without_study_items(gold, contents, options.display.view)
    maker = _PacketMaker(
        study, pool, contents, options, context, codebook, batch, builder, gold, gold_note
    )
    made: list[CoderPacket] = []
    blind = None
    for name, kind in options.everybody:
        display = options.display
        stated = blindness(
            display.view,
            kind,
            keyed=display.keyed,
            neutral_words=display.neutral_words,
            plain_replies=display.plain_replies,
            in_parts=maker.in_parts,
            telling=telling,
            one_answer=alone,
        )
        blind = blind or stated
        made.append(maker.packet(name, kind, stated, shares[name], had.get(name.casefold(), set())))
    assert blind is not None, "somebody codes"
    return PackedStudy(tuple(made), blind, pool, 0 if gold is None else gold.left_out)


def _without_study_items(gold: GoldItems, contents: frozenset[str], view: View) -> GoldItems:
    """The gold without what is also in the study, where that can happen by chance."""
    if view is View.RUBRIC and contents & gold.contents:
        raise PacketUnusable(
            f"{counted(len(contents & gold.contents), 'gold transcript')} of this gold are "
            "identical to transcripts of the study",
            "use replies of models that are not in the study as gold",
        )
    return gold.without(contents)


def _revealing(
    chapters: Sequence[StudyExperiment], display: ItemDisplay
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Questions that tell the condition, and those with one answer on offer, in content view."""
    if display.view is View.RUBRIC:
        return (), ()
    telling: list[str] = []
    alone: list[str] = []
    for chapter in chapters:
        experiment = chapter.experiment
        telling += [f"{name} in `{experiment.title}`" for name in asked_differently(experiment)]
        offered = CandidateAnswers(Expander(experiment)).first().candidates
        only = (name for name, texts in offered.items() if len(texts) == 1)
        alone += [f"{name} in `{experiment.title}`" for name in only]
    return tuple(telling), tuple(alone)


# ------------------------------------------------------------------------------- who gets what


def _already_given(store: Store, study: str) -> dict[str, set[str]]:
    """The trials that each coder already had, by the coder's name in lower case."""
    found: dict[str, set[str]] = {}
    for packet in store.packets_of(study):
        found.setdefault(packet.coder.casefold(), set()).update(packet.trials)
    return found


def _assigned(
    pool: ItemPool, options: PacketOptions, had: Mapping[str, set[str]], lot: random.Random
) -> dict[str, list[tuple[int, str]]]:
    """What each coder gets, as (number of the item, trial) pairs in the order of the study."""
    everybody = [name for name, _ in options.everybody]
    whole = options.plan.each is None and options.plan.share >= 1
    # Where trials are shared out, one that any of these coders had is shared out already.
    gone = set() if whole else {key for name in everybody for key in had.get(name.casefold(), ())}
    bundles = [
        (items, tuple(key for key in keys if key not in gone))
        for items, keys in pool.bundles.items()
    ]
    bundles = [(items, keys) for items, keys in bundles if items and keys]
    who = assign(
        [pool.strata[keys[0]] for _, keys in bundles], len(options.coders), options.plan, lot
    )
    found: dict[str, list[tuple[int, str]]] = {name: [] for name in everybody}
    for (items, keys), chosen in zip(bundles, who, strict=True):
        for name in (*(options.coders[at] for at in chosen), *everybody[len(options.coders) :]):
            before = had.get(name.casefold(), set())
            new = [key for key in keys if key not in before]
            found[name].extend((item, key) for item in items for key in new)
    return found


# ------------------------------------------------------------------------------- one packet


@dataclass(frozen=True, slots=True)
class _PacketMaker:
    """Makes the packets of one batch."""

    study: OpenStudy
    pool: ItemPool
    contents: frozenset[str]
    options: PacketOptions
    context: PackingContext
    codebook: str
    batch: str
    builder: ItemBuilder
    gold: GoldItems | None
    gold_note: str

    def packet(
        self,
        name: str,
        kind: CoderKind,
        blind: Blindness,
        mine: Sequence[tuple[int, str]],
        had: set[str],
    ) -> CoderPacket:
        """The packet of one coder, who gets these (item, trial) pairs."""
        context, pool = self.context, self.pool
        lot = random.Random(f"{context.seed} {name.casefold()}")
        trials: dict[int, set[str]] = {}
        for at, key in mine:
            trials.setdefault(at, set()).add(key)
        items = list(trials)
        kin = [(pool.texts[at], *sorted(trials[at])) for at in items]
        wanted = duplicates_wanted(len(items), self.options.duplicates, self.options.exactly)
        asked = [pool.questions[at] for at in items] if self._by_question else None
        if asked is None:
            ordered = order(kin, duplicates=wanted, lot=lot)
        else:
            ordered = order_in_blocks(kin, asked, duplicates=wanted, lot=lot)
        draft_packet = PacketDraft(context.new_secret())
        self._take_gold(draft_packet, Phase.TRAINING)
        for form in (Phase.GATE_A, Phase.GATE_B):
            # A file has them script by script and level by level, which a coder would notice.
            self._take_gold(
                draft_packet, form, random.Random(f"{context.seed} {name.casefold()} {form}")
            )
        silent = self._silent(trials, lot, None if asked is None else Counter(asked))
        texts = [text_of(one.item) for one in silent]

        def fits(which: int, place: int) -> bool:
            """Whether story and question of a gold item differ from its neighbours' there."""
            near = ordered.order[max(0, place - 1) : place + 1]
            return all(pool.texts[items[at]] != texts[which] for at, _ in near)

        if asked is None:
            places = spread_in(len(ordered.order), len(silent), lot, fits)
        else:
            here = [asked[at] for at, _ in ordered.order]
            places = places_in_blocks(here, [one.question for one in silent], lot, fits)
        waiting = dict(zip(places, silent, strict=True))
        first: dict[int, str] = {}
        for place, (at, again) in enumerate(ordered.order):
            if place in waiting:
                self._take(draft_packet, Phase.SILENT, waiting[place])
            number = items[at]
            draft = pool.drafts[number]
            item = replace(draft.item, id=context.new_id())
            first.setdefault(at, item.id)
            behind = tuple(one for one in pool.behind[number] if one.trial in trials[number])
            draft_packet.add(
                Phase.MAIN,
                item,
                twin=first[at] if again else "",
                behind=behind,
                masked=draft.masked,
                story=draft.story,
                said=pool.said[number],
            )
        header = Header(
            packet=context.packet_id(),
            batch=self.batch,
            coder=name,
            kind=kind,
            view=self.options.display.view,
            keyed=self.options.display.keyed,
            codebook_version=self.codebook,
            tool_version=context.tool_version,
            made=context.at,
            items=len(draft_packet.of(Phase.MAIN)),
            blind_to=blind.blind_to,
            not_blind_to=blind.not_blind_to,
            statement=blind.statement,
            gold_note=self.gold_note if self.gold is not None else "",
            masking_last=True,
            fixed_order=not self.options.free_order,
            question_order=QuestionOrder.ASKED if self.in_parts else self.options.question_order,
            marks_version=MARKS_VERSION,
        )
        header = replace(header, codebook_check=codebook_check(header))
        if header.view is View.RATING:
            # The paper's coders gave ratings and nothing else.
            header = replace(header, lrs_first_share=Fraction(0), masking_share=Fraction(0))
        packet = Packet(
            header,
            tuple(draft_packet.of(Phase.TRAINING)),
            tuple(draft_packet.of(Phase.GATE_A)),
            tuple(draft_packet.of(Phase.GATE_B)),
            tuple(draft_packet.of(Phase.MAIN)),
            draft_packet.answers,
            draft_packet.stories,
            tuple(sorted({one.name for one in self.study.participants})),
        )
        packet = replace(packet, pictures=pictures_of(packet, self.builder.pictures))
        strata = Counter(pool.strata[key] for key in {key for _, key in mine})
        return CoderPacket(
            packet,
            packet_record(packet, draft_packet, self.options, self.context, self.study.study.id),
            len(items),
            len(had & pool.strata.keys()),
            ordered,
            len(silent),
            self._silent_wanted(len(items)),
            strata,
        )

    @property
    def in_parts(self) -> bool:
        """Whether what was said after a reply is shown when the reply is judged."""
        steered = any(shows_readings(chapter.experiment) for chapter in self.study.chapters)
        return steered and self.options.display.view is View.RUBRIC

    @property
    def _by_question(self) -> bool:
        """Whether all replies to one question come before those to the next."""
        content = self.options.display.view is View.CONTENT
        return content and self.options.question_order is QuestionOrder.QUESTION

    def _silent(
        self,
        trials: Mapping[int, set[str]],
        lot: random.Random,
        asked: Counter[AskedQuestion] | None,
    ) -> list[GoldItem]:
        """Silent gold for these items of the study, of cells and in stories that they have. If it
        is to be among items of its question, `asked` are these: no more gold than items of each.
        """
        if self.gold is None or not self.gold.of(Phase.SILENT):
            return []
        pool = self.pool
        stories = StoryCounts(
            {chapter.procedure: chapter.experiment for chapter in self.study.chapters}
        )
        for at, keys in trials.items():
            stories.add(pool.drafts[at].item, (pool.stories[key] for key in sorted(keys)))
        there = [
            one for one in self.gold.of(Phase.SILENT) if one.cell is None or stories.of_cell(one)
        ]
        if asked is not None:
            there = of_questions(asked, lot.sample(there, len(there)))
        chosen = lot.sample(there, min(len(there), self._silent_wanted(len(trials))))
        taken = set(self.contents)
        return [told_in_study(one, stories, taken, self.builder, lot) for one in chosen]

    def _silent_wanted(self, items: int) -> int:
        return 0 if self.gold is None else -(-items // SILENT_EVERY)

    def _take_gold(
        self, draft_packet: PacketDraft, phase: Phase, lot: random.Random | None = None
    ) -> None:
        """Adds the gold of one use, in the order of the file or shuffled."""
        there = list(self.gold.of(phase)) if self.gold is not None else []
        if lot is not None:
            lot.shuffle(there)
        for one in there:
            self._take(draft_packet, phase, one)

    def _take(self, draft_packet: PacketDraft, phase: Phase, one: GoldItem) -> None:
        """Adds a gold item, under an id of this packet alone."""
        item = replace(one.item, id=self.context.new_id())
        draft_packet.add(phase, item, story=one.story, gold=replace(one.gold, item=item.id))
