"""Scripted coders: people with opinions of their own, who press keys and see the screen.

What a coder thinks of a reply is a lot drawn from the words of the item, so that two coders mostly
agree, and from their own name, so that they sometimes do not. It is nothing the tool computes.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from coders.desk.desk import Desk
from coders.desk.keys import said_keys
from coders.desk.log import Log
from coders.desk.steps import NO_IDEA, WORDINGS, Step, StepKind
from coders.packets.file import content_to_json, packet_at
from coders.packets.shape import ContentWord, Item, PacketQuestion
from tests.patience import PATIENCE, wait_until

FLAG_KEYS = {
    "hedged": "h",
    "incomplete": "i",
    "false detail": "f",
    "unclear": "u",
    "hallucination": "m",
    "irrelevant": "p",
    "refusal": "r",
    "recognised": "e",
}
MARK_KEYS = {"right": "1", "half": "2", "wrong": "3"}


def lot(*words: str) -> float:
    """A number from 0 to 1 that is the same for the same words."""
    digest = hashlib.sha256("|".join(words).encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


@cache
def words_of(item: Item) -> str:
    """All of an item but its id and its hash, as one text."""
    return json.dumps(content_to_json(item))


@dataclass(frozen=True)
class Opinion:
    """What a coder thinks of one reply."""

    mark: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Coder:
    """Somebody who codes by lots, careless in a share of the questions."""

    name: str
    careless: float

    def opinion(self, item: Item, asked: PacketQuestion, *, again: bool = False) -> Opinion:
        """The mark and flags for one question of an item, which came up before or not."""
        number = str(asked.number)
        slip = lot(self.name, words_of(item), number, str(again)) < self.careless
        drawn = lot(self.name if slip else "", words_of(item), number, asked.kind)
        if asked.is_control:
            if drawn < 0.85:
                return Opinion("right")
            return Opinion("wrong", ("refusal",) if drawn > 0.95 else ())
        if drawn < 0.45:
            return Opinion("right")
        if drawn < 0.55:
            return Opinion("right", ("unclear",))
        if drawn < 0.7:
            return Opinion("half", ("hedged",))
        if drawn < 0.75:
            return Opinion("half", ("false detail",))
        return Opinion("wrong", ("refusal",) if drawn > 0.9 else ())

    def says(self, item: Item, *, again: bool = False) -> tuple[str, bool]:
        """What the one reply of an item says, and whether plainly: a candidate, or nothing."""
        (asked,) = item.questions
        slip = lot(self.name, words_of(item), str(again)) < self.careless
        drawn = lot(self.name if slip else "", words_of(item), "says")
        if drawn > 0.95:
            return ContentWord.REFUSES, True
        shown = sorted(asked.candidates)
        return shown[int(drawn / 0.95 * len(shown))], asked.is_control or drawn * 100 % 1 > 0.2

    def first_lrs(self, item: Item) -> int:
        """The LRS before any mark."""
        return int(lot(self.name, words_of(item), "first") * 6)

    def lrs(self, item: Item, proposed: int) -> int:
        """The LRS left standing: the rule's, but for one in five."""
        if proposed == 0 or lot(self.name, words_of(item), "lrs") > 0.2:
            return proposed
        return proposed - 1 if proposed > 1 else proposed + 1

    def guess(self, step: Step) -> tuple[str, str]:
        """Which model and which wording."""
        assert step.item is not None
        words = words_of(step.item)
        one, other = lot(self.name, words, "model"), lot(self.name, words, "wording")
        return (
            step.models[int(one * len(step.models))],
            WORDINGS[int(other * len(WORDINGS))],
        )


@dataclass(frozen=True)
class Pressed:
    """One act: as lines of the plain mode, and as keys of the screen (a key's name, or text)."""

    lines: tuple[str, ...]
    keys: tuple[str, ...]


