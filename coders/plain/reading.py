"""From one typed line to an act: `1`, `h2`, `1+3`, `g 12`, `n a note`.

Flags may stand before or after the mark, with or without blanks, as people type them. A letter
pressed twice is taken back, as on the screen.
"""

from __future__ import annotations

import re

from coders.desk.keys import (
    AND,
    COMMANDS,
    by_number,
    candidate_keys,
    flag_keys,
    mark_keys,
    pressed,
    said_keys,
)
from coders.desk.state import Judgement
from coders.desk.steps import Refused, is_place
from coders.packets.shape import PacketQuestion


def command(line: str) -> tuple[str, str] | None:
    """The command of a line by its name in the keymap (`note`, `undo`), with what was written after
    it; None where it is no command.
    """
    line = line.strip()
    key = pressed(COMMANDS, line[:1])
    if key is None:
        return None
    rest = line[1:]
    # `/word` is usual; any other letter with more letters after it is no command.
    numbered = key.value == "picture" and rest.isdecimal()
    if rest and not rest[0].isspace() and key.value not in ("search", "go to") and not numbered:
        return None
    if key.value == "go to" and rest and not is_place(rest):
        return None
    if rest.strip() and key.value in ("undo", "leave", "list", "rubric", "card", "story"):
        return None
    return key.value, rest.strip()


def answer(line: str, asked: PacketQuestion) -> Judgement:
    """The answer in a line: a mark, or what the reply says; and flags. Raises Refused, with what
    there is to choose from.
    """
    marks: list[str] = []
    said: list[str] = []
    flags: list[str] = []
    joined = line.count(AND.key)
    for sign in re.findall(r"\d+|\S", line.replace(AND.key, " ").replace(",", " ")):
        flag = pressed(flag_keys(asked), sign) or pressed(flag_keys(asked), sign.lower())
        if asked.candidates and (one := _candidate(sign, asked)):
            said.append(one)
        elif not asked.candidates and (key := pressed(mark_keys(asked), sign)):
            marks.append(key.value)
        elif flag is not None and flag.value in flags:
            flags.remove(flag.value)
        elif flag is not None:
            flags.append(flag.value)
        else:
            raise Refused(f"`{sign}` does nothing here: {_choices(asked)}")
    given = said if asked.candidates else marks
    if not given:
        raise Refused(f"no answer yet: {_choices(asked)}")
    if len(given) > 1 + joined:
        more = f"; {AND.key} joins two answers: 1{AND.key}2" if said else ""
        raise Refused(f"more than one answer in one line{more}")
    return Judgement(asked.number, marks[0] if marks else "", flags=tuple(flags), said=tuple(said))


def _candidate(sign: str, asked: PacketQuestion) -> str:
    keys = said_keys(asked)
    key = (
        pressed(keys, sign) or pressed(keys, sign.lower()) or by_number(candidate_keys(asked), sign)
    )
    return key.value if key is not None else ""


def _choices(asked: PacketQuestion) -> str:
    if not asked.candidates:
        told = ", ".join(key.help for key in mark_keys(asked))
        return f"{told}; flags come first; ? shows every key"
    return "write the key of an answer, flags first; ? shows every key"
