"""From a run to scores and agreement as a lab does it, against figures worked out here by hand.

Anna codes through a pipe and Ben on the screen in a terminal, where the coding tool is killed
twice. What they thought of each reply is known (`coding_rooms`), what stands behind the items is
read from the store with plain SQL, and every figure is computed here from its definition.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from coders.packets.file import packet_at
from coders.packets.shape import Packet
from tests.shell import ROOT, Shell
from tests.whole.coding_rooms import Coder, Opinion, Pressed, Sitting, Terminal, words_of

SCRIPT = """\
experiment The shelf

domain: Discovering Theory of Mind
people
    Otto (he): Karim, Lena (she), Milo, Nadia (she)
things
    cup: scarf, torch, spoon, brush
places
    shelf: drawer, crate, stool, basket
    table: bench, ledge, chest, trunk

conditions end
    moved
    left

design
    runs 10
    wording permuted
    different shelf, table

procedure
    say: {Otto} puts {a cup} on the {shelf} and goes away.
    when moved
        say: Somebody puts the {cup} on the {table}.
    separately
        control before
            ask: Where was the {cup} at first?
            choices:
                The {shelf}
                The {table}
            answer: The {shelf}
        test look
            ask: Where will {Otto} look for the {cup}?
            choices:
                The {shelf}
                The {table}
            answer: The {shelf}
        test think
            ask: Where does {Otto} think the {cup} is?
            choices:
                The {shelf}
                The {table}
            answer: The {shelf}
        test say
            ask: What will {Otto} say when asked where the {cup} is?
            choices:
                On the {shelf}
                On the {table}
            answer: On the {shelf}
        test go
            ask: Where will {Otto} go first?
            choices:
                To the {shelf}
                To the {table}
            answer: To the {shelf}
"""
CODERS = Coder("Anna", 0.12), Coder("Ben", 0.12)
TMUX = shutil.which("tmux") is not None
"""Where it is missing Ben codes through a pipe, too."""
RIGHT, HALF, WRONG = Fraction(1), Fraction(1, 2), Fraction(0)
MARKS = {"right": RIGHT, "half": HALF, "wrong": WRONG}


# ------------------------------------------------------------------------------- by hand: one trial


@dataclass
class Coded:
    """One item as one coder coded it, scored by hand."""

    trials: tuple[str, ...]
    twin: str
    gate: str
    marks: dict[str, Fraction]
    status: str
    share: Fraction
    rule: int
    linear: Fraction
    final: int | None = None
    first: int | None = None


def scored(trials: Sequence[str], twin: str, said: dict[str, Opinion]) -> Coded:
    """Section 9 of the rules: the gate, nothing answered, then bands of a quarter each."""
    before = said.pop("before")
    share = sum((MARKS[one.mark] for one in said.values()), Fraction(0)) / 4
    unclear = any(one.mark == "right" and "unclear" in one.flags for one in said.values())
    if share == 1:
        band = 4 if unclear else 5
    elif share >= Fraction(3, 4):
        band = 4
    elif share >= Fraction(1, 2):
        band = 3
    elif share >= Fraction(1, 4):
        band = 2
    else:
        band = 1
    status, rule, line = "scored", band, 1 + 4 * share
    if before.mark == "wrong":
        status = "no_answer" if "refusal" in before.flags else "gate_failed"
    elif all(one.mark == "wrong" and "refusal" in one.flags for one in said.values()):
        status = "no_answer"
    if status != "scored":
        rule, line = 0, Fraction(0)
    gate = "passed" if before.mark == "right" else "failed"
    marks = {name: MARKS[one.mark] for name, one in said.items()}
    return Coded(tuple(trials), twin, gate, marks, status, share, rule, line)


# ------------------------------------------------------------------------------- by hand: figures


def share_same(pairs: Sequence[tuple[Any, Any]]) -> Fraction:
    """The share of pairs that are the same."""
    return Fraction(sum(one == other for one, other in pairs), len(pairs))


def kappa(pairs: Sequence[tuple[Any, Any]], top: Fraction | int = 0) -> Fraction:
    """Cohen's kappa; weighted by squares over a scale that is `top` wide, if that is given."""

    def disagreement(one: Any, other: Any) -> Fraction:
        if not top:
            return Fraction(one != other)
        return (Fraction(one) - Fraction(other)) ** 2 / Fraction(top) ** 2

    n = len(pairs)
    seen = sum((disagreement(*pair) for pair in pairs), Fraction(0)) / n
    left, right = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    chance = sum(
        (disagreement(a, b) * left[a] * right[b] for a in left for b in right), Fraction(0)
    ) / (n * n)
    return 1 - seen / chance


