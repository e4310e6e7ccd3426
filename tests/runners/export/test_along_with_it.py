"""What goes along with the tables: pictures, files that scripts include, the preregistration, and
judgements of what was said.
"""

from __future__ import annotations

import re

from coders.packets.shape import View
from tests.here import here
from tests.runners.agreement.coded_studies import Act, at_hand, judged, ran
from tests.runners.export.given_away import GivenAway
from tests.shell import Shell

PARTS = """\
people
    Otto (he): Karim, Milo

places
    shelf: drawer, crate
"""
MAIN = """\
experiment The crate

include parts/words.dev

design
    runs 1

procedure
    say: {Otto} looks into the {shelf}.
    test place
        ask: Where does {Otto} look?
        answer: {shelf}
"""


def test_included_files_go_along_and_the_scripts_run_again(shell: Shell) -> None:
    (shell.folder / "parts").mkdir()
    (shell.folder / "parts" / "words.dev").write_text(PARTS, encoding="utf-8")
    (shell.folder / "main.dev").write_text(MAIN, encoding="utf-8")
    shell.run("main.dev", "-m", "sim/oracle")
    shell.run("export", "-o", "out")
    there = here(shell.folder / "out")
    assert (there.folder / "scripts/parts/words.dev").read_text(encoding="utf-8") == PARTS
    document = there.json("scripts/main.dev", "-m", "sim/oracle", "--store", "new.sqlite")
    assert document["study"] == shell.json("score")["study"]


def test_pictures_go_along_with_the_scripts_that_show_them(shell: Shell) -> None:
    shell.run("new", "equal_lines")
    words = ("equal_lines.dev", "-m", "sim/random", "--runs", "1", "--wording", "original")
    shell.run(*words)
    shell.run("export", "-o", "out")
    there = here(shell.folder / "out")
    there.run("check", "scripts/equal_lines.dev")
    for picture in (shell.folder / "pictures").iterdir():
        kept = there.folder / "scripts" / "pictures" / picture.name
        assert kept.read_bytes() == picture.read_bytes()
    mine = ("--store", "sqlite:///data/raw/study.sqlite")
    assert there.run("score", "--json", *mine).stdout == shell.run("score", "--json").stdout


def test_a_sealed_preregistration_goes_along_with_what_was_done_otherwise(shell: Shell) -> None:
    (shell.folder / "parts").mkdir()
    (shell.folder / "parts" / "words.dev").write_text(PARTS, encoding="utf-8")
    (shell.folder / "main.dev").write_text(MAIN, encoding="utf-8")
    shell.run("preregister", "main.dev", "-m", "sim/oracle", "-o", "plan.md")
    plan = shell.folder / "plan.md"
    text = re.sub(r"\[to be written:[^\]]*\]", "As we said.", plan.read_text(encoding="utf-8"))
    plan.write_text(text, encoding="utf-8", newline="\n")
    shell.run("preregister", "--seal", "plan.md")
    # Another plan of the lab, which names this study's words and none of its scripts.
    other = MAIN.replace("The crate", "Another").replace("include parts/words.dev", PARTS)
    (shell.folder / "other.dev").write_text(other, encoding="utf-8")
    shell.run("preregister", "other.dev", "-m", "sim/oracle", "-o", "secret.md")
    secret = shell.folder / "secret.md"
    text = re.sub(
        r"\[to be written:[^\]]*\]", "After The crate.", secret.read_text(encoding="utf-8")
    )
    secret.write_text(text, encoding="utf-8", newline="\n")
    shell.run("preregister", "--seal", "secret.md")
    shell.run("main.dev", "-m", "sim/oracle", "--runs", "2")
    shell.run("export", "-o", "out")
    assert (shell.folder / "out" / "preregistration.md").read_bytes() == plan.read_bytes()
    changes = (shell.folder / "out" / "CHANGES.md").read_text(encoding="utf-8")
    part = changes.split("### Preregistration")[1]
    assert "- `preregistration.md`, sealed 20" in part
    assert "planned: 1 run per cell; done: up to 2" in part
    assert b"other.dev" not in (shell.folder / "out" / "data" / "raw" / "study.sqlite").read_bytes()
    there = here(shell.folder / "out")
    found = there.json("preregister", "--check", "--store", "sqlite:///data/raw/study.sqlite")
    assert found == shell.json("preregister", "--check")


def test_what_was_said_is_next_to_the_mark_that_the_key_makes_of_it(shell: Shell) -> None:
    run = ran(here(shell.folder / "run"), "-m", "sim/oracle", "--runs", "2")
    study = at_hand(run, shell.folder / "desk")
    with study.store:
        packet = study.add_packets("Ada", view=View.CONTENT)
        by_key = {one.key: one for one in study.told}
        acts: list[Act] = []
        for at, item in enumerate(packet.items):
            [(_, session, place)] = item.behind[0].places
            question = judged(by_key[item.behind[0].trial])[session, place]
            said = (question.answers[-1 if at % 2 else 0],)
            acts.append(("said", {"item": item.item, "question": 1, "said": said, "plain": at > 0}))
        study.add_codes(packet, acts)
    desk = here(shell.folder / "desk")
    desk.run("export", "-o", "out")
    given = GivenAway(desk, desk.folder / "out")
    codes = given.rows("codes")
    items = {item.item: item.position for item in packet.items}
    assert {row["item"]: int(row["order"]) for row in codes} == items
    assert {row["view"] for row in codes} == {"content"}
    assert all(row["said"].startswith("The ") for row in codes)
    assert [row["plainly"] for row in codes].count("FALSE") == 1
    assert {row["verdict"] for row in codes} == {"right", "wrong"}
    asked = {(row["trial"], row["place"]): row["mark"] for row in given.rows("questions")}
    assert {(row["trial"], row["place"]): row["mark"] for row in codes} == asked
