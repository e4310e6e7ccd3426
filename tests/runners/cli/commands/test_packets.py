"""`devrun packets` from the shell: files, the summary, and every refusal word for word."""

from __future__ import annotations

import json

import pytest

from coders.packets.file import packet_at
from runners.store.store import Store
from tests.coders.packets.stories import SHELF
from tests.runners.agreement.coded_studies import SHELF as TELLING
from tests.shell import Shell


@pytest.fixture
def study(shell: Shell) -> Shell:
    """A store with a finished study: two conditions, two wordings, two models, three draws."""
    (shell.folder / "shelf.dev").write_text(SHELF, encoding="utf-8")
    shell.run_once("shelf.dev", "-m", "sim/random", "-m", "sim/rambling", "--runs", "3")
    return shell


def fault(shell: Shell, *arguments: str, code: int) -> tuple[str, str]:
    done = shell.run("packets", *arguments, code=code)
    assert done.stdout == ""
    message, _, remedy = done.stderr.partition("\nhelp: ")
    return message.removeprefix("devrun: "), remedy.strip()


def test_packets_are_made_and_said_in_tables_and_sentences(study: Shell) -> None:
    done = study.run("packets", "--coder", "Ada", "--coder", "Ben", "--author", "Cy")
    lines = done.stdout.splitlines()
    assert lines[:16] == [
        "coder  kind    trials  twice  training  calibration A  calibration B  silent gold  all",
        "─" * 86,
        "Ada    blind       24     12         0              0              0            0   36",
        "Ben    blind       24     12         0              0              0            0   36",
        "Cy     author      24     12         0              0              0            0   36",
        "",
        "trials of         wording   model         Ada  Ben  Cy",
        "─" * 54,
        "The shelf, left   original  sim/rambling    3    3   3",
        "The shelf, left   original  sim/random      3    3   3",
        "The shelf, left   permuted  sim/rambling    3    3   3",
        "The shelf, left   permuted  sim/random      3    3   3",
        "The shelf, moved  original  sim/rambling    3    3   3",
        "The shelf, moved  original  sim/random      3    3   3",
        "The shelf, moved  permuted  sim/rambling    3    3   3",
        "The shelf, moved  permuted  sim/random      3    3   3",
    ]
    assert lines[17].startswith("Coders were blind to the model")
    assert any(one.startswith("Cy: Authors were blind to the model") for one in lines[18:])
    # Broken between words as the tables are, also where nobody knows how wide a terminal is.
    assert max(map(len, lines)) <= 100
    said = done.stderr.splitlines()
    assert said[0] == "simulated participants: practice for coders, not data"
    assert said[1:3] == [
        "Ada: 12 of 20 hidden duplicates; the packet is too short for more",
        "Ada: duplicates are at least 12 items apart instead of 30",
    ]
    assert said[-3:] == [
        "next:",
        "  devrun code packets/Ada.packet.jsonl   each coder codes their own packet",
        "  devrun collect packets   import the coding logs",
    ]
    names = sorted(path.name for path in (study.folder / "packets").iterdir())
    assert names == ["Ada.packet.jsonl", "Ben.packet.jsonl", "Cy.packet.jsonl"]


def test_the_store_knows_every_packet_and_the_document_says_what_was_made(study: Shell) -> None:
    found = study.json("packets", "--coder", "Ada", "--seed", "5", "--view", "content")
    packet = packet_at(study.folder / "packets" / "Ada.packet.jsonl")
    with Store.open(f"sqlite:///{study.folder / 'devrun.sqlite'}") as store:
        (kept,) = store.packets_of(found["study"])
    assert kept.packet == packet.header.packet == found["packets"][0]["packet"]
    assert kept.codebook_version == found["codebook_version"] == packet.header.codebook_version
    assert json.loads(kept.settings)["seed"] == found["seed"] == 5
    assert [row.item for row in kept.items] == [item.id for item in packet.main]
    assert found["statement"] == packet.header.statement
    assert "the condition" in found["blind_to"]
    assert sum(cell["trials"] for cell in found["packets"][0]["cells"]) == found["trials"] == 24
    assert found["simulated"] is True
    assert "simulated" not in (study.folder / "packets" / "Ada.packet.jsonl").read_text("utf-8")