def alpha_ordinal(pairs: Sequence[tuple[int, int]]) -> Fraction:
    """Krippendorff's alpha with his ordinal metric, for two coders without missing codes."""
    return _alpha([list(pairs)], pairs)


def alpha_within(cells: dict[str, list[tuple[int, int]]]) -> Fraction:
    """The same, chance disagreement taken within each cell of two or more items."""
    used = [pairs for pairs in cells.values() if len(pairs) > 1]
    return _alpha(used, [pair for pairs in cells.values() for pair in pairs])


def _alpha(
    cells: Sequence[Sequence[tuple[int, int]]], pooled: Sequence[tuple[int, int]]
) -> Fraction:
    values = Counter(code for pair in pooled for code in pair)
    order = sorted(values)

    def apart(one: int, other: int) -> Fraction:
        low, high = sorted((one, other))
        between = sum(values[v] for v in order if low <= v <= high)
        return (between - Fraction(values[low] + values[high], 2)) ** 2 if low != high else WRONG

    seen = chance = Fraction(0)
    for pairs in cells:
        here = Counter(code for pair in pairs for code in pair)
        n = sum(here.values())
        seen += sum((2 * apart(*pair) for pair in pairs), Fraction(0))
        chance += sum(
            (apart(a, b) * here[a] * here[b] for a in here for b in here), Fraction(0)
        ) / (n - 1)
    return 1 - seen / chance


def icc_agreement(pairs: Sequence[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    """ICC(A,1) and ICC(A,k) from mean squares, for two coders."""
    n, k = len(pairs), 2
    every = [value for pair in pairs for value in pair]
    grand = sum(every, Fraction(0)) / len(every)
    rows = [sum(pair, Fraction(0)) / k for pair in pairs]
    columns = [sum((pair[j] for pair in pairs), Fraction(0)) / n for j in range(k)]
    by_row = k * sum(((row - grand) ** 2 for row in rows), Fraction(0))
    by_column = n * sum(((column - grand) ** 2 for column in columns), Fraction(0))
    total = sum(((value - grand) ** 2 for value in every), Fraction(0))
    msr, msc = by_row / (n - 1), by_column / (k - 1)
    mse = (total - by_row - by_column) / ((n - 1) * (k - 1))
    return (
        (msr - mse) / (msr + (k - 1) * mse + Fraction(k, n) * (msc - mse)),
        (msr - mse) / (msr + (msc - mse) / n),
    )


# ------------------------------------------------------------------------------- what was done

WORDS = {"at first": "before", "look for": "look", "think": "think", "say when": "say"}


def named(question: str) -> str:
    """The name that the script gives a question, by words that only it has."""
    return next((name for words, name in WORDS.items() if words in question), "go")


@dataclass
class Lab:
    """A study that was run, coded twice and collected."""

    shell: Shell
    packets: dict[str, Packet] = field(default_factory=dict)
    logs: dict[str, Path] = field(default_factory=dict)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.shell.folder / "devrun.sqlite")) as store:
            return store.execute(query).fetchall()

    def trials(self) -> dict[str, tuple[str, str, int]]:
        """Condition, participant and draw by trial key."""
        found = self.rows(
            "select t.trial, t.levels, p.name, t.draw from study_trials t "
            "join participants p on p.participant = t.participant"
        )
        return {key: (dict(json.loads(lv))["end"], who, draw) for key, lv, who, draw in found}

    def coded(self, coder: Coder) -> dict[str, Coded]:
        """What a coder thought of every item, scored by hand, by item."""
        packet = self.packets[coder.name]
        behind = {
            item: (twin, tuple(trial for trial, _, _ in json.loads(told)))
            for item, twin, told in self.rows(
                "select i.item, i.twin, i.behind from packet_items i "
                f"where i.packet = '{packet.header.packet}'"
            )
        }
        given = self.given(coder)
        found: dict[str, Coded] = {}
        met: set[str] = set()
        for item in packet.main:
            said = {}
            for asked in item.questions:
                opinion = coder.opinion(item, asked, again=words_of(item) in met)
                said[named(asked.text)] = opinion
            met.add(words_of(item))
            twin, trials = behind[item.id]
            found[item.id] = scored(trials, twin, said)
            found[item.id].first, found[item.id].final = given.get(item.id, (None, None))
        return found

    def given(self, coder: Coder) -> dict[str, tuple[int | None, int | None]]:
        """The LRS before any mark and the one left standing, as the log has them."""
        found: dict[str, tuple[int | None, int | None]] = {}
        for line in self.logs[coder.name].read_text(encoding="utf-8").splitlines():
            event = json.loads(line)
            if event["kind"] != "lrs":
                continue
            first, final = found.get(event["item"], (None, None))
            if event["first"]:
                found[event["item"]] = (event["lrs"], final)
            else:
                found[event["item"]] = (first, event["lrs"])
        return found


