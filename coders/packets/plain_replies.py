"""A reply's Markdown as plain text, so that a habit of bold words and headings tells no model.

Done for all replies of a packet or for none. The words stay, each of them: the address of a link
and what is in code, too, and the numbers of a list. Deleting stars and hashes by pattern would
take some that are meant. Tables and link references are left as typed: setting them drops words.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


def plain_reply(text: str) -> str:
    """The text as a person reads it who sees the Markdown set: paragraphs, and lists as lines."""
    said = _Plain()
    for token in _parser().parse(text):
        said.take(token)
    return said.text.strip("\n")


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("strikethrough").disable("reference")


class _Plain:
    """The plain text so far, and where in a list the next words are."""

    def __init__(self) -> None:
        self.text = ""
        self._counting: list[int | None] = []
        self._mark = ""
        self._begins = False
        self._close = False

    def take(self, token: Token) -> None:
        """Add what a token of the parsed text says."""
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                self._begins = not self._counting
                numbered = token.type == "ordered_list_open"
                start = token.attrGet("start")
                self._counting.append(int(1 if start is None else start) if numbered else None)
            case "bullet_list_close" | "ordered_list_close":
                self._counting.pop()
                self._close = False
            case "list_item_open":
                self._begin_item()
            case "paragraph_open":
                self._close = token.hidden and not self._begins
            case "inline":
                self._add(_words(token))
            case "fence" | "code_block" | "html_block":
                self._close = False
                label = token.info.strip()
                self._add((f"{label}\n" if label else "") + token.content.rstrip("\n"))
            case "heading_open":
                self._close = False
            case _:
                pass

    def _begin_item(self) -> None:
        number = self._counting[-1]
        if number is not None:
            self._mark = f"{number}. "
            self._counting[-1] = number + 1

    def _add(self, words: str) -> None:
        if self.text:
            self.text += "\n" if self._close else "\n\n"
        self.text += self._mark + words
        self._mark = ""
        self._begins = False


def _words(token: Token) -> str:
    found: list[str] = []
    links: list[str] = []
    for child in token.children or ():
        match child.type:
            case "softbreak" | "hardbreak":
                found.append("\n")
            case "link_open":
                title = child.attrGet("title")
                links.append(f"{child.attrGet('href') or ''}" + (f", {title}" if title else ""))
            case "link_close":
                address = links.pop()
                # A bare address in angle brackets is its own text.
                if address and found[-1:] != [address]:
                    found.append(f" ({address})")
            case "image":
                found.append(f"{child.content} ({child.attrGet('src')})")
            case _:
                found.append(child.content)
    return "".join(found)
