"""The adjudicator's screen as a program."""

from __future__ import annotations

from collections.abc import Mapping

from coders.desk.open_packet import Viewer, no_viewer
from coders.screen.app import KeyboardApp
from runners.cli.adjudication.filters import QuestionOf
from runners.cli.adjudication.pages import ShownParts
from runners.cli.adjudication.screen import AdjudicationScreen
from runners.coding.adjudication import Adjudication


class AdjudicationApp(KeyboardApp):
    """The screen as a program, which ends when the adjudicator leaves; `view` opens pictures."""

    def __init__(
        self,
        table: Adjudication,
        *,
        parts: ShownParts,
        questions: Mapping[str, QuestionOf],
        view: Viewer = no_viewer,
    ) -> None:
        super().__init__()
        self._table, self._parts, self._questions = table, parts, questions
        self._view = view

    def get_default_screen(self) -> AdjudicationScreen:
        """The only screen."""
        return AdjudicationScreen(
            self._table, parts=self._parts, questions=self._questions, view=self._view
        )
