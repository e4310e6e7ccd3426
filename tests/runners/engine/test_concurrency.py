"""The number of calls in flight follows what a provider can take, in simulated time."""

from __future__ import annotations

import heapq
import math
import random
from dataclasses import dataclass, field

import pytest

from runners.engine.concurrency import WORK_OF_A_CALL, AdaptiveConcurrency

TOKENS = 60
SECOND = (WORK_OF_A_CALL + TOKENS) / 1.0  # tokens that the server writes in a second and place


@dataclass
class Server:
    """Serves so many calls at once, queues the others, and refuses those above a number."""

    places: int
    refuses_above: int = 10**9
    spread: float = 0.5
    seed: int = 1
    now: float = 0.0
    most: int = 0
    refused: int = 0
    reached: dict[int, float] = field(default_factory=dict)

    def ask(self, concurrency: AdaptiveConcurrency, calls: int) -> None:
        """Keeps all places of `concurrency` filled until so many calls were answered."""
        dice, sigma = random.Random(self.seed), math.sqrt(math.log(1 + self.spread**2))
        events: list[tuple[float, int, bool, float, float]] = []
        queue: list[tuple[float, float]] = []
        flying = serving = answered = number = 0
        while answered < calls:
            while flying < concurrency.slots:
                flying, number = flying + 1, number + 1
                self.most = max(self.most, flying)
                work = WORK_OF_A_CALL + TOKENS * dice.lognormvariate(-(sigma**2) / 2, sigma)
                if flying > self.refuses_above:
                    heapq.heappush(events, (self.now + 0.05, number, False, self.now, work))
                else:
                    queue.append((self.now, work))
            while queue and serving < self.places:
                began, work = queue.pop(0)
                serving, number = serving + 1, number + 1
                heapq.heappush(events, (self.now + work / SECOND, number, True, began, work))
            self.now, _, good, began, work = heapq.heappop(events)
            if good:
                concurrency.replied(began, self.now, busy=flying, work=work)
                serving, answered = serving - 1, answered + 1
            else:
                self.refused += 1
                concurrency.refused(began, self.now)
            flying -= 1
            self.reached.setdefault(concurrency.slots, self.now)


@pytest.mark.parametrize(
    ("places", "most", "ends"), [(1, 16, 8), (4, 16, 8), (16, 32, 16), (60, 128, 64)]
)
def test_a_server_that_queues_is_not_asked_for_much_more_than_it_serves_at_once(
    places: int, most: int, ends: int
) -> None:
    server, concurrency = Server(places), AdaptiveConcurrency(200, 8)
    server.ask(concurrency, 4000)
    assert (server.most, concurrency.slots) == (most, ends)
    # A second a call on average: no time is lost compared with asking for everything at once.
    assert server.now < 1.1 * 4000 / places


@pytest.mark.parametrize("spread", [0.0, 0.3, 0.6, 1.0])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_where_there_is_no_limit_the_ceiling_is_reached_within_ten_round_trips(
    spread: float, seed: int
) -> None:
    server, concurrency = Server(10**6, spread=spread, seed=seed), AdaptiveConcurrency(200, 8)
    server.ask(concurrency, 3000)
    assert concurrency.slots == server.most == 200
    assert server.reached[200] < 10.0


@pytest.mark.parametrize("limit", [10, 50, 150])
def test_a_server_that_refuses_is_kept_busy_and_seldom_overrun(limit: int) -> None:
    server, concurrency = Server(10**6, refuses_above=limit), AdaptiveConcurrency(200, 8)
    server.ask(concurrency, 4000)
    assert server.refused < 200
    assert server.now < 1.7 * 4000 / limit


def test_a_number_that_is_given_is_the_start_and_is_come_back_to() -> None:
    concurrency = AdaptiveConcurrency(8, 8)
    found = [concurrency.slots]
    for _ in range(3):  # three calls of one wave are refused
        concurrency.refused(0.0, 1.0)
    found.append(concurrency.slots)
    for replies in (4, 5, 100):
        for _ in range(replies):
            concurrency.replied(2.0, 3.0, busy=8, work=50)
        found.append(concurrency.slots)
    for later in range(10):
        concurrency.refused(10.0 + later, 10.5 + later)
    found.append(concurrency.slots)
    assert found == [8, 4, 5, 6, 8, 1]


def test_while_places_stand_empty_their_number_stays() -> None:
    concurrency = AdaptiveConcurrency(200, 8)
    for _ in range(1000):
        concurrency.replied(0.0, 1.0, busy=5, work=50)
    assert concurrency.slots == 8


def test_longer_answers_to_later_questions_are_not_taken_for_a_queue() -> None:
    """Eight calls of a second, then sixteen of two seconds that write twice as much."""
    concurrency = AdaptiveConcurrency(200, 8)
    for _ in range(8):
        concurrency.replied(0.0, 1.0, busy=8, work=50)
    assert concurrency.slots == 16
    for _ in range(16):
        concurrency.replied(1.0, 3.0, busy=16, work=100)
    assert concurrency.slots == 32
