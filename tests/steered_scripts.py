"""Random scripts in which words depend on replies."""

from __future__ import annotations

import random
import textwrap

SNACKS_HEAD = """\
experiment Snacks
people
    Ida (she): Runa, Bente, Lotte, Signe
things
    carrot: parsnip, turnip, radish, beetroot
    cookie: muffin, waffle, pancake, biscuit
design
    runs {runs}
    scoring accuracy
procedure
    in order
"""
"""The beginning of a script about what somebody likes."""

HEAD = """\
experiment Made up {number}
things
    carrot: parsnip
    cookie: muffin
versions day
    first
    second
counterbalance side
    left
    right
table days (day, good):
    Monday | yes
    Friday | no
{machines}design
    runs 2
    scoring accuracy
{framing}procedure
"""
MACHINE = """\
machine {name}
    offers: {{carrot}}, {{cookie}}
    outcomes: It rings. | It is silent.
    rules {rules}
    needs {needs}
"""
CHOICES = "    choices rotated:\n        the {carrot}\n        the {cookie}\n"
KEY = "    answer: {carrot}\n    wrong: {cookie}\n"


def steered_script(seed: int) -> str:
    """A script made of questions, loops, copies and orders; every line that depends on a reply
    stands where the reply is known. Each third one has a framing.
    """
    made = _Made(random.Random(seed), random.Random(-1 - seed))
    body = made.block(["test final", *[""] * made.draw.randint(1, 4)], known=[], depth=0)
    framing = "" if seed % 3 else "    framing reasons first\n"
    machines = "".join(made.machines)
    head = HEAD.format(number=seed, framing=framing, machines=machines)
    return head + textwrap.indent(body, "    ")


class _Made:
    def __init__(self, draw: random.Random, of_machines: random.Random) -> None:
        self.draw = draw
        self.of_machines = of_machines
        self.machines: list[str] = []
        self.count = 0
        self.tested = True
        """Whether a test is asked in the same conversation, so that a training makes sense."""

    def name(self) -> str:
        self.count += 1
        return f"q{self.count}"

    def block(self, wanted: list[str], known: list[str], depth: int) -> str:
        """Questions in one conversation, or each on a copy of its own."""
        draw = self.draw
        if depth < 2 and draw.random() < 0.4:
            inner = self.block(wanted, list(known), depth + 1)
            around, self.tested = self.tested, False
            other = self.block([""], list(known), depth + 1)
            self.tested = around
            return "separately\n" + textwrap.indent(_in_order(inner) + _in_order(other), "    ")
        lines = []
        names = list(known)
        for one in reversed(wanted):
            lines.append(self.question(one, names))
            if self.of_machines.random() < 0.2:
                lines.append(self.exploration())
        return _in_order("".join(lines), always=True)

    def question(self, wanted: str, known: list[str]) -> str:
        draw = self.draw
        name = self.name()
        kind = "test" if wanted else draw.choice(["record", "record", "practice"])
        keyed = kind != "record" or draw.random() < 0.3
        lines = f"{kind} {name}\n"
        if known and draw.random() < 0.5:
            of = draw.choice(known)
            arm = draw.choice(
                ["unclear", *(["right", "wrong"] if of[0] == "k" else ["the carrot"])]
            )
            lines += (
                f"    say by {of[2:]}\n        {arm}: That was it.\n        otherwise: Now then.\n"
            )
        lines += f"    ask: Which one is {name}?\n" + (KEY if keyed else CHOICES)
        if draw.random() < 0.7:
            outcome = "right" if keyed else "the carrot"
            again = draw.choice(["", f", ask again at most {draw.randint(1, 3)} times"])
            lines += (
                f"    then\n        {outcome}: Fine.\n        unclear{again}: Say it again.\n"
                "        otherwise: I see.\n"
            )
        if kind == "practice" and self.tested and draw.random() < 0.5:
            return self.training(name, lines)
        whens = ""
        for of in known:
            if draw.random() < 0.2:
                outcome = "wrong" if of[0] == "k" else "the cookie"
                verb = draw.choice(["when", "unless"])
                more = self.name()
                whens += (
                    f"{verb} {of[2:]} was {outcome}\n    record {more}\n        ask: Why {more}?\n"
                )
        if len(known) < 4:
            known.append(("k " if keyed else "c ") + name)
        if not wanted and draw.random() < 0.2:
            known.pop()
            loop = textwrap.indent(lines, "        ")
            return f"for each shuffled row of days\n    scene s{name}\n{loop}"
        return lines + whens

    def training(self, name: str, question: str) -> str:
        """The question until enough replies are right, at times in a loop."""
        right = self.draw.randint(1, 3)
        until = self.draw.choice(
            [f"{right} right in a row", f"{right} of the last {right + 1} right"]
        )
        most = self.draw.randint(right, right + 5)
        body = question
        if self.draw.random() < 0.5:
            loop = textwrap.indent(question, "    ")
            body = f"say: It is {name} now.\nfor each shuffled row of days\n{loop}"
        action = self.draw.choice(["score zero", "exclude", "count anyway"])
        inside = textwrap.indent(f"{body}if failed {action}\n", "    ")
        return f"train t{name} until {until}, at most {most} questions\n{inside}"

    def exploration(self) -> str:
        """A machine of its own, tried a few times, and at times a test about it."""
        draw = self.of_machines
        name = f"machine {len(self.machines) + 1}"
        rules = draw.choice(["any of", "any of, all of", "any of, two of, all of"])
        needs = draw.choice(["any of: {carrot}", "any of: {cookie}", "any of: {carrot}, {cookie}"])
        self.machines.append(MACHINE.format(name=name, rules=rules, needs=needs))
        may_end = draw.random() < 0.5
        again = draw.choice(["", f", ask again at most {draw.randint(1, 3)} times"])
        lines = (
            f"explore {name}, {'at most ' * may_end}{draw.randint(1, 4)} tries\n"
            f"    ask: What do you put on it?{' Or say {done}.' * may_end}\n"
            + "    next: And now?\n" * (draw.random() < 0.5)
            + "    then\n        tried: On it: {things}. {outcome}\n"
            + "        done: Good.\n" * may_end
            + f"        unclear{again}: Name one.\n"
        )
        if draw.random() < 0.5:
            lines += (
                f"test of {name}\n    ask: Does the {{carrot}} matter?\n"
                f"    answer part of {name}: {{carrot}}\n"
            )
        return lines


def _in_order(body: str, *, always: bool = False) -> str:
    if body.startswith(("separately", "in order")) and not always:
        return body if body.startswith("in order") else _scene(body)
    return "in order\n" + textwrap.indent(body, "    ")


def _scene(body: str) -> str:
    return "scene copies\n" + textwrap.indent(body, "    ")
