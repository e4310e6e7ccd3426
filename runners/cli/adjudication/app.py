"""The adjudicator's screen as a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from coders.screen.app import KeyboardApp
from runners.cli.adjudication.screen import AdjudicationScreen

if TYPE_CHECKING:
    from coders.packets.shape import Line
    from runners.cli.adjudication.filters import QuestionOf
    from runners.coding.adjudication import Adjudication
    from runners.coding.disputes import Dispute


class AdjudicationApp(KeyboardApp):
    """The screen as a program. `run` returns when the adjudicator leaves."""

    def __init__(
        self,
        table: Adjudication,
        *,
        story: Callable[[Dispute], tuple[Line, ...]],
        questions: Mapping[str, QuestionOf],
    ) -> None:
        super().__init__()
        self._table, self._story, self._questions = table, story, questions

    def get_default_screen(self) -> AdjudicationScreen:
        """The only screen."""
        return AdjudicationScreen(self._table, story=self._story, questions=self._questions)
