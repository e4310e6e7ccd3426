"""What commands say from templates, with everything in them that may be said."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace as Facts

from runners.cli.sentences import sentences


def packet(coder: str, **facts: object) -> Facts:
    """What is known of one coder's packet."""
    usual = {"had": 2, "items": 40, "silent": 3, "silent_wanted": 4}
    order = Facts(duplicates=4, wanted=5, gap=12, touching=1)
    header = Facts(coder=coder)
    return Facts(packet=Facts(header=header), order=order, **{**usual, **facts})


def test_everything_that_may_be_said_of_packets() -> None:
    """A sentence a line, whatever stands in a name."""
    pool = Facts(
        merged=1,
        lost=2,
        settled=1,
        thinking=3,
        masked=Counter({"Rose": 1200, "Mia\nSue": 1}),
        left=Counter({"cup": 2}),
    )
    packed = Facts(
        packets=[packet("Ada"), packet("Ben", items=0)],
        blindness=Facts(for_the_owner=("Ada may see <the> model",)),
        gold_left_out=1,
    )
    assert sentences(
        "packet_notes",
        packed=packed,
        pool=pool,
        study=Facts(simulated=True),
        some_simulated=False,
        settled=Facts(finished=[Path("packets/A")], dropped=[Path("packets/B")]),
        display=Facts(keyed=True),
        rubric=True,
        rated=False,
        gold=None,
        blind_coders=1,
        for_judges=False,
    ) == [
        "simulated participants: practice for coders, not data",
        "some participants are simulated and their trials are not data: choose with -m",
        "packets/A was left by an interrupted call; completed",
        "packets/B was incomplete from an earlier call; removed",
        "1 transcript is identical to another trial and coded once",
        "2 replies lost or cut off at a limit: shown but not coded",
        "1 reply was scored by likelihood: no coding needed",
        "3 replies have a model's thinking (<think>), which coders see and which may reveal the "
        "model: run the server with a reasoning parser, or with thinking off",
        "Ada may see <the> model",
        "Ada already had 2 trials, which are left out (--again includes them)",
        "Ada: 3 of 4 silent gold items; the gold has no more for the study's scripts",
        "Ada: 4 of 5 hidden duplicates; the packet is too short for more",
        "Ada: duplicates are at least 12 items apart instead of 30",
        "Ada: 1 pair of adjacent items has the same text or trial: no better order was found",
        "Ben already had 2 trials, which are left out (--again includes them)",
        "Ben gets no packet: nothing new",
        "1,201 names masked as [A NAME] in replies: Rose (1200) and Mia Sue (1)",
        "words of other draws that appear in replies and stay visible: cup (2)",
        "no gold: coders are not trained or calibrated; `--gold starter` uses the set that comes "
        "with devrun, `--gold FILE` your own",
        "1 gold item left out: identical to trials of the study",
        "--keyed: accepted answers are shown with each question; reports say so",
        "agreement needs at least two blind coders: name another with --coder",
    ]


def test_everything_that_may_be_said_of_a_coder() -> None:
    """Of a person, of a judge, and of who adjudicates."""
    gate = Facts(form="gate A", passed=False, right=7, marks=9, gates_wrong=1)
    report = Facts(
        coder="Ada",
        kind="blind",
        imported=True,
        done=1200,
        items=1500,
        locked=False,
        failed=False,
        replaced=True,
        training=4,
        training_done=4,
        gates=[gate],
        gold=3,
        gold_done=2,
        skipped=[("i1", "no reply")],
        out_of_order=2,
        jumps=1,
        lost=1,
        notes=["unclear what it means"],
        view="content",
        opened=300,
        rated=5,
        overridden=1,
        timed=9,
        fast=2,
        kin=("sim/a", "sim/b"),
    )
    head, *more = sentences("coder_report", report=report)
    assert head == (
        "Ada (blind, from a table): 1,200 of 1,500 items coded, unfinished, not handed in"
    )
    assert more == [
        "not counted: replaced by a later packet with all of these items",
        "training: 4 of 4 items",
        "calibration A: failed (7 of 9 marks as in the gold, 1 control not)",
        "silent gold: 2 of 3 coded",
        "skipped i1: no reply",
        "2 items begun before others that precede them in the packet",
        "1 jump to items that had not come yet, which this packet allows",
        "1 line of the log damaged and dropped by `devrun code --repair`",
        "1 note; `devrun agree --all` lists all notes",
        "story opened for 25% of items",
        "computed LRS overridden in 1 of 5 items",
        "2 of 9 judgements made in under a second",
        "note: this judge is from the same vendor or family as sim/a, sim/b; judges tend to "
        "favour related models, so report this",
    ]
    report.failed = True
    assert sentences("coder_report", report=report)[0].endswith(
        " 1,200 of 1,500 items coded, ended: the calibration was failed"
    )
    report.kind = "automatic"
    assert sentences("coder_report", report=report)[-1] == (
        "hidden in `agree` and `score` until all people who were given these items have handed in"
    )
    report.kind = "adjudicator"
    assert sentences("coder_report", report=report) == ["Ada (adjudicator): 1,200 resolved"]