def marks_of(pair: tuple[Coded, Coded]) -> Iterable[tuple[Fraction, Fraction]]:
    """Both coders' marks of the test questions of one trial."""
    return [(pair[0].marks[name], pair[1].marks[name]) for name in pair[0].marks]


def shell_in(folder: Path) -> Shell:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("DEVRUN_", "OPENAI_"))}
    return Shell(folder, {**kept, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}, plain=True)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    """The day's work: run, hand out, code, be killed, go on, hand in, collect."""
    shell = shell_in(tmp_path_factory.mktemp("lab"))
    (shell.folder / "shelf.dev").write_text(SCRIPT, encoding="utf-8")
    shell.run("shelf.dev", "-m", "sim/random", "-m", "sim/child")
    shell.run("packets", "--coder", "Anna", "--coder", "Ben", "--seed", "7")
    found = Lab(shell)
    for coder in CODERS:
        packet = shell.folder / "packets" / f"{coder.name}.packet.jsonl"
        found.packets[coder.name] = packet_at(packet)
        found.logs[coder.name] = packet.with_name(f"{coder.name}.log.jsonl")
    by_pipe(shell, CODERS[0], found)
    (on_the_screen if TMUX else by_pipe)(shell, CODERS[1], found)
    shell.run("collect", *(str(log) for log in found.logs.values()))
    return found


def by_pipe(shell: Shell, coder: Coder, lab: Lab) -> None:
    """All keys at once into `devrun code --plain`."""
    packet = shell.folder / "packets" / f"{coder.name}.packet.jsonl"
    acts = Sitting(coder, packet, shell.folder).acts()
    lines = [line for act, _ in acts for line in act.lines]
    typed = "".join(f"{line}\n" for line in lines)
    done = shell.run("code", str(packet), "--plain", typed=typed)
    assert "handed in" in done.stderr
    assert f"next: send {lab.logs[coder.name]} to the study's owner" in done.stderr


def on_the_screen(shell: Shell, coder: Coder, lab: Lab) -> None:
    """Key by key in a terminal; the power fails after a third and after two thirds."""
    packet = shell.folder / "packets" / f"{coder.name}.packet.jsonl"
    log = lab.logs[coder.name]
    sitting = Sitting(coder, packet, shell.folder)
    enough = 3 * len(lab.packets[coder.name].main)
    for stop in (enough, 2 * enough, None):
        before = log.read_bytes() if log.exists() else b""
        terminal = Terminal(
            ("code", str(packet)), folder=shell.folder, more={"PYTHONPATH": str(ROOT)}
        )
        try:
            terminal.see(f"{coder.name} | " if before else f"Welcome, {coder.name}")
            for acts in some_at_a_time(sitting.acts(log), stop):
                terminal.press([key for act, _ in acts for key in act.keys])
                terminal.kept(log, acts[-1][1])
            if stop is not None:
                terminal.kill()
            else:
                terminal.see("Nothing can be changed any more")
                terminal.press(["q"])
        finally:
            terminal.close()
        # What was told to be kept was kept, and nothing of it changed.
        assert log.read_bytes().startswith(before)


def some_at_a_time(
    acts: Iterable[tuple[Pressed, int]], stop: int | None
) -> Iterator[list[tuple[Pressed, int]]]:
    """A coder types ahead: ten acts, and then a look; none after the log has `stop` lines."""
    typed: list[tuple[Pressed, int]] = []
    for act, lines in acts:
        typed.append((act, lines))
        last = stop is not None and lines >= stop
        if last or len(typed) == 10:
            yield typed
            typed = []
        if last:
            return
    if typed:
        yield typed


