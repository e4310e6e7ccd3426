# The commands of CONTRIBUTING.md, run in the development environment: `.venv/bin/just`, `just test tests/dsl`.

# List the commands.
default:
    @{{ just_executable() }} --list --unsorted

# All that must hold before a change lands, in a fresh environment.
ci:
    .ci/run

# Tests for every change, or those of a folder, a file or `-m KIND`.
test *ARGS:
    .venv/bin/python -m pytest -n auto {{ ARGS }}

# Tests for nights and releases.
thorough *ARGS:
    .venv/bin/python -m pytest -n auto --thorough {{ ARGS }}

# Tests of the documents: every command and example in them.
docs:
    .venv/bin/python -m pytest -n auto tests/docs

# Format the code.
format:
    .venv/bin/ruff format .
    .venv/bin/ruff check --fix .

# Format, style, the order of imports and the names of changelog files, as checked before a change lands.
lint:
    .venv/bin/ruff format --check .
    .venv/bin/ruff check .
    .venv/bin/lint-imports
    .venv/bin/towncrier build --draft --version NEXT >/dev/null

# Types.
types:
    .venv/bin/mypy

# One of the measurements in benchmarks/, such as `just bench startup`.
bench NAME *ARGS:
    PYTHONPATH=benchmarks .venv/bin/python -m benchmarks.{{ NAME }} {{ ARGS }}

# The figures of docs/glossary.md, as they are declared.
glossary:
    .venv/bin/python -m benchmarks.glossary

# What the changelog of the next release would say.
changelog:
    .venv/bin/towncrier build --draft --version NEXT
