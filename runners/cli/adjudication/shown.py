"""What an adjudicator can open at a disagreement: the story of a reply, and pictures."""

from __future__ import annotations

from coders.desk.open_packet import nearest_picture, picture_called
from coders.desk.steps import Refused
from coders.packets.pictures import numbered_pictures
from coders.packets.shape import Line
from runners.coding.adjudication import Adjudication
from runners.coding.disputes import Dispute
from runners.coding.packet_items import PacketItemFinder


class ShownParts:
    """Stories and pictures of the disputes of a table, as they are among these items."""

    def __init__(self, table: Adjudication, items: PacketItemFinder) -> None:
        self._table, self._items = table, items

    def story(self, dispute: Dispute) -> tuple[Line, ...]:
        """The story of a reply in content view, its opening being logged first. Raises Refused
        where there is none.
        """
        lines = self._story(dispute)
        if not lines:
            raise Refused("the story of this reply is not available")
        self._table.opened_story(dispute)
        return lines

    def count(self, dispute: Dispute) -> int:
        """How many pictures can be opened."""
        return len(numbered_pictures(self._pictured(dispute)))

    def nearest(self, dispute: Dispute) -> str:
        """The number of the picture that was shown last before the reply, as typed."""
        return nearest_picture(self._pictured(dispute), dispute.case.question) or "1"

    def picture(self, dispute: Dispute, number: str) -> bytes:
        """The bytes of a picture, by its number as typed. In content view that opens the story.
        Raises Refused where there is none.
        """
        digest = picture_called(number, self._pictured(dispute))
        if self._table.content:
            self._table.opened_story(dispute)
        return self._items.picture(digest)

    def _pictured(self, dispute: Dispute) -> tuple[Line, ...]:
        return self._story(dispute) if self._table.content else dispute.item.lines

    def _story(self, dispute: Dispute) -> tuple[Line, ...]:
        return self._items.story(dispute.packet.packet, dispute.item.id)