@pytest.mark.skipif(not TMUX, reason="there is no tmux here")
def test_both_coders_handed_in_all_items_and_the_tool_was_killed_twice(lab: Lab) -> None:
    for coder in CODERS:
        packet, log = lab.packets[coder.name], lab.logs[coder.name]
        assert 50 <= len(packet.main) <= 60
        kinds = [json.loads(line)["kind"] for line in log.read_text("utf-8").splitlines()]
        assert kinds[-1] == "lock"
        assert kinds.count("lock") == 1
        opened = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
        assert [one["seq"] for one in opened] == list(range(1, len(opened) + 1))
        # Ben sat down three times, and got up properly once at the most.
        assert kinds.count("opened") == (1 if coder.name == "Anna" else 3)
    again = lab.shell.json("collect", *(str(log) for log in lab.logs.values()))
    assert json.dumps(again).count('"new": 0') == 2


def test_what_the_store_holds_is_what_the_coders_thought(lab: Lab) -> None:
    """Every judgement that stands, by item and question, in both logs."""
    for coder in CODERS:
        stands: dict[tuple[str, int], tuple[str, tuple[str, ...]]] = {}
        undone: set[int] = set()
        events = [json.loads(line) for line in lab.logs[coder.name].read_text("utf-8").splitlines()]
        undone = {event["undoes"] for event in events if event["kind"] == "undo"}
        for event in events:
            if event["kind"] == "mark" and event["seq"] not in undone:
                stands[event["item"], event["question"]] = (event["mark"], tuple(event["flags"]))
        met: set[str] = set()
        thought = {}
        for item in lab.packets[coder.name].main:
            for asked in item.questions:
                opinion = coder.opinion(item, asked, again=words_of(item) in met)
                thought[item.id, asked.number] = (opinion.mark, opinion.flags)
            met.add(words_of(item))
        assert stands == thought
        assert undone


def evidence(lab: Lab) -> list[tuple[Coded, Coded, tuple[str, str, int]]]:
    """Both coders on the same words, once for each words, and the first trial behind them."""
    trials = lab.trials()
    by_trial: dict[str, list[Coded]] = {key: [] for key in trials}
    for coder in CODERS:
        for one in lab.coded(coder).values():
            if not one.twin:
                for trial in one.trials:
                    by_trial[trial].append(one)
    found, seen = [], set()
    for trial, (anna, ben) in ((key, pair) for key, pair in by_trial.items()):
        if (id(anna), id(ben)) not in seen:
            seen.add((id(anna), id(ben)))
            found.append((anna, ben, trials[trial]))
    return found


def figure(found: Any, name: str) -> float:
    return found["coefficients"][name]["value"]


