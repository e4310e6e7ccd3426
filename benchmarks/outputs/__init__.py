"""Whether a change alters anything that users see: two versions of devrun, held to one corpus.

    python -m benchmarks.outputs COMMIT [--only WORDS...] [--keep FOLDER] [--processes N] [--words]

The devrun of COMMIT makes the corpus (`corpus`): scripts, and studies that are uncoded, coded,
adjudicated, merged, priced, stopped half-way and old. Then COMMIT and the working tree answer the
same questions about it (`questions`): every table, JSON document, page, export and message. Of
what people read (tables, pages, messages) the numbers are compared (`figures`): a changed figure, a
lost row or a lost column shows, although words differ. Of what programs read (JSON, CSV, stores)
everything is. What is new and takes nothing away (keys, columns, rows, options, files, figures) is
no difference and is counted (`additions`). Wanted differences are listed, each with its reason, in
`differences.toml`; the exit code is 1 if there is any other.

With `--keep FOLDER` the corpus and all answers are kept, and a version whose files have not changed
is not asked again. With `--words` every byte is compared, and no difference is wanted.
"""
