"""What each way through OpenAI's SDK costs: 4,000 calls, 200 at once, nothing kept.

    pip install 'openai[aiohttp]'
    python benchmarks/transports.py [--connections 200] [--rounds 3] [--only NAME ...]

The same 1,000 four-turn conversations against the same slow server as `calls.py`, each way as a
process of its own, taken in turn. *create* is the bare loop of that script. *raw response* leaves
the body unparsed (`with_raw_response`); *post* goes through the SDK's documented way to endpoints
that it does not know (`client.post` with `cast_to=httpx2.Response`), which leaves out the walk over
every message of every request; *aiohttp* is the SDK's other transport, an extra of its own.
*devrun's way* (`runners/participants/transport`) has the SDK write the address and the headers of
one request, and posts all by aiohttp.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from calls import CALLS, CONVERSATIONS, ROOT, Taken, slow_server, timed

LOOP = """
import asyncio, contextlib, json, os, sys, httpx2, openai
http = {"httpx2": openai.DefaultAsyncHttpxClient, "aiohttp": openai.DefaultAioHttpClient}
way, transport, connections = sys.argv[1], sys.argv[2], int(sys.argv[3])
limits = httpx2.Limits(max_connections=connections, max_keepalive_connections=connections)
limits = {"limits": limits, "timeout": httpx2.Timeout(None, connect=60.0)}
client = openai.AsyncOpenAI(max_retries=0, http_client=http[transport](**limits))
closing = contextlib.AsyncExitStack()
if way == "devrun":
    from runners.participants.base import Settings
    from runners.participants.openai import OpenAIChat
    sender = OpenAIChat("slow-1", Settings(), environment=os.environ).sender(closing)
async def devrun(messages):
    found = await sender.post({"model": "slow-1", "messages": messages})
    return json.loads(found.content)["choices"][0]["message"]["content"]
async def create(messages):
    found = await client.chat.completions.create(model="slow-1", messages=messages)
    return found.choices[0].message.content
async def raw(messages):
    asked = client.chat.completions.with_raw_response
    found = await asked.create(model="slow-1", messages=messages)
    return json.loads(found.content)["choices"][0]["message"]["content"]
async def post(messages):
    found = await client.post(
        "/chat/completions", cast_to=httpx2.Response, body={"model": "slow-1", "messages": messages}
    )
    return json.loads(found.content)["choices"][0]["message"]["content"]
ask = {"create": create, "raw": raw, "post": post, "devrun": devrun}[way]
turns = (
    "Otto puts a cup into the basket and goes out. While he is out, it is moved to the box.",
    "Where will Otto look for the cup first?", "Otto comes back.", "Where is the cup now?",
)
async def main():
    gate = asyncio.Semaphore(connections)
    async def converse():
        messages = []
        for turn in turns:
            messages.append({"role": "user", "content": turn})
            async with gate:
                reply = await ask(messages)
            messages.append({"role": "assistant", "content": reply})
    await asyncio.gather(*(converse() for _ in range(CONVERSATIONS)))
    await closing.aclose()
    await client.close()
asyncio.run(main())
""".replace("CONVERSATIONS", str(CONVERSATIONS))
WAYS = {
    "create": ("create", "httpx2"),
    "raw response": ("raw", "httpx2"),
    "post": ("post", "httpx2"),
    "create, aiohttp": ("create", "aiohttp"),
    "raw response, aiohttp": ("raw", "aiohttp"),
    "post, aiohttp": ("post", "aiohttp"),
    "devrun's way": ("devrun", "aiohttp"),
}


def once(way: str, connections: int) -> Taken:
    """One run of one way."""
    with tempfile.TemporaryDirectory() as name, slow_server() as (url, counted):
        environment = {
            **os.environ,
            "OPENAI_BASE_URL": url,
            "OPENAI_API_KEY": "none",
            "NO_PROXY": "127.0.0.1",
            "PYTHONPATH": str(ROOT),
        }
        taken = timed(
            [sys.executable, "-c", LOOP, *WAYS[way], str(connections)], environment, Path(name)
        )
    if counted[0]["requests"] != CALLS:
        raise RuntimeError(f"{way} made {counted[0]['requests']} calls, not {CALLS}")
    return taken


def main() -> None:
    """Time every way and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=list(WAYS), default=list(WAYS))
    asked = parser.parse_args()
    times: dict[str, list[Taken]] = {way: [] for way in asked.only}
    for _ in range(asked.rounds):
        for way in asked.only:
            times[way].append(once(way, asked.connections))
    print(f"{asked.connections} connections, medians of {asked.rounds}")
    print(f"{'':<24}{'wall s':>8}{'calls/s':>9}{'CPU s':>8}{'MiB':>7}")
    for way, found in times.items():
        wall, cpu, memory = (
            statistics.median(getattr(one, name) for one in found)
            for name in ("wall", "cpu", "memory")
        )
        print(f"{way:<24}{wall:>8.1f}{CALLS / wall:>9.0f}{cpu:>8.1f}{memory:>7.0f}")


if __name__ == "__main__":
    main()
