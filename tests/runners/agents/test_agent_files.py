"""Agent files: what is refused, and with which words; settings; the agents that are shipped."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from renderers.rows.agent_waves import MemoryStatement
from runners.agents.agent import AgentUnusable, agent_of_text
from runners.agents.identity import agent_identity, agent_in
from runners.agents.named import agent_named, apart, joined, shipped_agents
from runners.agents.templates import LONGEST, TemplateFault, rendered

OK = 'about = "a"\n[answer]\nprompt = """{{ question }} {{ answer_line }}: {{ ADD }}"""\n'


def answering(template: str) -> str:
    return (
        f'about = "a"\n[answer]\nprompt = """{{{{ question }}}}{{{{ answer_line }}}}{template}"""'
    )


def stepping(lines: str) -> str:
    return OK.replace("{{ ADD }}", "") + f"[[step]]\n{lines}"


REFUSED = [
    ("about = 1", "`about`", "write about = "),
    ("about = ", "f.toml is not TOML: invalid value", "TOML"),
    ("a = " + "[" * 5_000, "brackets nested too deeply", "TOML"),
    ("tries = " + "1" * 5_000, "a number too large to be read", "TOML"),
    ('about = "a"', "no `answer`", "[answer]"),
    ('abuot = "a"', "unknown setting `abuot`", "`about`"),
    (OK.replace("{{ ADD }}", "") + "[memory]\nforget = 2", "`forget` in [memory] of f.toml is 2",
     "write a number from 0 to 1"),
    (OK.replace("{{ ADD }}", "") + '[memory]\ndigest = "at capacity"', "capacity", "3000"),
    (OK.replace("{{ answer_line }}", "").replace("{{ ADD }}", ""), "which line", "answer_line"),
    (OK.replace("{{ question }}", "").replace("{{ ADD }}", ""), "the question", "{{ question }}"),
    (stepping('name = "X"\nreads = "note"\nprompt = "a"'), "`name` in [[step]] 1 of f.toml",
     "small letter"),
    (stepping('name = "x"\nreads = "notes"\nprompt = "a"'), "`reads` in [[step]] 1 of f.toml is",
     "write one of statements, profile, note"),
    (stepping('name = "x"\nreads = "note"'), "[[step]] 1 of f.toml has no `prompt`", '"""'),
    (stepping('name = "profile"\nreads = "note"\nprompt = "a"'), "templates show", "otherwise"),
    (stepping('name = "x"\nreads = "profile"\nwhen = "each question"\nprompt = "a"'), "question",
     "note"),
    (answering("{{ profil }}"), "`profil` is not known", "`profile`"),
    (answering("{{ question.__class__ }}"), "`.__class__`", ".text"),
    (answering("{{ question * 1000000000 }}"), "cannot do this (mul)", "no sums"),
    (answering("{{ question ~ question }}"), "cannot do this (concat)", "no sums"),
    (answering("") + '\n[[step]]\nname = "a"\nreads = "note"\nprompt = "{{ recalled }}"',
     "`recalled` is known in prompts of a question alone", 'when = "each question"'),
    (answering("{{ question.upper() }}"), "cannot do this (call)", ""),
    (answering("{{ question[0] }}"), "cannot do this (getitem)", ""),
    (answering("{% include '/etc/passwd' %}"), "cannot do this (include)", "read no files"),
    (answering("{% import 'os' as os %}"), "cannot do this (import)", ""),
    (answering("{% set a = 1 %}"), "cannot do this (assign)", ""),
    (answering("{% for a in range %}{% endfor %}"), "no list", "memories"),
    (answering("{% for a in question %}{% endfor %}"), "no list", "memories"),
    (answering("{% for a in memories %}{% for b in recalled %}{% endfor %}{% endfor %}"),
     "loop within", "one after"),
    (answering("{{ question|pprint }}"), "filter", "trim"),
    (answering("{{ last.rating }}"), "not there", "`if`"),
    (answering("{{ " + "(" * 3_000), "nested", "brackets"),
    (answering("{{ "), "template", "{{ profile }}"),
    (answering("{% if last and last.rating > 3 %}{% endif %}"), "cannot be filled in: '>' not",
     'last.rating == "4"'),
    (answering("{{ wave|first }}"), "cannot be filled in: 'int' object is not iterable", ""),
    (answering("{{ profile|upper(3) }}"), "cannot be filled in", ""),
    (answering("{{ profile is eq }}"), "cannot be filled in", ""),
    (answering("{{ wave == 1e999 }}"), "cannot be filled in", ""),
    (answering("{{ wave == " + "9" * 5_000 + " }}"), "a number in it is too large", "leave it out"),
    (answering("{{ recalled }}"), "it shows a list", "{{ one.text }}"),
    (answering("{{ last }}{{ self }}"), "it shows a list", "{{ last.reply }}"),
    (answering("{% for one in recalled %}{{ one }}{% endfor %}"), "a statement", "{{ one.text }}"),
    (answering("{{ question|join(question) }}"), "joins what is no list", "memories|join"),
    (answering("{{ recalled|join(attribute='__class__') }}"), "joins what is no list", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "what", "help"), REFUSED)