def test_agreement_is_what_comes_of_the_tables_by_hand(lab: Lab) -> None:
    found = lab.shell.json("agree", "--bootstrap", "200")
    pairs = evidence(lab)
    assert len(pairs) <= 40 == len(lab.trials())
    assert found["trials"]["coded"] == 40
    assert found["trials"]["different"] == found["trials"]["double_coded"] == len(pairs)
    assert found["coders"] == ["Anna", "Ben"]
    assert found["simulated"] is True

    marks = [each for anna, ben, _ in pairs for each in marks_of((anna, ben))]
    assert (found["items"], found["missing"]) == (len(marks), 0)
    assert figure(found, "percent_agreement") == pytest.approx(float(share_same(marks)))
    assert figure(found, "cohen_kappa") == pytest.approx(float(kappa(marks)))
    assert figure(found, "cohen_kappa_quadratic") == pytest.approx(float(kappa(marks, 1)))
    assert found["pairs"][0]["n"] == len(marks)
    for one in found["questions"]:
        if one["kind"] == "test":
            name = one["question"]
            here = [(anna.marks[name], ben.marks[name]) for anna, ben, _ in pairs]
            assert figure(one, "cohen_kappa") == pytest.approx(float(kappa(here)))

    gates = [(anna.gate, ben.gate) for anna, ben, _ in pairs]
    assert figure(found["gate"], "percent_agreement") == pytest.approx(float(share_same(gates)))
    assert figure(found["gate"], "cohen_kappa") == pytest.approx(float(kappa(gates)))
    assert found["trials"]["gate_disputed"] == sum(one != other for one, other in gates) > 0

    cells: dict[str, list[tuple[int, int]]] = {}
    for anna, ben, (condition, _, _) in pairs:
        if anna.status == ben.status == "scored":
            cells.setdefault(condition, []).append((anna.rule, ben.rule))
    rule = [pair for here in cells.values() for pair in here]
    assert len(rule) >= 20
    lrs = found["lrs"]
    assert lrs["items_with_two_ratings"] == len(rule)
    assert figure(lrs, "percent_agreement") == pytest.approx(float(share_same(rule)))
    within_1 = Fraction(sum(abs(one - other) <= 1 for one, other in rule), len(rule))
    assert figure(lrs, "percent_within_1") == pytest.approx(float(within_1))
    assert figure(lrs, "cohen_kappa_quadratic") == pytest.approx(float(kappa(rule, 4)))
    assert figure(lrs, "krippendorff_alpha_ordinal") == pytest.approx(float(alpha_ordinal(rule)))
    within = lrs["within_cell"]["krippendorff_alpha_ordinal"]["value"]
    assert within == pytest.approx(float(alpha_within(cells)))

    final = [(anna.final, ben.final) for anna, ben, _ in pairs]
    zeros = found["lrs_with_zeros"]
    assert zeros["items_with_two_ratings"] == len(final)
    assert figure(zeros, "cohen_kappa") == pytest.approx(float(kappa(final)))
    assert figure(zeros, "cohen_kappa_quadratic") == pytest.approx(float(kappa(final, 5)))
    line = [(anna.linear, ben.linear) for anna, ben, _ in pairs]
    single, mean = icc_agreement(line)
    assert figure(found["lrs_linear"], "icc_2_1") == pytest.approx(float(single))
    assert figure(found["lrs_linear"], "icc_2_k") == pytest.approx(float(mean))


def test_each_coder_is_held_against_the_rule_and_against_the_same_items_again(lab: Lab) -> None:
    found = lab.shell.json("agree", "--bootstrap", "0")
    for coder, alone, packet in zip(CODERS, found["each_coder"], found["packets"], strict=True):
        items = lab.coded(coder)
        twins = [(items[one.twin], one) for one in items.values() if one.twin]
        assert len(twins) == 20
        again = [(first.marks[name], second.marks[name]) for first, second in twins
                 for name in first.marks]  # fmt: skip
        again += [(MARKS["right" if first.gate == "passed" else "wrong"],
                   MARKS["right" if second.gate == "passed" else "wrong"])
                  for first, second in twins]  # fmt: skip
        assert alone["coder"] == packet["coder"] == coder.name
        assert alone["again"]["marks"]["items"] == len(again) == 100
        assert figure(alone["again"]["marks"], "percent_agreement") == pytest.approx(
            float(share_same(again))
        )
        given = [one for one in items.values() if one.final is not None]
        assert (packet["lrs_given"], packet["lrs_overridden"]) == (
            len(given),
            sum(one.final != one.rule for one in given),
        )
        assert 0 < packet["lrs_overridden"] < len(given) == packet["done"]
        first = {
            tuple(one.trials): (one.first, one.rule)
            for one in items.values()
            if one.first is not None and not one.twin
        }
        assert alone["lrs_first"]["n"] == len(first)
        assert alone["lrs_first"]["same_as_rule"] == sum(a == b for a, b in first.values())
        assert packet["locked"] is True


def test_scores_are_what_comes_of_the_rule_by_hand(lab: Lab) -> None:
    """Coders averaged in a trial, also if they differ on its gate, draws averaged in a cell."""
    found = lab.shell.json("score")
    trials = lab.trials()
    by_trial: dict[str, list[Coded]] = {key: [] for key in trials}
    for coder in CODERS:
        for one in lab.coded(coder).values():
            if not one.twin:
                for trial in one.trials:
                    by_trial[trial].append(one)
    told = {(one["condition"], one["model"], one["draw"]): one for one in found["trials"]}
    assert len(told) == 40
    means: dict[tuple[str, str], list[Fraction]] = {}
    for trial, (anna, ben) in by_trial.items():
        row = told[trials[trial]]
        assert row["share"] == pytest.approx(float((anna.share + ben.share) / 2))
        lrs = Fraction(anna.rule + ben.rule, 2)
        if anna.gate != ben.gate:
            assert (row["status"], row["gate"]) == ("disputed", "disputed")
            assert row["lrs_disputed_left_out"] is None
        else:
            assert row["gate"] == anna.gate
        assert row["lrs"] == pytest.approx(float(lrs))
        assert row["lrs_linear"] == pytest.approx(float((anna.linear + ben.linear) / 2))
        condition, model, _ = trials[trial]
        means.setdefault((condition, model), []).append(lrs)
    for cell in found["cells"]:
        here = means[cell["condition"], cell["model"]]
        assert cell["n_draws"] == len(here)
        assert cell["lrs_mean"] == pytest.approx(float(sum(here, Fraction(0)) / len(here)))
        assert cell["role"] == "blind"
    assert found["simulated"] is True


