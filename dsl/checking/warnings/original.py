"""Words as they read in the original wording, combination by combination.

To know whether an answer is one of the choices, both have to be read as the participant reads
them, with every let in place. A template that holds lets reads differently in different
combinations; it is taken apart into as many readings as there are differences, not into one for
each combination.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl import experiment as ex
from dsl.checking.space import Region, Space
from dsl.checking.words.pools import built_in
from dsl.words import article, capital, plural, possessive, pronoun

Reading = tuple[Region, str]
"""Words, and the combinations in which they read so."""

MOST = 4096
"""So many different readings of one template are looked at; beyond, the rest are left unread."""

AGREE, AGREE_CAPITAL = "\x00", "\x01"
"""Stand for `{a}` and `{A}` until the next word is known."""


class Original:
    """Reads templates with every slot at its original."""

    def __init__(
        self,
        space: Space,
        slots: Mapping[str, ex.Slot],
        lets: Mapping[str, tuple[ex.Case[ex.Template], ...]],
        *,
        by_name: bool = False,
    ) -> None:
        """With `by_name` a slot reads as its name between marks, so that two words are the same
        only when they are the same slot, whatever they look like."""
        self.by_name = by_name
        self.space = space
        self.slots = slots
        self.lets = lets

    def readings(
        self,
        template: ex.Template,
        region: Region,
        row: Mapping[str, ex.Template] | None = None,
    ) -> list[Reading]:
        """All the ways in which a template reads in `region`; parts without words are left out."""
        if len(template) == 1 and isinstance(template[0], str):
            return [(region, _agree(template[0]))]
        readings = [(part, _agree(text)) for part, text in self._parts(template, region, row)]
        merged: dict[str, Region] = {}
        for part, text in readings:
            merged[text] = merged.get(text, 0) | part
        return [(part, text) for text, part in merged.items()]

    def _parts(
        self, template: ex.Template, region: Region, row: Mapping[str, ex.Template] | None
    ) -> list[Reading]:
        readings: list[Reading] = [(region, "")]
        for piece in template:
            if isinstance(piece, str):
                readings = [(part, text + piece) for part, text in readings]
                continue
            if isinstance(piece, ex.Article):
                mark = AGREE_CAPITAL if piece.capital else AGREE
                readings = [(part, text + mark) for part, text in readings]
                continue
            longer: list[Reading] = []
            for part, text in readings:
                longer.extend((p, text + more) for p, more in self._piece(piece, part, row))
            readings = longer[:MOST]
        return readings

    def _piece(
        self, piece: ex.Use | ex.Pronoun, region: Region, row: Mapping[str, ex.Template] | None
    ) -> list[Reading]:
        if isinstance(piece, ex.Pronoun):
            word = self.slots[piece.name].original if piece.kind is ex.UseKind.SLOT else None
            said = pronoun(word, piece.case) if word is not None else piece.case
            return [(region, capital(said) if piece.capital else said)]
        if piece.kind is ex.UseKind.SLOT:
            slot = self.slots.get(piece.name) or built_in(piece.name)
            if slot is None:
                return [(region, piece.name)]
            if self.by_name:
                return [(region, f"⟦{slot.name}⟧")]
            word = slot.original
            text = plural(word) if piece.grammar is ex.Grammar.PLURAL else word.text
            return [(region, _formed(text, piece, word.article))]
        if piece.kind in (ex.UseKind.KEPT, ex.UseKind.CARRIED):
            return [(region, f"{{{piece.name}}}")]
        return [
            (part, _formed(text, piece, None)) for part, text in self._within(piece, region, row)
        ]

    def _within(
        self, piece: ex.Use, region: Region, row: Mapping[str, ex.Template] | None
    ) -> list[Reading]:
        if piece.kind is ex.UseKind.COLUMN:
            if row is None or piece.name not in row:
                return [(region, f"{{{piece.name}}}")]
            return self._parts(row[piece.name], region, None)
        readings: list[Reading] = []
        for part, words in self.space.taken(self.lets.get(piece.name, ()), region):
            readings.extend(self._parts(words, part, row))
        return readings


def braced(text: str) -> str:
    """Words, slots read by name, as they are written in a key."""
    return text.replace("⟦", "{").replace("⟧", "}")


def _formed(text: str, use: ex.Use, declared: str | None) -> str:
    if use.grammar is ex.Grammar.POSSESSIVE:
        text = possessive(text, use.apostrophe)
    if use.article:
        text = f"{article(text, declared)} {text}"
    return capital(text) if use.capital else text


def _agree(text: str) -> str:
    while AGREE in text or AGREE_CAPITAL in text:
        place = min(p for p in (text.find(AGREE), text.find(AGREE_CAPITAL)) if p >= 0)
        said = article(text[place + 1 :])
        if text[place] == AGREE_CAPITAL:
            said = said.capitalize()
        text = text[:place] + said + text[place + 1 :]
    return text