def test_a_file_that_is_no_agent_is_refused(text: str, what: str, help: str) -> None:
    with pytest.raises(AgentUnusable) as refused:
        agent_of_text(text, "f.toml", "f.toml")
    assert what in refused.value.message
    assert "f.toml" in refused.value.message
    assert help in refused.value.help


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("openai/x?agent=cogpt", "`cogpt`"),
        ("openai/x?agent=plain&p=0.7", "no setting `p`"),
        ("openai/x?agent=coggpt&forget=2", "forget=2"),
        ("openai/x?agent=coggpt&order=distil", "order=distil"),
        ("openai/x?agent=coggpt&recall=1&recall=2", "twice"),
        ("openai/x?agent=no/such.toml", "there is no file no/such.toml"),
        ("openai/x?agent=~nobody.here/a.toml", "there is no file ~nobody.here/a.toml"),
    ],
)
def test_a_name_that_names_no_agent_is_refused(name: str, what: str) -> None:
    with pytest.raises(AgentUnusable) as refused:
        apart(name)
    assert what in refused.value.message


def test_the_name_and_the_identity_hold_the_agent_and_what_was_changed(tmp_path: Path) -> None:
    model, agent = apart("sim/child?p=0.7&agent=coggpt&skip_nearest=true&order=distil,update")
    assert agent is not None
    assert model == "sim/child?p=0.7"
    assert joined(model, agent) == f"{model}&agent=coggpt&order=distil,update&skip_nearest=true"
    assert [one.name for one in agent.steps] == ["distil", "update"]
    assert agent_in(agent_identity(agent)) == agent
    assert agent_in({"provider": "sim"}) is None
    assert apart("sim/child?p=0.7") == ("sim/child?p=0.7", None)
    # What the file has already is no change.
    assert apart("x/y?agent=coggpt&forget=0.4")[1] == agent_named("coggpt")
    own = tmp_path / "coggpt.toml"
    own.write_text(agent_named("coggpt").text, "utf-8")
    assert agent_named(str(own)).name == "coggpt.toml"


def test_ten_agents_are_shipped_and_two_are_told_how_people_rated() -> None:
    agents = {name: agent_named(name) for name in shipped_agents()}
    assert len(agents) == 10
    assert [name for name, one in agents.items() if one.sees_feedback] == ["react", "reflexion"]
    assert {name for name, one in agents.items() if one.needs_answers} == {
        "react", "react_untold", "reflexion", "reflexion_untold",
    }  # fmt: skip
    assert all(one.declared.unknown for one in agents.values())


def test_a_device_is_no_agent_and_is_not_read() -> None:
    with pytest.raises(AgentUnusable, match="/dev/zero is a pipe or a device, not a file"):
        agent_named("/dev/zero")


def test_a_setting_that_would_do_nothing_is_refused() -> None:
    with pytest.raises(AgentUnusable, match="plain notes no statements, so `forget` does nothing"):
        apart("x/y?agent=plain&forget=0.2")
    assert apart("x/y?agent=plain&tries=2")[1] is not None


def test_joined_statements_are_their_texts() -> None:
    remembered = tuple(MemoryStatement(text, Fraction(7, 2), 1) for text in ("A b", "C"))
    shown = {"memories": remembered, "profile": "x" * (LONGEST // 2)}
    assert rendered('{{ memories|join("; ") }}', shown) == "A b; C"
    assert rendered('{{ memories|join(", ", attribute="score") }}', shown) == "7/2, 7/2"
    with pytest.raises(TemplateFault, match="longer"):
        rendered("{{ memories|join(profile) }}{{ memories|join(profile) }}", shown)
    with pytest.raises(TemplateFault, match="longer"):
        rendered("{{ memories|join(profile) }}", {**shown, "memories": remembered * 2})


def test_a_prompt_has_a_longest_length() -> None:
    words = "x" * (LONGEST // 2)
    with pytest.raises(TemplateFault, match="longer"):
        rendered("{{ profile }}{{ profile }}{{ profile }}", {"profile": words})
