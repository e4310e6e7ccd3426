"""`devrun list`: the experiments that come with devrun."""

from __future__ import annotations

import json

import click

from runners.cli.fitting import say
from runners.cli.shipped import shipped_folder, shipped_names


@click.command(
    "list",
    short_help="the experiments that come with devrun",
    epilog="Run one by its bare name: devrun blicket",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(as_json: bool) -> None:
    """Name the shipped experiments: title, domain, age of the children, and the paper."""
    from dsl.loading import load

    rows = []
    for name in shipped_names():
        loaded = load(shipped_folder() / f"{name}.dev")
        experiment = loaded.experiment
        meta = dict(experiment.meta) if experiment else {}
        rows.append(
            {
                "name": name,
                "title": experiment.title if experiment else "(has errors)",
                "domain": meta.get("domain"),
                "age": meta.get("age"),
                "paper": meta.get("paper"),
            }
        )
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    width = max((len(row["name"] or "") for row in rows), default=0)
    for row in rows:
        say(f"{row['name'] or '':<{width}}  {row['title']} ({row['domain'] or 'no domain'})")
        if row["age"]:
            say(f"{'':<{width}}  children of {row['age']}")
        if row["paper"]:
            say(f"{'':<{width}}  {row['paper']}")