def test_a_seed_gives_the_same_ids_and_order_again(study: Shell) -> None:
    for folder in ("one", "two"):
        study.run("packets", "--coder", "Ada", "--seed", "5", "--again", "--to", folder)
    one, two = (packet_at(study.folder / f / "Ada.packet.jsonl") for f in ("one", "two"))
    assert one.main == two.main
    assert one.header.packet != two.header.packet


def test_gold_is_mixed_in_and_its_shortcomings_are_said(study: Shell) -> None:
    done = study.run("packets", "--coder", "Ada", "--gold", "starter")
    assert done.stdout.splitlines()[:3] == [
        "coder  kind   trials  twice  training  calibration A  calibration B  silent gold  all",
        "─" * 85,
        "Ada    blind      24     12         6             24             24            0   36",
    ]
    packet = packet_at(study.folder / "packets" / "Ada.packet.jsonl")
    assert packet.header.gold_note.endswith("and no expert has coded them.")
    said = done.stderr.splitlines()
    for sentence in (
        "have two of your experts code this gold before you rely on it",
        "Ada: 0 of 2 silent gold items; the gold has no more for the study's scripts",
        "the starter gold has nothing for `The shelf`, so there is no training, calibration "
        "or silent gold for it; write your own gold (docs/coding.md)",
        "to make the calibration long enough, it includes transcripts of `Gear toy`, "
        "`Helper and hinderer`, `Rational action` and `Sally-Anne`, which are not in the "
        "study",
    ):
        assert sentence in said


def test_a_gate_is_in_an_order_by_lot_and_another_one_for_each_coder(study: Shell) -> None:
    """In the order of the set a coder would see the LRS fall from 5 to 0, script by script."""
    study.run("packets", "--coder", "Ada", "--coder", "Ben", "--gold", "starter", "--seed", "4")
    ada, ben = (packet_at(study.folder / f"packets/{one}.packet.jsonl") for one in ("Ada", "Ben"))
    for form in ("gate_a", "gate_b"):
        mine, yours = ([str(item.lines) for item in getattr(of, form)] for of in (ada, ben))
        assert mine != yours
        assert sorted(mine) == sorted(yours)
        levels = [ada.gold[item.id].lrs for item in getattr(ada, form)]
        assert levels != [5, 4, 3, 2, 1, 0] * 4
        assert sorted(map(str, levels)) == sorted("543210" * 4)
    assert [i.lines for i in ada.training] == [i.lines for i in ben.training]


@pytest.mark.parametrize(
    ("option", "fixed", "questions"),
    [
        ((), True, "story"),
        (("--free-order",), False, "story"),
        (("--questions", "question"), True, "question"),
    ],
)
def test_the_owner_chooses_the_order(
    study: Shell, option: tuple[str, ...], fixed: bool, questions: str
) -> None:
    study.run("packets", "--coder", "Ada", *option)
    header = packet_at(study.folder / "packets" / "Ada.packet.jsonl").header
    assert (header.fixed_order, header.question_order) == (fixed, questions)


def test_a_packet_is_never_written_over(study: Shell) -> None:
    study.run("packets", "--coder", "Ada")
    before = (study.folder / "packets" / "Ada.packet.jsonl").read_bytes()
    assert fault(study, "--coder", "ada", "--again", code=5) == (
        "packets/Ada.packet.jsonl already exists, and packets are never overwritten",
        "name another folder (--to second), or collect what was coded and move the packet",
    )
    assert (study.folder / "packets" / "Ada.packet.jsonl").read_bytes() == before


def test_packets_that_a_crash_left_half_in_place_are_completed_and_named(study: Shell) -> None:
    study.run("packets", "--coder", "Ada", "--coder", "Ben")
    ada, ben = (study.folder / f"packets/{name}.packet.jsonl" for name in ("Ada", "Ben"))
    ben.rename(f"{ben}.part")
    message, _ = fault(study, "--coder", "Ada", "--coder", "Ben", code=5)
    said = "already exists, and packets are never overwritten; {} was completed just now"
    assert said.format("packets/Ben.packet.jsonl") in message
    assert ben.exists()
    ada.rename(f"{ada}.part")
    message, _ = fault(study, "--coder", "Ada", "--coder", "Ben", code=5)
    assert said.format("it") in message
    assert ada.exists()


