"""Every figure that devrun prints, declared once: name, meaning, unit, and how it is read.

JSON documents, tables on the screen, CSV tables with their codebook, and the page of figures in the
docs are made from these declarations. They are in `renderers`, because both the tables here and
the documents and exports in `runners` are made from them, and `renderers` imports nothing from
`runners`. A declaration reads one row record, such as `TrialRow`, and computes nothing.

A file a subject: `field` is the engine, `scales` says how values are written, the others declare.
"""
