# The commands of CONTRIBUTING.md, run in the development environment: `.venv/bin/just`, `just test tests/dsl`.

# List the commands.
default:
    @{{ just_executable() }} --list --unsorted

# All checks of a change, in a fresh environment.
ci:
    .ci/run

# The tests for every change, or those of a folder, a file or `-m KIND`.
test *ARGS:
    .venv/bin/python -m pytest -n auto {{ ARGS }}

# The tests for nightly runs and releases.
thorough *ARGS:
    .venv/bin/python -m pytest -n auto --thorough {{ ARGS }}

# Tests of the documents: every command and example in them.
docs:
    .venv/bin/python -m pytest -n auto tests/docs

# The ten files whose names and docstrings have most of these words; without words, all files.
files *WORDS:
    .venv/bin/python -m benchmarks.files {{ WORDS }}

# Format the code.
format:
    .venv/bin/ruff format .
    .venv/bin/ruff check --fix .

# Check format, style, import contracts and the names of changelog files.
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

# Show the changelog of the next release.
changelog:
    .venv/bin/towncrier build --draft --version NEXT