# ------------------------------------------------------------------------------- content view


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    """The same study in content view: one reply after another, through a pipe."""
    shell = shell_in(tmp_path_factory.mktemp("content"))
    (shell.folder / "shelf.dev").write_text(SCRIPT, encoding="utf-8")
    shell.run("shelf.dev", "-m", "sim/random", "-m", "sim/child")
    shell.run("packets", "--coder", "Anna", "--coder", "Ben", "--view", "content", "--seed", "7")
    found = Lab(shell)
    for coder in CODERS:
        packet = shell.folder / "packets" / f"{coder.name}.packet.jsonl"
        found.packets[coder.name] = packet_at(packet)
        found.logs[coder.name] = packet.with_name(f"{coder.name}.log.jsonl")
        by_pipe(shell, coder, found)
    shell.run("collect", *(str(log) for log in found.logs.values()))
    return found


def shelves(lab: Lab) -> dict[str, str]:
    """What the shelf is called in each trial, out of the words that were sent."""
    found = {}
    for trial, messages in lab.rows(
        "select t.trial, c.messages from study_trials t join calls c on c.sitting = t.sitting"
    ):
        told = re.search(r"puts an? \w+ on the (\w+) and goes away", messages)
        assert told is not None
        found[trial] = told[1]
    return found


def heard(lab: Lab, coder: Coder) -> dict[tuple[str, str], tuple[str, str, bool]]:
    """(item, shelf, table or refuses, plainly) for every question of every trial."""
    packet, shelf = lab.packets[coder.name], shelves(lab)
    behind = dict(
        lab.rows(
            "select item, behind from packet_items where twin = '' and packet = "
            f"'{packet.header.packet}'"
        )
    )
    found = {}
    for item in packet.main:
        for trial, _, _ in json.loads(behind.get(item.id, "[]")):
            said, plain = coder.says(item)
            place = "table"
            if said == "it declines to answer":
                place = "refuses"
            elif shelf[trial] in said:
                place = "shelf"
            found[trial, named(item.questions[0].text)] = (item.id, place, plain)
    return found


def test_in_content_view_what_was_said_is_compared_and_the_key_scores_it(content: Lab) -> None:
    agreed, scores = content.shell.json("agree", "--bootstrap", "0"), content.shell.json("score")
    anna, ben = (heard(content, coder) for coder in CODERS)
    assert anna.keys() == ben.keys()
    assert len(anna) == 40 * 5
    for one in agreed["questions"]:
        # The same words are one item, whatever trials they stand for.
        pairs = {
            (anna[key][0], ben[key][0]): (anna[key][1], ben[key][1])
            for key in anna
            if key[1] == one["question"]
        }
        assert one["coded"] == "contents"
        assert one["items_with_two_ratings"] == len(pairs)
        assert figure(one, "percent_agreement") == pytest.approx(
            float(share_same(list(pairs.values())))
        )
        assert figure(one, "cohen_kappa") == pytest.approx(float(kappa(list(pairs.values()))))
    told = {(one["condition"], one["model"], one["draw"]): one for one in scores["trials"]}
    for trial, where in content.trials().items():
        row = told[where]
        both = []
        for coder in (anna, ben):
            said = {}
            for name in ("before", "look", "think", "say", "go"):
                _, place, plain = coder[trial, name]
                mark = "wrong" if place != "shelf" else "right" if plain else "half"
                said[name] = Opinion(mark, ("refusal",) if place == "refuses" else ())
            both.append(scored((trial,), "", said))
        assert row["share"] == pytest.approx(float((both[0].share + both[1].share) / 2))
        assert row["lrs"] == pytest.approx((both[0].rule + both[1].rule) / 2)
        if both[0].gate != both[1].gate:
            assert row["status"] == "disputed"