@dataclass
class Sitting:
    """A coder at a packet, with a desk of their own on which they know what they will be asked.

    The desk has a log of its own: a copy of what the real one holds when the coder sits down.
    """

    coder: Coder
    packet: Path
    folder: Path
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def acts(self, log: Path | None = None) -> Iterator[tuple[Pressed, int]]:
        """What the coder does from here to the end, and how many lines the log has after it."""
        copy = self.folder / f"shadow-{self.coder.name}-{next(self.numbers)}.log.jsonl"
        if log is not None and log.exists():
            shutil.copyfile(log, copy)
        packet = packet_at(self.packet)
        seconds = itertools.count()
        with Log(copy, packet, clock=lambda: f"{next(seconds):09d}", tool_version="0") as shadow:
            desk = Desk(packet, shadow)
            while desk.step.kind is not StepKind.LOCKED:
                yield self._act(desk), len(shadow.events)

    def _act(self, desk: Desk) -> Pressed:
        step = desk.step
        match step.kind:
            case StepKind.WELCOME:
                desk.begin()
                return Pressed(("",), ("Enter",))
            case StepKind.JUDGE:
                return self._judge(desk, step)
            case StepKind.LRS_FIRST:
                assert step.item is not None
                value = self.coder.first_lrs(step.item)
                desk.lrs(value)
                return Pressed((str(value),), (str(value),))
            case StepKind.LRS:
                return self._lrs(desk, step)
            case StepKind.MASKING:
                model, wording = self.coder.guess(step)
                desk.masking(model, wording)
                places = str(_place(model, step.models)), str(_place(wording, WORDINGS))
                return Pressed((" ".join(places),), places)
            case StepKind.HYPOTHESIS:
                desk.hypothesis("whether they know where things are")
                told = "whether they know where things are"
                return Pressed((told,), ("Enter", told, "Enter"))
            case StepKind.FEEDBACK | StepKind.GATE_RESULT:
                desk.seen()
                return Pressed(("",), ("Enter",))
            case StepKind.READY:
                desk.lock()
                return Pressed(("hand in", "yes"), ("Enter", "y", "y"))
            case _:
                raise AssertionError(step.kind)

    def _judge(self, desk: Desk, step: Step) -> Pressed:
        assert step.item is not None
        assert step.question is not None
        before = desk.packet.main[: step.position - 1]
        again = any(words_of(one) == words_of(step.item) for one in before)
        if step.question.candidates:
            said, plain = self.coder.says(step.item, again=again)
            desk.said((said,), plain)
            sign = next(key.key for key in said_keys(step.question) if key.value == said)
            return Pressed((sign if plain else f"h{sign}",), (sign if plain else f"h{sign}",))
        opinion = self.coder.opinion(step.item, step.question, again=again)
        signs = "".join(FLAG_KEYS[flag] for flag in opinion.flags) + MARK_KEYS[opinion.mark]
        slipped = (
            lot(self.coder.name, words_of(step.item), str(step.question.number), "slip") < 0.03
        )
        if slipped and not opinion.flags:
            # A key pressed by mistake, and taken back.
            wrong = MARK_KEYS["wrong" if opinion.mark == "right" else "right"]
            desk.mark("wrong" if wrong == "3" else "right")
            desk.undo()
            desk.mark(opinion.mark)
            return Pressed((wrong, "z", signs), (wrong, "z", signs))
        desk.mark(opinion.mark, opinion.flags)
        return Pressed((signs,), (signs,))

    def _lrs(self, desk: Desk, step: Step) -> Pressed:
        assert step.item is not None
        assert step.proposed is not None
        value = self.coder.lrs(step.item, step.proposed)
        if value == step.proposed:
            desk.lrs(value)
            return Pressed(("",), ("Enter",))
        reason = "it reads like another"
        desk.lrs(value, reason)
        return Pressed((f"{value} {reason}",), (str(value), reason, "Enter"))


def _place(word: str, words: Sequence[str]) -> int:
    return 0 if word == NO_IDEA else words.index(word) + 1


def lines_in(log: Path) -> int:
    """How many judgements the disk holds."""
    return log.read_bytes().count(b"\n") if log.exists() else 0


class Terminal:
    """`devrun code` in a terminal of tmux, of 80 by 24."""

    def __init__(self, arguments: Sequence[str], *, folder: Path, more: Mapping[str, str]) -> None:
        self._home = Path(tempfile.mkdtemp(prefix="tmux-"))
        self._socket = str(self._home / "s")
        given = [word for name, value in more.items() for word in ("-e", f"{name}={value}")]
        # Given as several words it is started by itself, so that its process can be ended.
        self._tmux(
            "-f", os.devnull, "new-session", "-d", "-x", "80", "-y", "24", "-c", str(folder),
            *given, sys.executable, "-m", "runners.main", *arguments,
        )  # fmt: skip
        self.pid = int(self._tmux("list-panes", "-F", "#{pane_pid}"))

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", self._socket, *words],
            capture_output=True, text=True, encoding="utf-8", check=False, timeout=PATIENCE,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def screen(self) -> str:
        """What stands on the screen now."""
        return self._tmux("capture-pane", "-p")

    def press(self, keys: Sequence[str]) -> None:
        """Sends keys as fast as tmux does: `Enter`, or text as it is."""
        sent = [("Enter",) if key == "Enter" else ("-l", "--", key) for key in keys]
        self._tmux(*(word for one in sent for word in ("send-keys", *one, ";")))

    def see(self, words: str) -> None:
        """Waits until these words stand on the screen."""
        wait_until(lambda: words in self.screen(), self.screen)

    def kept(self, log: Path, lines: int) -> None:
        """Waits until the log has so many lines."""
        wait_until(lambda: lines_in(log) >= lines, lambda: f"{lines_in(log)}\n{self.screen()}")

    def kill(self) -> None:
        """Ends the coding tool as a power cut would."""
        os.kill(self.pid, signal.SIGKILL)
        self.close()

    def close(self) -> None:
        """Ends the terminal."""
        subprocess.run(
            ["tmux", "-S", self._socket, "kill-server"], capture_output=True, check=False
        )
        shutil.rmtree(self._home, ignore_errors=True)
