"""A test double for participants: a real server that speaks the formats of OpenAI's chat
completions and responses, Anthropic's messages and Google's generateContent, and embeddings of
OpenAI and Google.

It listens on a free port of this machine, answers what the test says, keeps every request,
and misbehaves on demand in the ways that servers do. It uses the standard library only.

    from runners.participants.base import Call, Message, Role, Settings
    from runners.participants.double import Double, rate_limited
    from runners.participants.failures import NoReply
    from runners.participants.registry import participant

    async def main():
        with Double(rate_limited("2"), "In the drawer.") as double:
            model = participant("openai/any", Settings(), environment=double.environment)
            call = Call("key", (Message(Role.USER, "Where is the button?"),))
            try:
                await model.ask(call)
            except NoReply as failure:
                print(failure.kind, failure.retry_after)
            print((await model.ask(call)).text)
            print(double.requests[0].messages)
            await model.aclose()

A whole command can be run against it: `double.environment` holds each vendor's variables for an
address and a key, for a subprocess or for `export` in a shell.

Each argument is what one request gets, in the order in which the requests come; when all are used,
every further request gets `then`. An argument is a string (a reply in these words), a behaviour
from this module, or a function of the request that returns one of the two. Functions run in the
thread of their request: they may wait for something of the test's own. A request for embeddings
takes no argument up: each text gets the vector of its letters. What this module's
behaviours mean is put into the format of whoever asks (`formats`); a `ServerAnswer` of your
own goes out as it is.

A recorded or mocked transport was rejected: half of what goes wrong happens below HTTP.
"""

from runners.participants.double.answers import (
    Behaviour,
    Flood,
    Function,
    Hang,
    Reset,
    ServerAnswer,
    completion,
    cut_off,
    delivered_twice,
    doubled,
    dripping,
    empty,
    error,
    no_quota,
    no_such_model,
    overloaded,
    rate_limited,
    replied,
    truncated,
    unauthorised,
    web_page,
)
from runners.participants.double.formats import Request
from runners.participants.double.server import KEY, Double

__all__ = [
    "KEY",
    "Behaviour",
    "Double",
    "Flood",
    "Function",
    "Hang",
    "Request",
    "Reset",
    "ServerAnswer",
    "completion",
    "cut_off",
    "delivered_twice",
    "doubled",
    "dripping",
    "empty",
    "error",
    "no_quota",
    "no_such_model",
    "overloaded",
    "rate_limited",
    "replied",
    "truncated",
    "unauthorised",
    "web_page",
]
