"""The cost of judges: their calls are in their own logs, not among the study's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from coders.desk.log import Event, read_log
from runners.analysis.document import Json
from runners.coding.judge_log import JUDGE, JUDGING, identity_in
from runners.coding.packet_record import JUDGES
from runners.prices.table import Price, is_free, price_name
from runners.report.people import spent

if TYPE_CHECKING:
    from runners.store.store import Store


def judges_document(store: Store, study: str, prices: Mapping[str, Price]) -> list[Json]:
    """Every model that judged replies of a study, packet by packet, and what its replies took.

    Raises PacketUnusable where a log cannot be read.
    """
    judges = store.judges_of(study)
    return [_judge(store, packet, name, prices) for packet, name in judges if name != JUDGES]


def _judge(store: Store, packet: str, name: str, prices: Mapping[str, Price]) -> Json:
    text = "".join(f"{code.line}\n" for code in store.codes_of(packet))
    events = read_log(text, f"the log of {name} in {store.where}") if text else ()
    identity = next((identity_in(one) for one in events if one.kind == JUDGING), {})
    model = next((one.text("model") for one in events if one.kind == JUDGING), "")
    replies = [one for one in events if one.kind == JUDGE]
    missing = sum(_missing(one) for one in replies)
    free = bool(model) and is_free(model)
    price = prices.get(price_name(model, identity)) if model else None
    return {
        "judge": name,
        "packet": packet,
        "simulated": identity.get("provider") == "sim",
        "calls": len(replies),
        **spent(
            sum(one.number("input_tokens") or 0 for one in replies),
            sum(one.number("output_tokens") or 0 for one in replies),
            missing,
            None if free else price,
            free=free,
        ),
    }


def _missing(event: Event) -> bool:
    return event.number("input_tokens") is None or event.number("output_tokens") is None
