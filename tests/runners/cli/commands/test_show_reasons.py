"""`devrun show` on what a key follows from: for readers in lines, for programs in parts."""

from __future__ import annotations

from tests.shell import Shell

SCRIPT = """experiment Cup

people
    Sam (he): Karim, Paul
    Tess (she): Lena, Sofia

places
    shelf: drawer, trunk
    table: bench, stool

versions story
    stays
        let mover: {Sam}
    moved
        let mover: {Tess}

counterbalance direction
    swap shelf, table

design
    runs 2
    wording original and permuted

procedure
    say: {mover} puts the cup on the {shelf}. There is {a table}, too.
    now cup on shelf, known to mover
    when moved
        say: It is then put on the {table}.
        now cup on table
    separately
        test place
            ask: Where is the cup?
            asks where cup is now
            answer by story
                stays: {shelf}
                moved: {table}
            wrong:
                {shelf}
                {table}
        control who
            ask: Who had the cup first, {Sam} or {Tess}?
            answer: {mover}
            wrong:
                {Sam}
                {Tess}
"""


def test_below_each_key_stands_once_for_all_wordings_what_it_follows_from(shell: Shell) -> None:
    (shell.folder / "cup.dev").write_text(SCRIPT, encoding="utf-8")
    page = shell.run("show", "cup.dev", "--draw", "2").stdout
    assert (
        "|       because story is `moved`: {table}\n"
        "|       from the story so far: cup is on {table}; cup was on {shelf} at first; {Tess} "
        "thinks cup is\n"
        "|         on {shelf}\n"
    ) in page
    assert page.count("because story is `stays`: {shelf}\n") == 1
    assert (
        "|       let {mover}, because story is `moved`: {Tess}\n"
        "|       control for every test of this version; if failed: score zero\n"
    ) in page
    assert all(len(line) <= 100 for line in page.split("\n"))


def test_a_program_gets_the_parts_at_the_question_and_nowhere_else(shell: Shell) -> None:
    (shell.folder / "cup.dev").write_text(SCRIPT, encoding="utf-8")
    found = shell.json("show", "cup.dev")
    assert {trial["wording"] for trial in found} == {"original", "permuted"}
    for trial in found:
        rows = [row for row in trial["turns"] if row["because"] is not None]
        asked = [(row["version"], row["kind"]) for row in rows]
        assert asked == [
            ("stays", "test"),
            ("stays", "control"),
            ("moved", "test"),
            ("moved", "control"),
        ]
        assert all(row["role"] == "user" for row in rows)
        moved, who = rows[2]["because"], rows[3]["because"]
        assert moved["keys"] == [{"levels": {"story": ["moved"]}, "words": "{table}"}]
        assert moved["story"][0] == {
            "who": None,
            "thing": "cup",
            "at_first": False,
            "relation": "on",
            "value": "{table}",
            "asked": True,
            "words": "cup is on {table}",
        }
        assert [one["who"] for one in moved["story"]] == [None, None, "{Tess}"]
        assert (moved["lets"], moved["machines"]) == ([], [])
        assert who == {
            "keys": [],
            "lets": [{"name": "mover", "levels": {"story": ["moved"]}, "words": "{Tess}"}],
            "story": [],
            "machines": [],
        }


LAMP = """experiment Lamp

colours
    green: teal, plum
    grey: copper, sand
    red: rose, wine

machine lamp
    outcomes: The light comes on. | The light stays off.
    rules any of, two of
    needs two of: {green}, {grey}
    show:
        {red}
        {green}, {grey}

design
    runs 2
    wording original

procedure
    say: Some blocks are special.
    for each row of lamp
        say: On the lamp: {things}. {outcome}
    separately
        test part
            ask: Is the {green} block special?
            answer part of lamp: {green}
        test outcome
            ask: What do the {green} and the {grey} block do together?
            answer outcome of lamp: {green}, {grey}
        test works
            ask: What is sure to make light, with as few blocks as possible?
            answer what works lamp
        control recall
            ask: Did the {red} block make light?
            answer: no
            wrong: yes
"""


def test_what_a_machine_has_shown_stands_below_keys_worked_out_and_keys_typed(
    shell: Shell,
) -> None:
    (shell.folder / "lamp.dev").write_text(LAMP, encoding="utf-8")
    found = shell.json("show", "lamp.dev")
    told = [
        machine["words"]
        for row in found[0]["turns"]
        if row["because"]
        for machine in row["because"]["machines"]
    ]
    shown = "machine lamp: works with {green}, {grey}; does not work with {red}; "
    fits = (
        "5 rules fit: any of {green}; any of {grey}; any of {green}, {grey}; "
        "at least two of {green}, {grey}; at least two of {red}, {green}, {grey}"
    )
    assert told == [
        f"{shown}{fits}; {{green}} is part of 4 of 5 fitting rules",
        f"{shown}{fits}; works with {{green}} and {{grey}} by 5 of 5 fitting rules",
        f"{shown}{fits}; certain to work with {{green}}, {{grey}}",
        f"machine lamp: 2 outcomes shown; {fits}",
    ]


def test_where_places_changed_roles_it_says_what_the_names_in_reasons_are_called_in_the_story(
    shell: Shell,
) -> None:
    """A key would else stand above the very word of the lure: `right: table`, because `{shelf}`."""
    (shell.folder / "cup.dev").write_text(SCRIPT, encoding="utf-8")
    said = "names in braces are the script's: {shelf} appears as table and {table} as shelf\n"
    found = {}
    for draw in ("1", "2"):
        page = shell.run("show", "cup.dev", "--draw", draw).stdout
        found["original: shelf -> table, table -> shelf\n" in page] = said in page
        permuted = shell.run("show", "cup.dev", "--draw", draw, "--wording", "permuted").stdout
        assert "names in braces" not in permuted
    assert found == {True: True, False: False}
