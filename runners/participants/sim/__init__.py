"""The simulated family: small honest behaviours that prove a script before money is spent.

Their replies are no data. They are marked as simulated in the store, on screen and in reports.
"""

from __future__ import annotations

import math
from importlib import import_module

from dsl.record import record
from runners.participants.sim.player import Behaviour, Player

__all__ = ["FAMILY", "NAMES", "Member", "Player", "simulated"]


_READING = ("mindless", "manners")
"""The modules of those that have the messages alone."""


@record
class Member:
    """One of the family: its name after `sim/`, and what it does.

    `behaviour` is where it is found, imported when it is wanted: a function of a module here.
    `parameters` are the numbers it takes, with the values they have unless given: a whole number is
    a count, any other is from 0 to 1.
    """

    name: str
    behaviour: str
    about: str
    parameters: tuple[tuple[str, float], ...] = ()

    @property
    def sees_key(self) -> bool:
        """Whether it is handed the key."""
        return self.behaviour.partition(".")[0] not in _READING

    def make(self, **values: float) -> Behaviour:
        """How it behaves with these values of its parameters."""
        module, _, name = self.behaviour.partition(".")
        found = getattr(import_module(f"{__name__}.{module}"), name)
        behaviour: Behaviour = found(**values) if self.parameters else found
        return behaviour


FAMILY = (
    Member("oracle", "keyed.oracle", "always right, in varied wording"),
    Member("lure", "keyed.lure", "gives a lure in every test, answers controls correctly"),
    Member("reality", "keyed.reality", "says what is really the case, whatever anyone believes"),
    Member("inattentive", "keyed.inattentive", "fails every control, answers tests correctly"),
    Member(
        "child",
        "keyed.child",
        "right with probability p, in controls with probability gate",
        (("p", 0.7), ("gate", 0.95)),
    ),
    Member(
        "likert",
        "keyed.likert",
        "the point of a scale that fits a trait, 0 to 1, of which draws differ by up to spread; "
        "the rest rightly",
        (("trait", 0.8), ("spread", 0.2)),
    ),
    Member(
        "learner",
        "keyed.learner",
        "wrong in the first `after` questions of a training, then always right",
        (("after", 4),),
    ),
    Member(
        "erased",
        "keyed.erased",
        "right; under a framing of the set erasures it guesses: with probability own at the group "
        "that is taken away, others at the rest, age under an age alone",
        (("own", 1.0), ("others", 0.0), ("age", 0.0)),
    ),
    Member(
        "garbled",
        "agent_steps.garbled",
        "right, but the first `unread` replies to each step of an agent cannot be read",
        (("unread", 1),),
    ),
    Member(
        "unmoved",
        "opinions.unmoved",
        "rates as people did before the first wave; the rest rightly",
    ),
    Member(
        "follower",
        "opinions.follower",
        "rates as people do in each wave, with probability p; the rest rightly",
        (("p", 1.0),),
    ),
    Member(
        "forgetful",
        "opinions.forgetful",
        "rates as people did before the first wave, moved by their last step; the rest rightly",
    ),
    Member(
        "information-gain",
        "keyed.oracle",
        "explores a machine by what settles most; answers rightly",
    ),
    Member(
        "random-explorer",
        "explorers.random_explorer",
        "tries any things on a machine; answers rightly by what it saw",
    ),
    Member(
        "wrong-rule",
        "explorers.wrong_rule",
        "believes in one kind of rule that is not the machine's, explores and answers by it",
    ),
    Member("random", "mindless.random", "any of the choices, yes or no, or any thing named"),
    Member("first-mentioned", "mindless.first_mentioned", "what the story mentions first"),
    Member("last-mentioned", "mindless.last_mentioned", "what the story mentions last"),
    Member(
        "most-frequent-noun", "mindless.most_frequent_noun", "what the story mentions most often"
    ),
    Member("longest", "mindless.longest", "the longest option or name"),
    Member("perceptual-match", "mindless.perceptual_match", "what most resembles what was shown"),
    Member("always-yes", "mindless.always_yes", "yes; else the first choice"),
    Member("always-both", "mindless.always_both", "both"),
    Member("always-helps", "mindless.always_helps", "the most helpful choice; else the first"),
    Member("cannot-tell", "mindless.cannot_tell", "that it cannot tell"),
    Member("no-preference", "mindless.no_preference", "that it has no preference"),
    Member("hedger", "manners.hedger", "this, or perhaps that"),
    Member("rambling", "manners.rambling", "things that are not in the story, with links"),
    Member("refuser", "manners.refuser", "a polite refusal"),
    Member("silent", "manners.silent", "nothing"),
)
EXPLORERS = ("information-gain", "random-explorer", "wrong-rule")
"""Those that are of use only where a machine is explored."""
OPINIONS = ("unmoved", "follower", "forgetful")
"""Those that are of use only where people have rated the items of a questionnaire."""
NAMES = tuple(member.name for member in FAMILY)


MOST_COUNTED = 1000
_SHARE = "a number from 0 to 1", "0.5"
_COUNT = f"a whole number up to {MOST_COUNTED}", "4"


def simulated(model: str) -> Player:
    """The member of the family called `oracle`, `child?p=0.7`, `child?p=0.5&gate=1`, ...

    Raises:
        BadName: nobody has that name, or takes such parameters.
    """
    name, _, query = model.partition("?")
    member = next((one for one in FAMILY if one.name == name), None)
    if member is None:
        from dsl.spelling import closest
        from runners.participants.failures import BadName

        close = closest(name.lower(), NAMES, cutoff=0.5)
        raise BadName(
            f"there is no simulated participant called `{name}`",
            f"did you mean `sim/{close}`?" if close else "choose one of " + ", ".join(NAMES),
        )
    asked = _numbers(member, query)
    values = {key: asked.get(key, value) for key, value in member.parameters}
    # `sim/child`, `sim/child?p=0.7` and `sim/child?gate=0.95` are one and the same participant.
    shown = "&".join(
        f"{key}={value:g}" for key, value in values.items() if (key, value) not in member.parameters
    )
    full = f"sim/{name}?{shown}" if shown else f"sim/{name}"
    return Player(full, member.make(**values), member.sees_key, tuple(values.items()))


def _numbers(member: Member, query: str) -> dict[str, float]:
    if not query:
        return {}
    from urllib.parse import parse_qsl

    from runners.participants.failures import BadName

    known = [key for key, _ in member.parameters]
    found: dict[str, float] = {}
    for part in query.split("&"):
        pairs = parse_qsl(part, keep_blank_values=True)
        key, written = pairs[0] if len(pairs) == 1 else (part, "")
        if key not in known:
            takes = " and ".join(f"`{one}`" for one in known) or "no parameters"
            raise BadName(f"`sim/{member.name}` has no parameter `{key}`", f"it takes {takes}")
        if key in found:
            raise BadName(f"`{key}` is given twice to `sim/{member.name}`", "keep one")
        counts = isinstance(dict(member.parameters)[key], int)
        try:
            value = int(written) if counts else float(written)
        except ValueError:
            value = math.nan
        if not 0 <= value <= (MOST_COUNTED if counts else 1):
            values, example = _COUNT if counts else _SHARE
            raise BadName(
                f"`{key}={written}` is out of range",
                f"write {values}, for example sim/{member.name}?{key}={example}",
            )
        found[key] = value
    return found