def test_nobody_is_handed_the_same_trials_twice_by_accident(study: Shell) -> None:
    study.run("packets", "--coder", "Ada", "--coder", "Ben")
    assert fault(study, "--coder", "Ada", "--coder", "Ben", "--to", "second", code=1) == (
        f"Ada and Ben have every finished trial of study {study_id(study)} already",
        "add --again to include them, or run more trials",
    )
    study.run("shelf.dev", "-m", "sim/random", "-m", "sim/rambling", "--runs", "4")
    done = study.run("packets", "--coder", "Ada", "--coder", "Cy", "--to", "second")
    assert "Ada already had 24 trials, which are left out (--again includes them)" in done.stderr
    found = {p: len(packet_at(study.folder / "second" / f"{p}.packet.jsonl").main)
             for p in ("Ada", "Cy")}  # fmt: skip
    assert found == {"Ada": 8 + 4, "Cy": 32 + 16}


def study_id(shell: Shell) -> str:
    return str(shell.json("studies")[0]["study"])


@pytest.mark.parametrize(
    ("arguments", "message", "help"),
    [
        (
            (),
            "no coder was named",
            "name each coder: devrun packets --coder Ada --coder Ben",
        ),
        (
            ("--coder", "Ada", "--author", "ADA"),
            "two coders cannot be called `Ada` and `ADA`",
            "choose names that differ in more than capital letters",
        ),
        (
            ("--coder", "a/b"),
            "`a/b` cannot name a file",
            "use letters, digits, hyphens and spaces, for example --coder Ada",
        ),
        (
            ("--coder", "matcher"),
            "`matcher` is not a coder's name: `devrun score` calls something else so",
            "use letters, digits, hyphens and spaces, for example --coder Ada",
        ),
        (
            ("--coder", "Ada", "--each", "2"),
            "--each 2 asks for more coders than the 1 named",
            "name more with --coder, or use a smaller number",
        ),
        (
            ("--coder", "Ada", "--each", "1", "--share", "30%"),
            "--each and --share cannot be combined",
            "give one: --each 2, or --share 30%",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused_in_words(
    arguments: tuple[str, ...], message: str, help: str, shell: Shell
) -> None:
    assert fault(shell, *arguments, code=2) == (message, help)


@pytest.mark.parametrize(
    "name", ["", " ", "con", "a" * 41, "../x", "a\x1bb", ".hidden", "judge me"]
)
def test_names_that_cannot_be_files_are_refused(name: str, shell: Shell) -> None:
    done = shell.run("packets", "--coder", name, code=2)
    assert "\x1b" not in done.stderr


def test_a_study_without_finished_trials_is_refused(shell: Shell) -> None:
    done = shell.run("packets", "--coder", "Ada", code=None)
    assert done.returncode in {1, 5}
    assert "help: " in done.stderr


def test_guidance_that_tells_the_condition_is_refused_unless_keyed(shell: Shell) -> None:
    (shell.folder / "shelf.dev").write_text(TELLING, encoding="utf-8")
    shell.run("shelf.dev", "-m", "sim/random", "--runs", "2")
    message, remedy = fault(shell, "--coder", "Ada", code=1)
    assert message == (
        "the coding guide would reveal the condition: `The shelf`, question `now`: the accepted "
        "answers are not the same in every cell: in moved `The table`, in left `The shelf`"
    )
    assert remedy == (
        "use one coding guide for all cells; or --keyed, which shows the accepted answers "
        "(this is reported); or --view content; or one condition (--only LEVEL)"
    )
    done = shell.run("packets", "--coder", "Ada", "--keyed")
    assert "--keyed: accepted answers are shown with each question; reports say so" in done.stderr
    packet = packet_at(shell.folder / "packets" / "Ada.packet.jsonl")
    assert packet.header.keyed
    assert any("shown with" in one for one in packet.header.not_blind_to)
    assert {item.question(2).accepted for item in packet.main} == {
        (item.question(2).accepted[0],) for item in packet.main
    }
    shell.run("packets", "--coder", "Ben", "--only", "moved", "--to", "moved")
    shell.run("packets", "--coder", "Cy", "--view", "content", "--to", "content")


def test_a_share_that_is_none_is_a_usage_error(shell: Shell) -> None:
    done = shell.run("packets", "--coder", "Ada", "--share", "130%", code=2)
    assert "`--share 130%` is not a percentage from 0% to 100%" in done.stderr
    assert shell.run("packets", "--coder", "Ada", "--duplicates", "many", code=2)
