"""What replies of a batch are read as, where later words depend on them.

How a reply is read depends on its question and on what was said before it in the conversation, so
the trial is walked up to the call, by the scripts that the study was started with.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from dsl.trial import Cell
from runners.agents.identity import agent_in
from runners.engine.plan import Plan
from runners.engine.session import NextCall, read
from runners.engine.transcripts import transcribe_with
from runners.engine.trial_runner import opening
from runners.store.records import Sitting, StoredReply
from runners.store.store import Store
from runners.studies.study import OpenStudy, opened_study


@dataclass(slots=True)
class ReplyOutcomes:
    """Reads replies of the studies in a store; a study is opened when one of its replies comes."""

    store: Store
    _studies: dict[str, OpenStudy] = field(default_factory=dict)

    def of(self, came: Sequence[tuple[str, Sitting, str, str]]) -> dict[str, str]:
        """The outcome of each reply by its call's key, from (call, sitting, text, study)."""
        found: dict[str, str] = {}
        by_sitting: dict[str, list[tuple[str, Sitting, str, str]]] = {}
        for one in came:
            by_sitting.setdefault(one[1].key, []).append(one)
        stored = self.store.of_sittings(list(by_sitting))
        for key, some in by_sitting.items():
            _, sitting, _, study = some[0]
            texts = {call: text for call, _, text, _ in some}
            for step in self._steps(sitting, study, stored[key], set(texts)):
                found[step.key] = read(step, texts[step.key])
        return found

    def _steps(
        self, sitting: Sitting, study: str, replies: dict[str, StoredReply], wanted: set[str]
    ) -> list[NextCall]:
        """The calls of a trial that are wanted, as they were asked."""
        if study not in self._studies:
            self._studies[study] = opened_study(self.store, study=study)
        opened = self._studies[study]
        found: list[NextCall] = []

        def reply_to(step: NextCall) -> StoredReply | None:
            if step.key in wanted:
                found.append(step)
            return replies.get(step.key)

        who = next(one for one in opened.participants if one.key == sitting.participant)
        agent = agent_in(json.loads(who.identity))
        for chapter, seed in {
            (group.procedure, group.seed)
            for group in opened.rows.groups
            if (group.experiment, group.levels, group.wording, group.participant)
            == (sitting.experiment, sitting.levels, sitting.wording, sitting.participant)
        }:
            part = next(one for one in opened.chapters if one.procedure == chapter)
            cell = Cell(sitting.levels, sitting.wording, part.experiment.only_condition)
            plan = Plan(opened.expander(part, seed), chapter, (cell,), 1, 1)
            planned = plan.one(cell, sitting.draw, sitting.sample)
            trial, after = opening(self.store, planned, sitting.participant, agent)
            transcribe_with(trial, sitting, reply_to, after, agent)
        return list({step.key: step for step in found}.values())
